"""A person at the window for hours: what a random user does, and what takes a while."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.sentences import ORDINARY, PARAGRAPH, SIXTY_WORDS
from gui.main_window import MainWindow
from gui.model_languages import codes
from gui.presets import PANELS
from gui.search_dialog import SearchDialog
from gui.session import Side
from tests.gui import random_user
from tests.gui.random_hand import CTRL, NONE
from tests.gui.random_user import Act, RandomUser
from tests.hard_texts import BLOCKS, HARD, lines, words

EXPORTS: Final = (
    "export_attention", "export_view", "export_report", "save_picture", "save_trace", "save_trace",
)  # fmt: skip
DIALOGS: Final = ("models", "shortcuts", "show_log", "about", "settings", "palette")
LONG: Final = (PARAGRAPH, SIXTY_WORDS, " ".join(ORDINARY), words(300), lines(40), BLOCKS)
_LETTER_MS: Final = 25


class Person(RandomUser):
    """Types by the letter, pastes, changes models, exports, stops in the middle.

    Args:
        window: it; file dialogs answer by themselves.
        folder: for the files that are written.
        pace: how long things are looked at; 1 is a brisk person's.
    """

    def __init__(self, window: MainWindow, folder: Path, pace: float = 1.0) -> None:
        super().__init__(window, folder)
        self._pace = pace

    def _look(self, least: int, most: int) -> None:
        """Do nothing for so many milliseconds."""
        QTest.qWait(round(self._pace * self.rng.randint(least, most)))

    def do(self, act: Act) -> str:
        self.rng = random.Random(act.seed)
        self.said = act.name
        self._rescue.start()
        try:
            ACTS[act.name](self)
        finally:
            self._rescue.stop()
        return self.said

    def _fill_in(self, dialog: QWidget) -> None:
        if not isinstance(dialog, SearchDialog):
            super()._fill_in(dialog)
            return
        dialog.method.setCurrentIndex(self.rng.choice((0, 1, 1, 2)))
        dialog.beam.setValue(self.rng.randint(2, 6))
        dialog.draws.setValue(self.rng.randint(1, 4))
        dialog.longest.setValue(self.rng.choice((dialog.longest.minimum(), 12, 40)))
        dialog.no_repeat.setValue(self.rng.choice((0, 0, 3)))
        self.say(dialog.method.currentText())
        if dialog.buttons.button(dialog.buttons.StandardButton.Ok).isEnabled():
            dialog.accept()
        else:
            dialog.reject()

    # The text ------------------------------------------------------------------------

    def type_letters(self) -> None:
        """A sentence letter by letter, after what is there or in its place."""
        editor = self.window.source.editor
        if not self._see("source"):
            return
        text = self.rng.choice(ORDINARY)[: self.rng.randint(8, 60)]
        self.say(repr(text))
        editor.setFocus()
        if self.rng.random() < 0.7 or len(self.window.source.text()) > 400:
            editor.selectAll()
        for letter in text:
            QTest.keyClicks(editor, letter, NONE, round(_LETTER_MS * self._pace))

    def paste(self) -> None:
        """An ordinary text, a hard one or a long one."""
        editor = self.window.source.editor
        if not self._see("source"):
            return
        kind = self.rng.choice(
            (ORDINARY, ORDINARY, tuple(HARD.values()), tuple(HARD.values()), LONG)
        )
        text = self.rng.choice(kind)
        self.say((len(text), repr(text[:30])))
        # The clipboard takes no half of a pair.
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        QApplication.clipboard().setText(whole)
        editor.setFocus()
        editor.selectAll()
        QTest.keyClick(editor, Qt.Key.Key_V, CTRL)

    def edit(self) -> None:
        """Undo and redo in the editor."""
        editor = self.window.source.editor
        editor.setFocus()
        for _ in range(self.rng.randint(1, 4)):
            QTest.keyClick(
                editor, self.rng.choice((Qt.Key.Key_Z, Qt.Key.Key_Z, Qt.Key.Key_Y)), CTRL
            )

    # The run -------------------------------------------------------------------------

    def wait(self) -> None:
        """Look at it."""
        self._look(300, 2500)

    def watch(self) -> None:
        """Translate, and let it run for a while."""
        self.translate()
        self._look(200, 3000)

    def cancel(self) -> None:
        """Translate, and stop in the middle, or clear."""
        self.translate()
        self._look(0, 400)
        name = self.rng.choice(("stop", "stop", "clear"))
        self.say(name)
        self.window.actions_[name].trigger()

    def steps(self) -> None:
        """Many steps one after the other, as while a key is held down."""
        name = self.rng.choice(("step", "step", "back"))
        count = self.rng.randint(3, 12)
        self.say((name, count))
        for _ in range(count):
            self.window.actions_[name].trigger()
            self._look(30, 30)

    # Models and files ----------------------------------------------------------------

    def switch_model(self) -> None:
        """Open another model's folder, or go back to the built-in one."""
        name = self.rng.choice(("open_model", "open_model", "builtin_model"))
        self.say(name)
        self.window.actions_[name].trigger()

    def menu_of_models(self) -> None:
        """Choose in the header's menu."""
        library = self.window.commands.models.library.models
        if library:
            chosen = self.rng.choice(library)
            self.say(chosen.folder.name)
            self.window.model_menu.chosen.emit(chosen.folder)

    def swap(self) -> None:
        self.window.actions_["swap"].trigger()

    def languages(self) -> None:
        """Other languages, where the model has some."""
        info = self.window.session.model
        if info is None:
            return
        sides: tuple[Side, ...] = ("source", "target")
        side = self.rng.choice(sides)
        known = codes(info, side)
        if known:
            code = self.rng.choice(known)
            self.say((side, code))
            self.window.commands.languages.choose(side, code)
        else:
            self.window.actions_["translate_from" if side == "source" else "translate_to"].trigger()

    def export(self) -> None:
        name = self.rng.choice(EXPORTS)
        self.say((name, self.window.docks.current()))
        if self.window.actions_[name].isEnabled():
            self.window.actions_[name].trigger()

    def open_trace(self) -> None:
        self.window.actions_["open_trace"].trigger()

    # The window ----------------------------------------------------------------------

    def move_panel(self) -> None:
        """Float the panel in use, tab it, put it somewhere."""
        self._see(self.rng.choice(PANELS))
        name = self.rng.choice(
            ("dock_float", "dock_left", "dock_right", "dock_top", "dock_bottom", "dock_tabs")
        )
        self.say((name, self.window.docks.current()))
        self.window.actions_[name].trigger()

    def explain(self) -> None:
        self._see(self.rng.choice(PANELS))
        self.window.actions_["explain_panel"].trigger()
        self._look(200, 200)

    def tour(self) -> None:
        """All of it, or a part."""
        self.window.actions_["tour"].trigger()
        for _ in range(self.rng.randint(0, 4)):
            self._look(100, 100)
            focus = QApplication.focusWidget()
            if focus is not None:
                QTest.keyClick(focus, Qt.Key.Key_Return)
        self.close_dialogs()

    def dialogs(self) -> None:
        """Open one, look, and close it."""
        name = self.rng.choice(DIALOGS)
        self.say(name)
        self.window.actions_[name].trigger()
        self._look(150, 150)
        self.close_dialogs()


NEW: Final = (
    "type_letters", "paste", "edit", "wait", "watch", "cancel", "steps", "switch_model",
    "menu_of_models", "swap", "languages", "export", "open_trace", "move_panel", "explain",
    "tour", "dialogs",
)  # fmt: skip
ACTS: Final[dict[str, Callable[[Person], None]]] = {
    **random_user.ACTS,
    **{name: getattr(Person, name) for name in NEW},
}  # fmt: skip
WEIGHTS: Final = {
    **random_user.WEIGHTS,
    "type_letters": 5, "paste": 5, "watch": 6, "steps": 5, "wait": 3, "cancel": 4, "export": 4,
    "switch_model": 3, "tour": 1,
}  # fmt: skip


def draw(rng: random.Random) -> Act:
    """The next thing done."""
    names = list(ACTS)
    weights = [WEIGHTS.get(name, 2) for name in names]
    return Act(rng.choices(names, weights)[0], rng.getrandbits(32))
