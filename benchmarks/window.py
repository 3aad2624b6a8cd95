"""How long the window's thread is busy at a time, and how soon a step by hand is painted.

    python benchmarks/window.py [--model DIR] [--preset NAME …] [--only NAME …]

Opens the real window (offscreen unless QT_QPA_PLATFORM says otherwise) and, in every preset,
translates at full speed with the attention of all heads recorded, then steps by hand through
what was decoded. Times every event that Qt delivers on the window's thread; a frame is 16 ms.
Three cases: the built-in model, 12 × 16 random heads on a sentence of 60 words, and the same
on one of 500 pieces. Prints a Markdown table. Processor time leaves out what other programs
took; wall time does not.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEventLoop

from benchmarks.timing import Delivery, TimedApplication
from engine.preload import import_torch
from engine.resources import resource_path
from engine.search.options import SearchOptions
from gui import language, theme
from gui.engine_thread import EngineThread
from gui.main_window import DEFAULT_SIZE, MainWindow
from gui.presets import PRESETS
from gui.session import Session
from gui.settings import Settings

ORDINARY = (
    "Yesterday evening my old friend told me that he had bought a small house near the sea, "
    "because his children love the sun and the long summer holidays. "
    "He asked me whether I would like to visit them in July."
)
SIXTY_WORDS = (
    "yesterday evening my old friend from school told me in the garden behind our house that "
    "he had bought a small white house near the sea because his three children love the sun "
    "and the long summer holidays and he asked me and my wife whether we would like to visit "
    "them for a week in July or in August"
)
FIVE_HUNDRED_PIECES = " and ".join([SIXTY_WORDS] * 7)
MOST_PIECES = 495
CASES = ("built-in", "12x16", "500")
HAND_STEPS = 40
PATIENCE_S = 300
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


class Bench:
    """The window, driven from a plain script."""

    def __init__(self, app: TimedApplication) -> None:
        self._app = app
        self._ended = 0
        self.session, self._thread = Session(), EngineThread()
        self.window = MainWindow(self.session, self._thread, Settings(None), "auto")
        self.window.resize(*DEFAULT_SIZE)
        self.window.source.live.setChecked(False)
        self.window.controller.translationEnded.connect(self._on_ended)
        self.window.show()
        self._thread.start()

    def _on_ended(self) -> None:
        self._ended += 1

    def _until(self, done: Callable[[], bool]) -> None:
        deadline = QDeadlineTimer(1000 * PATIENCE_S)
        while not done():
            if deadline.hasExpired():
                raise TimeoutError(f"The window did not get done within {PATIENCE_S} s.")
            self._app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)

    def rest(self, seconds: float) -> None:
        """Let the window do what it has to do."""
        end = time.perf_counter() + seconds
        self._until(lambda: time.perf_counter() >= end)

    def load(self, model: Path | None) -> None:
        """Load a model and wait for it."""
        self.session.set_model(None)
        self.window.load_model(model)
        self._until(lambda: self.session.model is not None)

    def decode(self, text: str) -> list[Delivery]:
        """What the window's thread did while ``text`` was translated, panels and all."""
        before, ended = len(self._app.deliveries), self._ended
        self.window.source.set_text(text)
        self.window.commands.translate()
        self._until(lambda: self._ended > ended)
        self.rest(0.3)
        return self._app.deliveries[before:]

    def steps_by_hand(self, chance: random.Random) -> list[float]:
        """Milliseconds from each step by hand until it was painted."""
        took = []
        for _ in range(HAND_STEPS):
            before, begun = len(self._app.deliveries), time.perf_counter()
            now = self.session.position
            places = [i for i in range(self.session.length()) if i != now]
            self.window.controller.pause()
            self.session.set_position(chance.choice(places))
            # Panels draw with the next frame; a panel that asks the worker for its numbers
            # (Scores) paints when it has them.
            self.rest(0.12)
            self._until(lambda start=before: self._painted(start) != [])
            painted = self._painted(before)
            early = [end for end in painted if end - begun < 0.1]
            took.append(1000 * ((early or painted)[-1] - begun))
        return took

    def _painted(self, start: int) -> list[float]:
        return [one.end for one in self._app.deliveries[start:] if one.paints]

    def close(self) -> None:
        """Leave."""
        self.window.close()
        self._thread.close()


def share(values: Sequence[float], part: float) -> float:
    """A percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def row(name: str, deliveries: Sequence[Delivery], by_hand: Sequence[float]) -> str:
    """One line of the table."""
    wall, processor = [d.wall for d in deliveries], [d.processor for d in deliveries]
    late = sum(value > FRAME_MS for value in processor)
    return (
        f"| {name} | {len(deliveries)} | {share(processor, 0.99):.1f} | {max(processor):.1f} | "
        f"{late} | {share(wall, 0.99):.1f} | {share(by_hand, 0.5):.0f} | "
        f"{share(by_hand, 0.99):.0f} |"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time the window's thread.")
    parser.add_argument("--model", type=Path, help="in place of the built-in one")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    app = TimedApplication()
    # A blinking caret is painted too, and would be taken for the step.
    app.setCursorFlashTime(0)
    language.install(app, "en")
    theme.apply(app, theme.LIGHT)
    bench = Bench(app)
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
            text = {"built-in": ORDINARY, "12x16": SIXTY_WORDS, "500": FIVE_HUNDRED_PIECES}[case]
            longest = {"built-in": None, "12x16": 60, "500": 40}[case]
            bench.session.set_options(SearchOptions(max_length=longest))
            text = shortened(text) if case == "500" else text
            for preset in options.preset:
                bench.window.docks.arrange(PRESETS[preset])
                bench.rest(0.3)
                # The first run pays for what is made once; the second is what a user sees.
                bench.decode(text)
                deliveries = bench.decode(text)
                by_hand = bench.steps_by_hand(chance)
                print(row(f"{case}, {preset}", deliveries, by_hand), flush=True)
    bench.close()
    return 0


if __name__ == "__main__":
    # Qt's teardown delivers events inside one another, each through a Python frame of the
    # application above: more than the interpreter allows.
    code = main()
    sys.stdout.flush()
    os._exit(code)
