"""Whether all panels of a window agree with the trace, and so with one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gui import shot
from gui.main_window import MainWindow
from gui.presets import PANELS
from tests.gui.agreement.answer_panels import check_layers, check_model, check_positions
from tests.gui.agreement.attention_panels import (
    check_alignment,
    check_attention,
    check_heads,
    check_masks,
    check_scores,
)
from tests.gui.agreement.gates_panel import check_gates
from tests.gui.agreement.search_panels import check_beams, check_candidates, check_reference
from tests.gui.agreement.shown import Shown, Tell, shown_of
from tests.gui.agreement.text_panels import (
    check_commands,
    check_header,
    check_history,
    check_source,
    check_translation,
    check_transport,
)

Check = Callable[[MainWindow, Shown | None, Tell], None]

CHECKS: Final[dict[str, Check]] = {
    "source": check_source,
    "translation": check_translation,
    "heads": check_heads,
    "attention": check_attention,
    "scores": check_scores,
    "masks": check_masks,
    "candidates": check_candidates,
    "beams": check_beams,
    "alignment": check_alignment,
    "positions": check_positions,
    "layers": check_layers,
    "gates": check_gates,
    "reference": check_reference,
    "history": check_history,
    "model": check_model,
}
"""By panel."""
ALWAYS: Final[dict[str, Check]] = {
    "transport": check_transport,
    "header": check_header,
    "commands": check_commands,
}
"""What is no dock, and is always shown."""


def disagreements(window: MainWindow) -> list[str]:
    """What the window shows now that the trace does not say: of all panels that can be seen.

    The worker has to rest, and what it answered must have been drawn.
    """
    session = window.session
    # On a busy machine an event may come as late as in the last round, and move the place.
    place: object = None
    while place != (place := (id(session.trace), session.position, session.length())):
        shot.settle(window)
    shown = shown_of(session)
    tell = Tell()
    for name, check in (CHECKS | ALWAYS).items():
        if name in ALWAYS or window.docks.dock(name).panel.isVisible():
            tell.panel = name
            check(window, shown, tell)
    return tell.found


def hidden_panels(window: MainWindow) -> list[str]:
    """The panels that cannot be seen now."""
    return [name for name in PANELS if not window.docks.dock(name).panel.isVisible()]


def all_disagreements(
    window: MainWindow, rest: Callable[[], None], most: int = len(PANELS), first: int = 0
) -> list[str]:
    """The same, with panels that are hidden brought to the front one after the other.

    Args:
        window: it.
        rest: waits until the worker has nothing left to do.
        most: how many of the hidden panels.
        first: where among the hidden panels to begin.
    """
    found = disagreements(window)
    hidden = hidden_panels(window)
    for number in range(min(most, len(hidden))):
        name = hidden[(first + number) % len(hidden)]
        window.docks.reveal(name)
        rest()
        found += [f"after revealing {name}: {what}" for what in disagreements(window)]
    return found
