"""Colours, fonts and the style sheet, light and dark; panels re-theme on ``notifier.changed``."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields, replace
from string import Template
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from engine.resources import resource_path
from gui.style import STYLE

FAMILY = "Inter"
SYMBOLS_FAMILY = "Noto Sans Mono"
"""Has the word mark of SentencePiece, which Inter lacks."""


@dataclass(frozen=True)
class Theme:
    """The colours of one look, as ``#rrggbb``.

    Text colours have a contrast of at least 4.5 (WCAG AA) on ``window``, ``surface`` and
    ``raised``; ``outline`` at least 3 on ``surface``.

    Attributes:
        name: "light" or "dark".
        dark: whether the background is dark.
        window: behind the panels.
        surface: panels, editors, plots.
        raised: buttons, header, hovered rows.
        text: what is read.
        muted: captions and hints.
        accent: the one accent: primary button, focus, selection marks.
        on_accent: text on ``accent``.
        border: hairlines between surfaces.
        outline: frames of controls.
        marker: the current step, wherever it is marked.
        highlight: background of source words that are attended to.
        selection: background of selected text.
        good: high probability, success.
        warn: what deserves a look.
        bad: errors, low probability.
        colormap: name of the map for weights from 0 to 1, in :mod:`gui.colour_maps`.
    """

    name: str
    dark: bool
    window: str
    surface: str
    raised: str
    text: str
    muted: str
    accent: str
    on_accent: str
    border: str
    outline: str
    marker: str
    highlight: str
    selection: str
    good: str
    warn: str
    bad: str
    colormap: str

    def color(self, name: str, alpha: float = 1.0) -> QColor:
        """The colour of one field, with an opacity from 0 to 1."""
        color = QColor(getattr(self, name))
        color.setAlphaF(alpha)
        return color


LIGHT = Theme(
    name="light",
    dark=False,
    window="#f3f5f6",
    surface="#ffffff",
    raised="#e9edef",
    text="#16212a",
    muted="#52606b",
    accent="#0b6478",
    on_accent="#ffffff",
    border="#d9dfe3",
    outline="#75838d",
    marker="#b0460a",
    highlight="#ffd9a8",
    selection="#c4e3ea",
    good="#1b6e3c",
    warn="#8a5a00",
    bad="#b3261e",
    colormap="CET-L17",
)

DARK = Theme(
    name="dark",
    dark=True,
    window="#12171b",
    surface="#1a2126",
    raised="#242d34",
    text="#e6ebee",
    muted="#9fadb8",
    accent="#5cc3d6",
    on_accent="#06222a",
    border="#2d373f",
    outline="#6b7a86",
    marker="#ffab5e",
    highlight="#6b4213",
    selection="#1f5563",
    good="#74cf95",
    warn="#e8bf62",
    bad="#ff9487",
    colormap="magma",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

COLOUR_MAPS = ("cividis", "viridis", "magma", "inferno", "CET-L17", "CET-L1")
"""The maps for weights that the user may choose in place of the theme's.

All rise evenly in lightness, so that they can be read without seeing colours.
"""


class _Notifier(QObject):
    changed = Signal(object)
    """The :class:`Theme` that was applied."""


notifier = _Notifier()
_current: Theme = LIGHT
_text_size: float = 0.0
_colour_map: str = ""

SMALLEST_TEXT, LARGEST_TEXT = 7.0, 24.0


def current() -> Theme:
    """The theme applied last."""
    return _current


def choose_colour_map(name: str) -> None:
    """Take one of ``COLOUR_MAPS`` for weights from the next :func:`apply` on; "" is the theme's."""
    global _colour_map
    _colour_map = name if name in COLOUR_MAPS else ""


def normal_text_size() -> float:
    """Points of the interface's text before the user changes it."""
    return 13.0 if sys.platform == "darwin" else 10.0


def text_size() -> float:
    """Points of the interface's text now."""
    return _text_size or normal_text_size()


def load_fonts() -> list[str]:
    """Load the bundled fonts, so that there is text even where no font is installed.

    Returns the families, the preferred one first.
    """
    known = QFontDatabase.families()
    if not {FAMILY, SYMBOLS_FAMILY} <= set(known):
        for file in sorted(resource_path("fonts").glob("*.[ot]tf")):
            QFontDatabase.addApplicationFont(str(file))
        known = QFontDatabase.families()
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return [name for name in dict.fromkeys((FAMILY, system, SYMBOLS_FAMILY)) if name in known]


_STYLED: Final = "diaphaneStyled"


def apply(app: QApplication, theme: Theme, points: float | None = None) -> None:
    """Give the application the look of ``theme`` and tell everybody who draws by hand.

    Args:
        app: the application.
        theme: the colours.
        points: size of the text; unchanged if ``None``.
    """
    global _current, _text_size
    # The current theme, which may be given, may have a chosen colour map.
    theme = THEMES.get(theme.name, theme)
    theme = replace(theme, colormap=_colour_map) if _colour_map else theme
    _current = theme
    if points is not None:
        _text_size = min(max(points, SMALLEST_TEXT), LARGEST_TEXT)
    font = QFont()
    font.setFamilies(load_fonts())
    font.setPointSizeF(text_size())
    # Inter would draw "->" as an arrow and "3x4" as a product: pieces are shown as they are.
    font.setFeature(QFont.Tag("calt"), 0)
    if not app.property(_STYLED):
        # Once: each call leaves some of the style before it in memory.
        app.setStyle("Fusion")
        app.setProperty(_STYLED, True)
    # Qt replaces one style sheet by another in three times the time it takes to remove one and to
    # set one: each widget is told once for each of its ancestors.
    app.setStyleSheet("")
    app.setFont(font)
    app.setPalette(_palette(theme))
    app.setStyleSheet(_style_sheet(theme, text_size()))
    notifier.changed.emit(theme)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, name in {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "surface",
        role.AlternateBase: "raised",
        role.Text: "text",
        role.Button: "raised",
        role.ButtonText: "text",
        role.BrightText: "bad",
        role.ToolTipBase: "raised",
        role.ToolTipText: "text",
        role.PlaceholderText: "muted",
        role.Highlight: "selection",
        role.HighlightedText: "text",
        role.Accent: "accent",
        role.Link: "accent",
        role.LinkVisited: "accent",
        role.Light: "surface",
        role.Midlight: "raised",
        role.Mid: "border",
        role.Dark: "outline",
        role.Shadow: "outline",
    }.items():
        palette.setColor(which, theme.color(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, theme.color("muted", 0.6))
    return palette


def _style_sheet(theme: Theme, points: float) -> str:
    def image(name: str) -> str:
        return resource_path("icons", f"{name}-{theme.name}.svg").as_posix()

    names = {field.name: getattr(theme, field.name) for field in fields(theme)}
    names |= {
        "title_size": f"{points * 1.25:.1f}pt",
        "small_size": f"{points * 0.92:.1f}pt",
        "chevron": image("chevron"),
        "chevron_up": image("chevron-up"),
        "check": image("check"),
    }
    return Template(STYLE).substitute(names)
