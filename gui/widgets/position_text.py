"""Positions and embeddings in words and numbers."""

from __future__ import annotations

import math

import numpy as np

from engine.analysis.positions import ROTARY, Floats, Sinusoids, formula_of
from engine.embeddings import Embeddings, RelativeTable
from gui import numbers
from gui.language import quoted, tr
from gui.numbers import MINUS, significant, whole
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
    if formula.kind == ROTARY:
        return _rotary(formula)
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


def _rotary(formula: Sinusoids) -> str:
    base, pairs = significant(formula.base), formula.pairs
    text = tr(
        "Rotary positions: sin θ and cos θ of θ(pos, i) = pos · {base}^(−i/{pairs}) turn the "
        "numbers i and {pairs} + i of every query and key"
    ).format(base=base, pairs=pairs)
    slower = tr("slowed down for longer texts")
    return f"{text}; {slower}" if formula.slowed else text


def exact(value: float) -> str:
    """The shortest number that is this float32 and no other."""
    return numbers.exact(np.float32(value))


def factor(value: float, text: str = "") -> str:
    """A number in a product or a sum: a negative one in brackets."""
    text = text or exact(value)
    return f"({text})" if text.startswith(MINUS) else text


def name(position: int, dimension: int, formula: Sinusoids | None = None) -> str:
    """A number of the table."""
    if formula is not None and formula.kind == ROTARY:
        function = "cos" if formula.is_cosine(dimension) else "sin"
        return f"{function} θ({position}, {formula.pair_of(dimension)})"
    return f"PE({position}, {dimension})"


def _computed(position: int, dimension: int, formula: Sinusoids | None) -> tuple[str, ...]:
    """What a number of the table is computed from, in steps; nothing if it is learned."""
    pair = None if formula is None else formula.pair_of(dimension)
    if formula is None or pair is None:
        return ()
    function = "cos" if formula.is_cosine(dimension) else "sin"
    if formula.kind == ROTARY:
        frequency = 1 / formula.divisor(pair)
        return (
            f"{function}({position} · {significant(frequency)})",
            f"{function}({significant(position * frequency)})",
        )
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
    return " = ".join((name(position, dimension, formula), *computed, exact(value)))


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
    told, terms = [scaled], [exact(cell.scaled)]
    if not embeddings.in_attention:
        computed = _computed(row, dimension, formula_of(embeddings.kind, d, embeddings.offset))[:1]
        told.append(" = ".join((name(row, dimension), *computed, exact(cell.position))))
        terms.append(factor(cell.position))
    if embeddings.segment is not None:
        told.append(f"S[0, {dimension}] = {exact(cell.segment)}")
        terms.append(factor(cell.segment))
    total = " + ".join(terms)
    if embeddings.normalised:
        last = tr("norm of the sums {total} …: {result}")
        told.append(last.format(total=total, result=exact(cell.total)))
    elif len(terms) > 1:
        told.append(tr("sum: {total}").format(total=f"{total} = {exact(cell.total)}"))
    return ";  ".join(told)


def distances(first: int | None, last: int | None) -> str:
    """A range of distances from query to key, short: for a row's label."""
    if first is None:
        return f"≤ {significant(last or 0)}"
    if last is None:
        return f"≥ {significant(first)}"
    ends = (significant(first), significant(last))
    return ends[0] if first == last else f"{ends[0]} … {ends[1]}"


def distances_told(first: int | None, last: int | None) -> str:
    """A range of distances, in words."""
    if (first, last) == (0, 0):
        return tr("the query’s own position")
    ends = sorted(abs(end) for end in (first, last) if end is not None)
    if len(ends) == 1:
        how = tr("{near} or more").format(near=whole(ends[0]))
    elif ends[0] == ends[1]:
        how = whole(ends[0])
    else:
        how = tr("{near} to {far}").format(near=whole(ends[0]), far=whole(ends[1]))
    after = (last if first is None else first) or 0
    if after > 0:
        return tr("keys {distance} after the query").format(distance=how)
    return tr("keys {distance} before the query").format(distance=how)


def bias_cell(table: RelativeTable, row: int, head: int) -> str:
    """A bias of relative positions, and what it is added to."""
    return tr("{distances}, head {head}: b = {bias}, added to the score; bucket {bucket}").format(
        distances=distances_told(*table.distances[row]),
        head=head + 1,
        bucket=table.rows[row],
        bias=exact(float(table.biases[row, head])),
    )


def table_product(p: int, q: int, formula: Sinusoids | None, value: float) -> str:
    """A dot product of two positions."""
    text = f"PE({p}) · PE({q}) = {significant(value)}"
    if formula is None or formula.has_lone_sine:
        return text
    distance = abs(q - p)
    if formula.kind == ROTARY:
        return tr(
            "Σ cos(θ({p}, i) − θ({q}, i)) = {product};  by the formula Σ cos θ({distance}, i) over "
            "{pairs} pairs = {exact}: it depends on the distance {distance} alone"
        ).format(
            p=p,
            q=q,
            product=significant(value),
            distance=distance,
            pairs=formula.pairs,
            exact=significant(formula.product_at(distance)),
        )
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
    first, second = (quoted(label(embeddings.pieces[row])) for row in (p, q))
    e, f = (embeddings.scaled[row].astype(np.float64) for row in (p, q))
    if not total:
        cosine = _cosine(e, f)
        return tr("{first} · {second} = {product};  cosine of their angle {cosine}").format(
            first=first,
            second=second,
            product=significant(float(e @ f)),
            cosine=significant(cosine, 4),
        )
    x, y = (embeddings.total[row].astype(np.float64) for row in (p, q))
    if embeddings.normalised or (embeddings.in_attention and embeddings.segment is None):
        # The norm's product is no sum of others; and where nothing is added there is nothing to
        # take apart.
        return tr("{first} at {p} · {second} at {q} = {product}").format(
            first=first, second=second, p=p, q=q, product=significant(float(x @ y))
        )
    added, own = "p", [] if embeddings.in_attention else [f"PE({p})", f"PE({q})"]
    a, b = (embeddings.positions[row].astype(np.float64) for row in (p, q))
    if embeddings.segment is not None:
        a, b = (each + embeddings.segment.astype(np.float64) for each in (a, b))
        added = "s" if embeddings.in_attention else "(p + s)"
    terms = (
        ("e · e′", float(e @ f)),
        (f"e · {added}′", float(e @ b)),
        (f"{added} · e′", float(a @ f)),
        (f"{added} · {added}′", float(a @ b)),
    )
    written = " + ".join(f"{symbol} {factor(value, significant(value))}" for symbol, value in terms)
    sums = []
    for index, symbol in enumerate((first, second)):
        parts = [symbol, *own[index : index + 1], *["S"] * (embeddings.segment is not None)]
        sums.append(f"({' + '.join(parts)})")
    return f"{sums[0]} · {sums[1]} = {significant(float(x @ y))} = {written}"


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
    if formula.kind == ROTARY:
        return tr(
            "From a query to a key at distance {k}, pair {pair} turns by {k} · {frequency} = "
            "{angle} rad = {degrees}°, wherever the two are: scores depend on the distance"
        ).format(
            k=distance,
            pair=pair,
            frequency=significant(1 / formula.divisor(pair), 4),
            angle=significant(distance / formula.divisor(pair), 4),
            degrees=significant(math.degrees(distance / formula.divisor(pair)), 4),
        )
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
