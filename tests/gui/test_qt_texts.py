"""Qt's own texts speak the language of the interface too."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from gui import language, numbers


def test_qt_speaks_the_language_of_the_interface(qapp: QApplication) -> None:
    def cancel() -> str:
        return QCoreApplication.translate("QPlatformTheme", "Cancel")

    assert cancel() == "Cancel"
    language.install(qapp, "fr")
    assert cancel() == "Annuler"
    language.install(qapp, "en")
    assert cancel() == "Cancel"


def test_boxes_take_the_decimal_sign_that_was_chosen() -> None:
    assert numbers.locale().toString(0.5) == "0.5"
    numbers.set_style(numbers.Style(comma=True))
    try:
        assert numbers.locale().toString(0.5) == "0,5"
    finally:
        numbers.set_style(numbers.Style())
