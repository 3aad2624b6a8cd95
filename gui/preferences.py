"""What the user chose of language, look, numbers and log: read, remembered and put into force."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui import language, numbers, theme
from gui.logs.log import allow_texts
from gui.settings import Settings

SYSTEM = ""
"""In place of a language or a theme: that of the system."""

_SIGNS = {"": None, "point": False, "comma": True}


@dataclass(frozen=True)
class Preferences:
    """The choices.

    Attributes:
        language: code of :data:`gui.language.LANGUAGES`, or ``SYSTEM``; from the next start on.
        theme: "light", "dark", or ``SYSTEM``.
        text_tenths: size of the text in tenths of a point; 0 is the normal size.
        colour_map: one of :data:`gui.theme.COLOUR_MAPS`; empty is the theme's own.
        sign: "point" or "comma"; empty is that of the language.
        digits: one of :data:`gui.numbers.DIGITS`.
        log_texts: whether texts of the user's are written into the log.
    """

    language: str = SYSTEM
    theme: str = SYSTEM
    text_tenths: int = 0
    colour_map: str = ""
    sign: str = ""
    digits: int = 6
    log_texts: bool = False

    @classmethod
    def read(cls, settings: Settings) -> Preferences:
        """Those that are remembered; what is damaged or unknown counts as not chosen."""
        usual = cls()
        chosen: dict[str, tuple[str, Container[str]]] = {
            "language": (settings.text("look/language"), language.LANGUAGES),
            "theme": (settings.text("look/theme"), theme.THEMES),
            "colour_map": (settings.text("look/colour_map"), theme.COLOUR_MAPS),
            "sign": (settings.text("look/decimal_sign"), _SIGNS),
        }
        texts = {name: value if value in known else "" for name, (value, known) in chosen.items()}
        low, high = (round(10 * points) for points in (theme.SMALLEST_TEXT, theme.LARGEST_TEXT))
        digits = settings.number("look/digits", usual.digits, 1, 99)
        return cls(
            **texts,
            text_tenths=settings.number("look/text_size", 0, low, high),
            digits=digits if digits in numbers.DIGITS else usual.digits,
            log_texts=settings.flag("log/texts", usual.log_texts),
        )

    def write(self, settings: Settings) -> None:
        """Remember them; what is as usual is not written down."""
        usual = Preferences()
        for key, value, same in (
            ("look/language", self.language, usual.language),
            ("look/theme", self.theme, usual.theme),
            ("look/text_size", self.text_tenths, usual.text_tenths),
            ("look/colour_map", self.colour_map, usual.colour_map),
            ("look/decimal_sign", self.sign, usual.sign),
            ("look/digits", self.digits, usual.digits),
            ("log/texts", self.log_texts, usual.log_texts),
        ):
            settings.set(key, None if value == same else value)

    def language_code(self) -> str:
        """The language, that of the system resolved."""
        return self.language or language.system_language()

    def theme_name(self, application: QApplication) -> str:
        """The theme, that of the system resolved."""
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self.theme or ("dark" if dark else "light")

    def apply(self, application: QApplication) -> None:
        """Put look, numbers and what is logged into force; whoever draws by hand is told."""
        allow_texts(self.log_texts)
        comma = _SIGNS[self.sign]
        if comma is None:
            # Of the one that is spoken: another one comes with the next start.
            comma = language.current_language() == "fr"
        numbers.set_style(numbers.Style(comma, self.digits))
        theme.choose_colour_map(self.colour_map)
        points = self.text_tenths / 10 if self.text_tenths else theme.normal_text_size()
        theme.apply(application, theme.THEMES[self.theme_name(application)], points)
