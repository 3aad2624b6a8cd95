"""What stands in an empty editor."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit


def show_placeholder(editor: QPlainTextEdit, text: str) -> None:
    """Say something else in an empty editor; Qt alone would draw it with the next letter typed."""
    if text != editor.placeholderText():
        editor.setPlaceholderText(text)
        editor.viewport().update()
