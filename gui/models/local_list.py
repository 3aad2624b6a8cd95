"""The models on this machine: opened, shown in their folder, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.language import QT_TR_NOOP, tr
from gui.models.library import KnownModel, Library
from gui.models.texts import ORIGINS, model_pair
from gui.numbers import file_size
from gui.session import Session
from gui.widgets.cut_in_middle import CutInMiddle

HEADERS: Final = (
    QT_TR_NOOP("Languages"),
    QT_TR_NOOP("Model"),
    QT_TR_NOOP("Size"),
    QT_TR_NOOP("Licence"),
    QT_TR_NOOP("Origin"),
)
_NAME: Final = 1
_WIDEST: Final = 170
"""Pixels of a column."""
_FOLDER: Final = Qt.ItemDataRole.UserRole


class LocalList(QWidget):
    """A row a model, by language pair; the one in use is bold.

    Signals:
        openRequested: the ``Path`` of a model.
    """

    openRequested = Signal(object)

    def __init__(self, session: Session, library: Library, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._library = library
        self._question: QMessageBox | None = None
        self.tree = QTreeWidget()
        self.tree.setColumnCount(len(HEADERS))
        self.tree.setHeaderLabels([tr(name) for name in HEADERS])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setAccessibleName(tr("Models on this machine"))
        self.tree.setItemDelegateForColumn(_NAME, CutInMiddle(self.tree))
        self.tree.header().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setStretchLastSection(False)
        self.open_button = QPushButton(tr("&Open"))
        self.open_button.setToolTip(tr("Translate with this model"))
        self.folder_button = QPushButton(tr("Sho&w folder"))
        self.folder_button.setToolTip(tr("Show where its files are"))
        self.delete_button = QPushButton()
        row = QHBoxLayout()
        for button in (self.open_button, self.folder_button, self.delete_button):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        self.open_button.clicked.connect(self.open_selected)
        self.folder_button.clicked.connect(self.show_selected)
        self.delete_button.clicked.connect(self.ask_to_delete)
        self.tree.itemActivated.connect(self.open_selected)
        self.tree.itemSelectionChanged.connect(self._show_buttons)
        library.changed.connect(self.refresh)
        session.modelChanged.connect(self.refresh)
        self.refresh()

    def selected(self) -> KnownModel | None:
        """The model whose row is selected."""
        items = self.tree.selectedItems()
        return self._library.find(items[0].data(0, _FOLDER)) if items else None

    def in_use(self) -> KnownModel | None:
        """The loaded model, if it is one of these."""
        info = self._session.model
        return None if info is None else self._library.find(info.folder)

    @Slot()
    def refresh(self) -> None:
        """List what is known now; what is selected stays selected."""
        chosen, used = self.selected(), self.in_use()
        keep = chosen or used
        self.tree.clear()
        for model in self._library.models:
            item = self._item(model, model is used)
            self.tree.addTopLevelItem(item)
            if keep is not None and model.folder == keep.folder:
                self.tree.setCurrentItem(item)
        for column in (0, 2, 3, 4):
            self.tree.resizeColumnToContents(column)
            if self.tree.columnWidth(column) > _WIDEST:
                # The name has to be read; of the others the tooltip has the rest.
                self.tree.setColumnWidth(column, _WIDEST)
        self._show_buttons()

    def _item(self, model: KnownModel, used: bool) -> QTreeWidgetItem:
        origin = tr(ORIGINS[model.origin])
        if not model.there:
            origin = tr("no longer there")
        elif used:
            origin = tr("{origin}; in use").format(origin=origin)
        size = file_size(model.size) if model.size else "–"
        texts = (model_pair(model), model.name, size, model.license or tr("not said"), origin)
        item = QTreeWidgetItem(list(texts))
        item.setData(0, _FOLDER, str(model.folder))
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for column, text in enumerate(texts):
            item.setToolTip(column, f"{text}\n{model.folder}")
            if used:
                font = item.font(column)
                font.setBold(True)
                item.setFont(column, font)
        return item

    @Slot()
    def _show_buttons(self) -> None:
        model = self.selected()
        self.open_button.setEnabled(model is not None and model.there)
        self.folder_button.setEnabled(model is not None and model.there)
        opened = model is not None and model.origin == "opened"
        self.delete_button.setText(tr("&Remove from the list") if opened else tr("&Delete"))
        why = self._why_kept(model)
        self.delete_button.setEnabled(model is not None and not why)
        tip = tr("The folder stays where it is") if opened else tr("Delete its files for good")
        self.delete_button.setToolTip(why or tip)

    def _why_kept(self, model: KnownModel | None) -> str:
        """Why a model is not deleted; empty if it can be."""
        if model is None or model.origin == "opened":
            return ""
        if model.origin != "downloaded":
            return tr("Only what was downloaded is deleted here")
        return tr("It is in use: open another one first") if model is self.in_use() else ""

    # What is done --------------------------------------------------------------------

    @Slot()
    def open_selected(self, *_: object) -> None:
        """Open the selected model."""
        model = self.selected()
        if model is not None and model.there:
            self.openRequested.emit(model.folder)

    @Slot()
    def show_selected(self) -> None:
        """Show the folder of the selected model as the system does."""
        model = self.selected()
        if model is not None:
            folder: Path = model.folder if model.folder.is_dir() else model.folder.parent
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    @Slot()
    def ask_to_delete(self) -> None:
        """Delete the selected model once the user has confirmed it; forget an opened folder."""
        model = self.selected()
        if model is None or self._why_kept(model):
            return
        if model.origin == "opened":
            self._library.forget(model)
            return
        question = QMessageBox(self)
        question.setWindowTitle(tr("Delete a model"))
        question.setText(
            tr("Delete {model}, {size}? It can be downloaded again.").format(
                model=model.name, size=file_size(model.size)
            )
        )
        question.setTextFormat(Qt.TextFormat.PlainText)
        delete = question.addButton(tr("&Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = question.addButton(tr("&Keep"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._question = question
        doomed = model

        def answered(_: int) -> None:
            confirmed = question.clickedButton() is delete
            self._question = None
            # It may have been opened while the question stood there.
            if confirmed and not self._why_kept(doomed):
                self._library.delete(doomed)

        question.finished.connect(answered)
        question.open()
