"""The tables behind the panels, from what the session shows: every number as it was recorded.

A panel that knows its table better than the session does has a method of its own, see
:class:`Tabular`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Protocol, runtime_checkable

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.analysis.heads import Measure, head_measures
from engine.events import AttentionKind, FloatArray, LiveHypothesis, Piece
from engine.trace import SentenceTrace
from gui.exports.table import Cell, Table
from gui.language import tr
from gui.model_words import words_of
from gui.panels.masks import MasksPanel
from gui.session import Session
from gui.widgets.chain import Link
from gui.widgets.chain_view import ChainView
from gui.widgets.head_orders import WORDS
from gui.widgets.kind_text import KIND_TITLES
from gui.widgets.mask_parts import Blocked, MaskParts, Place, mask_parts
from gui.widgets.pieces import label


@runtime_checkable
class Tabular(Protocol):
    """A panel with a table of its own."""

    def export_table(self) -> Table | None:
        """What it shows, as a table; ``None`` while it shows nothing."""
        ...


def table_of(name: str, session: Session, panel: QWidget | None = None) -> Table | None:
    """The table of a panel.

    Args:
        name: of the panel.
        session: what is shown.
        panel: the panel itself, if it is there.

    Returns:
        ``None`` if it has none, or shows nothing now.
    """
    own: object = panel
    if isinstance(own, Tabular):
        return own.export_table()
    if name == "scores":
        return None if panel is None else _scores(panel)
    if isinstance(panel, MasksPanel) and panel.isVisible():
        return _shown_mask(panel)
    build = _TABLES.get(name)
    return None if build is None else build(session)


def has_table(name: str, panel: QWidget | None = None) -> bool:
    """Whether a panel has a table at all."""
    own: object = panel
    return isinstance(own, Tabular) or name == "scores" or name in _TABLES


# ------------------------------------------------------------------- matrices


def _attention(session: Session) -> Table | None:
    sentence, place = session.sentence(), session.place()
    if sentence is None:
        return None
    layer, head = _selected(session)
    step = None if place is None else place[1]
    kind = session.kind
    if step is None and kind is not AttentionKind.ENCODER_SELF:
        return None
    matrix = sentence.attention_matrix(kind, layer, head, step, session.hypothesis())
    if matrix is None:
        return None
    which = tr("mean over heads") if head is None else tr("head {head}").format(head=head + 1)
    title = tr("{kind}, layer {layer}, {head}").format(
        kind=tr(KIND_TITLES[kind]), layer=layer + 1, head=which
    )
    return _matrix(title, matrix.weights, matrix.queries, matrix.keys)


def _selected(session: Session) -> tuple[int, int | None]:
    """The selection within the trace, which keeps the shape of the model that made it."""
    return min(session.layer, session.layers() - 1), (
        None if session.head is None else min(session.head, session.heads() - 1)
    )


def _masks(session: Session) -> Table | None:
    sentence = session.sentence()
    parts = None if sentence is None else _mask(session, sentence)
    if parts is None:
        return None
    return _mask_table(parts, parts.combined)


def _shown_mask(panel: MasksPanel) -> Table | None:
    """The mask that the panel shows large: of a batch, or one that another is made of."""
    parts, blocked = panel.parts(), panel.shown()
    return None if parts is None or blocked is None else _mask_table(parts, blocked)


def _mask_table(parts: MaskParts, blocked: Blocked) -> Table:
    values = np.where(blocked, np.float32(-np.inf), np.float32(0))
    title = tr("Mask of {kind}").format(kind=tr(KIND_TITLES[parts.kind]))
    return _matrix(title, values, parts.queries, parts.keys)


def _mask(session: Session, sentence: SentenceTrace) -> MaskParts | None:
    place = session.place()
    step = None if place is None else place[1]
    return mask_parts(Place(sentence, tuple(session.path(sentence)), step), session.kind)


def _matrix(
    title: str, values: FloatArray, queries: Sequence[Piece], keys: Sequence[Piece]
) -> Table:
    header = (tr("query \\ key"), *(label(key) for key in keys))
    rows = tuple((label(query), *row) for query, row in zip(queries, values, strict=True))
    return Table(title, header, rows)


def _scores(panel: QWidget) -> Table | None:
    view = panel.findChild(ChainView)
    link = view.chosen() if isinstance(view, ChainView) and view.isVisible() else None
    return None if link is None else table_of_link(link)


def table_of_link(link: Link) -> Table:
    """One matrix of a head's chain; masked cells are -inf, but among the weights 0."""
    values = link.values
    if link.masked is not None and link.name != "weights":
        values = np.where(link.masked, np.float32(-np.inf), values)
    names: list[list[str]] = []
    for axis, size in zip(link.axes, values.shape, strict=True):
        pieces = axis.labels
        numbered = [f"{axis.name} {index + 1}" for index in range(size)]
        names.append(numbered if pieces is None else [label(piece) for piece in pieces])
    header = (f"{link.axes[0].name} \\ {link.axes[1].name}", *names[1])
    rows = tuple((name, *row) for name, row in zip(names[0], values, strict=True))
    return Table(f"{link.title}: {link.symbol} = {link.formula}", header, rows)


def _heads(session: Session) -> Table | None:
    sentence, place = session.sentence(), session.place()
    if sentence is None:
        return None
    kind, step = session.kind, None if place is None else place[1]
    view = sentence.attention(kind, step, session.hypothesis())
    if view is None:
        return None
    parts = _mask(session, sentence)
    allowed = None if parts is None else ~parts.combined
    # The decoder's inputs have no end token that a head could rest on.
    ends = kind is not AttentionKind.DECODER_SELF
    counted = np.array([not ends or key.kind != "special" for key in view.keys])
    mean = view.weights.mean(axis=1, keepdims=True, dtype=np.float32)
    columns = np.concatenate([view.weights, mean], axis=1)
    numbers = head_measures(columns, counted, allowed)
    layers, heads = view.weights.shape[:2]
    measures = {Measure.ENTROPY: tr("entropy (nats)")} | {m: tr(word) for m, word in WORDS.items()}
    order = list(Measure)
    rows: list[tuple[Cell, ...]] = []
    for layer in range(layers):
        for head in range(heads + 1):
            name: Cell = head + 1 if head < heads else tr("mean")
            found = (float(numbers[order.index(each), layer, head]) for each in measures)
            rows.append((layer + 1, name, *found))
    title = tr("{kind}: what the heads do").format(kind=tr(KIND_TITLES[kind]))
    header = (tr("layer"), tr("head"), *measures.values())
    return Table(title, header, tuple(rows), labels=2)


# --------------------------------------------------------------------- lists


def _candidates(session: Session) -> Table | None:
    sentence, place = session.sentence(), session.place()
    if sentence is None or place is None:
        return None
    live = sentence.steps[place[1]].hypotheses[session.hypothesis()]
    rows = tuple(
        (
            rank,
            label(candidate.piece),
            candidate.piece.id,
            candidate.probability,
            candidate.log_probability,
            candidate.chance,
            candidate.blocked,
            tr("written") if candidate.piece.id == live.piece.id else None,
        )
        for rank, candidate in enumerate(live.candidates, 1)
    )
    header = (
        tr("rank"), tr("piece"), tr("id"), tr("probability"), tr("log-probability"),
        tr("chance to be drawn"), tr("blocked"), tr("written"),
    )  # fmt: skip
    title = tr("Candidates of step {step}").format(step=place[1] + 1)
    return Table(title, header, rows, labels=2)


def _beams(session: Session) -> Table | None:
    sentence = session.sentence()
    if sentence is None or not sentence.steps:
        return None
    outputs = sentence.finished.hypotheses if sentence.finished is not None else ()
    ranks = {(output.step, output.index): rank for rank, output in enumerate(outputs, 1)}
    rows: list[tuple[Cell, ...]] = []
    for step in sentence.steps:
        for place, live in enumerate(step.hypotheses):
            parts = live.parts
            rows.append(
                (
                    step.index + 1,
                    place + 1,
                    live.parent + 1 if live.parent >= 0 else None,
                    label(live.piece),
                    live.piece.id,
                    live.log_probability,
                    parts.log_probability,
                    parts.penalty,
                    parts.length,
                    parts.normaliser,
                    parts.score,
                    _state(live),
                    ranks.get((step.index, place)),
                    live.text,
                )
            )
    header = (
        tr("step"), tr("hypothesis"), tr("parent"), tr("piece"), tr("id"),
        tr("log-probability"), tr("sum of log-probabilities"), tr("penalty"), tr("length"),
        tr("normaliser"), tr("score"), tr("state"), tr("output"), tr("text"),
    )  # fmt: skip
    title = tr("Hypotheses of the search: “{text}”").format(text=_source(session, sentence))
    return Table(title, header, tuple(rows), labels=2)


def _state(live: LiveHypothesis) -> str | None:
    words = []
    if live.finished:
        words.append(tr("finished"))
    if live.forced:
        words.append(tr("forced"))
    return ", ".join(words) or None


def _source(session: Session, sentence: SentenceTrace) -> str:
    assert session.trace is not None
    begin, end = session.trace.started.sentences[sentence.encoded.sentence]
    return session.trace.started.text[begin:end]


def _translation(session: Session) -> Table | None:
    trace = session.trace
    if trace is None or not session.length():
        return None
    rows: list[tuple[Cell, ...]] = []
    for number, sentence in enumerate(trace.sentences, 1):
        for step, place in enumerate(session.path(sentence)):
            live = sentence.steps[step].hypotheses[place]
            rows.append(
                (
                    number,
                    step + 1,
                    label(live.piece),
                    live.piece.id,
                    math.exp(live.log_probability),
                    live.log_probability,
                    live.parts.score,
                )
            )
    header = (
        tr("sentence"), tr("step"), tr("piece"), tr("id"), tr("probability"),
        tr("log-probability"), tr("score so far"),
    )  # fmt: skip
    what = tr(words_of(trace.started.model).output)
    return Table(tr("{what}, piece by piece").format(what=what), header, tuple(rows), labels=2)


def _source_pieces(session: Session) -> Table | None:
    trace = session.trace
    if trace is None or not trace.sentences:
        return None
    rows: list[tuple[Cell, ...]] = []
    for number, sentence in enumerate(trace.sentences, 1):
        for place, piece in enumerate(sentence.encoded.pieces, 1):
            begin, end = piece.span or (None, None)
            rows.append((number, place, label(piece), piece.id, begin, end))
    if not rows:
        return None  # a decoder alone has no source: its text is among what it writes
    header = (
        tr("sentence"), tr("position"), tr("piece"), tr("id"), tr("first character"),
        tr("character after the last"),
    )  # fmt: skip
    title = tr("Source, piece by piece")
    if trace.started.model.stacks == "encoder":
        title = tr("Text, piece by piece")
    return Table(title, header, tuple(rows), labels=2)


_TABLES: Final[dict[str, Callable[[Session], Table | None]]] = {
    "attention": _attention,
    "masks": _masks,
    "heads": _heads,
    "candidates": _candidates,
    "beams": _beams,
    "translation": _translation,
    "source": _source_pieces,
}
