"""Which augmentations there are, by the name of ``--augment``."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import DataError
from engine.training.epochs import Augmentation

AUGMENTATIONS = ("none", "en-fr")


def augmentation(name: str, held_out: Collection[str], share: float = 1.0) -> Augmentation | None:
    """The augmentation of that name, or ``None`` for "none".

    Args:
        name: one of :data:`AUGMENTATIONS`; they are made for one pair of languages each.
        held_out: source sentences that it must never produce.
        share: of the data's pairs, how many it varies.

    Raises:
        DataError: there is no such augmentation, or its word lists are missing.
    """
    if name == "none":
        return None
    if name == "en-fr":
        from engine.training.english_french import EnglishFrench

        return EnglishFrench.load(held_out, share)
    raise DataError(f"There is no augmentation {name!r}: use one of {', '.join(AUGMENTATIONS)}.")


def vocabulary_extra(name: str) -> list[str]:
    """Text that the augmentation of that name brings into the data, for the vocabulary."""
    if name == "en-fr":
        from engine.training.lexicon import read_names

        # About as often as a name stands in one augmented epoch.
        return [entry.text for entry in read_names() for _ in range(4)]
    return []
