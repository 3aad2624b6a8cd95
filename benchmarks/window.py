"""How long the window's thread is busy at a time while a translation streams in.

    python benchmarks/window.py [--model DIR] [TEXT]

Opens the real window (offscreen unless QT_QPA_PLATFORM says otherwise), translates, and
times every event that Qt delivers on the window's thread. Prints a Markdown table; a frame
is 16 ms. Processor time leaves out what other programs took; wall time does not.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from gui import theme
from gui.engine_thread import EngineThread
from gui.main_window import DEFAULT_SIZE, MainWindow
from gui.session import Session
from gui.settings import Settings

TEXT = (
    "Yesterday evening my old friend told me that he had bought a small house near the sea, "
    "because his children love the sun and the long summer holidays. "
    "He asked me whether I would like to visit them in July."
)
FRAME_MS = 16.0


class TimedApplication(QApplication):
    """Notes wall and processor time of every delivered event, nested ones within their outer."""

    def __init__(self) -> None:
        super().__init__(sys.argv[:1])
        self.times: list[tuple[float, float]] = []
        self._depth = 0

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Deliver, and note how long it took in milliseconds."""
        if threading.current_thread() is not threading.main_thread():
            # Qt calls this for the worker thread's events too.
            return super().notify(receiver, event)
        self._depth += 1
        wall, processor = time.perf_counter(), time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._depth -= 1
            if self._depth == 0:
                self.times.append(
                    (
                        1000 * (time.perf_counter() - wall),
                        1000 * (time.thread_time() - processor),
                    )
                )


def row(name: str, values: list[float]) -> str:
    """One line of the table."""
    values = sorted(values)
    rare = values[min(len(values) - 1, int(len(values) * 0.999))]
    late = sum(value > FRAME_MS for value in values)
    return f"| {name} | {len(values)} | {rare:.1f} | {values[-1]:.1f} | {late} |"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time the window's thread while translating.")
    parser.add_argument("text", nargs="?", default=TEXT)
    parser.add_argument("--model", type=Path)
    options = parser.parse_args()
    app = TimedApplication()
    theme.apply(app, theme.LIGHT)
    session, thread = Session(), EngineThread()
    window = MainWindow(session, thread, Settings(None), "auto")
    window.resize(*DEFAULT_SIZE)
    window.source.live.setChecked(False)
    window.source.set_text(options.text)
    marks: list[int] = []

    def ended() -> None:
        if not marks:
            # The first run pays for what is made once; the second is what a user sees.
            marks.append(len(app.times))
            QTimer.singleShot(200, lambda: window.source.translateRequested.emit(options.text))
        else:
            app.exit(0)

    window.controller.translationEnded.connect(ended)
    window.show()
    thread.start()
    window.load_model(options.model, translate=True)
    QTimer.singleShot(120_000, lambda: app.exit(1))
    code = app.exec()
    window.close()
    thread.close()
    if code:
        print("The translation did not end within two minutes.", file=sys.stderr)
        return code
    first, second = app.times[: marks[0]], app.times[marks[0] :]
    print("| window's thread, milliseconds | events | 99.9th percentile | longest | above 16 ms |")
    print("| --- | --- | --- | --- | --- |")
    for name, times in (("start and first translation", first), ("next translation", second)):
        print(row(f"{name}, wall", [wall for wall, _ in times]))
        print(row(f"{name}, processor", [processor for _, processor in times]))
    return 0


if __name__ == "__main__":
    # Qt's teardown delivers events inside one another, each through a Python frame of the
    # application above: more than the interpreter allows.
    code = main()
    sys.stdout.flush()
    os._exit(code)
