"""The arithmetic of a cell as rich text."""

from __future__ import annotations

import html
from collections.abc import Sequence

from gui import theme
from gui.language import tr
from gui.widgets.arithmetic import Line


def to_html(heading: str, place: str, lines: Sequence[Line]) -> str:
    """The arithmetic as rich text; the last line, the chosen matrix' own, stands out."""
    colours = theme.current()
    muted = f"color:{colours.muted}"
    # Rich text folds spaces.
    gap, hard_gap = "   ", "&nbsp;&nbsp; "
    parts = [
        f"<p style='margin:0 0 6px 0'><b>{html.escape(heading).replace(gap, hard_gap)}</b>"
        f"&nbsp;&nbsp;<span style='{muted}'>{html.escape(place)}</span></p>"
    ]
    for line in lines:
        last = line is lines[-1]
        body = [f"<b>{html.escape(line.name)}</b>"]
        if line.formula:
            body.append(f"<span style='{muted}'>= {html.escape(line.formula)}</span>")
        if line.numbers:
            body.append(f"= {html.escape(line.numbers)}")
        body.append(f"= <b>{html.escape(line.result)}</b>")
        if line.note:
            body.append(f"<span style='{muted}'>{html.escape(line.note)}</span>")
        shade = f" bgcolor='{colours.raised}'" if last and len(lines) > 1 else ""
        parts.append(
            f"<table width='100%' cellpadding='4' cellspacing='0'{shade}>"
            f"<tr><td>{' '.join(body)}</td></tr></table>"
        )
    for line in lines:
        if line.terms:
            what = "Σ e^(s′ − max)" if line.link == "weights" else line.name
            caption = html.escape(tr("The terms of {what}:").format(what=what))
            parts.append(
                f"<p style='margin:8px 4px 0 4px'><span style='{muted}'>{caption}</span> "
                f"{html.escape(line.terms)}</p>"
            )
    return "".join(parts)
