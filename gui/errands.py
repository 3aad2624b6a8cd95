"""What a panel asks the worker for: its name, and work for the network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import SignalInstance

from gui.failure import no_model
from gui.worker import Errand, TranslatorLike


class Asking(Protocol):
    """A panel that needs the network for what it shows.

    Attributes:
        errand: names its errands; a newer one replaces the one that waits.
        wanted: signal with an :data:`gui.worker.Errand`.
    """

    errand: str
    wanted: SignalInstance

    def isVisible(self) -> bool:
        """Whether it is seen: a hidden panel asks for nothing."""
        ...

    def waiting(self) -> bool:
        """Whether something else is wanted than what is drawn."""
        ...

    def take_answer(self, answer: object) -> None:
        """Show what the errand brought, if it is what is wanted now."""
        ...

    def errand_failed(self, reason: str) -> None:
        """Say why what was asked for cannot be shown."""
        ...


def with_model(work: Callable[[TranslatorLike], object]) -> Errand:
    """The errand that does ``work`` with the loaded model, and says so where there is none."""

    def errand(translator: TranslatorLike | None) -> object:
        if translator is None:
            raise no_model()
        return work(translator)

    return errand
