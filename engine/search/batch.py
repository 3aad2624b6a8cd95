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

WORTH_DROPPING = 1 / 8
"""Part of a batch that has to be over before it is dropped: to copy what stays costs more than
to take some rows along for a few steps."""


@torch.inference_mode()
def decode_batch(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    options: SearchOptions | None = None,
    sentences: Sequence[int] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[list[Result]]:
    """Translate one padded batch; finished sentences leave it, several at a time.

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
        going = [(place, search) for place, search in enumerate(batch) if not search.over]
        rows = [(search, i) for _, search in going for i in range(len(search.live))]
        at: list[int] | None = None
        if len(rows) < len(tokens):
            at = [place * share + i for place, search in going for i in range(len(search.live))]
        proposals = iter(propose(distribution, rows, rules, at))
        for _, search in going:
            search.advance(list(islice(proposals, len(search.live))))
        batch, share, tokens = _go_on(batch, share, cache, model)
    return [search.results() for search in searches]


def _encode(model: Transformer, sources: Sequence[Sequence[int]]) -> DecoderCache:
    longest, pad = max(len(source) for source in sources), model.config.pad_id
    padded = [[*source, *[pad] * (longest - len(source))] for source in sources]
    ids = torch.tensor(padded, device=model.device)
    return model.start_decoding(model.encode(ids), ids)


def _go_on(
    batch: Sequence[SentenceSearch], share: int, cache: DecoderCache, model: Transformer
) -> tuple[list[SentenceSearch], int, list[int]]:
    """Make the cache fit the hypotheses that go on.

    Args:
        batch: the searches of the step that has been taken.
        share: rows of each in the cache.

    Returns:
        The searches of the next step, some of which may be over, the rows that each of them has
        in the cache from now on, and the next input of each row.
    """
    places = [place for place, search in enumerate(batch) if not search.over]
    if not places:
        return [], 1, []
    if len(batch) - len(places) < len(batch) * WORTH_DROPPING:
        places = list(range(len(batch)))
    kept = [batch[place] for place in places]
    if len(places) < len(batch):
        cache.select_sentences(torch.tensor(places, device=model.device))
    width = max(len(search.live) for search in kept if not search.over)
    parents: list[int] = []
    tokens: list[int] = []
    for place, search in zip(places, kept, strict=True):
        # A search with fewer hypotheses fills up its share with its first one; what is over,
        # with anything: nobody looks at it.
        live = search.live if not search.over else ()
        lacking = width - len(live)
        parents += [place * share + node.parent for node in live]
        parents += [place * share + live[0].parent if live else place * share] * lacking
        tokens += [node.ids[-1] for node in live]
        tokens += [live[0].ids[-1] if live else model.config.eos_id] * lacking
    if parents != list(range(len(batch) * share)):
        cache.select(torch.tensor(parents, device=model.device))
    return kept, width, tokens
