"""Settings: language, theme, text size, colours of weights, numbers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gui import numbers, theme
from gui.colour_maps import colour_map
from gui.language import LANGUAGES, tr
from gui.preferences import SYSTEM, Preferences
from gui.widgets.spin_box import indent
from gui.widgets.wheel import wheel_needs_focus

_SWATCH = QSize(72, 14)
_EXAMPLE = 0.0123456789


class SettingsDialog(QDialog):
    """Shows the choices; each takes effect at once, but for the language.

    Signals:
        chosen: the new :class:`Preferences`.
    """

    chosen = Signal(object)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._given = preferences
        self._filling = True
        self.language = _choice({SYSTEM: tr("As the system"), **LANGUAGES}, preferences.language)
        self.theme = _choice(
            {SYSTEM: tr("As the system"), "light": tr("Light"), "dark": tr("Dark")},
            preferences.theme,
        )
        self.text_size = QSpinBox()
        indent(self.text_size)
        self.text_size.setRange(round(theme.SMALLEST_TEXT), round(theme.LARGEST_TEXT))
        self.text_size.setSuffix(tr(" pt"))
        maps = {name: name.replace("CET-", "CET ").capitalize() for name in theme.COLOUR_MAPS}
        maps |= {"CET-L17": tr("Blue on white"), "CET-L1": tr("Grey")}
        self.colour_map = _choice({"": tr("As the theme"), **maps}, preferences.colour_map)
        self.colour_map.setIconSize(_SWATCH)
        for index in range(self.colour_map.count()):
            name = self.colour_map.itemData(index) or theme.current().colormap
            self.colour_map.setItemIcon(index, _swatch(name))
        self.sign = _choice(
            {"": tr("As the language"), "point": tr("Point"), "comma": tr("Comma")},
            preferences.sign,
        )
        self.digits = _choice({n: str(n) for n in numbers.DIGITS}, preferences.digits)
        self.log_texts = QCheckBox(tr("&Write texts into the log"))
        self.log_texts.setToolTip(
            tr("What you translate, and what errors quote of it; it stays on this computer")
        )
        self.example = QLabel()
        self.example.setObjectName("muted")
        self.note = QLabel(tr("Another language takes effect when Diaphane is started again."))
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self._lay_out()
        self._show(preferences)
        for box in (self.language, self.theme, self.colour_map, self.sign, self.digits):
            box.currentIndexChanged.connect(self._on_changed)
        self.text_size.valueChanged.connect(self._on_changed)
        self.log_texts.toggled.connect(self._on_changed)
        wheel_needs_focus(self)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        rows: tuple[tuple[str, QWidget, str], ...] = (
            (tr("&Language"), self.language, tr("Language of the interface")),
            (tr("&Theme"), self.theme, tr("Dark on light, light on dark, or as the system has it")),
            (tr("Text &size"), self.text_size, tr("Size of all text")),
            (
                tr("&Colours of weights"),
                self.colour_map,
                tr("Of attention weights from 0 to 1; all can be read without seeing colours"),
            ),
            (tr("&Decimal sign"), self.sign, tr("In numbers that are shown; files have a point")),
            (
                tr("D&igits"),
                self.digits,
                tr("Of numbers shown exactly; nine tell any two float32 numbers apart"),
            ),
        )
        for text, widget, tip in rows:
            widget.setToolTip(tip)
            form.addRow(text, widget)
        form.addRow("", self.example)
        form.addRow("", self.log_texts)
        buttons = QDialogButtonBox()
        self.reset_button = QPushButton(tr("&Reset to defaults"))
        buttons.addButton(self.reset_button, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(tr("Cl&ose"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        self.reset_button.clicked.connect(self._on_reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self.note)
        layout.addWidget(buttons)

    def preferences(self) -> Preferences:
        """What is chosen."""
        size = 10 * self.text_size.value()
        kept = self._given.text_tenths or round(10 * theme.normal_text_size())
        usual = round(10 * theme.normal_text_size())
        if round(kept / 10) == self.text_size.value():
            size = kept
        return replace(
            self._given,
            language=self.language.currentData(),
            theme=self.theme.currentData(),
            text_tenths=0 if size == usual else size,
            colour_map=self.colour_map.currentData(),
            sign=self.sign.currentData(),
            digits=self.digits.currentData(),
            log_texts=self.log_texts.isChecked(),
        )

    def _show(self, preferences: Preferences) -> None:
        self._filling = True
        self._given = preferences
        for box, value in (
            (self.language, preferences.language),
            (self.theme, preferences.theme),
            (self.colour_map, preferences.colour_map),
            (self.sign, preferences.sign),
            (self.digits, preferences.digits),
        ):
            box.setCurrentIndex(box.findData(value))
        tenths = preferences.text_tenths or round(10 * theme.normal_text_size())
        self.text_size.setValue(round(tenths / 10))
        self.log_texts.setChecked(preferences.log_texts)
        self._filling = False
        self._show_example()

    def _show_example(self) -> None:
        text = tr("A weight reads {number}.").format(number=numbers.share(_EXAMPLE))
        self.example.setText(text)

    @Slot()
    def _on_changed(self, *_: object) -> None:
        if self._filling:
            return
        self._given = self.preferences()
        self.chosen.emit(self._given)
        self._show_example()

    @Slot()
    def _on_reset(self) -> None:
        self._show(Preferences())
        self.chosen.emit(self._given)
        self._show_example()


def _choice(texts: dict[str, str] | dict[int, str], current: str | int) -> QComboBox:
    box = QComboBox()
    for value, text in texts.items():
        box.addItem(text, value)
    box.setCurrentIndex(box.findData(current))
    return box


def _swatch(name: str) -> QIcon:
    """The colours from 0 to 1, left to right."""
    colours, width = colour_map(name), _SWATCH.width()
    row = b"".join(bytes(colours[round(255 * at / (width - 1))]) for at in range(width))
    image = QImage(
        row * _SWATCH.height(), width, _SWATCH.height(), 3 * width, QImage.Format.Format_RGB888
    )
    return QIcon(QPixmap.fromImage(image))
