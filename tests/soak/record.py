"""What a soak writes down: a line a minute, findings, and in the end all of it together."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.soak.measures import Line, Memory, Sample, grown, least_squares

LAST: Final = 12
"""Of the things done, so many stand beside a finding."""
MOST_SAME: Final = 5
"""Findings of one wording that are written down; more are counted."""
HELD: Final = "held by the C library's heaps"
BLOCKS: Final = "blocks of Python's allocator"
JUDGED: Final = {HELD: (5.0, "MB"), BLOCKS: (50.0, "thousand")}
"""What is alive without a window, and how much more of it an hour is a finding.

Memory itself tells less: how much of it is gaps between what is alive comes and goes by 10 MB.
"""


class Record:
    """The log of one soak; each line is on the disk once it is written.

    Attributes:
        acts: how often each thing was done.
        samples: of the open window, at rest.
        closed: with no window; and the memory once caches are empty and free memory given back.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._log = path.open("w", encoding="utf-8", errors="backslashreplace")
        acts = path.with_suffix(".acts")
        self._acts = acts.open("w", encoding="utf-8", errors="backslashreplace")
        self.acts: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        self.notes = 0
        self.samples: list[Sample] = []
        self.closed: list[tuple[Sample, Memory]] = []
        self._same: Counter[str] = Counter()
        self._last: deque[str] = deque(maxlen=LAST)

    def line(self, text: str) -> None:
        """One line, with the time of day."""
        self._log.write(f"{time.strftime('%H:%M:%S')} {text}\n")
        self._log.flush()

    def close(self) -> None:
        """No more lines."""
        self._log.close()
        self._acts.close()

    # What happens --------------------------------------------------------------------

    def acted(self, name: str, words: str) -> None:
        """A thing is about to be done; without a name: the words for what was done."""
        if name:
            self.acts[name] += 1
            self._acts.write(f"{self.acts.total()} {time.strftime('%H:%M:%S')} {name} {words}\n")
            self._last.append(f"{name} {words}")
        else:
            self._acts.write(f"    {words}\n")
            self._last[-1] = words
        self._acts.flush()

    def find(self, kind: str, words: str) -> None:
        """Something is wrong."""
        self.findings[kind] += 1
        self._same[words] += 1
        if self._same[words] <= MOST_SAME:
            done = "\n".join(f"    after {each}" for each in self._last)
            self.line(f"FINDING {kind}: {words}\n{done}")

    def note(self, words: str) -> None:
        """Something is worth a look."""
        self.notes += 1
        self.line(f"note: {words}")

    # What is measured ----------------------------------------------------------------

    def measured(self, sample: Sample) -> None:
        """An open window at rest."""
        self.samples.append(sample)
        self.line(
            f"{sample.seconds / 60:.1f} min, acts {self.acts.total()}, {sample.line()}, "
            f"findings {self.findings.total()}"
        )

    def ended(self, sample: Sample, trimmed: Memory) -> None:
        """A window was closed, and nothing of it should be left."""
        self.closed.append((sample, trimmed))
        self.line(
            f"closed {len(self.closed)}: {sample.line()}; all given back: "
            f"rss {trimmed.resident:.1f} anon {trimmed.anonymous:.1f} held {trimmed.held:.1f} MB, "
            f"Python's blocks {trimmed.blocks:.1f} k"
        )

    def more(self, before: Counter[str], after: Counter[str]) -> None:
        """What there is more of than at the closing before."""
        told = ", ".join(f"{name} {count:+d}" for name, count in grown(before, after))
        self.line(f"    objects since the closing before: {told or 'none more'}")

    def compare(
        self, first: Sample, last: Sample, what: Sequence[str] = ("threads", "handles", "timers")
    ) -> list[str]:
        """What there is more of at the last of two closings."""
        more = []
        for name in what:
            for thing, count in grown(getattr(first, name), getattr(last, name)):
                more.append(f"{name}: {count} × {thing}")
        if last.windows > first.windows:
            more.append(f"top-level widgets: {last.windows - first.windows}")
        return more

    def summary(self, warm_up: float, before: Sample, types: tuple[Counter[str], ...]) -> None:
        """All of it together.

        Args:
            warm_up: active seconds that count for nothing.
            before: before the first window.
            types: objects by type at the closing after the warm-up, and at the last.
        """
        self.line("SUMMARY")
        told = ", ".join(f"{name} {count}" for name, count in self.acts.most_common())
        self.line(f"{self.acts.total()} acts: {told}")
        warm = [each for each in self.samples if each.seconds >= warm_up]
        if warm:
            self.line(f"at the end of the warm-up: {warm[0].line()}")
            self.line(f"at the end: {warm[-1].line()}")
        for name, line in self.slopes(warm_up).items():
            unit = JUDGED[name][1] if name in JUDGED else "MB"
            self.line(f"{name}: {line.slope:+.2f} ± {line.error:.2f} {unit} an hour")
        if len(types) == 2:
            told = ", ".join(f"{name} {count:+d}" for name, count in grown(*types))
            self.line(f"objects that there are more of without a window: {told or 'none'}")
        if self.closed:
            last = self.closed[-1][0]
            for words in self.compare(before, last):
                self.line(f"more than before the first window: {words}")
            for words in self.compare(self.closed[0][0], last):
                self.line(f"more than after the first window: {words}")
        self.line(f"notes {self.notes}")
        told = ", ".join(f"{kind} {count}" for kind, count in self.findings.most_common())
        self.line(f"findings {self.findings.total()}: {told or 'none'}")

    def slopes(self, warm_up: float) -> dict[str, Line]:
        """How memory grew after the warm-up, by what is looked at."""
        warm = [each for each in self.samples if each.seconds >= warm_up]
        shut = [each for each in self.closed if each[0].seconds >= warm_up]
        rows = {
            "anonymous memory, window open": [(s.seconds, s.memory.anonymous) for s in warm],
            "the same without what the history keeps":
                [(s.seconds, s.memory.anonymous - s.history) for s in warm],
            "proportional memory, window open": [(s.seconds, s.memory.proportional) for s in warm],
            "anonymous memory, window closed": [(s.seconds, s.memory.anonymous) for s, _ in shut],
            "the same, caches emptied and free memory given back":
                [(s.seconds, after.anonymous) for s, after in shut],
            HELD: [(s.seconds, after.held) for s, after in shut],
            BLOCKS: [(s.seconds, after.blocks) for s, after in shut],
        }  # fmt: skip
        found = {name: least_squares([(x / 3600, y) for x, y in row]) for name, row in rows.items()}
        return {name: line for name, line in found.items() if line is not None}

    def growth(self, warm_up: float) -> list[str]:
        """What surely grew by too much after the warm-up, in words."""
        slopes = self.slopes(warm_up)
        return [
            f"{name} {line.slope:+.1f} ± {line.error:.1f} {unit} an hour without a window"
            for name, (limit, unit) in JUDGED.items()
            if (line := slopes.get(name)) is not None and line.surely_above(limit)
        ]
