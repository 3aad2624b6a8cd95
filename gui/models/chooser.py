"""The menu of the model in the header: what is known, by language pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
"""Pixels of an entry, without the folder that tells it from another one."""
_FOLDER: Final = 300
"""Pixels of that folder."""


class ModelMenu(QMenu):
    """Lists the known models, the loaded one checked; filled as it is opened.

    Folders come and go: each time it is opened they are looked for again.

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
        self._listed: tuple[KnownModel, ...] = ()
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._on_opened)
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
        self._listed = self._library.models
        entries = self._entries(current)
        for model, text in zip(entries, self._texts(entries), strict=True):
            action = QAction(text, self)
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

    def _texts(self, models: Sequence[KnownModel]) -> list[str]:
        """What the entries say; those that would say the same say their folders too."""
        names = [self._elided(f"{model_pair(model)}  ·  {model.name}", _WIDEST) for model in models]
        folders = [self._elided(str(model.folder), _FOLDER) for model in models]
        alike = Counter(names)
        # Two folders may differ just where they are cut.
        short = Counter(zip(names, folders, strict=True))
        texts = []
        for model, name, folder in zip(models, names, folders, strict=True):
            text = name
            if alike[name] > 1:
                text += f"  ·  {folder if short[name, folder] == 1 else model.folder}"
            if not model.there:
                text = tr("{model} (no longer there)").format(model=text)
            texts.append(named(text))
        return texts

    def _elided(self, text: str, widest: int) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, widest)

    @Slot()
    def _on_opened(self) -> None:
        self.fill()
        self._library.refresh()

    @Slot()
    def _on_changed(self) -> None:
        # Filled anew it forgets which entry is being pointed at.
        if self.isVisible() and self._library.models != self._listed:
            self.fill()

    @Slot()
    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(Path(str(action.data())))
