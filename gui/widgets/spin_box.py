"""Boxes for numbers, alike everywhere."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit


def indent(box: QAbstractSpinBox) -> None:
    """Let the text begin where that of a drop-down list does: style sheets cannot say so."""
    editor = box.findChild(QLineEdit)
    if editor is not None:
        editor.setTextMargins(7, 0, 0, 1)
