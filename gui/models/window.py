"""The window of models: what is on this machine, and a search for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gui.language import tr
from gui.models.download_pane import DownloadPane
from gui.models.library import Library
from gui.models.local_list import LocalList
from gui.models.search_pane import SearchPane
from gui.models.sources import Sources
from gui.session import Session

if TYPE_CHECKING:
    from engine.checkpoints.hub import Pulled


class ModelsWindow(QDialog):
    """Stays beside the main window while one works; a download goes on when it is closed.

    Signals:
        openRequested: the ``Path`` of a model.
        detailsRequested: a message and its details.
    """

    openRequested = Signal(object)
    detailsRequested = Signal(str, str)

    def __init__(
        self,
        session: Session,
        library: Library,
        sources: Sources,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._library = library
        self.setWindowTitle(tr("Models"))
        self.setModal(False)
        self.resize(860, 680)
        self.local = LocalList(session, library)
        self.search = SearchPane(sources)
        self.download = DownloadPane(sources)
        self._build()
        self.local.openRequested.connect(self.openRequested)
        self.download.openRequested.connect(self.openRequested)
        self.download.finished.connect(self._on_downloaded)
        for signal in (self.download.begun, self.download.ended):
            signal.connect(self._on_busy)
        for pane in (self.search, self.download):
            pane.detailsRequested.connect(self.detailsRequested)
        self.search.downloadRequested.connect(self.download.begin)

    def _build(self) -> None:
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(_titled(tr("On this machine"), self.local))
        parts.addWidget(_titled(tr("On the Hugging Face hub"), self.search))
        parts.setSizes([260, 340])
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(parts, 1)
        layout.addWidget(self.download)
        layout.addWidget(buttons)

    def show_for(self, source: str = "", target: str = "") -> None:
        """Show it; with a pair of languages, ready to search for it."""
        if source and target:
            self.search.set_pair(source, target)
        elif not self.search.source.currentText() and self._session.model is not None:
            self.search.source.set_code(self._session.model.source_language)
        self._library.refresh()
        self.show()
        self.raise_()
        self.activateWindow()
        if source and target:
            self.search.search_button.setFocus()
        else:
            self.local.tree.setFocus()

    def close_down(self) -> bool:
        """Stop what runs and leave the threads, as the program ends; whether all have ended."""
        self.download.cancel()
        return all([self.search.close_down(), self.download.close_down()])

    @Slot(object)
    def _on_downloaded(self, pulled: Pulled) -> None:
        self._library.refresh()
        said = tr("{model} is downloaded: open it in the window of models.")
        self._session.set_status(said.format(model=pulled.record.repo))

    @Slot()
    def _on_busy(self) -> None:
        self.search.set_downloading(self.download.busy)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.focusWidget()
        # No button is the window's own default, or Return in a field would press it.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
            return
        super().keyPressEvent(event)


def _titled(title: str, part: QWidget) -> QWidget:
    """A part below its heading."""
    box = QWidget()
    heading = QLabel(title)
    heading.setObjectName("dialogMessage")
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 4)
    layout.setSpacing(6)
    layout.addWidget(heading)
    layout.addWidget(part, 1)
    return box
