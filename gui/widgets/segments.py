"""A few exclusive choices as buttons side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gui import theme


class Segments(QWidget):
    """One of several; Tab leads to the chosen one, the arrow keys to its neighbours.

    Signals:
        chosen: the key of the one that the user picked.
    """

    chosen = Signal(str)

    def __init__(
        self, name: str, choices: Sequence[tuple[str, str, str]], parent: QWidget | None = None
    ) -> None:
        """``choices`` are (key, text, tooltip); ``name`` says what is chosen."""
        super().__init__(parent)
        self._keys = [key for key, _, _ in choices]
        self._group = QButtonGroup(self)
        self.setAccessibleName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for index, (_, text, tip) in enumerate(choices):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(f"{name}: {text}")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._group.addButton(button, index)
            layout.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._on_toggled)
        theme.notifier.changed.connect(self._retheme)
        self._retheme()

    def button(self, key: str) -> QToolButton:
        """The button of a choice."""
        button = self._group.button(self._keys.index(key))
        assert isinstance(button, QToolButton)
        return button

    @property
    def current(self) -> str:
        """The key of the chosen one."""
        return self._keys[self._group.checkedId()]

    def choose(self, key: str) -> None:
        """Show another one as chosen; emits ``chosen`` if it was not."""
        self.button(key).setChecked(True)

    @Slot(int, bool)
    def _on_toggled(self, index: int, checked: bool) -> None:
        if checked:
            self.chosen.emit(self._keys[index])

    @Slot()
    def _retheme(self) -> None:
        colours = theme.current()
        self.setStyleSheet(
            f"QToolButton {{ border: 1px solid {colours.border}; padding: 3px 8px; }}"
            f"QToolButton:hover {{ border-color: {colours.outline}; }}"
            f"QToolButton:checked {{ background: {colours.selection};"
            f" border-color: {colours.outline}; }}"
            f"QToolButton:focus {{ border: 2px solid {colours.accent}; padding: 2px 7px; }}"
        )
