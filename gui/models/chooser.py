"""The menu of the model in the header: what is known, by language pair."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.language import tr
from gui.models.library import KnownModel, Library
from gui.models.texts import model_pair
from gui.offer import named
from gui.session import Session

MOST: Final = 16
"""Models in the menu; the window of models has all of them."""
_WIDEST: Final = 520
"""Pixels of an entry."""


class ModelMenu(QMenu):
    """Lists the known models, the loaded one checked; filled as it is opened.

    Signals:
        chosen: the ``Path`` of a model.
    """

    chosen = Signal(object)

    def __init__(
        self,
        session: Session,
        library: Library,
        more: tuple[QAction, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._library = library
        self._more = more
        self._group: QActionGroup | None = None
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)
        library.changed.connect(self._on_changed)

    @Slot()
    def fill(self) -> None:
        """Put in what is known now."""
        self.clear()
        if self._group is not None:
            self._group.deleteLater()
        self._group = QActionGroup(self)
        info = self._session.model
        current = None if info is None else self._library.find(info.folder)
        for model in self._entries(current):
            action = QAction(self._text(model), self)
            action.setCheckable(True)
            action.setChecked(model is current)
            action.setEnabled(model.there)
            action.setToolTip(str(model.folder))
            action.setData(str(model.folder))
            action.triggered.connect(self._on_triggered)
            self._group.addAction(action)
            self.addAction(action)
        self.addSeparator()
        self.addActions(list(self._more))

    def _entries(self, current: KnownModel | None) -> list[KnownModel]:
        models = list(self._library.models)
        if len(models) <= MOST:
            return models
        # The loaded one, and what was used last.
        kept = sorted(models, key=lambda model: (model is not current, model.used))[:MOST]
        return [model for model in models if model in kept]

    def _text(self, model: KnownModel) -> str:
        text = f"{model_pair(model)}  ·  {model.name}"
        if not model.there:
            text = tr("{model} (no longer there)").format(model=text)
        middle = Qt.TextElideMode.ElideMiddle
        return named(self.fontMetrics().elidedText(text, middle, _WIDEST))

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self.fill()

    @Slot()
    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(Path(str(action.data())))
