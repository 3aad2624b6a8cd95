"""What the transport does: decoding in the worker and playing back what is decoded.

Decoding makes new steps; playback only moves the position over steps that are there.
Play does whichever the position asks for, so that both feel like one film.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from engine.events import Encoded, Event, ModelInfo, Started, Step, Translated
from engine.model.heads_off import HeadPlace, misfit
from engine.search.options import SearchOptions
from engine.search.what_if import Change
from engine.trace import Trace
from gui import status_text
from gui.earlier import Earlier, UndoStack, is_variant
from gui.engine_thread import EngineThread
from gui.failure import Failure
from gui.language import tr
from gui.model_languages import Pair, of_started
from gui.model_words import stacks_of, words_of
from gui.playback import Playback
from gui.session import Session
from gui.worker import Job, LoadRequest, Translation, WhatIf


class Controller(QObject):
    """Drives the session from the worker's events and the user's commands."""

    problem = Signal(object)
    """A :class:`gui.failure.Failure`."""
    translationEnded = Signal()
    """The stream has run to its end."""

    def __init__(
        self, session: Session, engine: EngineThread, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._engine = engine
        self._alive = False
        self._decoding = False
        self._stepping = 0
        self._loading = False
        self._begun = False
        self._sentences = 0
        self._job: Job | None = None
        self._earlier = UndoStack()
        self._undoable: str | None = None
        self._playback = Playback(session, self)
        self._playback.arrived.connect(self._on_arrived)
        self._playback.interrupted.connect(self._update_state)
        engine.loadingStarted.connect(self._on_loading)
        engine.loadingStage.connect(self._on_stage)
        engine.modelLoaded.connect(self._on_model)
        engine.eventsReady.connect(self._on_events)
        engine.paused.connect(self._on_step_done)
        engine.ended.connect(self._on_ended)
        engine.failed.connect(self._on_failed)
        session.speedChanged.connect(engine.set_speed)

    # Commands -----------------------------------------------------------------------

    def load(self, request: LoadRequest) -> None:
        """Load a model; what is being translated is given up."""
        self._forget_stream()
        if self._session.model is not None:
            # Heads are those of one model: the next one comes with all of them on.
            self._switch_heads(())
        self._loading = True
        self._engine.load(request)
        self._on_loading()
        self._update_state()

    @Slot(str)
    def translate(self, text: str) -> None:
        """Translate ``text``; the newest request wins."""
        self._begin(Translation(text, self._options()), play=True)

    def renew(self) -> None:
        """Ask again for what waits, where the languages of the options are others by now."""
        job = self._job
        if not self._alive or self._begun or not isinstance(job, Translation):
            return
        pair = Pair.of(self._session.options)
        if pair != Pair.of(job.options):
            steps = self._stepping
            self._begin(replace(job, options=pair.put_into(job.options)), play=self._decoding)
            for _ in range(steps):
                self._engine.step()
            self._stepping = steps
            self._update_state()

    def expect_undo(self, text: str) -> None:
        """Let :meth:`undo` go back from the next translation, if it is one of ``text``.

        For what replaces a translation that nobody can make again just now.
        """
        self._undoable = text

    def translating(self) -> bool:
        """Whether a translation was asked for that has neither ended nor been given up."""
        return self._alive

    def score(self, text: str, reference: str) -> None:
        """Score a translation of ``text`` that the user gives; :meth:`undo` goes back."""
        options = self._options()
        scoring = SearchOptions(
            reference=reference, candidates=options.candidates, heads_off=options.heads_off
        )
        self._begin(Translation(text, Pair.of(options).put_into(scoring)), play=True)

    def scoring(self) -> bool:
        """Whether the last thing asked for was to score a reference."""
        return isinstance(self._job, Translation) and self._job.options.reference is not None

    def what_if(self, sentence: int, step: int, hypothesis: int, change: Change) -> None:
        """Go on from a step of the trace in another way; :meth:`undo` brings it back."""
        trace = self._session.trace
        if trace is not None:
            self._begin(WhatIf(trace, sentence, step, hypothesis, change), play=True)

    @Slot()
    def undo(self) -> None:
        """Bring back the translation before the last "what if", or with the heads as they were.

        Heads that the undone run switched are switched back for the next run too.
        """
        if not self._earlier:
            return
        earlier = self._earlier.pop()
        session = self._session
        heads = earlier.trace.started.options.heads_off
        switched = session.trace is None or session.trace.started.options.heads_off != heads
        self._show(earlier.trace, earlier.position, earlier.followed)
        # Heads are those of one model.
        if switched and (session.model is None or session.other() is None):
            self._switch_heads(heads)
        self._session.set_status(tr("Back to the earlier translation."))

    def open(self, trace: Trace) -> None:
        """Show a trace that was saved; what is being translated is given up."""
        self._earlier.clear()
        self._show(trace, -1, {})
        self._session.set_status(tr("Trace opened."))

    def reopen(self, trace: Trace, position: int, followed: dict[int, tuple[int, int]]) -> None:
        """Show an earlier translation again; :meth:`undo` goes back to what is shown now."""
        session = self._session
        if session.trace is trace:
            return
        if session.trace is not None:
            self._earlier.push(Earlier.of(session, session.trace))
        self._show(trace, position, dict(followed))
        session.set_status(tr("Earlier translation opened."))

    def clear(self) -> None:
        """Show nothing; what is being translated is given up, and there is no way back."""
        self.abandon(tr("Ready."))
        self._show_nothing()

    def _show(self, trace: Trace, position: int, followed: dict[int, tuple[int, int]]) -> None:
        self.abandon("")
        self._begun = False
        self._session.show(trace, position, followed)
        self._update_state()

    def _show_nothing(self) -> None:
        self._earlier.clear()
        self._session.reset(None)

    def before(self) -> str | None:
        """What the run wrote that :meth:`undo` would bring back.

        ``None`` if there is none, or if it was of another text or to another language.
        """
        earlier, shown = self._earlier.newest(), self._session.trace
        if earlier is None or shown is None or shown.started.text != earlier.trace.started.text:
            return None
        if of_started(shown.started).target != of_started(earlier.trace.started).target:
            return None
        return earlier.text

    def can_undo(self) -> bool:
        """Whether there is an earlier translation to go back to."""
        return bool(self._earlier)

    @Slot()
    def play(self) -> None:
        """Go on: play back to the newest step, then decode; from the end, begin again."""
        session = self._session
        if session.playing:
            return
        if self._alive and not self._begun:
            # What is shown belongs to another text.
            self._decode()
        elif session.position < session.length() - 1:
            self._start_playback()
        elif self._alive:
            session.last()
            self._decode()
        elif session.length() > 1:
            session.first()
            self._start_playback()
        self._update_state()

    @Slot()
    def pause(self) -> None:
        """Hold decoding and playback."""
        self._playback.stop()
        if self._decoding:
            self._decoding = False
            self._engine.pause()
            self._say_paused()
        self._update_state()

    @Slot()
    def toggle(self) -> None:
        """Play or pause."""
        if self._session.playing:
            self.pause()
        else:
            self.play()

    @Slot()
    def step(self) -> None:
        """Show the next step, decoding it if need be."""
        self.pause()
        session = self._session
        if session.position < session.length() - 1:
            session.forward()
        elif self._alive:
            session.last()
            self._stepping += 1
            self._engine.step()
        self._update_state()

    def step_into(self, text: str) -> None:
        """Begin to translate ``text`` and decode its first step only."""
        self._begin(Translation(text, self._options()), play=False)
        self._stepping = 1
        self._engine.step()
        self._update_state()

    @Slot()
    def back(self) -> None:
        """Show the step before; what is being watched step by step stops there."""
        self._halt_film()
        self._session.back()

    @Slot()
    def first(self) -> None:
        """Show the first step."""
        self._halt_film()
        self._session.first()

    @Slot()
    def last(self) -> None:
        """Show the newest step and follow."""
        self._playback.stop()
        self._session.last()
        self._update_state()

    @Slot()
    def stop(self) -> None:
        """Stop decoding. What has begun can be gone on with; what only waits is given up."""
        if self._begun:
            self.pause()
        else:
            self.abandon(tr("Stopped."))

    def abandon(self, status: str) -> None:
        """Give the translation up for good."""
        self._playback.stop()
        if self._alive:
            self._forget_stream()
            self._engine.cancel()
            self._session.set_status(tr(status_text.LOADING) if self._loading else status)
        self._update_state()

    def can_continue(self) -> bool:
        """Whether there is anything to play or to step to."""
        return self._alive or self._session.length() > 1

    # Inside -------------------------------------------------------------------------

    def _options(self) -> SearchOptions:
        """Those of the next search; the languages of a model that is being loaded come with it."""
        options = self._session.options
        return Pair().put_into(options) if self._loading else options

    def _begin(self, job: Job, play: bool) -> None:
        self._playback.stop()
        self._job = job
        self._engine.translate(job, play)
        self._alive = True
        self._decoding = play
        self._stepping = 0
        self._begun = False
        self._say_progress()
        self._update_state()

    def _forget_stream(self) -> None:
        self._playback.stop()
        self._alive = False
        self._decoding = False
        self._stepping = 0

    def _halt_film(self) -> None:
        """Stop what is being watched; decoding at full speed is left to finish."""
        if self._decoding and math.isfinite(self._session.speed):
            self.pause()
        self._playback.stop()
        self._update_state()

    def _decode(self) -> None:
        self._decoding = True
        self._engine.play()
        self._say_progress()

    def _start_playback(self) -> None:
        self._session.set_playing(True)
        self._playback.start()

    @Slot()
    def _update_state(self) -> None:
        self._session.set_playing(self._decoding or self._playback.running)
        self._session.set_busy(self._loading or self._decoding or self._stepping > 0)
        # Until its first event has come, the trace is that of another text.
        self._session.set_can_decode(self._alive and self._begun)

    def _say_paused(self) -> None:
        self._session.set_status(
            status_text.paused(self._session.length()) if self._begun else tr("Paused.")
        )

    def _say_progress(self) -> None:
        session = self._session
        if self._loading:
            self._on_loading()
        elif not self._begun:
            session.set_status(tr(words_of(session.model).doing))
        else:
            stacks = stacks_of(session.shape())
            now = 0 if session.trace is None else len(session.trace.sentences)
            session.set_status(status_text.progress(stacks, session.length(), now, self._sentences))

    # Answers ------------------------------------------------------------------------

    @Slot()
    def _on_loading(self) -> None:
        self._session.set_status(tr(status_text.LOADING))

    @Slot(str)
    def _on_stage(self, stage: str) -> None:
        if self._loading:
            self._session.set_status(tr(status_text.STAGES.get(stage, status_text.LOADING)))

    @Slot(object)
    def _on_model(self, info: ModelInfo) -> None:
        self._loading = False
        if misfit(info, self._session.options.heads_off):
            self._switch_heads(())
        self._session.set_model(info)
        if self._decoding or self._stepping:
            self._say_progress()
        else:
            self._session.set_status(tr("Paused.") if self._alive else tr("Ready."))
        self._update_state()

    def _switch_heads(self, off: tuple[HeadPlace, ...]) -> None:
        """Choose the heads that are off in the next run."""
        self._session.set_options(replace(self._session.options, heads_off=off))

    @Slot(object)
    def _on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Started):
                self._keep_earlier(event)
                self._begun = True
                self._sentences = len(event.sentences)
        self._session.add_events(events)
        self._update_state()
        last = events[-1]
        if isinstance(last, Translated):
            session = self._session
            session.set_status(status_text.summary(session.trace, session.length(), last))
        elif isinstance(last, Encoded | Step):
            if self._decoding or self._stepping:
                self._say_progress()
            else:
                # The step that was in hand when the pause came.
                self._say_paused()

    def _keep_earlier(self, started: Started) -> None:
        """A "what if" can be undone, so can a run of the same text with other heads switched off
        or in other languages, and the scoring of a reference; and what was announced to
        :meth:`expect_undo`.

        Any other translation begins anew.
        """
        session, job = self._session, self._job
        announced, self._undoable = self._undoable == started.text, None
        trace = job.trace if isinstance(job, WhatIf) else session.trace
        kept = isinstance(job, WhatIf) or announced
        if trace is not None and (kept or is_variant(trace.started, started)):
            self._earlier.push(Earlier.of(session, trace))
        else:
            self._earlier.clear()

    @Slot()
    def _on_step_done(self) -> None:
        self._stepping = max(0, self._stepping - 1)
        if not self._stepping and not self._decoding:
            self._say_paused()
        self._update_state()

    @Slot()
    def _on_ended(self) -> None:
        self._alive = False
        self._decoding = False
        self._stepping = 0
        self._update_state()
        self.translationEnded.emit()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if failure.during == "load":
            self._loading = False
            # What waited for this model would only fail in its turn.
            self._forget_stream()
            self._engine.cancel()
        elif failure.during == "translate":
            self._forget_stream()
            shown = self._session.trace
            refused = isinstance(self._job, WhatIf)
            other = self._job is None or shown is None or self._job.text != shown.started.text
            if not self._begun and not refused and shown is not None and other:
                # What is shown belongs to another text.
                self._show_nothing()
        if failure.during == "load":
            self._session.set_status(tr("The model could not be loaded."))
        elif failure.during == "translate":
            # A refused "what if" leaves what is shown as it was.
            kept = self._session.trace is not None
            stopped = tr("The translation stopped.") if kept else tr("No translation.")
            if stacks_of(self._session.model) != "encoder-decoder":
                stopped = tr("Stopped.")
            self._session.set_status(stopped)
        self._update_state()
        self.problem.emit(failure)

    @Slot()
    def _on_arrived(self) -> None:
        if self._alive and not self._decoding:
            self._decode()
        self._update_state()
