from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gui import platform_check
from gui.platform_check import NO_DISPLAY, problem

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems bring these libraries along"
)

X11 = {"DISPLAY": ":0"}


def without(*lacking: str) -> Callable[[str], object]:
    """A loader of libraries to which these are missing."""

    def opener(name: str) -> object:
        if Path(name).name in lacking:
            raise OSError(f"{name}: cannot open shared object file: No such file or directory")
        return object()

    return opener


def answers() -> bool:
    return True


def test_nothing_is_wrong_where_everything_is_there() -> None:
    assert problem(X11, without(), answers) is None


def test_missing_libraries_are_named_with_the_line_that_installs_them() -> None:
    sentence = problem(X11, without("libxcb-cursor0.so", "libxcb-cursor.so.0"), answers)
    assert sentence is not None
    assert "libxcb-cursor.so.0" in sentence
    assert sentence.endswith("sudo apt-get install libxcb-cursor0")
    sentence = problem(X11, without("libxcb-icccm.so.4", "libxcb-keysyms.so.1"), answers)
    assert sentence is not None
    assert sentence.endswith("sudo apt-get install libxcb-icccm4 libxcb-keysyms1")


def test_what_qt_itself_needs_is_checked_even_without_a_display() -> None:
    sentence = problem({}, without("libEGL.so.1", "libgthread-2.0.so.0"), answers, offscreen=True)
    assert sentence is not None
    assert sentence.endswith("sudo apt-get install libglib2.0-0 libegl1")


def test_a_library_of_the_plugin_that_nobody_thought_of_is_named_too() -> None:
    def opener(name: str) -> object:
        if name.endswith("libqxcb.so"):
            raise OSError("libxcb-new.so.7: cannot open shared object file")
        return object()

    sentence = problem(X11, opener, answers)
    assert sentence is not None
    assert "libxcb-new.so.7" in sentence


def test_what_a_library_lacks_in_turn_is_named_in_its_place() -> None:
    """Its package is there already: to install that one again would change nothing."""

    def opener(name: str) -> object:
        if name in ("libfontconfig.so.1", "libfreetype.so.6"):
            raise OSError("libpng16.so.16: cannot open shared object file: No such file")
        if name == "libEGL.so.1":
            raise OSError("libEGL.so.1: cannot open shared object file: No such file")
        return object()

    sentence = problem(X11, opener, answers)
    assert sentence is not None
    assert "cannot be loaded: libEGL.so.1, libpng16.so.16." in sentence
    assert "apt-file search libpng16.so.16)" in sentence
    assert sentence.endswith("sudo apt-get install libegl1")


def test_a_library_that_is_there_and_broken_is_named_itself() -> None:
    def opener(name: str) -> object:
        if name == "libEGL.so.1":
            raise OSError("/lib/libGLdispatch.so.0: file too short")
        return object()

    sentence = problem(X11, opener, answers)
    assert sentence is not None
    assert sentence.endswith(
        "libEGL.so.1. On Debian or Ubuntu install with: sudo apt-get install libegl1"
    )


def test_no_display_is_said_in_words() -> None:
    assert problem({}, without(), answers) == NO_DISPLAY
    assert problem({"QT_QPA_PLATFORM": "xcb"}, without(), answers) == NO_DISPLAY
    assert problem({"WAYLAND_DISPLAY": "gone-0"}, without(), answers) == NO_DISPLAY


def test_a_display_that_does_not_answer_is_named() -> None:
    sentence = problem({"DISPLAY": ":77"}, without(), lambda: False)
    assert sentence is not None
    assert "':77'" in sentence


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=800x600", "minimal"])
def test_other_platforms_need_no_display(platform: str) -> None:
    environment = {"QT_QPA_PLATFORM": platform}
    assert problem(environment, without("libxcb-cursor.so.0"), lambda: False) is None
    assert problem({}, without("libxcb-cursor.so.0"), lambda: False, offscreen=True) is None


def test_wayland_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A socket's path may have 107 bytes, which pytest's folder can exceed.
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("wayland-0")
        environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert problem(environment, without("libxcb-cursor.so.0"), lambda: False) is None
        lacking = problem(environment, without("libwayland-cursor.so.0"), lambda: False)
        assert lacking is not None
        assert lacking.endswith("sudo apt-get install libwayland-cursor0")


@pytest.mark.parametrize("platforms", ["wayland;xcb", "wayland-egl;xcb", "xcb;wayland"])
def test_of_several_platforms_one_is_enough(platforms: str) -> None:
    environment = {"QT_QPA_PLATFORM": platforms}
    assert problem(environment | X11, without(), answers) is None
    assert problem(environment | X11 | {"WAYLAND_DISPLAY": "gone-0"}, without(), answers) is None
    assert problem(environment, without(), answers) == NO_DISPLAY
    assert problem(X11 | {"QT_QPA_PLATFORM": "wayland"}, without(), answers) == NO_DISPLAY
    assert problem({"QT_QPA_PLATFORM": "wayland;offscreen"}, without(), answers) is None


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform_check.sys, "platform", "darwin")
    assert problem({}, without("libEGL.so.1"), lambda: False) is None


def test_the_list_of_libraries_is_what_the_plugin_links_to() -> None:
    """Read from the plugin itself, so that a new version of Qt cannot make the list old."""
    plugin = platform_check._xcb_plugin()
    assert plugin is not None
    data = plugin.read_bytes()
    for name in platform_check.XCB_LIBRARIES:
        assert name.encode() in data, f"{name} is not needed any more"


@pytest.mark.parametrize("named", ["cocoa", "Offscreen", "nonsense:size=3", "a;b"])
def test_a_platform_that_qt_does_not_have_is_named_with_those_it_has(named: str) -> None:
    sentence = problem({"QT_QPA_PLATFORM": named}, without(), answers)
    assert sentence is not None
    assert repr(named) in sentence and "offscreen" in sentence and "xcb" in sentence


@pytest.mark.parametrize(
    "named", ["offscreen", "minimal", "vnc:size=640x480", "nonsense;offscreen"]
)
def test_a_platform_that_qt_has_is_left_to_it(named: str) -> None:
    assert problem({"QT_QPA_PLATFORM": named}, without(), answers) is None


def test_plugins_of_the_users_own_are_left_to_qt() -> None:
    own = {"QT_QPA_PLATFORM": "nonsense", "QT_PLUGIN_PATH": "/somewhere"}
    assert problem(own, without(), answers) is None
