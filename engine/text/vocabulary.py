"""The joint vocabulary of one SentencePiece model (Kudo & Richardson 2018)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import sentencepiece

from engine.errors import ModelFolderError
from engine.events import Piece, PieceKind
from engine.text.languages import LanguageChoice
from engine.text.model_file import LARGEST_MODEL, open_processor
from engine.text.pieces import PieceVocabulary
from engine.text.segmenter import Segmenter, clean_text

# SentencePiece's seed is one for the whole process.
_SEED_LOCK = threading.Lock()


class Vocabulary(PieceVocabulary):
    """The pieces of a SentencePiece model, for both languages.

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
        processor = self._processor
        ids: dict[str, int] = {
            "padding": processor.pad_id(),
            "unknown": processor.unk_id(),
            "start": processor.bos_id(),
            "end": processor.eos_id(),
        }
        for role, number in ids.items():
            if number < 0:
                raise ModelFolderError(
                    f"{name} has no {role} piece; "
                    "train it with pad_id=0, unk_id=1, bos_id=2, eos_id=3."
                )
        pieces = describe_pieces(processor)
        segmenter = Segmenter(processor, lambda number, _: pieces[number])
        super().__init__(
            segmenter,
            segmenter,
            pieces,
            pieces,
            pad_id=ids["padding"],
            unk_id=ids["unknown"],
            start_id=ids["start"],
            source_eos_id=ids["end"],
            eos_id=ids["end"],
        )

    @classmethod
    def load(cls, path: Path | str) -> Vocabulary:
        """Read a SentencePiece model file.

        Raises:
            ModelFolderError: it is missing, cannot be read, is damaged or something else.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                model = file.read(LARGEST_MODEL + 1)  # a larger one is refused
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

    def encode_ids(self, text: str, chosen: LanguageChoice | None = None) -> list[int]:
        """Ids of the likeliest segmentation, the end token appended; faster than :meth:`encode`."""
        ids: list[int] = self._processor.encode(clean_text(text), out_type=int)
        return [*ids, self.eos_id]

    def target_ids(self, text: str) -> list[int]:
        """As :meth:`encode_ids`: both languages have the same pieces."""
        return self.encode_ids(text)

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
        clean = clean_text(text)
        if seed is None:
            return [*self._sample(clean, alpha), self.eos_id]
        results: list[list[int]] = []
        with _SEED_LOCK:
            sentencepiece.set_random_generator_seed(seed % (2**32 - 2) + 1)
            thread = threading.Thread(target=lambda: results.append(self._sample(clean, alpha)))
            thread.start()
            thread.join()
        return [*results[0], self.eos_id]

    def _sample(self, text: str, alpha: float) -> list[int]:
        ids: list[int] = self._processor.encode(
            text, out_type=int, enable_sampling=True, alpha=alpha, nbest_size=-1
        )
        return ids


def describe_pieces(processor: sentencepiece.SentencePieceProcessor) -> tuple[Piece, ...]:
    """The pieces of a SentencePiece model by id, without any context."""
    unk_id: int = processor.unk_id()
    unknown: str = processor.decode([unk_id]).strip() if unk_id >= 0 else ""
    pieces: list[Piece] = []
    for number in range(processor.get_piece_size()):
        text: str = processor.id_to_piece(number)
        kind: PieceKind = "normal"
        surface = text
        if processor.is_control(number):
            kind = "special"
        elif processor.is_unknown(number):
            kind, surface = "unknown", unknown or text
        elif processor.is_byte(number):
            kind = "byte"
            value = int(text[3:-1], 16)
            surface = chr(value) if 0x20 <= value < 0x7F else ""
        pieces.append(Piece(number, text, kind, surface))
    return tuple(pieces)


def visible(pieces: Sequence[Piece]) -> tuple[int, ...]:
    """Indices of the pieces that are no special tokens.

    For views that hide those: they pick rows and columns by these indices, and leave the
    pieces and the weights as they are.
    """
    return tuple(index for index, piece in enumerate(pieces) if piece.kind != "special")
