"""The arrangements of the panels that are one key away. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Split:
    """Parts side by side, or one above the other, with their shares of the room.

    Attributes:
        across: side by side.
        parts: names of panels, tuples of names (tabs, the first one in front), or splits.
        shares: of each part.
    """

    across: bool
    parts: tuple[Part, ...]
    shares: tuple[int, ...]


Part = str | tuple[str, ...] | Split


def leading(part: Part) -> str:
    """The panel that stands first in a part."""
    if isinstance(part, Split):
        return leading(part.parts[0])
    return part if isinstance(part, str) else part[0]


def panels_of(part: Part) -> Iterator[str]:
    """The panels that a part shows."""
    if isinstance(part, Split):
        for inner in part.parts:
            yield from panels_of(inner)
    else:
        yield from (part,) if isinstance(part, str) else part


PANELS = (
    "source",
    "translation",
    "heads",
    "attention",
    "scores",
    "masks",
    "candidates",
    "beams",
    "alignment",
    "positions",
    "layers",
    "gates",
    "reference",
    "history",
    "model",
)
"""All panels that there are, in the order of the menu."""

HOST = "attention"
"""A panel that has no place in an arrangement comes up among its tabs."""

_TEXTS = Split(False, ("source", "translation"), (230, 300))

PRESETS: dict[str, Part] = {
    "watch": Split(True, (_TEXTS, ("attention", "alignment")), (460, 780)),
    # The matrix and the thumbnails share the height that a small window can give.
    "attention": Split(
        False,
        (
            Split(True, ("source", "translation"), (460, 780)),
            Split(True, ("heads", ("attention", "alignment")), (460, 780)),
        ),
        (170, 430),
    ),
    "search": Split(
        True,
        (
            Split(
                False,
                ("source", ("candidates", "translation", "reference", "history")),
                (150, 400),
            ),
            ("beams", "attention", "layers"),
        ),
        (440, 800),
    ),
    "learn": Split(
        True,
        (_TEXTS, ("scores", "masks", "attention", "positions", "layers", "reference")),
        (380, 860),
    ),
}
"""By name, the arrangements that are one key away."""
