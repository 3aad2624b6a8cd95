"""Parts of a panel put together to one SVG file.

Qt's generator ignores where a widget ends, or clips in the wrong place (``QSvgGenerator``, 6.11):
every widget is drawn to an SVG of its own, and these are put side by side, each clipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape, unescape

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator

from gui.exports.parts import Part

# What XML 1.0 has no way to write.
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EMPTY: Final = re.compile(r"<g [^<>]*>\s*</g>\s*")
# Every text has its own font: that of the group around it only makes the file larger.
_FONT_OF_GROUP: Final = re.compile(
    r'(<g [^<>]*?)\s+font-family="[^"]*" font-size="[^"]*" font-weight="[^"]*"'
    r' font-style="[^"]*"\s*>'
)
# Neighbouring cells would show hairlines between them where they end inside a dot.
_CELLS: Final = re.compile(r'(<g fill="#[^<>]*? stroke="none"[^<>]*)>(?=\s*<rect )')
_TEXT: Final = re.compile(
    r'<text ([^<>]*font-family="([^"]*)" font-size="([^"]*)" font-weight="([^"]*)" '
    r'font-style="([^"]*)")\s*>([^<>]+)</text>'
)
_ID: Final = re.compile(r'(?<=\bid=")|(?<=url\(#)|(?<=href="#)')


def put_together(parts: Iterable[Part], size: QSize, surface: str, title: str) -> bytes:
    """The file, in UTF-8.

    Args:
        parts: those behind first.
        size: of the panel, in pixels.
        surface: the colour behind them.
        title: what the picture is of.
    """
    wide, high = size.width(), size.height()
    pieces = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'version="1.1" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{wide}" height="{high}" fill="{surface}"/>\n'
    ]
    for number, part in enumerate(parts):
        definitions, drawn = _drawn(part, f"p{number}-")
        if not drawn:
            continue
        seen = part.seen.translated(-part.place)
        pieces.append(
            f'<defs><clipPath id="p{number}"><path d="{_outline(seen)}"/></clipPath></defs>\n'
            f"{definitions}"
            f'<g transform="translate({part.place.x()},{part.place.y()})" '
            f'clip-path="url(#p{number})">\n{drawn}</g>\n'
        )
    pieces.append("</svg>\n")
    return _NOT_XML.sub("\ufffd", "".join(pieces)).encode("utf-8")


def _outline(area: QRect) -> str:
    return f"M{area.x()},{area.y()}h{area.width()}v{area.height()}h{-area.width()}z"


def _drawn(part: Part, prefix: str) -> tuple[str, str]:
    """Definitions and shapes of one widget, their ids unlike those of others."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(part.widget.size())
    generator.setViewBox(part.widget.rect())
    generator.setResolution(part.widget.logicalDpiX())
    with QPainter(generator) as painter:
        part.draw(painter)
    # A lone surrogate has no bytes in UTF-8.
    text = bytes(buffer.data().data()).decode("utf-8", "replace")
    begin, middle, end = text.index("<defs>"), text.index("</defs>"), text.rindex("</svg>")
    drawn = _slim(text[middle + len("</defs>") : end])
    if "<" not in drawn:
        return "", ""
    definitions = text[begin + len("<defs>") : middle].strip()
    if definitions:
        definitions = f"<defs>{_ID.sub(prefix, definitions)}</defs>\n"
    return definitions, _ID.sub(prefix, drawn)


def _slim(drawn: str) -> str:
    """The same picture smaller, and alike where other fonts are installed."""
    while (fewer := _EMPTY.sub("", drawn)) != drawn:
        drawn = fewer
    drawn = _CELLS.sub(r'\1 shape-rendering="crispEdges">', drawn)
    return _TEXT.sub(_fitted, _FONT_OF_GROUP.sub(r"\1>", drawn))


def _fitted(found: re.Match[str]) -> str:
    """A text that takes as much room in another font: the widths are those of ours."""
    attributes, families, size, weight, style, text = found.groups()
    names = [name.strip() for name in families.split(",")]
    length = _metrics(tuple(names), float(size), int(weight), style).horizontalAdvance(
        unescape(text, {"&quot;": '"', "&apos;": "'"})
    )
    generic = "monospace" if "Mono" in names[0] else "sans-serif"
    quoted = f"'{names[0]}', {generic}" if " " in names[0] else f"{names[0]}, {generic}"
    attributes = attributes.replace(f'font-family="{families}"', f'font-family="{quoted}"')
    # One letter stretched would be another letter.
    fit = f' textLength="{length:.2f}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return f"<text {attributes}{fit}>{text}</text>"


@lru_cache(maxsize=64)
def _metrics(families: tuple[str, ...], size: float, weight: int, style: str) -> QFontMetricsF:
    font = QFont()
    font.setFamilies(list(families))
    # Sizes in points come to fractions; what is drawn has whole pixels.
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight(weight))
    font.setItalic(style == "italic")
    return QFontMetricsF(font)
