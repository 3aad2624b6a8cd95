"""What is dropped on the window: a model folder, a zip file of one, a saved trace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from gui.language import tr
from gui.widgets.drop_hint import DropHint

if TYPE_CHECKING:
    from gui.main_window import MainWindow


_DRAGS: Final = frozenset(
    {QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.DragLeave, QEvent.Type.Drop}
)


@dataclass(frozen=True)
class Dropped:
    """One thing that is dragged over the window.

    Attributes:
        kind: what it is opened as; "" if it cannot be.
        path: of it.
        text: what would be done, or why nothing.
    """

    kind: Literal["model", "trace", ""]
    path: Path
    text: str


def dropped(data: QMimeData) -> Dropped | None:
    """What files are dragged; ``None`` if it is something else, as a text is."""
    urls = data.urls()
    if not urls:
        return None
    if len(urls) > 1:
        return Dropped("", Path(), tr("Drop one folder or file at a time."))
    if not urls[0].isLocalFile():
        return Dropped("", Path(), tr("Only what is on this machine can be dropped here."))
    path = Path(urls[0].toLocalFile())
    if path.is_dir():
        return Dropped("model", path, tr("Open the model folder “{name}”").format(name=path.name))
    if path.suffix.lower() == ".zip":
        return Dropped("model", path, tr("Open the model in “{name}”").format(name=path.name))
    if path.suffix.lower() == ".trace":
        return Dropped("trace", path, tr("Open the trace “{name}”").format(name=path.name))
    refusal = tr("“{name}” cannot be opened: drop a model folder, a zip file of one, or a .trace.")
    return Dropped("", path, refusal.format(name=path.name))


class Drops(QObject):
    """Says what a drop would do while something is dragged, and does it.

    Args:
        window: whose; its fields of text leave files to it, and keep what is text.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.hint = DropHint(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        for line in window.findChildren(QLineEdit):
            line.installEventFilter(self)
        for editor in window.findChildren(QPlainTextEdit):
            editor.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is dragged, before the window or a field of text sees it."""
        if event.type() not in _DRAGS:
            return False
        if isinstance(event, QDropEvent) and watched is not self._window:
            # An ignored one goes on to the window; a field would write the name of the file.
            if event.mimeData().hasUrls():
                event.ignore()
                return True
        elif isinstance(event, QDragEnterEvent | QDragMoveEvent):
            return self._on_dragged(event)
        elif isinstance(event, QDropEvent):
            return self._on_dropped(event)
        elif event.type() is QEvent.Type.DragLeave and watched is self._window:
            self.hint.hide()
        return False

    def _on_dragged(self, event: QDragMoveEvent) -> bool:
        found = dropped(event.mimeData())
        if found is None:
            return False
        self.hint.show_text(found.text, bool(found.kind))
        # Also what is refused, for the sentence to be read.
        event.acceptProposedAction()
        return True

    def _on_dropped(self, event: QDropEvent) -> bool:
        self.hint.hide()
        found = dropped(event.mimeData())
        if found is None:
            return False
        event.acceptProposedAction()
        window = self._window
        if found.kind == "model":
            window.load_model(found.path)
        elif found.kind == "trace":
            window.commands.files.open_file(found.path)
        else:
            window.message_bar.show_message(found.text)
        return True
