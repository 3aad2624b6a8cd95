"""The arithmetic of one cell of a head's chain, written out with its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.explanation import CellArithmetic, Explanation
from gui.language import tr
from gui.widgets.chain import BETWEEN_QUERIES_AND_KEYS, Link, LinkName
from gui.widgets.scale import MINUS, MINUS_INFINITY, number

MOST_TERMS = 128
"""Terms of a sum that are written out; of the others only how many there are."""
SHORT_SUM = 6
"""Terms that still fit into the line itself."""


@dataclass(frozen=True)
class Line:
    """One step of the arithmetic.

    Attributes:
        link: the matrix whose number comes out of it.
        name: of that number, in symbols.
        formula: in symbols; empty where there is none.
        numbers: the same with numbers; empty where there are none to show.
        result: what comes out.
        note: a remark in words.
        terms: of a long sum, all of them; ``numbers`` then begins it.
    """

    link: LinkName
    name: str
    formula: str
    numbers: str
    result: str
    note: str = ""
    terms: str = ""


def _factor(value: float) -> str:
    written = number(value, 4)
    return f"({written})" if written.startswith(MINUS) else written


def _sum(terms: list[str]) -> str:
    shown = terms[:MOST_TERMS]
    left = len(terms) - len(shown)
    more = f" + {tr('… {n} more').format(n=left)}" if left else ""
    return f"{' + '.join(shown)}{more}"


def _split(terms: list[str]) -> tuple[str, str]:
    """A sum as it stands in the line, and all of its terms if they are too many for that."""
    if len(terms) <= SHORT_SUM:
        return _sum(terms), ""
    begin = " + ".join(terms[:2])
    rest = tr("… ({n} terms, below)").format(n=len(terms))
    return f"{begin} + {rest}", _sum(terms)


def _products(pairs: list[tuple[float, float]]) -> list[str]:
    return [f"{_factor(a)}·{_factor(b)}" for a, b in pairs]


def _pair(explanation: Explanation, name: LinkName, cell: CellArithmetic, why: str) -> list[Line]:
    """From the dot product to the weight, as far as the link ``name``."""
    s = number(cell.score)
    i, j = cell.query + 1, cell.key + 1
    shown, terms = _split(_products([(q, k) for q, k, _ in cell.terms]))
    dot = Line(
        "products",
        f"q{_low(i)}·k{_low(j)}",
        f"Σ q{_low(i)}[c] · k{_low(j)}[c], c = 1 … {explanation.d_k}",
        shown,
        number(cell.dot),
        terms=terms,
    )
    scaled = Line(
        "scores",
        tr("score"),
        f"q{_low(i)}·k{_low(j)} ÷ √d_k",
        f"{number(cell.dot)} ÷ √{explanation.d_k} = {number(cell.dot)} ÷ {number(cell.divisor)}",
        s,
    )
    blocked = cell.mask == -math.inf
    mask = Line(
        "mask",
        tr("mask"),
        "",
        "",
        MINUS_INFINITY if blocked else "0",
        tr("blocked: {reason}").format(reason=why)
        if blocked
        else tr("open: the query may look at this key"),
    )
    masked = Line(
        "masked scores",
        tr("masked score"),
        tr("score + mask"),
        f"{s} + ({MINUS_INFINITY})" if blocked else f"{s} + 0",
        number(cell.masked),
    )
    lines = {line.link: line for line in (dot, scaled, mask, masked, _softmax(cell))}
    if name == "mask":
        return [mask]
    wanted = BETWEEN_QUERIES_AND_KEYS[: BETWEEN_QUERIES_AND_KEYS.index(name) + 1]
    return [lines[link] for link in wanted]


def _softmax(cell: CellArithmetic) -> Line:
    name = tr("weight")
    formula = tr("e^(s − max) ÷ Σ e^(s′ − max), over the keys of the row")
    if not cell.denominator:
        note = tr("the mask closes the whole row: all weights 0")
        return Line("weights", name, formula, "", "0", note)
    largest = number(cell.largest)
    above = number(cell.exponentials[cell.key])
    # A negative maximum is taken off in brackets.
    power = f"e^({number(cell.masked)} − {_bracket(largest)}) = {above}"
    total, terms = _split([number(x, 4) for x in cell.exponentials])
    below = f"Σ = {total} = {number(cell.denominator)}"
    return Line(
        "weights",
        name,
        formula,
        f"max = {largest};  {power};  {below};  {above} ÷ {number(cell.denominator)}",
        number(cell.weight),
        tr("a masked key: e^−∞ = 0") if cell.mask == -math.inf else "",
        terms,
    )


def _bracket(written: str) -> str:
    return f"({written})" if written.startswith(MINUS) else written


_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _low(index: int) -> str:
    return str(index).translate(_LOW)


def arithmetic(
    explanation: Explanation, link: Link, row: int, column: int, why: str = ""
) -> tuple[Line, ...]:
    """How the number of one cell comes about.

    Args:
        explanation: of the head.
        link: the matrix of the cell.
        row, column: the cell.
        why: the reason, should the mask block it.

    Raises:
        IndexError: there is no such cell.
    """
    if link.name in BETWEEN_QUERIES_AND_KEYS:
        return tuple(_pair(explanation, link.name, explanation.cell(row, column), why))
    value = number(float(link.values[row, column]))
    i = _low(row + 1)
    if link.name == "mixture":
        weights = explanation.stage("weights").values[row]
        values = explanation.stage("values").values[:, column]
        pairs = [(float(a), float(v)) for a, v in zip(weights, values, strict=True)]
        formula = tr("{sum}, over the keys j").format(sum=f"Σ A{i}ⱼ · Vⱼ[{column + 1}]")
        name = f"(A V){i}[{column + 1}]"
        shown, terms = _split(_products(pairs))
        return (Line("mixture", name, formula, shown, value, terms=terms),)
    if link.name == "contribution":
        mixed = "0" if explanation.off else f"(A V){i}"
        formula = tr("{factor} · column {n} of W_O").format(factor=mixed, n=column + 1)
        note = tr(
            "W_O has {n} rows for this head; the contributions of all heads and b_O add up to the "
            "attention’s output"
        ).format(n=explanation.d_k)
        if explanation.off:
            note = tr("the head is switched off: zeros take the place of {what}")
            note = note.format(what=f"(A V){i}")
        return (Line("contribution", f"(A V W_O){i}[{column + 1}]", formula, "", value, note),)
    letter = {"queries": "q", "keys": "k", "values": "v"}[link.name]
    note = tr("number {n} of {all}, a learnt projection of the layer’s input")
    note = note.format(n=column + 1, all=explanation.d_k)
    return (Line(link.name, f"{letter}{i}[{column + 1}]", link.formula, "", value, note),)
