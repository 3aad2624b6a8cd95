"""A column of a table whose texts, where they are too long, lose their middle, not their end."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem


class CutInMiddle(QStyledItemDelegate):
    """For names, which differ at their ends. Whatever else is cut keeps its beginning: without
    its middle a licence would read as another one.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle
