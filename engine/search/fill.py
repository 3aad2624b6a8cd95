"""Filling in masks: what an encoder alone predicts, in full view (BERT, arXiv:1810.04805)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from engine.events import Encoded, Finished, Hypothesis, Piece, Record, Step
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.search.decode import Decoding, Origin
from engine.search.limits import check_length
from engine.search.options import SearchOptions
from engine.search.propose import likeliest, propose
from engine.search.recorded import NOTHING, to_array
from engine.search.rules import Rules
from engine.search.score import ScoreParts
from engine.search.sentence import Node, SentenceSearch
from engine.text.pieces import PieceVocabulary


def fill(
    model: Transformer,
    vocabulary: PieceVocabulary,
    source: tuple[Piece, ...],
    text: str,
    options: SearchOptions,
    record: Record = "all",
) -> Iterator[Encoded | Step | Finished]:
    """Fill in the masks of a text, one step a mask.

    One pass gives every mask its distribution, each as if the others stayed masks, as the network
    was trained; so an earlier filling does not change a later one. With a beam the best sets of
    fillings are found.

    Args:
        model: in evaluation mode; an encoder alone.
        vocabulary: the model's.
        source: the pieces of the text, those around it included.
        text: which the spans of ``source`` are about.
        options: of the search; prefix as ids.
        record: whether the attention is written down.

    Yields:
        ``Encoded``, a ``Step`` for each mask, ``Finished``. There is no step without a mask, or
        in a model without an output.

    Raises:
        InputTooLongError: the text, or what the options force, is too long; before any work.
        SearchError: the options do not fit the model; before any work. Or the network computes
            what is no number.
    """
    check_length(model.config, len(source))
    predicts = model.config.output != "none"
    masks = [i for i, p in enumerate(source) if p.id == vocabulary.mask_id and predicts]
    rules = Rules(model.config, options)
    search = SentenceSearch(model.config, rules, len(source), limit=max(1, len(masks)))
    network = without_heads(model, options.heads_off)
    return _Filling(network, vocabulary, source, text, masks, search, record).events()


class _Filling(Decoding):
    """One run of :func:`fill`: a decoding whose distributions are there from the beginning."""

    def __init__(
        self,
        model: Transformer,
        vocabulary: PieceVocabulary,
        source: tuple[Piece, ...],
        text: str,
        masks: Sequence[int],
        search: SentenceSearch,
        record: Record,
    ) -> None:
        start = vocabulary.piece(vocabulary.start_id)
        super().__init__(
            model, vocabulary, source, start, 0, search, record, self._read, reuse=None
        )
        self._text, self._masks = text, masks

    def _events(self) -> Iterator[Encoded | Step | Finished]:
        ids = [piece.id for piece in self.source]
        probe = Probe() if self.record != "none" else None
        with torch.inference_mode():
            states, _ = self.model.states(ids, (), probe)
            assert states is not None
            distribution: Tensor | None = None
            if self._masks:
                logits = self.model.project(states[0, list(self._masks)])
                distribution = logits.float().log_softmax(dim=-1)
            attention = probe.stacked(AttentionKind.ENCODER_SELF)[:, 0] if probe else None
            recorded = None if attention is None else to_array(attention)
        open_ = np.zeros(len(ids), dtype=np.float32)
        yield Encoded(
            sentence=0,
            pieces=self.source,
            start=self.start,
            attention=recorded,
            mask=np.repeat(open_[None], len(ids), axis=0),
            max_length=self.search.limit,
            options=self.options,
        )
        for index in range(len(self._masks)):
            assert distribution is not None
            with torch.inference_mode():
                nodes, origins = self._fill(distribution[index])
            if not nodes:
                break
            yield Step(
                sentence=0,
                index=index,
                hypotheses=self._hypotheses(nodes, origins),
                self_mask=np.zeros(index + 1, dtype=np.float32),
                cross_mask=open_,
                last=self.search.over,
            )
        yield Finished(0, self._filled())

    def _fill(self, row: Tensor) -> tuple[list[Node], list[Origin]]:
        """Let the search take the step of one mask, whose distribution is [V]."""
        search, live = self.search, self.search.live
        distribution = row.expand(len(live), -1)
        drawn = self.options.sample and search.forced is None
        best = likeliest(distribution, self._looked_at)
        rows = [(search, i) for i in range(len(live))]
        proposals = propose(distribution, rows, self.rules, best=best)
        candidates = self._candidates(distribution, best, live, drawn)
        origins = [Origin(each, NOTHING, None) for each in candidates]
        return search.advance(proposals), origins

    def _filled(self) -> tuple[Hypothesis, ...]:
        if not self._masks:
            parts = ScoreParts.of(0.0, 0.0, 0, self.options)
            return (Hypothesis((), self._text, parts, (), "end", -1, 0),)
        # The length of the output is that of the text: nothing has cut it. Its pieces are not
        # written one after another: what is alike among them is no loop.
        return tuple(
            replace(each, ending="end" if each.ending == "length limit" else each.ending, loop=None)
            for each in self._outputs()
        )

    def _read(self, ids: Sequence[int]) -> str:
        """The text with its first masks filled in."""
        parts: list[str] = []
        end = 0
        for place, number in zip(self._masks, ids, strict=False):
            span = self.source[place].span
            assert span is not None
            filled = self.vocabulary.decode([number])
            if not self._text[: span[0]] or self._text[span[0] - 1].isspace():
                # A piece may have the space before a word in it, which the text has already.
                filled = filled.lstrip(" ")
            parts += (self._text[end : span[0]], filled)
            end = span[1]
        return "".join([*parts, self._text[end:]])
