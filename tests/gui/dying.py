"""The program in processes of their own that die, and that start again afterwards.

Run as a script: ``python dying.py HOW ARGUMENTS…`` is the program with a made-up engine; HOW is
a function of this module that is given the window once it is there.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 120
SECRET = "Zanzibarquark"
"""A word that stands nowhere but in the user's texts."""
TEXT = f"I love {SECRET} very much."


# In the process itself ------------------------------------------------------------------


def when(ready: Callable[[], bool], then: Callable[[], object]) -> None:
    """Do something with the first turn of the loop at which it can be done."""
    from PySide6.QtCore import QTimer

    def look() -> None:
        if ready():
            then()
        else:
            QTimer.singleShot(5, look)

    look()


def translated(window: Any, text: str, then: Callable[[], object]) -> None:
    """Translate a text, and go on once it and all else is written down."""
    keeper = window.commands.logs.keeper

    def kept() -> None:
        keeper.flush()
        when(lambda: not keeper.writing, then)

    def translate() -> None:
        window.source.set_text(text)
        window.commands.translate()
        when(lambda: window.session.finished() and window.session.trace.started.text == text, kept)

    when(lambda: window.session.model is not None, translate)


def work(window: Any) -> None:
    """Do what is to be found again, and say so."""
    from engine.search.options import SearchOptions

    window.source.live.setChecked(False)
    window.docks.arrange("candidates")
    window.session.set_options(SearchOptions(beam=3, heads_off=(("cross", 0, 1),)))

    def step_back() -> None:
        window.session.set_position(1)
        window.commands.logs.keeper.flush()
        when(lambda: not window.commands.logs.keeper.writing, lambda: say("ready"))

    translated(window, TEXT, step_back)


def crash(window: Any) -> None:
    """Work, and then touch memory that is not there."""
    window.source.live.setChecked(False)
    translated(window, TEXT, lambda: ctypes.string_at(0))


def crash_with_texts(window: Any) -> None:
    from dataclasses import replace

    looks = window.commands.looks
    looks.change(replace(looks.preferences, log_texts=True))
    crash(window)


def fail(window: Any) -> None:
    """Let everything go wrong that may quote a text, and leave."""
    from PySide6.QtCore import QTimer, qWarning

    window.source.live.setChecked(False)

    def nobody_catches() -> None:
        raise KeyError(window.source.text())

    def what_if() -> None:
        window.commands.force_text(0, 1, 0, SECRET)
        when(lambda: window.controller.can_undo(), broken)

    def broken() -> None:
        window.engine.ask("save", lambda _: (_ for _ in ()).throw(ValueError(f"no {TEXT!r} here")))
        qWarning(f"QFont: something about {SECRET} and 'quoted {SECRET}'")
        qWarning(f"QFont: {TEXT}")
        QTimer.singleShot(0, nobody_catches)
        window.actions_["show_log"].trigger()
        when(lambda: window.message_bar.isVisible(), window.close)

    translated(window, TEXT, what_if)


def come_back(window: Any) -> None:
    """Wait for the offer, take it, say what is in the window then, and leave."""
    bar = window.recovery_bar
    window.source.live.setChecked(False)

    def take() -> None:
        say("offer", bar.label.text(), bar.details_button.text(), bar.offer_button.text())
        bar.details_button.click()
        dialog = window.commands.logs._dialog
        say("crash", dialog.text.toPlainText())
        dialog.close()
        bar.offer_button.click()
        when(lambda: window.session.options.beam == 3 and not bar.isVisible(), back)

    def back() -> None:
        session = window.session
        say(
            "back",
            window.source.text(),
            session.trace.started.text,
            session.position,
            session.options.beam,
            list(session.options.heads_off),
            [name for name in ("candidates", "beams") if window.docks.dock(name).isVisible()],
        )
        window.close()

    when(lambda: bar.isVisible() and window.session.model is not None, take)


def show_crash(window: Any) -> None:
    """Say what is shown of the process that died, take nothing, and leave."""
    bar = window.recovery_bar

    def show() -> None:
        bar.details_button.click()
        dialog = window.commands.logs._dialog
        say("crash", bar.details_button.text(), dialog.text.toPlainText())
        dialog.close()
        window.close()

    when(lambda: bar.isVisible() and window.session.model is not None, show)


def leave(window: Any) -> None:
    """Work and close the window; nothing was offered."""

    def close() -> None:
        say("offer", window.recovery_bar.isVisible())
        window.close()

    window.source.live.setChecked(False)
    translated(window, TEXT, close)


def fail_to_begin(window: Any) -> None:
    """Never called: the window cannot be made."""


def look(window: Any) -> None:
    """Say whether something is offered once that is known, and leave."""
    logs = window.commands.logs

    def tell() -> None:
        say("offer", window.recovery_bar.isVisible(), window.statusBar().currentMessage())
        window.close()

    when(lambda: not logs._background.busy and window.session.model is not None, tell)


def say(*values: object) -> None:
    print(json.dumps(values), flush=True)


def main() -> int:
    sys.path.insert(0, str(ROOT))
    import gui.app
    import gui.engine_thread
    import gui.main_window
    from tests.gui.fakes import FakeTranslator

    def loader(request: object) -> FakeTranslator:
        return FakeTranslator()

    gui.engine_thread.EngineThread.__init__.__defaults__ = (loader, None)
    how = globals()[sys.argv[1]]
    window_class: Any = gui.main_window.MainWindow
    build = window_class.__init__

    def watch(self: Any, *arguments: Any, **names: Any) -> None:
        from PySide6.QtCore import QTimer

        if how is fail_to_begin:
            raise RuntimeError(SECRET)
        build(self, *arguments, **names)
        self.settings.set("tour/seen", True)
        self.painted.connect(lambda: QTimer.singleShot(0, lambda: how(self)))

    window_class.__init__ = watch
    return gui.app.main(sys.argv[2:])


# In the test ----------------------------------------------------------------------------


class Program:
    """The program of a made-up user, whose folders lie in ``home``."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "state" / "diaphane" / "log" / "diaphane.log"
        self.runs = home / "state" / "diaphane" / "running"

    def environment(self) -> dict[str, str]:
        variables = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        for name in ("config", "cache", "data", "state"):
            variables[f"XDG_{name.upper()}_HOME"] = str(self.home / name)
        return variables | {
            "QT_QPA_PLATFORM": "offscreen",
            "OMP_NUM_THREADS": "1",
            "PYTHONFAULTHANDLER": "",
        }

    def start(self, how: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(Path(__file__)), how],
            cwd=ROOT,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, how: str) -> tuple[int, list[list[Any]], str]:
        """Its exit code, what it said, and its stderr."""
        process = self.start(how)
        try:
            out, error = process.communicate(timeout=LIMIT_S)
        finally:
            process.kill()
        return process.returncode, [json.loads(line) for line in out.splitlines()], error

    def work_and(self, number: int) -> None:
        """Work, and get a signal in the middle of it."""
        process = self.start("work")
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline()) == ["ready"]
            process.send_signal(number)
            process.communicate(timeout=LIMIT_S)
        finally:
            process.kill()
        assert process.returncode == -number

    def left(self) -> list[Path]:
        return sorted(self.runs.rglob("*"))

    def logged(self) -> str:
        return "".join(path.read_text("utf-8") for path in sorted(self.log.parent.glob("*.log*")))


if __name__ == "__main__":
    sys.exit(main())
