"""A panel taken apart for a picture: all of its content, none of its controls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSizeGrip,
    QSplitter,
    QSplitterHandle,
    QWidget,
)

from gui.widgets.coalesce import Coalescer
from gui.widgets.heatmap import HeatMap
from gui.widgets.vector import ON_SCREEN_ONLY

LONGEST: Final = 16_000
"""Pixels that a panel may grow to in either direction for its whole content to be seen."""
_ROUNDS: Final = 6
_LABEL_PITCH, _MOST_LABELS = 16, 200
"""Pixels that a row or column needs for its label, and how many get so many."""

# What acts rather than tells has no place in a picture.
_CONTROLS: Final = (QAbstractButton, QLineEdit, QAbstractSlider, QSplitterHandle, QSizeGrip)
_NOTHING: Final = QWidget.RenderFlag(0)


@dataclass(frozen=True)
class Part:
    """One widget of a panel without its children.

    Attributes:
        widget: it.
        place: of its corner in the panel.
        seen: what of it can be seen, in the panel's pixels.
    """

    widget: QWidget
    place: QPoint
    seen: QRect

    def draw(self, painter: QPainter) -> None:
        """Draw it with its corner at 0, 0."""
        words = _words(self.widget)
        if words is None:
            # A graphics view has a method of the same name that draws something else.
            QWidget.render(self.widget, painter, QPoint(), QRegion(), _NOTHING)
            return
        painter.setFont(self.widget.font())
        painter.setPen(self.widget.palette().color(self.widget.foregroundRole()))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRect(QPoint(), self.widget.size()), align, words)


def parts_of(panel: QWidget) -> Iterator[Part]:
    """The visible widgets of a panel, those behind first; controls are left out."""
    yield from _below(panel, panel, panel.rect())


def _below(widget: QWidget, panel: QWidget, seen: QRect) -> Iterator[Part]:
    place = widget.mapTo(panel, QPoint()) if widget is not panel else QPoint()
    seen = seen & QRect(place, widget.size())
    if seen.isEmpty():
        return
    yield Part(widget, place, seen)
    if _words(widget) is not None:
        return
    for child in widget.children():
        if not isinstance(child, QWidget) or isinstance(child, _CONTROLS):
            continue
        if child.isVisible() and not child.isWindow() and not child.property(ON_SCREEN_ONLY):
            yield from _below(child, panel, seen)


def _words(widget: QWidget) -> str | None:
    """What is written instead of a control that tells something; of others ``None``."""
    if isinstance(widget, QComboBox):
        return _without_label(widget)
    if isinstance(widget, QAbstractSpinBox):
        return widget.text()
    if isinstance(widget, QLabel) and widget.buddy() is not None:
        return _label_text(widget)
    return None


def _label_text(label: QLabel) -> str:
    """Without the line under the letter that leads to the control."""
    return label.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def _without_label(box: QComboBox) -> str:
    """The choice; a word that the label before it says already is not said twice."""
    text, parent = box.currentText(), box.parentWidget()
    for label in [] if parent is None else parent.findChildren(QLabel):
        if label.buddy() is box and label.isVisible():
            said = _label_text(label) + " "
            if text.casefold().startswith(said.casefold()):
                return text[len(said) :]
    return text


@contextmanager
def whole(panel: QWidget) -> Iterator[QSize]:
    """Make a panel as large as its content while its picture is taken, and quiet.

    What is scrolled is shown from its beginning, and nothing has the focus. Everything is put
    back afterwards; the window shows nothing of it.
    """
    window = panel.window()
    with ExitStack() as undo:
        updates = window.updatesEnabled()
        window.setUpdatesEnabled(False)
        undo.callback(window.setUpdatesEnabled, updates)
        focus = QApplication.focusWidget()
        if focus is not None and panel.isAncestorOf(focus):
            focus.clearFocus()
            undo.callback(focus.setFocus, Qt.FocusReason.OtherFocusReason)
        _keep_sizes(panel, undo)
        _settle(panel)
        _grow(panel)
        for bar in _scroll_bars(panel):
            bar.setValue(bar.minimum())
        yield panel.size()


def _keep_sizes(panel: QWidget, undo: ExitStack) -> None:
    """Undo, last to first: scroll bars after splitters after the panel's own size."""
    for bar in _scroll_bars(panel):
        undo.callback(bar.setValue, bar.value())
    undo.callback(_settle, panel)
    for splitter in panel.findChildren(QSplitter):
        undo.callback(splitter.setSizes, splitter.sizes())
    undo.callback(_settle, panel)
    undo.callback(panel.setGeometry, panel.geometry())
    around = None if panel.isWindow() else panel.parentWidget()
    layout = None if around is None else around.layout()
    if layout is not None:
        # It would give the panel its place in the dock again.
        layout.setEnabled(False)
        undo.callback(layout.setEnabled, True)


def _scroll_bars(panel: QWidget) -> list[QScrollBar]:
    return panel.findChildren(QScrollBar)


def _settle(panel: QWidget) -> None:
    """Let all pending layout and drawing of the panel happen."""
    for coalescer in panel.findChildren(Coalescer):
        coalescer.flush()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def _grow(panel: QWidget) -> None:
    """Enlarge the panel until nothing in it has to be scrolled."""
    for _ in range(_ROUNDS):
        lacking = [
            (child, missing)
            for child in panel.findChildren(QWidget)
            if child.isVisible() and not (missing := _missing(child)).isNull()
        ]
        before = panel.size()
        more = QSize()
        for _, missing in lacking:
            more = more.expandedTo(missing)
        wanted = (before + more.expandedTo(QSize(0, 0))).boundedTo(QSize(LONGEST, LONGEST))
        wanted = wanted.expandedTo(before)
        if wanted == before:
            return
        shares = _shares(lacking, panel)
        panel.resize(wanted)
        _settle(panel)
        for splitter, sizes in shares.items():
            # It would share the room out by its own rule.
            splitter.setSizes(sizes)
        _settle(panel)


def _missing(widget: QWidget) -> QSize:
    """How many pixels a widget lacks to show all of its content at once."""
    if isinstance(widget, HeatMap):
        return _missing_for_labels(widget)
    if not isinstance(widget, QAbstractScrollArea):
        return QSize(0, 0)
    across, down = widget.horizontalScrollBar(), widget.verticalScrollBar()
    wide, high = across.maximum() - across.minimum(), down.maximum() - down.minimum()
    if isinstance(widget, QPlainTextEdit):
        high *= widget.fontMetrics().lineSpacing()
    elif (
        isinstance(widget, QAbstractItemView)
        and widget.verticalScrollMode() is QAbstractItemView.ScrollMode.ScrollPerItem
    ):
        high *= max(1, widget.sizeHintForRow(0))
    return QSize(wide, high)


def _missing_for_labels(heatmap: HeatMap) -> QSize:
    """What a matrix lacks for every row and column to have its label, if there are not too many."""
    missing = []
    for axis, room in ((heatmap.top, heatmap.view.width()), (heatmap.left, heatmap.view.height())):
        count = len(axis.tokens())
        lacks = axis.thinned() and count <= _MOST_LABELS
        missing.append(max(0, count * _LABEL_PITCH - room) if lacks else 0)
    return QSize(*missing)


def _shares(lacking: list[tuple[QWidget, QSize]], panel: QWidget) -> dict[QSplitter, list[int]]:
    """What the parts of the panel's splitters should take once there is more room."""
    found: dict[QSplitter, list[int]] = {}
    for widget, missing in lacking:
        child: QWidget | None = widget
        while child is not None and child is not panel:
            above = child.parentWidget()
            if isinstance(above, QSplitter):
                across = above.orientation() is Qt.Orientation.Horizontal
                sizes = found.setdefault(above, above.sizes())
                sizes[above.indexOf(child)] += missing.width() if across else missing.height()
            child = above
    return found
