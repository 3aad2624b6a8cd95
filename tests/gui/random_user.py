"""A user who does anything: what can be done in the window, drawn at random, by real events."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
)

from gui.palette import CommandPalette
from gui.presets import PANELS, PRESETS
from gui.settings_dialog import SettingsDialog
from tests.gui.random_hand import LEFT, NONE, SHIFT, RandomHand

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


class RandomUser(RandomHand):
    """Does what the window is made for."""

    def do(self, act: Act) -> str:
        """Do one thing; what it was, in words."""
        self.rng = random.Random(act.seed)
        self.said = act.name
        # A menu of a button, or a dialog, has a loop of its own until it is answered.
        self._rescue.start()
        ACTS[act.name](self)
        self._rescue.stop()
        return self.said

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

    def copy(self) -> None:
        name = self.rng.choice(("copy_picture", "copy_table", "copy_table", "copy_translation"))
        self.say((name, self.window.docks.current()))
        self.window.actions_[name].trigger()


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
    "panel": 6, "click": 12, "face": 10, "choose": 6, "follow_output": 3, "key": 6, "command": 6,
    "close_dialogs": 3, "looks": 1, "settings": 1, "resize": 1, "arrange": 2,
}  # fmt: skip
"""How often something is drawn; what is not named here, twice."""


def plan(seed: int, length: int) -> list[Act]:
    """What a user of this seed does."""
    rng = random.Random(seed)
    names = list(ACTS)
    weights = [WEIGHTS.get(name, 2) for name in names]
    return [Act(name, rng.getrandbits(32)) for name in rng.choices(names, weights, k=length)]
