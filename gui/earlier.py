"""The translations that *undo* brings back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.events import Started
from engine.trace import Trace
from gui.model_languages import Pair
from gui.session import Session

MOST_UNDONE: Final = 20


@dataclass(frozen=True)
class Earlier:
    """A translation that can be brought back, and how it was looked at."""

    trace: Trace
    position: int
    followed: dict[int, tuple[int, int]]

    @classmethod
    def of(cls, session: Session, trace: Trace) -> Earlier:
        """``trace`` as the session looks at what it shows."""
        return cls(trace, session.position, dict(session.followed))

    @property
    def text(self) -> str:
        """What it wrote, along the hypotheses that were followed."""
        return self.trace.text_along(self.followed)


class UndoStack:
    """At most :data:`MOST_UNDONE` of them, the newest last."""

    def __init__(self) -> None:
        self._stack: list[Earlier] = []

    def __bool__(self) -> bool:
        return bool(self._stack)

    def push(self, earlier: Earlier) -> None:
        """Keep one; the oldest goes if there are too many."""
        self._stack.append(earlier)
        del self._stack[:-MOST_UNDONE]

    def pop(self) -> Earlier:
        """Take the newest.

        Raises:
            IndexError: there is none.
        """
        return self._stack.pop()

    def newest(self) -> Earlier | None:
        """What :meth:`pop` would give."""
        return self._stack[-1] if self._stack else None

    def clear(self) -> None:
        """Keep none."""
        self._stack.clear()


def is_variant(before: Started, after: Started) -> bool:
    """Whether the same model runs on the same text again, with other heads off, a reference, or
    in other languages.
    """
    return (
        before.text == after.text
        and before.model.fingerprint == after.model.fingerprint
        and (
            before.options.heads_off != after.options.heads_off
            or Pair.of(before.options) != Pair.of(after.options)
            or after.options.reference is not None
        )
    )
