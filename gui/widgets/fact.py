"""A figure under its name."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.widgets.elided_label import ElidedLabel


class Fact(QWidget):
    """A figure under its name."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = ElidedLabel(name, colour="muted")
        self.value = ElidedLabel()
        self.value.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.caption)
        column.addWidget(self.value)

    def show_value(self, text: str, explanation: str) -> None:
        """Show another value, with what it means."""
        self.value.setText(text)
        for label in (self.value, self.caption):
            label.setToolTip(explanation)
        self.value.setAccessibleDescription(explanation)
