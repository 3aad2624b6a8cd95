"""A field for a language: chosen by its name in the user's language, or typed as a code."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget

from gui.language import tr
from gui.widgets.languages import LANGUAGES, language_code, language_name


class LanguageBox(QComboBox):
    """All known languages, sorted; others by their code.

    Signals:
        entered: Return was pressed in it.
    """

    entered = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        for code in sorted(LANGUAGES, key=lambda code: language_name(code).casefold()):
            self.addItem(language_name(code), code)
        self.setCurrentIndex(-1)
        self.setMaxVisibleItems(16)
        self.setMinimumContentsLength(12)
        self.setAccessibleName(name)
        self.setToolTip(tr("The name of a language, or its code: en, de, ast"))
        line = self.lineEdit()
        assert line is not None
        line.setPlaceholderText(tr("Language"))
        line.returnPressed.connect(self._on_return)
        completer = self.completer()
        if completer is not None:
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def code(self) -> str:
        """The language's code; empty if what is typed is none."""
        return language_code(self.currentText())

    def set_code(self, code: str) -> None:
        """Show a language."""
        index = self.findData(code)
        self.setCurrentIndex(index)
        if index < 0:
            self.setEditText(code)

    @Slot()
    def _on_return(self) -> None:
        self.entered.emit()
