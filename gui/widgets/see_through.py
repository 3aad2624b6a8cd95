"""A scroll area without a surface of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea


def see_through(area: QScrollArea) -> None:
    """Let the surface behind a scroll area show; its widget must be set already."""
    area.viewport().setAutoFillBackground(False)
    widget = area.widget()
    if widget is not None:
        widget.setAutoFillBackground(False)
