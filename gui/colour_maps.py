"""The colours that weights from 0 to 1 are drawn in: 256 of each map, from pyqtgraph's tables.

The tables are read where they lie. To import pyqtgraph for them takes longer than to open the
window, and nothing else of it is needed at the start.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

Rgb = tuple[int, int, int]
_FOLDER: Final = ("colors", "maps")


@cache
def colour_map(name: str) -> tuple[Rgb, ...]:
    """The 256 colours of a map, each red, green and blue from 0 to 255.

    Raises:
        FileNotFoundError: there is no such map.
    """
    colours: list[Rgb] = []
    for line in _folder().joinpath(f"{name}.csv").read_text(encoding="utf-8").splitlines():
        numbers = line.split(";", maxsplit=1)[0].split(",")
        if len(numbers) >= 3:  # not a comment
            red, green, blue = (int(255 * float(number) + 0.5) for number in numbers[:3])
            colours.append((red, green, blue))
    return tuple(colours)


def _folder() -> Path:
    found = find_spec("pyqtgraph")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent.joinpath(*_FOLDER)
