"""What is translated: sentences of the project's own, the same at every run."""

from __future__ import annotations

import random
from collections.abc import Sequence

ORDINARY = (
    "Where is the station?",
    "I love you very much.",
    "The dog chased the cat, and the cat climbed a tree.",
    "She doesn't want to go to school today because she has a cold.",
    "My brother works in a small restaurant near the harbour.",
    "What time does the last train to Paris leave tomorrow evening?",
    "If I had known that you were coming, I would have baked a cake for all of us.",
    "We have been waiting for the bus for more than twenty minutes, and it is still raining.",
    "He told me that he had lost his keys, so we had to wait outside until his sister came home.",
    "Yesterday evening my old friend told me that he had bought a small house near the sea, "
    "because his children love the sun and the long summer holidays.",
)
"""Sentences of 5 to 40 pieces, each translated by itself."""

PARAGRAPH = (
    "Yesterday evening my old friend told me that he had bought a small house near the sea, "
    "because his children love the sun and the long summer holidays. "
    "He asked me whether I would like to visit them in July."
)
"""Two sentences, as a user would type them."""
SIXTY_WORDS = (
    "yesterday evening my old friend from school told me in the garden behind our house that "
    "he had bought a small white house near the sea because his three children love the sun "
    "and the long summer holidays and he asked me and my wife whether we would like to visit "
    "them for a week in July or in August"
)
_JOINTS = (", and ", ", but ", ", because ", " while ", ", so ")
_SEED = 20_170_612  # the day that the paper appeared
# Shares of sentences that are made of 1, 2, 3 and 4 statements.
_PARTS = ((1, 0.55), (2, 0.25), (3, 0.13), (4, 0.07))
_SMALL = frozenset(("He", "She", "We", "They", "The", "My", "Where", "Do", "Give"))
"""First words that have a capital for standing first only."""


def many(count: int = 2000) -> list[str]:
    """Sentences of mixed lengths, all different, from the templates of the training."""
    from engine.training.english_french import EnglishFrench
    from engine.training.lexicon import read_nouns
    from engine.training.templates import Templates

    chance = random.Random(_SEED)
    templates = Templates(read_nouns(), EnglishFrench.load().name)
    numbers, shares = [number for number, _ in _PARTS], [share for _, share in _PARTS]
    found: dict[str, None] = {}
    while len(found) < count:
        (parts,) = chance.choices(numbers, shares)
        found[_joined([templates.draw(chance)[0] for _ in range(parts)], chance)] = None
    return list(found)


def _joined(statements: Sequence[str], chance: random.Random) -> str:
    """One sentence of several statements; the last keeps its mark."""
    text = statements[0]
    for statement in statements[1:]:
        if statement.split()[0] in _SMALL:
            statement = statement[0].lower() + statement[1:]
        text = text.rstrip(".?!") + chance.choice(_JOINTS) + statement
    return text


def of_pieces(count: int, pieces: Sequence[int], end: int) -> list[int]:
    """A source of exactly ``count`` pieces, the end piece included.

    Args:
        count: at least 1.
        pieces: of a text, without its end piece; repeated as often as needed.
        end: the end piece.
    """
    times = -(-count // len(pieces))
    return [*(list(pieces) * times)[: count - 1], end]
