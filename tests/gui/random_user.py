"""A user who does anything: what can be done in the window, drawn at random, by real events."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QMenu,
    QSlider,
    QSpinBox,
    QWidget,
)

from gui.dialogs import ErrorDialog
from gui.main_window import MainWindow
from gui.palette import CommandPalette
from gui.presets import PANELS, PRESETS
from gui.search_dialog import SearchDialog
from gui.settings_dialog import SettingsDialog

TEXTS: Final = (
    "I love you very much.",
    "The dog chased the cat. Where is the station?",
    "My name is Vikas.\n\nI love cricket, finance, and AI.",
    "Où est la gare ?",
    "😆 ½ don't U.S. <b>1,000</b>",
    "the",
    "  ",
    "",
)
KEYS: Final = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right) * 3,
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Escape),
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0),
    *(Qt.Key.Key_X, Qt.Key.Key_C, Qt.Key.Key_A, Qt.Key.Key_Menu),
)
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
LEFT = Qt.MouseButton.LeftButton
NEVER: Final = frozenset({"quit"})
"""Commands that end the run."""
COSTLY: Final = frozenset({"font_larger", "font_smaller", "font_normal", "full_screen"}) | {
    f"theme_{name}" for name in ("light", "dark", "system", "toggle")
}
"""Commands that style the whole window anew: left to :func:`looks`, which is drawn seldom."""


@dataclass(frozen=True)
class Act:
    """One thing done: which, and what its own draws begin with."""

    name: str
    seed: int


class RandomUser:
    """Acts on one window.

    Args:
        window: it; its file dialogs must have been replaced.
        folder: for the files that are written.
    """

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window = window
        self.folder = folder
        self.rng = random.Random()
        self.said = ""
        self._rescue = QTimer(window)
        self._rescue.setInterval(5)
        self._rescue.timeout.connect(self._answer)

    def do(self, act: Act) -> str:
        """Do one thing; what it was, in words."""
        self.rng = random.Random(act.seed)
        self.said = act.name
        # A menu of a button, or a dialog, has a loop of its own until it is answered.
        self._rescue.start()
        ACTS[act.name](self)
        self._rescue.stop()
        return self.said

    def _answer(self) -> None:
        """Answer what waits for an answer."""
        if QApplication.activePopupWidget() is not None:
            self._leave_popup()
        elif QApplication.activeModalWidget() is not None:
            self._fill_in(QApplication.activeModalWidget())

    def say(self, what: object) -> None:
        self.said += f" {what}"

    # The text and the run ------------------------------------------------------------

    def type(self) -> None:
        text, editor = self.rng.choice(TEXTS), self.window.source.editor
        self.say(repr(text))
        if self.rng.random() < 0.5 or not editor.isVisible():
            self.window.source.set_text(text)
            return
        editor.selectAll()
        editor.setFocus()
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        QTest.keyClicks(editor, text.encode("ascii", "ignore").decode().replace("\n", " "))

    def translate(self) -> None:
        if not self.window.source.text().strip():
            self.window.source.set_text(self.rng.choice(TEXTS[:4]))
        self.window.actions_["translate"].trigger()

    def walk(self) -> None:
        names = ("first", "back", "back", "step", "step", "last", "play", "stop")
        name = self.rng.choice(names)
        self.say(name)
        self.window.actions_[name].trigger()

    def slide(self) -> None:
        transport = self.window.transport
        slider = self.rng.choice((transport.slider, transport.slider, transport.speed))
        slider.setValue(self.rng.randint(slider.minimum(), slider.maximum()))
        self.say((slider.accessibleName(), slider.value()))

    def select(self) -> None:
        names = (
            "kind_encoder", "kind_decoder", "kind_cross", "layer_down", "layer_up",
            "head_before", "head_after", "head_after", "head_mean", "follow_best",
        )  # fmt: skip
        name = self.rng.choice(names)
        self.say(name)
        self.window.actions_[name].trigger()

    def undo(self) -> None:
        self.window.actions_["undo"].trigger()

    # What if, heads off, references --------------------------------------------------

    def what_if(self) -> None:
        panel = self.window.candidates
        table = panel.table()
        if not self._see("candidates") or table is None:
            return
        panel.list.set_cursor_row(self.rng.randrange(len(table.rows)))
        key = self.rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Delete))
        self.say((panel.list.cursor_row(), key.name))
        QTest.keyClick(panel.list, key)

    def force_words(self) -> None:
        if self._see("candidates") and self.window.candidates.words.isVisible():
            words = self.rng.choice(("Je", "vous aime", "😆", "   ", "la gare"))
            self.say(words)
            self.window.candidates.words.setText(words)
            QTest.keyClick(self.window.candidates.words, Qt.Key.Key_Return)

    def follow(self) -> None:
        tree = self.window.beams.tree
        if not self._see("beams") or tree.sentence is None or not len(tree.layout_):
            return
        step = self.rng.randrange(len(tree.layout_))
        node = (step, self.rng.choice(list(tree.layout_.shown(step)) or [0]))
        tree.reveal(node)
        point = tree.scene.node_area(node).center().toPoint()
        self.say(node)
        if self.rng.random() < 0.2:
            QTest.mouseDClick(tree.viewport(), LEFT, NONE, point)
        else:
            QTest.mouseClick(tree.viewport(), LEFT, NONE, point)

    def follow_output(self) -> None:
        outputs = self.window.beams.outputs
        if self._see("beams") and outputs.isVisible() and outputs.topLevelItemCount():
            row = self.rng.randrange(outputs.topLevelItemCount())
            self.say(row)
            outputs.setCurrentItem(outputs.topLevelItem(row))

    def heads(self) -> None:
        grid = self.window.heads.grid
        if not self._see("heads") or not grid.isVisible() or not grid.places():
            return
        place = self.rng.choice(grid.places())
        area = grid.area_of(place)
        self.say(place)
        QTest.mouseClick(grid.viewport(), LEFT, NONE, area.center().toPoint())
        if self.rng.random() < 0.3:
            self.say("switched")
            QTest.keyClick(grid, Qt.Key.Key_X, self.rng.choice((NONE, NONE, SHIFT)))
        elif self.rng.random() < 0.2:
            self.window.heads.order_box.setFocus()
            QTest.keyClick(self.window.heads.order_box, Qt.Key.Key_Down)

    def restore_heads(self) -> None:
        if self.window.header.heads_button.isVisible():
            self.window.header.heads_button.click()

    def score(self) -> None:
        if self._see("reference"):
            text = self.rng.choice(("Je vous aime beaucoup.", "Où est la gare ?", "", "😆" * 3))
            self.say(repr(text))
            self.window.reference.line.setText(text)
            QTest.keyClick(self.window.reference.line, Qt.Key.Key_Return)

    # The history ---------------------------------------------------------------------

    def history(self) -> None:
        panel = self.window.history
        if not self._see("history"):
            return
        if panel.page.isVisible():
            choice = self.rng.choice(("steps", "beside", "difference", "swap", "back", "back"))
            self.say(choice)
            if choice == "swap":
                panel.page.swap_button.click()
            elif choice == "back":
                QTest.keyClick(panel.page, Qt.Key.Key_Escape)
            else:
                panel.page.controls.face.button(choice).click()
            return
        entries = panel.model.entries()
        chosen = self.rng.sample(entries, min(len(entries), self.rng.choice((1, 1, 2))))
        panel.select(*chosen)
        name = self.rng.choice(
            ("reopen", "reopen", "compare", "compare", "toggle_pin", "remove", "filter")
        )
        self.say((name, len(chosen)))
        if name == "filter":
            panel.filter.setText(self.rng.choice(("", "love", "xyz")))
        else:
            getattr(panel, name)()

    # The window ----------------------------------------------------------------------

    def _see(self, name: str) -> bool:
        if not self.window.docks.dock(name).panel.isVisible():
            self.window.docks.reveal(name)
            QApplication.processEvents()
        return self.window.docks.dock(name).panel.isVisible()

    def arrange(self) -> None:
        preset = self.rng.choice(list(PRESETS))
        self.say(preset)
        self.window.actions_[f"preset_{preset}"].trigger()

    def panel(self) -> None:
        name = self.rng.choice(PANELS)
        how = self.rng.choice(("reveal", "reveal", "reveal", "close", "float"))
        self.say((name, how))
        dock = self.window.docks.dock(name)
        if how == "reveal":
            self.window.actions_[f"panel_{name}"].trigger()
        elif how == "close":
            dock.close()
        else:
            dock.setFloating(not dock.isFloating())

    def resize(self) -> None:
        size = self.rng.choice(((1024, 700), (1280, 800), (1500, 900), (900, 620)))
        self.say(size)
        self.window.resize(*size)

    def looks(self) -> None:
        name = self.rng.choice(sorted(COSTLY))
        self.say(name)
        self.window.actions_[name].trigger()

    def command(self) -> None:
        names = [a.objectName() for a in self.window.actions_ if a.isEnabled()]
        name = self.rng.choice(sorted(set(names) - NEVER - COSTLY))
        self.say(name)
        self.window.actions_[name].trigger()

    def palette(self) -> None:
        self.window.actions_["palette"].trigger()
        for dialog in self._dialogs():
            if isinstance(dialog, CommandPalette):
                word = self.rng.choice(("step", "head", "panel", "layer", "zzz", "copy"))
                self.say(word)
                QTest.keyClicks(dialog.editor, word)
                for _ in range(self.rng.randrange(3)):
                    QTest.keyClick(dialog.editor, Qt.Key.Key_Down)
                key = self.rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape))
                QTest.keyClick(dialog.editor, key)

    def search(self) -> None:
        self.window.actions_["search"].trigger()

    def settings(self) -> None:
        self.window.actions_["settings"].trigger()
        for dialog in self._dialogs():
            if isinstance(dialog, SettingsDialog):
                boxes = (dialog.sign, dialog.digits, dialog.colour_map, dialog.theme)
                box = self.rng.choice(boxes)
                box.setCurrentIndex(self.rng.randrange(box.count()))
                self.say(box.currentText())
                dialog.reject()

    def close_dialogs(self) -> None:
        for dialog in self._dialogs():
            dialog.reject()
        tour = self.window.commands._tour
        if tour is not None:
            tour.finish()

    def _dialogs(self) -> list[QDialog]:
        tops = QApplication.topLevelWidgets()
        return [top for top in tops if isinstance(top, QDialog) and top.isVisible()]

    def _fill_in(self, dialog: QWidget) -> None:
        """Choose something in the search dialog; leave any other."""
        if isinstance(dialog, SearchDialog):
            dialog.method.setCurrentIndex(self.rng.choice((0, 1, 1, 2)))
            dialog.beam.setValue(self.rng.randint(2, 4))
            dialog.draws.setValue(self.rng.randint(1, 3))
            dialog.longest.setValue(self.rng.choice((5, 9, 12)))
            dialog.no_repeat.setValue(self.rng.choice((0, 0, 2)))
            ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
            self.say(dialog.method.currentText())
            if ok.isEnabled() and self.rng.random() < 0.9:
                dialog.accept()
            else:
                dialog.reject()
        elif isinstance(dialog, QDialog) and not isinstance(dialog, ErrorDialog):
            dialog.reject()

    # Anything anywhere ---------------------------------------------------------------

    def _anything(self) -> QWidget | None:
        """A widget of a panel, of the transport or of the header."""
        docks = self.window.docks
        seen = [docks.dock(name).panel for name in PANELS if docks.dock(name).panel.isVisible()]
        parent = self.rng.choice([*seen, *seen, self.window.transport, self.window.header])
        parts = [
            part
            for part in parent.findChildren(QWidget)
            if part.isVisible() and part.isEnabled() and not part.visibleRegion().isEmpty()
            and not part.isWindow()
        ]  # fmt: skip
        return self.rng.choice(parts) if parts else None

    def _point(self, widget: QWidget) -> QPoint:
        area = widget.visibleRegion().boundingRect()
        return QPoint(
            self.rng.randint(area.left(), area.right()), self.rng.randint(area.top(), area.bottom())
        )

    def click(self) -> None:
        widget = self._anything()
        if widget is None:
            return
        point = self._point(widget)
        self.say((type(widget).__name__, widget.accessibleName(), point.toTuple()))
        modifiers = self.rng.choice((NONE, NONE, NONE, CTRL, SHIFT))
        QTest.mouseMove(widget, point)
        if self.rng.random() < 0.15:
            QTest.mouseDClick(widget, LEFT, modifiers, point)
        else:
            QTest.mouseClick(widget, LEFT, modifiers, point)
        self._leave_popup()

    def hover(self) -> None:
        widget = self._anything()
        if widget is not None:
            self.say((type(widget).__name__, widget.accessibleName()))
            QTest.mouseMove(widget, self._point(widget))

    def menu(self) -> None:
        widget = self._anything()
        if widget is None:
            return
        self.say((type(widget).__name__, widget.accessibleName()))
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Menu)
        QTest.mouseClick(widget, Qt.MouseButton.RightButton, NONE, self._point(widget))
        self._leave_popup()

    def face(self) -> None:
        """Change what one panel shows, and how."""
        name = self.rng.choice(("attention", "scores", "masks", "alignment", "positions", "layers"))
        self.say(name)
        if self._see(name):
            self.choose((name,))

    def choose(self, panels: Sequence[str] = PANELS) -> None:
        """Change a box, a slider, a switch somewhere."""
        docks = self.window.docks
        kinds = (QComboBox, QSlider, QSpinBox, QAbstractButton)
        parts = [
            part
            for name in panels
            for kind in kinds
            for part in docks.dock(name).panel.findChildren(kind)
            if part.isVisible() and part.isEnabled() and not part.visibleRegion().isEmpty()
        ]
        if not parts:
            return
        part = self.rng.choice(parts)
        self.say((type(part).__name__, part.accessibleName()))
        if isinstance(part, QComboBox):
            part.setFocus()
            for _ in range(self.rng.randint(1, 3)):
                QTest.keyClick(part, self.rng.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
        elif isinstance(part, QSlider):
            part.setValue(self.rng.randint(part.minimum(), part.maximum()))
        elif isinstance(part, QSpinBox):
            part.setValue(self.rng.randint(part.minimum(), min(part.maximum(), 40)))
        else:
            QTest.mouseClick(part, LEFT)
            self._leave_popup()

    def key(self) -> None:
        if QApplication.activeWindow() is None:
            self.window.activateWindow()
            QApplication.processEvents()
        focus = QApplication.focusWidget() or self.window
        for _ in range(self.rng.randint(1, 4)):
            key = self.rng.choice(KEYS)
            modifiers = self.rng.choice((NONE, NONE, NONE, SHIFT, CTRL))
            self.say((type(focus).__name__, key.name, modifiers.name))
            QTest.keyClick(focus, key, modifiers)
            focus = QApplication.focusWidget() or self.window
        self._leave_popup()

    def zoom(self) -> None:
        areas = [
            part
            for name in PANELS
            for part in self.window.docks.dock(name).panel.findChildren(QAbstractScrollArea)
            if part.isVisible() and not isinstance(part, QAbstractItemView)
        ]
        if not areas:
            return
        view = self.rng.choice(areas).viewport()
        self.say(type(view.parentWidget()).__name__)
        turn = QPoint(0, self.rng.choice((-240, -120, 120, 240)))
        place = QPointF(self._point(view)) if not view.visibleRegion().isEmpty() else QPointF(1, 1)
        event = QWheelEvent(
            place, view.mapToGlobal(place), QPoint(), turn, Qt.MouseButton.NoButton,
            self.rng.choice((NONE, CTRL)), Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)

    def copy(self) -> None:
        name = self.rng.choice(("copy_picture", "copy_table", "copy_table", "copy_translation"))
        self.say((name, self.window.docks.current()))
        self.window.actions_[name].trigger()

    def _leave_popup(self) -> None:
        """Choose something from a menu or a list that has popped up, or leave it."""
        for _ in range(3):
            popup = QApplication.activePopupWidget()
            if popup is None:
                return
            target = popup
            if not isinstance(popup, QMenu) and popup.focusWidget() is not None:
                target = popup.focusWidget()
            if self.rng.random() < 0.6:
                for _ in range(self.rng.randint(1, 3)):
                    QTest.keyClick(target, Qt.Key.Key_Down)
                self.say("chosen from a menu")
                QTest.keyClick(target, Qt.Key.Key_Return)
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()


ACTS: Final[dict[str, Callable[[RandomUser], None]]] = {
    name: getattr(RandomUser, name)
    for name in (
        "type", "translate", "walk", "slide", "select", "undo", "what_if", "force_words",
        "follow", "follow_output", "heads", "restore_heads", "score", "history", "arrange",
        "panel", "resize", "looks", "command", "palette", "search", "settings",
        "close_dialogs", "click", "hover", "menu", "face", "choose", "key", "zoom", "copy",
    )
}  # fmt: skip
WEIGHTS: Final = {
    "translate": 4, "walk": 8, "select": 6, "what_if": 4, "follow": 5, "heads": 5, "history": 5,
    "panel": 6, "click": 12, "face": 10, "choose": 6, "follow_output": 3, "key": 6, "command": 6, "close_dialogs": 3,
    "looks": 1, "settings": 1, "resize": 1, "arrange": 2,
}  # fmt: skip
"""How often something is drawn; what is not named here, twice."""


def plan(seed: int, length: int) -> list[Act]:
    """What a user of this seed does."""
    rng = random.Random(seed)
    names = list(ACTS)
    weights = [WEIGHTS.get(name, 2) for name in names]
    return [Act(name, rng.getrandbits(32)) for name in rng.choices(names, weights, k=length)]
