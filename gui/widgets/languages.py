"""Names of languages for headings."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def language_name(code: str) -> str:
    """``en`` becomes "English"; what is no language code stays as it is."""
    locale = QLocale(code.replace("-", "_"))
    if len(code) > 8 or locale.language() in (
        QLocale.Language.C,
        QLocale.Language.AnyLanguage,
    ):
        return code
    return QLocale.languageToString(locale.language())
