"""What the token strip shows: chips, notes and line breaks, read off a trace."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.trace import SentenceTrace, Trace
from gui.language import tr
from gui.widgets.pieces import SPACE_MARK, describe, label, log_text, weight_text


@dataclass(frozen=True)
class Chip:
    """One written piece.

    Attributes:
        position: index into the trace's positions.
        sentence: the sentence it belongs to.
        step: the step that wrote it.
        text: what is drawn, without the space mark.
        spaced: whether a space mark comes before ``text``.
        special: start, end or pad.
        probability: of this piece at its step.
        reading: the piece, its probability and the logarithm of it, on one line.
        tooltip: the same with the id and what is particular about the piece.
    """

    position: int
    sentence: int
    step: int
    text: str
    spaced: bool
    special: bool
    probability: float
    reading: str
    tooltip: str


@dataclass(frozen=True)
class Note:
    """A remark between the chips."""

    text: str


@dataclass(frozen=True)
class Break:
    """Where the source has a sentence border: ``lines`` line breaks, or none."""

    lines: int


Entry = Chip | Note | Break
PathOf = Callable[[SentenceTrace], Sequence[int]]


def cut_note(sentence: SentenceTrace) -> str:
    """The remark for a sentence that the length limit ended."""
    return tr("stopped at the length limit of %n piece(s)", "", sentence.encoded.max_length)


class StripModel:
    """The entries of one trace; ``sync`` reads on where the last call left off."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.chips: list[int] = []
        """Where in ``entries`` the chip of each position is; -1 for a step that came after the
        end of the hypothesis that is shown."""
        self._trace: Trace | None = None
        self._path: list[int] = []
        self._sentence = 0
        self._step = 0
        self._start = (0, 0)
        self._opened = False

    def sync(self, trace: Trace | None, path_of: PathOf = SentenceTrace.path) -> int:
        """Take in what is new in ``trace``; from which entry on things changed.

        Args:
            trace: what is shown.
            path_of: which of each step's hypotheses is shown, for a sentence.
        """
        if trace is not self._trace:
            self._restart(trace)
        if trace is None:
            return 0
        before = len(self.entries)
        while self._sentence < len(trace.sentences):
            sentence = trace.sentences[self._sentence]
            path = list(path_of(sentence))
            if self._opened and path[: len(self._path)] != self._path:
                # The best hypothesis is another one, or changed its past: read it again.
                before = min(before, self._reopen())
            if not self._opened:
                self._open(trace)
            self._append(sentence, path)
            if sentence.finished is None:
                break
            if sentence.finished.reason == "length limit":
                self.entries.append(Note(cut_note(sentence)))
            self._sentence += 1
            self._step = 0
            self._opened = False
        return before

    def forget(self) -> None:
        """Read everything anew at the next ``sync``: other hypotheses are shown."""
        self._restart(None)

    def chip(self, position: int) -> Chip | None:
        """The chip of a position, if it has one."""
        index = self.chips[position] if 0 <= position < len(self.chips) else -1
        entry = self.entries[index] if index >= 0 else None
        return entry if isinstance(entry, Chip) else None

    def _restart(self, trace: Trace | None) -> None:
        self.entries, self.chips = [], []
        self._trace = trace
        self._path = []
        self._sentence = self._step = 0
        self._opened = False

    def _reopen(self) -> int:
        """Forget the chips of the sentence in hand; from which entry on things changed."""
        entries, chips = self._start
        del self.entries[entries:]
        del self.chips[chips:]
        self._step, self._path = 0, []
        return entries

    def _open(self, trace: Trace) -> None:
        self._opened = True
        self._path = []
        if self._sentence:
            spans = trace.started.sentences
            between = trace.started.text[spans[self._sentence - 1][1] : spans[self._sentence][0]]
            self.entries.append(Break(between.count("\n")))
        self._start = len(self.entries), len(self.chips)

    def _append(self, sentence: SentenceTrace, path: list[int]) -> None:
        for step in range(self._step, len(sentence.steps)):
            if step >= len(path):
                self.chips.append(-1)
                continue
            live = sentence.steps[step].hypotheses[path[step]]
            text = label(live.piece)
            special = live.piece.kind == "special"
            spaced = text.startswith(SPACE_MARK) and not special
            probability = math.exp(live.log_probability)
            numbers = (
                tr("probability {number}").format(number=weight_text(probability)),
                tr("log-probability {number}").format(number=log_text(live.log_probability)),
            )
            self.chips.append(len(self.entries))
            self.entries.append(
                Chip(
                    position=len(self.chips) - 1,
                    sentence=self._sentence,
                    step=step,
                    text=text[1:] if spaced else text,
                    spaced=spaced,
                    special=special,
                    probability=probability,
                    reading="   ".join((f"“{text}”", *numbers)),
                    tooltip=", ".join((describe(live.piece), *numbers)),
                )
            )
        self._step = len(sentence.steps)
        self._path = path
