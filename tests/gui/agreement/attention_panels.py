"""What the panels of attention show: heads, attention, scores, masks, alignment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.analysis.alignment import Method, Row
from engine.analysis.heads import Measure
from engine.analysis.padding import PAD
from engine.events import AttentionKind, Piece
from gui.main_window import MainWindow
from gui.widgets.pieces import axis_token
from tests.gui.agreement.shown import Array, Shown, Tell, ids
from tests.gui.agreement.text_panels import kind_index


def check_heads(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.heads, window.session
    tell.same("the kind", panel.kind_box.currentIndex(), kind_index(session.kind))
    recorded = None if shown is None else shown.heads()
    showing = panel._stack.currentWidget() is panel.grid
    if not tell.same("whether heads are shown", showing, recorded is not None):
        return
    if shown is None or recorded is None:
        return
    layers, heads = recorded.shape[:2]
    model = panel.model()
    tell.same("rows left out", model.missing, 0)
    tell.same("the shape", (model.layers, model.heads, model.queries, model.keys), recorded.shape)
    column = heads if shown.head is None else shown.head
    tell.same("the selected head", panel.grid.selection, (shown.layer, column))
    weights = np.nan_to_num(recorded.astype(np.float64))
    means = weights.mean(axis=1, keepdims=True)
    tell.close(
        "the entropy of the heads",
        model.measure(Measure.ENTROPY),
        np.concatenate([entropies(weights), entropies(means)], axis=1),
        atol=2e-5,
    )
    off = {place[1:] for place in shown.encoded.options.heads_off if place[0] == shown.kind.value}
    then = {place[1:] for place in session.options.heads_off if place[0] == shown.kind.value}
    tell.same("the heads that are off", set(panel.grid.art._off), off)
    tell.same("the heads that will be switched", set(panel.grid.art._changing), off ^ then)
    order = panel.order()
    if order.measure is Measure.ENTROPY:
        numbers = [entropies(weights)[place] for place in panel.grid.places() if place[1] < heads]
        sign = -1 if order.highest_first else 1
        sorted_ = all(sign * (b - a) > -1e-4 for a, b in pairwise(numbers))
        tell.same("whether the list is sorted", sorted_ and len(numbers) == layers * heads, True)


def entropies(weights: Array) -> Array:
    """[layers, heads] mean over the rows of −Σ w ln w."""
    logs = np.log(np.where(weights > 0, weights, 1.0))
    return (-(weights * logs).sum(axis=-1)).mean(axis=-1)


def check_attention(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.attention, window.session
    tell.same("the kind", panel.kind_box.currentIndex(), kind_index(session.kind))
    if session.shape() is not None:
        tell.same("the layer", panel.layer_box.currentIndex(), session.layer)
        head = 0 if session.head is None else session.head + 1
        tell.same("the head", panel.head_box.currentIndex(), head)
    matrix = None if shown is None else shown.matrix()
    drawn, page = panel.shown(), panel._stack.currentWidget()
    if shown is None or matrix is None:
        tell.same("the page", page, panel.message)
        return
    queries, keys = shown.axes()
    if drawn is None:
        kinds = {piece.kind for piece in queries}, {piece.kind for piece in keys}
        if panel.specials or {"special"} not in kinds:
            tell.say(f"nothing is drawn: {panel.message.text()!r}")
        return
    rows = [word.pieces for word in drawn.grouped.rows]
    columns = [word.pieces for word in drawn.grouped.columns]
    whole = partition("the rows", rows, queries, panel.words, panel.specials, tell)
    if not partition("the columns", columns, keys, panel.words, panel.specials, tell) or not whole:
        return
    expected = grouped(matrix, rows, columns)
    blocked = grouped(shown.blocked(), rows, columns) == np.array([len(c) for c in columns])
    face = panel.lines if panel.face == "lines" else panel.heatmap
    tell.same("the face", page, face)
    scene = panel.lines.scene
    art = panel.heatmap.view._art
    weights, masked = (
        (scene.weights, scene._masked) if face is panel.lines else (art.weights, art.masked)
    )
    tell.close("the drawn weights", weights, expected)
    tell.same("the drawn mask", np.array_equal(masked, blocked), True)
    if not panel.words and face is panel.heatmap:
        labels(face.left, [queries[row[0]] for row in rows], "the row labels", tell)
        labels(face.top, [keys[column[0]] for column in columns], "the column labels", tell)
    current = shown.blank()
    if shown.kind is not AttentionKind.ENCODER_SELF:
        current = shown.step
    if current is not None:
        current = next((r for r, row in enumerate(rows) if current in row), None)
    marked = face._current if face is panel.heatmap else face.scene.looks.current
    tell.same("the marked row", marked, current)
    if drawn.selected:
        total = expected[list(drawn.selected)].sum(axis=0)
        tell.close("the sum of the selected rows", drawn.total, total)


def labels(axis: QWidget, pieces: Sequence[Piece], what: str, tell: Tell) -> None:
    tell.same(what, [t.text for t in axis.tokens()], [axis_token(piece).text for piece in pieces])


def partition(
    what: str,
    groups: list[tuple[int, ...]],
    pieces: Sequence[Piece],
    words: bool,
    specials: bool,
    tell: Tell,
) -> bool:
    """Every piece is in one group, in order; special ones are left out if they are hidden."""
    wanted = [i for i, piece in enumerate(pieces) if specials or piece.kind != "special"]
    if not words and any(len(group) != 1 for group in groups):
        tell.say(f"{what} are words, not pieces")
    return tell.same(what, [index for group in groups for index in group], wanted)


def grouped(
    matrix: Array, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]
) -> Array:
    """[row, column] the sum over the keys of a column of the mean over the queries of a row."""
    return np.array(
        [
            [np.mean([sum(matrix[q, k] for k in column) for q in row]) for column in columns]
            for row in rows
        ],
        dtype=np.float64,
    ).reshape(len(rows), len(columns))


def check_scores(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.scores, window.session
    page = panel._stack.currentWidget()
    axes = None if shown is None else shown.axes()
    if shown is None or shown.lacks or (axes is None and session.head is not None):
        tell.same("the page", page, panel._message_page)
        return
    if session.head is None:
        tell.same("the page", page, panel.chooser)
        return
    same = session.model is not None
    same = same and session.model.fingerprint == shown.trace.started.model.fingerprint
    if not same and page is panel._message_page:
        return
    explanation = panel.explanation()
    if page is not panel._scroll or explanation is None:
        tell.say(f"no head is explained: {panel.message.text()!r}")
        return
    encoder = shown.kind is AttentionKind.ENCODER_SELF
    step = None if encoder else shown.step
    told = (explanation.kind, explanation.layer, explanation.head, explanation.step)
    if not tell.same("the head", told, (shown.kind, shown.layer, shown.head, step)):
        return
    weights = explanation.stage("weights")
    names = tuple(ids(axis.labels) for axis in weights.axes)
    if tell.same("the pieces", names, tuple(map(ids, axes))):
        # One pass over all of it, where the trace has step by step: float32's last digits.
        tell.close("the weights", weights.values, shown.matrix(), atol=2e-5)
        blocked = np.isneginf(explanation.stage("mask").values)
        tell.same("the mask", np.array_equal(blocked, shown.blocked()), True)
    off = (shown.kind.value, shown.layer, shown.head) in shown.encoded.options.heads_off
    tell.same("whether the head is off", explanation.off, off)
    if off:
        tell.close(
            "what a head that is off adds", explanation.stage("contribution").values.any(), 0
        )
    link = panel.view.chosen()
    drawn = panel.view.heatmap.view._art.weights
    if link is not None:
        tell.same("the shape of the large matrix", drawn.shape, link.values.shape)


def check_masks(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.masks, window.session
    tell.same("the kind", panel.kind_box.currentIndex(), kind_index(session.kind))
    parts = panel.parts()
    blocked = None if shown is None else shown.blocked()
    if not tell.same("whether a mask is shown", parts is not None, blocked is not None):
        return
    if shown is None or parts is None:
        tell.same("the page", panel._stack.currentIndex(), 0)
        return
    tell.same("the kind of the mask", parts.kind, shown.kind)
    own_keys = sum(piece is not PAD for piece in parts.keys)
    # Where more than up to the step is shown, the part up to it has to be that of the trace.
    rows, columns = min(len(parts.combined), len(blocked)), min(own_keys, blocked.shape[1])
    tell.same(
        "the mask", np.array_equal(parts.combined[:rows, :columns], blocked[:rows, :columns]), True
    )
    if not parts.batch and not parts.forced:
        queries, keys = shown.axes()
        tell.same("the rows", ids(parts.queries), ids(queries))
        tell.same("the columns", ids(parts.keys), ids(keys))
    if parts.forced and not parts.batch:
        output = [shown.sentence.steps[n].hypotheses[p].piece.id for n, p in enumerate(shown.path)]
        fed = (
            output if shown.kind is AttentionKind.CROSS else [shown.encoded.start.id, *output[:-1]]
        )
        told = ids(parts.queries)
        tell.same("what is fed in", told[: len(fed)], fed)
    if parts.batch and not parts.combined[:, own_keys:].all():
        tell.say("a pad can be looked at")
    if parts.causal is not None:
        size = len(parts.causal)
        triangle = np.triu(np.ones((size, size), dtype=np.bool_), 1)
        tell.same("the causal mask", np.array_equal(parts.causal, triangle), True)
        both = np.array_equal(parts.combined, parts.causal | parts.padding)
        tell.same("whether the masks add up", both, True)
    drawn = panel.heatmap.view._art.masked
    tell.same("the drawn mask", np.array_equal(drawn, panel.shown()), True)
    step = None if shown.kind is AttentionKind.ENCODER_SELF else shown.step
    tell.same("the marked row", panel.heatmap._current, step)


def check_alignment(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.alignment, window.session
    text, reading = panel.alignment(), panel.reading
    page = panel._stack.currentWidget()
    if shown is None or shown.step is None or shown.stacks != "encoder-decoder":
        tell.same("the page", page, panel.message)
        return
    layer, head = reading.place()
    if session.kind is AttentionKind.CROSS and layer is not None:
        tell.same("what is read", (layer, head), (session.layer, session.head))
    words_there = any(piece.kind != "special" for piece in shown.written)
    if text is None:
        if words_there:
            tell.say(f"nothing is tied: {panel.message.text()!r}")
        return
    recorded = np.stack([live.cross for live in shown.chain], axis=2).astype(np.float64)
    weights = recorded.mean(axis=0) if layer is None else recorded[layer]
    weights = weights.mean(axis=0) if head is None else weights[head]
    soft = text.soft
    columns = [word.pieces for word in soft.source]
    rows = [word.pieces for word in soft.target]
    whole = partition("the source words", columns, shown.encoded.pieces, True, False, tell)
    if not partition("the target words", rows, shown.written, True, False, tell) or not whole:
        return
    if reading.row is Row.READS:
        rows = [tuple(i + 1 for i in row if i + 1 < len(weights)) for row in rows]
    expected = np.zeros((len(rows), len(columns)))
    for index, row in enumerate(rows):
        if row:
            expected[index] = grouped(weights, [row], columns)[0]
    tell.close("the weights", soft.weights, expected)
    links = set(text.links)
    if reading.method is not Method.THRESHOLD:
        best = {(int(w.argmax()), t) for t, w in enumerate(soft.weights) if w.any()}
        if reading.method is Method.INTERSECTION:
            best = {(s, t) for s, t in best if soft.weights[:, s].argmax() == t}
        tell.same("the aligned pairs", links, best)
    else:
        pairs = zip(*np.nonzero(soft.weights >= np.float32(reading.threshold)), strict=True)
        tell.same("the aligned pairs", links, {(int(s), int(t)) for t, s in pairs})
    tell.same("the face", page, panel.heatmap if reading.face == "matrix" else panel.view)
    if page is panel.heatmap:
        tell.close("the drawn weights", panel.heatmap.view._art.weights, expected)
    else:
        drawn = {(tie.source, tie.target) for tie in panel.view._ties if tie.hard}
        tell.same("the drawn ties", drawn, links)
