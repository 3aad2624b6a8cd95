"""Which hypothesis is shown: the one that is followed, or at a step that comes after its end the
best of those that went on.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.trace import SentenceTrace, Trace

Place = tuple[int, int]
"""(sentence, step)."""
Followed = Mapping[int, tuple[int, int]]
"""(step, hypothesis) by sentence; of the others the best one is followed."""


def followed_path(sentence: SentenceTrace, followed: Followed) -> list[int]:
    """Where the hypothesis that is followed stands among each step's, as long as it lives."""
    return sentence.path(followed.get(sentence.encoded.sentence))


def ended_at(sentence: SentenceTrace, followed: Followed, place: Place | None) -> int | None:
    """The last step of the hypothesis that is followed, if that lies before the current step."""
    if place is None or place[0] != sentence.encoded.sentence:
        return None
    end = len(followed_path(sentence, followed)) - 1
    return end if place[1] > end else None


def shown_path(sentence: SentenceTrace, followed: Followed, place: Place | None) -> list[int]:
    """Where the hypothesis that is shown stands among each step's, as long as it lives: with what
    comes before the current step, and after it.
    """
    if place is None or ended_at(sentence, followed, place) is None:
        return followed_path(sentence, followed)
    return sentence.path((place[1], 0))


def shown_text(trace: Trace, followed: Followed, place: Place | None) -> str:
    """The readable translation along the hypotheses that are shown."""
    shown = dict(followed)
    if place is not None and ended_at(trace.sentences[place[0]], followed, place) is not None:
        shown[place[0]] = place[1], 0
    return trace.text_along(shown) if shown else trace.text
