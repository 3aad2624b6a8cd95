"""Positions and embeddings in words and numbers."""

from __future__ import annotations

import math

import numpy as np

from engine.analysis.positions import (
    Floats,
    divisors,
    exponent,
    product_at,
    rotation,
    wavelengths,
)
from engine.embeddings import Embeddings
from gui import numbers
from gui.language import tr
from gui.numbers import MINUS, significant
from gui.widgets.pieces import label

FORMULA = (
    "PE(pos, 2i) = sin(pos / 10000^(2i/d_model))   PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model))"
)


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


def formula(position: int, dimension: int, d_model: int) -> str:
    """What it is computed from."""
    function = "cos" if dimension % 2 else "sin"
    return f"{function}({position} / 10000^({exponent(dimension)}/{d_model}))"


def table_cell(position: int, dimension: int, d_model: int, value: float) -> str:
    """A number of the model's table, and its arithmetic."""
    divisor = float(divisors(d_model)[dimension])
    function = "cos" if dimension % 2 else "sin"
    angle = significant(position / divisor)
    return (
        f"{name(position, dimension)} = {formula(position, dimension, d_model)}"
        f" = {function}({position} / {significant(divisor)}) = {function}({angle}) = {exact(value)}"
    )


def wave(dimension: int, d_model: int) -> str:
    """A dimension's wavelength."""
    length = float(wavelengths(d_model)[dimension])
    ratio = float(divisors(d_model)[dimension])
    times = "2π" if ratio == 1 else f"{significant(ratio, 5)} · 2π"
    return tr("λ = {times} = {length} positions", "wavelength").format(
        times=times, length=significant(length, 5)
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
    encoded = f"{name(row, dimension)} = {formula(row, dimension, d)} = {exact(cell.position)}"
    total = f"{exact(cell.scaled)} + {factor(cell.position)} = {exact(cell.total)}"
    return tr("{scaled};  {position};  sum: {total}").format(
        scaled=scaled, position=encoded, total=total
    )


def table_product(p: int, q: int, d_model: int, value: float) -> str:
    """A dot product of two positions."""
    text = f"PE({p}) · PE({q}) = {significant(value)}"
    if d_model % 2:
        return text
    distance = abs(q - p)
    pairs = d_model // 2
    # The table is rounded, the formula is not: their difference may show.
    return tr(
        "{product};  by the formula Σ cos({distance} / 10000^(2i/{d_model})) over {pairs} pairs = "
        "{exact}: it depends on the distance {distance} alone"
    ).format(
        product=text,
        distance=distance,
        d_model=d_model,
        pairs=pairs,
        exact=significant(product_at(distance, d_model)),
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


def turned(distance: int, pair: int, d_model: int) -> str:
    """How a shift by ``distance`` positions turns a pair, whatever the position."""
    even = 2 * pair
    if even + 1 >= d_model:
        return tr("The last sine of an odd d_model has no cosine to be turned with.")
    turn = rotation(distance, even, d_model)
    angle = distance / float(divisors(d_model)[even])
    cosine, sine = (significant(float(x), 4) for x in turn[0])
    minus = significant(float(turn[1, 0]), 4)
    return tr(
        "PE(pos + {k}) is a linear map of PE(pos). At every pos, pair {pair} turns by "
        "{k} / 10000^({even}/{d}) = {angle} rad = {degrees}°"
    ).format(
        k=distance,
        pair=pair,
        even=even,
        d=d_model,
        angle=significant(angle, 4),
        degrees=significant(math.degrees(angle), 4),
    ) + (
        f":  sin′ = {cosine} · sin + {factor(0, sine)} · cos,"
        f"  cos′ = {factor(0, minus)} · sin + {cosine} · cos"
    )
