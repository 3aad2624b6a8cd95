"""Positions and embeddings in words and numbers."""

from __future__ import annotations

import math

import numpy as np

from engine.analysis.positions import Floats, Sinusoids, formula_of
from engine.embeddings import Embeddings
from gui import numbers
from gui.language import tr
from gui.numbers import MINUS, significant
from gui.widgets.pieces import label

_COLUMNS = {
    "interleaved": ("2i", "2i+1", "2i/d_model"),
    "halves": ("i", "⌈d_model/2⌉+i", "2i/d_model"),
    "timescales": ("i", "n+i", "i/(n−1)"),
}
"""Of each kind of sinusoids: the dimension of the sine, that of the cosine, and the power."""


def encoding(formula: Sinusoids | None) -> str:
    """What the positions of a model are."""
    if formula is None:
        return tr("Learned positions: each has a row of weights, and there is no formula.")
    sine, cosine, power = _COLUMNS[formula.kind]
    text = (
        f"PE(pos, {sine}) = sin(pos / 10000^({power}))   "
        f"PE(pos, {cosine}) = cos(pos / 10000^({power}))"
    )
    if formula.kind == "timescales":
        text += f"   n = {formula.pairs}"
    if formula.offset:
        text += "   " + tr("the first pos is {first}").format(first=formula.offset)
    return text


def exact(value: float) -> str:
    """The shortest number that is this float32 and no other."""
    return numbers.exact(np.float32(value))


def factor(value: float, text: str = "") -> str:
    """A number in a product or a sum: a negative one in brackets."""
    text = text or exact(value)
    return f"({text})" if text.startswith(MINUS) else text


def name(position: int, dimension: int) -> str:
    """A number of the table."""
    return f"PE({position}, {dimension})"


def _computed(position: int, dimension: int, formula: Sinusoids | None) -> tuple[str, ...]:
    """What a number of the table is computed from, in steps; nothing if it is learned."""
    pair = None if formula is None else formula.pair_of(dimension)
    if formula is None or pair is None:
        return ()
    function = "cos" if formula.is_cosine(dimension) else "sin"
    over, under = formula.power(pair)
    at, divisor = position + formula.offset, formula.divisor(pair)
    written = f"({position} + {formula.offset})" if formula.offset else f"{position}"
    return (
        f"{function}({written} / 10000^({over}/{under}))",
        f"{function}({at} / {significant(divisor)})",
        f"{function}({significant(at / divisor)})",
    )


def table_cell(position: int, dimension: int, formula: Sinusoids | None, value: float) -> str:
    """A number of the model's table, and its arithmetic."""
    computed = _computed(position, dimension, formula)
    return " = ".join((name(position, dimension), *computed, exact(value)))


def wave(pair: int, formula: Sinusoids | None) -> str:
    """A pair's wavelength; learned ones have none."""
    if formula is None:
        return ""
    ratio = formula.divisor(pair)
    times = "2π" if ratio == 1 else f"{significant(ratio, 5)} · 2π"
    return tr("λ = {times} = {length} positions", "wavelength").format(
        times=times, length=significant(formula.wavelength(pair), 5)
    )


def place(embeddings: Embeddings, row: int) -> str:
    """A row of a sentence: its position and its piece."""
    piece = embeddings.pieces[row]
    return tr("position {position}, “{piece}”").format(position=row, piece=label(piece))


def embedding_cell(embeddings: Embeddings, row: int, dimension: int) -> str:
    """How a number of the first layer's input comes about."""
    cell = embeddings.cell(row, dimension)
    identity = embeddings.pieces[row].id
    d = embeddings.d_model
    parts = f"E[{identity}, {dimension}]"
    if cell.scale == 1:
        scaled = f"{parts} = {exact(cell.scaled)}"
    else:
        root = f"√{d}" if cell.scale == math.sqrt(d) else significant(cell.scale)
        scaled = f"{parts} · {root} = {exact(cell.weight)} · {significant(cell.scale)}"
        scaled += f" = {exact(cell.scaled)}"
    computed = _computed(row, dimension, formula_of(embeddings.kind, d, embeddings.offset))[:1]
    encoded = " = ".join((name(row, dimension), *computed, exact(cell.position)))
    total = f"{exact(cell.scaled)} + {factor(cell.position)}"
    if embeddings.normalised:
        return tr("{scaled};  {position};  layer norm of the sums {total} …: {result}").format(
            scaled=scaled, position=encoded, total=total, result=exact(cell.total)
        )
    total += f" = {exact(cell.total)}"
    return tr("{scaled};  {position};  sum: {total}").format(
        scaled=scaled, position=encoded, total=total
    )


def table_product(p: int, q: int, formula: Sinusoids | None, value: float) -> str:
    """A dot product of two positions."""
    text = f"PE({p}) · PE({q}) = {significant(value)}"
    if formula is None or formula.has_lone_sine:
        return text
    distance = abs(q - p)
    under = formula.power(0)[1]
    # The table is rounded, the formula is not: their difference may show.
    return tr(
        "{product};  by the formula Σ cos({distance} / 10000^({power})) over {pairs} pairs = "
        "{exact}: it depends on the distance {distance} alone"
    ).format(
        product=text,
        distance=distance,
        power=f"{'i' if formula.kind == 'timescales' else '2i'}/{under}",
        pairs=formula.pairs,
        exact=significant(formula.product_at(distance)),
    )


def sentence_product(embeddings: Embeddings, p: int, q: int, total: bool) -> str:
    """A dot product of two of a sentence's vectors, and what it is the sum of."""
    first, second = (f"“{label(embeddings.pieces[row])}”" for row in (p, q))
    e, f = (embeddings.scaled[row].astype(np.float64) for row in (p, q))
    if not total:
        cosine = _cosine(e, f)
        return tr("{first} · {second} = {product};  cosine of their angle {cosine}").format(
            first=first,
            second=second,
            product=significant(float(e @ f)),
            cosine=significant(cosine, 4),
        )
    a, b = (embeddings.positions[row].astype(np.float64) for row in (p, q))
    x, y = (embeddings.total[row].astype(np.float64) for row in (p, q))
    terms = (
        ("e · e′", float(e @ f)),
        ("e · p′", float(e @ b)),
        ("p · e′", float(a @ f)),
        ("p · p′", float(a @ b)),
    )
    written = " + ".join(f"{symbol} {factor(value, significant(value))}" for symbol, value in terms)
    return tr("({first} + PE({p})) · ({second} + PE({q})) = {product} = {terms}").format(
        first=first, second=second, p=p, q=q, product=significant(float(x @ y)), terms=written
    )


def _cosine(first: Floats, second: Floats) -> float:
    lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / lengths if lengths else 0.0


def turned(distance: int, pair: int, formula: Sinusoids | None) -> str:
    """How a shift by ``distance`` positions turns a pair, whatever the position."""
    if formula is None:
        return tr("Learned positions: PE(pos + k) does not follow from PE(pos).")
    if len(formula.columns(pair)) < 2:
        return tr("The last sine of an odd d_model has no cosine to be turned with.")
    turn = formula.rotation(distance, pair)
    over, under = formula.power(pair)
    angle = distance / formula.divisor(pair)
    cosine, sine = (significant(float(x), 4) for x in turn[0])
    minus = significant(float(turn[1, 0]), 4)
    return tr(
        "PE(pos + {k}) is a linear map of PE(pos). At every pos, pair {pair} turns by "
        "{k} / 10000^({over}/{under}) = {angle} rad = {degrees}°"
    ).format(
        k=distance,
        pair=pair,
        over=over,
        under=under,
        angle=significant(angle, 4),
        degrees=significant(math.degrees(angle), 4),
    ) + (
        f":  sin′ = {cosine} · sin + {factor(0, sine)} · cos,"
        f"  cos′ = {factor(0, minus)} · sin + {cosine} · cos"
    )
