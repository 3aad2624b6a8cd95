"""The window: panels in their places, menus, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMainWindow,
    QProgressBar,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from engine.events import AttentionKind
from gui import icons, late_panels, remembered, theme
from gui.actions import Actions
from gui.controller import Controller
from gui.docks import Docks
from gui.drops import Drops
from gui.engine_thread import EngineThread
from gui.errands import Asking
from gui.failure import Failure
from gui.header import Header
from gui.history import History
from gui.language import tr
from gui.late import Filling, Late
from gui.message_bar import MessageBar
from gui.models.chooser import ModelMenu
from gui.models.sources import Sources
from gui.offer import Offer, Offering
from gui.panels.titles import TITLES
from gui.panels.transport import TransportPanel
from gui.presets import PANELS, PRESETS
from gui.session import Session
from gui.settings import Settings
from gui.widgets import head_mark
from gui.widgets.elided_label import ElidedLabel
from gui.window_commands import WindowCommands
from gui.wiring import connect_parts
from gui.worker import LoadRequest

if TYPE_CHECKING:
    from gui.dialogs import ErrorDialog

DEFAULT_SIZE = (1280, 800)
BUSY_AFTER_MS = 250


class MainWindow(QMainWindow):
    """Everything the user sees; its commands are in :mod:`gui.window_commands`.

    The panels are made when they are first read here, else by ``filling`` once the window has been
    painted; their order is that of :data:`gui.presets.PANELS`.

    Args:
        session: what the panels share.
        engine: the worker.
        settings: what is remembered.
        device: what the network is to run on.
        asked: preferences that hold for this start only, by name.
        sources: where models come from.
    """

    painted = Signal()
    """The window has been drawn for the first time; the panels in sight come next."""
    closed = Signal()

    source = Late(late_panels.source)
    translation = Late(late_panels.translation)
    heads = Late(late_panels.heads)
    attention = Late(late_panels.attention)
    scores = Late(late_panels.scores)
    masks = Late(late_panels.masks)
    candidates = Late(late_panels.candidates)
    beams = Late(late_panels.beams)
    alignment = Late(late_panels.alignment)
    positions = Late(late_panels.positions)
    layers = Late(late_panels.layers)
    gates = Late(late_panels.gates)
    reference = Late(late_panels.reference)
    history = Late(late_panels.history)
    model = Late(late_panels.model)

    def __init__(
        self,
        session: Session,
        engine: EngineThread,
        settings: Settings,
        device: str = "auto",
        asked: Mapping[str, str] | None = None,
        sources: Sources | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.engine = engine
        self.sources = sources or Sources()
        self._device = device
        self._drawn = False
        self._closing = False
        self._error_dialog: ErrorDialog | None = None
        self.controller = Controller(session, engine, self)
        self.setWindowTitle("Diaphane")
        self.setWindowIcon(icons.application_icon())
        self.asking: dict[str, Asking] = {}
        self.arrangement = settings
        self.transport = TransportPanel(session)
        self.message_bar = MessageBar()
        self.recovery_bar = MessageBar(tr("Show what happened"))
        self.history_ = History(session, self)
        self.docks = Docks(
            {name: (tr(TITLES[name]), partial(getattr, self, name)) for name in PANELS}
        )
        self.filling = Filling(self)
        self.commands = WindowCommands(self)
        self.commands.looks.asked.update(asked or {})
        self.actions_ = Actions(self.commands, self, self._offers)
        for action in self.actions_:
            self.addAction(action)
        self.actions_.fill(self.menuBar())
        search, change, swap = (self.actions_[name] for name in ("search", "theme_toggle", "swap"))
        self.header = Header(session, search, change, swap, text=self.source.text)
        names = ("open_model", "open_model_file", "models")
        more = tuple(self.actions_[name] for name in names)
        self.model_menu = ModelMenu(session, self.commands.models.library, more, self)
        self.header.model.setMenu(self.model_menu)
        self._lay_out()
        self._make_status_bar()
        self.drops = Drops(self)
        self._connect()
        remembered.restore(self)
        remembered.say_if_lost(self)
        self._show_selection()
        self._show_state()
        self._show_theme()
        self.source.editor.setFocus()

    # Construction -------------------------------------------------------------------

    def _lay_out(self) -> None:
        body = QWidget()
        panels = QVBoxLayout()
        panels.setContentsMargins(12, 0, 12, 0)
        panels.setSpacing(8)
        # In one column with the panels: a bar that is hidden takes no room, nor its margins.
        for bar in (self.recovery_bar, self.message_bar):
            panels.addWidget(bar)
        panels.addWidget(self.docks, 1)
        panels.addWidget(card(self.transport))
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addLayout(panels, 1)
        self.setCentralWidget(body)

    def _make_status_bar(self) -> None:
        self.status = ElidedLabel("", colour="muted")
        self.status.setAccessibleName(tr("Status"))
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(120)
        self.progress.setAccessibleName(tr("Working"))
        self.progress.hide()
        bar = self.statusBar()
        bar.setContentsMargins(16, 0, 12, 4)
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.status, 1)
        bar.addPermanentWidget(self.progress)
        self._busy_timer = QTimer(self)
        self._busy_timer.setSingleShot(True)
        self._busy_timer.setInterval(BUSY_AFTER_MS)
        self._busy_timer.timeout.connect(self.progress.show)

    def _connect(self) -> None:
        session, controller = self.session, self.controller
        session.statusChanged.connect(self.status.setText)
        session.busyChanged.connect(self._on_busy)
        for signal in (
            session.traceReset,
            session.eventAdded,
            session.positionChanged,
            session.playingChanged,
            session.busyChanged,
            session.modelChanged,
            session.hypothesisChanged,
            session.optionsChanged,
        ):
            signal.connect(self._show_state)
        session.selectionChanged.connect(self._show_selection)
        session.traceReset.connect(self.message_bar.hide)
        controller.problem.connect(self._on_problem)
        self.message_bar.detailsRequested.connect(self.show_error)
        self.engine.answered.connect(self._on_answered)
        connect_parts(self)
        self.docks.openChanged.connect(self.commands.panels.show_open)
        self.docks.menuAsked.connect(self.commands.panels.show_menu)
        theme.notifier.changed.connect(self._show_theme)

    def made(self, name: str) -> bool:
        """Whether a panel is there already."""
        return self.docks.dock(name).made is not None

    def _offers(self) -> Iterator[Mapping[str, Offer]]:
        """What the panels offer just now that are there already."""
        for name in PANELS:
            panel: object = self.docks.dock(name).made
            if isinstance(panel, Offering):
                yield panel.offers()
        yield self.commands.languages.offers()

    def remember(self) -> None:
        """Write down what the next start needs."""
        remembered.remember(self)

    # Sizes --------------------------------------------------------------------------

    def take_default_geometry(self) -> None:
        """The size of the first start."""
        width, height = DEFAULT_SIZE
        screen = QGuiApplication.primaryScreen()
        if screen is not None:
            free = screen.availableSize()
            # The title bar, whose height is known only once there is one, needs room too.
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
            width, height = min(width, free.width()), min(height, free.height() - bar)
        self.resize(width, height)

    def take_default_sizes(self) -> None:
        """All sizes of the first start."""
        self.take_default_geometry()
        self.take_default_layout()

    def take_default_layout(self) -> None:
        """The arrangement of the panels of the first start."""
        self.docks.arrange(PRESETS["watch"])
        self.translation.splitter.setSizes(list(remembered.PIECES_AND_TEXT))

    def load_model(self, folder: Path | None, translate: bool = False) -> None:
        """Load a model; with ``translate`` or live translation, translate the text with it."""
        self.only_load(folder)
        if translate or (self.source.live.isChecked() and self.source.text().strip()):
            self.commands.translate()

    def only_load(self, folder: Path | None) -> None:
        """Load a model and leave the text to whoever asks for it."""
        self.message_bar.hide()
        self.commands.models.expect(folder)
        self.controller.load(LoadRequest(folder, self._device))

    @Slot(str, str)
    def show_error(self, message: str, details: str) -> None:
        """Show an error with details to copy; one dialog serves all."""
        if self._error_dialog is None:
            from gui.dialogs import ErrorDialog

            self._error_dialog = ErrorDialog(self)
        self._error_dialog.report(message, details)

    @Slot(str, object)
    def _on_answered(self, name: str, answer: object) -> None:
        panel = self.asking.get(name)
        if panel is not None:
            panel.take_answer(answer)
        else:
            self.commands.files.take_answer(name, answer)

    # Showing state ------------------------------------------------------------------

    @Slot(object)
    def _on_problem(self, failure: Failure) -> None:
        if failure.during == "translate" and failure.expected and self.controller.scoring():
            self.reference.refuse(failure.message)
            return
        panel = self.asking.get(failure.during)
        if panel is not None:
            panel.errand_failed(failure.message)
            if failure.expected:
                return
        self.message_bar.show_message(failure.message, failure.details)
        if not failure.expected:
            self.show_error(failure.message, failure.details)

    @Slot(bool)
    def _on_busy(self, busy: bool) -> None:
        if busy:
            self._busy_timer.start()
        else:
            self._busy_timer.stop()
            self.progress.hide()

    @Slot()
    def _show_state(self, *_: object) -> None:
        if self.made("translation"):
            self.translation.set_before(self.controller.before())
        session, actions = self.session, self.actions_
        position, length = session.position, session.length()
        for name, on in {
            "first": position > 0,
            "back": position > 0,
            "last": 0 <= position < length - 1,
            "stop": session.busy or session.playing,
            "undo": self.controller.can_undo(),
            "save_trace": session.trace is not None,
            "copy_translation": session.length() > 0,
            "force_words": session.place() is not None,
            "export_report": session.trace is not None,
            "restore_heads": bool(session.options.heads_off or head_mark.shown_off(session)),
            "export_attention": session.sentence() is not None,
            "follow_best": bool(session.followed) or session.ended_at() is not None,
        }.items():
            if actions[name].isEnabled() != on:
                actions[name].setEnabled(on)

    @Slot()
    def _show_selection(self) -> None:
        session = self.session
        for action in (
            self.actions_["kind_encoder"],
            self.actions_["kind_decoder"],
            self.actions_["kind_cross"],
        ):
            action.setChecked(kind_of(action) is session.kind)

    @Slot()
    def _show_theme(self, *_: object) -> None:
        chosen = self.commands.looks.shown().theme or "system"
        self.actions_[f"theme_{chosen}"].setChecked(True)

    # Qt -----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not a shortcut: buttons, boxes and editors that use the key come first.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Space and plain and not event.isAutoRepeat():
            self.commands.toggle_play()
            event.accept()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._drawn:
            self._drawn = True
            QTimer.singleShot(0, self._on_painted)

    @Slot()
    def _on_painted(self) -> None:
        self.painted.emit()
        if not self._closing:
            self.filling.begin()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            # The window manager may have changed it, or a remembered geometry.
            self.actions_["full_screen"].setChecked(self.isFullScreen())

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._closing:
            event.accept()
            return
        self._closing = True
        self.remember()
        self.controller.pause()
        self._busy_timer.stop()
        # Leaving the thread may wait for an import: the window need not be seen waiting.
        self.hide()
        QApplication.processEvents()
        self.commands.models.close()
        self.commands.logs.close()
        self.engine.close()
        event.accept()
        self.closed.emit()


def card(panel: QWidget) -> QFrame:
    """A panel on a surface of its own."""
    frame = QFrame()
    frame.setObjectName("card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(1, 1, 1, 1)
    layout.addWidget(panel)
    return frame


def kind_of(action: QAction) -> AttentionKind:
    """The kind of attention that an action chooses."""
    return {
        "kind_encoder": AttentionKind.ENCODER_SELF,
        "kind_decoder": AttentionKind.DECODER_SELF,
        "kind_cross": AttentionKind.CROSS,
    }[action.objectName()]
