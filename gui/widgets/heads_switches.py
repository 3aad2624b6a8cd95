"""What is said and clicked about heads that are switched off, outside their thumbnails."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from gui import icons, theme
from gui.language import QT_TR_NOOP, tr
from gui.session import Session
from gui.widgets import head_mark
from gui.widgets.elided_label import ElidedLabel

HINT = QT_TR_NOOP(
    "All heads are on. The switch in a thumbnail's corner, or X, switches a head off."
)


class SwitchButton(QToolButton):
    """Switches the selected head, or the whole layer where the mean is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(14, 14))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.notifier.changed.connect(self._retheme)
        self._retheme()
        self.show_nothing()

    def widest(self) -> int:
        """Pixels that the longest of its words take, with the sign and what is around them."""
        advance = self.fontMetrics().horizontalAdvance
        words = (tr("Switch layer off"), tr("Switch layer on"), tr("Switch off"), tr("Switch on"))
        return max(map(advance, words)) + self.iconSize().width() + 26

    def set_brief(self, brief: bool) -> None:
        """Show the sign alone where there is little room."""
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(
            style.ToolButtonIconOnly if brief else style.ToolButtonTextBesideIcon
        )

    def show_nothing(self) -> None:
        """There is no head to switch."""
        self._show(tr("Switch off"), tr("Switch off"), enabled=False)

    def show_for(self, session: Session, layer: int, head: int | None) -> None:
        """Offer what a click does."""
        kind, off = session.kind, head_mark.chosen_off(session)
        if head is None:
            back = off.issuperset(head_mark.layer_places(session, kind, layer))
            text = tr("Switch layer on") if back else tr("Switch layer off")
            whole = tr("Switch on all heads of layer {layer}")
            whole = whole if back else tr("Switch off all heads of layer {layer}")
        else:
            back = (kind.value, layer, head) in off
            text = tr("Switch on") if back else tr("Switch off")
            whole = tr("Switch on layer {layer}, head {head}")
            whole = whole if back else tr("Switch off layer {layer}, head {head}")
        number = 0 if head is None else head + 1
        self._show(text, whole.format(layer=layer + 1, head=number), enabled=True)

    def _show(self, text: str, whole: str, enabled: bool) -> None:
        self.setText(text)
        self.setAccessibleName(whole)
        self.setEnabled(enabled)
        key = tr("{what} (X), and translate again.").format(what=whole)
        self.setToolTip(f"{key}\n\n{tr(head_mark.OFF_HINT)}")

    @Slot()
    def _retheme(self, *_: object) -> None:
        self.setIcon(icons.icon("power", theme.current().text, 14))


class SwitchedOff(QWidget):
    """Which heads are off, of all kinds, and one click to have them all on.

    Where none is, it says how one is switched off: the thumbnails below stay where they are.

    Signals:
        restoreRequested: all heads are to be on.
    """

    restoreRequested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._icon = QLabel()
        self.text = ElidedLabel(colour="warn")
        self.text.setAccessibleName(tr("Heads switched off"))
        self.hint = ElidedLabel(tr(HINT), colour="muted")
        self.button = QToolButton()
        self.button.setObjectName("chip")
        self.button.setText(tr("Restore"))
        self.button.setAccessibleName(tr("Switch all heads on again"))
        self.button.setToolTip(tr("Switch all heads on again, and translate again"))
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.restoreRequested)
        kept = self.button.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.button.setSizePolicy(kept)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._icon)
        row.addWidget(self.text, 1)
        row.addWidget(self.hint, 1)
        row.addWidget(self.button)
        theme.notifier.changed.connect(self._retheme)
        self._retheme()
        self.hide()

    def refresh(self) -> None:
        """Show how it is now; nothing before there is anything to switch."""
        text = head_mark.details(self._session)
        self.text.setText(text)
        for widget in (self._icon, self.text, self.button):
            widget.setVisible(bool(text))
        self.hint.setVisible(not text)
        self.setVisible(bool(text) or self._session.sentence() is not None)

    @Slot()
    def _retheme(self, *_: object) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(icons.pixmap("power", 14, theme.current().warn, ratio))
