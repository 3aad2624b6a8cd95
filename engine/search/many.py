"""Decoding any number of sentences: in batches, side by side on the cores that there are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

import torch

from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.batches import BATCH_TOKENS, MOST_ROWS, batches_by_length
from engine.search.options import SearchOptions
from engine.search.sentence import Result


def decode_many(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    options: SearchOptions | None = None,
    sentences: Sequence[int] | None = None,
    batch_tokens: int = BATCH_TOKENS,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[list[Result]]:
    """Translate sentences in padded batches.

    On a CPU each batch has a thread to itself, as many at a time as torch may use: cores that
    have batches of their own wait for each other once, those that share a product at every one.

    Args:
        model: in evaluation mode.
        sources: piece ids of each sentence, the end piece included.
        options: of every search; prefix and reference as ids.
        sentences: index of each within its text, by default 0; see :func:`decode_batch`.
        batch_tokens: padded source pieces of one batch, at most.
        cancelled: asked at every step, from any thread.
        progress: told after each batch how many sentences it had; in the caller's thread.

    Returns:
        The ``n_best`` outputs of each sentence.

    Raises:
        InputTooLongError: before the sentence's batch is begun.
        SearchError: as for :func:`decode_batch`.
        CancelledError: ``cancelled`` said so.
    """
    options = options or SearchOptions()
    numbers = [0] * len(sources) if sentences is None else sentences
    threads = torch.get_num_threads() if model.device.type == "cpu" else 1
    lengths = [len(source) for source in sources]
    rows = options.n_best if options.sample else options.beam
    # Few sentences are shared out too, and so is the memory.
    budget = min(batch_tokens, -(-sum(lengths) // threads))
    batches = batches_by_length(lengths, budget, max(1, MOST_ROWS // (rows * threads)))
    results: list[list[Result]] = [[] for _ in sources]
    stop = threading.Event()

    def work(batch: Sequence[int]) -> list[list[Result]]:
        return decode_batch(
            model,
            [sources[i] for i in batch],
            options,
            [numbers[i] for i in batch],
            lambda: stop.is_set() or (cancelled is not None and cancelled()),
        )

    for batch, outputs in _side_by_side(work, batches, threads, stop):
        for index, output in zip(batch, outputs, strict=True):
            results[index] = output
        if progress is not None:
            progress(len(batch))
    return results


def _side_by_side(
    work: Callable[[Sequence[int]], list[list[Result]]],
    batches: Sequence[Sequence[int]],
    threads: int,
    stop: threading.Event,
) -> Iterator[tuple[Sequence[int], list[list[Result]]]]:
    """Each batch and what came of it, as they are done; ``stop`` is set when one fails."""
    workers = min(threads, len(batches))
    if workers < 2:
        for batch in batches:
            yield batch, work(batch)
        return
    each = partial(torch.set_num_threads, threads // workers)
    try:
        with ThreadPoolExecutor(workers, "decoding", each) as pool:
            # The longest first: what is begun last should not be what everybody waits for.
            futures = {pool.submit(work, batch): batch for batch in reversed(batches)}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.result()
            except BaseException:
                stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    finally:
        # Some of torch's libraries have one number for the whole process.
        torch.set_num_threads(threads)
