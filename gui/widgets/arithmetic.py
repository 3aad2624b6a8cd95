"""The arithmetic of one cell of a head's chain, written out with its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.explanation import CellArithmetic, Explanation
from gui.language import tr
from gui.widgets.chain import BETWEEN_QUERIES_AND_KEYS, Link, LinkName, links_of
from gui.widgets.engine_words import unturned
from gui.widgets.head_formula import head_numbers
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
        "products" if explanation.divided else "scores",
        f"q{_low(i)}·k{_low(j)}",
        f"Σ q{_low(i)}[c] · k{_low(j)}[c], c = 1 … {explanation.d_k}",
        shown,
        number(cell.dot),
        "" if explanation.divided else tr("the score: this model does not divide it by √d_k"),
        terms,
    )
    scaled = Line(
        "scores",
        tr("score"),
        f"q{_low(i)}·k{_low(j)} ÷ √d_k",
        f"{number(cell.dot)} ÷ √{explanation.d_k} = {number(cell.dot)} ÷ {number(cell.divisor)}",
        s,
    )
    distance = number(cell.key - cell.query)
    bias = Line(
        "bias",
        tr("bias"),
        "",
        "",
        number(cell.bias),
        tr(
            "of this head for the distance key − query = {distance}; the same in every layer"
        ).format(distance=distance),
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
    added = f" + {_bracket(number(cell.bias))}" if explanation.has_bias else ""
    masked = Line(
        "masked scores",
        tr("masked score"),
        tr("score + bias + mask") if explanation.has_bias else tr("score + mask"),
        f"{s}{added} + ({MINUS_INFINITY})" if blocked else f"{s}{added} + 0",
        number(cell.masked),
    )
    lines = {line.link: line for line in (bias, mask, masked, _softmax(cell), dot)}
    if explanation.divided:
        lines["scores"] = scaled
    if name in ("mask", "bias"):
        return [lines[name]]
    there = [each for each in links_of(explanation) if each in BETWEEN_QUERIES_AND_KEYS]
    return [lines[link] for link in there[: there.index(name) + 1]]


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
            "W_O has {n} rows for this head; the contributions of all heads, and b_O where there "
            "is one, add up to the attention’s output"
        ).format(n=explanation.d_k)
        if explanation.off:
            note = tr("the head is switched off: zeros take the place of {what}")
            note = note.format(what=f"(A V){i}")
        return (Line("contribution", f"(A V W_O){i}[{column + 1}]", formula, "", value, note),)
    return (_projected(explanation, link, row, column),)


def _projected(explanation: Explanation, link: Link, row: int, column: int) -> Line:
    """A number of Q, K or V: with the turn of a rotary position, if there is one."""
    letter = {"queries": "q", "keys": "k", "values": "v"}[link.name]
    name = f"{letter}{_low(row + 1)}[{column + 1}]"
    value = number(float(link.values[row, column]))
    note = tr("number {n} of {all}, a learnt projection of the layer’s input")
    note = note.format(n=column + 1, all=explanation.d_k)
    if explanation.group and link.name != "queries":
        shared = tr("the same for the heads {heads}").format(heads=head_numbers(explanation.group))
        note = f"{note}; {shared}"
    turned, plain = None, ""
    if link.name in ("queries", "keys"):
        turned = explanation.turned(link.name, row, column)
        plain = unturned(explanation.stage(link.name).formula)
    if turned is None:
        return Line(link.name, name, link.formula, "", value, note)
    sign = MINUS if turned.first else "+"
    formula = f"x[{column + 1}] · cos θ {sign} x[{turned.other + 1}] · sin θ"
    angle = number(turned.angle, 4)
    numbers = f"{_factor(turned.own)} · cos {angle} {sign} {_factor(turned.partner)} · sin {angle}"
    note = tr(
        "x = {projection}; turned by position {position}: θ = {position} · {frequency} = {angle}; "
        "{note}"
    ).format(
        projection=plain,
        position=turned.position,
        frequency=number(turned.frequency, 4),
        angle=angle,
        note=note,
    )
    return Line(link.name, name, formula, numbers, value, note)
