"""Names of languages for headings."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale

from gui.language import QT_TR_NOOP, tr

_NAMES: Final = (
    QT_TR_NOOP("Arabic"),
    QT_TR_NOOP("Chinese"),
    QT_TR_NOOP("Dutch"),
    QT_TR_NOOP("English"),
    QT_TR_NOOP("French"),
    QT_TR_NOOP("German"),
    QT_TR_NOOP("Italian"),
    QT_TR_NOOP("Japanese"),
    QT_TR_NOOP("Polish"),
    QT_TR_NOOP("Portuguese"),
    QT_TR_NOOP("Russian"),
    QT_TR_NOOP("Spanish"),
)
"""Marked for translation; Qt itself has the names of languages in English only."""


def language_name(code: str) -> str:
    """``en`` becomes "English", or "Anglais"; what is no language code stays as it is."""
    locale = QLocale(code.replace("-", "_"))
    if len(code) > 8 or locale.language() in (
        QLocale.Language.C,
        QLocale.Language.AnyLanguage,
    ):
        return code
    return tr(QLocale.languageToString(locale.language()))
