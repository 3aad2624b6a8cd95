"""Text to pieces with the characters that each covers, through one SentencePiece model.

SentencePiece normalises before it segments (``nmt_nfkc``: ligatures and full-width letters
become plain ones, marks are composed, every kind of space becomes one plain space), so a
piece is a stretch of the normalised text. Its span is found through SentencePiece's own
alignment of the normalised to the original text; both are counted in code points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import sentencepiece

from engine.events import Piece
from engine.text.alignment import Alignment
from engine.text.graphemes import continues, is_invisible

REPLACEMENT = "\ufffd"

# Half a UTF-16 pair, which no UTF-8 can hold. Its replacement is one character too, so that
# the spans stay where they are.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Segmenter:
    """Cuts text where its SentencePiece model does.

    Args:
        processor: the model.
        piece_of: the vocabulary's piece for an id and a spelling of the model: the vocabulary
            may have other ids than the model that segments, and may lack a spelling.
    """

    def __init__(
        self,
        processor: sentencepiece.SentencePieceProcessor,
        piece_of: Callable[[int, str], Piece],
    ) -> None:
        self._processor = processor
        self._piece_of = piece_of

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """The likeliest segmentation with the characters that each piece covers, no end piece.

        The space before a word is not part of its span. A ``▁`` by itself covers the space
        it stands for, or nothing (an empty span) if SentencePiece put it before the first
        word. The byte pieces that stand for one visible character (an emoji with its skin
        tone, a whole flag) share its span; the last of them has its text as ``surface``,
        the others have none. An unknown piece shows the text of its span.

        Args:
            text: any text; a lone surrogate counts as U+FFFD.
            offset: where ``text`` begins in what the user typed; shifts the spans.

        Returns:
            The pieces. Starts and ends of the spans never decrease.
        """
        clean = clean_text(text)
        ids: list[int] = self._processor.encode(clean, out_type=int)
        spellings: list[str] = self._processor.encode(clean, out_type=str)
        normalized, starts = self._processor.normalize(clean, with_offsets=True)
        alignment = Alignment(clean, normalized, starts)

        pieces: list[Piece] = []
        run: list[tuple[Piece, int]] = []  # byte pieces in a row, with their characters
        at, part = 0, 0  # the next normalised character, and how many of its bytes are gone
        for number, spelling in zip(ids, spellings, strict=True):
            piece = self._piece_of(number, spelling)
            if self._processor.is_byte(number):
                run.append((piece, at))
                part += 1
                if part == len(normalized[at].encode()):
                    at, part = at + 1, 0
                continue
            pieces += _byte_pieces(run, offset, alignment)
            run.clear()
            end = at + len(spelling)
            if piece.kind == "unknown":
                piece = replace(piece, surface=alignment.surface(at, end))
            pieces.append(replace(piece, span=_shift(alignment.span(at, end), offset)))
            at = end
        return pieces + _byte_pieces(run, offset, alignment)


def clean_text(text: str) -> str:
    """The text with U+FFFD for each lone surrogate."""
    return _SURROGATE.sub(REPLACEMENT, text)


def _byte_pieces(
    run: Sequence[tuple[Piece, int]], offset: int, alignment: Alignment
) -> list[Piece]:
    """The byte pieces of a run, those of one visible character with one span and one text.

    Args:
        run: each byte piece with the index of the normalised character it is a part of.
        offset: shifts the spans.
        alignment: of the text.
    """
    pieces: list[Piece] = []
    cluster: list[Piece] = []
    first = end = 0
    for piece, character in run:
        if cluster and character >= end:
            span = alignment.span(first, end)
            following = alignment.span(character, character + 1)[0]
            # Its last code points say enough; a thousand marks on one letter stay cheap.
            tail = alignment.text[max(span[0], span[1] - 4) : span[1]]
            if following >= span[1] and not continues(tail, alignment.text[following]):
                pieces += _shared(cluster, first, end, offset, alignment)
                cluster = []
        if not cluster:
            first = character
        end = character + 1
        cluster.append(piece)
    if cluster:
        pieces += _shared(cluster, first, end, offset, alignment)
    return pieces


def _shared(
    cluster: Sequence[Piece], first: int, end: int, offset: int, alignment: Alignment
) -> list[Piece]:
    span = _shift(alignment.span(first, end), offset)
    shown = alignment.surface(first, end)
    if all(is_invisible(character) for character in shown):
        shown = ""
    surfaces = [""] * (len(cluster) - 1) + [shown]
    return [
        replace(piece, surface=surface, span=span)
        for piece, surface in zip(cluster, surfaces, strict=True)
    ]


def _shift(span: tuple[int, int], offset: int) -> tuple[int, int]:
    return span[0] + offset, span[1] + offset
