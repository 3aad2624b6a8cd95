"""What a step's distribution shows once only its likeliest pieces are recorded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.events import Candidate, LiveHypothesis, Piece
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, quoted, tr
from gui.numbers import fixed, whole
from gui.widgets.engine_words import engine_word
from gui.widgets.pieces import describe, label, log_text, weight_text

RowKind = Literal["candidate", "outside", "rest"]
Mark = Literal["", "chosen", "drawn", "forced"]

REST = QT_TR_NOOP("all other pieces")
NEVER = QT_TR_NOOP("nothing can write it, forced or not")
MOST = 200
"""Rows for candidates; whoever records thousands finds the rest of them in the trace's file."""
LEAST = 1e-6
"""Below this a difference of probabilities is rounding: the network computes in float32."""


@dataclass(frozen=True)
class Row:
    """One bar.

    Attributes:
        kind: one of the likeliest; the chosen piece where it is none of them ("outside"); or
            everything else in one lump ("rest").
        piece: ``None`` for the rest.
        rank: 1 for the likeliest; ``None`` where it is not known.
        probability: exact, but for "rest" 1 minus the others.
        log_probability: its natural logarithm.
        chance: how probable it is to be drawn; ``None`` where nothing is drawn or it is not known.
        blocked: the reason why the search may not write it.
        mark: whether it is what this step wrote, and how that came about.
        others: the other hypotheses of this step that wrote it after the same beginning.
        force_refusal: why it cannot be written instead; empty if it can.
        forbid_refusal: why it cannot be forbidden; empty if it can.
    """

    kind: RowKind
    piece: Piece | None
    rank: int | None
    probability: float
    log_probability: float
    chance: float | None = None
    blocked: str | None = None
    mark: Mark = ""
    others: tuple[int, ...] = ()
    force_refusal: str = ""
    forbid_refusal: str = ""

    @property
    def name(self) -> str:
        """What is drawn, as on the strip but with the space mark itself."""
        return tr(REST) if self.piece is None else label(self.piece)


@dataclass(frozen=True)
class Entropy:
    """What is known of −Σ p ln p over the vocabulary, in nats.

    Attributes:
        low, high: it lies between these; they are equal if every piece is known.
        coarse: of the rows: the rest counts as one piece.
    """

    low: float
    high: float
    coarse: float


@dataclass(frozen=True)
class Table:
    """The distribution of one step as far as it is recorded.

    Attributes:
        rows: the likeliest, best first; the chosen piece if it is none of them; the rest.
        listed: how many of the likeliest have a row.
        recorded: how many of them the trace has.
        unseen: how many pieces the rest stands for.
        vocabulary: how many pieces there are at all.
        shown: sum of the probabilities of all rows but the rest.
        rest: 1 minus that.
        entropy: of the whole distribution.
        margin: first minus second probability; ``None`` without a second.
        log_ratio: ln(first / second).
        drawn: whether rows have a chance of being drawn.
    """

    rows: tuple[Row, ...]
    listed: int
    recorded: int
    unseen: int
    vocabulary: int
    shown: float
    rest: float
    entropy: Entropy
    margin: float | None
    log_ratio: float | None
    drawn: bool

    @property
    def chosen(self) -> int:
        """The row of the piece that the step wrote."""
        return next(index for index, row in enumerate(self.rows) if row.mark)


def read_table(
    sentence: SentenceTrace, step: int, hypothesis: int, vocabulary: int, most: int = MOST
) -> Table:
    """The distribution that a hypothesis' newest piece was chosen from.

    Args:
        sentence: of the trace.
        step, hypothesis: the place in it.
        vocabulary: how many pieces the model that made the trace has.
        most: how many of the candidates get a row.

    Raises:
        IndexError: there is no such step or hypothesis.
    """
    hypotheses = sentence.steps[step].hypotheses
    live = hypotheses[hypothesis]
    candidates = live.candidates
    drawn = any(candidate.chance is not None for candidate in candidates)
    mark: Mark = "forced" if live.forced else "drawn" if drawn else "chosen"
    siblings: dict[int, tuple[int, ...]] = {}
    for index, other in enumerate(hypotheses):
        if index != hypothesis and other.parent == live.parent:
            siblings[other.piece.id] = (*siblings.get(other.piece.id, ()), index)
    numbered = list(enumerate(candidates, 1))
    chosen = [(rank, each) for rank, each in numbered if each.piece.id == live.piece.id]
    known = [candidate.probability for candidate in candidates]
    rows = [
        _candidate_row(sentence, live, candidate, rank, mark, siblings)
        for rank, candidate in numbered[:most]
    ]
    if not chosen:
        known.append(math.exp(live.log_probability))
        lone = Candidate(live.piece, known[-1], live.log_probability)
        row = _candidate_row(sentence, live, lone, None, mark, siblings)
        rows.append(replace(row, kind="outside"))
    elif chosen[0][0] > most:
        rank, candidate = chosen[0]
        row = _candidate_row(sentence, live, candidate, rank, mark, siblings)
        rows.append(replace(row, kind="outside"))
    shown = math.fsum(row.probability for row in rows)
    unseen = max(0, vocabulary - len(rows))
    rest = max(0.0, 1.0 - shown) if unseen else 0.0
    coarse = _plogp([row.probability for row in rows] + [rest])
    low, high = _entropy(known, candidates, vocabulary)
    if unseen:
        rows.append(_rest_row(rows, rest, drawn, unseen))
    margin = log_ratio = None
    if len(candidates) > 1:
        margin = candidates[0].probability - candidates[1].probability
        log_ratio = candidates[0].log_probability - candidates[1].log_probability
    return Table(
        rows=tuple(rows),
        listed=min(most, len(candidates)),
        recorded=len(candidates),
        unseen=unseen,
        vocabulary=vocabulary,
        shown=shown,
        rest=rest,
        entropy=Entropy(low, high, coarse),
        margin=margin,
        log_ratio=log_ratio,
        drawn=drawn,
    )


def _candidate_row(
    sentence: SentenceTrace,
    live: LiveHypothesis,
    candidate: Candidate,
    rank: int | None,
    mark: Mark,
    siblings: dict[int, tuple[int, ...]],
) -> Row:
    piece = candidate.piece
    chosen = piece.id == live.piece.id
    refusal = tr("it is what this step wrote") if chosen else ""
    if _is_never_written(sentence, piece, candidate.blocked):
        refusal = tr(NEVER)
    return Row(
        "candidate",
        piece,
        rank,
        candidate.probability,
        candidate.log_probability,
        candidate.chance,
        candidate.blocked,
        mark if chosen else "",
        siblings.get(piece.id, ()),
        refusal,
        _forbid_refusal(sentence, piece, candidate.blocked),
    )


def _is_never_written(sentence: SentenceTrace, piece: Piece, blocked: str | None) -> bool:
    """Whether it is the start or the padding piece; only the end piece is a special one that is
    written.
    """
    end = sentence.encoded.pieces[-1].id if sentence.encoded.pieces else None
    return piece.kind == "special" and blocked is not None and piece.id != end


def _forbid_refusal(sentence: SentenceTrace, piece: Piece, blocked: str | None) -> str:
    options = sentence.encoded.options
    if _is_never_written(sentence, piece, blocked) or (piece.kind == "unknown" and blocked):
        return tr("it is never chosen anyway")
    if piece.id in options.forbidden:
        return tr("it is forbidden already")
    if piece.id in options.required:
        return tr("the options require it")
    return ""


def _rest_row(rows: Sequence[Row], rest: float, drawn: bool, unseen: int) -> Row:
    chance: float | None = None
    if drawn and all(row.chance is not None for row in rows):
        chance = max(0.0, 1.0 - math.fsum(row.chance or 0.0 for row in rows))
        # A sum of float64 numbers; what top-k and top-p leave out is 0 exactly.
        chance = chance if chance > 1e-9 else 0.0
    why = tr("it stands for {n} pieces; type the words instead").format(n=whole(unseen))
    return Row(
        "rest",
        None,
        None,
        rest,
        math.log(rest) if rest > 0 else -math.inf,
        chance,
        force_refusal=why,
        forbid_refusal=tr("it stands for {n} pieces").format(n=whole(unseen)),
    )


def _plogp(probabilities: Sequence[float]) -> float:
    return math.fsum(-p * math.log(p) for p in probabilities if p > 0)


def _entropy(
    known: Sequence[float], candidates: Sequence[Candidate], vocabulary: int
) -> tuple[float, float]:
    """Bounds of the entropy of the whole distribution.

    No unknown piece is likelier than the least likely candidate, nor than all unknown ones
    together, so each has at least that surprise, −ln p; and spread evenly they have the most.
    """
    seen, unknown = _plogp(known), vocabulary - len(known)
    left = 1.0 - math.fsum(known)
    if left <= 0 or unknown <= 0:
        return seen, seen
    most = min(left, candidates[-1].probability) if candidates else left
    low = seen - left * math.log(most) if most > 0 else seen
    return low, max(low, seen - left * math.log(left / unknown))


# In words ------------------------------------------------------------------------------


def probability_text(row: Row) -> str:
    """The probability; of the rest as far as it is more than rounding."""
    if row.kind != "rest":
        return weight_text(row.probability)
    # What float32 leaves of it has six decimals, whatever the user chose.
    return fixed(row.probability, 6) if row.probability >= LEAST else f"< {fixed(LEAST, 6)}"


def log_probability_text(row: Row) -> str:
    """The natural logarithm of the probability; of the rest as far as it is not rounding."""
    if row.kind == "rest" and row.probability < LEAST:
        return f"< {fixed(math.log(LEAST), 2)}"
    return log_text(row.log_probability)


def entropy_text(entropy: Entropy) -> str:
    """The entropy, or between which two numbers it lies, rounded outwards."""
    low, high = fixed(entropy.low, 3), fixed(entropy.high, 3)
    if low == high:
        return tr("{number} nats").format(number=low)
    low = fixed(math.floor(entropy.low * 1000) / 1000, 3)
    high = fixed(math.ceil(entropy.high * 1000) / 1000, 3)
    return tr("{low} to {high} nats").format(low=low, high=high)


def blocked_text(reason: str) -> str:
    """That a piece may not be written, and why."""
    return tr("blocked: {reason}").format(reason=engine_word(reason))


def _probability(row: Row) -> str:
    return tr("probability {number}").format(number=probability_text(row))


def _chance(chance: float) -> str:
    return tr("chance of being drawn {number}").format(number=weight_text(chance))


def remarks(table: Table, row: Row) -> list[str]:
    """What is to say about a row besides its numbers."""
    said: list[str] = []
    if row.mark:
        said.append(
            {
                "chosen": tr("chosen by the search"),
                "drawn": tr("drawn in this step"),
                "forced": tr("forced, not chosen"),
            }[row.mark]
        )
    if row.kind == "outside" and row.rank is None:
        text = tr("not among the {n} recorded, so its rank is not known")
        said.append(text.format(n=table.recorded))
    if row.blocked is not None:
        said.append(blocked_text(row.blocked))
    if row.others:
        names = ", ".join(str(index + 1) for index in row.others)
        several = len(row.others) > 1
        text = tr("hypotheses {names} wrote it") if several else tr("hypothesis {names} wrote it")
        said.append(text.format(names=names))
    if row.kind == "rest":
        text = tr("{n} pieces, 1 minus the probabilities shown")
        said.append(text.format(n=whole(table.unseen)))
    return said


def reading(table: Table, row: Row) -> str:
    """A row on one line."""
    parts = [row.name if row.piece is None else quoted(row.name)]
    if row.rank is not None:
        parts.append(tr("rank {rank}").format(rank=row.rank))
    # Before the numbers, which the row has too, where the line is cut short.
    parts += remarks(table, row)
    parts.append(_probability(row))
    parts.append(tr("log-probability {number}").format(number=log_probability_text(row)))
    if row.chance is not None:
        parts.append(_chance(row.chance))
    return "   ".join(parts)


def tooltip(table: Table, row: Row) -> str:
    """A row at length, and what can be done with it."""
    lines = [tr(REST) if row.piece is None else describe(row.piece)]
    if row.rank is not None:
        text = tr("rank {rank} of {n} pieces")
        lines.append(text.format(rank=row.rank, n=whole(table.vocabulary)))
    lines.append(
        tr("probability {probability}, its natural logarithm {log}").format(
            probability=probability_text(row), log=log_probability_text(row)
        )
    )
    if row.chance is not None:
        lines.append(_chance(row.chance))
    elif table.drawn and row.kind == "rest":
        lines.append(tr("their chance of being drawn is not recorded apart from the piece above"))
    lines += remarks(table, row)
    if row.kind == "rest":
        text = tr("shown above: {sum}, to about the sixth digit (float32)")
        lines.append(text.format(sum=fixed(table.shown, 6)))
    elif row.force_refusal:
        text = tr("Cannot be written instead: {reason}.")
        lines.append(text.format(reason=row.force_refusal))
    else:
        lines.append(tr("Click, or Enter: what if this one is written instead"))
    if row.piece is not None and not row.forbid_refusal:
        lines.append(tr("Delete: what if this one is never written from here on"))
    return "\n".join(lines)


def as_text(table: Table) -> str:
    """The table for a spreadsheet: one row a line, tabs between."""
    head = ["rank", "piece", "id", "probability", "log_probability", "chance", "remarks"]
    lines = ["\t".join(head)]
    for row in table.rows:
        cells = [
            "" if row.rank is None else str(row.rank),
            row.name,
            "" if row.piece is None else str(row.piece.id),
            repr(row.probability),
            repr(row.log_probability),
            "" if row.chance is None else repr(row.chance),
            "; ".join(remarks(table, row)),
        ]
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"
