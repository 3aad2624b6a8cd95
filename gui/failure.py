"""What went wrong, in words for the user and with details for a report."""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass
from typing import Final

from engine.errors import CancelledError, DiaphaneError, Shortage, shortage
from gui.language import QT_TR_NOOP, tr
from gui.logs.log import LOG, error_of


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
    "unfinished": QT_TR_NOOP("Unfinished work could not be kept or put back: {reason}."),
}
"""What an unexpected failure kept from being done: of a load, a translation, an errand."""


_LACKING: Final[dict[Shortage, str]] = {
    "memory": QT_TR_NOOP(
        "There is not enough memory for this: use a shorter text or a smaller model."
    ),
    "device memory": QT_TR_NOOP(
        "The memory of the graphics card is full: close what else uses it, use a shorter text or "
        "a smaller model, or start Diaphane with --device cpu."
    ),
    "device": QT_TR_NOOP(
        "The device that computed stopped working ({reason}): save what you want to keep, then "
        "start Diaphane anew, with --device cpu if it happens again."
    ),
}


def describe(error: BaseException, during: str) -> Failure:
    """A failure as it is shown; it goes into the log too."""
    if not isinstance(error, CancelledError):
        level = logging.WARNING if isinstance(error, DiaphaneError) else logging.ERROR
        LOG.log(level, "failed: %s\n%s", during, error_of(error))
    details = "".join(traceback.format_exception(error))
    if isinstance(error, DiaphaneError):
        return Failure(str(error), details, True, during)
    lines = str(error).strip().splitlines()
    reason = type(error).__name__ + (f" ({lines[0]})" if lines else "")
    lacking = shortage(error)
    if lacking is not None:
        return Failure(tr(_LACKING[lacking]).format(reason=reason), details, False, during)
    return Failure(tr(_STOPPED[during]).format(reason=reason), details, False, during)


def no_model() -> DiaphaneError:
    """What is said to whoever asks for the network while there is none."""
    return DiaphaneError(tr("No model is loaded: open a model folder first."))
