"""What the panels show that ask the network: positions and layers."""

from __future__ import annotations

import numpy as np

from engine.events import AttentionKind
from gui.main_window import MainWindow
from gui.numbers import whole
from gui.widgets.position_request import SentenceAnswer, TableAnswer
from tests.gui.agreement.shown import Array, Shown, Tell, ids


def same_model(window: MainWindow, shown: Shown) -> bool:
    model = window.session.model
    return model is not None and model.fingerprint == shown.trace.started.model.fingerprint


def check_model(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, model = window.model, window.session.model
    card = panel.card()
    if model is None or card is None:
        tell.same("whether there is a card", card is not None, model is not None)
        tell.same("the page", panel._stack.currentWidget(), panel._message_page)
        return
    tell.same("the parameters", card.parameters, model.parameters)
    tell.same("the layers", card.config.encoder_layers, model.encoder_layers)
    found = {each.kind: (each.layers, each.heads) for each in card.attention}
    both = model.stacks == "encoder-decoder"
    cross = model.decoder_layers if both else 0
    expected = (cross, model.heads if cross else 0)
    tell.same("the cross-attention", found[AttentionKind.CROSS], expected)
    if model.name not in panel.heading.text():
        tell.say(f"the heading is {panel.heading.text()!r}")
    if panel.face_box.currentIndex() == 0:
        tell.same("the page", panel._stack.currentWidget(), panel.view)
        if whole(model.parameters) not in panel.view.toPlainText():
            tell.say("the total is not on the page")


def check_positions(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session, controls = window.positions, window.session, window.positions.controls
    trace = session.trace
    wrong_model = trace is not None and (
        session.model is None or session.model.fingerprint != trace.started.model.fingerprint
    )
    nothing = (
        session.model is None
        if not controls.of_sentence
        else (shown is None or (controls.side == "target" and shown.step is None))
    )
    page = panel._stack.currentWidget()
    if wrong_model or nothing:
        tell.same("the page", page, panel._message_page)
        return
    answer = panel.faces.answer()
    if page is not panel.faces or answer is None:
        tell.say(f"nothing is shown: {panel.message.text()!r}")
        return
    if not controls.of_sentence:
        if tell.same("what is answered", type(answer), TableAnswer):
            count = min(controls.count, session.model.max_positions)
            table = answer.table.table
            tell.same("how many positions", len(table), count)
            tell.close("the sinusoids", table, sinusoids(*table.shape))
        return
    if shown is None or not tell.same("what is answered", type(answer), SentenceAnswer):
        return
    pieces = shown.encoded.pieces if controls.side == "source" else shown.inputs
    found = answer.embeddings
    tell.same("the pieces", ids(found.pieces), ids(pieces))
    tell.same("the side", found.side, controls.side)
    tell.close("the positions", found.positions, sinusoids(*found.positions.shape))
    tell.close("the sum", found.total, found.scaled + found.positions)
    if found.total.any() and panel.faces.currentWidget() is panel.faces.embeddings:
        drawn = [each.values for each in panel.faces.embeddings.maps()]
        for name, one, other in zip(
            ("embeddings", "positions", "sums"),
            drawn,
            (found.scaled, found.positions, found.total),
            strict=True,
        ):
            tell.close(f"the drawn {name}", one, other)


def sinusoids(rows: int, width: int) -> Array:
    """PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos of the same."""
    dimension = np.arange(width)
    angle = np.arange(rows)[:, None] / 10000.0 ** ((dimension - dimension % 2) / width)
    return np.where(dimension % 2, np.cos(angle), np.sin(angle))


def check_layers(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel = window.layers
    page = panel._stack.currentWidget()
    table = panel.lens.grid.table()
    if shown is None or shown.step is None or shown.stacks == "encoder":
        tell.same("the page", page, panel._message_page)
        return
    if page is panel._message_page:
        if same_model(window, shown):
            tell.say(f"nothing is shown: {panel.message.text()!r}")
        return
    if table is None:
        tell.say("there is no table")
        return
    tell.same("the pieces", ids(table.written), ids(shown.written))
    tell.same("the inputs", ids(table.inputs), ids(shown.inputs))
    tell.same("the step", table.current, shown.step)
    tell.same("the rows", table.states, shown.trace.started.model.decoder_layers + 1)
    views = table.views
    if views is None or table.covered <= shown.step:
        tell.say(f"only {table.covered} of {shown.step + 1} steps are known")
        return
    for step, live in enumerate(shown.chain):
        # The last state is what the network says: the candidates.
        said = views.written_log_probabilities[-1, step]
        tell.close(f"step {step + 1} of the last layer", said, live.log_probability, atol=1e-4)
        top = views.top_log_probabilities[-1, step]
        wanted = sorted((c.log_probability for c in live.candidates), reverse=True)[: len(top)]
        tell.close(f"the likeliest of step {step + 1}", top[: len(wanted)], wanted, atol=1e-4)
    layer = None if shown.kind is AttentionKind.ENCODER_SELF else shown.layer
    tell.same("the marked layer", panel.lens.grid._layer, layer)
    cell = panel.lens.grid.cursor_cell()
    if cell is not None and not (cell[0] < table.states and cell[1] < table.steps):
        tell.say(f"the cursor stands outside, at {cell}")
    norms = panel.norms._table
    if norms is not None:
        tell.same("the step of the norms", norms.current, shown.step)
