"""Where the session is, worked out from the trace's events alone: what every panel must show.

Nothing here asks the trace's own questions (paths, ancestry, attention); parents are followed
and rows are stacked once more, in plain Python and NumPy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.events import AttentionKind, Encoded, LiveHypothesis, Piece, Step
from engine.trace import SentenceTrace, Trace
from gui.session import Session

Array = npt.NDArray[np.floating]
Mask = npt.NDArray[np.bool_]


@dataclass
class Tell:
    """Gathers what differs, each with the panel that shows it."""

    panel: str = ""
    found: list[str] = field(default_factory=list)

    def say(self, what: str) -> None:
        self.found.append(f"{self.panel}: {what}")

    def same(self, what: str, shown: object, expected: object) -> bool:
        if shown == expected:
            return True
        self.say(f"{what} is {shown!r}, not {expected!r}")
        return False

    def close(self, what: str, shown: object, expected: object, atol: float = 1e-6) -> None:
        one, other = np.asarray(shown, np.float64), np.asarray(expected, np.float64)
        if one.shape != other.shape:
            self.say(f"{what} has the shape {one.shape}, not {other.shape}")
        elif not np.allclose(one, other, rtol=1e-5, atol=atol, equal_nan=True):
            self.say(f"{what} differs by up to {np.nanmax(np.abs(one - other))}")


def figures(text: str) -> list[int]:
    """The whole numbers of a text, whatever the words around them."""
    return [int(number) for number in re.findall(r"\d+", text)]


def ids(pieces: Iterable[Piece]) -> list[int]:
    return [piece.id for piece in pieces]


def back(steps: Sequence[Step], step: int, hypothesis: int) -> list[int]:
    """The hypothesis and its ancestors, from the first step on."""
    places = [hypothesis]
    for index in range(step, 0, -1):
        places.append(steps[index].hypotheses[places[-1]].parent)
    return places[::-1]


def onward(steps: Sequence[Step], places: list[int]) -> list[int]:
    """And then the first child of each, while there is one."""
    places = list(places)
    while places and len(places) < len(steps):
        parents = [live.parent for live in steps[len(places)].hypotheses]
        if places[-1] not in parents:
            break
        places.append(parents.index(places[-1]))
    return places


def path_of(sentence: SentenceTrace, followed: tuple[int, int] | None) -> list[int]:
    """What is shown of a sentence: what is followed, else its best output so far."""
    steps = sentence.steps
    if followed is not None:
        return onward(steps, back(steps, *followed))
    if sentence.finished is not None:
        best = sentence.finished.hypotheses[0]
        return onward(steps, back(steps, best.step, best.index)) if best.step >= 0 else []
    return back(steps, len(steps) - 1, 0) if steps else []


@dataclass(frozen=True)
class Shown:
    """One place of one trace, with what is selected.

    Attributes:
        number, sentence: of the trace.
        step, hypothesis: ``None`` and 0 before the first step.
        path: places of the whole output that goes through the step's hypothesis.
        chain: the hypothesis of the step and its ancestors.
    """

    trace: Trace
    number: int
    sentence: SentenceTrace
    step: int | None
    hypothesis: int
    path: list[int]
    chain: list[LiveHypothesis]
    kind: AttentionKind
    layer: int
    head: int | None

    @property
    def stacks(self) -> str:
        """Which stacks the model has that made the trace."""
        return self.trace.started.model.stacks

    @property
    def lacks(self) -> bool:
        """Whether one stack alone has no attention of the selected kind."""
        own = {"encoder": AttentionKind.ENCODER_SELF, "decoder": AttentionKind.DECODER_SELF}
        return own.get(self.stacks, self.kind) is not self.kind

    def blank(self, sentence: SentenceTrace | None = None, step: int | None = None) -> int | None:
        """The piece of the text that an encoder alone fills in at a step."""
        step = self.step if step is None else step
        mask = self.trace.started.model.mask
        if self.stacks != "encoder" or step is None:
            return None
        pieces = (sentence or self.sentence).encoded.pieces
        return [i for i, piece in enumerate(pieces) if piece.text == mask][step]

    @property
    def encoded(self) -> Encoded:
        return self.sentence.encoded

    @property
    def live(self) -> LiveHypothesis:
        """The hypothesis of the step."""
        return self.chain[-1]

    @property
    def written(self) -> tuple[Piece, ...]:
        return tuple(live.piece for live in self.chain)

    @property
    def inputs(self) -> tuple[Piece, ...]:
        """Of the decoder up to the step."""
        return (self.encoded.start, *self.written[:-1])

    def axes(self) -> tuple[tuple[Piece, ...], tuple[Piece, ...]] | None:
        """Queries and keys of the selected kind."""
        if self.lacks:
            return None
        if self.kind is AttentionKind.ENCODER_SELF:
            return self.encoded.pieces, self.encoded.pieces
        if self.step is None:
            return None
        if self.kind is AttentionKind.CROSS:
            return self.written, self.encoded.pieces
        return self.inputs, self.inputs

    def heads(self) -> Array | None:
        """[layers, heads, query, key] of the selected kind, NaN where the decoder cannot look."""
        if self.lacks:
            return None
        if self.kind is AttentionKind.ENCODER_SELF:
            return self.encoded.attention
        if self.step is None:
            return None
        rows = [
            live.cross if self.kind is AttentionKind.CROSS else live.decoder_self
            for live in self.chain
        ]
        size = max(row.shape[-1] for row in rows)
        stacked = np.full((*rows[0].shape[:2], len(rows), size), np.nan)
        for index, row in enumerate(rows):
            stacked[:, :, index, : row.shape[-1]] = row
        return stacked

    def matrix(self) -> Array | None:
        """[query, key] of the selected kind, layer and head; 0 where the decoder cannot look."""
        heads = self.heads()
        if heads is None:
            return None
        chosen = heads[self.layer]
        return np.nan_to_num(chosen.mean(axis=0) if self.head is None else chosen[self.head])

    def blocked(self) -> Mask | None:
        """[query, key] of the selected kind: where the mask in force is −∞."""
        if self.lacks:
            return None
        if self.kind is AttentionKind.ENCODER_SELF:
            return np.isneginf(self.encoded.mask)
        if self.step is None:
            return None
        steps = self.sentence.steps[: self.step + 1]
        if self.kind is AttentionKind.CROSS:
            return np.stack([np.isneginf(step.cross_mask) for step in steps])
        square = np.ones((len(steps), len(steps)), dtype=np.bool_)
        for index, step in enumerate(steps):
            square[index, : index + 1] = np.isneginf(step.self_mask)
        return square


def place_of(session: Session) -> tuple[int, int] | None:
    """The (sentence, step) of the session's position."""
    if session.trace is None:
        return None
    places = [
        (number, step)
        for number, each in enumerate(session.trace.sentences)
        for step in range(len(each.steps))
    ]
    return places[session.position] if 0 <= session.position < len(places) else None


def ends_of(session: Session) -> dict[int, tuple[int, int]]:
    """A (step, hypothesis) of what is shown of each sentence, where that is not its best output.

    Where what is followed has ended before the current step, that is the best of those that went
    on.
    """
    ends, place = dict(session.followed), place_of(session)
    if session.trace is not None and place is not None:
        number, step = place
        if step >= len(path_of(session.trace.sentences[number], ends.get(number))):
            ends[number] = step, 0
    return ends


def shown_of(session: Session) -> Shown | None:
    """What is shown; ``None`` while no sentence has been encoded."""
    trace = session.trace
    if trace is None or not trace.sentences:
        return None
    place = place_of(session)
    number = len(trace.sentences) - 1 if place is None else place[0]
    sentence = trace.sentences[number]
    path = path_of(sentence, ends_of(session).get(number))
    step, hypothesis = None, 0
    chain: list[LiveHypothesis] = []
    if place is not None:
        step = place[1]
        hypothesis = path[step]
        through = back(sentence.steps, step, hypothesis)
        chain = [sentence.steps[n].hypotheses[p] for n, p in enumerate(through)]
    return Shown(
        trace, number, sentence, step, hypothesis, path, chain,
        session.kind, session.layer, session.head,
    )  # fmt: skip


def text_of(trace: Trace, followed: dict[int, tuple[int, int]]) -> str:
    """The readable translation along these, and elsewhere along the best."""
    if trace.translated is not None and not followed:
        return trace.translated.text
    written, end = "", 0
    for number, sentence in enumerate(trace.sentences):
        begin, stop = trace.started.sentences[number]
        path = path_of(sentence, followed.get(number))
        if number not in followed and sentence.finished is not None:
            text = sentence.finished.hypotheses[0].text
        elif path:
            text = sentence.steps[len(path) - 1].hypotheses[path[-1]].text
        else:
            text = ""
        written += trace.started.text[end:begin] + text
        end = stop
    return written
