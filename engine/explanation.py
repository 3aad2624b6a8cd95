"""The full story of one attention head at one step: pure data, no tensors, no Qt.

``Translator.explain`` makes it; the formulas are those of "Attention Is All You Need"
(arXiv:1706.03762), sections 3.2.1 and 3.2.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.events import AttentionKind, FloatArray, Piece

StageName = Literal[
    "queries",
    "keys",
    "values",
    "scores",
    "bias",
    "mask",
    "masked scores",
    "weights",
    "mixture",
    "contribution",
]
STAGES: tuple[StageName, ...] = (
    "queries",
    "keys",
    "values",
    "scores",
    "bias",
    "mask",
    "masked scores",
    "weights",
    "mixture",
    "contribution",
)
"""In order; only attention with relative positions (T5) has a "bias"."""


@dataclass(frozen=True)
class Axis:
    """One axis of a stage's matrix.

    Attributes:
        name: "query", "key", "d_k" or "d_model".
        labels: the piece of each row or column; ``None`` for d_k and d_model, whose numbers
            have no names.
    """

    name: str
    labels: tuple[Piece, ...] | None = None


@dataclass(frozen=True, eq=False)
class Stage:
    """One matrix on the way from the layer's input to the head's contribution.

    Attributes:
        name: one of ``STAGES``.
        symbol: how it is written in a formula.
        formula: what it is computed from, in symbols.
        values: [row, column] float32.
        axes: of the rows and of the columns.

    Raises:
        ValueError: the labels do not fit the values.
    """

    name: StageName
    symbol: str
    formula: str
    values: FloatArray
    axes: tuple[Axis, Axis]

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            raise ValueError(f"{self.name} must be a matrix, not of shape {self.values.shape}")
        for axis, size in zip(self.axes, self.values.shape, strict=True):
            if axis.labels is not None and len(axis.labels) != size:
                raise ValueError(
                    f"{self.name} has {len(axis.labels)} {axis.name} labels for {size} numbers"
                )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.values.shape
        return rows, columns


@dataclass(frozen=True)
class CellArithmetic:
    """How one weight comes about, in every number.

    ::

        dot      = terms[0].product + terms[1].product + …
        score    = dot / divisor
        masked   = score + bias + mask
        weight   = exponentials[key] / denominator
        exponentials[j] = exp(masked score j - largest),  denominator = their sum

    The largest masked score of the row is taken off all of them before the exponential, which
    changes no weight and keeps the exponentials from overflowing. Computed in float64 from
    the float32 stages, so the results are theirs to float32's precision.

    Attributes:
        query, key: the cell.
        terms: of the dot product: each number of the query, that of the key, their product.
        dot: the sum of the products.
        divisor: sqrt(d_k), or 1 where the model does not divide.
        score: the scaled dot product.
        bias: of relative positions; 0 where there is none.
        mask: 0 or -inf.
        masked: the score with the bias and the mask.
        largest: masked score of the row; -inf if the mask closes all of it.
        exponentials: of every key of the row; 0 where masked.
        denominator: their sum; 0 if the mask closes the whole row.
        weight: of the cell; 0 where masked.
    """

    query: int
    key: int
    terms: tuple[tuple[float, float, float], ...]
    dot: float
    divisor: float
    score: float
    bias: float
    mask: float
    masked: float
    largest: float
    exponentials: tuple[float, ...]
    denominator: float
    weight: float


@dataclass(frozen=True)
class Turned:
    """How rotary positions make one number of a query or a key (arXiv:2104.09864, section 3.2).

    ::

        angle = position · frequency
        value = own · cos(angle) - partner · sin(angle)    in the first half of the dimensions
        value = own · cos(angle) + partner · sin(angle)    in the second

    ``own`` and ``partner`` are turned back from the float32 stage in float64.

    Attributes:
        position: of the row, from 0.
        dimension: of the number.
        other: the dimension that is turned together with it, half of d_k away.
        frequency: angle a position, of this pair.
        angle: in radians.
        own: the number before it was turned.
        partner: that of the other dimension.
        value: what comes out.
    """

    position: int
    dimension: int
    other: int
    frequency: float
    angle: float
    own: float
    partner: float
    value: float

    @property
    def first(self) -> bool:
        """Whether the dimension is in the first half."""
        return self.dimension < self.other


@dataclass(frozen=True, eq=False)
class Explanation:
    """Every stage of one head, for all queries up to one step.

    With q queries and k keys: "queries" [q, d_k], "keys" and "values" [k, d_k]; "scores",
    "bias", "mask", "masked scores" and "weights" [q, k]; "mixture" [q, d_k]; "contribution"
    [q, d_model]. The contributions of all heads and the bias b_O sum to the attention's output.
    Of a head that is switched off everything is computed up to the mixture A V, in whose place
    W_O gets zeros: its contribution is 0.

    The labels are those of ``AttentionView``. Queries: the source pieces; the decoder's inputs;
    or in cross-attention the pieces that each row wrote. Keys: what the queries look at.

    Attributes:
        kind, layer, head: which head.
        step: the step asked for; ``None`` for the encoder, which has none.
        current: the row of that step; ``None`` for the encoder.
        d_k: width of the head.
        stages: in the order of ``STAGES``; a "bias" only where there is one.
        off: whether the head is switched off.
        divided: whether the scores are divided by sqrt(d_k).
        frequencies: [d_k / 2] the angle a position by which rotary positions turn each pair of
            dimensions of the queries and keys; empty where nothing is turned.
        group: the heads, from 0, that share the keys and values of this one, itself included;
            empty where each head has its own.
    """

    kind: AttentionKind
    layer: int
    head: int
    step: int | None
    current: int | None
    d_k: int
    stages: tuple[Stage, ...]
    off: bool = False
    divided: bool = True
    frequencies: tuple[float, ...] = ()
    group: tuple[int, ...] = ()

    @property
    def divisor(self) -> float:
        """Of the scores."""
        return math.sqrt(self.d_k) if self.divided else 1.0

    @property
    def has_bias(self) -> bool:
        """Whether relative positions add to the scores."""
        return any(stage.name == "bias" for stage in self.stages)

    def stage(self, name: StageName) -> Stage:
        """One stage by its name.

        Raises:
            KeyError: there is none of that name.
        """
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise KeyError(name)

    def turned(self, name: StageName, row: int, dimension: int) -> Turned | None:
        """How one number of the "queries" or "keys" was turned; ``None`` where nothing is.

        Raises:
            IndexError: there is no such row or dimension.
        """
        if not self.frequencies or name not in ("queries", "keys"):
            return None
        values = self.stage(name).values
        rows, width = values.shape
        if not (0 <= row < rows and 0 <= dimension < width):
            raise IndexError(f"no row {row}, dimension {dimension}: there are {rows} and {width}")
        half = width // 2
        other = (dimension + half) % width
        frequency = self.frequencies[dimension % half]
        angle = row * frequency
        cosine, sine = math.cos(angle), math.sin(angle)
        sign = 1 if dimension < half else -1
        value, pair = float(values[row, dimension]), float(values[row, other])
        return Turned(
            position=row,
            dimension=dimension,
            other=other,
            frequency=frequency,
            angle=angle,
            own=value * cosine + sign * pair * sine,
            partner=pair * cosine - sign * value * sine,
            value=value,
        )

    def cell(self, query: int, key: int) -> CellArithmetic:
        """The arithmetic of one score and of its weight.

        Raises:
            IndexError: there is no such query or key.
        """
        scores = self.stage("scores")
        queries, keys = scores.shape
        if not (0 <= query < queries and 0 <= key < keys):
            raise IndexError(f"no query {query}, key {key}: there are {queries} and {keys}")
        left = [float(x) for x in self.stage("queries").values[query]]
        right = [float(x) for x in self.stage("keys").values[key]]
        terms = tuple((q, k, q * k) for q, k in zip(left, right, strict=True))
        dot = math.fsum(product for _, _, product in terms)
        bias = float(self.stage("bias").values[query, key]) if self.has_bias else 0.0
        mask = float(self.stage("mask").values[query, key])
        row = self.stage("masked scores").values[query].astype(np.float64)
        largest = float(row.max())
        shifted = np.exp(row - largest) if largest != -math.inf else np.zeros_like(row)
        denominator = math.fsum(shifted)
        return CellArithmetic(
            query=query,
            key=key,
            terms=terms,
            dot=dot,
            divisor=self.divisor,
            score=dot / self.divisor,
            bias=bias,
            mask=mask,
            masked=dot / self.divisor + bias + mask,
            largest=largest,
            exponentials=tuple(shifted.tolist()),
            denominator=denominator,
            weight=float(shifted[key]) / denominator if denominator else 0.0,
        )
