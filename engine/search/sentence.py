"""The search of one sentence: which hypotheses live on, which have finished, and when it ends.

Knows no network: it is given proposals, and says which pieces come next. So one batch can
carry many searches, and all kinds of search are the same loop around it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.events import Ending
from engine.model.config import ModelConfig
from engine.search.forced import forced_pieces, output_limit
from engine.search.rules import Rules
from engine.search.score import ScoreParts, normaliser


class Proposal(NamedTuple):
    """One piece that may follow one live hypothesis.

    Attributes:
        piece: its id.
        log_probability: as the network gave it.
        adjusted: with the repetition penalty; what hypotheses are compared by.
    """

    piece: int
    log_probability: float
    adjusted: float


@dataclass(frozen=True)
class Node:
    """One hypothesis after one step.

    Attributes:
        parent: index among the previous step's live hypotheses, the first step's being the
            empty beginning alone; -1 for that itself.
        ids: pieces written.
        log_probabilities: of each.
        log_probability: their sum.
        penalty: sum of the repetition penalties.
        forced: whether the last piece was not chosen but given.
        draw: which of several independent draws it belongs to.
    """

    parent: int = -1
    ids: tuple[int, ...] = ()
    log_probabilities: tuple[float, ...] = ()
    log_probability: float = 0.0
    penalty: float = 0.0
    forced: bool = False
    draw: int = 0

    @property
    def total(self) -> float:
        """What live hypotheses, which are all of one length, are compared by."""
        return self.log_probability + self.penalty

    def then(self, parent: int, proposal: Proposal, forced: bool, draw: int) -> Node:
        """This hypothesis and one more piece; ``parent`` is its own index."""
        return Node(
            parent=parent,
            ids=(*self.ids, proposal.piece),
            log_probabilities=(*self.log_probabilities, proposal.log_probability),
            log_probability=self.log_probability + proposal.log_probability,
            penalty=self.penalty + proposal.adjusted - proposal.log_probability,
            forced=forced,
            draw=draw,
        )


@dataclass(frozen=True)
class Result:
    """An output of one sentence.

    Attributes:
        ids: its pieces; the last is the end piece if ``ending`` is "end".
        log_probabilities: of each.
        parts: of its score.
        ending: what ended it.
        step, index: where its last piece stands: the step, and the place among that step's
            hypotheses; step -1 if nothing could be written at all.
    """

    ids: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    parts: ScoreParts
    ending: Ending
    step: int
    index: int

    @property
    def cut(self) -> bool:
        """Whether it lacks its end piece."""
        return self.ending != "end"


class SentenceSearch:
    """Greedy search, beam search and sampling, one step at a time.

    Beam search: at every step the 2B best continuations of the B live hypotheses are ranked.
    Of the best B of them those that end finish, with their normalised score; the best B that
    do not end live on, so that ends never starve the beam. At the length limit the best B
    finish as they are. Of the finished the best B are kept. Equal scores: the one that
    finished first, then the one of the better parent, then the smaller id.

    Args:
        config: of the network.
        rules: of the search; its options' prefix and reference must be ids.
        source_length: pieces of the source, the end piece included.
        sentence: which of a text's sentences it is; each draws other random numbers.
        limit: of the output, where it follows from something else than the options.

    Attributes:
        live: hypotheses that go on, best first.
        limit: longest output in pieces.
        over: whether the search has ended.

    Raises:
        SearchError: an option names a piece that does not fit.
        InputTooLongError: the prefix or the reference is too long.
    """

    def __init__(
        self,
        config: ModelConfig,
        rules: Rules,
        source_length: int,
        sentence: int = 0,
        limit: int | None = None,
    ) -> None:
        options = rules.options
        self.rules, self.options, self._ends = rules, options, config.ends
        self._forced = forced_pieces(config, options)
        if limit is not None:
            options = replace(options, max_length=limit)
        self.limit = output_limit(config, options, source_length, len(self._forced))
        self.live = [Node()]
        self.over = False
        self._step = -1
        self._finished: list[tuple[tuple[float, ...], Result]] = []
        self._width = options.n_best if options.sample else options.beam
        self._generators = [
            random.Random(f"{options.seed}/{sentence}/{draw}")
            for draw in range(self._width if options.sample else 0)
        ]
        self._missing = len(options.required)
        # The text that a decoder alone continues is no part of the output.
        self._given = len(options.begins_with) if config.stacks == "decoder" else 0

    # ------------------------------------------------------------------ what is needed

    @property
    def forced_ids(self) -> tuple[int, ...]:
        """The beginning of the output that is not chosen."""
        return self._forced

    @property
    def forced(self) -> int | None:
        """The piece that the next step has to take, if it has no choice."""
        step = self._step + 1
        return self._forced[step] if step < len(self._forced) else None

    @property
    def width(self) -> int:
        """How many of each row's best pieces a search looks at."""
        return 2 * self.options.beam

    def draws(self, row: int) -> list[float]:
        """A random number in [0, 1) for each draw that continues a live hypothesis.

        All draws share the forced beginning, and each goes its own way from there.
        """
        node = self.live[row]
        draws = [node.draw] if node.ids[len(self._forced) :] else range(self._width)
        return [self._generators[draw].random() for draw in draws]

    def parts(self, node: Node) -> ScoreParts:
        """Of the score that a hypothesis has if it ends here."""
        length = self._length(len(node.ids))
        return ScoreParts.of(node.log_probability, node.penalty, length, self.options)

    def _length(self, pieces: int) -> int:
        return max(0, pieces - self._given)

    # ------------------------------------------------------------------ one step

    def advance(self, proposals: Sequence[Sequence[Proposal]]) -> list[Node]:
        """Take one step.

        Args:
            proposals: for each live hypothesis what may follow: the forced piece, the draws,
                or at least the ``width`` best.

        Returns:
            The step's hypotheses: the live ones, then the finished ones, each best first.
            Empty if nothing may follow; the search is over then.
        """
        forced = self.forced is not None
        children = [
            node.then(row, proposal, forced, node.draw)
            for row, node, proposal in self._worth(proposals)
        ]
        if not children or self.options.sample:
            self._end_blocked(proposals)
        if not children:
            self.live, self.over = [], True
            return []
        self._step += 1
        at_limit = self._step + 1 >= self.limit
        if self.options.sample and not forced:
            live, ended = self._follow_draws(children, proposals, at_limit)
        else:
            live, ended = self._compete(children, at_limit)
        for place, node in enumerate(ended):
            self._finish(node, self._step, len(live) + place, "length limit")
        self.live = live
        self.over = self._is_over()
        return [*live, *ended]

    def _worth(self, proposals: Sequence[Sequence[Proposal]]) -> list[tuple[int, Node, Proposal]]:
        """The continuations that can matter, each with its parent: a competition has no use for
        more than the 2B best, unless it keeps shares of the beam.
        """
        every = [
            (row, node, proposal)
            for row, node in enumerate(self.live)
            for proposal in proposals[row]
        ]
        if self.options.sample or self._missing or len(every) <= self.width:
            return every
        every.sort(key=_best_total)
        return every[: self.width]

    def _follow_draws(
        self, children: list[Node], proposals: Sequence[Sequence[Proposal]], at_limit: bool
    ) -> tuple[list[Node], list[Node]]:
        if len(children) > len(proposals):  # the first draws, all from one hypothesis
            children = [replace(node, draw=draw) for draw, node in enumerate(children)]
        live = [node for node in children if not (at_limit or self._has_ended(node))]
        ended = [node for node in children if at_limit or self._has_ended(node)]
        return live, ended

    def _compete(self, children: list[Node], at_limit: bool) -> tuple[list[Node], list[Node]]:
        children.sort(key=lambda node: (-node.total, node.parent, node.ids[-1]))
        banks: list[list[Node]] = [[] for _ in range(self._missing + 1)]
        for node in children:
            banks[self.rules.missing(node.ids).total() if self._missing else 0].append(node)
        width = self.options.beam
        if at_limit:
            # No shares: nothing lives on, and what lacks fewer stands before what lacks more.
            return [], [node for bank in banks for node in bank][:width]
        live: list[Node] = []
        ended: list[Node] = []
        spare: list[Node] = []
        # An equal share of the beam for each number of required pieces that are missing.
        share, rest = divmod(width, len(banks))
        for missing, bank in enumerate(banks):
            slots = share + (rest if missing == 0 else 0)
            top = bank[: 2 * slots]
            ends = [self._has_ended(node) for node in top]
            ended += [node for node, end in zip(top[:slots], ends, strict=False) if end]
            going = [node for node, end in zip(top, ends, strict=True) if not end]
            live += going[:slots]
            spare += [*going[slots:], *(n for n in bank[2 * slots :] if not self._has_ended(n))]
        if self._missing:
            live += spare[: width - len(live)]
        if width == 1 and ended:
            return [], ended  # greedy search ends with its first output: nothing lives on
        live.sort(key=lambda node: (-node.total, node.parent, node.ids[-1]))
        return live, ended

    def _has_ended(self, node: Node) -> bool:
        # What a decoder alone is given may have ends in it, of an earlier part of the text.
        return len(node.ids) > self._given and node.ids[-1] in self._ends

    # ------------------------------------------------------------------ the end

    def _finish(self, node: Node, step: int, index: int, otherwise: Ending) -> None:
        ending = "end" if node.ids and self._has_ended(node) else otherwise
        parts = self.parts(node)
        result = Result(node.ids, node.log_probabilities, parts, ending, step, index)
        # What lacks a required piece, cut by the limit, stands behind all that has them.
        missing = self.rules.missing(node.ids).total() if self._missing else 0
        self._finished.append(((missing, -parts.score), result))
        self._finished.sort(key=lambda entry: entry[0])  # stable: the earlier of equals first
        del self._finished[self._width :]

    def _end_blocked(self, proposals: Sequence[Sequence[Proposal]]) -> None:
        """Finish what nothing may follow: a draw always, a beam only if nothing else has."""
        if self._finished and not self.options.sample:
            return
        for index, node in enumerate(self.live):
            if not proposals[index]:
                self._finish(node, self._step, index, "nothing allowed")

    def _is_over(self) -> bool:
        if not self.live:
            return True
        options = self.options
        if options.sample:
            return False
        needed = options.n_best if options.stopping == "exact" else options.beam
        if len(self._finished) < needed:
            return False
        if options.beam == 1 or options.stopping == "first":
            return True
        # Log-probabilities are at most 0, and a longer output is divided by more: this is the
        # best that a live hypothesis can come to.
        length = self.limit if options.stopping == "exact" else self._step + 1
        attainable = self.live[0].total / normaliser(self._length(length), options)
        return attainable <= self._finished[needed - 1][1].parts.score

    def results(self) -> list[Result]:
        """The ``n_best`` outputs, best first; complete once the search is over."""
        return [result for _, result in self._finished[: self.options.n_best]]


def _best_total(continuation: tuple[int, Node, Proposal]) -> tuple[float, int, int]:
    row, node, (piece, value, adjusted) = continuation
    # As of a node, operation by operation: what is equal there is equal here.
    total = (node.log_probability + value) + (node.penalty + adjusted - value)
    return -total, row, piece
