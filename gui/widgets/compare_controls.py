"""What of two translations is compared: the face, the sentence, the attention."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QWidget

from engine.events import AttentionKind
from gui.language import tr
from gui.widgets.choice import ChoiceBox
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.kind_box import KindBox
from gui.widgets.segments import Segments


class CompareControls(QWidget):
    """Boxes over the comparison, those alone that its face has a use for.

    Signals:
        faceChosen: "steps", "beside" or "difference".
        changed: other steps are to be listed.
        kindChosen: an ``AttentionKind``.
        sentenceChosen: from 0.
    """

    faceChosen = Signal(str)
    changed = Signal()
    kindChosen = Signal(object)
    sentenceChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = Segments(
            tr("Compare"),
            (
                ("steps", tr("Steps"), tr("How probable each piece was, step by step")),
                ("beside", tr("Side by side"), tr("The attention of both, cell by cell")),
                ("difference", tr("Difference"), tr("The attention of B minus that of A")),
            ),
        )
        self.sentence_box = ChoiceBox()
        self.only_differing = QCheckBox(tr("Only where they differ"))
        self.kind_box = KindBox()
        self.which = QLabel()
        self._sentence_group = QWidget()
        self._build()
        self.face.chosen.connect(self.faceChosen)
        self.only_differing.toggled.connect(self._on_toggled)
        self.kind_box.chosen.connect(self.kindChosen)
        self.sentence_box.activated.connect(self.sentenceChosen)

    def _build(self) -> None:
        self.sentence_box.setAccessibleName(tr("Sentence"))
        self.sentence_box.setToolTip(tr("Which sentence of both is compared"))
        self.only_differing.setChecked(True)
        self.only_differing.setToolTip(
            tr("Leave out the steps that wrote the same piece with the same probability")
        )
        self.which.setObjectName("muted")
        self.which.setToolTip(tr("Chosen in the panels Heads and Attention, or by their keys"))
        caption = QLabel(tr("Sentence"))
        caption.setBuddy(self.sentence_box)
        group = QHBoxLayout(self._sentence_group)
        group.setContentsMargins(0, 0, 0, 0)
        group.setSpacing(6)
        group.addWidget(caption)
        group.addWidget(self.sentence_box)
        flow = FlowLayout(self)
        for widget in (
            self.face,
            self._sentence_group,
            self.only_differing,
            self.kind_box,
            self.which,
        ):
            flow.addWidget(widget)

    def show_sentence(self, number: int, count: int) -> None:
        """Offer so many sentences, the one of this number chosen."""
        self._sentence_group.setVisible(count > 1)
        box = self.sentence_box
        if box.count() != count:
            box.clear()
            named = tr("{number} of {count}")
            box.addItems([named.format(number=each + 1, count=count) for each in range(count)])
        box.setCurrentIndex(number if count else -1)

    def show_selection(self, kind: AttentionKind, layer: int, head: int | None) -> None:
        """Show the attention that is selected; layer and head count from 0."""
        steps = self.face.current == "steps"
        self.only_differing.setVisible(steps)
        self.kind_box.setVisible(not steps)
        self.which.setVisible(not steps)
        self.kind_box.show_kind(kind)
        if head is None:
            self.which.setText(tr("layer {layer}, mean").format(layer=layer + 1))
        else:
            self.which.setText(
                tr("layer {layer}, head {head}").format(layer=layer + 1, head=head + 1)
            )

    @Slot(bool)
    def _on_toggled(self, _: bool) -> None:
        self.changed.emit()
