"""The tint of a probability, and its legend."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui import theme
from gui.language import QT_TR_NOOP, tr
from gui.widgets.colours import mix

_LOW_SHARE, _HIGH_SHARE = 0.34, 0.26
_STEPS = 64
_NAME = QT_TR_NOOP("probability 0")


def _tint(colours: theme.Theme, probability: float) -> QColor:
    """Reddish when unlikely, plain in the middle, teal when likely.

    Red and teal stay apart for colour-blind eyes; both are pale enough for text.
    """
    plain = colours.color("surface")
    if probability < 0.5:
        return mix(plain, colours.color("bad"), _LOW_SHARE * (1 - 2 * probability))
    return mix(plain, colours.color("accent"), _HIGH_SHARE * (2 * probability - 1))


class Tints:
    """The tints of one theme, worked out once."""

    def __init__(self, colours: theme.Theme) -> None:
        self._tints = [_tint(colours, step / _STEPS) for step in range(_STEPS + 1)]

    def __call__(self, probability: float) -> QColor:
        """The background for a probability from 0 to 1."""
        return self._tints[round(min(1.0, max(0.0, probability)) * _STEPS)]


class ProbabilityLegend(QWidget):
    """What the tints and the bars under the chips mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tints = Tints(theme.current())
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend of the piece probabilities"))
        self.setToolTip(
            tr(
                "Tint and bar of a piece show how probable the model found it, from 0 to 1.\n"
                "The exact number is in the tooltip of each piece, and below for the current one."
            )
        )
        theme.notifier.changed.connect(self.retheme)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._tints = Tints(theme.current())
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(f"{tr(_NAME)} 1") + 12 + 74, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width() - 44, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.color("muted"))
        metrics = self.fontMetrics()
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        name = tr(_NAME)
        x = float(metrics.horizontalAdvance(name) + 6)
        painter.drawText(self.rect(), middle, name)
        wide = self.width() - x - 8 - metrics.horizontalAdvance("1")
        bar = QRectF(x, (self.height() - 12) / 2, wide, 12)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(9):
            gradient.setColorAt(step / 8, self._tints(step / 8))
        painter.setPen(colours.color("outline"))
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 3, 3)
        painter.setPen(colours.color("muted"))
        end = QRectF(bar.right() + 6, 0, 40, self.height())
        painter.drawText(end, middle, "1")
        painter.end()
