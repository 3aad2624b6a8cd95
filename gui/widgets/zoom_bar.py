"""The buttons of a zoomed view: smaller, own size, larger, fit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gui import theme
from gui.language import tr
from gui.numbers import percent
from gui.widgets.zoom_area import ZoomArea


class ZoomBar(QWidget):
    """Says and changes the zoom of a view."""

    def __init__(self, view: ZoomArea, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.out_button = self._button("\u2212", tr("Zoom out"), tr("Draw smaller (−)"))
        self.own_button = self._button(
            percent(1), tr("Zoom to {zoom}").format(zoom=percent(1)), tr("Draw in its own size")
        )
        self.in_button = self._button("+", tr("Zoom in"), tr("Draw larger (+, Ctrl+wheel)"))
        self.fit_button = self._button(tr("Fit"), tr("Fit"), tr("Show all of it, also as it grows"))
        self.fit_button.setCheckable(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button in (self.out_button, self.own_button, self.in_button, self.fit_button):
            layout.addWidget(button)
        view.zoomChanged.connect(self._on_zoom)
        self.out_button.clicked.connect(view.zoom_out)
        self.own_button.clicked.connect(self._on_own_size)
        self.in_button.clicked.connect(view.zoom_in)
        self.fit_button.clicked.connect(self._on_fit)
        theme.notifier.changed.connect(self._retheme)
        self._retheme()

    def _button(self, text: str, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @Slot()
    def _retheme(self) -> None:
        selection = theme.current().selection
        self.fit_button.setStyleSheet(f"QToolButton:checked:enabled {{ background: {selection}; }}")

    @Slot(float)
    def _on_zoom(self, zoom: float) -> None:
        self.own_button.setText(percent(zoom))
        self.fit_button.setChecked(self._view.fitting)

    @Slot()
    def _on_own_size(self) -> None:
        self._view.set_zoom(1.0)
        self.fit_button.setChecked(False)

    @Slot()
    def _on_fit(self) -> None:
        if self._view.fitting:
            self._on_own_size()
        else:
            self._view.fit()
            self.fit_button.setChecked(True)
