"""The one state object of the window: the trace, the place in it, the selection.

Panels subscribe to the signals and draw; a user's click goes through an action to the
session or to the worker. Panels do not know each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QObject, Signal, SignalInstance

from engine.events import AttentionKind, Event, Finished, ModelInfo, Started, Step
from engine.model.heads_off import layers_of
from engine.model.kinds import kinds_of, no_attention
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from gui.shown_hypothesis import ended_at, followed_path, shown_path, shown_text

Side = Literal["source", "target"]

FULL_SPEED: Final = math.inf
"""Steps per second without a limit."""


@dataclass(frozen=True)
class Hover:
    """The piece under the pointer.

    Attributes:
        side: whether it is a piece of the source or of the translation.
        index: its place in its sentence.
        sentence: its sentence; ``None`` is the current one.
    """

    side: Side
    index: int
    sentence: int | None = None


class _Unchanged:
    """The type of the mark for "leave as it is" (``None`` means the mean over heads)."""


_UNCHANGED: Final = _Unchanged()


class Session(QObject):
    """What all panels share. Lives on the window's thread.

    Attributes:
        trace: everything the current translation showed so far; ``None`` before the first.
        model: the loaded model; ``None`` until it is loaded.
        position: index into ``trace.positions()``; -1 while there is no step.
        following: the newest step is shown as it arrives.
        kind, layer, head: which attention is looked at; ``head`` None is the mean over heads.
        chosen_kind: the kind that was asked for last. A model that lacks it comes with the first
            that it has; the next one that has it, with this.
        followed: the (step, hypothesis) that the user follows, by sentence; of the other
            sentences the best one is shown.
        options: of the next translation's search.
        hover: the piece under the pointer, wherever it is shown.
        speed: steps per second of decoding and of playback; ``FULL_SPEED`` has no limit.
        playing: steps are following one another (decoded or played back).
        busy: the worker is loading or translating.
        can_decode: an unfinished trace may get more steps; false once it was given up or failed.
        status: the last message for the status bar.
    """

    traceReset = Signal()
    """A new trace began, or the trace was cleared."""
    eventAdded = Signal(object)
    """An ``engine.events.Event`` was added to the trace."""
    positionChanged = Signal(int)
    positionChosen = Signal()
    """A step was asked for, be it shown already; comes before ``positionChanged``."""
    selectionChanged = Signal()
    """Kind, layer or head changed."""
    hypothesisChanged = Signal()
    """Another hypothesis of a sentence is shown."""
    optionsChanged = Signal()
    """The next translation will be searched for in another way."""
    hoverChanged = Signal()
    modelChanged = Signal()
    statusChanged = Signal(str)
    playingChanged = Signal(bool)
    busyChanged = Signal(bool)
    canDecodeChanged = Signal(bool)
    speedChanged = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trace: Trace | None = None
        self.model: ModelInfo | None = None
        self.position: int = -1
        self.following: bool = True
        self.kind: AttentionKind = AttentionKind.CROSS
        self.chosen_kind: AttentionKind = self.kind
        self._kinds: tuple[AttentionKind, ...] = tuple(AttentionKind)
        self.layer: int = 0
        self.head: int | None = None
        self.followed: dict[int, tuple[int, int]] = {}
        self.options = SearchOptions()
        self.hover: Hover | None = None
        self.speed: float = FULL_SPEED
        self.playing: bool = False
        self.busy: bool = False
        self.can_decode: bool = True
        self.status: str = ""
        self._places: list[tuple[int, int]] = []
        self._positions: dict[tuple[int, int], int] = {}
        self._strayed: tuple[int, list[int]] | None = None

    @property
    def place_signals(self) -> tuple[SignalInstance, ...]:
        """After any of these something else may have to be shown of the trace."""
        return (
            self.traceReset,
            self.eventAdded,
            self.positionChanged,
            self.hypothesisChanged,
            self.canDecodeChanged,
            self.modelChanged,
        )

    # The trace ----------------------------------------------------------------------

    def reset(self, started: Started | None) -> None:
        """Begin the trace of a new translation, or show none."""
        self._take(None if started is None else Trace(started), -1, {})

    def show(
        self,
        trace: Trace,
        position: int = -1,
        followed: Mapping[int, tuple[int, int]] | None = None,
    ) -> None:
        """Show a trace that is there already.

        Args:
            trace: it.
            position: where in it; -1 is its end.
            followed: (step, hypothesis) by sentence; of the others the best one is shown.
        """
        self._take(trace, position, followed or {})

    def _take(
        self, trace: Trace | None, position: int, followed: Mapping[int, tuple[int, int]]
    ) -> None:
        selection = (self.kind, self.layer, self.head)
        self.trace = trace
        self._places = [] if trace is None else trace.positions()
        self._positions = {place: position for position, place in enumerate(self._places)}
        self.followed = dict(followed)
        last = len(self._places) - 1
        self.following = position < 0 or position >= last
        self.position = self._end() if position < 0 else min(position, last)
        self._strayed = self._stray()
        had_hover, self.hover = self.hover is not None, None
        self._take_kinds()
        self._clamp()
        self.traceReset.emit()
        if selection != (self.kind, self.layer, self.head):
            self.selectionChanged.emit()
        if had_hover:
            self.hoverChanged.emit()
        self.positionChanged.emit(self.position)

    def add_event(self, event: Event) -> None:
        """Add the next event of the stream; ``Started`` begins a new trace."""
        self.add_events((event,))

    def add_events(self, events: Sequence[Event]) -> None:
        """Add several events; the position moves at most once.

        To the newest step, and at a sentence's end to that of its best output: a beam search
        may have gone on after it.

        Raises:
            ValueError: an event does not follow the ones before it.
        """
        moved = False
        before = self.place()
        for event in events:
            if isinstance(event, Started):
                self.reset(event)
                moved, before = False, None
                continue
            if self.trace is None:
                raise ValueError("the first event of a translation must be Started")
            self.trace.add(event)
            if isinstance(event, Step):
                self._positions[event.sentence, event.index] = len(self._places)
                self._places.append((event.sentence, event.index))
                if self.following:
                    self.position = len(self._places) - 1
                    moved = True
            elif isinstance(event, Finished) and self.following:
                end = self._end()
                moved |= end != self.position
                self.position = end
            self.eventAdded.emit(event)
        self._tell_stray()
        if moved:
            self._drop_stale_hover(before)
            self.positionChanged.emit(self.position)

    def _end(self) -> int:
        """The position at the end of what is shown: the last sentence's best output."""
        sentences = self.trace.sentences if self.trace is not None else []
        for sentence in reversed(sentences):
            path = self.followed_path(sentence)
            if path:
                return self.position_of(sentence.encoded.sentence, len(path) - 1)
        return -1

    def length(self) -> int:
        """How many steps there are so far, over all sentences."""
        return len(self._places)

    def finished(self) -> bool:
        """Whether all sentences of the trace are done."""
        return self.trace is not None and self.trace.translated is not None

    def unfinished(self) -> bool:
        """Whether there is a trace that may get more steps."""
        return self.trace is not None and not self.finished() and self.can_decode

    # The place ----------------------------------------------------------------------

    def place(self) -> tuple[int, int] | None:
        """The current (sentence, step); ``None`` while there is no step."""
        if 0 <= self.position < len(self._places):
            return self._places[self.position]
        return None

    def sentence(self) -> SentenceTrace | None:
        """The current sentence; before the first step the one just encoded, if any."""
        if self.trace is None or not self.trace.sentences:
            return None
        place = self.place()
        return self.trace.sentences[place[0] if place else -1]

    def position_of(self, sentence: int, step: int) -> int:
        """The position of a (sentence, step), -1 if it has not been decoded."""
        return self._positions.get((sentence, step), -1)

    def set_position(self, position: int) -> None:
        """Show a step, clamped to those that exist; showing the newest follows again."""
        last = len(self._places) - 1
        if last < 0:
            return
        position = min(max(position, 0), last)
        self.positionChosen.emit()
        self.following = position == last
        if position == self.position:
            return
        before = self.place()
        self.position = position
        self._tell_stray()
        self._drop_stale_hover(before)
        self.positionChanged.emit(position)

    def first(self) -> None:
        """Show the first step."""
        self.set_position(0)

    def back(self) -> None:
        """Show the step before."""
        self.set_position(self.position - 1)

    def forward(self) -> None:
        """Show the next step that has been decoded."""
        self.set_position(self.position + 1)

    def last(self) -> None:
        """Show the newest step and follow."""
        self.set_position(len(self._places) - 1)

    # The hypothesis -----------------------------------------------------------------

    def path(self, sentence: SentenceTrace) -> list[int]:
        """Which of each step's hypotheses is shown, as long as the one that is shown lives.

        That is the one that is followed. Where it has ended before the current step and others
        went on, it is the best of those, with what comes before it and after it.
        """
        return shown_path(sentence, self.followed, self.place())

    def followed_path(self, sentence: SentenceTrace) -> list[int]:
        """Which of each step's hypotheses is followed, whatever the current step."""
        return followed_path(sentence, self.followed)

    def hypothesis(self) -> int:
        """The hypothesis that is shown at the current step."""
        sentence, place = self.sentence(), self.place()
        return 0 if sentence is None or place is None else self.path(sentence)[place[1]]

    def ended_at(self) -> int | None:
        """The last step of the hypothesis that is followed, if that lies before the current one:
        another hypothesis is shown then.
        """
        sentence = self.sentence()
        return None if sentence is None else ended_at(sentence, self.followed, self.place())

    def follow(self, sentence: int, step: int, hypothesis: int) -> None:
        """Show a hypothesis and its ancestors everywhere, and what became of it; where it has
        ended before the current step, at its end.

        Raises:
            IndexError: there is no such sentence, step or hypothesis.
        """
        if self.trace is None or not 0 <= sentence < len(self.trace.sentences):
            raise IndexError(f"no sentence {sentence}")
        self.trace.sentences[sentence].places(step, hypothesis)
        self._follow({**self.followed, sentence: (step, hypothesis)})

    def follow_best(self) -> None:
        """Show the best hypothesis of every sentence again; where the current one has ended
        already, at its end.
        """
        self._follow({})

    def _follow(self, followed: dict[int, tuple[int, int]]) -> None:
        if followed != self.followed:
            self.followed = followed
            self._strayed = self._stray()
            self.hypothesisChanged.emit()
        end, place = self.ended_at(), self.place()
        if end is not None and place is not None:
            self.set_position(self.position_of(place[0], end))

    def text(self) -> str:
        """The readable translation along the hypotheses that are shown."""
        return "" if self.trace is None else shown_text(self.trace, self.followed, self.place())

    def _stray(self) -> tuple[int, list[int]] | None:
        """The current sentence and its path, where that is not the one that is followed."""
        sentence = self.sentence()
        if sentence is None or self.ended_at() is None:
            return None
        return sentence.encoded.sentence, self.path(sentence)

    def _tell_stray(self) -> None:
        """Say that another hypothesis is shown, if the step has made it so."""
        before, self._strayed = self._strayed, self._stray()
        if before != self._strayed:
            self.hypothesisChanged.emit()

    def set_options(self, options: SearchOptions) -> None:
        """Choose how the next translation is searched for."""
        if options != self.options:
            self.options = options
            self.optionsChanged.emit()

    # The selection ------------------------------------------------------------------

    def select(
        self,
        *,
        kind: AttentionKind | None = None,
        layer: int | None = None,
        head: int | _Unchanged | None = _UNCHANGED,
    ) -> None:
        """Choose which attention to look at, clamped to the shape; ``head=None`` is the mean."""
        before = (self.kind, self.layer, self.head)
        if kind is not None:
            self.kind = self.chosen_kind = kind
        if layer is not None:
            self.layer = layer
        if not isinstance(head, _Unchanged):
            self.head = head
        self._clamp()
        if before != (self.kind, self.layer, self.head):
            self.selectionChanged.emit()

    def shape(self) -> ModelInfo | None:
        """The model whose layers and heads can be chosen: the one that made the trace, be
        another loaded now or none; without a trace the loaded one.
        """
        return self.model if self.trace is None else self.trace.started.model

    def other(self) -> ModelInfo | None:
        """The model that made what is shown, if it is not the one that is loaded."""
        if self.trace is None:
            return None
        made_by = self.trace.started.model
        same = self.model is not None and self.model.fingerprint == made_by.fingerprint
        return None if same else made_by

    def layers(self) -> int:
        """How many layers the current kind has; 1 while that is not known."""
        shape = self.shape()
        return 1 if shape is None else max(1, layers_of(shape, self.kind))

    def no_attention(self) -> str:
        """Why there is no attention of the current kind, as the engine says it; empty where there
        is, and while the model is not known.
        """
        shape = self.shape()
        return "" if shape is None else no_attention(shape, self.kind)

    def heads(self) -> int:
        """How many heads a layer has; 1 while that is not known."""
        shape = self.shape()
        return 1 if shape is None else max(1, shape.heads)

    def _take_kinds(self) -> None:
        """A model with other kinds of attention has come: one is selected that it has."""
        shape = self.shape()
        kinds = self._kinds if shape is None else kinds_of(shape)
        if kinds != self._kinds:
            self._kinds = kinds
            self.kind = self.chosen_kind if self.chosen_kind in kinds else kinds[0]

    def _clamp(self) -> None:
        self.layer = max(self.layer, 0)
        if self.head is not None:
            self.head = max(self.head, 0)
        if self.shape() is not None:
            self.layer = min(self.layer, self.layers() - 1)
            if self.head is not None:
                self.head = min(self.head, self.heads() - 1)

    # The rest -----------------------------------------------------------------------

    def set_hover(self, hover: Hover | None) -> None:
        """Say which piece is under the pointer."""
        if hover != self.hover:
            self.hover = hover
            self.hoverChanged.emit()

    def hovered(self) -> SentenceTrace | None:
        """The sentence of the hovered piece; the current one if nothing is hovered."""
        if self.trace is None or self.hover is None or self.hover.sentence is None:
            return self.sentence()
        if not 0 <= self.hover.sentence < len(self.trace.sentences):
            return None
        return self.trace.sentences[self.hover.sentence]

    def _drop_stale_hover(self, before: tuple[int, int] | None) -> None:
        """A hover in "the current sentence" ends when that becomes another one."""
        after = self.place()
        moved = before is not None and after is not None and before[0] != after[0]
        if moved and self.hover is not None and self.hover.sentence is None:
            self.set_hover(None)

    def set_model(self, model: ModelInfo | None) -> None:
        """Say which model is loaded; without a trace the selection is clamped to it."""
        before = (self.kind, self.layer, self.head)
        self.model = model
        self._take_kinds()
        self._clamp()
        self.modelChanged.emit()
        if before != (self.kind, self.layer, self.head):
            self.selectionChanged.emit()

    def set_status(self, text: str) -> None:
        """Say what is going on, for the status bar."""
        if text != self.status:
            self.status = text
            self.statusChanged.emit(text)

    def set_playing(self, playing: bool) -> None:
        """Say whether steps are following one another."""
        if playing != self.playing:
            self.playing = playing
            self.playingChanged.emit(playing)

    def set_busy(self, busy: bool) -> None:
        """Say whether the worker is loading or translating."""
        if busy != self.busy:
            self.busy = busy
            self.busyChanged.emit(busy)

    def set_can_decode(self, can_decode: bool) -> None:
        """Say whether the trace may get more steps, if it is not finished."""
        if can_decode != self.can_decode:
            self.can_decode = can_decode
            self.canDecodeChanged.emit(can_decode)

    def set_speed(self, steps_per_second: float) -> None:
        """Choose the speed of decoding and playback, in steps per second.

        Raises:
            ValueError: the speed is not above 0.
        """
        if not steps_per_second > 0:
            raise ValueError(f"the speed must be above 0, not {steps_per_second}")
        if steps_per_second != self.speed:
            self.speed = steps_per_second
            self.speedChanged.emit(steps_per_second)
