"""What the window says of each kind of model: words that are true of it, whole, in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.search.options import SearchOptions
from engine.traces import file as trace_file
from gui import header, language
from gui.main_window import MainWindow
from gui.model_words import READS, WORDS, words_of
from gui.models.recent import recent_models
from gui.models.texts import model_pair
from gui.panels import alignment
from gui.panels.translation import NOTHING_WRITTEN
from gui.settings import Settings
from gui.tour_stops import STOPS
from gui.widgets import kind_text
from gui.widgets.blanks import text_with_masks
from gui.widgets.choice import ChoiceBox
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.history_text import row_text
from gui.widgets.notice import notice_label, show_notice
from gui.widgets.placeholder import show_placeholder
from gui.worker import Loader
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.resting import Rest
from tests.gui.tiny import MASK, tiny_loader

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

BLANKS = "The dog chased the cat. Where is the dog?"
TEXTS = {"encoder": BLANKS, "headless": "I love you.", "decoder": "The dog chased", "other": "I"}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def loader(make_translator: MakeTranslator) -> Loader:
    return tiny_loader(make_translator)


@pytest.fixture
def settings() -> Settings:
    return Settings(None)


@pytest.fixture
def rest(make_window: Callable[..., MainWindow], loader: Loader, settings: Settings) -> Rest:
    window = make_window(loader, settings)
    window.source.live.setChecked(False)
    return Rest(window)


@pytest.fixture
def french(qapp: QApplication) -> Iterator[None]:
    language.install(qapp, "fr")
    yield
    language.install(qapp, "en")


def load(rest: Rest, name: str) -> MainWindow:
    rest.window.load_model(Path(name))
    rest()
    return rest.window


def run(rest: Rest, name: str, options: SearchOptions | None = None) -> MainWindow:
    window = load(rest, name)
    window.session.set_options(options or SearchOptions(max_length=16))
    window.source.set_text(TEXTS[name])
    window.commands.translate()
    rest()
    assert window.session.finished()
    return window


def open_by_another(rest: Rest, name: str, folder: Path) -> MainWindow:
    """What a model made, opened while another one is loaded."""
    window = run(rest, name)
    trace = window.session.trace
    assert trace is not None
    (folder / name).mkdir()
    there = replace(trace.started.model, folder=str(folder / name))
    trace = replace(trace, started=replace(trace.started, model=there))
    trace_file.save(trace, folder / "x.trace")
    load(rest, "other")
    window.commands.files.open_file(folder / "x.trace")
    rest()
    window.message_bar.hide()
    return window


# What the numbers were computed with ---------------------------------------------------


def test_a_masks_candidates_stand_in_the_text_with_all_masks_open(rest: Rest) -> None:
    window = run(rest, "encoder")
    window.docks.reveal("candidates")
    places = [match.start() for match in re.finditer(MASK, BLANKS)]
    assert len(places) > 1
    for step, place in enumerate(places):
        window.session.set_position(step)
        window.candidates.flush()
        marked = f"{BLANKS[:place]}→{MASK}←{BLANKS[place + len(MASK) :]}"
        heading = window.candidates.heading
        assert heading.toolTip() == f"Mask {step + 1} of {len(places)}: in “{marked}”"
        assert f"→{MASK}←" in heading.text()
        # Nothing of what was filled in before: the text without the arrows is the one typed.
        near = re.sub("[→←]", "", heading.text().partition("“")[2].strip("”…")).strip("…")
        assert near in BLANKS


def test_only_the_surroundings_of_a_mask_are_named_in_a_long_text(rest: Rest) -> None:
    window = run(rest, "encoder")
    trace = window.session.trace
    assert trace is not None
    sentence = trace.sentences[0]
    index = next(i for i, p in enumerate(sentence.encoded.pieces) if p.text == MASK)
    words = " ".join(f"word{number}" for number in range(40))
    piece = replace(sentence.encoded.pieces[index], span=(len(words) + 1, len(words) + 2))
    pieces = [*sentence.encoded.pieces]
    pieces[index] = piece
    long = replace(sentence, encoded=replace(sentence.encoded, pieces=tuple(pieces)))
    whole, near = text_with_masks(f"{words} {MASK} {words}", long, index)
    assert whole == f"{words} →{MASK}← {words}"
    assert len(near) < 100 and near.startswith("…word") and near.endswith("…")
    assert f"word39 →{MASK}← word0" in near


def test_the_first_written_piece_of_a_decoder_comes_after_the_given_one(rest: Rest) -> None:
    window = run(rest, "decoder")
    window.docks.reveal("candidates")
    trace = window.session.trace
    assert trace is not None
    start = trace.sentences[0].encoded.start.surface
    start = start.lstrip("▁") or start
    window.session.set_position(0)
    window.candidates.flush()
    assert window.candidates.heading.text() == f"Step 1: after “{start}”"
    window = run(rest, "other")
    window.session.set_position(0)
    window.candidates.flush()
    assert window.candidates.heading.text() == "Step 1: the first piece"


def test_special_pieces_alone_are_named_as_what_stands_before(rest: Rest) -> None:
    window = run(rest, "other")
    trace = window.session.trace
    assert trace is not None
    sentence = trace.sentences[0]
    written = sentence.steps[0].hypotheses[0].piece
    eos = replace(written, text="</s>", surface="</s>", kind="special")
    first = sentence.steps[0]
    live = replace(first.hypotheses[0], piece=eos, text="")
    sentence.steps[0] = replace(first, hypotheses=(live,))
    window.docks.reveal("candidates")
    window.session.set_position(1)
    window.candidates.flush()
    assert window.candidates.heading.text() == "Step 2: after “</s>”"


def test_a_change_of_a_filling_is_told_by_its_mask(rest: Rest) -> None:
    window = run(rest, "encoder")
    trace = window.session.trace
    assert trace is not None
    chosen = trace.sentences[0].steps[1].hypotheses[0].piece.id
    window.commands.forbid_piece(0, 1, 0, chosen)
    rest()
    window.docks.reveal("history")
    rest()
    badges = " ".join(badge.text for badge in row_text(window.history_.entries()[0], False).badges)
    assert "from mask 2 on" in badges and "after" not in badges


# Another model's work ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["encoder", "decoder"])
@pytest.mark.parametrize("what", ["force_piece", "forbid_piece", "force_text"])
def test_what_if_of_another_models_work_offers_that_model_in_the_windows_language(
    french: None, rest: Rest, tmp_path: Path, name: str, what: str
) -> None:
    window = open_by_another(rest, name, tmp_path)
    trace = window.session.trace
    value = "cat" if what == "force_text" else 7
    getattr(window.commands, what)(0, 1, 0, value)
    rest()
    bar = window.message_bar
    assert bar.isVisible() and bar.label.text() == (
        f"Ceci a été fait par {name}, et other est ouvert\u00a0; "
        f"ouvrez {name} pour continuer à partir de là."
    )
    assert bar.offer_button.isVisible() and bar.offer_button.text() == "L’ouvrir"
    assert not bar.details_button.isVisible() and window.session.trace is trace


# Kinds ---------------------------------------------------------------------------------


def test_what_predicts_nothing_is_not_said_to_fill_in(rest: Rest, settings: Settings) -> None:
    window = run(rest, "headless")
    window.actions_.update()
    shown = [
        window.header.title.text(),
        window.source.translate_button.text(),
        window.translation.heading.text(),
        window.docks.dock("translation").windowTitle(),
        window.session.status,
        window.source.live.accessibleName(),
        *(each.text() for each in window.actions_),
    ]
    assert not [text for text in shown if re.search("[Ff]ill", text)]
    assert shown[:3] == ["Shows its attention", "Read", "Text as read"]
    load(rest, "encoder")
    assert [each.predicts for each in recent_models(settings)] == ["yes", ""]
    models = window.commands.models.library.models
    told = {model.name: model_pair(model) for model in models}
    assert told == {"encoder": "Fills in masks", "headless": "Shows its attention"}


def test_all_words_of_an_encoder_without_an_output_speak_of_reading() -> None:
    for field, text in vars(READS).items():
        assert "fill" not in text.lower() and "translat" not in text.lower(), field


@pytest.mark.parametrize("width", [200, 320, 480])
def test_a_notice_is_never_cut(qapp: QApplication, width: int) -> None:
    label = notice_label("Remark")
    show_notice(label, "word " * 60)
    tall = label.heightForWidth(width)
    lines = tall / label.fontMetrics().lineSpacing()
    assert lines > 60 * label.fontMetrics().horizontalAdvance("word ") / width * 0.9
    show_notice(label, "")
    assert label.isHidden() and label.accessibleName() == "Remark"


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_that_nothing_is_predicted_is_said_whole(rest: Rest, size: tuple[int, int]) -> None:
    rest.window.resize(*size)
    window = run(rest, "headless")
    rest()
    notice = window.translation.notice
    assert notice.isVisible()
    assert notice.height() >= notice.heightForWidth(notice.width())


class Painted(QObject):
    """How often a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_what_an_empty_editor_says_is_drawn_at_once(qtbot: QtBot) -> None:
    editor = QPlainTextEdit()
    editor.setReadOnly(True)
    qtbot.addWidget(editor)
    editor.show()
    qtbot.waitExposed(editor)
    qtbot.wait(50)
    painted = Painted(editor.viewport())
    show_placeholder(editor, "The text appears here.")
    qtbot.waitUntil(lambda: painted.count > 0)
    assert editor.placeholderText() == "The text appears here."


@pytest.mark.parametrize("name", ["encoder", "headless", "decoder"])
def test_empty_panels_speak_of_the_model_from_the_start(rest: Rest, name: str) -> None:
    window = rest.window
    rest()
    editors: tuple[QPlainTextEdit, ...] = (window.source.editor, window.translation.text_view)
    load(rest, name)
    words = words_of(window.session.model)
    assert words is (READS if name == "headless" else WORDS[name])  # type: ignore[index]
    assert [editor.placeholderText() for editor in editors] == [words.ask, words.awaited]
    assert window.attention.message.text() == words.ask_for
    for panel in ("candidates", "beams", "heads", "masks"):
        window.docks.reveal(panel)
        rest()
    load(rest, "other")
    load(rest, name)
    for panel in ("attention", "masks", "heads", "candidates"):
        window.docks.reveal(panel)
        rest()
        assert getattr(window, panel).message.text() == words.ask_for, panel


def test_the_tour_speaks_of_no_one_kind_of_model() -> None:
    for stop in STOPS[:3]:
        text = f"{stop.title} {stop.text}".replace("{translate}", "")
        assert "translation" not in text.lower() and "translates" not in text.lower()


# Nothing written -----------------------------------------------------------------------


def test_that_nothing_was_written_is_said(rest: Rest) -> None:
    window = load(rest, "other")
    window.session.set_options(SearchOptions(max_length=1, beam=2, n_best=2))
    window.source.set_text("I")
    view = window.translation.text_view
    assert view.placeholderText() == WORDS["encoder-decoder"].awaited
    window.commands.translate()
    rest()
    trace = window.session.trace
    assert trace is not None
    empty = [replace(each, text="") for each in trace.sentences[0].finished.hypotheses]  # type: ignore[union-attr]
    outputs = window.beams.outputs
    outputs.show_outputs(replace(trace.sentences[0].finished, hypotheses=tuple(empty)))  # type: ignore[type-var]
    rows = [outputs.topLevelItem(number) for number in range(len(empty))]
    assert [row.text(2) for row in rows if row] == ["(nothing)"] * len(empty)
    window.session.text = lambda: "  "  # type: ignore[method-assign]
    window.translation.refresh()
    assert view.placeholderText() == NOTHING_WRITTEN
    window.actions_["clear"].trigger()
    del window.session.text
    rest()
    assert view.placeholderText() == WORDS["encoder-decoder"].awaited


# Room ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_no_box_is_cut_while_there_is_room_beside_it(
    qapp: QApplication, rest: Rest, code: str, size: tuple[int, int]
) -> None:
    window = load(rest, "decoder")
    window.resize(*size)
    rest()
    for panel in ("attention", "heads", "masks", "scores", "layers", "positions", "model"):
        window.docks.reveal(panel)
        rest()
        for box in getattr(window, panel).findChildren(ChoiceBox):
            wanted = box.sizeHint().width()
            if box.isVisible() and box.width() >= wanted:
                assert box.shown_text() == box.currentText(), (panel, box.accessibleName())
    window.docks.reveal("attention")
    rest()
    box = window.attention.kind_box
    assert box.shown_text() == box.currentText()


def test_every_entry_of_a_box_fits_into_the_width_it_wants(themed: None) -> None:
    for entries in (["Decoder masked self", "x"], ["1 of 12"], ["Décodeur (auto masquée)"], []):
        box = ChoiceBox(narrowest=6)
        box.addItems(entries)
        box.resize(box.sizeHint())
        for index in range(len(entries)):
            box.setCurrentIndex(index)
            assert box.shown_text() == entries[index]
        box.resize(box.minimumSizeHint())
        if entries:
            box.setCurrentIndex(0)
            assert len(box.shown_text()) >= min(4, len(entries[0]))


def test_a_heading_that_does_not_fit_ends_in_dots(french: None, rest: Rest) -> None:
    window = load(rest, "decoder")
    heading = window.source.heading
    assert isinstance(heading, ElidedLabel) and heading.text() == heading.toolTip()
    # It gives way to the buttons beside it, and the count of characters goes first.
    window.source.resize(260, 200)
    QApplication.sendPostedEvents()
    assert heading.width() < heading.fontMetrics().horizontalAdvance(heading.text())
    assert not window.source.count.isVisible()


def test_what_positions_say_wraps(rest: Rest) -> None:
    window = load(rest, "decoder")
    window.resize(1024, 700)
    window.docks.reveal("positions")
    rest()
    about = window.positions.about
    about.setText("Relative positions, " * 20)
    rest()
    assert about.height() >= about.heightForWidth(about.width())


# Alignment -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [("encoder", alignment.ENCODER_ALONE), ("decoder", alignment.DECODER_ALONE)],
)
@pytest.mark.parametrize("first", [True, False])
def test_an_alignment_that_cannot_be_has_no_controls(
    rest: Rest, name: str, why: str, first: bool
) -> None:
    window = load(rest, name) if first else run(rest, name)
    window.docks.reveal("alignment")
    rest()
    panel = window.alignment
    assert panel.message.text() == why and panel.message.isVisible()
    for part in (panel.controls, panel.copies, panel.readout):
        assert not part.isVisible()
    panel.resize(panel.width(), panel.height() + 1)
    rest()
    assert not panel.copies.isVisible()
    run(rest, "other")
    window.docks.reveal("alignment")
    rest()
    assert panel.controls.isVisible() and panel.copies.isVisible()


# Small things --------------------------------------------------------------------------


def test_the_history_counts_translations_only_where_there_are_no_others(rest: Rest) -> None:
    window = run(rest, "other")
    window.docks.reveal("history")
    rest()
    assert window.history.sizes.text().startswith("1 translation,")
    run(rest, "encoder")
    window.docks.reveal("history")
    rest()
    assert window.history.sizes.text().startswith("2 texts,")


@pytest.mark.parametrize("name", ["encoder", "headless", "decoder"])
def test_languages_are_not_offered_for_exchange_where_there_are_none(rest: Rest, name: str) -> None:
    window = load(rest, name)
    window.actions_.update()
    for command in ("swap", "translate_from", "translate_to"):
        assert not window.actions_[command].isEnabled(), command
        assert "does not translate" in window.actions_[command].toolTip()
    load(rest, "other")
    window.actions_.update()
    assert window.actions_["swap"].isEnabled()


def test_quotation_marks_are_those_of_the_language(french: None, rest: Rest) -> None:
    assert language.quoted("2") == "«\u00a02\u00a0»"
    window = run(rest, "decoder")
    for panel in ("attention", "beams", "candidates"):
        window.docks.reveal(panel)
        rest()
    window.translation.flush()
    said = (window.translation.current, window.beams.readout, window.candidates.readout)
    for label in said:
        assert "«" in label.text() and "“" not in label.text(), label.text()


def test_no_quotation_mark_bypasses_the_translation() -> None:
    """Outside :func:`tr` a pair of English marks would stay English."""
    for path in (ROOT / "gui").rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not re.search(r'f"[^"]*“\{', line), f"{path.name}:{number}"


@pytest.mark.parametrize("name", ["encoder", "headless", "decoder", "other"])
def test_rows_and_columns_are_called_what_they_are(rest: Rest, name: str) -> None:
    window = run(rest, name)
    own = name != "other"
    for panel in ("attention", "masks"):
        window.docks.reveal(panel)
        rest()
    kind = window.session.kind
    titles = kind_text.axis_titles(kind, own)
    shown = window.attention._shown
    assert shown is not None and shown.titles() == titles
    assert all("piece of the text" in title for title in titles) is own
    assert not [t for t in replace(shown, words=True).titles() if own and "shifted" in t]
    if not own:
        decoder = kind_text.axis_titles(AttentionKind.DECODER_SELF, own)
        assert "decoder input, shifted right" in decoder[0]


def test_a_model_is_named_once_at_the_top(rest: Rest, loader: Loader) -> None:
    window = load(rest, "other")
    info = window.session.model
    assert info is not None
    window.session.set_model(replace(info, source_language="", target_language=""))
    assert window.header.title.text() == header.TEXT_TO_TEXT
    assert window.header.model.text().startswith("other  ·")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("encoder", "filled"),
        ("headless", "attention"),
        ("decoder", "continuation"),
        ("other", "translation"),
    ],
)
def test_files_are_called_after_what_is_in_them(
    rest: Rest, monkeypatch: pytest.MonkeyPatch, name: str, file: str
) -> None:
    window = run(rest, name)
    asked: list[str] = []

    def ask(_: object, __: str, path: str, *___: object) -> tuple[str, str]:
        asked.append(Path(path).name)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    window.commands.files.save_trace()
    window.commands.files.export_report()
    assert asked == [f"{file}.trace", f"{file}.html"]
