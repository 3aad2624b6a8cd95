"""Prints the README's table: what the key/value cache, fusion and recording cost and save.

    python benchmarks/decode.py [--model DIR] [--threads N] [--rounds N]

All rows are measured in one run, in turns, on the same sentences, and the figures to
compare are the ratios: seconds differ between machines and between moments. Every variant
has to write the same pieces, or the run ends with an error.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import torch

from engine.events import Finished, Record
from engine.model.probe import Probe
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.limits import length_limit
from engine.search.options import SearchOptions
from engine.search.rules import never_written
from engine.translator import Translator

SENTENCES = (
    "I love you very much.",
    "The dog chased the cat, and the cat climbed a tree.",
    "She doesn't want to go to school today because she has a cold.",
    "Where is the station?",
    "If I had known that you were coming, I would have baked a cake for all of us.",
    "We have been waiting for the bus for more than twenty minutes, and it is still raining.",
)
Outputs = list[list[int]]


def uncached(translator: Translator) -> Outputs:
    """Every step runs the decoder over all the pieces so far; fused attention."""
    model = translator.model
    blocked = list(never_written(model.config))
    outputs: Outputs = []
    with torch.inference_mode():
        for sentence in SENTENCES:
            ids = translator.vocabulary.encode_ids(sentence)
            source = torch.tensor([ids], device=model.device)
            memory = model.encode(source)
            target = [model.config.start_id]
            for _ in range(length_limit(model.config, SearchOptions(), len(ids))):
                inputs = torch.tensor([target], device=model.device)
                logits = model.project(model.decode(memory, source, inputs)[0, -1])
                logits[blocked] = float("-inf")
                target.append(int(logits.argmax()))
                if target[-1] == model.config.eos_id:
                    break
            outputs.append(target[1:])
    return outputs


def cached(translator: Translator, record: bool = False) -> Outputs:
    """Every step costs one piece's work; ``record`` takes the explicit path and keeps weights."""
    model = translator.model
    blocked = list(never_written(model.config))
    outputs: Outputs = []
    with torch.inference_mode():
        for sentence in SENTENCES:
            ids = translator.vocabulary.encode_ids(sentence)
            source = torch.tensor([ids], device=model.device)
            memory = model.encode(source, Probe() if record else None)
            cache = model.start_decoding(memory, source)
            target = [model.config.start_id]
            for _ in range(length_limit(model.config, SearchOptions(), len(ids))):
                last = torch.tensor(target[-1:], device=model.device)
                logits = model.decode_step(last, cache, Probe() if record else None)[0]
                logits[blocked] = float("-inf")
                target.append(int(logits.argmax()))
                if target[-1] == model.config.eos_id:
                    break
            outputs.append(target[1:])
    return outputs


def decoded(translator: Translator, options: SearchOptions, record: Record) -> Outputs:
    """The events of every sentence; nothing is reused from an earlier round."""
    return [
        [piece.id for piece in event.hypotheses[0].pieces]
        for sentence in SENTENCES
        for event in decode(
            translator.model,
            translator.vocabulary,
            translator.vocabulary.encode(sentence),
            options=options,
            record=record,
            read=translator.read,
        )
        if isinstance(event, Finished)
    ]


def batched(translator: Translator) -> Outputs:
    """What the command line does: all sentences at once."""
    sources = [translator.vocabulary.encode_ids(sentence) for sentence in SENTENCES]
    results = decode_batch(translator.model, sources)
    return [list(best.ids) for (best,) in results]


GREEDY = SearchOptions()
BEAM = SearchOptions(beam=4)

# All of these write the same pieces.
VARIANTS: dict[str, Callable[[Translator], Outputs]] = {
    "no cache, fused": uncached,
    "cache, fused": cached,
    "cache, recording attention": lambda translator: cached(translator, record=True),
    "the whole stream of events": lambda translator: decoded(translator, GREEDY, "all"),
    f"cache, fused, {len(SENTENCES)} sentences a batch": batched,
}


# How much longer a beam takes: one sentence at a time, with and without a record.
BEAMS: dict[str, Callable[[Translator], Outputs]] = {
    "greedy, nothing recorded": lambda translator: decoded(translator, GREEDY, "none"),
    "beam 4, nothing recorded": lambda translator: decoded(translator, BEAM, "none"),
    "beam 4, recording attention": lambda translator: decoded(translator, BEAM, "all"),
}


def measure(translator: Translator, rounds: int) -> dict[str, float]:
    """Median seconds of each variant, taken in turns so that all share the machine's moods."""
    expected = uncached(translator)
    for name, variant in VARIANTS.items():
        if variant(translator) != expected:
            sys.exit(f"'{name}' does not write what 'no cache, fused' writes")
    if BEAMS["beam 4, nothing recorded"](translator) != BEAMS["beam 4, recording attention"](
        translator
    ):
        sys.exit("recording changes what a beam of 4 writes")
    every = {**VARIANTS, **BEAMS}
    seconds: dict[str, list[float]] = {name: [] for name in every}
    for _ in range(rounds):
        for name, variant in every.items():
            start = time.perf_counter()
            variant(translator)
            if translator.model.device.type == "cuda":
                torch.cuda.synchronize()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--model", type=Path, help="a model folder; default: the built-in one")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    translator = Translator.load(args.model, device=args.device, threads=args.threads)
    tokens = sum(len(ids) for ids in uncached(translator))
    seconds = measure(translator, args.rounds)
    base = seconds["no cache, fused"]
    print("| greedy decoding | tokens/s | against no cache |")
    print("| --- | ---: | ---: |")
    for name in VARIANTS:
        print(f"| {name} | {tokens / seconds[name]:,.0f} | {base / seconds[name]:.2f} × |")
    one, _, _ = BEAMS
    print("\n| one sentence at a time | time against greedy |")
    print("| --- | ---: |")
    for name in BEAMS:
        print(f"| {name} | {seconds[name] / seconds[one]:.2f} × |")
    info = translator.info
    print(
        f"\n{info.name}: {info.parameters / 1e6:.1f} M parameters, {info.encoder_layers}+"
        f"{info.decoder_layers} layers, d_model {info.d_model}; {len(SENTENCES)} sentences, "
        f"{tokens} target tokens; {info.device}, {torch.get_num_threads()} threads, "
        f"PyTorch {torch.__version__}, {platform.machine()}; median of {args.rounds} rounds."
    )


if __name__ == "__main__":
    main()
