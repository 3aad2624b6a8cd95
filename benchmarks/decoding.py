"""One sentence at a time, on one thread: greedy search, the same with every head recorded, a beam.

Ours for a search with nothing recorded is :func:`engine.search.batch.decode_batch`, which the
command line calls; with everything recorded it is :func:`engine.search.decode.decode`, whose
events the window shows: pieces, texts, candidates and all weights, as NumPy arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch

from benchmarks.errors import BenchmarkError
from benchmarks.measure import Times, against, alike, in_turns, same
from benchmarks.peers import LONGEST, Ids
from engine.events import Finished, Record, Step
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.search.rules import never_written

if TYPE_CHECKING:
    from benchmarks.context import Context
    from benchmarks.result import Result

GREEDY = SearchOptions(max_length=LONGEST)
BEAM = SearchOptions(
    beam=4, max_length=LONGEST, normalisation="average", alpha=1.0, stopping="first"
)
"""What CTranslate2 and ``transformers`` can do too: see their ``translate``."""
ROUNDS = 9
Rows = tuple[tuple[str, str, float | None], ...]
"""The name of a peer among the contestants, how to call it, and the target."""
ATOL = 1e-4
"""How far weights of two engines may be apart, of 1: float32 in another order."""


def written(context: Context, options: SearchOptions = GREEDY) -> list[Ids]:
    """Each sentence by itself, nothing recorded."""
    model = context.translator.model
    return [list(decode_batch(model, [ids], options)[0][0].ids) for ids in context.ordinary]


def uncached(context: Context) -> list[Ids]:
    """Every step runs the decoder over all the pieces so far."""
    model = context.translator.model
    blocked = list(never_written(model.config))
    outputs: list[Ids] = []
    with torch.inference_mode():
        for ids in context.ordinary:
            source = torch.tensor([ids])
            memory = model.encode(source)
            target = [model.config.start_id]
            while len(target) <= LONGEST and target[-1] != model.config.eos_id:
                states = model.decode(memory, source, torch.tensor([target]))
                logits = model.project(states[0, -1])
                logits[blocked] = float("-inf")
                target.append(int(logits.argmax()))
            outputs.append(target[1:])
    return outputs


def streamed(
    context: Context, record: Record, options: SearchOptions = GREEDY
) -> tuple[list[Ids], list[Step]]:
    """The events of every sentence: what was written, and the steps of the first sentence."""
    translator = context.translator
    outputs: list[Ids] = []
    steps: list[Step] = []
    for source in context.pieces:
        for event in decode(
            translator.model,
            translator.vocabulary,
            source,
            options=options,
            record=record,
            read=translator.read,
        ):
            if isinstance(event, Finished):
                outputs.append([piece.id for piece in event.hypotheses[0].pieces])
            elif isinstance(event, Step) and not outputs:
                steps.append(event)
    return outputs, steps


def greedy(context: Context) -> list[Result]:
    """Nothing recorded."""
    what = "greedy, one sentence, nothing recorded"
    library = context.peers.library("sdpa")
    exact, eight = context.peers.ctranslate2(), context.peers.ctranslate2("int8")
    spelled = [exact.spell([ids]) for ids in context.ordinary]
    contestants = {
        "ours": lambda: written(context),
        "CTranslate2": lambda: [exact.translate(one)[0] for one in spelled],
        "int8": lambda: [eight.translate(one)[0] for one in spelled],
        "transformers": lambda: [library.translate(ids) for ids in context.ordinary],
        "no cache": lambda: uncached(context),
    }
    ours = written(context)
    same(
        what,
        ours,
        {
            "CTranslate2 float32": exact.read([exact.translate(one)[0] for one in spelled]),
            "transformers": [library.translate(ids) for ids in context.ordinary],
            "ours without the cache": uncached(context),
        },
    )
    theirs = eight.read([eight.translate(one)[0] for one in spelled])
    context.say(
        f"CTranslate2 int8 rounds every weight to eight bits: {alike(ours, theirs)} outputs are "
        "what the others write."
    )
    times = in_turns(what, contestants, context.times(ROUNDS))
    rows: Rows = (
        ("CTranslate2", "CTranslate2 float32", 1.0),
        ("transformers", "transformers (SDPA)", 4.0),
        ("int8", "CTranslate2 int8", None),
        ("no cache", "ours without the cache", None),
    )
    return _rates(context, what, times, ours, rows)


def recorded(context: Context) -> list[Result]:
    """Every head of every layer recorded."""
    what = "greedy, one sentence, every head recorded"
    library = context.peers.library("eager")
    contestants = {
        "without": lambda: written(context),
        "stream without": lambda: streamed(context, "none"),
        "ours": lambda: streamed(context, "all"),
        "transformers": lambda: [
            library.translate(ids, record=True) for ids in context.ordinary
        ],
    }  # fmt: skip
    ours, steps = streamed(context, "all")
    same(
        what,
        ours,
        {
            "ours without": written(context),
            "our stream without": streamed(context, "none")[0],
            "transformers": [library.translate(ids, record=True) for ids in context.ordinary],
        },
    )
    _same_weights(what, steps, library.cross(context.ordinary[0]))
    times = in_turns(what, contestants, context.times(ROUNDS))
    rows: Rows = (
        ("without", "ours with nothing recorded", 0.85),
        ("transformers", "transformers (eager, output_attentions)", 4.0),
        ("stream without", "our stream of events with nothing recorded", None),
    )
    return _rates(context, what, times, ours, rows)


def _rates(
    context: Context, what: str, times: Times, ours: Sequence[Ids], rows: Rows
) -> list[Result]:
    """Ours against each of the others, in tokens a second; and a line below the table."""
    by_processor = times.by_processor("ours", {name: label for name, label, _ in rows})
    context.say(f"{what}, going by processor time: {by_processor}.")
    tokens = sum(map(len, ours))
    return [
        against(f"{what}: {label}", times, "ours", name, "tokens/s", tokens, target)
        for name, label, target in rows
    ]


def _same_weights(what: str, steps: list[Step], theirs: np.ndarray) -> None:
    """Refuse if what was recorded is not what the reference library's attention was."""
    found = [step.hypotheses[0].cross for step in steps]
    if any(each is None for each in found):
        raise BenchmarkError(f"{what}: our steps carry no cross-attention.")
    ours = np.stack([each for each in found if each is not None], axis=2)
    if ours.shape != theirs.shape or np.abs(ours - theirs).max() > ATOL:
        raise BenchmarkError(
            f"{what}: our cross-attention {ours.shape} is not that of transformers "
            f"{theirs.shape}, to {ATOL}; times are not compared."
        )


def beam(context: Context) -> list[Result]:
    """A beam of 4."""
    what = "beam 4, one sentence"
    library, exact = context.peers.library("sdpa"), context.peers.ctranslate2()
    spelled = [exact.spell([ids]) for ids in context.ordinary]
    contestants = {
        "ours": lambda: written(context, BEAM),
        "CTranslate2": lambda: [exact.translate(one, beam=4)[0] for one in spelled],
        "transformers": lambda: [library.translate(ids, beam=4) for ids in context.ordinary],
        "greedy": lambda: written(context),
        "recorded": lambda: streamed(context, "all", BEAM),
    }
    ours = written(context, BEAM)
    same(
        what,
        ours,
        {
            "CTranslate2 float32": exact.read([exact.translate(one, 4)[0] for one in spelled]),
            "transformers": [library.translate(ids, beam=4) for ids in context.ordinary],
            "ours recorded": streamed(context, "all", BEAM)[0],
        },
    )
    written(context)
    context.say(
        "Beam search is the same search in all three: the score is divided by the length, the end "
        "piece included, and the search ends when 4 outputs have finished (ours: average, alpha "
        "1, first; CTranslate2: length_penalty 1, patience 1, return_end_token, which makes it "
        "count the end piece; transformers: length_penalty 1, early_stopping)."
    )
    times = in_turns(what, contestants, context.times(ROUNDS))
    rows: Rows = (
        ("CTranslate2", "CTranslate2 float32", 1.0),
        ("transformers", "transformers (SDPA)", 3.0),
    )
    count = len(ours)
    return [
        *_rates(context, what, times, ours, rows),
        against(f"{what}: our greedy search", times, "ours", "greedy", "ms", count),
        against(f"{what}, every head recorded: without", times, "recorded", "ours", "ms", count),
    ]
