"""The translations of this sitting: what can be looked at again and compared.

A translation becomes an entry when it has run to its end, or when it is given up with at
least one step. It is the trace itself that is kept, so that all panels can show it again.

**What typing leaves behind.** With live translation every rest in typing makes a translation.
Of those only the ones that mean something stay. When the next live translation has ended, the
newest entry goes if it came from live translation too, by the same model with the same
options, nobody has touched it since, and

- the new text is the old one with something put in at one place ("I love" → "I love you"), or
- the old text lies on a way back: it was the text before it with something taken out, and the
  new text is it with more taken out ("I love you" → "I love" → "I").

So of "I love you", "I love", "I", "I see", "I see a dog" the first and the last stay. A live
translation that another one interrupts leaves nothing. An entry is touched, and final, once a
step or another hypothesis of it was chosen, or it was pinned, compared, reopened, or asked for
by hand.

**What it may take.** All entries together hold at most :data:`MOST_BYTES`, counted by
:func:`engine.analysis.memory.held_bytes`, and there are at most :data:`MOST_ENTRIES`. Past
that the oldest go, but never one that is pinned nor the one that is shown; pinned ones
together may not take more than the limit.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from engine.analysis.memory import held_bytes
from engine.errors import DiaphaneError
from engine.trace import Trace
from gui.history_entry import Entry, Origin, is_what_if, put_in, same_result, same_way
from gui.language import tr
from gui.numbers import megabytes
from gui.session import Session

MOST_BYTES: Final = 256 << 20
MOST_ENTRIES: Final = 200


class HistoryFullError(DiaphaneError):
    """What is pinned would take more memory than the history may."""


class History(QObject):
    """Keeps what the session has shown.

    It only listens. Traces that come with events were translated here; one that the session
    is shown whole and that was never seen before was opened from a file.

    Signals:
        changed: an entry came, went or changed.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        parent: QObject | None = None,
        *,
        limit: int = MOST_BYTES,
        most: int = MOST_ENTRIES,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._limit = limit
        self._most = most
        self._now = now
        self._entries: list[Entry] = []
        self._seen: weakref.WeakSet[Trace] = weakref.WeakSet()
        self._typed: str | None = None
        self._shown: Trace | None = None
        self._live = False
        self._touched = False
        self._begun = now()
        self._place: tuple[int, dict[int, tuple[int, int]]] = (-1, {})
        self._dropped = 0
        session.traceReset.connect(self._on_trace)
        session.eventAdded.connect(self._on_event)
        session.canDecodeChanged.connect(self._on_can_decode)
        session.positionChanged.connect(self._on_looked)
        session.positionChosen.connect(self._on_chosen)
        session.hypothesisChanged.connect(self._on_followed)

    # What there is -------------------------------------------------------------------

    def entries(self) -> tuple[Entry, ...]:
        """All entries, newest first."""
        return tuple(reversed(self._entries))

    def entry_of(self, trace: Trace | None) -> Entry | None:
        """The entry that keeps a trace."""
        return next((entry for entry in self._entries if entry.trace is trace), None)

    def current(self) -> Entry | None:
        """The entry that the session shows."""
        return self.entry_of(self._session.trace)

    @property
    def size(self) -> int:
        """Bytes that all entries hold."""
        return sum(entry.size for entry in self._entries)

    @property
    def limit(self) -> int:
        """Bytes that all entries may hold."""
        return self._limit

    @property
    def dropped(self) -> int:
        """How many old ones had to go since the history was cleared."""
        return self._dropped

    # What the user does --------------------------------------------------------------

    @Slot(str)
    def expect_typed(self, text: str) -> None:
        """Live translation asks for ``text``, which is being typed."""
        self._typed = text

    @Slot()
    def expect_asked(self) -> None:
        """What is asked for next is asked for by hand, though it may have been typed before."""
        self._typed = None

    def pin(self, entry: Entry, pinned: bool) -> None:
        """Keep an entry, or no longer.

        Raises:
            HistoryFullError: the pinned ones would take more than the history may.
        """
        if pinned and not entry.pinned:
            already = sum(other.size for other in self._entries if other.pinned)
            if already + entry.size > self._limit:
                raise HistoryFullError(
                    tr(
                        "This translation cannot be pinned: with it the pinned ones would take "
                        "{needed} of {limit}. Unpin or remove another first."
                    ).format(needed=megabytes(already + entry.size), limit=megabytes(self._limit))
                )
        entry.pinned = pinned
        entry.touched = True
        self._shrink()
        self.changed.emit()

    def touch(self, entry: Entry) -> None:
        """Say that an entry has been used: what is typed next does not take its place."""
        entry.touched = True

    def remove(self, *entries: Entry) -> None:
        """Forget entries, pinned or not."""
        gone = set(map(id, entries))
        self._keep(lambda entry: id(entry) not in gone)

    def clear(self) -> None:
        """Forget all entries that are not pinned."""
        self._dropped = 0
        self._keep(lambda entry: entry.pinned)

    def _keep(self, wanted: Callable[[Entry], bool]) -> None:
        self._entries = [entry for entry in self._entries if wanted(entry)]
        self.changed.emit()

    # What the session shows ----------------------------------------------------------

    @Slot()
    def _on_trace(self) -> None:
        left, trace = self._shown, self._session.trace
        if left is trace:
            return
        live = trace is not None and self._typed == trace.started.text
        self._close(left, interrupted=live or trace is None)
        self._typed = None
        self._shown = trace
        self._live = live
        self._touched = False
        self._begun = self._now()
        self._place = (-1, {})
        if trace is not None and (trace.sentences or trace.translated is not None):
            self._show_again(trace)
        elif trace is not None:
            self._seen.add(trace)
        # Another one is marked as shown.
        self.changed.emit()

    def _show_again(self, trace: Trace) -> None:
        """A trace was shown whole: an entry, one that was removed, or one from a file."""
        entry = self.entry_of(trace)
        if entry is not None:
            entry.touched = True
            return
        opened = trace not in self._seen
        self._seen.add(trace)
        self._add(trace, Origin.OPENED if opened else None)

    @Slot(object)
    def _on_event(self, _: object) -> None:
        trace = self._session.trace
        if trace is None or trace is not self._shown or trace.translated is None:
            return
        if self.entry_of(trace) is None:
            self._add(trace, None)

    @Slot(bool)
    def _on_can_decode(self, can: bool) -> None:
        # While the next translation is awaited, it is known only then what becomes of this one.
        if not can and not self._session.busy and self._shown is self._session.trace:
            self._close(self._shown, interrupted=False)

    def _close(self, trace: Trace | None, interrupted: bool) -> None:
        """Keep what has been written of a translation that gets no further."""
        if trace is None or trace.translated is not None or self.entry_of(trace) is not None:
            return
        passing = interrupted and self._live and not self._touched
        if not passing and any(sentence.steps for sentence in trace.sentences):
            self._add(trace, None)

    def _add(self, trace: Trace, origin: Origin | None) -> None:
        if not trace.sentences:
            # An empty text.
            return
        if origin is None:
            origin = Origin.WHAT_IF if is_what_if(trace) else Origin.TRANSLATED
        entry = Entry(
            trace,
            origin,
            self._begun,
            held_bytes(trace),
            live=self._live and origin is Origin.TRANSLATED,
            position=self._place[0],
            followed=self._place[1],
            touched=self._touched,
        )
        self._make_room_for(entry)
        self._entries.append(entry)
        self._shrink()
        self.changed.emit()

    def _make_room_for(self, entry: Entry) -> None:
        """Take out what the new entry makes needless."""
        newest = self._entries[-1] if self._entries else None
        if newest is not None and entry.live and newest.live and same_way(newest, entry):
            if put_in(newest.text, entry.text) or put_in(entry.text, newest.text):
                entry.before = newest.text
            passing = put_in(newest.text, entry.text) or (
                newest.before is not None
                and put_in(newest.text, newest.before)
                and put_in(entry.text, newest.text)
            )
            if passing and not newest.touched and not newest.pinned:
                self._entries.pop()
        for other in self._entries:
            if not entry.stopped and same_result(other, entry):
                # Asked for once more: the same numbers, so one of them is enough.
                entry.pinned |= other.pinned
                entry.touched |= other.touched
                entry.live &= other.live
                self._entries.remove(other)
                break

    def _shrink(self) -> None:
        """Drop the oldest until what is kept is within its bounds."""
        size = self.size
        for entry in list(self._entries):
            if size <= self._limit and len(self._entries) <= self._most:
                return
            if entry.pinned or entry.trace is self._session.trace:
                continue
            self._entries.remove(entry)
            self._dropped += 1
            size -= entry.size

    # How it is looked at -------------------------------------------------------------

    @Slot()
    def _on_looked(self, *_: object) -> None:
        session = self._session
        if session.trace is None or session.trace is not self._shown:
            return
        self._place = (session.position, dict(session.followed))
        entry = self.current()
        if entry is not None:
            entry.position, entry.followed = self._place

    @Slot()
    def _on_chosen(self) -> None:
        self._touch_shown()

    @Slot()
    def _on_followed(self) -> None:
        self._on_looked()
        self._touch_shown()
        if self.current() is not None:
            self.changed.emit()

    def _touch_shown(self) -> None:
        self._touched = True
        entry = self.current()
        if entry is not None:
            entry.touched = True
