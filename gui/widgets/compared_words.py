"""Two texts beside each other, with the words marked that only one of them has."""

from __future__ import annotations

import html

from gui import theme
from gui.widgets.text_difference import stretches

Run = tuple[str, bool]
"""A stretch of text, and whether the other text has other words in its place, or none."""


def runs(first: str, second: str) -> tuple[list[Run], list[Run]]:
    """Both texts cut into stretches that the other has and stretches that it lacks.

    Put together the stretches are the texts.
    """
    parts = stretches(first, second)
    return (
        [(part.before, not part.same) for part in parts if part.before],
        [(part.after, not part.same) for part in parts if part.after],
    )


def marked(first: str, second: str) -> tuple[str, str]:
    """Both texts as HTML: what only the first has struck out, what only the second has bold.

    Besides their colours they have a stroke each, so that no one needs to tell colours apart.
    """
    colours = theme.current()
    styles = (
        f"color: {colours.bad}; text-decoration: line-through;",
        f"color: {colours.good}; text-decoration: underline; font-weight: 600;",
    )
    left, right = (
        "".join(_html(text, style if lacking else "") for text, lacking in side)
        for side, style in zip(runs(first, second), styles, strict=True)
    )
    return left, right


def _html(text: str, style: str) -> str:
    """A stretch; the white space around it gets no stroke, which would join it to the next."""
    core = text.strip()
    if style and core:
        lead, tail = text.split(core, 1)
        span = f'<span style="{style}">{html.escape(core)}</span>'
        shown = f"{html.escape(lead)}{span}{html.escape(tail)}"
    else:
        shown = html.escape(text)
    return shown.replace("\n", "<br>")
