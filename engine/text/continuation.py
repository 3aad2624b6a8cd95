"""Words that go on with a text, as pieces."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.pieces import PieceVocabulary


def following(vocabulary: PieceVocabulary, before: Sequence[int], text: str) -> tuple[int, ...]:
    """The pieces of ``text`` behind others, with a space between two words.

    Some tokenizers put that space themselves, others leave it to the text: whoever types words
    that follow means them to stand apart. A text that begins with a space, or with no letter or
    digit, is taken as it is.

    Args:
        vocabulary: of the model.
        before: ids of what stands there, of a decoder alone; none where nothing is put between.
        text: what follows.
    """
    plain = tuple(vocabulary.target_ids(text)[:-1])
    written = vocabulary.decode(before)
    if not written or written[-1].isspace() or not text[:1].isalnum():
        return plain
    if vocabulary.decode((*before, *plain))[len(written) :][:1].isspace():
        return plain
    return tuple(vocabulary.target_ids(f" {text}")[:-1])
