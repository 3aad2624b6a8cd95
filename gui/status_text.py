"""What the status bar says of a translation."""

from __future__ import annotations

from typing import Final

from engine.events import Translated
from engine.trace import Trace
from gui.language import QT_TR_NOOP, tr

LOADING: Final = QT_TR_NOOP("Loading the model…")
STAGES: Final = {
    "torch": QT_TR_NOOP("Loading the model: starting PyTorch…"),
    "read": QT_TR_NOOP("Loading the model: reading and checking its files…"),
    "build": QT_TR_NOOP("Loading the model: putting the network together…"),
}
"""What is done next while a model is loaded."""


def progress(steps: int, sentence: int, sentences: int) -> str:
    """How far a translation has come; ``sentence`` counts from 1."""
    if sentences <= 1:
        return tr("Translating… %n step(s)", "", steps)
    return tr("Translating… %n step(s), sentence {number} of {count}", "", steps).format(
        number=sentence, count=sentences
    )


def paused(steps: int) -> str:
    """A translation that goes no further for now."""
    return tr("Paused after %n step(s).", "", steps)


def summary(trace: Trace | None, steps: int, translated: Translated) -> str:
    """What a translation took, and what a length limit cut off."""
    if trace is None or not trace.sentences:
        return tr("Translated.") if translated.text.strip() else tr("Nothing to translate.")
    done = tr("Translated in %n step(s)", "", steps)
    if len(trace.sentences) > 1:
        done = tr("Translated in %n step(s), {count} sentences", "", steps).format(
            count=len(trace.sentences)
        )
    if not translated.cut:
        return f"{done}."
    limits = sorted({trace.sentences[index].encoded.max_length for index in translated.cut})
    if len(translated.cut) == 1:
        cut = tr("{done}; sentence {which} cut at the length limit of {limit} pieces.")
    else:
        cut = tr("{done}; sentences {which} cut at the length limit of {limit} pieces.")
    return cut.format(
        done=done,
        which=", ".join(str(index + 1) for index in translated.cut),
        limit=tr(" or ").join(str(limit) for limit in limits),
    )
