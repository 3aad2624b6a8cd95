"""The menu of one head or of one layer: switching heads off, and on again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.heads_off import HeadPlace, normal_form
from gui.language import tr
from gui.session import Session
from gui.widgets import head_mark

Ask = Callable[[tuple[HeadPlace, ...]], None]
"""Asks for a translation with just these heads off."""


def heads_menu(session: Session, layer: int, head: int | None, ask: Ask, parent: QWidget) -> QMenu:
    """The menu of a head of the session's kind or, for ``None``, of a whole layer."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    kind, off = session.kind, head_mark.chosen_off(session)
    whole = head_mark.layer_places(session, kind, layer)
    hint = tr(head_mark.OFF_HINT)

    def add(text: str, heads: tuple[HeadPlace, ...], key: str = "") -> None:
        action = menu.addAction(text)
        action.setToolTip(hint)
        if key:
            # Shown only: the grid takes the key itself.
            action.setText(f"{text}\t{QKeySequence(key).toString(_NATIVE)}")
        action.triggered.connect(lambda: ask(heads))
        action.setEnabled(frozenset(heads) != off)

    if head is not None:
        own = (kind.value, layer, head)
        text = tr("Switch on layer {layer}, head {head}")
        if own not in off:
            text = tr("Switch off layer {layer}, head {head}")
        text = text.format(layer=layer + 1, head=head + 1)
        add(text, head_mark.changed(session, [own]), "X")
    text = tr("Switch on all heads of layer {layer}")
    if not off.issuperset(whole):
        text = tr("Switch off all heads of layer {layer}")
    add(text.format(layer=layer + 1), head_mark.changed(session, whole), "Shift+X")
    if head is not None and len(whole) > 1:
        # What section 3.3 of Michel et al. does to each layer.
        others = [place for place in whole if place != own]
        text = tr("Leave only head {head} on in layer {layer}")
        rest = tuple(off - {own}) + tuple(others)
        add(text.format(layer=layer + 1, head=head + 1), normal_form(rest))
    menu.addSeparator()
    add(tr("Switch all heads on again"), ())
    return menu


_NATIVE = QKeySequence.SequenceFormat.NativeText
