"""What the panels are called, by name."""

from __future__ import annotations

from gui.language import QT_TR_NOOP

TITLES = {
    "source": QT_TR_NOOP("Source"),
    "translation": QT_TR_NOOP("Translation"),
    "heads": QT_TR_NOOP("Heads"),
    "attention": QT_TR_NOOP("Attention"),
    "scores": QT_TR_NOOP("Scores"),
    "masks": QT_TR_NOOP("Masks"),
    "candidates": QT_TR_NOOP("Candidates"),
    "beams": QT_TR_NOOP("Beams"),
    "alignment": QT_TR_NOOP("Alignment"),
    "positions": QT_TR_NOOP("Positions"),
    "layers": QT_TR_NOOP("Layers"),
    "gates": QT_TR_NOOP("Gates"),
    "reference": QT_TR_NOOP("Reference"),
    "history": QT_TR_NOOP("History"),
    "model": QT_TR_NOOP("Model"),
}
