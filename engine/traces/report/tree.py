"""The search of a sentence as a tree, from left to right, as an inline SVG."""

from __future__ import annotations

from engine.events import LiveHypothesis, Step
from engine.trace import SentenceTrace
from engine.traces.report.markup import Room, piece_text, short, text

_WIDE, _HIGH = 92, 34
_NODE_WIDE, _NODE_HIGH = 76, 28
_LONGEST = 10


def tree(sentence: SentenceTrace, path: list[int], room: Room) -> str:
    """The hypotheses of each step from the best down, with lines from parents to children."""
    steps = _that_fit(sentence.steps, room)
    widest = max((len(step.hypotheses) for step in steps), default=0)
    wide, high = len(steps) * _WIDE + 8, widest * _HIGH + 24
    kept = _kept(sentence)
    parts = [
        f'<svg class="tree" role="img" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'aria-label="Search tree of {len(steps)} steps">'
    ]
    for step in steps:
        parts.append(
            f'\n<text class="step" x="{step.index * _WIDE + 4}" y="12">{step.index + 1}</text>'
        )
        for place, live in enumerate(step.hypotheses):
            if step.index:
                bold = path[step.index : step.index + 1] == [place]
                parts.append(_line(step.index, live.parent, place, bold))
    for step in steps:
        for place, live in enumerate(step.hypotheses):
            names = ["node"]
            if (step.index, place) not in kept:
                names.append("pruned")
            if path[step.index : step.index + 1] == [place]:
                names.append("path")
            if live.finished:
                names.append("finished")
            parts.append(_node(step.index, place, live, " ".join(names)))
    parts.append("</svg>")
    drawn = f'<div class="wide">{"".join(parts)}</div>'
    left = len(sentence.steps) - len(steps)
    if left:
        number = sentence.encoded.sentence + 1
        drawn += room.leave_out(
            f"the last {left} of {len(sentence.steps)} steps in the search tree of "
            f"sentence {number}"
        )
    return drawn


def _that_fit(steps: list[Step], room: Room) -> list[Step]:
    fitting = []
    for step in steps:
        if len(step.hypotheses) > room.nodes:
            break
        room.nodes -= len(step.hypotheses)
        fitting.append(step)
    return fitting


def _kept(sentence: SentenceTrace) -> set[tuple[int, int]]:
    """The places whose hypotheses ended, or lived to the newest step, and their ancestors."""
    kept: set[tuple[int, int]] = set()
    alive: set[int] = set()
    last = len(sentence.steps) - 1
    for step in reversed(sentence.steps):
        for place, live in enumerate(step.hypotheses):
            if live.finished or step.index == last:
                alive.add(place)
        kept |= {(step.index, place) for place in alive}
        alive = {step.hypotheses[place].parent for place in alive}
    return kept


def _middle(place: int) -> float:
    return 20 + place * _HIGH + _NODE_HIGH / 2


def _line(step: int, parent: int, place: int, bold: bool) -> str:
    begin, end = (step - 1) * _WIDE + 4 + _NODE_WIDE, step * _WIDE + 4
    name = ' class="path"' if bold else ""
    return f'<path{name} d="M{begin},{_middle(parent):g}L{end},{_middle(place):g}"/>'


def _node(step: int, place: int, live: LiveHypothesis, names: str) -> str:
    x, y = step * _WIDE + 4, 20 + place * _HIGH
    shown = piece_text(live.piece)
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1] + "…"
    ended = " ✓" if live.finished else ""
    parts = live.parts
    told = (
        f"step {step + 1}, hypothesis {place + 1}: {piece_text(live.piece)} (id {live.piece.id})\n"
        f"log-probability {live.log_probability!r}\n"
        f"score {parts.score!r} = ({parts.log_probability!r} + {parts.penalty!r}) / "
        f"{parts.normaliser!r}\n{live.text}"
    )
    return (
        f'<g class="{names}"><title>{text(told)}</title>'
        f'<rect x="{x}" y="{y}" width="{_NODE_WIDE}" height="{_NODE_HIGH}" rx="4"/>'
        f'<text x="{x + 6}" y="{y + 12}">{text(shown)}{ended}</text>'
        f'<text class="score" x="{x + 6}" y="{y + 24}">{short(live.score, 4)}</text></g>'
    )
