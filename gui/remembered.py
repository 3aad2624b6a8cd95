"""What a window remembers from one start to the next: its arrangement and the last choices."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Final

from engine.events import AttentionKind
from engine.search.options import SearchOptions
from gui.language import QT_TR_NOOP, tr
from gui.logs.log import LOG
from gui.logs.places import without_home
from gui.model_languages import Pair
from gui.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

LONGEST_TEXT: Final = 20_000
"""Characters of a source text; a longer one is not remembered."""

NOT_REMEMBERED: Final = QT_TR_NOOP(
    "What you set up here lasts until you close the window: {path} cannot be written."
)


def restore(window: MainWindow, settings: Settings | None = None) -> None:
    """Bring a window back to how it was left; what is damaged counts as not remembered.

    Args:
        window: it.
        settings: where that was written down; the window's own if not told.
    """
    settings, session = settings or window.settings, window.session
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


def say_if_lost(window: MainWindow) -> None:
    """Say so where nothing that is set up can be remembered."""
    settings = window.settings
    if settings.path is not None and not settings.writable():
        path = without_home(str(settings.path))
        window.commands.logs.say(tr(NOT_REMEMBERED).format(path=path))


def remember(window: MainWindow, settings: Settings | None = None) -> None:
    """Write down what :func:`restore` needs, into ``settings`` or else the window's own."""
    settings, session = settings or window.settings, window.session
    settings.set("window/geometry", window.saveGeometry())
    settings.set("layout/docks", window.docks.state())
    settings.set("layout/pieces", window.translation.splitter.saveState())
    settings.set("source/live", window.source.live.isChecked())
    text = window.source.text()
    settings.set("source/text", text if len(text) <= LONGEST_TEXT else "")
    # Heads that were off last week would only puzzle; languages are remembered by model.
    options = Pair().put_into(replace(session.options, heads_off=()))
    settings.set("search/options", json.dumps(asdict(options)))
    settings.set("attention/kind", session.chosen_kind.value)
    settings.set("attention/layer", session.layer)
    settings.set("attention/head", -1 if session.head is None else session.head)
    settings.set("attention/face", window.attention.face)
    settings.set("attention/words", window.attention.words)
    settings.set("attention/specials", window.attention.specials)
    if not settings.save():
        LOG.warning("the settings could not be written")


def search_options(settings: Settings) -> SearchOptions:
    """The search of the last time; the usual one if it cannot be read.

    Options that a later version has added are left out, which leaves the others as they were.
    """
    known = {field.name for field in fields(SearchOptions)}
    try:
        values = json.loads(settings.text("search/options", "{}"))
        if not isinstance(values, dict):
            return SearchOptions()
        return SearchOptions.from_dict({k: v for k, v in values.items() if k in known})
    except (ValueError, RecursionError):
        return SearchOptions()
