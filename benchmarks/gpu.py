"""On a GPU: our tokens a second against what the memory's bandwidth would allow.

A step of decoding has to read every weight of the decoder once, so no implementation that keeps
them in the GPU's memory takes less than their bytes divided by the bandwidth of a copy. (Of a
model that fits into the cache of the chip that is no bound; ours may.) What attention reads is
left out.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import torch

from benchmarks.decoding import BEAM, GREEDY
from benchmarks.measure import alike, compared, in_turns, same
from benchmarks.peers import Ids
from benchmarks.result import Result
from benchmarks.sentences import ORDINARY, many
from engine.events import Finished, Piece, Record
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.translator import Translator

NO_GPU = (
    "No GPU is at hand that torch can use (torch.cuda.is_available() is false), so nothing was "
    "measured on one."
)
ROUNDS = 5
BATCH, QUICK_BATCH = 256, 8
COPY = 1 << 28
"""Bytes that are copied to measure the bandwidth."""
SEARCHES = {"greedy": GREEDY, "beam 4": BEAM}
ALIKE = {"float32": 0.99, "bfloat16": 0.5, "float16": 0.9}
"""Shares of the outputs that have to be what the CPU writes in float32; one may always differ.

Kernels add up in another order, which decides between pieces that are equally likely; and in
bfloat16 a number has three digits.
"""
Say = Callable[[str], None]


def gpu(
    rounds: int | None = None,
    quick: bool = False,
    say: Say = print,
    device: str = "cuda",
    types: Sequence[str] = ("float32", "bfloat16"),
) -> list[Result]:
    """One sentence and a batch, greedy and a beam, recording on and off, in each number type.

    Args:
        rounds: how often everything is measured.
        quick: less of everything.
        say: takes the lines below the table.
        device: "cuda", or whatever else is to be held against its memory.
        types: number types.
    """
    rounds = rounds or (1 if quick else ROUNDS)
    speed = bandwidth(torch.device(device), COPY >> 4 if quick else COPY)
    say(f"A copy moves {speed / 1e9:,.1f} GB/s, what is read and what is written together.")
    exact = Expected(Translator.load(device="cpu"), quick)
    rows: list[Result] = []
    for dtype in types:
        translator = Translator.load(device=device, dtype=dtype)
        rows += _of_type(translator, exact, dtype, speed, rounds, say)
    return rows


class Expected:
    """What the CPU writes in float32.

    Attributes:
        one: sentences that are translated by themselves.
        batch: sentences that are translated together.
        quick: whether both are few.
    """

    def __init__(self, translator: Translator, quick: bool) -> None:
        vocabulary, self.quick = translator.vocabulary, quick
        self.one = [vocabulary.encode(text) for text in (ORDINARY[:2] if quick else ORDINARY)]
        texts = many(QUICK_BATCH if quick else BATCH)
        self.batch = [vocabulary.encode_ids(text) for text in texts]
        self._model = translator.model

    def outputs(self, options: SearchOptions, batch: bool) -> list[Ids]:
        """Of either."""
        return together(self._model, self.batch if batch else _ids(self.one), options)


def _ids(sources: Sequence[tuple[Piece, ...]]) -> list[Ids]:
    return [[piece.id for piece in source] for source in sources]


def together(model: Transformer, sources: Sequence[Ids], options: SearchOptions) -> list[Ids]:
    """One batch."""
    return [list(best.ids) for best, *_ in decode_batch(model, sources, options)]


def alone(
    translator: Translator,
    sources: Sequence[tuple[Piece, ...]],
    options: SearchOptions,
    record: Record,
) -> list[Ids]:
    """Each sentence by itself; with nothing recorded as the command line does it."""
    if record == "none":
        return [together(translator.model, [ids], options)[0] for ids in _ids(sources)]
    return [
        [piece.id for piece in event.hypotheses[0].pieces]
        for source in sources
        for event in decode(
            translator.model,
            translator.vocabulary,
            source,
            options=options,
            record=record,
            read=translator.read,
        )
        if isinstance(event, Finished)
    ]


def _of_type(
    translator: Translator, exact: Expected, dtype: str, speed: float, rounds: int, say: Say
) -> list[Result]:
    step = step_bytes(translator.model) / speed
    rows: list[Result] = []
    for search, options in SEARCHES.items():
        where = f"{translator.info.device} {dtype}"
        ways: dict[str, Callable[[], list[Ids]]] = {
            f"{search}, one sentence, nothing recorded": (
                partial(alone, translator, exact.one, options, "none")
            ),
            f"{search}, one sentence, every head recorded": (
                partial(alone, translator, exact.one, options, "all")
            ),
            f"{search}, {len(exact.batch)} sentences a batch, nothing recorded": (
                partial(together, translator.model, exact.batch, options)
            ),
        }
        written = {name: way() for name, way in ways.items()}
        expected = {
            name: exact.outputs(options, batch="a batch" in name) for name in ways
        }  # fmt: skip
        for name, outputs in written.items():
            _agree(f"{where}, {name}", outputs, expected[name], dtype, say)
        times = in_turns(where, ways, rounds, given=None)
        for name, outputs in written.items():
            tokens = sum(map(len, outputs))
            steps = max(map(len, outputs)) if "a batch" in name else tokens
            floor = tokens / (steps * step)
            ours = [tokens / seconds for seconds in times.seconds[name]]
            title = f"{where}, {name}: weights read once a step"
            rows.append(compared(title, ours, [floor] * len(ours), "tokens/s"))
    return rows


def _agree(what: str, outputs: list[Ids], expected: list[Ids], dtype: str, say: Say) -> None:
    """Refuse what is not what the CPU writes, but for what rounding may decide otherwise."""
    say(f"{what}: {alike(outputs, expected)} outputs are those of float32 on the CPU.")
    others = sum(a != b for a, b in zip(outputs, expected, strict=True))
    if others > max(1, (1 - ALIKE[dtype]) * len(expected)):
        same(what, outputs, {"the CPU in float32": expected})


def step_bytes(model: Transformer) -> int:
    """Bytes of the weights that one step of decoding needs: all of the decoder's and the output's.

    The keys and values of the cross-attention are projected once a sentence.
    """
    once = 0
    for layer in model.decoder.typed_layers():
        if layer.cross_attention is not None:
            for part in (layer.cross_attention.w_k, layer.cross_attention.w_v):
                once += sum(parameter.nbytes for parameter in part.parameters())
    every = sum(parameter.nbytes for parameter in model.decoder.parameters())
    return every - once + model.output_weight.nbytes


def bandwidth(device: torch.device, size: int = COPY, rounds: int = 9) -> float:
    """Bytes a second that a copy within the device's memory reads and writes."""
    source = torch.ones(size, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    took: list[float] = []
    for _ in range(rounds):
        _wait(device)
        begun = time.perf_counter()
        target.copy_(source)
        _wait(device)
        took.append(time.perf_counter() - begun)
    return 2 * size / statistics.median(took)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
