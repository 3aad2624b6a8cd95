"""The dialogs: an error with details to copy, the keyboard shortcuts, about."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version

import PySide6
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

import engine
from engine.events import ModelInfo
from gui.actions import Row
from gui.language import QT_TR_NOOP, tr
from gui.models.texts import model_text

COPY = QT_TR_NOOP("C&opy details")
MOST_DETAILS = 20


class ErrorDialog(QDialog):
    """A readable message; the details can be copied. One at a time, and never modal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong"))
        self.setModal(False)
        self.resize(640, 360)
        self._details: list[str] = []
        self.message = QLabel()
        self.message.setObjectName("dialogMessage")
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.more = QLabel()
        self.more.setObjectName("muted")
        self.more.hide()
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setTabChangesFocus(True)
        self.details.setAccessibleName(tr("Details"))
        self.copy_button = QPushButton(tr(COPY))
        self.copy_button.setToolTip(tr("Copy the message and the details, for a bug report"))
        self.copy_button.clicked.connect(self.copy)
        buttons = _close_button(self)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.message)
        layout.addWidget(self.more)
        layout.addWidget(self.details, 1)
        layout.addWidget(buttons)

    def report(self, message: str, details: str) -> None:
        """Show an error; while the dialog is open, further ones are added to the details."""
        if not self.isVisible():
            self._details = []
            self.copy_button.setText(tr(COPY))
            self.show()
            self.raise_()
        if not self._details:
            self.message.setText(message)
        if details not in self._details and len(self._details) < MOST_DETAILS:
            self._details.append(details)
        extra = len(self._details) - 1
        self.more.setVisible(extra > 0)
        self.more.setText(tr("and %n more, see the details", "errors", extra) if extra else "")
        self.details.setPlainText("\n\n".join(self._details) + "\n\n" + versions())

    @Slot()
    def copy(self) -> None:
        """Put the message and the details on the clipboard."""
        text = f"{self.message.text()}\n\n{self.details.toPlainText()}"
        QGuiApplication.clipboard().setText(text)
        self.copy_button.setText(tr("Copied"))


class ShortcutsDialog(QDialog):
    """All commands with their keys."""

    def __init__(self, rows: Sequence[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(520, 560)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([tr("Command"), tr("Keys", "of the keyboard")])
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.tree.setAccessibleName(tr("Commands and their keys"))
        groups: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            if not row.keys:
                continue
            if row.menu not in groups:
                groups[row.menu] = QTreeWidgetItem(self.tree, [row.menu])
                font = self.tree.font()
                font.setBold(True)
                groups[row.menu].setFont(0, font)
                groups[row.menu].setExpanded(True)
            QTreeWidgetItem(groups[row.menu], [row.name, row.keys])
        self.tree.expandAll()
        self.tree.resizeColumnToContents(0)
        self.tree.setColumnWidth(0, self.tree.columnWidth(0) + 40)
        buttons = _close_button(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)


class AboutDialog(QDialog):
    """What this is, which model is loaded, and the versions."""

    def __init__(self, model: ModelInfo | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Diaphane"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 16)
        layout.setSpacing(10)
        title = QLabel("Diaphane")
        title.setObjectName("title")
        layout.addWidget(title)
        text = QLabel(
            tr(
                "A desktop translator you can see through: every attention head, mask and "
                "candidate of every step, as the network computed it.\n\n"
                "The network is the Transformer of Vaswani et al., “Attention Is All You Need” "
                "(2017). Nothing you type leaves this computer."
            )
        )
        text.setWordWrap(True)
        text.setMinimumWidth(440)
        layout.addWidget(text)
        if model is not None:
            layout.addWidget(_muted(model_text(model)))
        layout.addWidget(_muted(versions()))
        layout.addWidget(_muted(tr("Apache License 2.0. Interface font: Inter, SIL OFL 1.1.")))
        buttons = _close_button(self)
        layout.addSpacing(6)
        layout.addWidget(buttons)


def _close_button(dialog: QDialog) -> QDialogButtonBox:
    """A box with Close in it; a standard button would bring an icon of the desktop's colours."""
    buttons = QDialogButtonBox()
    buttons.addButton(tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
    buttons.rejected.connect(dialog.reject)
    return buttons


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("muted")
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def versions() -> str:
    """The versions that matter in a bug report."""
    return (
        f"Diaphane {engine.__version__}, Python {platform.python_version()}, "
        f"PySide6 {PySide6.__version__}, pyqtgraph {version('pyqtgraph')}, "
        f"{platform.platform(terse=True)}"
    )
