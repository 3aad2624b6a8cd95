"""A vocabulary as a translator needs it: text to source pieces, target pieces to text."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.graphemes import is_invisible
from engine.text.segmenter import Segmenter

LANGUAGE_BEGINS, LANGUAGE_ENDS = ">>", "<<"
"""What encloses the target language at the beginning of a source (``>>fra<<``)."""


class PieceVocabulary:
    """The pieces of both languages. Immutable, and safe to use from several threads.

    Args:
        source, target: what cuts the text of each language.
        source_pieces: the source's pieces by id.
        target_pieces: the target's, which are the same ones in a joint vocabulary.
        pad_id, unk_id, start_id: of the target, but the padding of the source.
        source_eos_id, eos_id: what ends every source, and every target.
        language_codes: whether a source may begin with the language to translate to, as a
            piece of its own in the manner of ``>>fra<<``.

    Attributes:
        size: number of target pieces.
        source_size: number of source pieces.
        pad_id: fills up the shorter sentences of a batch.
        unk_id: stands for text that no piece covers.
        start_id: the decoder's first input.
        eos_id: ends every target.
        target_languages: the codes of the languages that a source can ask for, sorted.
    """

    def __init__(
        self,
        source: Segmenter,
        target: Segmenter,
        source_pieces: Sequence[Piece],
        target_pieces: Sequence[Piece],
        *,
        pad_id: int,
        unk_id: int,
        start_id: int,
        source_eos_id: int,
        eos_id: int,
        language_codes: bool = False,
    ) -> None:
        self._source, self._target = source, target
        self._source_pieces, self._pieces = tuple(source_pieces), tuple(target_pieces)
        self.source_size, self.size = len(source_pieces), len(target_pieces)
        self.pad_id, self.unk_id, self.start_id = pad_id, unk_id, start_id
        self.eos_id, self._source_eos_id = eos_id, source_eos_id
        self._bytes = {
            piece.id: int(piece.text[3:-1], 16) for piece in self._pieces if piece.kind == "byte"
        }
        self._codes = language_codes
        begin, end = LANGUAGE_BEGINS, LANGUAGE_ENDS
        codes = [
            piece
            for piece in self._source_pieces
            if language_codes and is_language_code(piece.text)
        ]
        self._by_code = {piece.text: piece for piece in codes}
        self.target_languages = tuple(
            sorted(piece.text.removeprefix(begin).removesuffix(end) for piece in codes)
        )

    def __len__(self) -> int:
        return self.size

    def piece(self, number: int) -> Piece:
        """A target piece, without any context: no span; a byte shows its character if ASCII.

        Raises:
            IndexError: no piece has that id.
        """
        if number < 0:
            raise IndexError(f"no piece has the id {number}")
        return self._pieces[number]

    # ------------------------------------------------------------------ text to pieces

    def language_of(self, text: str) -> str:
        """The code of the language that a source asks for at its beginning, ``>>fra<<``.

        Empty if it has none, or if the vocabulary knows no such codes.
        """
        end = text.find(LANGUAGE_ENDS) if self._codes and text.startswith(LANGUAGE_BEGINS) else -1
        return text[: end + len(LANGUAGE_ENDS)] if end >= 0 else ""

    def encode(self, text: str, offset: int = 0, language: str = "") -> tuple[Piece, ...]:
        """The source pieces of a text; :meth:`engine.text.segmenter.Segmenter.encode`.

        Args:
            text: any text.
            offset: where ``text`` begins in what the user typed; shifts the spans.
            language: the code that :meth:`language_of` gave for the whole text; stands before
                a text that has none of its own.

        Returns:
            The pieces, ``</s>`` last. Starts and ends of the spans never decrease.
        """
        own = self.language_of(text)
        pieces: list[Piece] = []
        if own or language:
            span = (offset, offset + len(own)) if own else None
            pieces.append(replace(self._code(own or language), span=span))
        pieces += self._source.encode(text[len(own) :], offset + len(own))
        return (*pieces, self._source_pieces[self._source_eos_id])

    def encode_ids(self, text: str, language: str = "") -> list[int]:
        """The ids of :meth:`encode`."""
        return [piece.id for piece in self.encode(text, language=language)]

    def target_ids(self, text: str) -> list[int]:
        """Ids of a text in the target language, the end token appended."""
        return [*(piece.id for piece in self._target.encode(text)), self.eos_id]

    def _code(self, code: str) -> Piece:
        return self._by_code.get(code) or replace(self._unknown_source(), surface=code)

    def _unknown_source(self) -> Piece:
        return next(piece for piece in self._source_pieces if piece.kind == "unknown")

    # ------------------------------------------------------------------ pieces to text

    def decode(self, ids: Iterable[int]) -> str:
        """Readable text of a sequence, whole or in the middle of being written.

        Special pieces are left out. Byte pieces are put together; a character whose last
        bytes are still to come shows as one U+FFFD.
        """
        parts: list[str] = []
        run = bytearray()
        for number in ids:
            piece = self.piece(number)
            if piece.kind == "special":
                continue
            if piece.kind == "byte":
                run.append(self._bytes[number])
                continue
            if run:
                parts.append(run.decode("utf-8", "replace"))
                run.clear()
            parts.append(f" {piece.surface} " if piece.kind == "unknown" else piece.text)
        parts.append(run.decode("utf-8", "replace"))
        return "".join(parts).replace(SPACE_MARK, " ").lstrip(" ")

    def target_pieces(self, ids: Iterable[int]) -> tuple[Piece, ...]:
        """The pieces of a generated sequence, special ones included; no spans.

        Of the byte pieces of one code point the last shows it, the others (and the bytes of
        joiners and the like, which show nothing) have no surface. So a piece never changes
        when more are written after it: ``target_pieces(ids[:n]) == target_pieces(ids)[:n]``.
        """
        pieces: list[Piece] = []
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        for number in ids:
            piece = self.piece(number)
            if piece.kind == "byte":
                shown = decoder.decode(bytes([self._bytes[number]]))
                piece = replace(piece, surface="".join(c for c in shown if not is_invisible(c)))
            else:
                decoder.reset()
            pieces.append(piece)
        return tuple(pieces)


def is_language_code(text: str) -> bool:
    """Whether a piece is a code like ``>>fra<<``."""
    begin, end = LANGUAGE_BEGINS, LANGUAGE_ENDS
    return text.startswith(begin) and text.endswith(end) and len(text) > len(begin) + len(end)
