"""Byte-level BPE: text to pieces that are stretches of its UTF-8 (GPT-2, RoBERTa, BART).

A text is cut into words with the space before each, a word into bytes, and neighbours are merged
by a ranked list (Sennrich et al. 2016, arXiv:1508.07909; bytes: Radford et al. 2019). Nothing is
normalised and nothing is unknown. In the files of such a vocabulary every byte is written as a
letter that can be seen, ``Ġ`` for the space.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.segmenter import clean_text

_CONTRACTION = re.compile("'(?:s|t|re|ve|m|ll|d)")
# Of a text in which each character is its class: letter, number, space, other white space, other.
_WORD = re.compile(" ?L+| ?N+| ?O+|[S ]+(?![LNO])|[S ]+")
_WHITE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + "".join(map(chr, range(0x2000, 0x200B)))
)
_LONGEST_CACHED = 32


def _letters() -> dict[int, str]:
    """GPT-2's letter for each byte: itself where it can be seen, else one from U+0100 on."""
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in set(seen)]
    return {byte: chr(byte) for byte in seen} | {b: chr(0x100 + i) for i, b in enumerate(hidden)}


LETTERS = _letters()
_BYTES = {letter: byte for byte, letter in LETTERS.items()}


def bytes_of(spelling: str) -> bytes | None:
    """The bytes that a spelling of the vocabulary stands for; ``None`` if it is no such one."""
    if any(letter not in _BYTES for letter in spelling):
        return None
    return bytes(_BYTES[letter] for letter in spelling)


def piece_of(number: int, spelling: str, special: bool) -> Piece:
    """A piece of the vocabulary as the rest of the program has it: ``▁`` for the space.

    What is no whole text is shown by its bytes, ``<0xE2><0x98>``.
    """
    data = None if special else bytes_of(spelling)
    if not data:
        return Piece(number, spelling, "special", spelling)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = SPACE_MARK
    if SPACE_MARK in text:  # or else it would read as a space
        return Piece(number, "".join(f"<0x{byte:02X}>" for byte in data), "byte", "")
    text = text.replace(" ", SPACE_MARK)
    return Piece(number, text, "normal", text)


def words(text: str) -> list[tuple[int, int]]:
    """[start, end) of the stretches that no piece crosses, as GPT-2's pattern cuts them.

    ``'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+``
    """
    classes = "".join(map(_class_of, text))
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        found = _CONTRACTION.match(text, at) or _WORD.match(classes, at)
        assert found is not None  # every class begins one of the alternatives
        spans.append(found.span())
        at = found.end()
    return spans


@lru_cache(maxsize=4096)
def _class_of(character: str) -> str:
    if character in _WHITE:
        return " " if character == " " else "S"
    major = unicodedata.category(character)[0]
    return major if major in "LN" else "O"


class ByteLevelSegmenter:
    """Cuts text into byte-level pieces.

    Args:
        ids: of each spelling of the vocabulary.
        merges: pairs of spellings, the first merged first.
        pieces: by id.
        unk_id: of what the vocabulary lacks, where it does not have every byte.
    """

    def __init__(
        self,
        ids: Mapping[str, int],
        merges: Sequence[tuple[str, str]],
        pieces: Sequence[Piece],
        unk_id: int,
    ) -> None:
        self._ids, self._pieces, self._unk_id = dict(ids), tuple(pieces), unk_id
        # Of a pair that stands there twice the later place counts, as in the library.
        self._ranks = {pair: rank for rank, pair in enumerate(merges)}
        self._cut = lru_cache(maxsize=1 << 14)(self._merge)

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """The pieces of a text with the characters that each covers, no end piece.

        The space before a word is not part of its span. Of the pieces that are parts of one
        character the last shows it.

        Args:
            text: any text; a lone surrogate counts as U+FFFD.
            offset: where ``text`` begins in what the user typed; shifts the spans.

        Returns:
            The pieces. Starts and ends of the spans never decrease.
        """
        clean = clean_text(text)
        pieces: list[Piece] = []
        for start, end in words(clean):
            # For each byte of the word the character that it is of.
            places = [i for i in range(start, end) for _ in clean[i].encode()]
            word = "".join(LETTERS[byte] for byte in clean[start:end].encode())
            cut = self._cut if len(word) <= _LONGEST_CACHED else self._merge
            at = 0
            for spelling in cut(word):
                last = at + len(spelling)
                span = (places[at], places[last - 1] + 1)
                whole = last == len(places) or places[last] != places[last - 1]
                pieces.append(self._piece(clean, spelling, span, whole, offset))
                at = last
        return pieces

    def _piece(
        self, text: str, spelling: str, span: tuple[int, int], whole: bool, offset: int
    ) -> Piece:
        first, end = span
        while first < end - 1 and text[first] == " ":
            first += 1
        piece = self._pieces[self._ids.get(spelling, self._unk_id)]
        if piece.kind == "byte":
            piece = replace(piece, surface=text[first:end] if whole else "")
        elif piece.kind == "unknown":
            piece = replace(piece, surface=text[first:end])
        return replace(piece, span=(first + offset, end + offset))

    def _merge(self, word: str) -> tuple[str, ...]:
        """A word as spellings: the pair of the lowest rank is merged first, from the left."""
        parts: list[str | None] = list(word)
        before = list(range(-1, len(word) - 1))
        after = list(range(1, len(word) + 1))
        queue: list[tuple[int, int, str, str]] = []

        def offer(left: int, right: int) -> None:
            if left >= 0 and right < len(word):
                one, other = parts[left], parts[right]
                assert one is not None and other is not None
                rank = self._ranks.get((one, other))
                if rank is not None:
                    heapq.heappush(queue, (rank, left, one, other))

        for left in range(len(word) - 1):
            offer(left, left + 1)
        while queue:
            _, left, one, other = heapq.heappop(queue)
            right = after[left]
            if parts[left] != one or right >= len(word) or parts[right] != other:
                continue  # one of them has been merged with another since
            parts[left], parts[right] = one + other, None
            after[left] = after[right]
            if after[left] < len(word):
                before[after[left]] = left
            offer(before[left], left)
            offer(left, after[left])
        return tuple(part for part in parts if part is not None)
