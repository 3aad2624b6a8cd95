"""What has to be there before Qt starts, since Qt itself would abort without a word of help.

Imports no Qt at first: on a minimal Linux even that fails.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

# What Qt's own libraries link to, with the Debian and Ubuntu package of each.
QT_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
# And the plugin that draws on an X display.
XCB_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
PACKAGES = QT_LIBRARIES | XCB_LIBRARIES | WAYLAND_LIBRARIES

# How the loader begins when it misses one.
LIBRARY = r"lib[\w.+-]+\.so[\w.]*"

Opener = Callable[[str], object]

NO_DISPLAY = (
    "There is no display to open a window on: start Diaphane from a graphical session, or "
    "use --shot FILE.png to draw the window into a picture, or `python -m engine translate` "
    "to translate in the terminal."
)


def problem(
    environment: Mapping[str, str] | None = None,
    opener: Opener = ctypes.CDLL,
    connect: Callable[[], bool] | None = None,
    offscreen: bool = False,
) -> str | None:
    """A sentence about what Qt lacks to open a window; ``None`` if all is there.

    Args:
        environment: the environment variables.
        opener: loads a shared library by name or raises OSError.
        connect: whether the X display answers.
        offscreen: no display will be used.
    """
    if not sys.platform.startswith("linux"):
        return None
    environment = os.environ if environment is None else environment
    lacking = missing(QT_LIBRARIES, opener)
    if lacking:
        return _sentence(lacking)
    for module in ("QtCore", "QtGui", "QtWidgets", "QtSvg"):
        try:
            importlib.import_module(f"PySide6.{module}")
        except ImportError as error:
            return _sentence_of(error)
    # Qt takes the first of these that works, as in "wayland;xcb"; options follow a colon.
    asked = environment.get("QT_QPA_PLATFORM") or "wayland;xcb"
    platforms = [name.partition(":")[0].partition("-")[0] for name in asked.split(";")]
    if offscreen:
        return None
    if not {"wayland", "xcb"}.issuperset(platforms):
        return _unknown_platform(environment, platforms)
    return _display_problem(environment, platforms, opener, connect or _display_answers)


def _unknown_platform(environment: Mapping[str, str], platforms: Sequence[str]) -> str | None:
    """Where Qt is told to use what it does not have, it says so and aborts."""
    elsewhere = ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH")
    known = sorted(path.stem.removeprefix("libq") for path in _plugins().glob("libq*.so"))
    if not known or any(environment.get(name) for name in elsewhere):
        return None
    if not set(platforms).isdisjoint(known):
        return None
    return (
        f"The variable QT_QPA_PLATFORM names {environment['QT_QPA_PLATFORM']!r}, which Qt does "
        f"not have here: unset it, or name one of {', '.join(known)}."
    )


def _display_problem(
    environment: Mapping[str, str],
    platforms: Sequence[str],
    opener: Opener,
    connect: Callable[[], bool],
) -> str | None:
    display = environment.get("DISPLAY", "")
    wayland = _wayland_socket(environment) if "wayland" in platforms else None
    if wayland is not None:
        lacking = missing(WAYLAND_LIBRARIES, opener)
        if not lacking:
            return None
        if not display or "xcb" not in platforms:
            return _sentence(lacking)
    if not display or "xcb" not in platforms:
        return NO_DISPLAY
    lacking = missing(XCB_LIBRARIES, opener)
    if lacking:
        return _sentence(lacking)
    plugin = _xcb_plugin()
    if plugin is not None:
        try:
            opener(str(plugin))
        except OSError as error:
            return _sentence_of(error)
    if not connect():
        return (
            f"The display {display!r} does not answer: check the variable DISPLAY, or use "
            "--shot FILE.png to draw the window into a picture."
        )
    return None


def missing(libraries: Iterable[str], opener: Opener = ctypes.CDLL) -> list[str]:
    """What is not there of ``libraries`` and of what these need in turn, each once."""
    lacking: dict[str, None] = {}
    for name in libraries:
        try:
            opener(name)
        except OSError as error:
            # The loader names what it did not find, which may be a library of a library.
            found = re.match(rf"({LIBRARY}): cannot open shared object", str(error))
            lacking[found[1] if found else name] = None
    return list(lacking)


def _sentence(libraries: Sequence[str]) -> str:
    what = "A system library" if len(libraries) == 1 else "System libraries"
    sentence = f"{what} that Qt needs to open a window cannot be loaded: {', '.join(libraries)}."
    for name in libraries:
        if name not in PACKAGES:
            sentence += (
                f" Install the package that holds {name} (on Debian or Ubuntu: "
                f"apt-file search {name})."
            )
    packages = list(dict.fromkeys(PACKAGES[name] for name in libraries if name in PACKAGES))
    if packages:
        sentence += f" On Debian or Ubuntu install with: sudo apt-get install {' '.join(packages)}"
    return sentence


def _sentence_of(error: Exception) -> str:
    """The sentence for a loader's message such as "libfoo.so.1: cannot open …"."""
    found = re.match(LIBRARY, str(error))
    if found:
        return _sentence([found[0]])
    return f"Qt cannot be loaded ({error}): install Diaphane again, with its dependencies."


def _wayland_socket(environment: Mapping[str, str]) -> Path | None:
    name = environment.get("WAYLAND_DISPLAY", "")
    if not name:
        return None
    socket = Path(environment.get("XDG_RUNTIME_DIR", "")) / name
    return socket if socket.exists() else None


def _plugins() -> Path:
    """The folder of Qt's plugins for platforms."""
    from PySide6.QtCore import QLibraryInfo

    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _xcb_plugin() -> Path | None:
    plugin = _plugins() / "libqxcb.so"
    return plugin if plugin.is_file() else None


def _display_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    fine = bool(xcb.xcb_connection_has_error(connection) == 0)
    xcb.xcb_disconnect(connection)
    return fine
