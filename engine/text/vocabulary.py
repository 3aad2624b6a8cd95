"""Text to pieces and back, around one SentencePiece model (Kudo & Richardson 2018).

SentencePiece normalises before it segments (``nmt_nfkc``: ligatures and full-width letters
become plain ones, marks are composed, every kind of space becomes one plain space), so a
piece is a stretch of the normalised text. Its span is found through SentencePiece's own
alignment of the normalised to the original text; both are counted in code points.
"""

from __future__ import annotations

import codecs
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import sentencepiece

from engine.errors import ModelFolderError
from engine.events import Piece, PieceKind
from engine.text.alignment import SPACE_MARK, Alignment
from engine.text.graphemes import continues, is_invisible
from engine.text.model_file import open_processor

REPLACEMENT = "\ufffd"

# Half a UTF-16 pair, which no UTF-8 can hold. Its replacement is one character too, so that
# the spans stay where they are.
_SURROGATE = re.compile("[\ud800-\udfff]")

# SentencePiece's seed is one for the whole process.
_SEED_LOCK = threading.Lock()


class Vocabulary:
    """The pieces of a SentencePiece model. Immutable, and safe to use from several threads.

    Args:
        model: the serialised SentencePiece model.
        name: what to call it in messages.

    Attributes:
        size: number of pieces, V.
        pad_id: fills up the shorter sentences of a batch.
        unk_id: stands for text that no piece covers.
        start_id: the decoder's first input.
        eos_id: ends every sequence.

    Raises:
        ModelFolderError: ``model`` is damaged, is none, or lacks a special piece.
    """

    def __init__(self, model: bytes, name: str = "The SentencePiece model") -> None:
        self._model = model
        self._processor = open_processor(model, name)
        self.size: int = self._processor.get_piece_size()
        self.pad_id: int = self._processor.pad_id()
        self.unk_id: int = self._processor.unk_id()
        self.start_id: int = self._processor.bos_id()
        self.eos_id: int = self._processor.eos_id()
        for role, number in (
            ("padding", self.pad_id),
            ("unknown", self.unk_id),
            ("start", self.start_id),
            ("end", self.eos_id),
        ):
            if number < 0:
                raise ModelFolderError(
                    f"{name} has no {role} piece; "
                    "train it with pad_id=0, unk_id=1, bos_id=2, eos_id=3."
                )
        unknown: str = self._processor.decode([self.unk_id])
        self._pieces = tuple(self._describe(i, unknown.strip()) for i in range(self.size))
        self._bytes = {
            piece.id: int(piece.text[3:-1], 16) for piece in self._pieces if piece.kind == "byte"
        }

    @classmethod
    def load(cls, path: Path | str) -> Vocabulary:
        """Read a SentencePiece model file.

        Raises:
            ModelFolderError: it is missing, cannot be read, is damaged or something else.
        """
        path = Path(path)
        try:
            model = path.read_bytes()
        except FileNotFoundError:
            raise ModelFolderError(
                f"{path} is missing; get the model folder again, or name another one."
            ) from None
        except OSError as error:
            raise ModelFolderError(
                f"{path} cannot be read ({error.strerror or error}); check it and its permissions."
            ) from None
        return cls(model, str(path))

    @classmethod
    def from_bytes(cls, model: bytes) -> Vocabulary:
        """From a serialised SentencePiece model.

        Raises:
            ModelFolderError: as for the class.
        """
        return cls(model)

    def to_bytes(self) -> bytes:
        """The serialised SentencePiece model, byte for byte as it was loaded."""
        return self._model

    def __reduce__(self) -> tuple[type[Vocabulary], tuple[bytes]]:
        return Vocabulary, (self._model,)

    def __len__(self) -> int:
        return self.size

    def piece(self, number: int) -> Piece:
        """The piece of an id, without any context: no span; a byte shows its character if ASCII.

        Raises:
            IndexError: no piece has that id.
        """
        if number < 0:
            raise IndexError(f"no piece has the id {number}")
        return self._pieces[number]

    def encode_ids(self, text: str) -> list[int]:
        """Ids of the likeliest segmentation, the end token appended."""
        ids: list[int] = self._processor.encode(_clean(text), out_type=int)
        return [*ids, self.eos_id]

    def sample_ids(self, text: str, alpha: float, seed: int | None = None) -> list[int]:
        """Ids of a random segmentation (subword regularisation, Kudo 2018), end token appended.

        SentencePiece draws from one generator a thread. Giving a seed to
        ``sentencepiece.set_random_generator_seed`` counts for threads that have not sampled
        yet; whether for the calling thread too depends on its version (0.2.3: yes, 0.2.1:
        no, without a word). So, for a reproducible sequence of samples, set the seed and
        sample in a new thread; or pass ``seed``, which does that here for this one text (the
        thread costs less than a millisecond, a plain sample some hundredths of one). Either
        way the seed is the whole process's.

        Args:
            text: any text.
            alpha: smoothing of the distribution over segmentations; near 0 all are alike,
                a large value nearly always gives the likeliest.
            seed: if given, the result depends on the arguments alone.
        """
        clean = _clean(text)
        if seed is None:
            return [*self._sample(clean, alpha), self.eos_id]
        results: list[list[int]] = []
        with _SEED_LOCK:
            sentencepiece.set_random_generator_seed(seed % (2**32 - 2) + 1)
            thread = threading.Thread(target=lambda: results.append(self._sample(clean, alpha)))
            thread.start()
            thread.join()
        return [*results[0], self.eos_id]

    def encode(self, text: str, offset: int = 0) -> tuple[Piece, ...]:
        """The likeliest segmentation with the characters that each piece covers.

        The space before a word is not part of its span. A ``▁`` by itself covers the space
        it stands for, or nothing (an empty span) if SentencePiece put it before the first
        word. The byte pieces that stand for one visible character (an emoji with its skin
        tone, a whole flag) share its span; the last of them has its text as ``surface``,
        the others have none. An unknown piece shows the text of its span.

        Args:
            text: any text; a lone surrogate counts as U+FFFD.
            offset: where ``text`` begins in what the user typed; shifts the spans.

        Returns:
            The pieces, ``</s>`` last. Starts and ends of the spans never decrease.
        """
        clean = _clean(text)
        ids: list[int] = self._processor.encode(clean, out_type=int)
        spellings: list[str] = self._processor.encode(clean, out_type=str)
        normalized, starts = self._processor.normalize(clean, with_offsets=True)
        alignment = Alignment(clean, normalized, starts)

        pieces: list[Piece] = []
        run: list[tuple[Piece, int]] = []  # byte pieces in a row, with their characters
        at, part = 0, 0  # the next normalised character, and how many of its bytes are gone
        for number, spelling in zip(ids, spellings, strict=True):
            piece = self._pieces[number]
            if piece.kind == "byte":
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
        pieces += _byte_pieces(run, offset, alignment)
        pieces.append(self._pieces[self.eos_id])
        return tuple(pieces)

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

    def _sample(self, text: str, alpha: float) -> list[int]:
        ids: list[int] = self._processor.encode(
            text, out_type=int, enable_sampling=True, alpha=alpha, nbest_size=-1
        )
        return ids

    def _describe(self, number: int, unknown: str) -> Piece:
        text: str = self._processor.id_to_piece(number)
        kind: PieceKind = "normal"
        surface = text
        if self._processor.is_control(number):
            kind = "special"
        elif self._processor.is_unknown(number):
            kind, surface = "unknown", unknown or text
        elif self._processor.is_byte(number):
            kind = "byte"
            value = int(text[3:-1], 16)
            surface = chr(value) if 0x20 <= value < 0x7F else ""
        return Piece(number, text, kind, surface)


def visible(pieces: Sequence[Piece]) -> tuple[int, ...]:
    """Indices of the pieces that are no special tokens.

    For views that hide those: they pick rows and columns by these indices, and leave the
    pieces and the weights as they are.
    """
    return tuple(index for index, piece in enumerate(pieces) if piece.kind != "special")


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


def _clean(text: str) -> str:
    return _SURROGATE.sub(REPLACEMENT, text)
