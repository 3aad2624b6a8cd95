"""The real window and somebody who types and steps: how long each took to be painted."""

from __future__ import annotations

import argparse
import json
import random
import sys

from benchmarks.bench import Bench, leave
from benchmarks.sentences import ORDINARY, PARAGRAPH
from gui.presets import PRESETS

FIRST = "Good morning."
"""Translated before anything is timed: what is made once, at the first text, is made then."""


def main() -> int:
    """Measure, and print lists of milliseconds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20, help="of each kind, in each preset")
    parser.add_argument("--texts", type=int, default=len(ORDINARY), help="typed")
    options = parser.parse_args()
    sys.setswitchinterval(0.001)  # as the program does
    bench = Bench()
    bench.load(None)
    bench.decode(FIRST)
    chance = random.Random(1)
    shown: dict[str, list[float]] = {}
    decoded: dict[str, list[float]] = {}
    typed: list[float] = []
    for number, name in enumerate(PRESETS):
        bench.window.docks.arrange(PRESETS[name])
        bench.rest(0.3)
        bench.decode(PARAGRAPH)
        shown[name] = bench.steps_by_hand(chance, options.steps)
        # Another text in each preset: what is known of one is not computed again.
        decoded[name] = bench.decoded_by_hand(f"{PARAGRAPH[:-1]} {number + 2}.", options.steps)
    bench.window.docks.arrange(PRESETS["watch"])
    bench.rest(0.3)
    for text in ORDINARY[: options.texts]:
        bench.decode(FIRST)
        typed.append(bench.typed(text))
    bench.close()
    print(json.dumps({"shown": shown, "decoded": decoded, "typed": typed}))
    return 0


if __name__ == "__main__":
    leave(main())
