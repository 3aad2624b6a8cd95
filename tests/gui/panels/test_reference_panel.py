from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.analysis.reference import score_output
from engine.errors import DiaphaneError
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui import theme
from gui.panels.reference import (
    ASK_TO_TRANSLATE,
    FORCED_TOLD,
    NOTHING_TYPED,
    OWN_TOLD,
    ReferencePanel,
)
from gui.session import Hover, Session
from gui.widgets.empty_message import ASK_TO_WAIT
from gui.widgets.reference_model import Column
from gui.widgets.reference_totals import NOT_KNOWN
from gui.widgets.scale import number
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import LOVE, MODEL, beams, long, love, paragraphs

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary
REFERENCE = "Le chien a poursuivi le chat."


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> ReferencePanel:
    panel = ReferencePanel(session)
    qtbot.addWidget(panel)
    panel.resize(700, 460)
    panel.show()
    return panel


@pytest.fixture
def errands(panel: ReferencePanel) -> list[Callable[[Translator | None], object]]:
    asked: list[Callable[[Translator | None], object]] = []
    panel.wanted.connect(asked.append)
    return asked


def texts(panel: ReferencePanel, column: Column) -> list[str]:
    model = panel.table.scores
    return [model.index(row, int(column)).data() for row in range(model.rowCount())]


def scored(session: Session, translator: Translator, text: str, **options: object) -> None:
    session.set_model(translator.info)
    search = SearchOptions(**options)  # type: ignore[arg-type]
    session.add_events(list(translator.stream(text, search)))


def test_empty_states_say_what_to_do(panel: ReferencePanel, session: Session) -> None:
    def message() -> str | None:
        panel.flush()
        return panel.message.text() if panel.message.isVisible() else None

    assert message() == ASK_TO_TRANSLATE
    happened = love()
    session.add_events(happened[:2])
    assert message() == ASK_TO_WAIT
    session.add_event(happened[2])
    assert message() is None
    assert panel.output() is not None
    session.reset(None)
    assert message() == ASK_TO_TRANSLATE
    assert panel.output() is None


def test_a_reference_is_asked_for(qtbot: QtBot, panel: ReferencePanel, session: Session) -> None:
    asked: list[str] = []
    panel.scoreRequested.connect(asked.append)
    qtbot.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    assert asked == []
    assert panel.notice.text() == NOTHING_TYPED
    assert panel.notice.isVisible()
    qtbot.keyClicks(panel.line, "  ")
    assert not panel.notice.isVisible()
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    assert asked == []
    assert panel.notice.text() == NOTHING_TYPED
    qtbot.keyClicks(panel.line, "Je t'aime. ")
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    qtbot.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    assert asked == ["Je t'aime."] * 2
    # What was typed stays, also where it is refused.
    panel.refuse("Too long.")
    assert panel.notice.text() == "Too long."
    assert panel.line.text() == "  Je t'aime. "
    session.add_events(love())
    panel.flush()
    assert panel.line.text() == "  Je t'aime. "


def test_teacher_forcing_row_by_row(
    panel: ReferencePanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(3)
    scored(session, translator, "The dog chased the cat.", reference=REFERENCE)
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    pieces = [translator.vocabulary.piece(i) for i in translator.vocabulary.encode_ids(REFERENCE)]
    assert panel.told.text() == FORCED_TOLD
    assert texts(panel, Column.TARGET) == [piece.text for piece in pieces]
    assert texts(panel, Column.INPUT) == ["<s>", *(piece.text for piece in pieces[:-1])]
    assert texts(panel, Column.LOSS) == [
        f"{-step.hypotheses[0].log_probability:.4f}" for step in sentence.steps
    ]
    total = -math.fsum(step.hypotheses[0].log_probability for step in sentence.steps)
    assert panel.totals.total.value.text() == f"{number(total)} nats"
    assert panel.totals.mean.value.text() == f"{number(total / len(pieces))} nats"
    assert panel.totals.perplexity.value.text() == number(math.exp(total / len(pieces)))
    assert panel.totals.count.value.text() == str(len(pieces))


def test_while_it_is_being_scored(
    panel: ReferencePanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(3)
    session.set_model(translator.info)
    happened = list(translator.stream(LOVE, SearchOptions(reference=REFERENCE)))
    steps = len(happened) - 4
    for end in range(3, 3 + steps):
        session.add_events(happened[end - 1 : end] if end > 3 else happened[:3])
        panel.flush()
        assert panel.table.scores.rowCount() == end - 2
        expected = f"{end - 2} of {steps}" if end - 2 < steps else str(steps)
        assert panel.totals.count.value.text() == expected
        assert panel.table.art.current == end - 3


def test_random_places_agree_with_the_trace(
    panel: ReferencePanel, session: Session, make_translator: MakeTranslator
) -> None:
    scored(session, make_translator(4), "I love you. The dog.", beam=3, n_best=3, max_length=8)
    chance = random.Random(7)
    trace = session.trace
    assert trace is not None
    for _ in range(20):
        session.set_position(chance.randrange(session.length()))
        place, sentence = session.place(), session.sentence()
        assert place is not None
        assert sentence is not None
        step, hypothesis = place[1], chance.randrange(len(sentence.steps[place[1]].hypotheses))
        session.follow(place[0], step, hypothesis)
        panel.flush()
        output = panel.output()
        assert output is not None
        path = session.path(sentence)
        assert output == score_output(sentence, len(path) - 1, path[-1])
        assert output.positions[: step + 1] == score_output(sentence, step, hypothesis).positions
        assert panel.told.text() == OWN_TOLD
        assert panel.table.art.current == step
        assert panel.table.currentIndex().row() == step


def test_a_step_after_the_end_of_what_is_followed(panel: ReferencePanel, session: Session) -> None:
    """What is shown there is another hypothesis, and the table is about that one."""
    session.add_events(beams())
    session.follow(0, 1, 2)
    session.set_position(3)
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    output = panel.output()
    assert output is not None
    assert output == score_output(sentence, 3, session.hypothesis())
    session.set_position(1)
    panel.flush()
    output = panel.output()
    assert output is not None
    assert output == score_output(sentence, 1, 2)
    assert [position.target.text for position in output.positions] == ["\u2581Moi", "</s>"]


def test_a_click_and_the_keys_go_to_the_step(
    qtbot: QtBot, panel: ReferencePanel, session: Session
) -> None:
    session.add_events(paragraphs())
    session.set_position(session.position_of(1, 0))
    panel.flush()
    table = panel.table
    qtbot.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(60, table.rowViewportPosition(2) + 5),
    )
    assert session.place() == (1, 2)
    panel.flush()
    assert table.art.current == 2
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert session.place() == (1, 1)
    qtbot.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert session.place() == (1, 3)
    panel.flush()
    assert "position 4" in panel.readout.text()


def test_hover_is_shared(qtbot: QtBot, panel: ReferencePanel, session: Session) -> None:
    session.add_events(love())
    session.set_position(0)
    panel.flush()
    table = panel.table
    qtbot.mouseMove(table.viewport(), QPoint(60, table.rowViewportPosition(3) + 5))
    assert session.hover == Hover("target", 3)
    assert "wrote “aime”" in panel.readout.text()
    assert table.art.pointed == 3
    table.pointed.emit(None)
    table._under_pointer = None
    assert session.hover is None
    session.set_hover(Hover("target", 5))
    assert table.art.pointed == 5
    session.set_hover(Hover("source", 5))
    assert table.art.pointed is None


def test_the_full_pass_is_asked_for_once_and_shown(
    panel: ReferencePanel,
    session: Session,
    errands: list[Callable[[Translator | None], object]],
    make_translator: MakeTranslator,
) -> None:
    translator = make_translator(6)
    scored(session, translator, LOVE, reference=REFERENCE, candidates=1)
    panel.flush()
    assert len(errands) == 1
    assert panel.totals.smoothed.value.text() == NOT_KNOWN
    before = texts(panel, Column.RANK)
    assert "> 1" in before
    session.set_position(2)
    panel.flush()
    assert len(errands) == 1
    panel.take_answer(errands[0](translator))
    panel.flush()
    assert session.trace is not None
    steps = len(session.trace.sentences[0].steps)
    full = translator.score(session.trace, 0, steps - 1)
    assert panel.totals.smoothed.value.text() == f"{number(float(full.smoothed().mean()))} nats"
    assert texts(panel, Column.RANK) == [str(rank) for rank in full.ranks.tolist()]
    assert panel.table.art.current == 2
    # What is about another output is not shown.
    scored(session, translator, LOVE, reference="Le chat.")
    panel.flush()
    assert panel.table.scores.full() is None
    panel.take_answer(full)
    panel.flush()
    assert panel.table.scores.full() is None
    assert panel.totals.smoothed.value.text() == NOT_KNOWN
    assert len(errands) == 2
    with pytest.raises(DiaphaneError, match="No model is loaded"):
        errands[-1](None)
    panel.errand_failed("No model is loaded.")
    assert "No model is loaded." in panel.totals.smoothed.value.toolTip()


def test_another_model_is_not_asked(
    panel: ReferencePanel,
    session: Session,
    errands: list[Callable[[Translator | None], object]],
) -> None:
    session.set_model(replace(MODEL, fingerprint="other"))
    session.add_events(love())
    panel.flush()
    assert errands == []
    assert MODEL.name in panel.totals.smoothed.value.toolTip()
    session.set_model(MODEL)
    panel.flush()
    assert len(errands) == 1


def test_what_is_still_being_written_is_not_passed_again(
    panel: ReferencePanel,
    session: Session,
    errands: list[Callable[[Translator | None], object]],
) -> None:
    happened = love()
    for event in happened[:-2]:
        session.add_event(event)
        panel.flush()
    assert errands == []
    session.add_event(happened[-2])
    panel.flush()
    assert len(errands) == 1


def test_remarks_about_the_reference(
    qtbot: QtBot, panel: ReferencePanel, session: Session, make_translator: MakeTranslator
) -> None:
    scored(session, make_translator(0), LOVE, reference="日 aime")
    panel.flush()
    assert "spelt in 3 byte" in panel.notice.text()
    assert panel.notice.isVisible()
    session.add_events(paragraphs())
    panel.flush()
    assert not panel.notice.isVisible()
    qtbot.keyClicks(panel.line, "Le chat.")
    assert "this text has 3" in panel.notice.text()
    session.add_events(love())
    panel.flush()
    assert not panel.notice.isVisible()


def test_copied_table(
    qtbot: QtBot, panel: ReferencePanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(1)
    scored(session, translator, LOVE, reference="Le chat.")
    panel.flush()
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, *lines = QGuiApplication.clipboard().text().splitlines()
    output = panel.output()
    assert output is not None
    assert len(lines) == len(output.positions)
    for line, position in zip(lines, output.positions, strict=True):
        cells = dict(zip(head.split("\t"), line.split("\t"), strict=True))
        assert float(cells["loss"]) == position.loss
        assert int(cells["target_id"]) == position.target.id
        assert int(cells["input_id"]) == position.input.id
        assert position.best is not None
        assert int(cells["likeliest_id"]) == position.best.piece.id
    assert math.fsum(float(line.split("\t")[7]) for line in lines) == output.cross_entropy
    QGuiApplication.clipboard().clear()
    panel.totals.copy_button.click()
    assert QGuiApplication.clipboard().text().startswith("position\tinput")
    table = panel.export_table()
    assert table is not None and table.to_tsv() == QGuiApplication.clipboard().text()


def test_hidden_it_scores_nothing(panel: ReferencePanel, session: Session) -> None:
    panel.hide()
    session.add_events(love())
    panel.flush()
    assert panel.output() is None
    panel.show()
    assert panel.output() is not None


@pytest.mark.parametrize("size", [(280, 200), (420, 300), (640, 420), (1400, 900)])
def test_any_size(panel: ReferencePanel, session: Session, size: tuple[int, int]) -> None:
    session.add_events(long(20, 60))
    panel.resize(*size)
    panel.flush()
    QApplication.processEvents()
    assert (panel.width(), panel.height()) == size
    table = panel.table
    shown = [column for column in Column if not table.isColumnHidden(int(column))]
    assert {Column.INPUT, Column.TARGET, Column.PROBABILITY, Column.LOSS} <= set(shown)
    wide = sum(table.columnWidth(int(column)) for column in shown)
    assert wide <= table.viewport().width()
    # The current step can be seen.
    area = table.visualRect(table.currentIndex())
    assert table.viewport().rect().contains(area.center())


def test_theme_change_takes_the_new_colours(
    qapp: QApplication, themed: None, panel: ReferencePanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    before = panel.table.viewport().grab().toImage()
    theme.apply(qapp, theme.DARK)
    assert panel.table.viewport().grab().toImage() != before


def test_names(panel: ReferencePanel) -> None:
    for widget in (
        panel,
        panel.line,
        panel.table,
        panel.readout,
        panel.notice,
        panel.totals.total.value,
    ):
        assert widget.accessibleName()
    assert panel.caption.buddy() is panel.line


def test_probability_bars_are_as_long_as_the_probabilities(
    themed: None, panel: ReferencePanel, session: Session
) -> None:
    session.add_events(love())
    session.set_position(0)
    panel.flush()
    QApplication.processEvents()
    image = panel.table.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    colour = theme.current().color("accent").rgb()
    output = panel.output()
    assert output is not None
    longest = 0.0
    widths = []
    for row in range(1, len(output.positions)):
        index = panel.table.scores.index(row, int(Column.PROBABILITY))
        area = panel.table.visualRect(index)
        y = int(area.center().y() * ratio)
        pixels = [
            x
            for x in range(int(area.left() * ratio), int(area.right() * ratio))
            if image.pixel(x, y) == colour
        ]
        widths.append(len(pixels) / ratio)
        longest = max(longest, widths[-1] / output.positions[row].probability)
    for row, wide in enumerate(widths, 1):
        assert wide == pytest.approx(longest * output.positions[row].probability, abs=2.5)
