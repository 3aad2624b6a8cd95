"""The formula of attention as one head has it: what is divided, added, turned and shared."""

from __future__ import annotations

from typing import Final

from engine.explanation import Explanation
from gui.language import QT_TR_NOOP, tr

FORMULA: Final = QT_TR_NOOP(
    "Attention(Q, K, V) = softmax( {scores} + mask ) V"
    "&nbsp;&nbsp;&nbsp;<span style='color:{muted}'>d<sub>k</sub> = {d_k}; {told}</span>"
)
PAPER: Final = QT_TR_NOOP("“Attention Is All You Need”, section 3.2.1")
BIASED: Final = QT_TR_NOOP("B: relative positions (T5)")
TURNED: Final = QT_TR_NOOP("Q, K turned by their positions (RoFormer)")
SHARED: Final = QT_TR_NOOP("K, V shared by heads {heads}")


def formula_html(explanation: Explanation, muted: str) -> str:
    """The formula and where it comes from, as rich text; ``muted`` is a colour."""
    scores = "Q Kᵀ / √d<sub>k</sub>" if explanation.divided else "Q Kᵀ"
    told = []
    if explanation.has_bias:
        scores = f"{scores} + B"
        told.append(tr(BIASED))
    if explanation.frequencies:
        told.append(tr(TURNED))
    if explanation.group:
        told.append(tr(SHARED).format(heads=head_numbers(explanation.group)))
    return tr(FORMULA).format(
        scores=scores,
        muted=muted,
        d_k=explanation.d_k,
        # What is in the paper needs no further word.
        told="; ".join(told) or tr(PAPER),
    )


def head_numbers(group: tuple[int, ...]) -> str:
    """The heads of a group as a reader counts them: from 1, neighbours from the first to last."""
    first, last = group[0] + 1, group[-1] + 1
    return f"{first}, {last}" if len(group) == 2 else f"{first}–{last}"
