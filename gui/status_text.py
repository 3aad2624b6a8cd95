"""What the status bar says of a translation."""

from __future__ import annotations

from typing import Final

from engine.events import Translated
from engine.model.kinds import Stacks
from engine.trace import Trace
from gui.language import QT_TR_NOOP, tr
from gui.model_words import stacks_of, words_of
from gui.widgets.how_it_ended import listed

LOADING: Final = QT_TR_NOOP("Loading the model…")
STAGES: Final = {
    "torch": QT_TR_NOOP("Loading the model: starting PyTorch…"),
    "read": QT_TR_NOOP("Loading the model: reading and checking its files…"),
    "build": QT_TR_NOOP("Loading the model: putting the network together…"),
}
"""What is done next while a model is loaded."""


def progress(stacks: Stacks, steps: int, sentence: int, sentences: int) -> str:
    """How far a translation has come; ``sentence`` counts from 1."""
    if stacks == "encoder":
        return tr("Filling in… %n mask(s)", "", steps)
    if stacks == "decoder":
        return tr("Continuing… %n step(s)", "", steps)
    if sentences <= 1:
        return tr("Translating… %n step(s)", "", steps)
    return tr("Translating… %n step(s), sentence {number} of {count}", "", steps).format(
        number=sentence, count=sentences
    )


def paused(steps: int) -> str:
    """A translation that goes no further for now."""
    return tr("Paused after %n step(s).", "", steps)


def summary(trace: Trace | None, steps: int, translated: Translated) -> str:
    """What a translation took, what a length limit cut off, and what repeats itself."""
    model = None if trace is None else trace.started.model
    words = words_of(model)
    if trace is None or not trace.sentences:
        # Its characters may be controls or marks that nobody can see.
        blank = trace is not None or not translated.text.strip()
        return tr(words.nothing if blank else words.done)
    if stacks_of(model) == "encoder":
        return tr("Filled in %n mask(s).", "", steps) if steps else tr(words.done)
    done = tr("Translated in %n step(s)", "", steps)
    if stacks_of(model) == "decoder":
        done = tr("Continued in %n step(s)", "", steps)
    if len(trace.sentences) > 1:
        done = tr("Translated in %n step(s), {count} sentences", "", steps).format(
            count=len(trace.sentences)
        )
    said = _cut(trace, translated, done) if translated.cut else f"{done}."
    return " ".join(filter(None, (said, _looping(trace, translated))))


def _cut(trace: Trace, translated: Translated, done: str) -> str:
    """What a length limit has cut off."""
    model = trace.started.model
    limits = sorted({trace.sentences[index].encoded.max_length for index in translated.cut})
    if stacks_of(model) == "decoder":
        cut = tr("{done}; cut at the length limit of {limit} pieces.")
        return cut.format(done=done, limit=limits[0])
    if len(translated.cut) == 1:
        cut = tr("{done}; sentence {which} cut at the length limit of {limit} pieces.")
    else:
        cut = tr("{done}; sentences {which} cut at the length limit of {limit} pieces.")
    return cut.format(
        done=done,
        which=listed(translated.cut),
        limit=tr(" or ").join(str(limit) for limit in limits),
    )


def _looping(trace: Trace, translated: Translated) -> str:
    """What does not find its end."""
    if not translated.looping:
        return ""
    if len(trace.sentences) == 1:
        return tr("It repeats itself at its end.")
    text = tr("Sentence {numbers} repeats itself at its end.")
    if len(translated.looping) > 1:
        text = tr("Sentences {numbers} repeat themselves at their ends.")
    return text.format(numbers=listed(translated.looping))
