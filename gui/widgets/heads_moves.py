"""Where a key leads among the heads."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gui.widgets.heads_layout import HeadsLayout, Place
from gui.widgets.heads_model import HeadsModel


def move_in_grid(
    key: int, corner: bool, selection: Place | None, model: HeadsModel
) -> Place | None:
    """Among layers and heads; the mean is the last column. ``None`` if the key moves nothing.

    Args:
        key: a ``Qt.Key``.
        corner: whether Ctrl is held: Home and End lead to the corners.
        selection: from where; the first head if ``None``.
        model: the heads.
    """
    last_layer, last_column = model.layers - 1, model.mean_column
    layer, column = selection or (0, 0)
    moves: dict[int, Place] = {
        Qt.Key.Key_Left: (layer, column - 1),
        Qt.Key.Key_Right: (layer, column + 1),
        Qt.Key.Key_Up: (layer - 1, column),
        Qt.Key.Key_Down: (layer + 1, column),
        Qt.Key.Key_Home: (0 if corner else layer, 0),
        Qt.Key.Key_End: (last_layer if corner else layer, last_column),
        Qt.Key.Key_PageUp: (0, column),
        Qt.Key.Key_PageDown: (last_layer, column),
    }
    if key not in moves:
        return None
    layer, column = moves[key]
    return min(max(layer, 0), last_layer), min(max(column, 0), last_column)


def move_in_list(key: int, selection: Place | None, layout: HeadsLayout) -> Place | None:
    """Along the list; ``None`` if the key moves nothing."""
    places, in_row = layout.places, layout.in_row()
    end = len(places)
    steps: dict[int, int] = {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Up: -in_row,
        Qt.Key.Key_Down: in_row,
        Qt.Key.Key_Home: -end,
        Qt.Key.Key_End: end,
        Qt.Key.Key_PageUp: -end,
        Qt.Key.Key_PageDown: end,
    }
    if key not in steps or not places:
        return None
    if selection is None or selection not in places:
        return places[0]
    index = places.index(selection)
    step = steps[key]
    # Up from the first line and down from the last lead nowhere, not to the ends.
    if abs(step) == in_row and not 0 <= index + step < end:
        return selection
    return layout.beside(selection, step)
