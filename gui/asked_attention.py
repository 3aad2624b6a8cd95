"""The attention that ``--attention`` asks for: which there is shows with the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events import ModelInfo
from engine.model.heads_off import lacking, layers_of
from engine.model.kinds import AttentionKind, no_attention
from gui.language import QT_TR_NOOP, tr
from gui.widgets.why_not import NO_ATTENTION

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.shot import Shot

Asked = tuple[AttentionKind, int, int | None]
"""Kind, layer and head, both from 0; without a head their mean."""

NO_LAYER: Final = QT_TR_NOOP(
    "There is no layer {layer}: this model has {layers} of this kind. The last one is shown."
)
NO_HEAD: Final = QT_TR_NOOP(
    "There is no head {head}: each layer of this model has {heads}. The last one is shown."
)


def choose(window: MainWindow, asked: Asked, shot: Shot | None) -> None:
    """Select it, and say once a model is there if that does not have it.

    A picture of another one would be taken for what was asked for: there will be none.
    """
    session = window.session
    kind, layer, head = asked
    session.select(kind=kind, layer=layer, head=head)

    def on_model() -> None:
        model = session.model
        if model is None:
            return
        session.modelChanged.disconnect(on_model)
        reason = lacking(model, *asked)
        if not reason:
            return
        if shot is not None:
            shot.refuse(reason)
            return
        window.message_bar.show_message(words_of(model, asked))
        if window.controller.translating():
            # A new translation takes away what was said before it.
            session.traceReset.connect(on_translation)

    def on_translation() -> None:
        session.traceReset.disconnect(on_translation)
        if session.model is not None:
            window.message_bar.show_message(words_of(session.model, asked))

    session.modelChanged.connect(on_model)


def words_of(model: ModelInfo, asked: Asked) -> str:
    """Why a model has no attention there, and what is shown instead."""
    kind, layer, head = asked
    reason = no_attention(model, kind)
    if reason:
        return tr(NO_ATTENTION[reason])
    layers = layers_of(model, kind)
    if layer >= layers:
        return tr(NO_LAYER).format(layer=layer + 1, layers=layers)
    return tr(NO_HEAD).format(head=0 if head is None else head + 1, heads=model.heads)
