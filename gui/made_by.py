"""What is shown, where another model than the loaded one has made it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from engine.events import ModelInfo
from gui.language import tr

if TYPE_CHECKING:
    from gui.main_window import MainWindow

_SLASHES: Final = frozenset("/\\")


class MadeBy(QObject):
    """Says which model it was, offers to open it, and keeps what nobody could make again now."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._told = True

    def on_opened(self) -> None:
        """A translation was brought in from elsewhere: say who made it, if need be."""
        # While the first model is being loaded nobody knows yet whether it is that one.
        self._told = self._window.session.model is not None
        if self._told:
            self.tell()

    @Slot()
    def on_model(self) -> None:
        """Say what had to wait for the model."""
        if not self._told:
            self._told = True
            self.tell()

    @Slot()
    def tell(self) -> bool:
        """Say which other model made what is shown, and offer to open it.

        Returns:
            whether another one did.
        """
        window = self._window
        made_by = window.session.other()
        if made_by is None:
            return False
        message, place = _sentence(made_by, window.session.model), place_of(made_by)
        if place is None:
            window.message_bar.show_message(message)
        else:
            # Without a new translation: this one is what is to be gone on with.
            window.commands.models.offer(message, tr("Open it"), lambda: window.only_load(place))
        return True

    def refuses(self, text: str) -> bool:
        """Whether translating ``text`` would replace another model's translation of it.

        If so this says whose it is.
        """
        trace = self._window.session.trace
        return trace is not None and trace.started.text == text and self.tell()

    @Slot()
    def on_asked(self) -> None:
        """The user wants the loaded model's translation of the text: there is a way back."""
        text, session = self._window.source.text(), self._window.session
        trace = session.trace
        if session.other() is not None and trace is not None and trace.started.text == text:
            self._window.controller.expect_undo(text)


def place_of(info: ModelInfo) -> Path | None:
    """Where a model still is, as far as that can be seen on this machine."""
    # A trace may come from anybody: no other machine is called because a file names it.
    if not info.folder or set(info.folder[:2]) <= _SLASHES:
        return None
    try:
        path = Path(info.folder).absolute()
        return path if path.exists() else None
    except (OSError, ValueError):
        return None


def _sentence(made_by: ModelInfo, loaded: ModelInfo | None) -> str:
    name = made_by.name
    translated = made_by.stacks == "encoder-decoder"
    if loaded is None and not translated:
        return tr("This was made by {model}; open that model to go on from it.").format(model=name)
    if loaded is None:
        text = tr("This translation was made by {model}; open that model to go on from it.")
        return text.format(model=name)
    if name == loaded.name:
        name = f"{name} ({made_by.folder})"
    text = tr("This was made by {model}, and {loaded} is open; open {model} to go on from it.")
    if translated:
        text = tr(
            "This translation was made by {model}, and {loaded} is open; open {model} to go on "
            "from it."
        )
    return text.format(model=name, loaded=loaded.name)
