"""BPE of Moses' tokens, with the end of each word marked: ``hou``, ``se</w>`` (FSMT, WMT19).

A token is cut into characters, the last with ``</w>``, and neighbours are merged by a ranked list
(Sennrich et al. 2016, arXiv:1508.07909). What the rest of the program wants to know is where a word
begins, so that a reader sees ``▁hou``, ``se``; which piece begins one depends on what stands
before it, so a piece by itself shows the space behind it, ``se▁``.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.lookup import UNKNOWN_SURFACE
from engine.text.moses import MosesDetokenizer, MosesTokenizer, Token, shown, shown_last
from engine.text.traced import in_order

END_OF_WORD = "</w>"
# What Hugging Face's tokenizers do to a decoded text where they are told to clean it up.
_CLEAN = (
    *((f" {mark}", mark) for mark in ".?!,"),
    (" ' ", "'"),
    *((f" {end}", end) for end in ("n't", "'m", "'s", "'ve", "'re")),
)


def piece_of(number: int, spelling: str) -> Piece:
    """A piece of the vocabulary by itself: a space behind it where it ends a word."""
    end = SPACE_MARK if spelling.endswith(END_OF_WORD) else ""
    return Piece(number, spelling, "normal", shown(_stem(spelling)) + end)


class Merges:
    """Cuts words by a list of merges.

    Args:
        pairs: of spellings, the first merged first; of one that stands there twice the later
            place counts, as in the library.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._ranks = {pair: rank for rank, pair in enumerate(pairs)}
        self._pairs = {rank: pair for pair, rank in self._ranks.items()}

    def cut(self, word: Sequence[str]) -> list[str]:
        """The spellings that a word's characters are merged to.

        At each step all places of the pair of the lowest rank are merged, from the left.
        """
        parts: list[str] = list(word)  # empty where it has been merged with the one before
        before = list(range(-1, len(parts) - 1))
        after = list(range(1, len(parts) + 1))
        places: defaultdict[int, list[int]] = defaultdict(list)
        queue: list[int] = []

        def offer(left: int) -> None:
            if left < 0 or after[left] >= len(parts):
                return
            rank = self._ranks.get((parts[left], parts[after[left]]))
            if rank is not None:
                if not places[rank]:
                    heapq.heappush(queue, rank)
                places[rank].append(left)

        for left in range(len(parts)):
            offer(left)
        while queue:
            rank = heapq.heappop(queue)
            for left in sorted(places.pop(rank, ())):
                right = after[left]
                if right >= len(parts) or (parts[left], parts[right]) != self._pairs[rank]:
                    continue  # one of them has been merged with another since
                parts[left], parts[right] = parts[left] + parts[right], ""
                after[left] = after[right]
                if after[left] < len(parts):
                    before[after[left]] = left
                offer(before[left])
                offer(left)
        return [part for part in parts if part]


class MosesBpe:
    """Cuts text of one language into pieces.

    Args:
        tokenizer: of the language.
        merges: of both languages, usually.
        ids: of each spelling of the language's vocabulary.
        pieces: by id.
        unk_id: of what the vocabulary lacks.
    """

    def __init__(
        self,
        tokenizer: MosesTokenizer,
        merges: Merges,
        ids: Mapping[str, int],
        pieces: Sequence[Piece],
        unk_id: int,
    ) -> None:
        self._tokenizer = tokenizer
        self._pieces, self._unknown = tuple(pieces), pieces[unk_id]
        # A special piece comes from the program, never out of a text.
        self._ids = {word: i for word, i in ids.items() if pieces[i].kind != "special"}
        self._cut = lru_cache(maxsize=1 << 14)(
            lambda word: tuple(merges.cut([*word[:-1], word[-1] + END_OF_WORD]))
        )

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """The pieces of a text with the characters that each covers, no end piece.

        What the tokeniser leaves out (controls, lone surrogates) is in no span; the parts of a
        character that is written as several share it.

        Args:
            text: any text.
            offset: where ``text`` begins in what the user typed; shifts the spans.

        Returns:
            The pieces. Starts and ends of the spans never decrease.
        """
        pieces: list[Piece] = []
        spans: list[tuple[int, int]] = []
        for token in self._tokenizer.tokens(text):
            at = 0
            for spelling in self._cut(token.text):
                end = at + len(_stem(spelling))
                origins = token.origins[at:end]
                span = min(start for start, _ in origins), max(end for _, end in origins)
                spans.append(span)
                pieces.append(self._piece(token, at, spelling, text[slice(*span)]))
                at = end
        ordered = in_order(spans)
        return [
            replace(piece, span=(start + offset, end + offset))
            for piece, (start, end) in zip(pieces, ordered, strict=True)
        ]

    def _piece(self, token: Token, at: int, spelling: str, typed: str) -> Piece:
        number = self._ids.get(spelling)
        piece = self._unknown if number is None else self._pieces[number]
        unknown = piece.kind == "unknown"
        text = typed if unknown else shown_last(token.text[:at], _stem(spelling))
        return replace(piece, surface=(SPACE_MARK if not at and token.spaced else "") + text)


class MosesWriting:
    """Makes text of pieces of one language.

    Args:
        detokenizer: of the language.
        pieces: by id.
        clean_up: whether the spaces are left out that the library's own cleaning up leaves out.
    """

    def __init__(
        self, detokenizer: MosesDetokenizer, pieces: Sequence[Piece], clean_up: bool = False
    ) -> None:
        self._detokenizer = detokenizer
        self._pieces = tuple(pieces)
        self._clean_up = clean_up
        self._last = lru_cache(maxsize=1 << 11)(self._find_last)

    def text_of(self, ids: Sequence[int]) -> str:
        """Readable text of a sequence, whole or in the middle of being written.

        Special pieces are left out.
        """
        return self._written(self._tokens(ids))

    def pieces_of(self, ids: Sequence[int]) -> tuple[Piece, ...]:
        """The pieces of a sequence, special ones included: ``▁`` before what follows a space.

        A piece never changes when more are written after it.
        """
        return tuple(self._last(tuple(ids[: end + 1])) for end in range(len(ids)))

    def _written(self, tokens: Sequence[str]) -> str:
        text = self._detokenizer.text(tokens)
        for before, after in _CLEAN if self._clean_up else ():
            text = text.replace(before, after)
        return text

    def _tokens(self, ids: Iterable[int]) -> list[str]:
        parts: list[str] = []
        for number in ids:
            piece = self._pieces[number]
            if piece.kind == "unknown":
                parts.append(f" {UNKNOWN_SURFACE} ")
            elif piece.kind != "special":
                parts.append(piece.text.replace(" ", "").replace(END_OF_WORD, " "))
        return "".join(parts).split()

    def _find_last(self, ids: tuple[int, ...]) -> Piece:
        """The last of some pieces, as it stands behind the others."""
        piece = self._pieces[ids[-1]]
        if piece.kind == "special":
            return piece
        begin = len(ids) - 1
        while begin and piece.kind == "normal" and self._goes_on(ids[begin - 1]):
            begin -= 1
        before = "".join(self._pieces[number].text for number in ids[begin:-1])
        stem = UNKNOWN_SURFACE if piece.kind == "unknown" else _stem(piece.text)
        text = shown_last(before, stem)
        if before:
            return replace(piece, surface=text)
        written = self._written([*self._tokens(ids[:begin]), stem])
        at = len(written) - len(shown(stem))
        spaced = at <= 0 or written[at - 1] == " "
        return replace(piece, surface=(SPACE_MARK if spaced else "") + text)

    def _goes_on(self, number: int) -> bool:
        """Whether what follows a piece belongs to the same token."""
        piece = self._pieces[number]
        return piece.kind == "normal" and not piece.text.endswith(END_OF_WORD)


def _stem(spelling: str) -> str:
    return spelling.removesuffix(END_OF_WORD)
