"""How a translation ended, where that was not by itself and whole: nothing is cut silently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.events import Hypothesis, Record
from engine.trace import SentenceTrace, Trace
from gui.language import QT_TR_NOOP, tr
from gui.model_words import stacks_of
from gui.numbers import whole
from gui.session import Session
from gui.widgets.option_text import option_name
from gui.widgets.strip_model import shortened
from gui.widgets.why_not import why_nothing_filled

_NAMED: Final = 8
_LESS_RECORDED: Final[dict[Record, str]] = {
    "best": QT_TR_NOOP(
        "Only the attention of each sentence's best output is recorded: for a text like this one "
        "all of it may take more memory than the program allows itself."
    ),
    "none": QT_TR_NOOP(
        "No attention is recorded: for a text like this one it may take more memory than the "
        "program allows itself. Translate less at once to see it."
    ),
}


def cut_short(session: Session) -> str:
    """Which sentences a length limit ended, or why nothing is filled in; empty if neither."""
    return "" if session.trace is None else _cut(session, session.trace)


def remark(session: Session) -> str:
    """What else a reader has to know: that another hypothesis is shown, which sentences repeat
    themselves and what helps, and whether less is recorded than usual. Empty where there is
    nothing.
    """
    trace = session.trace
    if trace is None:
        return ""
    return " ".join(filter(None, (_gone_on(session), _looping(trace), _recorded(trace))))


def listed(numbers: Sequence[int]) -> str:
    """Numbers of sentences, which count from 0, as a reader counts; of many the first ones."""
    first = ", ".join(whole(number + 1) for number in numbers[:_NAMED])
    if len(numbers) <= _NAMED:
        return first
    return tr("{numbers}, … ({count} in all)").format(numbers=first, count=whole(len(numbers)))


def _cut(session: Session, trace: Trace) -> str:
    cut = [
        sentence
        for sentence in trace.sentences
        if sentence.finished is not None and sentence.finished.reason == "length limit"
    ]
    if not cut:
        return why_nothing_filled(session)
    limit = cut[0].encoded.max_length
    if stacks_of(trace.started.model) == "decoder":
        return tr("The text stopped at the length limit of %n piece(s).", "", limit)
    if len(trace.started.sentences) == 1:
        return tr("The translation stopped at the length limit of %n piece(s).", "", limit)
    if len(cut) == 1:
        text = tr("Sentence {number} stopped at the length limit of %n piece(s).", "", limit)
        return text.format(number=cut[0].encoded.sentence + 1)
    numbers = listed([sentence.encoded.sentence for sentence in cut])
    return tr("Sentences {numbers} stopped at their length limits.").format(numbers=numbers)


def _gone_on(session: Session) -> str:
    end = session.ended_at()
    if end is None:
        return ""
    text = tr(
        "The hypothesis that is followed ended at step {step}. Shown now is the best of those that "
        "the search went on with."
    )
    return text.format(step=whole(end + 1))


def _looping(trace: Trace) -> str:
    found = [
        (sentence.encoded.sentence, best)
        for sentence in trace.sentences
        if (best := _best(sentence)) is not None and best.loop is not None
    ]
    if not found:
        return ""
    number, best = found[0]
    if len(found) > 1:
        text = tr("Sentences {numbers} repeat themselves at their ends.")
    elif stacks_of(trace.started.model) == "decoder":
        text = tr("The text repeats “{text}” {count} times at its end.")
    elif len(trace.started.sentences) == 1:
        text = tr("The translation repeats “{text}” {count} times at its end.")
    else:
        text = tr("Sentence {number} repeats “{text}” {count} times at its end.")
    assert best.loop is not None
    said = text.format(
        number=whole(number + 1),
        numbers=listed([each for each, _ in found]),
        text=shortened(best.looped),
        count=whole(best.loop.repeats),
    )
    helps = tr("In the search, a beam, “{ngrams}” or “{penalty}” may help.").format(
        ngrams=option_name("no_repeat_ngram"), penalty=option_name("repetition_penalty")
    )
    return f"{said} {helps}"


def _best(sentence: SentenceTrace) -> Hypothesis | None:
    return None if sentence.finished is None else sentence.finished.hypotheses[0]


def _recorded(trace: Trace) -> str:
    less = _LESS_RECORDED.get(trace.started.record)
    # A text of one sentence is short: somebody wanted it so.
    return tr(less) if less is not None and len(trace.started.sentences) > 1 else ""
