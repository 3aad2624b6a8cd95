"""The three kinds of attention as they are named to a reader, and a box to choose one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.events import AttentionKind
from gui.widgets.choice import ChoiceBox

KIND_NAMES: Final = {
    AttentionKind.ENCODER_SELF: "Encoder self",
    AttentionKind.DECODER_SELF: "Decoder masked self",
    AttentionKind.CROSS: "Cross",
}
KIND_HINTS: Final = {
    AttentionKind.ENCODER_SELF: "Every source piece looks at every source piece",
    AttentionKind.DECODER_SELF: "Every decoder input looks at itself and the inputs before it",
    AttentionKind.CROSS: "Every piece being written looks at the source pieces",
}


class KindBox(ChoiceBox):
    """One of the three kinds.

    Signals:
        chosen: the ``AttentionKind`` that the user picked.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, narrowest=8)
        self.setAccessibleName("Kind of attention")
        self.setToolTip("Which of the three kinds of attention")
        for kind, name in KIND_NAMES.items():
            self.addItem(name)
            self.setItemData(self.count() - 1, KIND_HINTS[kind], Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(self._on_activated)

    def show_kind(self, kind: AttentionKind) -> None:
        """Show ``kind`` as the chosen one; emits nothing."""
        self.setCurrentIndex(list(KIND_NAMES).index(kind))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self.chosen.emit(list(KIND_NAMES)[index])
