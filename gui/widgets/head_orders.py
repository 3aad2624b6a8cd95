"""What heads can be sorted by, and how their measures are named to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.heads import Measure
from engine.events import AttentionKind
from gui.language import QT_TR_NOOP

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


_ENTROPY_HINT = QT_TR_NOOP(
    "Mean over the rows of −Σ w·ln w: how spread out the attention is, in nats"
)
ORDERS = (
    Order(
        QT_TR_NOOP("Layer and head"), None, False, QT_TR_NOOP("Rows are layers, columns are heads")
    ),
    Order(QT_TR_NOOP("Entropy, low first"), Measure.ENTROPY, False, _ENTROPY_HINT),
    Order(QT_TR_NOOP("Entropy, high first"), Measure.ENTROPY, True, _ENTROPY_HINT),
    Order(
        QT_TR_NOOP("Confidence"),
        Measure.CONFIDENCE,
        True,
        QT_TR_NOOP(
            "Mean over the rows of the largest weight, the end token left out (Voita et al. 2019)"
        ),
    ),
    Order(
        QT_TR_NOOP("Diagonal ±1"),
        Measure.DIAGONAL,
        True,
        QT_TR_NOOP("Mean weight on the query's own position and both its neighbours"),
    ),
    Order(
        QT_TR_NOOP("Own position"),
        Measure.OWN,
        True,
        QT_TR_NOOP("Mean weight on the query's own position"),
    ),
    Order(
        QT_TR_NOOP("Previous position"),
        Measure.PREVIOUS,
        True,
        QT_TR_NOOP("Mean weight on the position before"),
    ),
    Order(
        QT_TR_NOOP("Next position"),
        Measure.NEXT,
        True,
        QT_TR_NOOP("Mean weight on the position after"),
        (_ENCODER, _CROSS),
    ),
    Order(
        QT_TR_NOOP("First position"),
        Measure.FIRST,
        True,
        QT_TR_NOOP("Mean weight on the first key"),
    ),
    Order(
        QT_TR_NOOP("End token"),
        Measure.END,
        True,
        QT_TR_NOOP("Mean weight on the end of the source, where heads rest that find nothing"),
        (_ENCODER, _CROSS),
    ),
)
WORDS = {
    Measure.CONFIDENCE: QT_TR_NOOP("confidence"),
    Measure.DIAGONAL: QT_TR_NOOP("diagonal ±1"),
    Measure.OWN: QT_TR_NOOP("own"),
    Measure.PREVIOUS: QT_TR_NOOP("previous"),
    Measure.NEXT: QT_TR_NOOP("next"),
    Measure.FIRST: QT_TR_NOOP("first"),
    Measure.END: QT_TR_NOOP("end token"),
}
