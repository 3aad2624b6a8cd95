"""What the token strip shows: chips, notes and line breaks, read off a trace."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.events import Hypothesis, Piece
from engine.trace import SentenceTrace, Trace
from gui.language import quoted, tr
from gui.numbers import whole
from gui.widgets.pieces import SPACE_MARK, describe, label, log_text, visible, weight_text


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
        piece: the piece.
        log_probability: natural logarithm of its probability at its step.
        given: whether it is of the text that a decoder alone continues, and not chosen.
    """

    position: int
    sentence: int
    step: int
    text: str
    spaced: bool
    special: bool
    piece: Piece
    log_probability: float
    given: bool = False

    # A trace may have tens of thousands of chips, and few of them are ever read.

    @property
    def probability(self) -> float:
        """Of this piece at its step."""
        return math.exp(self.log_probability)

    @property
    def reading(self) -> str:
        """The piece, its probability and the logarithm of it, on one line."""
        return "   ".join((quoted(label(self.piece)), *self._told()))

    @property
    def tooltip(self) -> str:
        """The same with the id and what is particular about the piece."""
        return ", ".join((describe(self.piece), *self._told()))

    def _told(self) -> tuple[str, ...]:
        numbers = (
            tr("probability {number}").format(number=weight_text(self.probability)),
            tr("log-probability {number}").format(number=log_text(self.log_probability)),
        )
        return (tr("given: a piece of your text"), *numbers) if self.given else numbers


@dataclass(frozen=True)
class Given:
    """The first piece of a text that is continued: no step writes it.

    Attributes:
        text, spaced: as of a chip.
    """

    text: str
    spaced: bool

    special = False


@dataclass(frozen=True)
class Note:
    """A remark between the chips."""

    text: str


@dataclass(frozen=True)
class Break:
    """Where the source has a sentence border: ``lines`` line breaks, or none."""

    lines: int


_QUOTED = 40
"""Characters of what is repeated."""
Entry = Chip | Given | Note | Break
PathOf = Callable[[SentenceTrace], Sequence[int]]


def cut_note(sentence: SentenceTrace) -> str:
    """The remark for a sentence that the length limit ended."""
    return tr("stopped at the length limit of %n piece(s)", "", sentence.encoded.max_length)


def loop_note(output: Hypothesis) -> str:
    """The remark for an output that repeats itself at its end."""
    times = 0 if output.loop is None else output.loop.repeats
    text = tr("repeats “{text}” {count} times")
    return text.format(text=shortened(output.looped), count=whole(times))


def shortened(text: str) -> str:
    """A text that may be a long one, as a remark quotes it: every character visible."""
    shown = "".join(each if each == " " else visible(each) for each in text)
    return shown if len(shown) <= _QUOTED else f"{shown[: _QUOTED - 1]}…"


class StripModel:
    """The entries of one trace; ``sync`` reads on where the last call left off.

    Attributes:
        behind: whether the last call has left something for the next one.
    """

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
        self._given = 0
        self.behind = False

    def sync(
        self,
        trace: Trace | None,
        path_of: PathOf = SentenceTrace.path,
        most: int | None = None,
    ) -> int:
        """Take in what is new in ``trace``; from which entry on things changed.

        Args:
            trace: what is shown.
            path_of: which of each step's hypotheses is shown, for a sentence.
            most: after how many entries to leave the following sentences for the next call.
        """
        self.behind = False
        if trace is not self._trace:
            self._restart(trace)
        if trace is None:
            return 0
        before = begun = len(self.entries)
        while self._sentence < len(trace.sentences):
            if most is not None and len(self.entries) - begun >= most:
                self.behind = True
                break
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
            if sentence.finished.hypotheses[0].loop is not None:
                self.entries.append(Note(loop_note(sentence.finished.hypotheses[0])))
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
        encoded = trace.sentences[self._sentence].encoded
        self._given = 0
        if trace.started.model.stacks == "decoder":
            self._given = len(encoded.options.begins_with)
            text = label(encoded.start)
            spaced = text.startswith(SPACE_MARK)
            if encoded.start.kind != "special":
                self.entries.append(Given(text[1:] if spaced else text, spaced))
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
            self.chips.append(len(self.entries))
            self.entries.append(
                Chip(
                    position=len(self.chips) - 1,
                    sentence=self._sentence,
                    step=step,
                    text=text[1:] if spaced else text,
                    spaced=spaced,
                    special=special,
                    piece=live.piece,
                    log_probability=live.log_probability,
                    given=step < self._given,
                )
            )
        self._step = len(sentence.steps)
        self._path = path
