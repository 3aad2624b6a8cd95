"""The joint SentencePiece vocabulary: training it, and segmenting training text with it."""

from __future__ import annotations

import io
import random
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import sentencepiece

from engine.errors import DataError
from engine.training.data import Example, Pair

# Letters that names of many languages need; as pieces they can be copied at the cost of one.
ACCENTED = "".join(
    letter
    for letter in map(chr, range(0xC0, 0x180))
    if unicodedata.normalize("NFKC", letter) == letter and letter.isalpha()
)

PAD_ID, UNK_ID, START_ID, EOS_ID = 0, 1, 2, 3


def train_pieces(texts: Iterable[str], size: int, seed: int = 1, threads: int = 2) -> bytes:
    """Train a unigram model of ``size`` pieces and return the serialised model.

    Unknown characters fall back to bytes, digits are single pieces, and text is normalised
    with ``nmt_nfkc`` (a no-break space becomes a space).

    Raises:
        DataError: the text is too small for that many pieces, or they are too few for it.
    """
    sentencepiece.set_random_generator_seed(seed)
    model = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts),
            model_writer=model,
            model_type="unigram",
            vocab_size=size,
            character_coverage=0.9999,
            byte_fallback=True,
            split_digits=True,
            normalization_rule_name="nmt_nfkc",
            pad_id=PAD_ID,
            unk_id=UNK_ID,
            bos_id=START_ID,
            eos_id=EOS_ID,
            required_chars=ACCENTED if size >= 2000 else "",
            num_threads=threads,
            minloglevel=2,
        )
    except RuntimeError as error:
        reason = _last_sentence(str(error))
        # Too few pieces for the single characters, or more than the text has.
        few = size <= EOS_ID or any(
            word in reason for word in ("smaller than", "larger than", "Increase")
        )
        raise DataError(
            f"No vocabulary of {size} pieces can be made from this text; "
            f"try a {'larger' if few else 'smaller'} --vocabulary-size. ({reason})"
        ) from None
    return model.getvalue()


def vocabulary_texts(pairs: Sequence[Pair], extra: Iterable[str] = ()) -> Iterator[str]:
    """The text a vocabulary is trained on: both sides together, and what augmentation adds."""
    for source, target in pairs:
        yield source
        yield target
    yield from extra


def _last_sentence(message: str) -> str:
    return message.strip().rsplit("] ", 1)[-1].rstrip(".") or "SentencePiece gave no reason"


class Segmenter:
    """Turns sentence pairs into ids, the end token appended, with subword regularisation.

    Args:
        model: the SentencePiece model, as a path or serialised.
    """

    def __init__(self, model: Path | bytes) -> None:
        proto = model if isinstance(model, bytes) else model.read_bytes()
        self._processor = sentencepiece.SentencePieceProcessor(model_proto=proto)
        self.size: int = self._processor.get_piece_size()

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of the likeliest segmentation of each text."""
        ids: list[list[int]] = self._processor.encode(list(texts), out_type=int, add_eos=True)
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """Text of ids; special pieces are left out."""
        text: str = self._processor.decode([i for i in ids if i > EOS_ID or i == UNK_ID])
        return text

    def encode_pairs(self, pairs: Sequence[Pair]) -> list[Example]:
        """Likeliest segmentation of both sides."""
        sources = self.encode([source for source, _ in pairs])
        targets = self.encode([target for _, target in pairs])
        return list(zip(sources, targets, strict=True))

    def sample_pairs(
        self,
        pairs: Sequence[Pair],
        seed: int,
        *,
        alpha: float,
        source_share: float,
        target_share: float,
    ) -> list[Example]:
        """Subword regularisation (Kudo 2018): sampled segmentations for a share of each side.

        The result depends on the arguments alone. SentencePiece seeds its generator once a
        thread, so each call samples in a thread of its own.

        Args:
            alpha: smoothing; near 0 all segmentations are alike, large values keep the best.
            source_share: share of source sentences that are sampled.
            target_share: share of target sentences that are sampled.
        """
        examples = self.encode_pairs(pairs)
        rng = random.Random(seed)
        chosen = [
            (row, side)
            for row in range(len(pairs))
            for side, share in ((0, source_share), (1, target_share))
            if rng.random() < share
        ]
        sampled: list[list[int]] = []

        def sample() -> None:
            sentencepiece.set_random_generator_seed(seed % (2**32 - 2) + 1)
            for row, side in chosen:
                sampled.append(
                    self._processor.encode(
                        pairs[row][side],
                        out_type=int,
                        add_eos=True,
                        enable_sampling=True,
                        alpha=alpha,
                        nbest_size=-1,
                    )
                )

        if chosen:
            thread = threading.Thread(target=sample, name="sample-pieces")
            thread.start()
            thread.join()
        for (row, side), ids in zip(chosen, sampled, strict=True):
            source, target = examples[row]
            examples[row] = (ids, target) if side == 0 else (source, ids)
        return examples
