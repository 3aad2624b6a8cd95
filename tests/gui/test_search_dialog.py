"""Choosing how translations are searched for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from engine.search.options import SearchOptions
from gui import theme
from gui.main_window import MainWindow
from gui.search_dialog import BEAM, GREEDY, SAMPLING, SearchDialog
from gui.settings import Settings
from gui.widgets.option_text import search_summary
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE

CASES = [
    SearchOptions(),
    SearchOptions(beam=7, n_best=7, normalisation="average", alpha=1.0, stopping="first"),
    SearchOptions(sample=True, n_best=3, temperature=0.8, top_k=40, top_p=0.9, seed=12),
    SearchOptions(no_repeat_ngram=3, repetition_penalty=1.2, max_length=30),
    SearchOptions(heads_off=(("encoder self", 0, 1), ("cross", 1, 3))),
]


@pytest.mark.parametrize("options", CASES)
def test_it_shows_the_options_and_gives_them_back(
    qtbot: QtBot, themed: None, options: SearchOptions
) -> None:
    dialog = SearchDialog(options)
    qtbot.addWidget(dialog)
    assert dialog.options() == options


def test_only_what_belongs_to_the_method_is_shown_and_counts(qtbot: QtBot, themed: None) -> None:
    dialog = SearchDialog(SearchOptions(candidates=17))
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.beam.isVisible() and not dialog.seed.isVisible()
    dialog.method.setCurrentIndex(BEAM)
    assert dialog.beam.isVisible() and not dialog.seed.isVisible()
    assert dialog.options() == SearchOptions(beam=4, n_best=4, candidates=17)
    dialog.method.setCurrentIndex(SAMPLING)
    dialog.temperature.setValue(0.5)
    assert dialog.options() == SearchOptions(sample=True, temperature=0.5, candidates=17)
    dialog.method.setCurrentIndex(GREEDY)
    assert dialog.options() == SearchOptions(candidates=17)


def test_what_contradicts_itself_cannot_be_accepted(qtbot: QtBot, themed: None) -> None:
    dialog = SearchDialog(SearchOptions(reference=(5, 3)))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.method.setCurrentIndex(BEAM)
    assert "reference" in dialog.problem.text() and dialog.problem.isVisible()
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_enter_means_ok_and_it_looks_so(qapp: QApplication, qtbot: QtBot, themed: None) -> None:
    dialog = SearchDialog(SearchOptions())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.method.hasFocus)
    accept = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    for look in (theme.LIGHT, theme.DARK):
        theme.apply(qapp, look)
        colours = [button.grab().toImage().pixelColor(6, 6) for button in (accept, cancel)]
        assert colours == [look.color("accent"), look.color("raised")]
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.no_repeat, Qt.Key.Key_Return)


def test_heads_that_are_off_are_named_and_can_be_had_back(qtbot: QtBot, themed: None) -> None:
    dialog = SearchDialog(CASES[4])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.heads.isVisible()
    assert dialog.heads.text() == "encoder self 1.2; cross 2.4"
    dialog.method.setCurrentIndex(BEAM)
    assert dialog.options().heads_off == CASES[4].heads_off
    qtbot.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    assert dialog.options().heads_off == ()
    assert dialog.heads.text() == "none" and not dialog.restore.isEnabled()
    plain = SearchDialog(SearchOptions())
    qtbot.addWidget(plain)
    plain.show()
    assert not plain.heads.isVisible() and not plain.restore.isVisible()


def test_summaries_are_short() -> None:
    assert search_summary(SearchOptions()) == "Greedy"
    assert search_summary(SearchOptions(beam=4)) == "Beam 4"
    assert search_summary(SearchOptions(sample=True, temperature=0.8)) == "Sampling, T 0.8"


def test_the_window_searches_as_it_is_told_and_remembers_it(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    fake: FakeTranslator,
) -> None:
    settings = Settings(None)
    window = make_window(loader, settings)
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    window.session.set_options(CASES[1])
    assert window.header.search_button.text() == "Beam 7"
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    assert fake.options == [CASES[1]]
    window.remember()
    again = make_window(loader, settings)
    assert again.session.options == CASES[1]
    settings.set("search/options", '{"beam": 99}')
    assert make_window(loader, settings).session.options == SearchOptions()
