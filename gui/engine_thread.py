"""The window's end of the worker: commands go in, events come out.

Every translation has a generation number; whatever arrives with an old one is dropped, so
a stale result is never shown.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from engine.events import Event, ModelInfo
from gui.failure import Failure
from gui.logs.log import LOG
from gui.session import FULL_SPEED
from gui.widgets.coalesce import FRAME_MS
from gui.worker import Errand, Job, Loader, LoadRequest, Mailbox, Worker, load_translator

CLOSE_MS = 60_000
"""What is written is written to its end, which takes less."""
STEP_MS = 5_000
"""For anything else that the worker does: it leaves nothing, and the process must end."""
HURRY_MS = 100
"""For a model that is being loaded: the import of torch takes seconds, and leaves nothing."""


class EngineThread(QObject):
    """The window's end of the worker.

    Events are handed over in batches, at most one a display frame, however fast they come.
    """

    loadingStarted = Signal()
    loadingStage = Signal(str)
    """What is done next of it: "torch", "read", "build"."""
    modelLoaded = Signal(object)
    """:class:`ModelInfo`."""
    eventsReady = Signal(object)
    """``list[Event]`` of the current generation, in order."""
    paused = Signal()
    ended = Signal()
    failed = Signal(object)
    """:class:`Failure`, after all events before it."""
    answered = Signal(str, object)
    """Name of an errand, what the newest one of that name gave."""

    _wake = Signal()
    _play = Signal(int)
    _pause = Signal(int)
    _step = Signal(int)
    _cancel = Signal(int)
    _speed = Signal(float)
    _shut_down = Signal()

    def __init__(self, loader: Loader = load_translator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mailbox = Mailbox()
        self._generation = 0
        self._load_generation = 0
        self._errand_numbers: dict[str, int] = {}
        self._hangs = False
        self._steps_per_second = FULL_SPEED
        self._batch: list[Event] = []
        self._flusher = QTimer(self)
        self._flusher.setSingleShot(True)
        self._flusher.setTimerType(Qt.TimerType.PreciseTimer)
        self._flusher.timeout.connect(self._flush)
        self._loader = loader
        self._worker: Worker | None = None
        self._make_worker()

    def _make_worker(self) -> None:
        """A thread, and a worker on it that goes on with what the one before had in hand."""
        before, self._thread = self._worker, QThread(self)
        self._thread.setObjectName("engine")
        self._thread.finished.connect(self._on_finished)
        self._worker = Worker(self._mailbox, self._loader, before)
        self._worker.moveToThread(self._thread)
        # On the thread itself, where alone its timer can be stopped.
        self._thread.finished.connect(self._worker.rest)
        queued = Qt.ConnectionType.QueuedConnection
        self._wake.connect(self._worker.wake, queued)
        self._play.connect(self._worker.play, queued)
        self._pause.connect(self._worker.pause, queued)
        self._step.connect(self._worker.step, queued)
        self._cancel.connect(self._worker.cancel, queued)
        self._speed.connect(self._worker.set_speed, queued)
        self._shut_down.connect(self._worker.shut_down, queued)
        self._worker.loading.connect(self._on_loading, queued)
        self._worker.stage.connect(self._on_stage, queued)
        self._worker.loaded.connect(self._on_loaded, queued)
        self._worker.produced.connect(self._on_event, queued)
        self._worker.paused.connect(self._on_paused, queued)
        self._worker.ended.connect(self._on_ended, queued)
        self._worker.failed.connect(self._on_failed, queued)
        self._worker.answered.connect(self._on_answered, queued)

    @property
    def generation(self) -> int:
        """The number of the newest translation asked for."""
        return self._generation

    # Commands -----------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def load(self, request: LoadRequest) -> None:
        """Load a model; gives up the translation that runs or waits. A later one waits for it."""
        self._load_generation += 1
        self._mailbox.drop_translate()
        self._new_generation()
        self._mailbox.put_load(self._load_generation, request)
        self._wake.emit()

    def translate(self, job: Job, play: bool = True) -> None:
        """Do a job at the set speed; it replaces what runs and what waits.

        Without ``play``, only steps that are asked for are decoded.
        """
        generation = self._new_generation()
        self._mailbox.put_translate(generation, job, play)
        self._wake.emit()

    def ask(self, name: str, errand: Errand) -> None:
        """Let the worker do an errand; one of the same name that waits is forgotten.

        Args:
            name: one that :func:`gui.failure.describe` has words for.
            errand: must not touch what the window changes.
        """
        self._errand_numbers[name] = self._errand_numbers.get(name, 0) + 1
        self._mailbox.put_errand(name, self._errand_numbers[name], errand)
        self._wake.emit()

    def play(self) -> None:
        """Keep decoding."""
        self._play.emit(self._generation)

    def pause(self) -> None:
        """Stop decoding for now."""
        self._pause.emit(self._generation)

    def step(self) -> None:
        """Decode one step."""
        self._step.emit(self._generation)

    def cancel(self) -> None:
        """Give up the translation that runs or waits; nothing more of it arrives."""
        self._mailbox.drop_translate()
        self._cancel.emit(self._generation)
        self._new_generation()

    @Slot(float)
    def set_speed(self, steps_per_second: float) -> None:
        """Decode no faster than this; ``math.inf`` has no limit."""
        self._steps_per_second = steps_per_second
        self._speed.emit(steps_per_second)

    def close(self, timeout_ms: int | None = None) -> bool:
        """Cancel, leave the thread and wait for it; whether it has ended in time.

        Unless told, it waits a minute for what is written, some seconds for a step, hardly for a
        model that is being loaded, and no more once the thread has not ended in time.
        """
        self._mailbox.closed.set()
        if timeout_ms is None:
            timeout_ms = 0 if self._hangs else self._patience()
        self._flusher.stop()
        self._new_generation()
        self._load_generation += 1
        self._errand_numbers = {name: n + 1 for name, n in self._errand_numbers.items()}
        if self._thread.isRunning():
            self._shut_down.emit()
            self._hangs = not self._thread.wait(timeout_ms)
            if self._hangs:
                return False
        self._worker = None
        return True

    def _patience(self) -> int:
        """How long the worker is waited for, in milliseconds."""
        if self._mailbox.unwritten():
            return CLOSE_MS
        return HURRY_MS if self._mailbox.loading.is_set() else STEP_MS

    # Answers ------------------------------------------------------------------------

    @Slot()
    def _on_finished(self) -> None:
        """A thread that ends by itself is replaced; what had not reached it yet is looked for."""
        worker = self._worker
        if worker is None or self._mailbox.closed.is_set() or self._thread.isRunning():
            return
        LOG.error("the worker's thread has ended by itself: another one goes on")
        self.disconnect(worker)
        self._thread.deleteLater()
        self._make_worker()
        self._thread.start()
        self._speed.emit(self._steps_per_second)
        self._wake.emit()

    def _new_generation(self) -> int:
        self._generation += 1
        self._batch.clear()
        self._flusher.stop()
        return self._generation

    @Slot(int)
    def _on_loading(self, generation: int) -> None:
        if generation == self._load_generation:
            self.loadingStarted.emit()

    @Slot(int, str)
    def _on_stage(self, generation: int, stage: str) -> None:
        if generation == self._load_generation:
            self.loadingStage.emit(stage)

    @Slot(int, object)
    def _on_loaded(self, generation: int, info: ModelInfo) -> None:
        if generation == self._load_generation:
            self.modelLoaded.emit(info)

    @Slot(int, object)
    def _on_event(self, generation: int, event: Event) -> None:
        if generation != self._generation:
            return
        self._batch.append(event)
        if not self._flusher.isActive():
            self._flusher.start(FRAME_MS)

    @Slot()
    def _flush(self) -> None:
        self._flusher.stop()
        if self._batch:
            batch, self._batch = self._batch, []
            self.eventsReady.emit(batch)

    @Slot(int)
    def _on_paused(self, generation: int) -> None:
        if generation == self._generation:
            self._flush()
            self.paused.emit()

    @Slot(int)
    def _on_ended(self, generation: int) -> None:
        if generation == self._generation:
            self._flush()
            self.ended.emit()

    @Slot(int, str, object)
    def _on_answered(self, number: int, name: str, answer: object) -> None:
        if number == self._errand_numbers.get(name):
            self.answered.emit(name, answer)

    @Slot(int, object)
    def _on_failed(self, generation: int, failure: Failure) -> None:
        newest = {
            "load": self._load_generation,
            "translate": self._generation,
            **self._errand_numbers,
        }[failure.during]
        if generation == newest:
            self._flush()
            self.failed.emit(failure)
