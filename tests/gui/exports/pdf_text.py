"""Enough of PDF to read what Qt's writer has written: the text, the fonts, the pictures."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)endobj", re.S)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)


def objects(data: bytes) -> dict[int, bytes]:
    """Every object by its number, its stream unpacked."""
    found: dict[int, bytes] = {}
    for match in _OBJECT.finditer(data):
        body = match.group(2)
        stream = _STREAM.search(body)
        if stream is not None:
            packed = stream.group(1)
            with suppress(zlib.error):
                packed = zlib.decompress(packed)
            body = body[: stream.start()] + b"stream\n" + packed
        found[int(match.group(1))] = body
    return found


def content(data: bytes) -> bytes:
    """The operators of the one page."""
    pages = [body for body in objects(data).values() if re.search(rb"/Type\s*/Page\b", body)]
    assert len(pages) == 1
    number = re.search(rb"/Contents (\d+) 0 R", pages[0])
    assert number is not None
    return objects(data)[int(number.group(1))].partition(b"stream\n")[2]


def _letters(table: bytes) -> dict[int, str]:
    """What the glyphs of a ToUnicode table are."""
    found: dict[int, str] = {}
    for first, _, many, one in re.findall(
        rb"<([0-9A-F]+)> <([0-9A-F]+)> (?:\[([^]]*)\]|<([0-9A-F]+)>)", table
    ):
        codes = re.findall(rb"<([0-9A-F]+)>", many) if many else [one]
        for place, code in enumerate(codes):
            text = bytes.fromhex(code.decode()).decode("utf-16-be")
            found[int(first, 16) + place] = text
    return found


def text(data: bytes) -> str:
    """All words of the page, a line for each that was drawn at once."""
    there = objects(data)
    lines: list[str] = []
    letters: dict[int, str] = {}
    for font, shown, end in re.findall(
        rb"/F(\d+) \d+ Tf|<([0-9A-Fa-f]+)> Tj|(\bET\b)", content(data)
    ):
        if font:
            table = re.search(rb"/ToUnicode (\d+) 0 R", there[int(font)])
            assert table is not None
            letters = _letters(there[int(table.group(1))])
            lines.append("")
        elif shown:
            # Qt tells no letter for a glyph that stands for several.
            lines[-1] += letters.get(int(shown, 16), "\ufffd")
        elif end:
            lines.append("")
    # Inter has one glyph for the space and the tab, and Qt calls it a tab.
    return "\n".join(line.replace("\t", " ") for line in lines if line)


def pictures(data: bytes) -> int:
    """How many images of pixels it has."""
    return len(re.findall(rb"/Subtype\s*/Image", data))


def embedded_fonts(data: bytes) -> int:
    """How many fonts it brings along."""
    return len(re.findall(rb"/FontFile[23]?\b", data))
