"""Pieces as vectors: embeddings and positions, as the first layer gets them. Pure data.

``Translator.embeddings`` and ``Translator.positions`` make these; the formulas are those of
"Attention Is All You Need" (arXiv:1706.03762), sections 3.4 and 3.5. Imports no torch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.events import FloatArray, Piece
from engine.model.kinds import IN_ATTENTION

Side = Literal["source", "target"]


@dataclass(frozen=True)
class EmbeddingCell:
    """How one number of the first layer's input comes about.

    ::

        scaled = weight · scale
        total  = scaled + position + segment

    Each number is the network's own, rounded to its number type after each operation.

    Attributes:
        weight: of the embedding matrix.
        scale: sqrt(d_model), or 1 in a model that does not scale.
        scaled: their product.
        position: of the positional encoding.
        total: what the first layer gets.
        segment: of the row that says which text the piece is of; 0 where there are none.
    """

    weight: float
    scale: float
    scaled: float
    position: float
    total: float
    segment: float = 0.0


@dataclass(frozen=True, eq=False)
class Embeddings:
    """The rows that enter the encoder or the decoder, and what they are the sum of.

    Attributes:
        side: "source" for the encoder's input, "target" for the decoder's.
        step: the step up to which the decoder's inputs go; ``None`` for the source.
        pieces: one a row, at positions 0, 1, 2 … Of the target they are the decoder's inputs:
            shifted right, the start piece first.
        scale: sqrt(d_model), or 1 in a model that does not scale.
        looked_up: [piece, d_model] the rows of the embedding matrix.
        scaled: [piece, d_model] those times ``scale``.
        positions: [piece, d_model] the positional encoding of each row's place.
        total: [piece, d_model] the sum of the last two, and of ``segment``: what the first layer
            gets.
        normalised: whether ``total`` is the layer norm of that sum instead, as in some families.
        kind, offset: of the positional encoding, as in :class:`PositionTable`; "relative" and
            "rotary" ones enter the attention, so that ``positions`` are zeros.
        segment: [d_model] what is added to every piece to say which text it is of (BERT's token
            type 0); ``None`` where there is nothing of the kind.

    Raises:
        ValueError: the matrices are not of one shape, or not of one row a piece.
    """

    side: Side
    step: int | None
    pieces: tuple[Piece, ...]
    scale: float
    looked_up: FloatArray
    scaled: FloatArray
    positions: FloatArray
    total: FloatArray
    normalised: bool = False
    kind: str = "interleaved"
    offset: int = 0
    segment: FloatArray | None = None

    @property
    def in_attention(self) -> bool:
        """Whether no position is added here: attention computes with them."""
        return self.kind in IN_ATTENTION

    def __post_init__(self) -> None:
        shape = self.total.shape
        if len(shape) != 2 or shape[0] != len(self.pieces):
            raise ValueError(f"{len(self.pieces)} pieces for a matrix of shape {shape}")
        for name in ("looked_up", "scaled", "positions"):
            if getattr(self, name).shape != shape:
                raise ValueError(
                    f"{name} has the shape {getattr(self, name).shape}, the sum {shape}"
                )

    @property
    def d_model(self) -> int:
        """The width of every row."""
        return int(self.total.shape[1])

    def cell(self, row: int, dimension: int) -> EmbeddingCell:
        """The arithmetic of one number, in the network's own numbers.

        Raises:
            IndexError: there is no such row or dimension.
        """
        rows, width = self.total.shape
        if not (0 <= row < rows and 0 <= dimension < width):
            raise IndexError(f"no row {row}, dimension {dimension}: there are {rows} and {width}")
        return EmbeddingCell(
            weight=float(self.looked_up[row, dimension]),
            scale=self.scale,
            scaled=float(self.scaled[row, dimension]),
            position=float(self.positions[row, dimension]),
            total=float(self.total[row, dimension]),
            segment=0.0 if self.segment is None else float(self.segment[dimension]),
        )


@dataclass(frozen=True, eq=False)
class PositionTable:
    """The positional encoding as the network keeps it.

    Attributes:
        table: [position, d_model] its rows from position 0 on, in the network's number type. Of
            "rotary" positions [position, d_k]: the sines of all angles, then their cosines.
        max_positions: how many rows the network has.
        kind: which encoding it is, as :class:`engine.model.config.ModelConfig` names them;
            :func:`engine.analysis.positions.formula_of` has its formula.
        offset: what is added to a position before the encoding is computed or looked up.
        base, frequencies: of "rotary" positions, as in
            :class:`engine.analysis.positions.Sinusoids`.

    Raises:
        ValueError: the table is no matrix, or longer than the network's.
    """

    table: FloatArray
    max_positions: int
    kind: str = "interleaved"
    offset: int = 0
    base: float = 10000.0
    frequencies: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.table.ndim != 2 or len(self.table) > self.max_positions:
            raise ValueError(
                f"a table of shape {self.table.shape} for {self.max_positions} positions"
            )

    @property
    def d_model(self) -> int:
        """The width of every row."""
        return int(self.table.shape[1])


@dataclass(frozen=True, eq=False)
class RelativeTable:
    """The biases of relative positions of one stack, which all of its layers share.

    T5 (arXiv:1910.10683, section 2.1): a score gets the bias of its head and of the bucket that
    the distance from the query to the key is in. Rows are the buckets that distances have, from
    the farthest key before the query on.

    Attributes:
        side: "source" for the encoder's, "target" for the decoder's.
        biases: [bucket, head]
        distances: of each row the first and the last key position - query position; ``None``
            where they have no end.
        rows: which row of the network's own table each is.

    Raises:
        ValueError: not a range of distances and a number a row.
    """

    side: Side
    biases: FloatArray
    distances: tuple[tuple[int | None, int | None], ...]
    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        counts = {len(self.distances), len(self.rows)}
        if self.biases.ndim != 2 or counts != {len(self.biases)}:
            raise ValueError(f"biases of shape {self.biases.shape} for {counts} distances")

    def row_of(self, distance: int) -> int:
        """The row of a distance.

        Raises:
            IndexError: there is none: the decoder does not look ahead.
        """
        for row, (first, last) in enumerate(self.distances):
            if (first is None or first <= distance) and (last is None or distance <= last):
                return row
        raise IndexError(f"no bucket has the distance {distance}")


@dataclass(frozen=True)
class RelativePositions:
    """The relative positions of a model: the tables of the stacks that it has."""

    tables: tuple[RelativeTable, ...]
