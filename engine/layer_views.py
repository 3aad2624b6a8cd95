"""What each layer of the decoder would say, and how long the vectors are: no tensors, no Qt.

``Translator.layers`` makes it. The first half is the logit lens (nostalgebraist,
"interpreting GPT: the logit lens", 2020): the state after each decoder layer is put through
the output projection and the softmax, as if the network ended there. The second half are the
norms of the residual stream (section 3.1 of "Attention Is All You Need", arXiv:1706.03762)
and of what each sub-layer adds to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.events import FloatArray, Piece
from engine.model.sublayers import Stack as Stack
from engine.model.sublayers import Sublayer as Sublayer
from engine.model.sublayers import SublayerPlace as SublayerPlace

NormKind = Literal["layer", "rms"]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Guess:
    """One piece that a state gives a probability to.

    Attributes:
        piece: the piece, as the vocabulary has it.
        log_probability: natural logarithm of its probability.
    """

    piece: Piece
    log_probability: float

    @property
    def probability(self) -> float:
        """Softmax over the whole vocabulary."""
        return math.exp(self.log_probability)


@dataclass(frozen=True, eq=False)
class StreamNorms:
    """The residual stream of one stack around each of its sub-layers, position by position.

    All norms are L2, of d_model numbers. With x the stream before a sub-layer and s what the
    sub-layer adds, the stream after it is x + s in a pre-norm network and LayerNorm(x + s) in
    a post-norm one.

    Attributes:
        places: the sub-layers, from the input on.
        before: [sublayer, position] norm of x.
        contribution: [sublayer, position] norm of s.
        cosine: [sublayer, position] of the angle between x and s; 0 where one of them is 0.
        summed: [sublayer, position] norm of x + s.
        after: [sublayer, position] norm of the stream after the sub-layer.
        output: [position] norm of what leaves the stack: in a pre-norm network the last
            layer norm's result, else the last row of ``after``.
    """

    places: tuple[SublayerPlace, ...]
    before: FloatArray
    contribution: FloatArray
    cosine: FloatArray
    summed: FloatArray
    after: FloatArray
    output: FloatArray


@dataclass(frozen=True, eq=False)
class LayerViews:
    """Every layer's view of every step of one hypothesis, up to one step.

    A state is the residual stream of the decoder: state 0 is the embedding with its position,
    state i the stream after layer i, so that the last one is what the network really uses, and
    its distribution is that of the step's candidates. In a pre-norm network every state passes
    through the decoder's last layer norm before the projection, as the last one does; in a
    post-norm network each layer has ended with a layer norm, so states are projected as they
    are.

    Row ``step`` depends on the pieces before it alone: the views of a longer output that begins
    alike have the same rows.

    Attributes:
        source: the source pieces.
        inputs: the decoder's inputs, the start piece first.
        written: what each step wrote.
        norm: where the layer norms stand.
        norm_kind: which norms they are; an RMS norm is written LayerNorm in the formulas here too.
        d_model: length of the vectors.
        top_ids: [state, step, rank] the likeliest pieces, best first; of equal ones the
            smaller id comes first.
        top_log_probabilities: [state, step, rank] natural logarithms.
        written_log_probabilities: [state, step] of the piece that the step wrote.
        written_ranks: [state, step] its place among all pieces, 1 is the likeliest.
        entropies: [state, step] −Σ p ln p over the vocabulary, in nats.
        encoder: norms for each source piece; ``None`` of a decoder alone.
        decoder: norms for each input.
        pieces: by id, all of ``top_ids``.
    """

    source: tuple[Piece, ...]
    inputs: tuple[Piece, ...]
    written: tuple[Piece, ...]
    norm: Literal["post", "pre"]
    d_model: int
    top_ids: IntArray
    top_log_probabilities: FloatArray
    written_log_probabilities: FloatArray
    written_ranks: IntArray
    entropies: FloatArray
    encoder: StreamNorms | None
    decoder: StreamNorms
    pieces: Mapping[int, Piece]
    norm_kind: NormKind = "layer"

    @property
    def states(self) -> int:
        """The decoder's layers and the embedding."""
        return int(self.top_ids.shape[0])

    def top(self, state: int, step: int) -> tuple[Guess, ...]:
        """The likeliest pieces of one state at one step, best first.

        Raises:
            IndexError: there is no such state or step.
        """
        self._check(state, step)
        return tuple(
            Guess(self.pieces[int(number)], float(value))
            for number, value in zip(
                self.top_ids[state, step], self.top_log_probabilities[state, step], strict=True
            )
        )

    def wrote(self, state: int, step: int) -> Guess:
        """What a state gives to the piece that the step wrote.

        Raises:
            IndexError: there is no such state or step.
        """
        self._check(state, step)
        return Guess(self.written[step], float(self.written_log_probabilities[state, step]))

    def _check(self, state: int, step: int) -> None:
        if not (0 <= state < self.states and 0 <= step < len(self.written)):
            raise IndexError(
                f"no state {state}, step {step}: there are {self.states} and {len(self.written)}"
            )
