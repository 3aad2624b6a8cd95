"""A hypothesis of a search in words: its piece, its place, its score written out."""

from __future__ import annotations

import math

from engine.events import LiveHypothesis
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts, normaliser
from gui import numbers
from gui.language import quoted, tr
from gui.numbers import MINUS
from gui.widgets.engine_words import engine_word
from gui.widgets.pieces import describe, label, weight_text


def number(value: float, decimals: int | None = None) -> str:
    """A number of a score; what would round to nothing in powers of ten.

    Args:
        value: it.
        decimals: by default as many as the user's digits leave beside a few before the sign.
    """
    if value == 0:
        return "0"
    digits = numbers.style().digits
    if decimals is None:
        decimals = digits - 2
    if abs(value) < 10.0**-decimals or abs(value) >= 1e7:
        return numbers.scientific(value, max(1, digits - 3))
    return numbers.fixed(value, decimals)


def normaliser_formula(parts: ScoreParts, options: SearchOptions) -> str:
    """What the sum is divided by, with its numbers: ``((5 + 3) / 6)^0.6``."""
    # A trace may come out of a file: a formula that does not give the number is not shown.
    if options.normalisation == "none" or not math.isclose(
        normaliser(parts.length, options), parts.normaliser, rel_tol=1e-9
    ):
        return number(parts.normaliser) if parts.normaliser != 1 else "1"
    if options.normalisation == "average":
        return f"{max(1, parts.length)}^{numbers.significant(options.alpha, 6)}"
    return f"((5 + {parts.length}) / 6)^{numbers.significant(options.alpha, 6)}"


def score_formula(parts: ScoreParts, options: SearchOptions) -> str:
    """``score −1.2 = (S + penalty) / normaliser`` with the numbers of one hypothesis.

    The result comes first, since the line may be shortened.
    """
    total = parts.log_probability + parts.penalty
    sign = MINUS if parts.penalty < 0 else "+"
    first = f"({number(parts.log_probability)} {sign} {number(abs(parts.penalty))})"
    divisor = normaliser_formula(parts, options)
    score = tr("score {number}").format(number=number(parts.score))
    steps = [score, f"{first} / {divisor}"]
    if divisor != "1":
        steps.append(f"{number(total)} / {number(parts.normaliser)}")
    return " = ".join(steps)


def place_text(step: int, hypothesis: int, size: int) -> str:
    """``step 3, hypothesis 2 of 4``."""
    return tr("step {step}, hypothesis {hypothesis} of {size}").format(
        step=step + 1, hypothesis=hypothesis + 1, size=size
    )


def state_text(live: LiveHypothesis, kept: bool, path: bool, filling: bool = False) -> str:
    """What became of a hypothesis, as a list of words; may be empty.

    Args:
        live: it.
        kept: whether it is not pruned.
        path: whether it is on the path that is shown.
        filling: whether masks are filled in, which ends by itself.
    """
    words = []
    if path:
        words.append(tr("on the path shown"))
    if live.finished and (filling or live.piece.kind == "special"):
        words.append(tr("finished"))
    elif live.finished:
        words.append(tr("finished: {why}").format(why=engine_word("length limit")))
    elif not kept:
        words.append(tr("pruned"))
    if live.forced:
        words.append(tr("forced"))
    return ", ".join(words)


def placed(place: str, state: str) -> str:
    """A place with what became of the hypothesis there."""
    return tr("{place}: {state}").format(place=place, state=state) if state else place


def reading(live: LiveHypothesis, place: str, state: str) -> str:
    """The piece, its probability, its place and what became of it, on one line."""
    probability = weight_text(math.exp(live.log_probability))
    parts = [
        quoted(label(live.piece)),
        tr("probability {number}").format(number=probability),
        placed(place, state),
    ]
    return "   ".join(parts)


def explanation(live: LiveHypothesis, place: str, state: str, options: SearchOptions) -> str:
    """All of a hypothesis on several lines, for a tooltip."""
    parts = live.parts
    normaliser_text = {
        "none": tr("normaliser 1: scores are not normalised: {number}"),
        "average": tr("normaliser L^α: {number}"),
        "gnmt": tr("normaliser ((5 + L) / 6)^α: {number}"),
    }[options.normalisation]
    probability = weight_text(math.exp(live.log_probability))
    lines = [
        # First, and without user's text: Qt takes a first line that looks like HTML for it.
        placed(place, state),
        describe(live.piece),
        tr("probability {probability}, log-probability {log}").format(
            probability=probability, log=number(live.log_probability)
        ),
        "",
        tr("S, the sum of the log-probabilities: {number}").format(
            number=number(parts.log_probability)
        ),
        tr("penalty for repetitions: {number}").format(number=number(parts.penalty)),
        tr("L, the length in pieces: {number}").format(number=parts.length),
        normaliser_text.format(number=number(parts.normaliser)),
        score_formula(parts, options),
        "",
        tr("text so far: {text}").format(text=live.text) if live.text else tr("no text so far"),
    ]
    return "\n".join(lines)
