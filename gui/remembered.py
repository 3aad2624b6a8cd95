"""What a window remembers from one start to the next: its arrangement and the last choices."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final

from engine.events import AttentionKind
from engine.search.options import SearchOptions
from gui.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

LONGEST_TEXT: Final = 20_000
"""Characters of a source text; a longer one is not remembered."""


def restore(window: MainWindow) -> None:
    """Bring a window back to how it was left; what is damaged counts as not remembered."""
    settings, session = window.settings, window.session
    geometry = settings.blob("window/geometry")
    if geometry.isEmpty() or not window.restoreGeometry(geometry):
        window.take_default_geometry()
    window.take_default_layout()
    window.docks.restore(settings.blob("layout/docks"))
    pieces = window.translation.splitter
    state, width = settings.blob("layout/pieces"), pieces.handleWidth()
    if not state.isEmpty():
        pieces.restoreState(state)
    pieces.setHandleWidth(width)
    live = settings.flag("source/live", True)
    window.source.live.setChecked(live)
    window.actions_["live"].setChecked(live)
    session.set_options(search_options(settings))
    kind = settings.text("attention/kind", AttentionKind.CROSS.value)
    known = {member.value: member for member in AttentionKind}
    head = settings.number("attention/head", -1, -1, 1000)
    session.select(
        kind=known.get(kind, AttentionKind.CROSS),
        layer=settings.number("attention/layer", 0, 0, 1000),
        head=None if head < 0 else head,
    )
    attention = window.attention
    attention.set_face("lines" if settings.text("attention/face") == "lines" else "matrix")
    attention.set_words(settings.flag("attention/words", False))
    attention.set_specials(settings.flag("attention/specials", True))


def remember(window: MainWindow) -> None:
    """Write down what :func:`restore` needs."""
    settings, session = window.settings, window.session
    settings.set("window/geometry", window.saveGeometry())
    settings.set("layout/docks", window.docks.state())
    settings.set("layout/pieces", window.translation.splitter.saveState())
    settings.set("source/live", window.source.live.isChecked())
    text = window.source.text()
    settings.set("source/text", text if len(text) <= LONGEST_TEXT else "")
    # Heads that were off last week would only puzzle.
    options = replace(session.options, heads_off=())
    settings.set("search/options", json.dumps(asdict(options)))
    settings.set("attention/kind", session.kind.value)
    settings.set("attention/layer", session.layer)
    settings.set("attention/head", -1 if session.head is None else session.head)
    settings.set("attention/face", window.attention.face)
    settings.set("attention/words", window.attention.words)
    settings.set("attention/specials", window.attention.specials)
    settings.save()


def search_options(settings: Settings) -> SearchOptions:
    """The search of the last time; the usual one if it cannot be read."""
    try:
        values = json.loads(settings.text("search/options", "{}"))
        return SearchOptions.from_dict(values) if isinstance(values, dict) else SearchOptions()
    except ValueError:
        return SearchOptions()
