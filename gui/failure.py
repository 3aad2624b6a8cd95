"""What went wrong, in words for the user and with details for a report."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Final

from engine.errors import DiaphaneError
from gui.language import QT_TR_NOOP, tr


@dataclass(frozen=True)
class Failure:
    """Something went wrong: a sentence for the user, details to copy.

    Attributes:
        expected: whether the user can act on it (a :class:`DiaphaneError`); if not, it
            is a fault of the program.
        during: "load", "translate", or the name of an errand.
    """

    message: str
    details: str
    expected: bool
    during: str


_STOPPED: Final = {
    "load": QT_TR_NOOP("The model could not be loaded: {reason}."),
    "translate": QT_TR_NOOP("The translation stopped: {reason}."),
    "explain": QT_TR_NOOP("This head could not be explained: {reason}."),
    "reference": QT_TR_NOOP("This output could not be scored: {reason}."),
    "layers": QT_TR_NOOP("What the layers would say could not be computed: {reason}."),
    "positions": QT_TR_NOOP("The embeddings could not be computed: {reason}."),
    "card": QT_TR_NOOP("The model card could not be made: {reason}."),
    "models": QT_TR_NOOP("The models on this machine could not be listed: {reason}."),
    "find": QT_TR_NOOP("The search for models stopped: {reason}."),
    "download": QT_TR_NOOP("The download stopped: {reason}."),
    "open": QT_TR_NOOP("The trace could not be opened: {reason}."),
    "save": QT_TR_NOOP("The trace could not be saved: {reason}."),
    "export": QT_TR_NOOP("The attention could not be exported: {reason}."),
    "view": QT_TR_NOOP("The view could not be exported: {reason}."),
    "report": QT_TR_NOOP("The report could not be written: {reason}."),
}
"""What an unexpected failure kept from being done: of a load, a translation, an errand."""


def describe(error: BaseException, during: str) -> Failure:
    """A failure as it is shown."""
    details = "".join(traceback.format_exception(error))
    if isinstance(error, DiaphaneError):
        return Failure(str(error), details, True, during)
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        message = tr("There is not enough memory for this: use a shorter text or a smaller model.")
        return Failure(message, details, False, during)
    lines = str(error).strip().splitlines()
    reason = type(error).__name__ + (f" ({lines[0]})" if lines else "")
    return Failure(tr(_STOPPED[during]).format(reason=reason), details, False, during)


def no_model() -> DiaphaneError:
    """What is said to whoever asks for the network while there is none."""
    return DiaphaneError(tr("No model is loaded: open a model folder first."))
