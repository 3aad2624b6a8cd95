"""A language of the model in the header, as a button that opens the list of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStyleOptionToolButton, QWidget

from engine.events import ModelInfo
from engine.text.language_codes import bare
from gui.language import tr
from gui.language_popup import Choice, LanguagePopup
from gui.model_languages import Pair, choosable, codes, may_be_silent, name_of, said
from gui.session import Session, Side
from gui.widgets.elided_button import ElidedButton
from gui.widgets.languages import language_name, language_names

_AROUND: Final = 34
"""Pixels beside the text: frame, padding and the mark of the list."""
_OPENS: Final = (Qt.Key.Key_Down, Qt.Key.Key_F4)


class LanguageButton(ElidedButton):
    """Says the language of one side, and lets another one be chosen.

    Not shown where the model has no choice. Letters that are typed on it look for a language.

    Args:
        session: whose model it is, and whose options ask for a language.
        side: which language.
        text: gives the source text, which may say its target itself.

    Signals:
        chosen: the code of a language; empty for none.
    """

    chosen = Signal(str)

    def __init__(
        self,
        session: Session,
        side: Side,
        text: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        source = side == "source"
        super().__init__(tr("Translate from") if source else tr("Translate to"), parent, 2, _AROUND)
        self.setObjectName("language")
        self._session = session
        self._side: Side = side
        self._text = text
        self._popup: LanguagePopup | None = None
        self.clicked.connect(self.open)
        self.hide()

    def choosable(self) -> bool:
        """Whether there is anything to choose."""
        return choosable(self._session.model, self._side)

    def refresh(self) -> None:
        """Show what is asked for now."""
        info = self._session.model
        if info is None or not self.choosable():
            self.hide()
            return
        code = self._said(info)
        name = name_of(info, self._side, bare(code) if code else self._current())
        self.setText(self._words(info, code, name))
        tip = (
            tr("The language of the source text")
            if self._side == "source"
            else tr("The language to translate to")
        )
        if code:
            known = bare(code) in info.target_languages
            told = tr("The text says it itself: it begins with {code}.")
            unknown = tr("The text begins with {code}, which is no language of this model.")
            tip += "\n" + (told if known else unknown).format(code=code)
        else:
            tip += "\n" + tr("Click, or type its first letters, to choose another one.")
        self.setToolTip(tip)
        self.show()

    def _words(self, info: ModelInfo, code: str, name: str) -> str:
        if code:
            return f"{name}  {code}" if bare(code) in info.target_languages else code
        if name:
            return name
        own = language_name(info.source_language if self._side == "source" else "")
        return own or tr("No language")

    def _said(self, info: ModelInfo) -> str:
        return said(info, self._text()) if self._side == "target" else ""

    def _current(self) -> str:
        pair = Pair.of(self._session.options)
        return pair.source if self._side == "source" else pair.target

    @Slot()
    def open(self, typed: str = "") -> None:
        """Show the list."""
        info = self._session.model
        if info is None or not self.choosable():
            return
        names = language_names(codes(info, self._side))
        choices = [Choice(code, name) for code, name in names.items()]
        choices.sort(key=lambda choice: choice.name.casefold())
        if self._side == "target" and may_be_silent(info):
            choices.insert(0, Choice("", tr("No language: the model decides")))
        if self._popup is None:
            self._popup = LanguagePopup(self)
            self._popup.chosen.connect(self.chosen)
        code = self._said(info)
        note = tr("The text begins with {code}. What is chosen here takes its place.")
        self._popup.open_at(
            self,
            tr("Translate from") if self._side == "source" else tr("Translate to"),
            choices,
            bare(code) if code else self._current(),
            note.format(code=code) if code else "",
            typed if isinstance(typed, str) else "",
        )

    @property
    def popup(self) -> LanguagePopup | None:
        """The list, once it was shown."""
        return self._popup

    # Qt ------------------------------------------------------------------------------

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        # The mark of a menu, though a menu could not be typed into.
        option.features |= QStyleOptionToolButton.ToolButtonFeature.HasMenu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        if event.key() in _OPENS:
            self.open()
        elif plain and event.text().isalpha():
            self.open(event.text())
        else:
            super().keyPressEvent(event)
