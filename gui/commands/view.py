"""Theme, text and window."""

from __future__ import annotations

from PySide6.QtGui import QAction

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

VIEW: tuple[Command, ...] = (
    Command(
        "theme_light",
        QT_TR_NOOP("&Light theme"),
        "looks.choose_theme",
        "view/theme",
        QT_TR_NOOP("Dark on light"),
        choice="theme",
        argument="light",
        words=QT_TR_NOOP("bright white day colours mode appearance"),
    ),
    Command(
        "theme_dark",
        QT_TR_NOOP("&Dark theme"),
        "looks.choose_theme",
        "view/theme",
        QT_TR_NOOP("Light on dark"),
        choice="theme",
        argument="dark",
        words=QT_TR_NOOP("black night colours mode appearance"),
    ),
    Command(
        "theme_system",
        QT_TR_NOOP("As the s&ystem"),
        "looks.choose_theme",
        "view/theme",
        QT_TR_NOOP("Light or dark as the system has it"),
        choice="theme",
        argument="",
        words=QT_TR_NOOP("automatic colours mode appearance theme"),
    ),
    Command(
        "theme_toggle",
        QT_TR_NOOP("&Switch theme"),
        "looks.toggle_theme",
        "view/theme",
        QT_TR_NOOP("Switch between light and dark"),
        ("Ctrl+Shift+D",),
        words=QT_TR_NOOP("dark light mode night colours appearance"),
    ),
    Command(
        "font_larger",
        QT_TR_NOOP("L&arger text"),
        "looks.change_font",
        "view/font",
        QT_TR_NOOP("Make all text larger"),
        ("Ctrl++", "Ctrl+="),
        argument=1,
        words=QT_TR_NOOP("zoom in bigger font size"),
    ),
    Command(
        "font_smaller",
        QT_TR_NOOP("S&maller text"),
        "looks.change_font",
        "view/font",
        QT_TR_NOOP("Make all text smaller"),
        ("Ctrl+-",),
        argument=-1,
        words=QT_TR_NOOP("zoom out font size"),
    ),
    Command(
        "font_normal",
        QT_TR_NOOP("&Normal text size"),
        "looks.change_font",
        "view/font",
        QT_TR_NOOP("Bring the text back to its normal size"),
        ("Ctrl+0",),
        argument=0,
        words=QT_TR_NOOP("zoom reset font default"),
    ),
    Command(
        "full_screen",
        QT_TR_NOOP("&Full screen"),
        "looks.set_full_screen",
        "view/layout",
        QT_TR_NOOP("Use the whole screen"),
        ("F11",),
        checkable=True,
        words=QT_TR_NOOP("maximise presentation projector"),
    ),
    Command(
        "reset_layout",
        QT_TR_NOOP("&Reset layout"),
        "looks.reset_layout",
        "view/layout",
        QT_TR_NOOP("Bring all panels and sizes back to how they came"),
        words=QT_TR_NOOP("restore default arrangement docks panels windows"),
    ),
    Command(
        "settings",
        QT_TR_NOOP("S&ettings…"),
        "looks.show_settings",
        "view/settings",
        QT_TR_NOOP("Language, theme, text size, colours and numbers"),
        ("Ctrl+,",),
        role=QAction.MenuRole.PreferencesRole,
        words=QT_TR_NOOP("preferences options configuration language font colour map decimal"),
    ),
)
