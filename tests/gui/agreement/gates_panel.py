"""What the Gates panel shows."""

from __future__ import annotations

from gui.main_window import MainWindow
from tests.gui.agreement.shown import Shown, Tell


def check_gates(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.gates, window.session
    gates, shape = panel.gates(), session.shape()
    if shown is None or shown.step is None or shape is None or shape.decoder_self == "attention":
        tell.same("whether gates are shown", gates is not None, False)
        tell.same("the page", panel._stack.currentWidget(), panel.message)
        return
    live = [
        shown.sentence.steps[step].hypotheses[place].gates
        for step, place in enumerate(shown.path[: shown.step + 1])
    ]
    if gates is None or not tell.same("how many steps", len(gates), len(live)):
        return
    for step, recorded in enumerate(live):
        assert recorded is not None
        tell.close(f"the gates of step {step + 1}", gates[step], recorded[panel.layer])
