"""The trace: everything one translation showed, gathered from its events.

Views ask the trace, never the network. Imports neither torch nor Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.events import (
    AttentionKind,
    Encoded,
    Event,
    Finished,
    FloatArray,
    Hypothesis,
    LiveHypothesis,
    Piece,
    Started,
    Step,
    Translated,
)

# In functions otherwise: the window knows traces before it needs an array.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class AttentionView:
    """One kind's attention for one hypothesis up to one step.

    Attributes:
        weights: [layers, heads, query, key], rows sum to 1.
        queries: row labels. Encoder self: source pieces. Decoder self: the decoder's
            inputs (start token first). Cross: the pieces each row wrote.
        keys: column labels. Encoder self and cross: source pieces. Decoder self: the
            decoder's inputs.
        current: the row of the asked step; ``None`` for the encoder.
    """

    weights: FloatArray
    queries: tuple[Piece, ...]
    keys: tuple[Piece, ...]
    current: int | None


@dataclass(frozen=True)
class AttentionMatrix:
    """One layer's attention in one head, or the mean over its heads, up to one step.

    Attributes:
        weights: [query, key], rows sum to 1; masked keys have weight exactly 0.
        masked: [query, key], true where the mask in force forbids the key.
        queries: row labels, as in ``AttentionView``.
        keys: column labels, as in ``AttentionView``.
        current: the row of the asked step; ``None`` for the encoder.
    """

    weights: FloatArray
    masked: npt.NDArray[np.bool_]
    queries: tuple[Piece, ...]
    keys: tuple[Piece, ...]
    current: int | None


def select_head(recorded: FloatArray, layer: int, head: int | None) -> FloatArray:
    """One head of one layer, or the mean over the layer's heads if ``head`` is ``None``.

    Args:
        recorded: [layers, heads, ...]

    Returns:
        [...]

    Raises:
        IndexError: there is no such layer or head.
    """
    import numpy as np

    heads: FloatArray = recorded[layer]
    picked: FloatArray = heads.mean(axis=0, dtype=np.float32) if head is None else heads[head]
    return picked


@dataclass(eq=False)
class SentenceTrace:
    """The part of a trace that belongs to one sentence; equal only to itself."""

    encoded: Encoded
    steps: list[Step] = field(default_factory=list)
    finished: Finished | None = None

    def ancestry(self, step: int, hypothesis: int = 0) -> list[LiveHypothesis]:
        """The hypothesis at ``step`` and its ancestors, first step first.

        Raises:
            IndexError: there is no such step or hypothesis.
        """
        places = self.places(step, hypothesis)
        return [self.steps[index].hypotheses[place] for index, place in enumerate(places)]

    def places(self, step: int, hypothesis: int = 0) -> list[int]:
        """Where the hypothesis and its ancestors stand among each step's, first step first.

        Raises:
            IndexError: there is no such step or hypothesis.
        """
        if not 0 <= step < len(self.steps):
            raise IndexError(f"no step {step}: the sentence has {len(self.steps)}")
        if not 0 <= hypothesis < len(self.steps[step].hypotheses):
            count = len(self.steps[step].hypotheses)
            raise IndexError(f"no hypothesis {hypothesis}: step {step} has {count}")
        places: list[int] = []
        for index in range(step, -1, -1):
            places.append(hypothesis)
            hypothesis = self.steps[index].hypotheses[hypothesis].parent
        places.reverse()
        return places

    def path(self, end: tuple[int, int] | None = None) -> list[int]:
        """Where a hypothesis stands among each step's hypotheses, for as long as it lives.

        Args:
            end: (step, hypothesis); its ancestors come before it, and after it of each step's
                children the best one. ``None`` is the best output once the sentence is done,
                before that the newest step's best hypothesis.

        Returns:
            One index a step, from the first on; empty before the first step.

        Raises:
            IndexError: there is no such step or hypothesis.
        """
        if end is None:
            best = self.finished.hypotheses[0] if self.finished is not None else None
            end = (best.step, best.index) if best is not None else (len(self.steps) - 1, 0)
            if end[0] < 0:
                return []
        step, hypothesis = end
        places = self.places(step, hypothesis)
        for following in self.steps[step + 1 :]:
            parent = places[-1]
            children = (
                place for place, live in enumerate(following.hypotheses) if live.parent == parent
            )
            place = next(children, None)
            if place is None:
                break
            places.append(place)
        return places

    def pieces(self, step: int, hypothesis: int = 0) -> tuple[Piece, ...]:
        """The pieces written along the hypothesis' ancestry."""
        return tuple(live.piece for live in self.ancestry(step, hypothesis))

    def attention(
        self, kind: AttentionKind, step: int | None = None, hypothesis: int = 0
    ) -> AttentionView | None:
        """Attention of ``kind`` along one hypothesis' ancestry, up to and with ``step``.

        Rows of decoder self-attention are filled with 0 right of the diagonal: the
        causal mask gives those keys weight exactly 0. ``None`` if nothing was
        recorded, if no step is asked for a decoder kind, or if the model has no
        attention of the kind (``ModelInfo.decoder_self``).
        """
        return self._view(kind, step, hypothesis, lambda recorded: recorded)

    def attention_matrix(
        self,
        kind: AttentionKind,
        layer: int,
        head: int | None,
        step: int | None = None,
        hypothesis: int = 0,
    ) -> AttentionMatrix | None:
        """One [query, key] slice of ``attention``, without stitching the other heads.

        ``head`` ``None`` asks for the mean over the layer's heads. ``None`` comes back
        where ``attention`` gives ``None``.

        Raises:
            IndexError: there is no such layer, head, step or hypothesis.
        """
        import numpy as np

        if layer < 0 or (head is not None and head < 0):
            raise IndexError(f"no layer {layer}, head {head}")
        view = self._view(kind, step, hypothesis, lambda each: select_head(each, layer, head))
        if view is None:
            return None
        masked = np.isneginf(self.encoded.mask)
        if kind is AttentionKind.CROSS:
            masked = np.stack([np.isneginf(each.cross_mask) for each in self._until(view)])
        elif kind is AttentionKind.DECODER_SELF:
            # What a query cannot see yet is masked, whatever else its own row's mask forbids.
            masked = np.ones(view.weights.shape, dtype=np.bool_)
            for index, each in enumerate(self._until(view)):
                masked[index, : index + 1] = np.isneginf(each.self_mask)
        weights = np.ascontiguousarray(view.weights)
        return AttentionMatrix(weights, masked, view.queries, view.keys, view.current)

    def gates(self, step: int, hypothesis: int = 0) -> FloatArray | None:
        """Forget gates along one hypothesis' ancestry, up to and with ``step``.

        Returns:
            [layers, steps, d_model] as in ``LiveHypothesis``; ``None`` if nothing was recorded,
            or if the model's decoder has self-attention.

        Raises:
            IndexError: there is no such step or hypothesis.
        """
        import numpy as np

        chain = self.ancestry(step, hypothesis)
        rows = [live.gates for live in chain if live.gates is not None]
        if len(rows) == len(chain):
            return np.stack(rows, axis=1)
        best = self._best(chain)
        return None if best is None or best.gates is None else best.gates[:, : len(chain)]

    def _until(self, view: AttentionView) -> list[Step]:
        return self.steps[: len(view.queries)]

    def _view(
        self,
        kind: AttentionKind,
        step: int | None,
        hypothesis: int,
        pick: Callable[[FloatArray], FloatArray],
    ) -> AttentionView | None:
        """:meth:`attention` of what ``pick`` makes of each record's leading axes."""
        import numpy as np

        source = self.encoded.pieces
        if kind is AttentionKind.ENCODER_SELF:
            if self.encoded.attention is None:
                return None
            return AttentionView(pick(self.encoded.attention), source, source, None)
        if step is None:
            return None
        chain = self.ancestry(step, hypothesis)
        written = tuple(live.piece for live in chain)
        rows = self._rows(kind, chain, pick)
        if rows is None:
            return None
        if kind is AttentionKind.CROSS:
            return AttentionView(np.stack(rows, axis=-2), written, source, step)
        inputs = (self.encoded.start, *written[:-1])
        square = np.zeros((*rows[0].shape[:-1], step + 1, step + 1), dtype=np.float32)
        for index, row in enumerate(rows):
            square[..., index, : index + 1] = row
        return AttentionView(square, inputs, inputs, step)

    def _rows(
        self,
        kind: AttentionKind,
        chain: list[LiveHypothesis],
        pick: Callable[[FloatArray], FloatArray],
    ) -> list[FloatArray] | None:
        """One [..., key] array a step of the chain; ``None`` if they were not recorded."""
        cross = kind is AttentionKind.CROSS
        recorded = [live.cross if cross else live.decoder_self for live in chain]
        rows = [pick(row) for row in recorded if row is not None]
        if len(rows) == len(recorded):
            return rows
        best = self._best(chain)
        whole = None if best is None else best.cross if cross else best.decoder_self
        if whole is None:
            return None
        picked = pick(whole)
        return [
            picked[..., index, :] if cross else picked[..., index, : index + 1]
            for index in range(len(chain))
        ]

    def _best(self, chain: list[LiveHypothesis]) -> Hypothesis | None:
        """The best output, if it begins as the chain; its record may stand there in one piece."""
        if self.finished is None:
            return None
        best = self.finished.hypotheses[0]
        same = [p.id for p in best.pieces[: len(chain)]] == [live.piece.id for live in chain]
        return best if same else None

    @property
    def text(self) -> str:
        """The readable translation of this sentence, so far or finished."""
        if self.finished is not None and self.finished.hypotheses:
            return self.finished.hypotheses[0].text
        return self.steps[-1].hypotheses[0].text if self.steps else ""


@dataclass(eq=False)
class Trace:
    """Everything one translation showed; equal only to itself, since it grows.

    Attributes:
        started: the first event.
        sentences: one entry a sentence that has been encoded so far.
        translated: the last event, once it has come.
    """

    started: Started
    sentences: list[SentenceTrace] = field(default_factory=list)
    translated: Translated | None = None

    def add(self, event: Event) -> None:
        """Append the next event of the stream.

        Raises:
            ValueError: the event does not follow the ones before it.
        """
        match event:
            case Started():
                raise ValueError("a trace has one Started event; begin a new trace")
            case Encoded():
                if event.sentence != len(self.sentences):
                    raise ValueError(f"sentence {event.sentence} encoded out of order")
                if self.sentences and self.sentences[-1].finished is None:
                    raise ValueError(
                        f"sentence {event.sentence} encoded before the end of the last"
                    )
                self.sentences.append(SentenceTrace(event))
            case Step():
                current = self._current(event.sentence)
                if current.finished is not None:
                    raise ValueError(f"step {event.index} after the sentence's end")
                if event.index != len(current.steps):
                    raise ValueError(f"step {event.index} out of order")
                current.steps.append(event)
            case Finished():
                self._current(event.sentence).finished = event
            case Translated():
                self.translated = event

    def _current(self, sentence: int) -> SentenceTrace:
        if not self.sentences or sentence != len(self.sentences) - 1:
            raise ValueError(f"an event of sentence {sentence} out of order")
        return self.sentences[-1]

    @property
    def text(self) -> str:
        """The readable translation, so far or finished.

        The translated sentences stand between the white space and line breaks that
        the sentences of the source stand between.
        """
        if self.translated is not None:
            return self.translated.text
        return self.text_along({})

    def text_along(self, followed: Mapping[int, tuple[int, int]]) -> str:
        """The readable translation as other hypotheses than the best have it.

        Args:
            followed: (step, hypothesis) by sentence; of the sentences left out, the best.
        """
        parts: list[str] = []
        end = 0
        for number, ((begin, stop), sentence) in enumerate(
            zip(self.started.sentences, self.sentences, strict=False)
        ):
            text = sentence.text
            if number in followed:
                path = sentence.path(followed[number])
                text = sentence.steps[len(path) - 1].hypotheses[path[-1]].text
            parts.extend((self.started.text[end:begin], text))
            end = stop
        return "".join(parts)

    def positions(self) -> list[tuple[int, int]]:
        """All (sentence, step) pairs so far, in the order they were decoded."""
        return [
            (number, step)
            for number, sentence in enumerate(self.sentences)
            for step in range(len(sentence.steps))
        ]
