"""From the network's distribution to what each search may take next; all rows at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.errors import SearchError
from engine.model.compiled.largest import largest
from engine.model.compiled.library import library
from engine.search.options import SearchOptions
from engine.search.rules import Rules
from engine.search.sentence import Proposal, SentenceSearch

_FEW = 16
"""Blocked pieces that are looked past among the best, rather than blocked in a copy."""


def propose(
    distribution: Tensor,
    rows: Sequence[tuple[SentenceSearch, int]],
    rules: Rules,
    at: Sequence[int] | None = None,
    best: Sequence[Sequence[tuple[int, float]]] | None = None,
) -> list[list[Proposal]]:
    """What may follow each live hypothesis.

    Args:
        distribution: [rows, V] log-probabilities, as the network gave them.
        rows: the search and the place among its live hypotheses, for each row.
        rules: of all the searches.
        at: where each of ``rows`` stands in the distribution, if that has others too.
        best: what :func:`likeliest` finds in the distribution, if that is known; at least as
            many as :func:`wanted`.

    Returns:
        For each row the forced piece, the draws, or the best pieces, the best first.

    Raises:
        SearchError: the network computed something that is no number.
    """
    forced = [search.forced for search, _ in rows]
    if not rules.options.sample and not rules.by_history and forced.count(None) == len(forced):
        return _best(distribution, rows, rules, at, best)
    if at is not None:
        distribution = distribution[list(at)]
    adjusted = rules.apply(distribution, [search.live[i].ids for search, i in rows])
    if rules.options.sample:
        chosen = [
            [] if piece is not None else _draw(adjusted[row], search.draws(i), rules.options)
            for row, ((search, i), piece) in enumerate(zip(rows, forced, strict=True))
        ]
    elif all(piece is not None for piece in forced):
        chosen = [[] for _ in rows]
    else:
        width = min(max(search.width for search, _ in rows), adjusted.shape[1])
        chosen = [[piece for piece, _ in row] for row in likeliest(adjusted, width)]
        if rules.options.required:
            for row, (search, i) in enumerate(rows):
                wanted = sorted(rules.missing(search.live[i].ids))
                chosen[row] += [piece for piece in wanted if piece not in chosen[row]]
    chosen = [ids if piece is None else [piece] for ids, piece in zip(chosen, forced, strict=True)]
    return _read(distribution, adjusted, rows, forced, chosen, rules)


def wanted(width: int, rules: Rules) -> int:
    """How many of the likeliest pieces a search of some width has to see."""
    return width + len(rules.never) if len(rules.never) <= _FEW else width


def _best(
    distribution: Tensor,
    rows: Sequence[tuple[SentenceSearch, int]],
    rules: Rules,
    at: Sequence[int] | None,
    best: Sequence[Sequence[tuple[int, float]]] | None,
) -> list[list[Proposal]]:
    """The best pieces of each row where only some are always blocked: nothing is adjusted."""
    width, never = max(search.width for search, _ in rows), rules.never
    if len(never) > _FEW:
        distribution, best, never = rules.apply(distribution, ()), None, frozenset()
    if best is None:
        best = likeliest(distribution, min(wanted(width, rules), distribution.shape[1]))
    if at is not None:
        best = [best[row] for row in at]
    if any(math.isnan(row[0][1]) for row in best):  # one makes a whole row of them
        raise _no_number()
    return [
        [
            Proposal(piece, value, value)
            for piece, value in row
            if piece not in never and value != -math.inf
        ][:width]
        for row in best
    ]


def _read(
    distribution: Tensor,
    adjusted: Tensor,
    rows: Sequence[tuple[SentenceSearch, int]],
    forced: Sequence[int | None],
    chosen: Sequence[Sequence[int]],
    rules: Rules,
) -> list[list[Proposal]]:
    """The numbers of the chosen pieces, read from the device in one go."""
    row_numbers = [row for row, ids in enumerate(chosen) for _ in ids]
    pieces = [piece for ids in chosen for piece in ids]
    at = (torch.tensor(row_numbers, dtype=torch.int64), torch.tensor(pieces, dtype=torch.int64))
    both = torch.stack([distribution[at], adjusted[at]]).tolist()
    proposals: list[list[Proposal]] = [[] for _ in chosen]
    for row, piece, value, shown in zip(row_numbers, pieces, *both, strict=True):
        search, i = rows[row]
        if math.isnan(value):
            raise _no_number()
        if forced[row] is not None:
            # What is forced is taken even where a rule forbids it.
            shown = value + rules.penalty(value, piece, search.live[i].ids)
        if shown != -math.inf:
            proposals[row].append(Proposal(piece, value, shown))
    return proposals


def _no_number() -> SearchError:
    return SearchError(
        "The network computed something that is no number (NaN): its weights are damaged, or too "
        "large for this number type; try float32 or another model."
    )


def likeliest(values: Tensor, count: int) -> list[list[tuple[int, float]]]:
    """The ``count`` columns of each row with the largest values, the largest first.

    Of equal values the smaller column comes first, also where only some of them fit;
    ``topk`` alone leaves that open.

    Args:
        values: [rows, V]; where one of a row is no number, all are.
        count: at most V.

    Returns:
        For each row columns, each with its value.
    """
    compiled = library() if values.is_cpu and values.dtype == torch.float32 else None
    if compiled is not None:
        return largest(compiled, values, count)
    columns = values.shape[1]
    wide = min(count + 1, columns)
    top, indices = values.topk(wide, dim=1)
    result: list[list[tuple[int, float]]] = []
    for row, (row_top, row_indices) in enumerate(zip(top.tolist(), indices.tolist(), strict=True)):
        if wide > count and row_top[count] == row_top[count - 1] != -math.inf:
            least = torch.tensor(row_top[count], device=values.device, dtype=values.dtype)
            row_indices = (values[row] >= least).nonzero()[:, 0].tolist()
            row_top = values[row, row_indices].tolist()
        pairs = list(zip(row_indices, row_top, strict=True))
        if len(set(row_top)) < len(row_top):
            pairs.sort(key=_best_first)
        result.append(pairs[:count])
    return result


def _best_first(pair: tuple[int, float]) -> tuple[float, int]:
    return -pair[1], pair[0]


def chances(adjusted: Tensor, options: SearchOptions) -> Tensor:
    """The probability of each piece to be drawn: temperature, then top-k, then top-p.

    Args:
        adjusted: [V] log-probabilities under the rules, -inf where blocked.

    Returns:
        [V] float64; 0 everywhere if everything is blocked.
    """
    # MPS has no float64; a draw is of one row.
    logits = adjusted.cpu().double()
    best = logits.max()
    if best == -math.inf:
        return torch.zeros_like(logits)
    # The best is 0 then, so that no temperature, however near to 0, divides it to -inf.
    kept, order = ((logits - best) / options.temperature).sort(descending=True, stable=True)
    if options.top_k:
        kept[min(options.top_k, len(kept)) :] = -math.inf
    sorted_chances = kept.softmax(dim=0)
    if options.top_p < 1:
        before = sorted_chances.cumsum(dim=0) - sorted_chances
        sorted_chances[before >= options.top_p] = 0.0
        sorted_chances /= sorted_chances.sum()
    return torch.zeros_like(logits).scatter_(0, order, sorted_chances)


def _draw(adjusted: Tensor, draws: Sequence[float], options: SearchOptions) -> list[int]:
    """One piece a draw, by where its random number falls among the chances."""
    probabilities = chances(adjusted, options)
    sums = probabilities.cumsum(dim=0)
    if math.isnan(float(sums[-1])):
        raise _no_number()
    if not sums[-1] > 0:
        return []
    pieces: list[int] = []
    for number in draws:
        place = int(torch.searchsorted(sums, number * float(sums[-1]), right=True))
        # Rounding may lead beyond the last piece that has a chance.
        pieces.append(min(place, int(probabilities.nonzero()[-1])))
    return pieces
