"""Names of languages, for headings and to choose from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLocale

from gui.language import QT_TR_NOOP, tr
from gui.widgets.language_names import MORE_LANGUAGES, SAME, SCRIPTS

LANGUAGES: Final = {
    "af": QT_TR_NOOP("Afrikaans"),
    "ar": QT_TR_NOOP("Arabic"),
    "az": QT_TR_NOOP("Azerbaijani"),
    "be": QT_TR_NOOP("Belarusian"),
    "bg": QT_TR_NOOP("Bulgarian"),
    "bn": QT_TR_NOOP("Bangla"),
    "ca": QT_TR_NOOP("Catalan"),
    "cs": QT_TR_NOOP("Czech"),
    "cy": QT_TR_NOOP("Welsh"),
    "da": QT_TR_NOOP("Danish"),
    "de": QT_TR_NOOP("German"),
    "el": QT_TR_NOOP("Greek"),
    "en": QT_TR_NOOP("English"),
    "eo": QT_TR_NOOP("Esperanto"),
    "es": QT_TR_NOOP("Spanish"),
    "et": QT_TR_NOOP("Estonian"),
    "eu": QT_TR_NOOP("Basque"),
    "fa": QT_TR_NOOP("Persian"),
    "fi": QT_TR_NOOP("Finnish"),
    "fr": QT_TR_NOOP("French"),
    "ga": QT_TR_NOOP("Irish"),
    "gl": QT_TR_NOOP("Galician"),
    "gu": QT_TR_NOOP("Gujarati"),
    "ha": QT_TR_NOOP("Hausa"),
    "he": QT_TR_NOOP("Hebrew"),
    "hi": QT_TR_NOOP("Hindi"),
    "hr": QT_TR_NOOP("Croatian"),
    "hu": QT_TR_NOOP("Hungarian"),
    "hy": QT_TR_NOOP("Armenian"),
    "id": QT_TR_NOOP("Indonesian"),
    "is": QT_TR_NOOP("Icelandic"),
    "it": QT_TR_NOOP("Italian"),
    "ja": QT_TR_NOOP("Japanese"),
    "ka": QT_TR_NOOP("Georgian"),
    "kk": QT_TR_NOOP("Kazakh"),
    "km": QT_TR_NOOP("Khmer"),
    "kn": QT_TR_NOOP("Kannada"),
    "ko": QT_TR_NOOP("Korean"),
    "lt": QT_TR_NOOP("Lithuanian"),
    "lv": QT_TR_NOOP("Latvian"),
    "mk": QT_TR_NOOP("Macedonian"),
    "ml": QT_TR_NOOP("Malayalam"),
    "mr": QT_TR_NOOP("Marathi"),
    "ms": QT_TR_NOOP("Malay"),
    "mt": QT_TR_NOOP("Maltese"),
    "my": QT_TR_NOOP("Burmese"),
    "nb": QT_TR_NOOP("Norwegian Bokmål"),
    "nl": QT_TR_NOOP("Dutch"),
    "pa": QT_TR_NOOP("Punjabi"),
    "pl": QT_TR_NOOP("Polish"),
    "pt": QT_TR_NOOP("Portuguese"),
    "ro": QT_TR_NOOP("Romanian"),
    "ru": QT_TR_NOOP("Russian"),
    "sk": QT_TR_NOOP("Slovak"),
    "sl": QT_TR_NOOP("Slovenian"),
    "sq": QT_TR_NOOP("Albanian"),
    "sr": QT_TR_NOOP("Serbian"),
    "sv": QT_TR_NOOP("Swedish"),
    "sw": QT_TR_NOOP("Swahili"),
    "ta": QT_TR_NOOP("Tamil"),
    "te": QT_TR_NOOP("Telugu"),
    "th": QT_TR_NOOP("Thai"),
    "tl": QT_TR_NOOP("Filipino"),
    "tr": QT_TR_NOOP("Turkish"),
    "uk": QT_TR_NOOP("Ukrainian"),
    "ur": QT_TR_NOOP("Urdu"),
    "uz": QT_TR_NOOP("Uzbek"),
    "vi": QT_TR_NOOP("Vietnamese"),
    "yo": QT_TR_NOOP("Yoruba"),
    "zh": QT_TR_NOOP("Chinese"),
    "zu": QT_TR_NOOP("Zulu"),
}
"""By code of ISO 639-1, what can be chosen by name; Qt itself has names in English only."""


def normal_code(code: str) -> str:
    """The code under which a language is known here, whatever standard, script or country.

    >>> normal_code("fra_Latn"), normal_code("pt-BR"), normal_code("ace_Arab")
    ('fr', 'pt', 'ace')
    """
    base = re.split("[_-]", code, maxsplit=1)[0].lower()
    base = SAME.get(base, base)
    if base in LANGUAGES or base in MORE_LANGUAGES or not re.fullmatch("[a-z]{2,3}", base):
        return base
    found = QLocale.codeToLanguage(base)
    known = found not in (QLocale.Language.C, QLocale.Language.AnyLanguage)
    return QLocale.languageToCode(found) if known else base


def english_name(code: str) -> str:
    """``fra_Latn`` becomes "French"; what is no language code stays as it is."""
    normal = normal_code(code)
    known = LANGUAGES.get(normal) or MORE_LANGUAGES.get(normal)
    if known is not None:
        return known
    language = QLocale.codeToLanguage(normal)
    if language in (QLocale.Language.C, QLocale.Language.AnyLanguage):
        return code
    return QLocale.languageToString(language)


def language_name(code: str) -> str:
    """``en`` becomes "English", or "Anglais"; what is no language code stays as it is."""
    return tr(english_name(code))


def language_names(codes: Sequence[str]) -> dict[str, str]:
    """The names of a model's languages by their codes, no two alike.

    >>> language_names(["fra_Latn", "zho_Hans", "zho_Hant"])["zho_Hans"]
    'Chinese (simplified)'
    """
    names = {code: language_name(code) for code in codes}
    times = Counter(names.values())
    shown = {}
    for code, name in names.items():
        script = SCRIPTS.get(re.split("[_-]", code, maxsplit=1)[-1])
        if times[name] > 1:
            name = f"{name} ({tr(script) if script else code})"
        shown[code] = name
    return shown


def language_code(text: str) -> str:
    """The code of a language that somebody has typed: its name, or the code; else empty."""
    wanted = text.strip().casefold()
    for code, name in LANGUAGES.items():
        if wanted in (code, name.casefold(), tr(name).casefold()):
            return code
    return wanted if len(wanted) in (2, 3) and wanted.isascii() and wanted.isalpha() else ""
