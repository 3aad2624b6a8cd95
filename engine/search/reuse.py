"""What earlier searches of a sentence have computed, for later ones that begin alike.

The network's numbers for a position depend on the source, on the pieces written before it and
on the heads that are switched off, and on nothing else. So they are kept under just these
three, and a search with a forced prefix, a "what if" above all, takes them up as far as they
reach instead of computing them again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from engine.events import Candidate, FloatArray, Record
from engine.model.cache import DecoderCache
from engine.model.heads_off import HeadPlace
from engine.model.transformer import Transformer
from engine.search.footprint import CANDIDATE_BYTES
from engine.search.recorded import Recorded

# Bytes of one id in the key of a step; the keys of a long output outweigh its numbers.
_ID = 8

_Key = tuple[tuple[int, ...], Record, tuple[HeadPlace, ...]]


@dataclass(frozen=True)
class KnownStep:
    """One decoding step of one hypothesis.

    Attributes:
        log_probability: of the piece it wrote.
        candidates: the likeliest pieces before any rule, best first.
        recorded: attention rows and gates, as in ``LiveHypothesis``.
        own: what the decoder position that the step computed has added to the cache: keys and
            values [layers, 2, heads, d_k], or recurrent cells' states [layers, 1, d_model].
    """

    log_probability: float
    candidates: tuple[Candidate, ...]
    recorded: Recorded
    own: Tensor

    @property
    def bytes(self) -> int:
        """Memory of it all; hypotheses of one parent share most of it, so it is an upper bound."""
        arrays = self.own.nbytes + self.recorded.bytes
        return arrays + len(self.candidates) * CANDIDATE_BYTES


@dataclass
class KnownSentence:
    """One source sentence.

    Attributes:
        memory: [1, source, d_model] the encoder's output; ``None`` of a decoder alone, which has
            neither ``cross`` nor ``mask``.
        cross: of each decoder layer the cross-attention keys and values,
            [1, heads, source, d_k] each.
        mask: [1, 1, 1, source] the additive padding mask.
        attention: [layers, heads, source, source] of the encoder; ``None`` if not recorded.
        steps: by the pieces that were written, the step's own last.
        bytes: memory of all of it.
    """

    memory: Tensor | None
    cross: list[tuple[Tensor, Tensor]]
    mask: Tensor | None
    attention: FloatArray | None
    steps: dict[tuple[int, ...], KnownStep] = field(default_factory=dict)
    bytes: int = 0

    def __post_init__(self) -> None:
        kept = [self.memory, self.mask, *(each for pair in self.cross for each in pair)]
        self.bytes += sum(each.nbytes for each in kept if each is not None)
        self.bytes += self.attention.nbytes if self.attention is not None else 0

    def follow(self, ids: Sequence[int], candidates: int) -> list[KnownStep]:
        """The known steps that write the beginning of ``ids``, with so many candidates each."""
        steps: list[KnownStep] = []
        for end in range(1, len(ids) + 1):
            step = self.steps.get(tuple(ids[:end]))
            if step is None or len(step.candidates) < candidates:
                break
            steps.append(step)
        return steps

    def add(self, ids: tuple[int, ...], step: KnownStep) -> None:
        """Keep a step that writes the last of ``ids``; what is known with more candidates stays."""
        old = self.steps.get(ids)
        if old is not None:
            if len(old.candidates) >= len(step.candidates):
                return
            self.bytes -= old.bytes
        else:
            self.bytes += len(ids) * _ID
        self.steps[ids] = step
        self.bytes += step.bytes

    def cache(self, network: Transformer, steps: Sequence[KnownStep]) -> DecoderCache:
        """A cache of the network that computed ``steps``, with these behind it."""
        cache = network.new_cache(self.cross, self.mask)
        if steps:
            positions = torch.stack([step.own for step in steps], dim=-2)
            cache.extend(positions[:, :, None])
        return cache


class Reuse:
    """The last sentences, within a bound of memory."""

    def __init__(self, limit: int = 128 << 20) -> None:
        self._limit = limit
        self._sentences: OrderedDict[_Key, KnownSentence] = OrderedDict()

    def get(
        self, source: tuple[int, ...], record: Record, heads_off: tuple[HeadPlace, ...]
    ) -> KnownSentence | None:
        """What is known of a sentence under one kind of recording, with the same heads off."""
        known = self._sentences.get((source, record, heads_off))
        if known is not None:
            self._sentences.move_to_end((source, record, heads_off))
        return known

    def put(
        self,
        source: tuple[int, ...],
        record: Record,
        heads_off: tuple[HeadPlace, ...],
        known: KnownSentence,
    ) -> None:
        """Keep a sentence; the least recently used ones go if there is no room."""
        self._sentences[source, record, heads_off] = known
        self.trim()

    def has_room(self, known: KnownSentence) -> bool:
        """Whether a sentence that is being decoded may keep more steps."""
        return known.bytes < self._limit

    def trim(self) -> None:
        """Forget the least recently used sentences until the rest fits."""
        total = sum(known.bytes for known in self._sentences.values())
        while total > self._limit and self._sentences:
            _, gone = self._sentences.popitem(last=False)
            total -= gone.bytes
