"""What the process holds: memory, threads, file handles, timers, windows, objects by type."""

from __future__ import annotations

import ctypes
import functools
import gc
import math
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QGuiApplication, QPixmapCache
from PySide6.QtWidgets import QApplication

from engine.resources import resource_path
from tests.gui.leavings import active

_PROCESS: Final = Path("/proc/self")
_FONT: Final = resource_path("fonts", "NotoSansMono-blocks.ttf")


@dataclass(frozen=True)
class Memory:
    """Of this process, in MB of a million bytes.

    Attributes:
        resident: pages in memory, shared ones too.
        proportional: the same, each shared page divided by who shares it.
        anonymous: pages that belong to no file: what a leak makes grow.
        held: what the C library has given out and not got back; what it has free between that
            is in anonymous pages too. NaN where it does not tell.
        blocks: small blocks that Python's own allocator has given out, in thousands.
    """

    resident: float
    proportional: float
    anonymous: float
    held: float = math.nan
    blocks: float = math.nan


def memory() -> Memory:
    """As the kernel counts it now."""
    kilobytes = {}
    for line in (_PROCESS / "smaps_rollup").read_text().splitlines()[1:]:
        name, value = line.split(":")
        kilobytes[name] = int(value.split()[0]) * 1024 / 1e6
    blocks = sys.getallocatedblocks() / 1000
    return Memory(kilobytes["Rss"], kilobytes["Pss"], kilobytes["Anonymous"], held(), blocks)


class MallocInfo(ctypes.Structure):
    """``struct mallinfo2`` of the GNU C library (2.33 and later)."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
            "fordblks", "keepcost",
        )
    )  # fmt: skip


def mallinfo() -> MallocInfo | None:
    """What the C library tells of its heaps; ``None`` if it is another one."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if ask is None:
        return None
    ask.restype = MallocInfo
    told: MallocInfo = ask()
    return told


def held() -> float:
    """What the C library has given out of its heaps and by maps of their own, in MB."""
    told = mallinfo()
    return math.nan if told is None else float(told.uordblks + told.hblkhd) / 1e6


def empty_caches() -> None:
    """Empty what fills up on purpose and is bounded: our own caches by arguments, and those of Qt,
    which keeps a font for each size and script that was drawn, with its glyphs, and pictures; and
    the clipboard, where the picture of a panel is 8 MB.
    """
    caches = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    for each in caches:
        ours = str(each.__module__).partition(".")[0] in ("engine", "gui")
        if ours and each.cache_parameters()["maxsize"] is not None:
            each.cache_clear()
    QPixmapCache.clear()
    QGuiApplication.clipboard().clear()
    # Qt begins its fonts anew whenever one of the program's comes or goes.
    QFontDatabase.removeApplicationFont(QFontDatabase.addApplicationFont(str(_FONT)))


def give_back() -> None:
    """Let the C library give free memory back, which tells what is held from what is in pieces."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def threads() -> Counter[str]:
    """The names of the process' threads, Python's or not."""
    found: Counter[str] = Counter()
    for task in (_PROCESS / "task").iterdir():
        try:
            found[(task / "comm").read_text().strip()] += 1
        except OSError:  # it has just ended
            continue
    return found


def handles() -> Counter[str]:
    """What the process' file descriptors lead to; numbers of pipes and sockets left out."""
    found: Counter[str] = Counter()
    for handle in (_PROCESS / "fd").iterdir():
        try:
            found[str(handle.readlink()).partition(":[")[0]] += 1
        except OSError:  # the one of the listing itself
            continue
    return found


def timers() -> Counter[str]:
    """The timers that would fire for ever, by what they belong to."""
    return Counter(
        type(each.parent()).__name__
        for each in active()
        if isinstance(each, QTimer) and not each.isSingleShot()
    )


def types() -> Counter[str]:
    """The objects that Python's collector knows, by type."""
    kinds = Counter(type(each) for each in gc.get_objects())
    named: Counter[str] = Counter()
    for kind, count in kinds.items():
        named[f"{kind.__module__}.{kind.__qualname__}"] += count
    return named


@dataclass(frozen=True)
class Sample:
    """All of it at one time.

    Attributes:
        seconds: active time since the soak began.
        history: MB of translations that the window keeps on purpose.
    """

    seconds: float
    memory: Memory
    threads: Counter[str]
    handles: Counter[str]
    timers: Counter[str]
    windows: int
    widgets: int
    history: float = 0.0

    def line(self) -> str:
        """For the log."""
        return (
            f"rss {self.memory.resident:.1f} pss {self.memory.proportional:.1f} "
            f"anon {self.memory.anonymous:.1f} MB, history {self.history:.1f} MB, "
            f"threads {self.threads.total()}, fds {self.handles.total()}, "
            f"timers {self.timers.total()}, windows {self.windows}, widgets {self.widgets}"
        )


def sample(seconds: float, history: float = 0.0) -> Sample:
    """Collect what is garbage, and count."""
    while gc.collect():
        pass
    tops = QApplication.topLevelWidgets()
    counts = len(tops), len(QApplication.allWidgets())
    return Sample(seconds, memory(), threads(), handles(), timers(), *counts, history)


def python_threads() -> list[str]:
    """The names of the threads that Python knows."""
    return sorted(each.name for each in threading.enumerate())


@dataclass(frozen=True)
class Line:
    """A straight line through points.

    Attributes:
        slope: what is added to y where x grows by one.
        error: its standard error; infinite where two points leave none to estimate it by.
    """

    slope: float
    error: float

    def surely_above(self, limit: float) -> bool:
        """Whether it climbs more than so much, whatever the points' noise (two errors)."""
        return self.slope - 2 * self.error > limit


def least_squares(points: Sequence[tuple[float, float]]) -> Line | None:
    """The line with the least squares of what is left; ``None`` where there is no line.

    The error takes what is left at the points for independent. Of memory it is not quite: the
    true one is somewhat larger.
    """
    count = len(points)
    if count < 2:
        return None
    mean_x = math.fsum(x for x, _ in points) / count
    mean_y = math.fsum(y for _, y in points) / count
    spread = math.fsum((x - mean_x) ** 2 for x, _ in points)
    if spread == 0:
        return None
    slope = math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    if count == 2:
        return Line(slope, math.inf)
    left = math.fsum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    return Line(slope, math.sqrt(left / (count - 2) / spread))


def grown(before: Counter[str], after: Counter[str], most: int = 10) -> list[tuple[str, int]]:
    """What there is more of than before, the largest growth first."""
    more = [(name, count - before[name]) for name, count in after.items()]
    return sorted((each for each in more if each[1] > 0), key=lambda each: (-each[1], each[0]))[
        :most
    ]
