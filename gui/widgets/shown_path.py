"""The output that is shown of a sentence, from its first piece to its last."""

from __future__ import annotations

from engine.trace import SentenceTrace
from gui.session import Session


def shown_path(session: Session, sentence: SentenceTrace) -> list[int]:
    """Where the hypothesis that is shown stands among each step's, as far as it is written.

    Of the current sentence that is the one shown at the current step, which is not the one
    that is followed where that has ended before; its children come after it.

    Returns:
        One index a step, from the first on; empty before the first step.
    """
    path = session.path(sentence)
    place = session.place()
    if place is None or session.sentence() is not sentence:
        return path
    step, hypothesis = place[1], session.hypothesis()
    if step < len(path) and path[step] == hypothesis:
        return path
    return sentence.path((step, hypothesis))
