"""The program as ``python main.py`` runs it, until its first translation has ended.

When its window was painted, when its model was ready, and how much memory it had at most.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


class Watch:
    """Notes the moments of one window, and closes it."""

    def __init__(self) -> None:
        self.moments: dict[str, float] = {}

    def note(self, moment: str) -> None:
        """It is now."""
        self.moments.setdefault(moment, time.perf_counter())

    def follow(self, window: Any) -> None:
        """Watch a window that has just been made."""
        from PySide6.QtCore import QTimer

        window.painted.connect(lambda: self.note("painted"))
        # Once more through the loop: what was made last has been painted too.
        window.filling.filled.connect(lambda: QTimer.singleShot(0, lambda: self.note("filled")))
        window.engine.modelLoaded.connect(lambda _: self.note("ready"))
        # A second more: panels draw, and ask the worker for what they show.
        window.controller.translationEnded.connect(lambda: QTimer.singleShot(1000, window.close))


def main() -> int:
    """Run it; the exit code."""
    from gui import app

    watch = Watch()
    run = app._run

    def watched(options: Any) -> int:
        # As late as the program itself imports it.
        from gui.main_window import MainWindow

        make = MainWindow.__init__

        def made(window: MainWindow, *arguments: Any, **named: Any) -> None:
            make(window, *arguments, **named)
            watch.follow(window)

        setattr(MainWindow, "__init__", made)  # noqa: B010
        code = run(options)
        # Not before: the program does without it.
        from benchmarks.process import peak_mb

        print(json.dumps({**watch.moments, "peak": peak_mb()}), flush=True)
        return code

    setattr(app, "_run", watched)  # noqa: B010
    return app.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
