"""Time and memory of a step against the length of source and target: they grow linearly."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import torch

from benchmarks.measure import Line, fit_line
from benchmarks.result import Result
from benchmarks.sentences import SIXTY_WORDS, of_pieces
from engine.events import Encoded, Finished, Step
from engine.search.decode import decode
from engine.search.options import SearchOptions

if TYPE_CHECKING:
    from benchmarks.context import Context
    from engine.events import Piece

SOURCES = (125, 187, 250, 375, 500)
QUICK_SOURCES = (20, 40, 60, 80)
STEPS, QUICK_STEPS = 40, 4
"""Of each source; the time of a step is their mean."""
TARGET, QUICK_TARGET = 300, 60
WINDOW = 15
"""Neighbouring steps of a long target that are looked at together."""
ROUNDS = 7
FOUR = 4.0
"""Of four times the length a step takes at most four times as long, and as much memory."""
STRAIGHT = 1.15
"""How far above the line through the shorter lengths the longest may lie."""
POINTS = 6
"""Lengths that are printed, at most."""
MB = 1e6


def lengths(context: Context) -> list[Result]:
    """A long source, and a long target."""
    return [*_sources(context), *_targets(context)]


def _run(
    context: Context, source: tuple[Piece, ...], reference: Sequence[int]
) -> Iterator[tuple[float, bool]]:
    """The steps of one forced translation, nothing recorded.

    Yields:
        The seconds that a step took, and whether it was the last.
    """
    translator = context.translator
    events = decode(
        translator.model,
        translator.vocabulary,
        source,
        options=SearchOptions(reference=tuple(reference)),
        record="none",
        read=lambda ids: "",  # the text so far is not of the network, and as long as the target
    )
    begun = time.perf_counter()
    for event in events:
        now = time.perf_counter()
        match event:
            case Step():
                yield now - begun, event.last
            case Encoded() | Finished():
                pass
        begun = time.perf_counter()


def _sources(context: Context) -> list[Result]:
    sizes = QUICK_SOURCES if context.quick else SOURCES
    steps = QUICK_STEPS if context.quick else STEPS
    vocabulary = context.translator.vocabulary
    pieces, end = vocabulary.encode_ids(SIXTY_WORDS)[:-1], context.translator.model.config.eos_id
    reference = of_pieces(steps, pieces, end)
    sources = {
        size: tuple(vocabulary.piece(i) for i in of_pieces(size, pieces, end)) for size in sizes
    }
    for source in sources.values():
        _warm(context, source, reference)
    memory = {size: _memory(context, source, reference) for size, source in sources.items()}
    taken: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(context.times(ROUNDS)):
        for size, source in sources.items():
            seconds = [took for took, _ in _run(context, source, reference)]
            taken[size].append(1000 * statistics.fmean(seconds))
    return _grown(context, "long source", taken, memory)


def _targets(context: Context) -> list[Result]:
    length = QUICK_TARGET if context.quick else TARGET
    vocabulary = context.translator.vocabulary
    pieces, end = vocabulary.encode_ids(SIXTY_WORDS)[:-1], context.translator.model.config.eos_id
    source = context.pieces[1]
    reference = of_pieces(length, pieces, end)
    short = of_pieces(length // 4, pieces, end)
    _warm(context, source, reference)
    memory = {len(each): _memory(context, source, each) for each in (short, reference)}
    taken: dict[int, list[float]] = {}
    for _ in range(context.times(ROUNDS)):
        seconds = [took for took, _ in _run(context, source, reference)]
        for end_of_window in range(WINDOW, length + 1, WINDOW):
            # The median: room for more positions is made in one of them.
            middle = statistics.median(seconds[end_of_window - WINDOW : end_of_window])
            taken.setdefault(end_of_window, []).append(1000 * middle)
    return _grown(context, "long target", taken, memory)


def _warm(context: Context, source: tuple[Piece, ...], reference: Sequence[int]) -> None:
    """Once before anything is measured: what is made once for all translations is made here."""
    for _ in _run(context, source, reference):
        pass


def _memory(context: Context, source: tuple[Piece, ...], reference: Sequence[int]) -> float:
    """Megabytes of tensors that a translation holds at its last step."""
    before = live_bytes()
    for _, last in _run(context, source, reference):
        if last:
            return (live_bytes() - before) / MB
    raise AssertionError("a translation has a last step")


def live_bytes() -> int:
    """Bytes of all tensors that Python knows, what two share counted once."""
    gc.collect()
    found: dict[int, int] = {}
    for each in gc.get_objects():
        if issubclass(type(each), torch.Tensor):
            storage = each.untyped_storage()
            found[storage.data_ptr()] = storage.nbytes()
    return sum(found.values())


def _grown(
    context: Context, what: str, taken: dict[int, list[float]], memory: dict[int, float]
) -> list[Result]:
    """The rows of one kind of length; ``taken`` has milliseconds of a step, one a round."""
    sizes = list(taken)
    medians = {size: statistics.median(values) for size, values in taken.items()}
    line = fit_line(sizes, list(medians.values()))
    last = sizes[-1]
    quarter = min(sizes, key=lambda size: abs(size - last / 4))
    shorter = [size for size in sizes if size <= last / 2]
    expected = fit_line(shorter, [medians[size] for size in shorter])
    context.say(_described(what, line, medians))
    pairs = zip(taken[last], taken[quarter], strict=True)
    rounds = [long / short for long, short in pairs]
    bends = [value / expected.at(last) for value in taken[last]]
    first, longest = min(memory), max(memory)
    return [
        Result(
            name=f"{what}: a step at {last} pieces against one at {quarter}",
            ours=medians[last],
            peer=medians[quarter],
            unit="ms",
            ratio=statistics.median(rounds),
            target=FOUR,
            spread=(min(rounds), max(rounds)),
            wording="4 × (linear)",
        ),
        Result(
            name=f"{what}: a step at {last} pieces against the line through those up to "
            f"{shorter[-1]}",
            ours=medians[last],
            peer=expected.at(last),
            unit="ms",
            ratio=statistics.median(bends),
            target=STRAIGHT,
            spread=(min(bends), max(bends)),
            wording=f"{STRAIGHT} × (no bend)",
        ),
        Result(
            name=f"{what}: memory at {longest} pieces against {first}",
            ours=memory[longest],
            peer=memory[first],
            unit="MB",
            ratio=memory[longest] / memory[first],
            target=FOUR * (longest / first) / 4,
            wording=f"{longest / first:.2f} × (linear)",
        ),
    ]


def _described(what: str, line: Line, medians: dict[int, float]) -> str:
    apart = -(-len(medians) // POINTS)
    some = list(medians)[::-1][::apart][::-1]  # the longest among them
    points = ", ".join(f"{size}: {medians[size]:.2f}" for size in some)
    return (
        f"{what}: a step takes {line.start:.3f} ms + {line.slope * 100:.3f} ms a hundred pieces "
        f"(least squares, R² {line.fit:.3f}); milliseconds at lengths {points}."
    )
