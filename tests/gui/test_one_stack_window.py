"""Encoders and decoders alone in the window: real tiny ones, through the worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.search.options import SearchOptions
from engine.traces import file as trace_file
from engine.traces.report import write_report
from gui.main_window import MainWindow
from gui.models.recent import recent_models
from gui.models.texts import model_pair
from gui.panels import alignment, gates, layers, reference
from gui.search_dialog import SearchDialog
from gui.settings import Settings
from gui.widgets import why_not
from gui.widgets.pieces import label
from gui.widgets.strip_model import Given
from gui.worker import Loader
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.agreement.window import disagreements
from tests.gui.resting import Rest
from tests.gui.tiny import MASK, tiny_loader

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

BLANKS = "The dog chased the cat. Where is the dog?"
PROMPT = "The dog chased"


@pytest.fixture(scope="module")
def loader(make_translator: MakeTranslator) -> Loader:
    return tiny_loader(make_translator)


@pytest.fixture
def settings() -> Settings:
    return Settings(None)


@pytest.fixture
def rest(
    make_window: Callable[..., MainWindow], loader: Loader, settings: Settings, qtbot: QtBot
) -> Rest:
    window = make_window(loader, settings)
    window.source.live.setChecked(False)
    return Rest(window)


def run(rest: Rest, name: str, text: str, options: SearchOptions | None = None) -> MainWindow:
    window = rest.window
    if window.session.model is None or window.session.model.name != name:
        window.load_model(Path(name))
        rest()
    window.session.set_options(options or SearchOptions(max_length=24))
    window.source.set_text(text)
    window.commands.translate()
    rest()
    assert window.session.finished()
    return window


def shown_message(window: MainWindow, name: str) -> str:
    window.docks.reveal(name)
    panel = getattr(window, name)
    panel.flush()
    assert panel.message.isVisible(), name
    return str(panel.message.text())


# In their own words --------------------------------------------------------------------


def words(window: MainWindow) -> list[str]:
    window.actions_.update()
    return [
        window.header.title.text(),
        window.source.heading.text(),
        window.source.translate_button.text(),
        window.translation.heading.text(),
        window.docks.dock("translation").windowTitle(),
        window.actions_["translate"].text(),
        window.actions_["copy_translation"].text(),
    ]


def test_buttons_headings_and_commands_say_what_the_model_does(rest: Rest) -> None:
    window = rest.window
    window.load_model(None)
    rest()
    translator = words(window)
    assert translator[1:4] == ["English", "Translate", "French"]
    window.load_model(Path("encoder"))
    rest()
    assert words(window) == [
        *("Fills in masks", "Text", "Fill in", "Filled in", "Filled in"),
        *("Fill in &the masks", "&Copy the filled text"),
    ]
    assert "mask" in window.source.editor.placeholderText()
    assert "Ctrl" in window.source.translate_button.toolTip()
    assert window.header.model.text().startswith("encoder  ·  encoder, 2 layers  ·  4 heads")
    window.load_model(Path("decoder"))
    rest()
    assert words(window) == [
        *("Continues a text", "Text to continue", "Continue", "Continuation", "Continuation"),
        *("Con&tinue the text", "&Copy the text"),
    ]
    assert not window.source.mask_button.isVisible()
    rows = {row.name: row.menu for row in window.actions_.rows()}
    assert rows["Continue the text"] == "Text"
    window.load_model(None)
    rest()
    assert words(window) == translator


def test_the_chooser_tells_what_they_do(rest: Rest, settings: Settings, tmp_path: Path) -> None:
    window = rest.window
    for name in ("encoder", "decoder"):
        (tmp_path / name).mkdir()
        window.load_model(tmp_path / name)
        rest()
    assert [each.stacks for each in recent_models(settings)] == ["decoder", "encoder"]
    library = window.commands.models.library
    with_words = {model.name: model_pair(model) for model in library.models}
    assert with_words == {"encoder": "Fills in masks", "decoder": "Continues a text"}


def test_there_are_no_languages_to_choose_or_to_exchange(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT)
    assert not window.header.swap_button.isVisible()
    window.actions_.update()
    commands = window.commands
    slots = {
        "swap": commands.models.swap,
        "translate_from": commands.languages.ask_source,
        "translate_to": commands.languages.ask_target,
    }
    for name, slot in slots.items():
        action = window.actions_[name]
        assert not action.isEnabled() and "does not translate" in action.toolTip(), name
        window.message_bar.show_message("")
        slot()
        assert "does not translate" in window.message_bar.label.text(), name


# The kinds -----------------------------------------------------------------------------


def test_a_kind_is_selected_that_the_model_has(rest: Rest) -> None:
    window = rest.window
    window.load_model(None)
    rest()
    assert window.session.kind is AttentionKind.CROSS
    for name, kind in (
        ("encoder", AttentionKind.ENCODER_SELF),
        ("decoder", AttentionKind.DECODER_SELF),
        ("other", AttentionKind.CROSS),
    ):
        window.load_model(Path(name))
        rest()
        assert window.session.kind is kind, name
        checked = {k: a.isChecked() for k, a in (
            (AttentionKind.ENCODER_SELF, window.actions_["kind_encoder"]),
            (AttentionKind.DECODER_SELF, window.actions_["kind_decoder"]),
            (AttentionKind.CROSS, window.actions_["kind_cross"]),
        )}  # fmt: skip
        assert [k for k, on in checked.items() if on] == [kind]
    # What the user chose is remembered, not what a model made of it.
    window.load_model(Path("encoder"))
    rest()
    window.remember()
    assert window.settings.text("attention/kind") == AttentionKind.CROSS.value


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("encoder", BLANKS, (AttentionKind.DECODER_SELF, AttentionKind.CROSS)),
        ("decoder", PROMPT, (AttentionKind.ENCODER_SELF, AttentionKind.CROSS)),
    ],
)
def test_panels_of_attention_say_why_there_is_none(
    rest: Rest, name: str, text: str, kinds: tuple[AttentionKind, ...]
) -> None:
    window = run(rest, name, text)
    alone = f"an {name} alone" if name == "encoder" else f"a {name} alone"
    for kind in kinds:
        window.session.select(kind=kind, layer=0, head=0)
        for panel in ("attention", "heads", "masks", "scores"):
            said = shown_message(window, panel)
            assert said == why_not.why_no_attention(window.session) and alone in said
    assert alone in shown_message(window, "alignment")
    assert shown_message(window, "alignment") in (alignment.ENCODER_ALONE, alignment.DECODER_ALONE)
    if name == "encoder":
        assert shown_message(window, "layers") == layers.ENCODER_ALONE
        assert shown_message(window, "gates") == gates.ENCODER_ALONE
        assert shown_message(window, "reference") == reference.ENCODER_ALONE
        assert not window.reference.line.isEnabled() and not window.reference.button.isEnabled()
    else:
        assert shown_message(window, "gates") == gates.ATTENDS
    run(rest, "other", "The dog.")
    assert window.reference.line.isEnabled()


# Encoders ------------------------------------------------------------------------------


def test_masks_are_filled_in_one_a_step(rest: Rest) -> None:
    window = run(rest, "encoder", BLANKS)
    session, trace = window.session, window.session.trace
    assert trace is not None and session.length() == BLANKS.count(MASK) == 2
    steps = trace.sentences[0].steps
    filled = [label(step.hypotheses[0].piece) for step in steps]
    assert [c.text for c in window.translation.strip.chips()] == [f.lstrip("▁") for f in filled]
    assert window.translation.text() == trace.text == steps[-1].hypotheses[0].text
    assert window.session.status == "Filled in 2 masks."
    window.docks.reveal("candidates")
    places = [i for i, p in enumerate(trace.sentences[0].encoded.pieces) if p.text == MASK]
    window.docks.reveal("attention")
    for step, place in enumerate(places):
        session.set_position(step)
        rest()
        # The row of the mask in question is marked, and lit in the text.
        assert window.attention.heatmap._current == place
        assert window.source.attended() and disagreements(window) == []
        window.docks.reveal("candidates")
        window.candidates.flush()
        assert window.candidates.heading.text().startswith(f"Mask {step + 1} of 2: in “")
        table = window.candidates.table()
        assert table is not None
        assert table.rows[0].piece == steps[step].hypotheses[0].candidates[0].piece
        window.docks.reveal("attention")


def test_another_candidate_changes_one_mask_alone(rest: Rest) -> None:
    window = run(rest, "encoder", BLANKS)
    before, session = window.session.trace, window.session
    assert before is not None
    first, second = (step.hypotheses[0] for step in before.sentences[0].steps)
    other = next(c.piece for c in first.candidates[1:] if c.blocked is None)
    window.commands.force_piece(0, 0, 0, other.id)
    rest()
    assert session.trace is not before and session.trace is not None
    changed = [step.hypotheses[0].piece for step in session.trace.sentences[0].steps]
    # An earlier filling does not change a later one.
    assert changed == [other, second.piece]
    window.actions_["undo"].trigger()
    assert session.trace is before


def test_a_beam_finds_the_best_sets_of_fillings(rest: Rest) -> None:
    window = run(rest, "encoder", BLANKS, SearchOptions(beam=3, n_best=3))
    window.docks.reveal("beams")
    rest()
    outputs = window.beams.outputs.outputs()
    assert len(outputs) == 3 and all(output.ending == "end" for output in outputs)
    assert "length limit" not in window.beams.readout.text()
    assert "length limit" not in window.beams.node_text((1, 0))
    assert window.translation.strip.notes() == []


def test_heads_are_switched_off_in_an_encoder(rest: Rest) -> None:
    window = run(rest, "encoder", BLANKS)
    before = window.session.trace
    window.commands.switch_heads((("encoder self", 0, 1), ("encoder self", 1, 2)))
    rest()
    after = window.session.trace
    assert before is not None and after is not None and after is not before
    one, other = (t.sentences[0].encoded.attention for t in (before, after))
    assert one is not None and other is not None
    np.testing.assert_array_equal(one[0], other[0])
    assert np.abs(one[1] - other[1]).max() > 0, "the second layer sees what the first left out"
    window.commands.restore_heads()
    rest()
    assert window.session.trace is not None
    assert window.session.trace.text == before.text


@pytest.mark.parametrize(
    ("name", "said"),
    [("encoder", why_not.NO_MASK.format(mask=MASK)), ("headless", why_not.NO_OUTPUT)],
)
def test_without_anything_to_fill_in_it_says_what_to_do(rest: Rest, name: str, said: str) -> None:
    window = run(rest, name, "I love you.")
    assert window.session.length() == 0
    window.translation.flush()
    assert window.translation.notice.text() == said and window.translation.notice.isVisible()
    assert window.translation.text() == "I love you."
    assert shown_message(window, "candidates") == said == shown_message(window, "beams")
    reads = "Read." if name == "headless" else "Read; nothing was filled in."
    assert window.session.status == reads
    assert window.transport.label.text() == "no steps"
    # What the encoder computed is there all the same.
    window.docks.reveal("attention")
    rest()
    assert window.attention.matrix() is not None
    window.docks.reveal("heads")
    rest()
    assert window.heads.grid.isVisible()


# The mask ------------------------------------------------------------------------------


def test_a_mask_is_put_in_by_button_and_by_key(rest: Rest, qtbot: QtBot) -> None:
    window = rest.window
    window.load_model(Path("encoder"))
    rest()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    source = window.source
    button = source.mask_button
    assert button.isVisible() and "Ctrl+M" in button.toolTip()
    assert button.text() == f"+ {MASK}" and button.accessibleName() == "Insert mask"
    source.set_text("The cat eats")
    cursor = source.editor.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, QTextCursor.MoveMode.KeepAnchor)
    source.editor.setTextCursor(cursor)
    source.mask_button.click()
    assert source.text() == f"The {MASK} eats"
    # Apart from the words beside it.
    source.editor.moveCursor(QTextCursor.MoveOperation.End)
    source.editor.setFocus()
    qtbot.keyClick(source.editor, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert source.text() == f"The {MASK} eats {MASK}"
    source.editor.undo()
    assert source.text() == f"The {MASK} eats"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("headless", why_not.NO_OUTPUT),
        ("decoder", "Masks are filled in by models"),
        (None, "Masks"),
    ],
)
def test_where_a_mask_means_nothing_the_command_says_so(
    rest: Rest, name: str | None, reason: str
) -> None:
    window = rest.window
    window.load_model(None if name is None else Path(name))
    rest()
    rows = {row.name: row for row in window.actions_.rows()}
    assert not rows["Insert mask"].action.isEnabled()
    assert rows["Insert mask"].tip.startswith(reason)
    window.commands.insert_mask()
    assert window.message_bar.label.text().startswith(reason) and window.source.text() == ""
    assert not window.source.mask_button.isVisible()


# Decoders ------------------------------------------------------------------------------


def test_the_text_is_given_and_the_continuation_chosen(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT)
    session, trace = window.session, window.session.trace
    assert trace is not None
    given = len(trace.sentences[0].encoded.options.begins_with)
    chips = window.translation.strip.chips()
    assert given > 1 and len(chips) == session.length() > given
    assert [chip.given for chip in chips] == [n < given for n in range(len(chips))]
    assert "given: a piece of your text" in chips[0].tooltip
    assert window.translation.strip.tint(0) is None
    assert window.translation.strip.tint(given) is not None
    assert window.translation.text().startswith(PROMPT)
    window.docks.reveal("candidates")
    for step, forced in ((0, True), (given, False)):
        session.set_position(step)
        rest()
        table = window.candidates.table()
        assert table is not None
        assert (table.rows[table.chosen].mark == "forced") is forced
    # No source is lit: there is none.
    assert window.source.attended() == ()


def test_its_first_piece_stands_before_the_others(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT)
    trace = window.session.trace
    assert trace is not None
    start = trace.sentences[0].encoded.start
    first = window.translation.strip._model.entries[0]
    assert isinstance(first, Given) and start.kind != "special"
    assert f"{'▁' if first.spaced else ''}{first.text}" == label(start)


def test_the_length_limit_is_told_in_its_words(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT, SearchOptions(max_length=16, no_repeat_ngram=1))
    assert window.translation.notice.text() == "The text stopped at the length limit of 16 pieces."
    assert window.session.status.endswith("cut at the length limit of 16 pieces.")
    # A text that is longer than that is refused as what it is.
    window.source.set_text(PROMPT * 3)
    window.commands.translate()
    rest()
    assert window.message_bar.label.text().startswith("The text has")


def test_what_if_words_a_reference_and_undo(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT)
    before = window.translation.text()
    window.commands.force_text(0, 3, 0, "cat")
    rest()
    assert window.translation.text().startswith("The dog chased"[:3])
    trace = window.session.trace
    assert trace is not None and trace.sentences[0].encoded.options.prefix
    window.actions_["undo"].trigger()
    assert window.translation.text() == before
    window.docks.reveal("reference")
    window.reference.line.setText("the cat.")
    window.reference.button.click()
    rest()
    assert window.translation.text() == "The dog chased the cat."
    assert window.translation.heading.text() == "Continuation: your reference"
    output = window.reference.output()
    assert output is not None and output.reference


def test_layers_and_positions_of_a_decoder_alone(rest: Rest) -> None:
    window = run(rest, "decoder", PROMPT)
    window.docks.reveal("layers")
    rest()
    assert window.layers.views() is not None
    window.layers.face_box.setCurrentIndex(1)
    window.layers._on_face(1)
    assert not window.layers.norms._left.isVisible() and window.layers.norms.decoder.isVisible()
    window.docks.reveal("positions")
    window.positions.controls.face_box.setCurrentIndex(2)
    rest()
    found = window.positions.faces.shown_embeddings()
    assert found is not None and found.side == "target"
    assert not window.positions.controls._side.isVisible()
    run(rest, "encoder", BLANKS)
    found = window.positions.faces.shown_embeddings()
    assert found is not None and found.side == "source"


# Both ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [("encoder", BLANKS), ("decoder", PROMPT)])
def test_stepping_goes_from_one_to_the_next(rest: Rest, name: str, text: str) -> None:
    window = rest.window
    window.load_model(Path(name))
    rest()
    window.session.set_options(SearchOptions(max_length=12))
    window.source.set_text(text)
    for steps in (1, 2):
        window.commands.step()
        rest()
        assert window.session.length() == steps == window.session.position + 1
    window.commands.back()
    assert window.session.position == 0
    window.commands.toggle_play()
    rest()
    assert window.session.finished()


@pytest.mark.parametrize(("name", "text"), [("encoder", BLANKS), ("decoder", PROMPT)])
def test_traces_history_and_reports(rest: Rest, name: str, text: str, tmp_path: Path) -> None:
    window = run(rest, name, text)
    trace = window.session.trace
    assert trace is not None
    written = window.translation.text()
    path = tmp_path / "x.trace"
    trace_file.save(trace, path)
    write_report(trace, tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert f"an {name} alone" in page or f"a {name} alone" in page
    run(rest, "other", "The dog.")
    window.commands.files.open_file(path)
    rest()
    assert window.translation.text() == written and window.source.text() == text
    assert window.session.kind in (AttentionKind.ENCODER_SELF, AttentionKind.DECODER_SELF)
    assert window.translation.heading.text() in ("Filled in", "Continuation")
    entries = window.history_.entries()
    assert [entry.text for entry in entries] == [text, "The dog.", text]
    window.docks.reveal("history")
    rest()
    assert all("begins with" not in str(row) for row in window.history.model._rows)


def test_the_search_dialog_speaks_of_the_text(qtbot: QtBot) -> None:
    decoder = SearchDialog(SearchOptions(), stacks="decoder")
    encoder = SearchDialog(SearchOptions(), stacks="encoder")
    for dialog in (decoder, encoder):
        qtbot.addWidget(dialog)
    assert decoder.longest.specialValueText() == "20 more than twice the text's pieces"
    assert "what was given included" in decoder.longest.toolTip()
    assert not encoder.form.isRowVisible(encoder.longest)
    assert decoder.form.isRowVisible(decoder.longest)
