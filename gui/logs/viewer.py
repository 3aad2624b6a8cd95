"""The log, and what a process left that died, to be read and copied."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.language import QT_TR_NOOP, tr

_COPY: Final = QT_TR_NOOP("C&opy all")


class LogDialog(QDialog):
    """A text in lines, what it is, and where it lies. Never modal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.resize(820, 480)
        self._folder: Path | None = None
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.note = QLabel()
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.copy_button = QPushButton(tr(_COPY))
        self.copy_button.setToolTip(tr("Copy all that is shown here, for a bug report"))
        self.copy_button.clicked.connect(self.copy)
        self.folder_button = QPushButton(tr("Open &folder"))
        self.folder_button.setToolTip(tr("Show the log's folder among the files"))
        self.folder_button.clicked.connect(self.open_folder)
        buttons = QDialogButtonBox()
        buttons.addButton(tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.folder_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.message)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.note)
        layout.addWidget(buttons)

    def show_text(
        self, title: str, message: str, text: str, note: str, folder: Path | None, end: bool
    ) -> None:
        """Show a text in place of the last.

        Args:
            title: of the window; also what the text is called.
            message: what it is.
            text: it.
            note: what else is to be known.
            folder: where it lies, if anywhere.
            end: whether its end is what matters.
        """
        self.setWindowTitle(title)
        self.text.setAccessibleName(title)
        self.message.setText(message)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.text.setPlainText(text)
        self.copy_button.setText(tr(_COPY))
        self.copy_button.setEnabled(bool(text))
        self._folder = folder
        self.folder_button.setVisible(folder is not None)
        where = QTextCursor.MoveOperation.End if end else QTextCursor.MoveOperation.Start
        self.text.moveCursor(where)
        if end:
            # The beginning of the last line, not its end, which may be far to the right.
            self.text.moveCursor(QTextCursor.MoveOperation.StartOfLine)
        self.show()
        self.raise_()
        self.activateWindow()

    @Slot()
    def copy(self) -> None:
        """Put what is shown on the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy_button.setText(tr("Copied"))

    @Slot()
    def open_folder(self) -> None:
        """Let the system show the folder."""
        if self._folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
