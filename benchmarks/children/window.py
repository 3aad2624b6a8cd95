"""How long the window's thread is busy at a time, and how soon a step by hand is painted.

    python -m benchmarks --only window
    python -m benchmarks.children.window [--model DIR] [--preset NAME …] [--only NAME …]

Opens the real window (offscreen unless QT_QPA_PLATFORM says otherwise) and, in every preset,
translates at full speed with the attention of all heads recorded, then steps by hand through
what was decoded. Times every event that Qt delivers on the window's thread; a frame is 16 ms.
Three cases: the built-in model, 12 × 16 random heads on a sentence of 60 words, and the same
on one of 500 pieces. Prints a Markdown table. Processor time leaves out what other programs
took; wall time does not.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.bench import Bench, leave
from benchmarks.latency import percentile
from benchmarks.sentences import PARAGRAPH, SIXTY_WORDS
from benchmarks.timing import Delivery
from engine.preload import import_torch
from engine.resources import resource_path
from engine.search.options import SearchOptions
from gui.presets import PRESETS

FIVE_HUNDRED_PIECES = " and ".join([SIXTY_WORDS] * 7)
MOST_PIECES = 495
CASES = ("built-in", "12x16", "500")
HAND_STEPS = 40
FRAME_MS = 16.0


def large_model(folder: Path) -> Path:
    """A model folder with 12 + 12 layers of 16 heads and random weights."""
    # As the program does: a plain import leaves more for the garbage collector to look at.
    import_torch()
    import torch

    from engine.checkpoints import native
    from engine.model.config import ModelConfig
    from engine.model.transformer import Transformer

    pieces = resource_path("models", "en-fr", "sentencepiece.model").read_bytes()
    config = ModelConfig(
        vocabulary_size=8000,
        d_model=256,
        heads=16,
        d_ff=512,
        encoder_layers=12,
        decoder_layers=12,
        max_positions=512,
    )
    torch.manual_seed(1)
    return native.save(
        folder / "large",
        config,
        Transformer(config).state_dict(),
        pieces,
        source_language="en",
        target_language="fr",
        name="12 × 16 random heads",
        license="CC0-1.0",
        card="# 12 × 16 random heads\n",
    )


def shortened(text: str) -> str:
    """As much of ``text`` as makes ``MOST_PIECES`` pieces."""
    import sentencepiece

    path = resource_path("models", "en-fr", "sentencepiece.model")
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(path))
    ids: list[int] = pieces.encode(text)[:MOST_PIECES]
    return str(pieces.decode(ids))


def row(name: str, deliveries: Sequence[Delivery], by_hand: Sequence[float]) -> str:
    """One line of the table."""
    wall, processor = [d.wall for d in deliveries], [d.processor for d in deliveries]
    late = sum(value > FRAME_MS for value in processor)
    return (
        f"| {name} | {len(deliveries)} | {percentile(processor, 0.99):.1f} | "
        f"{max(processor):.1f} | "
        f"{late} | {percentile(wall, 0.99):.1f} | {percentile(by_hand, 0.5):.0f} | "
        f"{percentile(by_hand, 0.99):.0f} |"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time the window's thread.")
    parser.add_argument("--model", type=Path, help="in place of the built-in one")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--steps", type=int, default=HAND_STEPS, help="by hand, in each preset")
    options = parser.parse_args()
    bench = Bench()
    chance = random.Random(1)
    print(
        "| case, preset | events | 99th percentile, ms | longest | above 16 ms | "
        "99th, wall | step by hand, median | 99th |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        large = large_model(Path(folder)) if set(options.only) & {"12x16", "500"} else None
        for case in options.only:
            bench.load(options.model if case == "built-in" else large)
            text = {"built-in": PARAGRAPH, "12x16": SIXTY_WORDS, "500": FIVE_HUNDRED_PIECES}[case]
            longest = {"built-in": None, "12x16": 60, "500": 40}[case]
            bench.session.set_options(SearchOptions(max_length=longest))
            text = shortened(text) if case == "500" else text
            for preset in options.preset:
                bench.window.docks.arrange(PRESETS[preset])
                bench.rest(0.3)
                # The first run pays for what is made once; the second is what a user sees.
                bench.decode(text)
                deliveries = bench.decode(text)
                by_hand = bench.steps_by_hand(chance, options.steps)
                print(row(f"{case}, {preset}", deliveries, by_hand), flush=True)
    bench.close()
    return 0


if __name__ == "__main__":
    leave(main())
