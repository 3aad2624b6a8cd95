"""Decoding one sentence in full view: a generator of events, whatever the kind of search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from engine.events import (
    Candidate,
    Encoded,
    Finished,
    Hypothesis,
    LiveHypothesis,
    Piece,
    Record,
    Step,
)
from engine.model.cache import DecoderCache
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.search.limits import check_length
from engine.search.loops import Loop, find_loop
from engine.search.options import SearchOptions
from engine.search.propose import chances, likeliest, propose, wanted
from engine.search.recorded import NOTHING, Recorded, of_output, of_step, to_array
from engine.search.reuse import KnownSentence, KnownStep, Reuse
from engine.search.rules import Rules
from engine.search.sentence import Node, Proposal, Result, SentenceSearch
from engine.text.alignment import SPACE_MARK
from engine.text.pieces import PieceVocabulary

NO_MASK = np.zeros(0, dtype=np.float32)
"""Over the source of a decoder alone, which has none."""


def next_distribution(
    model: Transformer, tokens: Sequence[int], cache: DecoderCache, probe: Probe | None = None
) -> Tensor:
    """The network's step, of every search: log-probabilities of what follows, [rows, V]."""
    inputs = torch.tensor(tokens, device=model.device)
    return model.decode_step(inputs, cache, probe).float().log_softmax(dim=-1)


def decode(
    model: Transformer,
    vocabulary: PieceVocabulary,
    source: tuple[Piece, ...],
    sentence: int = 0,
    options: SearchOptions | None = None,
    record: Record = "all",
    read: Callable[[Sequence[int]], str] | None = None,
    reuse: Reuse | None = None,
    start: Piece | None = None,
) -> Iterator[Encoded | Step | Finished]:
    """Translate one sentence, or continue one text, one event at a time.

    Args:
        model: in evaluation mode.
        vocabulary: the model's.
        source: the sentence's pieces, the end piece included; none for a decoder alone.
        sentence: index that the events carry.
        options: of the search; prefix and reference as ids.
        record: which attention weights are written down ("all" and "best" take the explicit
            path, all the time or once at the end).
        read: piece ids to the text a reader sees; the vocabulary's own by default.
        reuse: what earlier calls have computed; this one adds to it.
        start: the decoder's first input; the vocabulary's start piece by default.

    Yields:
        ``Encoded``, then ``Step`` after ``Step``, then ``Finished``.

    Raises:
        InputTooLongError: the sentence, or what the options force, is too long; before any work.
        SearchError: the options do not fit the model; before any work. Or the network computes
            what is no number.
    """
    options = options or SearchOptions()
    length = len(source) or 1 + len(options.begins_with)
    check_length(model.config, length)
    rules = Rules(model.config, options)
    search = SentenceSearch(model.config, rules, length, sentence)
    network = without_heads(model, options.heads_off)
    start = start or vocabulary.piece(model.config.start_id)
    read = read or vocabulary.decode
    return Decoding(
        network, vocabulary, source, start, sentence, search, record, read, reuse
    ).events()


class Decoding:
    """One run of :func:`decode`."""

    def __init__(
        self,
        model: Transformer,
        vocabulary: PieceVocabulary,
        source: tuple[Piece, ...],
        start: Piece,
        sentence: int,
        search: SentenceSearch,
        record: Record,
        read: Callable[[Sequence[int]], str],
        reuse: Reuse | None,
    ) -> None:
        self.model, self.vocabulary, self.source = model, vocabulary, source
        self.start = start
        self.sentence, self.search, self.record, self.read = sentence, search, record, read
        self.rules, self.options = search.rules, search.options
        self.reuse = reuse
        # What the search looks at and what is reported, in one go.
        looked_at = max(wanted(search.width, search.rules), self.options.candidates)
        self._looked_at = min(looked_at, model.config.output_size)

    # Inference mode is entered around each computation, not around the generator: a
    # suspended generator would leave the mode switched on in its caller.

    def events(self) -> Iterator[Encoded | Step | Finished]:
        """The events of the sentence."""
        try:
            yield from self._events()
        finally:  # also where the caller ends it
            if self.reuse is not None:
                self.reuse.trim()

    def _events(self) -> Iterator[Encoded | Step | Finished]:
        search, options = self.search, self.options
        with torch.inference_mode():
            known = self._encode()
            mask = NO_MASK if known.mask is None else to_array(known.mask[0, 0, 0])
        yield Encoded(
            sentence=self.sentence,
            pieces=self.source,
            start=self.start,
            attention=known.attention,
            mask=np.repeat(mask[None], len(self.source), axis=0),
            max_length=search.limit,
            options=options,
        )
        shown = min(options.candidates, self.model.config.output_size)
        replay = known.follow(search.forced_ids, shown)
        cache: DecoderCache | None = None
        index = 0
        inference = torch.inference_mode()
        while not search.over:
            with inference:
                if index < len(replay):
                    nodes, origins = self._replay(replay[index])
                else:
                    if cache is None:
                        cache = known.cache(self.model, replay)
                    nodes, origins = self._step(cache)
                if nodes and self.reuse is not None and self.reuse.has_room(known):
                    self._remember(known, nodes, origins)
                if cache is not None and not search.over:
                    follow_parents(cache, search, len(origins), self.model)
            if not nodes:
                break
            yield Step(
                sentence=self.sentence,
                index=index,
                hypotheses=self._hypotheses(nodes, origins),
                self_mask=np.zeros(index + 1, dtype=np.float32),
                cross_mask=mask,
                last=search.over,
            )
            index += 1
        with torch.inference_mode():
            outputs = self._outputs()
            if self.record == "best" and outputs[0].pieces:
                outputs = (self._with_attention(outputs[0], known), *outputs[1:])
        yield Finished(self.sentence, outputs)

    def _encode(self) -> KnownSentence:
        """The encoder's part of the work, or what an earlier run has kept of it."""
        ids = tuple(piece.id for piece in self.source)
        key = (ids or (self.start.id,), self.record, self.options.heads_off)
        known = self.reuse.get(*key) if self.reuse is not None else None
        if known is not None:
            return known
        probe = Probe() if self.record != "none" else None
        memory, _ = self.model.states(ids, (), probe)
        cross: list[tuple[Tensor, Tensor]] = []
        mask: Tensor | None = None
        if memory is not None:
            cross = self.model.cross(memory)
            mask = self.model.source_mask(torch.tensor([ids], device=self.model.device))
        found = None if probe is None else probe.found(AttentionKind.ENCODER_SELF)
        attention = None if found is None else to_array(found[:, 0])
        known = KnownSentence(memory, cross, mask, attention)
        if self.reuse is not None:
            self.reuse.put(*key, known)
        return known

    # ------------------------------------------------------------------ one step

    def _step(self, cache: DecoderCache) -> tuple[list[Node], list[Origin]]:
        """Let the network and the search take one step."""
        search, live = self.search, self.search.live
        probe = Probe() if self.record == "all" else None
        tokens = [node.ids[-1] if node.ids else self.start.id for node in live]
        distribution = next_distribution(self.model, tokens, cache, probe)
        drawn = self.options.sample and search.forced is None
        rows = of_step(probe, len(live)) if probe is not None else [NOTHING] * len(live)
        newest = cache.newest() if self.reuse is not None else None
        best = likeliest(distribution, self._looked_at)
        proposals = propose(
            distribution, [(search, row) for row in range(len(live))], self.rules, best=best
        )
        candidates = self._candidates(distribution, best, live, drawn)
        # Each kept by itself: a copy, unless there is but one.
        own: Sequence[Tensor | None] = [None] * len(live)
        if newest is not None:
            parts = newest.unbind(2)
            own = parts if len(parts) == 1 else [each.clone() for each in parts]
        origins = [
            Origin(candidates=candidates[row], recorded=rows[row], own=own[row])
            for row in range(len(live))
        ]
        return search.advance(proposals), origins

    def _replay(self, step: KnownStep) -> tuple[list[Node], list[Origin]]:
        """Let the search take a step that an earlier run has computed."""
        (node,), piece = self.search.live, self.search.forced
        assert piece is not None
        value = step.log_probability
        shown = value + self.rules.penalty(value, piece, node.ids)
        reasons = self.rules.reasons(node.ids)
        candidates = tuple(
            candidate._replace(blocked=reasons.get(candidate.piece.id), chance=None)
            for candidate in step.candidates[: self.options.candidates]
        )
        origin = Origin(candidates, step.recorded, step.own)
        return self.search.advance([[Proposal(piece, value, shown)]]), [origin]

    def _remember(self, known: KnownSentence, nodes: list[Node], origins: list[Origin]) -> None:
        for node in nodes:
            origin = origins[node.parent]
            if origin.own is None:
                continue
            value = node.log_probabilities[-1]
            step = KnownStep(value, origin.candidates, origin.recorded, origin.own)
            known.add(node.ids, step)

    def _candidates(
        self,
        distribution: Tensor,
        best: Sequence[Sequence[tuple[int, float]]],
        live: Sequence[Node],
        drawn: bool,
    ) -> list[tuple[Candidate, ...]]:
        """The likeliest pieces after each live hypothesis, best first.

        Args:
            distribution: [rows, V] log-probabilities.
            best: of each row the likeliest pieces, at least as many as are reported.
            live: the hypothesis of each row.
            drawn: whether this step's pieces are drawn.
        """
        best = [row[: self.options.candidates] for row in best]
        shares: Sequence[Sequence[float | None]] = [[None] * len(row) for row in best]
        if drawn:
            adjusted = self.rules.apply(distribution, [node.ids for node in live])
            shares = [
                chances(adjusted[row], self.options)[[piece for piece, _ in pairs]].tolist()
                for row, pairs in enumerate(best)
            ]
        pieces, exp = self.vocabulary.pieces, math.exp
        candidates: list[tuple[Candidate, ...]] = []
        for node, pairs, chosen in zip(live, best, shares, strict=True):
            reason = self.rules.reasons(node.ids).get
            candidates.append(
                tuple(
                    [
                        Candidate(pieces[number], exp(value), value, reason(number), share)
                        for (number, value), share in zip(pairs, chosen, strict=True)
                    ]
                )
            )
        return candidates

    def _hypotheses(self, nodes: list[Node], origins: list[Origin]) -> tuple[LiveHypothesis, ...]:
        """Those of a step that was just taken, of which those that live stand first."""
        live = len(self.search.live)
        return tuple(
            [self._hypothesis(node, origins, place >= live) for place, node in enumerate(nodes)]
        )

    def _hypothesis(self, node: Node, origins: list[Origin], finished: bool) -> LiveHypothesis:
        origin = origins[node.parent]
        return LiveHypothesis(
            parent=node.parent if len(node.ids) > 1 else -1,
            piece=self.vocabulary.last_target_piece(node.ids),
            log_probability=node.log_probabilities[-1],
            parts=self.search.parts(node),
            text=self.read(node.ids),
            candidates=origin.candidates,
            decoder_self=origin.recorded.decoder_self,
            cross=origin.recorded.cross,
            gates=origin.recorded.gates,
            finished=finished,
            forced=node.forced,
        )

    # ------------------------------------------------------------------ the end

    def _outputs(self) -> tuple[Hypothesis, ...]:
        return tuple(
            as_hypothesis(result, self.vocabulary, self.read, self.source, self.options)
            for result in self.search.results()
        )

    def _with_attention(self, output: Hypothesis, known: KnownSentence) -> Hypothesis:
        """The same with its attention, from one teacher-forced pass over it."""
        model, probe = self.model, Probe()
        inputs = [self.start.id, *(piece.id for piece in output.pieces[:-1])]
        source = torch.tensor([[piece.id for piece in self.source]], device=model.device)
        target = torch.tensor([inputs], device=model.device)
        model.decode(known.memory, None if known.memory is None else source, target, probe)
        found = of_output(probe)
        return replace(
            output, decoder_self=found.decoder_self, cross=found.cross, gates=found.gates
        )


class Origin:
    """What one live hypothesis' step has computed; its children share it."""

    __slots__ = ("candidates", "own", "recorded")

    def __init__(
        self, candidates: tuple[Candidate, ...], recorded: Recorded, own: Tensor | None
    ) -> None:
        self.candidates, self.recorded, self.own = candidates, recorded, own


def as_hypothesis(
    result: Result,
    vocabulary: PieceVocabulary,
    read: Callable[[Sequence[int]], str],
    source: Sequence[Piece],
    options: SearchOptions,
) -> Hypothesis:
    """A search's result with its pieces and its text, and the loop that it has run into.

    Args:
        result: of the search.
        vocabulary: of the model.
        read: from pieces to text.
        source: the pieces that it is an output for; none of a decoder alone, whose outputs begin
            with the text that they go on from.
        options: of the search.
    """
    pieces = vocabulary.target_pieces(result.ids)
    return Hypothesis(
        pieces=pieces,
        text=read(result.ids),
        parts=result.parts,
        log_probabilities=result.log_probabilities,
        ending=result.ending,
        step=result.step,
        index=result.index,
        loop=_loop(pieces, source or pieces[: len(options.begins_with)], options),
    )


def _loop(pieces: Sequence[Piece], source: Sequence[Piece], options: SearchOptions) -> Loop | None:
    if options.reference is not None:  # nobody's but the user's
        return None
    text = "".join(piece.surface for piece in source if piece.kind != "special")
    return find_loop(pieces, text.replace(SPACE_MARK, " "))


def follow_parents(
    cache: DecoderCache, search: SentenceSearch, rows: int, model: Transformer
) -> None:
    """Give each live hypothesis of a single sentence what its parent has cached."""
    if rows == len(search.live) == 1:  # as at most steps: nothing to look at
        return
    parents = [node.parent for node in search.live]
    if parents != list(range(rows)):
        cache.select(torch.tensor(parents, device=model.device))
