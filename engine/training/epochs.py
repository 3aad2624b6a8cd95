"""One pass over the data: augmented, segmented and batched, all from ``(seed, epoch)``."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.training.data import Example, Pair, plan_batches
from engine.training.pieces import Segmenter

Augmentation = Callable[[Sequence[Pair], random.Random], list[Pair]]


@dataclass(frozen=True)
class Epoch:
    """One epoch's examples and the order they are met in.

    Attributes:
        examples: ids of both sides, the end token last.
        batches: indices of ``examples``; the same number for every process.
    """

    examples: list[Example]
    batches: list[list[int]]


@dataclass(frozen=True)
class EpochPlan:
    """How epochs are made; the same plan, seed and number give the same epoch anywhere.

    Attributes:
        pairs: the training data.
        segmenter: of the joint vocabulary.
        seed: of the run.
        batch_tokens: padded tokens a batch and side.
        longest: pieces a sentence may have, the end token included; longer pairs are left out.
        augment: makes an epoch's pairs from the data, or ``None``.
        sample_alpha, sample_source, sample_target: see :meth:`Segmenter.sample_pairs`.
    """

    pairs: Sequence[Pair]
    segmenter: Segmenter
    seed: int
    batch_tokens: int
    longest: int
    augment: Augmentation | None = None
    sample_alpha: float = 0.2
    sample_source: float = 0.0
    sample_target: float = 0.0

    def build(self, epoch: int) -> Epoch:
        """The epoch of that number, from 0."""
        pairs = list(self.pairs)
        if self.augment is not None:
            pairs = self.augment(pairs, self._generator("augment", epoch))
        examples = self.segmenter.sample_pairs(
            pairs,
            self._generator("sample", epoch).getrandbits(31),
            alpha=self.sample_alpha,
            source_share=self.sample_source,
            target_share=self.sample_target,
        )
        # The decoder's input is the start token and all but the end token: as long as the ids.
        examples = [
            (source, target)
            for source, target in examples
            if len(source) <= self.longest and len(target) <= self.longest
        ]
        order = self._generator("order", epoch)
        return Epoch(examples, plan_batches(examples, self.batch_tokens, order))

    def _generator(self, purpose: str, epoch: int) -> random.Random:
        return random.Random(zlib.crc32(f"{purpose}/{self.seed}/{epoch}".encode()))
