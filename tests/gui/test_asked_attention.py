"""``--attention``, and a model that does not have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from engine.events import ModelInfo
from engine.model.heads_off import lacking
from engine.model.kinds import AttentionKind
from gui.asked_attention import Asked, choose, words_of
from gui.main_window import MainWindow
from tests.gui.fakes import FakeLoader
from tests.gui.traces import MODEL

CROSS, SELF = AttentionKind.CROSS, AttentionKind.DECODER_SELF
LAYERS, HEADS = MODEL.decoder_layers, MODEL.heads


def opened(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    asked: Asked,
    text: str,
) -> MainWindow:
    """The window as it is after a start with ``--attention``, and ``--text`` unless it is empty."""
    window = make_window(loader)
    window.source.live.setChecked(False)
    window.source.set_text(text)
    choose(window, asked, None)
    with qtbot.waitSignal(
        window.controller.translationEnded if text else window.session.modelChanged
    ):
        window.load_model(None, translate=bool(text))
    return window


@pytest.mark.parametrize("text", ["", "I love you very much."])
@pytest.mark.parametrize(
    ("asked", "shown", "said"),
    [
        ((CROSS, 8, 8), (LAYERS - 1, HEADS - 1), f"no layer 9: this model has {LAYERS} of"),
        ((SELF, 76, None), (LAYERS - 1, None), f"no layer 77: this model has {LAYERS} of"),
        ((SELF, 0, 98), (0, HEADS - 1), f"no head 99: each layer of this model has {HEADS}."),
        ((CROSS, LAYERS - 1, HEADS - 1), (LAYERS - 1, HEADS - 1), ""),
    ],
)
def test_the_window_says_what_is_not_there(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    asked: Asked,
    shown: tuple[int, int | None],
    said: str,
    text: str,
) -> None:
    window = opened(qtbot, make_window, loader, asked, text)
    session = window.session
    assert (session.kind, session.layer, session.head) == (asked[0], *shown)
    assert window.message_bar.isVisible() == bool(said)
    assert said in window.message_bar.label.text()
    window.message_bar.hide()
    # It is said of the start, and no more.
    with qtbot.waitSignal(window.controller.translationEnded):
        window.source.set_text("Another text.")
        window.commands.translate()
    with qtbot.waitSignal(session.modelChanged):
        window.load_model(None)
    assert not window.message_bar.isVisible()


@pytest.mark.parametrize(
    "model",
    [
        MODEL,
        replace(MODEL, decoder_self="ssru"),
        replace(MODEL, stacks="encoder"),
        replace(MODEL, stacks="decoder"),
    ],
    ids=["whole", "ssru", "encoder", "decoder"],
)
def test_the_window_has_words_for_whatever_the_engine_refuses(model: ModelInfo) -> None:
    for kind in AttentionKind:
        for layer, head in ((50, None), (0, 50), (50, 50)):
            reason = lacking(model, kind, layer, head)
            assert reason.endswith(".")
            # Of the same thing, in words that can be translated.
            assert words_of(model, (kind, layer, head))[:20] == reason[:20]
