"""What heads can be sorted by, and how their measures are named to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.heads import Measure
from engine.events import AttentionKind

_ENCODER, _DECODER, _CROSS = (
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
    AttentionKind.CROSS,
)


@dataclass(frozen=True)
class Order:
    """One way to sort the heads.

    Attributes:
        name: in the box.
        measure: what they are sorted by; ``None`` is by layer and head, as a grid.
        highest_first: whether the largest number comes first.
        hint: what the measure is, in the paper's terms.
        kinds: of attention to which it can be applied.
    """

    name: str
    measure: Measure | None
    highest_first: bool
    hint: str
    kinds: tuple[AttentionKind, ...] = (_ENCODER, _DECODER, _CROSS)


_ENTROPY_HINT = "Mean over the rows of −Σ w·ln w: how spread out the attention is, in nats"
ORDERS = (
    Order("Layer and head", None, False, "Rows are layers, columns are heads"),
    Order("Entropy, low first", Measure.ENTROPY, False, _ENTROPY_HINT),
    Order("Entropy, high first", Measure.ENTROPY, True, _ENTROPY_HINT),
    Order(
        "Confidence",
        Measure.CONFIDENCE,
        True,
        "Mean over the rows of the largest weight, the end token left out (Voita et al. 2019)",
    ),
    Order(
        "Diagonal ±1",
        Measure.DIAGONAL,
        True,
        "Mean weight on the query's own position and both its neighbours",
    ),
    Order("Own position", Measure.OWN, True, "Mean weight on the query's own position"),
    Order("Previous position", Measure.PREVIOUS, True, "Mean weight on the position before"),
    Order(
        "Next position",
        Measure.NEXT,
        True,
        "Mean weight on the position after",
        (_ENCODER, _CROSS),
    ),
    Order("First position", Measure.FIRST, True, "Mean weight on the first key"),
    Order(
        "End token",
        Measure.END,
        True,
        "Mean weight on the end of the source, where heads rest that find nothing",
        (_ENCODER, _CROSS),
    ),
)
WORDS = {
    Measure.CONFIDENCE: "confidence",
    Measure.DIAGONAL: "diagonal ±1",
    Measure.OWN: "own",
    Measure.PREVIOUS: "previous",
    Measure.NEXT: "next",
    Measure.FIRST: "first",
    Measure.END: "end token",
}
