"""What the panels of the search show: candidates, beams, reference."""

from __future__ import annotations

import math

import numpy as np

from gui.main_window import MainWindow
from gui.widgets.candidate_model import MOST
from tests.gui.agreement.shown import Shown, Tell, back, ends_of, figures, ids


def check_candidates(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel = window.candidates
    table = panel.table()
    if shown is None or shown.step is None:
        tell.same("the table", table, None)
        return
    if table is None:
        tell.say(f"no candidates: {panel.message.text()!r}")
        return
    live = shown.live
    rows = [row for row in table.rows if row.kind == "candidate"]
    listed = live.candidates[:MOST]
    tell.same("the pieces", [row.piece.id for row in rows], ids(c.piece for c in listed))
    tell.close("the probabilities", [r.probability for r in rows], [c.probability for c in listed])
    logs = [c.log_probability for c in listed]
    tell.close("the log-probabilities", [row.log_probability for row in rows], logs)
    tell.same("what is blocked", [row.blocked for row in rows], [c.blocked for c in listed])
    marked = [row.piece.id for row in table.rows if row.mark]
    tell.same("the marked piece", marked, [live.piece.id])
    forced = [row.mark == "forced" for row in table.rows if row.mark]
    tell.same("whether it was forced", forced, [live.forced])
    tell.close("the sum", math.fsum(row.probability for row in table.rows), 1.0, atol=1e-4)
    siblings = {
        other.piece.id
        for place, other in enumerate(shown.sentence.steps[shown.step].hypotheses)
        if place != shown.hypothesis and other.parent == live.parent
    }
    wrote = {row.piece.id for row in rows if row.others}
    tell.same("what siblings wrote", wrote, siblings & set(ids(c.piece for c in listed)))
    heading = figures(panel.heading.text())
    tell.same("the step in the heading", heading[:1], [shown.step + 1])
    tell.same("what a click is about", panel._place(), (shown.number, shown.step, shown.hypothesis))


def check_beams(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.beams, window.session
    tree = panel.tree
    if shown is None or not shown.sentence.steps:
        tell.same("the tree", tree.sentence, None)
        return
    steps = shown.sentence.steps
    if not tell.same("the sentence", tree.sentence is shown.sentence, True):
        return
    if not tell.same("how many steps it has", len(tree.layout_), len(steps)):
        return
    tell.same("the bold path", list(tree.scene.path), shown.path)
    ring = None if shown.step is None else (shown.step, shown.hypothesis)
    tell.same("the ringed node", tree.shown, ring)
    kept = kept_nodes(shown)
    for step, each in enumerate(steps):
        sizes = tree.layout_.size(step), len(each.hypotheses)
        tell.same(f"the size of step {step + 1}", *sizes)
        for place, live in enumerate(each.hypotheses):
            node = (step, place)
            parent = (step - 1, live.parent) if step else None
            tell.same(f"the parent of {node}", tree.layout_.parent(node), parent)
            tell.same(f"whether {node} is kept", tree.layout_.kept(node), node in kept)
            seen = tree.layout_.row(node) >= 0
            on_path = step < len(shown.path) and shown.path[step] == place
            if not seen and (on_path or node in kept or not tree.layout_.folded):
                tell.say(f"{node} is hidden")
    if ring is not None:
        said = figures(panel.formula.text())
        if not said:
            tell.say("the score is not written out")
    followed = shown.number in ends_of(session)
    tell.same("whether the best can be followed", panel.best_button.isVisibleTo(panel), followed)
    outputs = () if shown.sentence.finished is None else shown.sentence.finished.hypotheses
    tell.same("the outputs", panel.outputs.outputs(), outputs)
    texts = [
        panel.outputs.topLevelItem(n).text(2) for n in range(panel.outputs.topLevelItemCount())
    ]
    written = [output.text if output.text.strip() else "(nothing)" for output in outputs]
    tell.same("their texts", texts, written)
    end = (len(shown.path) - 1, shown.path[-1])
    ends = [(output.step, output.index) for output in outputs]
    row = (
        panel.outputs.indexOfTopLevelItem(panel.outputs.currentItem())
        if panel.outputs.currentItem()
        else -1
    )
    tell.same("the marked output", row, ends.index(end) if end in ends else -1)


def kept_nodes(shown: Shown) -> set[tuple[int, int]]:
    """All from which something lives in the newest step or has finished."""
    steps, finished = shown.sentence.steps, shown.sentence.finished
    leaves = {
        (step, place)
        for step, each in enumerate(steps)
        for place, live in enumerate(each.hypotheses)
        if live.finished or step == len(steps) - 1
    }
    if finished is not None:
        leaves |= {
            (o.step, o.index)
            for o in finished.hypotheses
            if o.ending == "nothing allowed" and o.step >= 0
        }
    return {(step, place) for leaf in leaves for step, place in enumerate(back(steps, *leaf))}


def check_reference(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel = window.reference
    output = panel.output()
    if shown is None or not shown.path or shown.stacks == "encoder":
        tell.same("the output", output, None)
        return
    if output is None:
        tell.say(f"nothing is scored: {panel.message.text()!r}")
        return
    written = [shown.sentence.steps[n].hypotheses[p] for n, p in enumerate(shown.path)]
    targets = [live.piece for live in written]
    tell.same("the pieces", ids(position.target for position in output.positions), ids(targets))
    inputs = [shown.encoded.start, *targets[:-1]]
    tell.same("the inputs", ids(position.input for position in output.positions), ids(inputs))
    logs = np.array([live.log_probability for live in written], dtype=np.float64)
    tell.close("the losses", [position.loss for position in output.positions], -logs)
    tell.close("the cross-entropy", output.cross_entropy, -logs.sum())
    tell.close("the perplexity", output.perplexity / math.exp(-logs.mean()), 1.0)
    forced = shown.encoded.options.reference is not None
    tell.same("whether it is a reference", output.reference, forced)
    tell.same("the rows of the table", panel.table.scores.rowCount(), len(written))
    tell.same(
        "the current row",
        panel.table.currentIndex().row(),
        -1 if shown.step is None else shown.step,
    )
    full = panel._answer
    model = window.session.model
    same = model is not None and model.fingerprint == shown.trace.started.model.fingerprint
    if full is None:
        if same and shown.sentence.finished is not None and not panel._failure:
            tell.say("the whole pass is missing")
        return
    tell.same("the pieces of the whole pass", list(full.written), ids(targets))
    # One pass over all of it, where the trace has step by step: float32's last digits.
    tell.close("the whole pass", full.log_probabilities, logs, atol=1e-4)
