"""A vocabulary as a translator needs it: text to source pieces, target pieces to text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from engine.errors import SearchError
from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.graphemes import is_invisible
from engine.text.language_codes import (
    bare,
    code_at_start,
    fitting,
    is_language_code,
    is_spelled_like_one,
)
from engine.text.languages import LanguageChoice, Languages

_BYTE = re.compile("<0x([0-9A-F]{2})>")


class Cuts(Protocol):
    """What cuts a text; see :class:`engine.text.segmenter.Segmenter`."""

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """The pieces of a text with the characters that each covers, no end piece."""


class Decoding(Protocol):
    """What makes text of pieces, where that takes more than writing them one after another."""

    def text_of(self, ids: Sequence[int]) -> str:
        """Readable text of a sequence, whole or in the middle of being written."""


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
        languages: that the model can be asked for in another manner.
        target_begin: ids that a whole text of the target begins with in training.
        mask_id: of the piece that stands for a word to guess, where there is one.
        decoding: makes text of target pieces; by default they are written one after another.
        in_context: the pieces of a target's sequence, where what a reader sees of a piece depends
            on those before it.

    Attributes:
        pieces: the target's, by id.
        size: number of target pieces.
        source_size: number of source pieces.
        pad_id: fills up the shorter sentences of a batch.
        unk_id: stands for text that no piece covers.
        start_id: the decoder's first input.
        eos_id: ends every target.
        source_languages: the codes of the languages to choose the source's from, sorted;
            empty where there is no choice.
        target_languages: the codes of the languages to choose the target's from, sorted. A
            text can ask for each of them at its beginning, ``>>fra<<``.
        languages: these, and the pieces that ask for them.
    """

    def __init__(
        self,
        source: Cuts,
        target: Cuts,
        source_pieces: Sequence[Piece],
        target_pieces: Sequence[Piece],
        *,
        pad_id: int,
        unk_id: int,
        start_id: int,
        source_eos_id: int,
        eos_id: int,
        language_codes: bool = False,
        languages: Languages | None = None,
        target_begin: tuple[int, ...] = (),
        mask_id: int | None = None,
        decoding: Decoding | None = None,
        in_context: Callable[[Sequence[int]], tuple[Piece, ...]] | None = None,
    ) -> None:
        self._source, self._target = source, target
        self._source_pieces, self.pieces = tuple(source_pieces), tuple(target_pieces)
        self.source_size, self.size = len(source_pieces), len(target_pieces)
        self.pad_id, self.unk_id, self.start_id = pad_id, unk_id, start_id
        self.eos_id, self._source_eos_id = eos_id, source_eos_id
        self._bytes = {
            piece.id: bytes(int(byte, 16) for byte in _BYTE.findall(piece.text))
            for piece in self.pieces
            if piece.kind == "byte"
        }
        self._texts: dict[int, str] = {}
        self._codes = language_codes
        if languages is None:
            codes = [p for p in self._source_pieces if language_codes and is_language_code(p.text)]
            languages = Languages(targets={bare(piece.text): piece for piece in codes})
        self.languages = languages
        self.target_begin, self.mask_id = target_begin, mask_id
        self._decoding, self._in_context = decoding, in_context
        self._usual = languages.usual()
        self.source_languages = tuple(sorted(languages.sources))
        self.target_languages = tuple(sorted({*languages.targets, *languages.prompts}))

    def __len__(self) -> int:
        return self.size

    def piece(self, number: int) -> Piece:
        """A target piece, without any context: no span; a byte shows its character if ASCII.

        Raises:
            IndexError: no piece has that id.
        """
        if number < 0:
            raise IndexError(f"no piece has the id {number}")
        return self.pieces[number]

    # ------------------------------------------------------------------ text to pieces

    def language_of(self, text: str) -> str:
        """What a text asks for at its beginning: ``>>fra<<``, the target's language.

        Empty if it has nothing of the kind, or if the vocabulary knows no such codes. Where
        the code is a piece of the source, an unknown one counts too: it is an unknown piece.
        """
        code = code_at_start(text)
        return code if self._codes or self._meant(code) else ""

    def _meant(self, code: str) -> str:
        """The target's language that ``>>fra<<`` or ``>>fr<<`` means; empty unless it is one."""
        found = fitting(bare(code), self.target_languages)
        return found[0] if len(found) == 1 else ""

    def choose(self, text: str = "", source: str = "", target: str = "") -> LanguageChoice:
        """The languages of a text, every sentence of it.

        Args:
            text: its own beginning comes before all else; :meth:`language_of`.
            source, target: codes, where the text does not say.

        Raises:
            SearchError: as for :meth:`engine.text.languages.Languages.choose`; also where the
                text itself asks for a language that there is not, rather than translate the code.
        """
        text = text.lstrip()
        code = code_at_start(text)
        asked = self._meant(code)
        if code and not asked:
            if self.target_languages and is_spelled_like_one(bare(code)):
                try:
                    self.languages.choose(source, bare(code))
                except SearchError as error:
                    raise SearchError(f"The text begins with {code}. {error}") from None
            if self._codes:
                chosen = self.languages.choose(source)
                return replace(chosen, before=(self._unknown(code), *chosen.before))
        asked = asked or self.languages.asked_by(text)
        return self.languages.choose(source, asked or target)

    def encode(
        self, text: str, offset: int = 0, chosen: LanguageChoice | None = None
    ) -> tuple[Piece, ...]:
        """The source pieces of a text; :meth:`engine.text.segmenter.Segmenter.encode`.

        Args:
            text: any text.
            offset: where ``text`` begins in what the user typed; shifts the spans.
            chosen: the languages that :meth:`choose` gave for the whole text; a code that
                stands at the beginning of ``text`` itself comes before it.

        Returns:
            The pieces: ``</s>`` last, but for what a few models have behind it. Starts and
            ends of the spans never decrease.

        Raises:
            SearchError: the padding stands in the text, which no part of the network looks at.
        """
        chosen = chosen or self._usual
        own = self.language_of(text)
        asked = self._meant(own)
        before, prompt = chosen.before, chosen.prompt
        if asked in self.languages.prompts:
            prompt = self.languages.prompts[asked]
        elif own and not self.languages.in_output:
            piece = self.languages.targets.get(asked) or self._unknown(own)
            before = (replace(piece, span=(offset, offset + len(own))),)
        text, offset = text[len(own) :], offset + len(own)
        if self.languages.asked_by(text):
            prompt = ""
        pieces = self._source.encode(prompt + text, offset - len(prompt))
        self._check_padding(pieces)
        if prompt:
            pieces = [_from(piece, offset) for piece in pieces]
        return (*before, *pieces, self._source_pieces[self._source_eos_id], *chosen.after)

    def encode_ids(self, text: str, chosen: LanguageChoice | None = None) -> list[int]:
        """The ids of :meth:`encode`."""
        return [piece.id for piece in self.encode(text, chosen=chosen)]

    def target_ids(self, text: str) -> list[int]:
        """Ids of a text in the target language, the end token appended."""
        return [*(piece.id for piece in self._target.encode(text)), self.eos_id]

    def _check_padding(self, pieces: Iterable[Piece]) -> None:
        if self.pad_id == self.eos_id:  # a decoder alone needs none
            return
        for piece in pieces:
            if piece.id == self.pad_id and piece.kind == "special":
                raise SearchError(
                    f"The text has {piece.text} in it, which fills up the short texts of a batch "
                    "and is not looked at: take it out."
                )

    def _unknown(self, code: str) -> Piece:
        piece = next(piece for piece in self._source_pieces if piece.kind == "unknown")
        return replace(piece, surface=code)

    # ------------------------------------------------------------------ pieces to text

    def decode(self, ids: Iterable[int]) -> str:
        """Readable text of a sequence, whole or in the middle of being written.

        Special pieces are left out. Byte pieces are put together; a character whose last
        bytes are still to come shows as one U+FFFD.
        """
        if self._decoding is not None:
            return self._decoding.text_of(list(ids))
        parts: list[str] = []
        run = bytearray()
        for number in ids:
            if number in self._bytes:
                run += self._bytes[number]
                continue
            text = self._texts.get(number)
            if text is None:
                text = self._texts[number] = _plain(self.piece(number))
            if run and text:
                parts.append(run.decode("utf-8", "replace"))
                run.clear()
            parts.append(text)
        parts.append(run.decode("utf-8", "replace"))
        return "".join(parts).lstrip(" ")

    def target_pieces(self, ids: Iterable[int]) -> tuple[Piece, ...]:
        """The pieces of a generated sequence, special ones included; no spans.

        Of the byte pieces of one code point the last shows it, the others (and the bytes of
        joiners and the like, which show nothing) have no surface. So a piece never changes
        when more are written after it: ``target_pieces(ids[:n]) == target_pieces(ids)[:n]``.
        """
        if self._in_context is not None:
            return self._in_context(list(ids))
        pieces: list[Piece] = []
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        for number in ids:
            piece = self.piece(number)
            if piece.kind == "byte":
                shown = decoder.decode(self._bytes[number])
                piece = replace(piece, surface="".join(c for c in shown if not is_invisible(c)))
            else:
                decoder.reset()
            pieces.append(piece)
        return tuple(pieces)

    def last_target_piece(self, ids: Sequence[int]) -> Piece:
        """The last of :meth:`target_pieces`; only bytes depend on what stands before them."""
        if self._in_context is not None:
            return self._in_context(list(ids))[-1]
        if ids[-1] not in self._bytes:
            return self.piece(ids[-1])
        first = len(ids) - 1
        while first > 0 and ids[first] in self._bytes:
            first -= 1
        return self.target_pieces(ids[first:])[-1]


def _plain(piece: Piece) -> str:
    """What a piece that is no byte adds to a text."""
    if piece.kind == "special":
        return ""
    return f" {piece.surface} " if piece.kind == "unknown" else piece.text.replace(SPACE_MARK, " ")


def _from(piece: Piece, first: int) -> Piece:
    """A piece without what of its span lies before ``first``, in a prompt nobody typed."""
    if piece.span is None or piece.span[1] <= first:
        return replace(piece, span=None)
    return replace(piece, span=(max(piece.span[0], first), piece.span[1]))
