"""A hypothesis of a search in words: its piece, its place, its score written out."""

from __future__ import annotations

import math

from engine.events import LiveHypothesis
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts, normaliser
from gui.widgets.pieces import describe, label, weight_text

MINUS = "\u2212"


def number(value: float, decimals: int = 4) -> str:
    """A number of a score; what would round to nothing in powers of ten."""
    if value == 0:
        return "0"
    small = abs(value) < 10.0**-decimals
    text = f"{value:.3e}" if small or abs(value) >= 1e7 else f"{value:.{decimals}f}"
    return text.replace("-", MINUS)


def normaliser_formula(parts: ScoreParts, options: SearchOptions) -> str:
    """What the sum is divided by, with its numbers: ``((5 + 3) / 6)^0.6``."""
    # A trace may come out of a file: a formula that does not give the number is not shown.
    if options.normalisation == "none" or not math.isclose(
        normaliser(parts.length, options), parts.normaliser, rel_tol=1e-9
    ):
        return number(parts.normaliser) if parts.normaliser != 1 else "1"
    if options.normalisation == "average":
        return f"{max(1, parts.length)}^{options.alpha:g}"
    return f"((5 + {parts.length}) / 6)^{options.alpha:g}"


def score_formula(parts: ScoreParts, options: SearchOptions) -> str:
    """``score −1.2 = (S + penalty) / normaliser`` with the numbers of one hypothesis.

    The result comes first, since the line may be shortened.
    """
    total = parts.log_probability + parts.penalty
    sign = MINUS if parts.penalty < 0 else "+"
    first = f"({number(parts.log_probability)} {sign} {number(abs(parts.penalty))})"
    divisor = normaliser_formula(parts, options)
    steps = [f"score {number(parts.score)}", f"{first} / {divisor}"]
    if divisor != "1":
        steps.append(f"{number(total)} / {number(parts.normaliser)}")
    return " = ".join(steps)


def place_text(step: int, hypothesis: int, size: int) -> str:
    """``step 3, hypothesis 2 of 4``."""
    return f"step {step + 1}, hypothesis {hypothesis + 1} of {size}"


def state_text(live: LiveHypothesis, kept: bool, path: bool) -> str:
    """What became of a hypothesis, as a list of words; may be empty."""
    words = []
    if path:
        words.append("on the path shown")
    if live.finished:
        words.append("finished" if live.piece.kind == "special" else "finished: length limit")
    elif not kept:
        words.append("pruned")
    if live.forced:
        words.append("forced")
    return ", ".join(words)


def reading(live: LiveHypothesis, place: str, state: str) -> str:
    """The piece, its probability, its place and what became of it, on one line."""
    parts = [
        f"“{label(live.piece)}”",
        f"probability {weight_text(math.exp(live.log_probability))}",
        place + (f": {state}" if state else ""),
    ]
    return "   ".join(parts)


def explanation(live: LiveHypothesis, place: str, state: str, options: SearchOptions) -> str:
    """All of a hypothesis on several lines, for a tooltip."""
    parts = live.parts
    how = {
        "none": "1: scores are not normalised",
        "average": "L^α",
        "gnmt": "((5 + L) / 6)^α",
    }[options.normalisation]
    lines = [
        # First, and without user's text: Qt takes a first line that looks like HTML for it.
        place + (f": {state}" if state else ""),
        describe(live.piece),
        f"probability {weight_text(math.exp(live.log_probability))}, "
        f"log-probability {number(live.log_probability)}",
        "",
        f"S, the sum of the log-probabilities: {number(parts.log_probability)}",
        f"penalty for repetitions: {number(parts.penalty)}",
        f"L, the length in pieces: {parts.length}",
        f"normaliser {how}: {number(parts.normaliser)}",
        score_formula(parts, options),
        "",
        f"text so far: {live.text}" if live.text else "no text so far",
    ]
    return "\n".join(lines)
