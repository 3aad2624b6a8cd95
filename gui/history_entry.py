"""One translation of the sitting, and how two of them are alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine.trace import Trace


class Origin(StrEnum):
    """How a translation came to be shown."""

    TRANSLATED = "translated"
    WHAT_IF = "what if"
    OPENED = "opened"


@dataclass(eq=False)
class Entry:
    """One translation of the sitting; equal only to itself.

    Attributes:
        trace: everything that it showed.
        origin: where it came from.
        when: the time of day at which it began to be shown.
        size: bytes that it holds.
        live: live translation asked for it while the user typed.
        before: the text of the entry that stood above it when it came, if typing led from that
            one to this.
        position, followed: how it was looked at last, as ``Session.show`` takes them.
        touched: it is final: the text typed next does not take its place.
        pinned: it is kept, whatever memory the others need.
    """

    trace: Trace
    origin: Origin
    when: datetime
    size: int
    live: bool = False
    before: str | None = None
    position: int = -1
    followed: dict[int, tuple[int, int]] = field(default_factory=dict)
    touched: bool = False
    pinned: bool = False

    @property
    def text(self) -> str:
        """What was translated."""
        return self.trace.started.text

    @property
    def translation(self) -> str:
        """What it became, along the hypotheses that were followed."""
        return self.trace.text_along(self.followed) if self.followed else self.trace.text

    @property
    def stopped(self) -> bool:
        """Whether it was given up before its end."""
        return self.trace.translated is None

    @property
    def cut(self) -> bool:
        """Whether a length limit ended one of its sentences."""
        return self.trace.translated is not None and bool(self.trace.translated.cut)

    @property
    def looping(self) -> bool:
        """Whether one of its sentences repeats itself at its end."""
        return self.trace.translated is not None and bool(self.trace.translated.looping)


def put_in(less: str, more: str) -> bool:
    """Whether ``more`` is ``less`` with something put in at one place."""
    if len(less) >= len(more):
        return False
    front = 0
    while front < len(less) and less[front] == more[front]:
        front += 1
    return more.endswith(less[front:])


def is_what_if(trace: Trace) -> bool:
    """Whether a trace goes on from another one: a sentence has options of its own.

    Of a plain translation each sentence has those of its text.
    """
    return any(
        (own.prefix, own.forbidden) != (common.prefix, common.forbidden)
        for number, sentence in enumerate(trace.sentences)
        for own, common in ((sentence.encoded.options, trace.started.options.of_sentence(number)),)
    )


def same_way(first: Entry, second: Entry) -> bool:
    """Whether the same model was asked in the same way."""
    one, other = first.trace.started, second.trace.started
    return (one.model, one.options, one.record) == (other.model, other.options, other.record)


def same_result(first: Entry, second: Entry) -> bool:
    """Whether two finished translations can only be the same: one model, text and search."""
    if first.stopped or first.origin is not second.origin or not same_way(first, second):
        return False
    options = [
        [sentence.encoded.options for sentence in entry.trace.sentences]
        for entry in (first, second)
    ]
    return first.text == second.text and options[0] == options[1]
