"""The matrices of one attention head in the order in which they are drawn and read.

Those of :class:`engine.explanation.Explanation`, with QKᵀ before it is scaled, where it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.events import FloatArray
from engine.explanation import Axis, Explanation, StageName
from gui.language import QT_TR_NOOP, tr
from gui.widgets.engine_words import engine_word
from gui.widgets.scale import MASK, MINUS_INFINITY, WEIGHTS, Scale, number, signed

LinkName = StageName | Literal["products"]
LINKS: tuple[LinkName, ...] = (
    "queries",
    "keys",
    "values",
    "products",
    "scores",
    "bias",
    "mask",
    "masked scores",
    "weights",
    "mixture",
    "contribution",
)
"""All there can be; :func:`links_of` are those of one head."""
_TITLES: dict[LinkName, str] = {
    "queries": QT_TR_NOOP("Queries"),
    "keys": QT_TR_NOOP("Keys"),
    "values": QT_TR_NOOP("Values"),
    "products": QT_TR_NOOP("Dot products"),
    "scores": QT_TR_NOOP("Scaled scores"),
    "bias": QT_TR_NOOP("Bias by distance"),
    "mask": QT_TR_NOOP("Mask"),
    "masked scores": QT_TR_NOOP("Masked scores"),
    "weights": QT_TR_NOOP("Weights"),
    "mixture": QT_TR_NOOP("Weights · values"),
    "contribution": QT_TR_NOOP("What the head adds"),
}
_UNDIVIDED = QT_TR_NOOP("Scores")
BETWEEN_QUERIES_AND_KEYS: tuple[LinkName, ...] = (
    "products",
    "scores",
    "bias",
    "mask",
    "masked scores",
    "weights",
)
"""Those with one row a query and one column a key."""


@dataclass(frozen=True, eq=False)
class Link:
    """One matrix of the chain.

    Attributes:
        name: one of ``LINKS``.
        symbol: as it stands on its card.
        title: in words.
        formula: what it is computed from.
        values: [row, column] float32, all finite: 0 where masked.
        masked: [row, column], true where the number is −∞ (or, among the weights, where it
            was); ``None`` where nothing can be.
        axes: of the rows and of the columns.
        scale: of its colours.
    """

    name: LinkName
    symbol: str
    title: str
    formula: str
    values: FloatArray
    masked: npt.NDArray[np.bool_] | None
    axes: tuple[Axis, Axis]
    scale: Scale

    @property
    def size(self) -> str:
        """Rows × columns."""
        rows, columns = self.values.shape
        return f"{rows} × {columns}"

    def number(self, row: int, column: int) -> str:
        """A cell's number, with the user's digits."""
        blocked = self.masked is not None and bool(self.masked[row, column])
        if blocked and self.name != "weights":
            return MINUS_INFINITY
        return number(float(self.values[row, column]))


def dot_products(explanation: Explanation) -> FloatArray:
    """[query, key] QKᵀ, added up in float64 and rounded once."""
    queries = explanation.stage("queries").values.astype(np.float64)
    keys = explanation.stage("keys").values.astype(np.float64)
    return np.ascontiguousarray(queries @ keys.T, dtype=np.float32)


def links_of(explanation: Explanation) -> tuple[LinkName, ...]:
    """The matrices that a head has, in order.

    Where nothing is divided the scores are the dot products, and only relative positions have a
    bias.
    """
    absent: set[LinkName] = set() if explanation.divided else {"products"}
    if not explanation.has_bias:
        absent.add("bias")
    return tuple(name for name in LINKS if name not in absent)


def chain(explanation: Explanation) -> tuple[Link, ...]:
    """All matrices of a head, first to last."""
    blocked = np.isneginf(explanation.stage("mask").values)
    # The same colours before and after the sum, so that what stays is seen to stay.
    shown = np.where(blocked, np.float32(0), explanation.stage("masked scores").values)
    of_scores = signed(np.concatenate([explanation.stage("scores").values, shown]))
    links = []
    for name in links_of(explanation):
        stage = explanation.stage("scores" if name == "products" else name)
        values, formula = stage.values, stage.formula
        masked: npt.NDArray[np.bool_] | None = None
        if name == "products":
            values, formula = dot_products(explanation), "Q Kᵀ"
        elif name in ("mask", "masked scores", "weights"):
            masked = blocked
            values = np.where(blocked, np.float32(0), values)
        if name == "mask":
            scale = MASK
        elif name == "weights":
            scale = WEIGHTS
        elif name == "masked scores":
            scale = replace(of_scores, masked_text=MINUS_INFINITY)
        elif name == "scores":
            scale = of_scores
        else:
            scale = signed(values)
        title = _UNDIVIDED if name == "scores" and not explanation.divided else _TITLES[name]
        links.append(
            Link(
                name,
                "QKᵀ" if name == "products" else engine_word(stage.symbol),
                tr(title),
                engine_word(formula).replace("-∞", MINUS_INFINITY),
                np.ascontiguousarray(values, dtype=np.float32),
                masked,
                stage.axes,
                scale,
            )
        )
    return tuple(links)


def operators(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """What happens between each link and the next: the sign, and its number."""
    product = ("Q·Kᵀ", "")
    root = ("÷√d_k", number(explanation.divisor, 4))
    before: dict[LinkName, tuple[str, str]] = {
        "products": product,
        "scores": root if explanation.divided else product,
        "bias": ("+", ""),
        "mask": ("+", ""),
        "masked scores": ("=", ""),
        "weights": ("softmax", ""),
        "mixture": ("· V", ""),
        "contribution": ("· W_O", ""),
    }
    return tuple(before.get(name, ("", "")) for name in links_of(explanation)[1:])


Marks = dict[LinkName, tuple[int | None, int | None]]


def marks(name: LinkName, row: int, column: int) -> Marks:
    """What a cell is made of: rows and columns of the links before it, by name.

    Args:
        name, row, column: the cell.

    Returns:
        (row, column) by link; ``None`` is a whole column or a whole row.
    """
    found: Marks = {name: (row, column)}
    if name in BETWEEN_QUERIES_AND_KEYS:
        found["queries"] = (row, None)
        found["keys"] = (column, None)
        until = BETWEEN_QUERIES_AND_KEYS.index(name)
        for before in BETWEEN_QUERIES_AND_KEYS[:until]:
            found[before] = (row, column)
    if name in ("mask", "bias"):
        return {name: (row, column)}
    if name == "weights":
        # The softmax needs the whole row.
        found["masked scores"] = (row, None)
    if name == "mixture":
        found["weights"] = (row, None)
        found["values"] = (None, column)
    if name == "contribution":
        found["mixture"] = (row, None)
    return found
