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
from gui.presets import PRESETS
from gui.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.panels.attention import AttentionPanel
    from gui.panels.translation import TranslationPanel

LONGEST_TEXT: Final = 20_000
"""Characters of a source text; a longer one is not remembered."""

PIECES_AND_TEXT: Final = (180, 76)
"""Pixels of the two parts of the Translation panel at the first start."""

_OF_ATTENTION: Final = ("attention/face", "attention/words", "attention/specials")

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
    window.arrangement = settings
    geometry = settings.blob("window/geometry")
    if geometry.isEmpty() or not window.restoreGeometry(geometry):
        window.take_default_geometry()
    window.docks.arrange(PRESETS["watch"])
    window.docks.restore(settings.blob("layout/docks"))
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
    # A panel that is not there yet takes up what is its own when it is made.
    if window.made("translation"):
        restore_translation(window.translation, settings)
    if window.made("attention"):
        restore_attention(window.attention, settings)


def restore_translation(panel: TranslationPanel, settings: Settings) -> None:
    """Bring back the shares of pieces and text."""
    pieces = panel.splitter
    pieces.setSizes(list(PIECES_AND_TEXT))
    state, width = settings.blob("layout/pieces"), pieces.handleWidth()
    if not state.isEmpty():
        pieces.restoreState(state)
    pieces.setHandleWidth(width)


def restore_attention(panel: AttentionPanel, settings: Settings) -> None:
    """Bring back how weights are shown."""
    panel.set_face("lines" if settings.text("attention/face") == "lines" else "matrix")
    panel.set_words(settings.flag("attention/words", False))
    panel.set_specials(settings.flag("attention/specials", True))


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
    if window.made("translation"):
        settings.set("layout/pieces", window.translation.splitter.saveState())
    else:
        settings.take(window.arrangement, "layout/pieces")
    settings.set("source/live", window.source.live.isChecked())
    text = window.source.text()
    settings.set("source/text", text if len(text) <= LONGEST_TEXT else "")
    # Heads that were off last week would only puzzle; languages are remembered by model.
    options = Pair().put_into(replace(session.options, heads_off=()))
    settings.set("search/options", json.dumps(asdict(options)))
    settings.set("attention/kind", session.chosen_kind.value)
    settings.set("attention/layer", session.layer)
    settings.set("attention/head", -1 if session.head is None else session.head)
    if window.made("attention"):
        settings.set("attention/face", window.attention.face)
        settings.set("attention/words", window.attention.words)
        settings.set("attention/specials", window.attention.specials)
    else:
        settings.take(window.arrangement, *_OF_ATTENTION)
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
