"""The style sheet, a template over the fields of :class:`gui.theme.Theme`.

Only what Qt's Fusion style and the palette do not give: spacing, corners, focus.
"""

from __future__ import annotations

STYLE = """
QMainWindow, QDialog { background: $window; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip {
    color: $text; background: $raised; border: 1px solid $outline; padding: 5px 7px;
}

/* Surfaces */
QFrame#header { background: $window; border: none; }
QFrame#card { background: $surface; border: 1px solid $border; border-radius: 9px; }
QFrame#messageBar { background: $raised; border: 1px solid $warn; border-radius: 8px; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: $border; border-radius: 3px; }
QSplitter#divided::handle:vertical {
    background: transparent; border-top: 1px solid $border; margin-top: 2px;
}
QSplitter#divided::handle:vertical:hover { border-top-color: $accent; }

/* Docks: a quiet title above each panel's own surface */
QMainWindow::separator { background: transparent; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: $border; }
QDockWidget { color: $muted; font-size: $small_size; }
QDockWidget::title { background: $window; padding: 3px 4px 3px 8px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button {
    border: 1px solid transparent; border-radius: 4px; background: transparent; padding: 0;
}
QDockWidget::close-button:hover, QDockWidget::float-button:hover {
    background: $raised; border-color: $border;
}
QMainWindow#docks QTabBar { background: $window; }
QMainWindow#docks QTabBar::tab {
    color: $muted; background: $window; border: 1px solid transparent;
    border-radius: 6px; padding: 3px 12px; margin: 0 3px 4px 0;
}
QMainWindow#docks QTabBar::tab:selected {
    color: $text; background: $surface; border-color: $border; font-weight: 600;
}
QMainWindow#docks QTabBar::tab:hover { border-color: $outline; }
QMainWindow#docks QTabBar::tab:focus { border-color: $accent; }

/* Words */
QLabel#title, QToolButton#language { font-size: $title_size; font-weight: 600; color: $text; }
QLabel#muted { color: $muted; }
QLabel#notice { color: $warn; }
QLabel#dialogMessage { font-weight: 600; }
QLabel#emptyMessage { border: 1px solid transparent; border-radius: 4px; }
QLabel#emptyMessage:focus { border-color: $accent; }
QLabel#chip {
    color: $muted; background: $raised; border-radius: 10px; padding: 4px 10px;
    font-size: $small_size;
}
QToolButton#chip {
    color: $text; background: $raised; border: 1px solid $border; border-radius: 10px;
    padding: 3px 10px; font-size: $small_size;
}
QToolButton#chip:hover { border-color: $outline; }
QToolButton#chip:focus { border: 2px solid $accent; padding: 2px 9px; }

QToolButton#swap { padding: 0 5px; }
QToolButton#swap:focus { padding: 0 4px; border: 1px solid $accent; }
QToolButton#language {
    background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 0 20px 0 5px;
}
QToolButton#language:hover { background: $raised; border-color: $border; }
QToolButton#language:focus { border: 1px solid $accent; }
QToolButton#language::menu-indicator {
    image: url("$chevron"); width: 14px; height: 14px; right: 4px;
    subcontrol-origin: padding; subcontrol-position: center right;
}
QFrame#popup { background: $surface; border: 1px solid $outline; }
QToolButton#model {
    color: $muted; background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 0 16px 0 5px;
}
QToolButton#model:hover { color: $text; background: $raised; border-color: $border; }
QToolButton#model:focus { color: $text; border: 1px solid $accent; }
QToolButton#model::menu-indicator {
    image: url("$chevron"); width: 12px; height: 12px; right: 4px;
    subcontrol-origin: padding; subcontrol-position: center right;
}

/* Buttons */
QPushButton {
    color: $text; background: $raised; border: 1px solid $border; border-radius: 6px;
    padding: 5px 14px; min-height: 18px;
}
QFrame#messageBar QPushButton { background: $surface; }
QPushButton:hover { border-color: $outline; }
QPushButton:pressed { background: $border; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $outline; border-color: $border; }
QPushButton[primary="true"] {
    color: $on_accent; background: $accent; border: 1px solid $accent; font-weight: 600;
}
QPushButton[primary="true"]:hover { border-color: $text; }
QPushButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled {
    color: $muted; background: $raised; border-color: $border;
}
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 5px; }
QToolButton:hover { background: $raised; border-color: $border; }
QToolButton:pressed { background: $border; }
QToolButton:focus { border: 2px solid $accent; padding: 4px; }
QToolButton:disabled { color: $outline; }

/* Fields */
QComboBox {
    color: $text; background: $surface; border: 1px solid $outline; border-radius: 6px;
    padding: 3px 6px 3px 9px; min-height: 20px; combobox-popup: 0;
}
QComboBox:hover { border-color: $text; }
QComboBox:focus { border: 2px solid $accent; padding: 2px 5px 2px 8px; }
QComboBox:disabled { color: $outline; border-color: $border; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url("$chevron"); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
    color: $text; background: $surface; border: 1px solid $outline; outline: none; padding: 4px;
}
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 6px; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { color: $text; background: $selection; }
QLineEdit#field {
    color: $text; background: $surface; border: 1px solid $outline; border-radius: 6px;
    padding: 4px 8px; min-height: 20px;
}
QLineEdit#field:hover { border-color: $text; }
QLineEdit#field:focus { border: 2px solid $accent; padding: 3px 7px; }
QAbstractSpinBox {
    color: $text; background: $surface; border: 1px solid $outline; border-radius: 6px;
    padding: 3px 24px 3px 9px; min-height: 20px;
}
QAbstractSpinBox:hover { border-color: $text; }
QAbstractSpinBox:focus { border: 2px solid $accent; padding: 2px 23px 2px 8px; }
QAbstractSpinBox:disabled { color: $outline; border-color: $border; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 22px; border: none; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url("$chevron_up"); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url("$chevron"); width: 12px; height: 12px; }
QCheckBox { spacing: 8px; padding: 3px; border: 1px solid transparent; border-radius: 4px; }
QCheckBox:focus { border-color: $accent; }
QCheckBox::indicator {
    width: 15px; height: 15px; border: 1px solid $outline; border-radius: 4px;
    background: $surface;
}
QCheckBox::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked {
    background: $accent; border-color: $accent; image: url("$check");
}
QSlider { border: 1px solid transparent; border-radius: 6px; }
QSlider:focus { border-color: $accent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $border; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::sub-page:horizontal:disabled { background: $border; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: $accent; border: 1px solid $surface;
}
QSlider::handle:horizontal:disabled { background: $outline; }

/* Menus */
QMenuBar { background: $window; padding: 2px 8px; border: none; }
QMenuBar::item { padding: 5px 9px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: $raised; }
QMenu { background: $surface; border: 1px solid $outline; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 26px; border-radius: 5px; }
QMenu::item:selected { color: $text; background: $selection; }
QMenu::item:disabled { color: $outline; }
QMenu::separator { height: 1px; background: $border; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 6px; }

/* The foot */
QStatusBar { background: $window; color: $muted; }
QStatusBar::item { border: none; }
QProgressBar { background: $border; border: none; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }

/* Scroll bars */
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: $outline; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

/* Lists in dialogs */
QTreeWidget, QDialog QPlainTextEdit {
    background: $surface; border: 1px solid $border; border-radius: 6px; padding: 4px;
}
QDialog QFrame#card QLabel { background: transparent; }
QTreeWidget:focus, QDialog QPlainTextEdit:focus { border-color: $accent; }
QTreeWidget::item { padding: 4px 2px; }
QHeaderView::section {
    color: $muted; background: $surface; border: none; padding: 5px 6px;
    border-bottom: 1px solid $border;
}
"""
