"""A sentence that a panel has to say about what it shows; it wraps, so that none of it is cut."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy


def notice_label(name: str, look: str = "notice") -> QLabel:
    """A hidden label for such a sentence.

    Args:
        name: what a screen reader says before it.
        look: "notice", which asks for attention, or "muted".
    """
    # A plain label: PySide's own may crash where a Python subclass lays out.
    label = QLabel()
    label.setObjectName(look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    label.setProperty("spokenName", name)
    label.setAccessibleName(name)
    label.hide()
    return label


def show_notice(label: QLabel, text: str, kept: bool = False) -> None:
    """Say something else; nothing takes no room, unless its place is ``kept``."""
    if text != label.text():
        name = str(label.property("spokenName"))
        label.setText(text)
        # A name by itself would be read instead of the text.
        label.setAccessibleName(f"{name}: {text}" if text else name)
    label.setVisible(kept or bool(text))
