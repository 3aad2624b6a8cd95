"""Many sentences in batches, on one thread and on all cores, each engine at its best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from benchmarks.decoding import GREEDY
from benchmarks.measure import against, in_turns, same
from benchmarks.peers import CTranslate2, Ids
from benchmarks.sentences import many
from benchmarks.threads import cores, torch_threads
from engine.model.transformer import Transformer
from engine.search.many import decode_many

if TYPE_CHECKING:
    from benchmarks.context import Context
    from benchmarks.result import Result

T = TypeVar("T")
COUNT, QUICK_COUNT = 2000, 40
TOKENS = (1024, 2048, 4096)
"""Padded source pieces of a batch that each engine may choose from."""
TRIED = 10
"""Each engine chooses by one sentence in so many."""
ROUNDS = 3


def ours(model: Transformer, sources: Sequence[Ids], threads: int, batch_tokens: int) -> list[Ids]:
    """As ``translate_lines`` does it.

    The number of threads is said each time: CTranslate2 sets OpenMP's, which torch has too.
    """
    with torch_threads(threads):
        results = decode_many(model, sources, GREEDY, batch_tokens=batch_tokens)
    return [list(best.ids) for (best,) in results]


def batches(context: Context) -> list[Result]:
    """2,000 sentences of mixed lengths, greedy search."""
    vocabulary = context.translator.vocabulary
    texts = many(QUICK_COUNT if context.quick else COUNT)
    sources = [vocabulary.encode_ids(text) for text in texts]
    rows: list[Result] = []
    for threads in sorted({1, cores()}):
        rows += _with(context, sources, threads)
    return rows


def _with(context: Context, sources: list[Ids], threads: int) -> list[Result]:
    given = "1 thread" if threads == 1 else f"{threads} threads"
    what = f"{len(sources):,} sentences in batches, {given}"
    model = context.translator.model
    # Cores may share a sentence's work, or each have sentences of its own.
    shares = dict.fromkeys([(threads, 1), (1, threads)])
    engines = {share: context.peers.ctranslate2("float32", *share) for share in shares}
    spelled = engines[threads, 1].spell(sources)
    sizes = TOKENS[1:2] if context.quick else TOKENS
    tried, tried_spelled = sources[::TRIED], spelled[::TRIED]
    size = _fastest({size: partial(ours, model, tried, threads, size) for size in sizes})
    share, their_size = _fastest(
        {
            (share, size): partial(engine.translate, tried_spelled, 1, size)
            for share, engine in engines.items()
            for size in sizes
        }
    )
    engine: CTranslate2 = engines[share]
    written = ours(model, sources, threads, size)
    same(what, written, {"CTranslate2": engine.read(engine.translate(spelled, 1, their_size))})
    times = in_turns(
        what,
        {
            "ours": lambda: ours(model, sources, threads, size),
            "CTranslate2": lambda: engine.translate(spelled, 1, their_size),
        },
        context.times(ROUNDS),
        threads,
    )
    context.say(
        f"{what}: each engine with what it was fastest with of batches of "
        f"{', '.join(f'{n:,}' for n in sizes)} padded source pieces: ours {size:,}, CTranslate2 "
        f"{their_size:,} with {share[1]} translation{'s' * (share[1] > 1)} at once of {share[0]} "
        f"thread{'s' * (share[0] > 1)} each."
    )
    by_processor = times.by_processor("ours", {"CTranslate2": "CTranslate2 float32"})
    context.say(f"{what}, going by processor time: {by_processor}.")
    tokens = sum(map(len, written))
    name = f"{what}: CTranslate2 float32"
    return [against(name, times, "ours", "CTranslate2", "tokens/s", tokens, 0.8)]


def _fastest(ways: dict[T, Callable[[], object]]) -> T:
    """Which way takes the least time, of two goes each."""
    if len(ways) == 1:
        return next(iter(ways))
    took = dict.fromkeys(ways, float("inf"))
    for _ in range(2):
        for way, work in ways.items():
            begun = time.perf_counter()
            work()
            took[way] = min(took[way], time.perf_counter() - begun)
    return min(took, key=lambda way: took[way])
