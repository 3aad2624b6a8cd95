"""Decoding many sentences at once, nothing recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import torch

from engine.errors import CancelledError
from engine.model.cache import DecoderCache
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.search.decode import next_distribution
from engine.search.limits import check_length
from engine.search.options import SearchOptions
from engine.search.propose import propose
from engine.search.rules import Rules
from engine.search.sentence import Result, SentenceSearch


@torch.inference_mode()
def decode_batch(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    options: SearchOptions | None = None,
    sentences: Sequence[int] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[list[Result]]:
    """Translate one padded batch; a finished sentence leaves the batch at once.

    Args:
        model: in evaluation mode.
        sources: piece ids of each sentence, the end piece included.
        options: of every search; prefix and reference as ids.
        sentences: index of each within its text, by default 0: draws depend on it, and a
            prefix belongs to the first sentence alone.
        cancelled: asked at every step.

    Returns:
        The ``n_best`` outputs of each sentence, equal to those of :func:`engine.search.decode`.

    Raises:
        InputTooLongError: before any work.
        SearchError: as for :func:`engine.search.decode.decode`.
        CancelledError: ``cancelled`` said so.
    """
    rules = Rules(model.config, options or SearchOptions())
    for source in sources:
        check_length(model.config, len(source))
    numbers = [0] * len(sources) if sentences is None else sentences
    searches = [
        SentenceSearch(model.config, rules.of_sentence(number), len(source), number)
        for source, number in zip(sources, numbers, strict=True)
    ]
    if not searches:
        return []
    model = without_heads(model, rules.options.heads_off)
    cache = _encode(model, sources)
    batch, share = searches, 1
    tokens = [model.config.start_id] * len(batch)
    while batch:
        if cancelled is not None and cancelled():
            raise CancelledError("The translation was stopped.")
        distribution = next_distribution(model, tokens, cache)
        rows = [(search, i) for search in batch for i in range(len(search.live))]
        if len(rows) < len(tokens):  # without those that only fill up a sentence's share
            true = [
                place * share + i
                for place, search in enumerate(batch)
                for i in range(len(search.live))
            ]
            distribution = distribution[true]
        proposals = iter(propose(distribution, rows, rules))
        for search in batch:
            search.advance(list(islice(proposals, len(search.live))))
        batch, share, tokens = _go_on(batch, share, cache, model.device)
    return [search.results() for search in searches]


def _encode(model: Transformer, sources: Sequence[Sequence[int]]) -> DecoderCache:
    longest, pad = max(len(source) for source in sources), model.config.pad_id
    padded = [[*source, *[pad] * (longest - len(source))] for source in sources]
    ids = torch.tensor(padded, device=model.device)
    return model.start_decoding(model.encode(ids), ids)


def _go_on(
    batch: Sequence[SentenceSearch], share: int, cache: DecoderCache, device: torch.device
) -> tuple[list[SentenceSearch], int, list[int]]:
    """Drop the searches that are over and make the cache fit the others.

    Args:
        batch: the searches of the step that has been taken.
        share: rows of each in the cache.

    Returns:
        The searches that go on, the rows that each of them has in the cache from now on, and
        the next input of each row.
    """
    places = [place for place, search in enumerate(batch) if not search.over]
    going = [batch[place] for place in places]
    if not going:
        return [], 1, []
    if len(places) < len(batch):
        cache.select_sentences(torch.tensor(places, device=device))
    width = max(len(search.live) for search in going)
    parents: list[int] = []
    tokens: list[int] = []
    for place, search in zip(places, going, strict=True):
        # A search with fewer hypotheses fills up its share with its first one.
        nodes = [*search.live, *search.live[:1] * (width - len(search.live))]
        parents += [place * share + node.parent for node in nodes]
        tokens += [node.ids[-1] for node in nodes]
    if parents != list(range(len(batch) * share)):
        cache.select(torch.tensor(parents, device=device))
    return going, width, tokens
