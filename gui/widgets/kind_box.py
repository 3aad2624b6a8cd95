"""The three kinds of attention as they are named to a reader, and a box to choose one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.events import AttentionKind
from gui.language import QT_TR_NOOP, tr
from gui.widgets.choice import ChoiceBox

KIND_NAMES: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("Encoder self"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP("Decoder masked self"),
    AttentionKind.CROSS: QT_TR_NOOP("Cross"),
}
KIND_HINTS: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("Every source piece looks at every source piece"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP(
        "Every decoder input looks at itself and the inputs before it"
    ),
    AttentionKind.CROSS: QT_TR_NOOP("Every piece being written looks at the source pieces"),
}


class KindBox(ChoiceBox):
    """One of the three kinds.

    Signals:
        chosen: the ``AttentionKind`` that the user picked.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, narrowest=8)
        self.setAccessibleName(tr("Kind of attention"))
        self.setToolTip(tr("Which of the three kinds of attention"))
        for kind, name in KIND_NAMES.items():
            self.addItem(tr(name))
            hint = tr(KIND_HINTS[kind])
            self.setItemData(self.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(self._on_activated)

    def show_kind(self, kind: AttentionKind) -> None:
        """Show ``kind`` as the chosen one; emits nothing."""
        self.setCurrentIndex(list(KIND_NAMES).index(kind))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self.chosen.emit(list(KIND_NAMES)[index])
