from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import language, numbers, theme
from gui.main_window import MainWindow
from gui.preferences import Preferences
from gui.settings import Settings
from gui.settings_dialog import SettingsDialog


@pytest.fixture(autouse=True)
def usual_again(themed: None) -> object:
    yield
    numbers.set_style(numbers.Style())
    theme.choose_colour_map("")


OTHER = Preferences("fr", "dark", 125, "viridis", "comma", 9)


def test_they_survive_a_journey_to_disk(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    settings = Settings(path)
    OTHER.write(settings)
    assert settings.save()
    assert Preferences.read(Settings(path)) == OTHER


def test_what_is_as_usual_is_not_written_down(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    OTHER.write(settings)
    Preferences().write(settings)
    settings.save()
    path = tmp_path / "settings.ini"
    assert not path.exists() or "look" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("look/language", "xx"),
        ("look/theme", "plaid"),
        ("look/text_size", "9999"),
        ("look/text_size", "big"),
        ("look/colour_map", "jet"),
        ("look/decimal_sign", "semicolon"),
        ("look/digits", "5"),
        ("look/digits", "−1"),
    ],
)
def test_what_is_damaged_counts_as_not_chosen(key: str, value: str) -> None:
    settings = Settings(None)
    settings.set(key, value)
    assert Preferences.read(settings) == Preferences()


def test_they_come_into_force(qapp: QApplication) -> None:
    OTHER.apply(qapp)
    assert theme.current().dark
    assert theme.current().colormap == "viridis"
    assert theme.text_size() == 12.5
    assert numbers.share(0.5) == "0,500000000"
    Preferences(language="en", theme="light").apply(qapp)
    assert theme.current() == theme.LIGHT
    assert theme.text_size() == theme.normal_text_size()
    assert numbers.share(0.5) == "0.500000"


def test_the_decimal_sign_is_that_of_the_language_unless_chosen(qapp: QApplication) -> None:
    Preferences(language="fr").apply(qapp)
    # The language comes with the next start, and its decimal sign with it.
    assert not numbers.style().comma
    language.install(qapp, "fr")
    try:
        Preferences(language="fr").apply(qapp)
        assert numbers.style().comma
        Preferences(language="fr", sign="point").apply(qapp)
        assert not numbers.style().comma
    finally:
        language.install(qapp, "en")


def test_the_dialog_shows_and_changes_them_at_once(qtbot: QtBot, window: MainWindow) -> None:
    looks = window.commands.looks
    looks.change(OTHER)
    looks.show_settings()
    (dialog,) = window.findChildren(SettingsDialog)
    assert dialog.preferences() == OTHER
    dialog.theme.setCurrentIndex(dialog.theme.findData("light"))
    assert not theme.current().dark
    dialog.colour_map.setCurrentIndex(dialog.colour_map.findData("cividis"))
    assert theme.current().colormap == "cividis"
    dialog.text_size.setValue(15)
    assert theme.text_size() == 15
    dialog.digits.setCurrentIndex(dialog.digits.findData(4))
    assert numbers.share(0.25) in dialog.example.text() or "0,0123" in dialog.example.text()
    assert Preferences.read(window.settings) == dialog.preferences() == looks.preferences
    dialog.reset_button.click()
    assert looks.preferences == Preferences()
    assert Preferences.read(window.settings) == Preferences()


def test_another_number_style_is_seen_at_once(window: MainWindow) -> None:
    told = []
    window.session.selectionChanged.connect(lambda: told.append("numbers"))
    window.commands.looks.change(Preferences(sign="comma"))
    assert told
    told.clear()
    window.commands.looks.change(Preferences(sign="comma", theme="dark"))
    assert not told


def test_what_the_command_line_asks_for_is_not_remembered(
    qtbot: QtBot, qapp: QApplication, window: MainWindow
) -> None:
    looks = window.commands.looks
    looks.asked["theme"] = "dark"
    looks.change_font(1)
    assert theme.current().dark
    assert Preferences.read(window.settings).theme == ""
    looks.choose_theme("light")
    assert not theme.current().dark
    assert Preferences.read(window.settings).theme == "light"
