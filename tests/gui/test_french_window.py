"""The newer panels, the dialogs and the whole window in another language, as in test_french."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from engine.checkpoints.hub import Progress
from engine.events import AttentionKind, Encoded, Event, Started
from engine.model.heads_off import HeadPlace
from engine.model.kinds import Stacks
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui import status_text, theme
from gui.dialogs import AboutDialog, ErrorDialog, ShortcutsDialog, versions
from gui.errors import ErrorReporter
from gui.failure import describe, no_model
from gui.header import Header
from gui.history import History, HistoryFullError
from gui.language import tr
from gui.main_window import MainWindow
from gui.message_bar import MessageBar
from gui.numbers import megabytes
from gui.palette import CommandPalette
from gui.panels.alignment import AlignmentPanel
from gui.panels.history import HistoryPanel
from gui.panels.layers import LayersPanel
from gui.panels.model import ModelPanel
from gui.panels.positions import PositionsPanel
from gui.panels.reference import ReferencePanel
from gui.preferences import Preferences
from gui.presets import PANELS, PRESETS
from gui.search_dialog import BEAM, GREEDY, SAMPLING, SearchDialog
from gui.session import Session
from gui.settings_dialog import SettingsDialog
from gui.widgets.history_model import ROW_ROLE
from gui.widgets.languages import language_name
from gui.widgets.layer_list import LayerList
from gui.widgets.layer_norms import header_tooltip
from gui.widgets.layer_request import LayersAnswer, LayersRequest
from gui.widgets.option_text import OPTION_NAMES, option_name, option_value
from gui.widgets.reference_model import Column
from gui.worker import WRITING
from tests.engine.conftest import MakeTranslator, make_translator, tiny_vocabulary
from tests.engine.networks import BERT, LLAMA, T5
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.layer_answers import WORDS, layer_views
from tests.gui.models_at_hand import AtHand, HubAtHand, found, hub_model, local
from tests.gui.pseudo import english, texts_of
from tests.gui.test_french import (
    check,
    check_panel,
    data_of,
    of_offers,
    other_language,
    painted,
    shown,
)
from tests.gui.traces import LOVE, MODEL, Sentence, beams, events, love, paragraphs, without

__all__ = ["make_translator", "other_language", "tiny_vocabulary"]

FORMULAS = frozenset({"PE", "pos", "sin", "cos", "d_model", "LayerNorm", "ReLU"})
QT_WORDS = frozenset(
    {
        "Float",
        "Close",
        "Scroll Left",
        "Scroll Right",
        "Undocks and re-attaches the dock widget",
        "Closes the dock widget",
    }
)
"""What Qt itself names has translations of its own."""
TOLD = (
    "The made-up engine has no layers.",
    "The made-up engine has no positions.",
    "The made-up engine has no card.",
    # The threshold of the lines of Attention, which has a point still.
)
MODEL_WORDS = frozenset(
    {MODEL.name, MODEL.architecture, MODEL.folder, MODEL.dtype, MODEL.device, "Diaphane", "CPU"}
)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


def check_drawn(panel: QWidget, session: Session, data: Iterable[str] = ()) -> None:
    known = data_of(session) | set(data)
    check(painted(panel, known), known)


def check_texts(told: Iterable[str], data: Iterable[str] = ()) -> None:
    assert check((("told", text) for text in told), data)


# Panels --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "happened", [[], love()[:2], love()[:5], love(), paragraphs()], ids=range(5)
)
def test_alignment(qtbot: QtBot, session: Session, happened: list[Event]) -> None:
    panel = shown(qtbot, AlignmentPanel(session))
    if happened:
        session.add_events(happened)
    for face in range(2):
        panel.controls.faces.chosen.emit(("ties", "matrix")[face])
        for row in range(panel.controls.row_box.count()):
            panel.controls.row_box.activated.emit(row)
            panel.flush()
            text = panel.alignment()
            told = []
            if text is not None:
                for side, words in (("source", text.source), ("target", text.target)):
                    told += [panel.word_text((side, n)) for n in range(len(words))]  # type: ignore[arg-type]
                rows, columns = len(text.target), len(text.source)
                told += [panel.cell_text(t, s) for t in range(rows) for s in range(columns)]
                told.append(text.summary())
                # For other programs the numbers stay as they are.
                assert "0," not in text.table() and "0." in text.table()
            told += of_offers(panel.offers())
            check(texts_of(panel), data_of(session) | {"Ctrl"})
            check((("told", text) for text in told), data_of(session))
            check_drawn(panel, session)


def answered(panel: PositionsPanel | ReferencePanel | ModelPanel, translator: Translator) -> None:
    """Let a panel have what it asks for at once."""

    def answer(errand: Callable[[Translator], object]) -> None:
        panel.take_answer(errand(translator))

    panel.wanted.connect(answer)


@pytest.mark.parametrize("network", [{}, T5, LLAMA, BERT])
@pytest.mark.parametrize("translated", [False, True])
def test_positions(
    qtbot: QtBot, make_translator: MakeTranslator, translated: bool, network: dict[str, Any]
) -> None:
    translator = make_translator(mask=9, **{**network, "max_positions": 40})
    session = Session()
    panel = PositionsPanel(session)
    answered(panel, translator)
    shown(qtbot, panel)
    data = {*FORMULAS, translator.info.name}
    check(texts_of(panel), data)
    session.set_model(translator.info)
    if translated:
        options = SearchOptions(max_length=24 if network == LLAMA else 5)
        session.add_events(list(translator.stream("The dog chased.", options)))
    data |= data_of(session)
    for face in range(panel.controls.face_box.count()):
        panel.controls.face_box.setCurrentIndex(face)
        for between in range(3):
            panel.controls.between_box.setCurrentIndex(between)
            for side in range(2):
                panel.controls.side_box.setCurrentIndex(side)
                panel.flush()
                QApplication.processEvents()
                known = network not in (T5, BERT) and translated
                assert panel.faces.answer() is not None or not known
                panel.faces.waves.curves._move(3)
                check(texts_of(panel), data)
                told = [panel.faces.text()]
                if panel.faces.answer() is not None and face != 1:
                    told += [panel.faces.cell_text(row, column) for row, column in ((0, 1), (2, 3))]
                check((("told", text) for text in told), data)


@pytest.mark.parametrize(
    "network",
    [
        {"shared_embeddings": False, "tied_output": False, "output_bias": True},
        T5,
        {**LLAMA, "rotary_factor": 2.0, "rotary_llama3": (8.0, 1.0, 4.0, 64.0)},
        BERT,
        {**BERT, "output": "none", "output_bias": False},
    ],
)
def test_model_card(qtbot: QtBot, make_translator: MakeTranslator, network: dict[str, Any]) -> None:
    translator = make_translator(mask=9, **network)
    session = Session()
    panel = shown(qtbot, ModelPanel(session), 700, 500)
    answered(panel, translator)
    data = {*FORMULAS, translator.info.name, "d_ff", "d_k", "relu", "cpu", "float32"}
    check(texts_of(panel), data)
    session.set_model(translator.info)
    panel.flush()
    assert panel.card() is not None
    data |= {language_name("en"), language_name("fr"), "LayerNorm", "Sublayer", "RMSNorm"}
    data |= {"silu", "gelu", "W_gate", "W_O", "W_2", "W_1", translator.info.mask}
    table = panel.export_table()
    assert table is not None
    cells = [cell for row in table.rows for cell in row if isinstance(cell, str)]
    check_texts([*cells, *table.header, table.title], data)
    for face in range(panel.face_box.count()):
        panel.face_box.setCurrentIndex(face)
        panel.face_box.activated.emit(face)
        panel.flush()
        check(texts_of(panel), data)


@pytest.mark.parametrize("pre", [False, True])
@pytest.mark.parametrize("kind", [AttentionKind.ENCODER_SELF, AttentionKind.CROSS])
def test_layers(qtbot: QtBot, session: Session, pre: bool, kind: AttentionKind) -> None:
    panel = shown(qtbot, LayersPanel(session))
    asked: list[LayersRequest] = []
    panel.wanted.connect(asked.append)
    panel.flush()
    check_panel(panel, session)
    session.select(kind=kind, layer=1)
    session.add_events(love())
    words = {word for piece in WORDS for word in (piece.text, piece.text.removeprefix("\u2581"))}
    data = FORMULAS | words

    def look() -> None:
        panel.flush()
        QApplication.processEvents()
        check(texts_of(panel), data_of(session) | data)
        told = []
        grid = panel.lens.grid
        for x in range(2, grid.width(), 25):
            told += [grid.tooltip_at(QPointF(x, y)) for y in range(2, grid.height(), 12)]
        for chart in (panel.norms.encoder, panel.norms.decoder):
            table = chart.table()
            for index in range(0 if table is None else len(table.rows)):
                chart._move(index)
                told.append(chart.reading())
        check_texts([header_tooltip(), *filter(None, told)], data_of(session) | data)

    for answer in (False, True):
        if answer:
            request = asked[-1]
            views = layer_views(
                request.trace, request.sentence, request.step, request.hypothesis, 3, pre
            )
            panel.take_answer(LayersAnswer(request, views))
        for face in range(2):
            panel.face_box.setCurrentIndex(face)
            panel.face_box.activated.emit(face)
            look()
    assert isinstance(panel.lens.list, LayerList) and panel.lens.list.rows()
    panel.errand_failed("…")
    look()


@pytest.mark.parametrize("forced", [False, True])
def test_reference(qtbot: QtBot, make_translator: MakeTranslator, forced: bool) -> None:
    translator = make_translator()
    session = Session()
    panel = ReferencePanel(session)
    answered(panel, translator)
    shown(qtbot, panel)
    panel.flush()
    check(texts_of(panel), ())
    panel.button.click()
    check(texts_of(panel), ())
    session.set_model(translator.info)
    options = SearchOptions(reference="Le chien dort.") if forced else SearchOptions(max_length=6)
    session.add_events(list(translator.stream("The dog sleeps.", options)))
    panel.flush()
    panel.flush()
    QApplication.processEvents()
    model = panel.table.scores
    assert model.full() is not None
    told = [str(model.headerData(c, Qt.Orientation.Horizontal)) for c in range(len(Column))]
    roles = Qt.ItemDataRole
    for row in range(model.rowCount()):
        for column in range(len(Column)):
            index = model.index(row, column)
            heard = (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole)
            told += [str(index.data(role)) for role in heard]
    pieces = {str(model.index(row, int(Column.CHOICE)).data()) for row in range(model.rowCount())}
    data = data_of(session) | {piece.split(" ")[0].removeprefix("\u2581") for piece in pieces}
    check(texts_of(panel), data)
    check_texts(told, data)
    assert re.search(r"0\.\d", model.as_text())


def other_options(happened: Iterable[Event], options: SearchOptions) -> list[Event]:
    return [
        dataclasses.replace(event, options=options)
        if isinstance(event, Started | Encoded)
        else event
        for event in happened
    ]


def test_history_and_comparison(qtbot: QtBot, session: Session) -> None:
    history = History(session)
    panel = shown(qtbot, HistoryPanel(session, history))
    panel.flush()
    check_panel(panel, session)
    vous = ("\u2581Je", "\u2581vous", "\u2581aime", "\u2581beaucoup", ".", "</s>")
    off: HeadPlace = (AttentionKind.CROSS.value, 0, 1)
    session.add_events(love())
    options = SearchOptions(beam=4, n_best=4, alpha=0.8, forbidden=(5,))
    session.add_events(other_options(beams(), options))
    session.add_events(list(events(LOVE, [Sentence(LOVE, vous)], seed=3)))
    session.add_events(without(love(), off))
    session.add_events(
        other_options(love(), SearchOptions(sample=True, temperature=0.7, top_k=1500, seed=12345))
    )
    session.add_events(other_options(love(), SearchOptions(max_length=1234)))
    session.add_events(paragraphs())
    panel.flush()
    data: set[str] = set()
    for entry in history.entries():
        session.show(entry.trace)
        data |= data_of(session)
        data |= set(re.findall(r"\w+", f"{entry.text} {entry.translation}"))
    panel.flush()
    entries = history.entries()
    history.pin(entries[2], True)
    history._dropped = 3
    panel.select(*entries[:1])
    panel.refresh()
    told = []
    for row in range(panel.model.rowCount()):
        index = panel.model.index(row)
        told += [index.data(ROW_ROLE).spoken, index.data(Qt.ItemDataRole.ToolTipRole)]
    told += of_offers(panel.offers())
    check_texts(told, data)
    check(texts_of(panel), data)
    page = panel.page
    for second in range(len(entries)):
        session.select(kind=AttentionKind.CROSS, layer=0, head=1)
        panel.page.show_pair(entries[1], entries[second])
        panel._stack.setCurrentWidget(page)
        for face in ("steps", "beside", "difference"):
            page.controls.face.choose(face)
            for kind in AttentionKind:
                session.select(kind=kind, head=1 if second % 2 else None)
                page.refresh()
                QApplication.processEvents()
                check(texts_of(page), data)
        told = []
        for row in range(page.table.steps.rowCount()):
            for column in range(page.table.steps.columnCount()):
                index = page.table.steps.index(row, column)
                told += [str(index.data()), str(index.data(Qt.ItemDataRole.ToolTipRole))]
        difference = page.attention.difference()
        if difference is not None:
            told += [page.attention.difference_text(0, c) for c in range(len(difference.keys))]
        for half in page.attention.halves:
            told.append(half.cell_text(0, 0))
        check((("told", text) for text in told), data)


def test_a_full_history_says_so(session: Session) -> None:
    history = History(session, limit=10)
    session.add_events(love())
    with pytest.raises(HistoryFullError) as refused:
        history.pin(history.entries()[0], True)
    check_texts([str(refused.value), megabytes(1234567)])
    assert megabytes(1234567).startswith("1,2")


def test_options(session: Session) -> None:
    session.add_events(love())
    sentence = session.sentence()
    assert sentence is not None
    usual = SearchOptions()
    for name in OPTION_NAMES:
        check_texts([option_name(name), option_value(name, getattr(usual, name), sentence)])
    assert option_value("alpha", 0.6, sentence) == "0,6"
    assert option_value("top_k", 12345, sentence) == "12\u202f345"
    assert option_value("seed", 12345, sentence) == "12345"


# Dialogs -------------------------------------------------------------------------------


def test_search_dialog(qtbot: QtBot) -> None:
    off: HeadPlace = (AttentionKind.CROSS.value, 0, 1)
    dialog = SearchDialog(SearchOptions(heads_off=(off,)))
    shown(qtbot, dialog)
    for method in (GREEDY, BEAM, SAMPLING):
        dialog.method.setCurrentIndex(method)
        # Layer and head of the head that is off; buttons that Qt itself names.
        check(texts_of(dialog), {"1.2", "OK", "Cancel"})
        boxes = [dialog.alpha, dialog.temperature, dialog.top_p, dialog.penalty]
        assert all("," in box.text() and "." not in box.text() for box in boxes)
    dialog.temperature.setValue(0.75)
    assert dialog.options().temperature == 0.75


def test_other_dialogs(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    window = make_window(FakeLoader(FakeTranslator()))
    rows = window.actions_.rows()
    keys = {word for row in rows for word in re.findall(r"[A-Za-z]+", row.keys)}
    languages = {"English", "Français"}
    made_with = {versions()}
    for dialog in (
        ShortcutsDialog(rows, window),
        CommandPalette(rows, window),
        AboutDialog(MODEL, window),
        SettingsDialog(Preferences(), window),
    ):
        shown(qtbot, dialog, 600, 500)
        QApplication.processEvents()
        known = (
            keys | MODEL_WORDS | languages | made_with | {"Vaswani", "al", "Inter", "SIL", "OFL"}
        )
        # Licences, colour maps and the paper keep their names.
        known |= {"2.0", "1.1", "CET", *(name.capitalize() for name in theme.COLOUR_MAPS)}
        check(texts_of(dialog), known)


def test_models_window(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    hand = AtHand([local(tmp_path / "m" / "opus"), local(tmp_path / "m" / "many", "", "", "own")])
    repo = "m/opus"
    results = [found(repo), found("m/closed", gated=True), found("m/odd", problem="…")]
    models = {repo: hub_model(repo)}
    hub = HubAtHand(tmp_path / "h", results=results, models=models)
    window = make_window(FakeLoader(FakeTranslator()), sources=hub.sources(hand))
    library = window.commands.models.library
    library.remember(tmp_path / "gone", MODEL)
    with qtbot.waitSignal(library.changed):
        window.actions_["models"].trigger()
    made = window.commands.models._models
    assert made is not None
    shown(qtbot, made, 860, 700)
    data = {repo, "m/closed", "m/odd", "m/many", "cc-by-4.0", "apache-2.0", str(tmp_path), "gone"}
    data |= {MODEL.name, "Hugging", "Face", "hub", "model.safetensors", "HF_TOKEN", "ast", "en",
             "de", "hub.example does not tell of m/closed."}  # fmt: skip
    data |= {str(model.folder) for model in hand.models} | {str(tmp_path / "gone")}

    def look() -> None:
        QApplication.processEvents()
        check(texts_of(made), data)

    for row in range(made.local.tree.topLevelItemCount()):
        made.local.tree.setCurrentItem(made.local.tree.topLevelItem(row))
        look()
    made.search.search()
    look()
    made.search.set_pair("en", "de")
    with qtbot.waitSignal(made.search._background.done):
        made.search.search()
    for row in range(made.search.tree.topLevelItemCount()):
        made.search.tree.setCurrentItem(made.search.tree.topLevelItem(row))
        look()
    assert "12\u202f345" in made.search.tree.topLevelItem(0).text(2)  # type: ignore[union-attr]
    for stage in ("list", "check", "wait", "download"):
        made.download._on_reported(
            Progress(stage, "model.safetensors", 5, 9, 1_500_000, 2_345_678, 1, 2, "", "…")  # type: ignore[arg-type]
        )
        look()
    assert "1,5" in made.download.message.text()
    made.download._on_stopped()
    look()
    with qtbot.waitSignal(made.download.finished):
        made.download.begin(repo)
    look()


def test_errors(qtbot: QtBot) -> None:
    dialog = ErrorDialog()
    shown(qtbot, dialog)
    dialog.report("…", "one")
    dialog.report("…", "two")
    check(texts_of(dialog), {"one", "two", versions()})
    dialog.copy()
    assert english(dialog.copy_button.text()) == []
    bar = MessageBar()
    shown(qtbot, bar)
    bar.show_message("…", "…")
    check(texts_of(bar), ())
    reporter = ErrorReporter()
    with qtbot.waitSignal(reporter.raised) as heard:
        reporter._on_exception(ValueError, ValueError("…"), None)
    check_texts([heard.args[0]], {"Diaphane", "ValueError"})  # type: ignore[index]


@pytest.mark.parametrize(
    "during",
    [
        *("load", "translate", "explain", "reference", "layers", "positions", "card", "open"),
        *("models", "find", "download"),
        *WRITING,
    ],
)
def test_what_failed(during: str) -> None:
    check_texts([describe(ValueError("…"), during).message], {"ValueError"})
    check_texts([describe(MemoryError(), during).message, str(no_model())])


# The window ----------------------------------------------------------------------------


def test_header(qtbot: QtBot, session: Session) -> None:
    search, change = QAction(tr("Search")), QAction(tr("Switch theme"))
    header = Header(session, search, change)
    shown(qtbot, header, 900, 60)
    data = MODEL_WORDS | {language_name("en"), language_name("fr"), "Ctrl", "Shift", "Alt"}
    for options in (
        SearchOptions(),
        SearchOptions(beam=3),
        SearchOptions(sample=True, temperature=0.5, heads_off=(("cross", 0, 1),)),
    ):
        session.set_options(options)
        check(texts_of(header), data | {"1.2"})
    session.set_model(None)
    check(texts_of(header), data | {"1.2"})


def menus(window: MainWindow) -> list[str]:
    return [menu.title() for menu in window.menuBar().findChildren(QMenu) if menu.title()]


def test_window(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    keys = {word for row in window.actions_.rows() for word in re.findall(r"[A-Za-z]+", row.keys)}
    check_texts(menus(window))
    said: list[str] = []
    session.statusChanged.connect(said.append)

    def look() -> None:
        QApplication.processEvents()
        data = data_of(session) | keys | MODEL_WORDS | FORMULAS | QT_WORDS | {*LOVE.split(), *TOLD}
        check(texts_of(window), data)
        for name in PANELS:
            window.docks.arrange(name)
            QApplication.processEvents()
            check(painted(window.docks.dock(name).panel, data), data)
        window.docks.arrange(PRESETS["learn"])

    look()
    window.source.set_text(LOVE)
    window.commands.step()
    qtbot.waitUntil(lambda: session.length() == 1)
    look()
    with qtbot.waitSignal(window.controller.translationEnded):
        window.controller.play()
    look()
    window.commands.copy_translation()
    window.commands.files.copy_table()
    window.controller.clear()
    assert len(said) > 4
    check_texts(said, {"Diaphane"})


def test_status_texts(session: Session) -> None:
    session.add_events(paragraphs())
    trace = session.trace
    assert trace is not None and trace.translated is not None
    for cut in ((), (1,), (0, 2)):
        for looping in ((), (1,), cut):
            translated = dataclasses.replace(trace.translated, cut=cut, looping=looping)
            check_texts([status_text.summary(trace, 7, translated)])
    for stacks in get_args(Stacks):
        check_texts([status_text.progress(stacks, 3, 1, 1), status_text.progress(stacks, 3, 2, 5)])
    check_texts([status_text.paused(1)])
    check_texts([status_text.summary(None, 0, trace.translated)])
