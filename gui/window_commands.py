"""What the commands do: one method each, named in :mod:`gui.commands`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from engine.events import AttentionKind
from gui import shot, theme
from gui.dialogs import AboutDialog, ShortcutsDialog

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class WindowCommands(QObject):
    """Carries out the commands of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot()
    def translate(self) -> None:
        """Translate the source text now."""
        self._window.source.translate_now()

    @Slot()
    def stop(self) -> None:
        """Give the running translation up."""
        self._window.controller.stop()

    @Slot(bool)
    def set_live(self, live: bool) -> None:
        """Switch live translation."""
        self._window.source.live.setChecked(live)

    @Slot()
    def first(self) -> None:
        """Show the first step."""
        self._window.controller.first()

    @Slot()
    def back(self) -> None:
        """Show the step before."""
        self._window.controller.back()

    @Slot()
    def toggle_play(self) -> None:
        """Play or pause; with nothing to play, translate."""
        if self._window.session.playing or self._window.controller.can_continue():
            self._window.controller.toggle()
        else:
            self.translate()

    @Slot()
    def step(self) -> None:
        """Show the next step; a text that is not translated yet begins with its first."""
        session, text = self._window.session, self._window.source.text()
        trace = session.trace
        at_end = session.position >= session.length() - 1
        # What was given up or failed gets no more steps.
        dead = not (session.finished() or session.can_decode)
        new = trace is None or (
            at_end and (dead or (session.finished() and trace.started.text != text))
        )
        if new and not session.busy:
            if text.strip():
                self._window.controller.step_into(text)
        else:
            self._window.controller.step()

    @Slot()
    def last(self) -> None:
        """Show the newest step."""
        self._window.controller.last()

    @Slot(str)
    def choose_kind(self, kind: str) -> None:
        """Choose the kind of attention."""
        self._window.session.select(kind=AttentionKind(kind))

    @Slot(int)
    def move_layer(self, by: int) -> None:
        """Show another layer."""
        self._window.session.select(layer=self._window.session.layer + by)

    @Slot(int)
    def move_head(self, by: int) -> None:
        """Show another head; the mean stands before the first one."""
        head = self._window.session.head
        moved = (-1 if head is None else head) + by
        self._window.session.select(
            head=None if moved < 0 else min(moved, self._window.session.heads() - 1)
        )

    @Slot()
    def mean_over_heads(self) -> None:
        """Show the mean over heads."""
        self._window.session.select(head=None)

    @Slot()
    def copy_translation(self) -> None:
        """Copy the translation as text."""
        text = self._window.translation.text()
        QGuiApplication.clipboard().setText(text)
        self._window.session.set_status(
            "Translation copied." if text else "No translation to copy yet."
        )

    @Slot()
    def edit_source(self) -> None:
        """Put the cursor into the source editor."""
        self._window.source.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def clear(self) -> None:
        """Empty the source text and the translation."""
        session = self._window.session
        self._window.controller.abandon("Ready.")
        self._window.source.set_text("")
        session.reset(None)
        if not session.busy:
            session.set_status("Ready." if session.model else "")
        self.edit_source()

    @Slot()
    def close_window(self) -> None:
        """End the program."""
        self._window.close()

    @Slot()
    def open_model(self) -> None:
        """Ask for a model folder and load it."""
        folder = QFileDialog.getExistingDirectory(self._window, "Open model folder")
        if folder:
            self._window.load_model(Path(folder))

    @Slot()
    def load_builtin_model(self) -> None:
        """Load the model that comes with the program."""
        self._window.load_model(None)

    @Slot()
    def save_picture(self) -> None:
        """Ask for a file and save what the window shows."""
        picture = shot.grab(self._window)
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save picture", "diaphane.png", "PNG picture (*.png)"
        )
        if not name:
            return
        path = Path(name) if name.lower().endswith(".png") else Path(f"{name}.png")
        error = shot.save(picture, path)
        if error is None:
            self._window.session.set_status(f"Picture saved to {path}.")
        else:
            self._window.message_bar.show_message(error)

    @Slot(str)
    def choose_theme(self, name: str) -> None:
        """Take the light or the dark theme."""
        theme.apply(_application(), theme.THEMES[name])
        self._window.settings.set("look/theme", name)

    @Slot()
    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.choose_theme("light" if theme.current().dark else "dark")

    @Slot(int)
    def change_font(self, by: int) -> None:
        """Larger (1), smaller (-1) or normal (0) text."""
        points = theme.text_size() + by if by else theme.normal_text_size()
        theme.apply(_application(), theme.current(), points)
        tenths = round(theme.text_size() * 10) if by else None
        self._window.settings.set("look/text_size", tenths)

    @Slot(bool)
    def set_full_screen(self, full: bool) -> None:
        """Use the whole screen or a window."""
        flag = Qt.WindowState.WindowFullScreen
        state = self._window.windowState()
        self._window.setWindowState(state | flag if full else state & ~flag)

    @Slot()
    def reset_layout(self) -> None:
        """Bring all sizes back to how they came."""
        self._window.actions_["full_screen"].setChecked(False)
        self._window.showNormal()
        self._window.take_default_sizes()

    @Slot()
    def show_shortcuts(self) -> None:
        """List all commands with their keys."""
        _open(ShortcutsDialog(self._window.actions_.rows(), self._window))

    @Slot()
    def show_about(self) -> None:
        """Say what this is."""
        _open(AboutDialog(self._window.session.model, self._window))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def _open(dialog: QWidget) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
