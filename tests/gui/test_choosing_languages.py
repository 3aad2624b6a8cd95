"""The languages of a model of several, chosen in the window: a real one, of random weights."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import Event, ModelInfo, Record, Started
from engine.search.options import SearchOptions
from engine.traces import file as trace_file
from engine.translator import Translator
from gui.language_button import LanguageButton
from gui.language_popup import LanguagePopup
from gui.main_window import MainWindow
from gui.model_languages import Pair
from gui.settings import Settings
from gui.worker import LoadRequest
from tests.engine.checkpoints import test_m2m100 as m2m100
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE, MODEL

spm = m2m100.spm
make = m2m100.make
TEXT = "Anna eats a green apple."
SHORT = SearchOptions(max_length=8, no_repeat_ngram=1)


class Telling(FakeTranslator):
    """Says in its streams who makes them, and what it was asked for."""

    def stream(
        self, text: str, options: SearchOptions | None = None, record: Record = "all"
    ) -> Iterator[Event]:
        for event in super().stream(text, options, record):
            if isinstance(event, Started):
                event = dataclasses.replace(
                    event, model=self.info, options=options or SearchOptions()
                )
            yield event


def load_real(request: LoadRequest) -> Translator | FakeTranslator:
    return FakeTranslator() if request.model is None else Translator.load(request.model)


@pytest.fixture(scope="module")
def nllb(make: Callable[..., Path]) -> Path:
    return make(seed=3, nllb=True)


@pytest.fixture
def settings() -> Settings:
    return Settings(None)


@pytest.fixture
def several(
    qtbot: QtBot, make_window: Callable[..., MainWindow], nllb: Path, settings: Settings
) -> MainWindow:
    window = make_window(load_real, settings)
    window.source.live.setChecked(False)
    window.session.set_options(SHORT)
    load(qtbot, window, nllb)
    return window


def load(qtbot: QtBot, window: MainWindow, folder: Path | None) -> None:
    with qtbot.waitSignal(window.session.modelChanged, timeout=20_000):
        window.only_load(folder)


def translate(qtbot: QtBot, window: MainWindow, text: str = TEXT) -> None:
    window.source.set_text(text)
    ended(qtbot, window, window.commands.translate)


def ended(qtbot: QtBot, window: MainWindow, ask: Callable[[], object]) -> None:
    with qtbot.waitSignal(window.controller.translationEnded, timeout=20_000):
        ask()


def asked(window: MainWindow) -> Pair:
    """What the translation that is shown was asked for."""
    assert window.session.trace is not None
    return Pair.of(window.session.trace.started.options)


def begins_with(window: MainWindow) -> str:
    """The piece that the output begins with."""
    assert window.session.trace is not None
    return window.session.trace.sentences[0].steps[0].hypotheses[0].piece.text


def buttons(window: MainWindow) -> list[LanguageButton]:
    return [window.header.source_language, window.header.target_language]


def texts(window: MainWindow) -> list[str]:
    return [button.text() for button in buttons(window)]


def popup(window: MainWindow, side: int = 1) -> LanguagePopup:
    shown = buttons(window)[side].popup
    assert shown is not None and shown.isVisible()
    return shown


def choose(qtbot: QtBot, window: MainWindow, typed: str, side: int = 1) -> None:
    buttons(window)[side].click()
    shown = popup(window, side)
    qtbot.keyClicks(shown.editor, typed)
    qtbot.keyClick(shown.editor, Qt.Key.Key_Return)
    assert not shown.isVisible()


# Where there is a choice ---------------------------------------------------------------


def test_without_a_choice_there_is_nothing_to_see(qtbot: QtBot, several: MainWindow) -> None:
    header = several.header
    assert all(button.isVisible() for button in buttons(several))
    assert not header.title.isVisible() and not header.target.isVisible()
    assert header.swap_button.isVisible()
    load(qtbot, several, None)
    assert not any(button.isVisible() for button in buttons(several))
    assert (header.title.text(), header.target.text()) == ("English", "French")
    assert header.title.isVisible() and header.target.isVisible()
    assert Pair.of(several.session.options) == Pair()


def test_the_languages_stand_at_the_top_with_names_for_everybody(several: MainWindow) -> None:
    assert texts(several) == ["English", "French"]
    source, target = buttons(several)
    assert source.accessibleName() == "Translate from: English"
    assert target.accessibleName() == "Translate to: French"
    assert "choose another one" in target.toolTip()
    target.click()
    shown = popup(several)
    rows = [shown.list.topLevelItem(row) for row in range(shown.list.topLevelItemCount())]
    assert [(row.text(0), row.text(1)) for row in rows if row] == [
        ("Acehnese", "ace_Latn"),
        ("Chinese (simplified)", "zho_Hans"),
        ("Chinese (traditional)", "zho_Hant"),
        ("English", "eng_Latn"),
        ("French", "fra_Latn"),
        ("German", "deu_Latn"),
    ]
    current = shown.list.currentItem()
    assert current is not None and current.text(1) == "fra_Latn"
    assert shown.editor.accessibleName() == shown.list.accessibleName() == "Translate to"
    shown.close()


def test_a_language_is_chosen_by_typing_and_the_translation_begins_anew(
    qtbot: QtBot, several: MainWindow
) -> None:
    translate(qtbot, several)
    assert asked(several) == Pair("eng_Latn", "fra_Latn") and begins_with(several) == "fra_Latn"
    first = several.session.trace
    ended(qtbot, several, lambda: choose(qtbot, several, "germ"))
    assert asked(several) == Pair("eng_Latn", "deu_Latn") and begins_with(several) == "deu_Latn"
    assert texts(several) == ["English", "German"]
    assert several.translation.heading.text() == "German"
    several.translation.flush()
    assert not several.translation.difference.isVisible(), "compared with another language"
    ended(qtbot, several, lambda: choose(qtbot, several, "zho_hant"))
    assert texts(several)[1] == several.translation.heading.text() == "Chinese (traditional)"
    ended(qtbot, several, lambda: choose(qtbot, several, "deu", side=0))
    assert asked(several).source == "deu_Latn" and several.source.heading.text() == "German"
    source = several.session.trace
    assert source is not None and source.sentences[0].encoded.pieces[0].text == "deu_Latn"
    # All of it can be taken back, step by step.
    for language in ("Chinese (traditional)", "German", "French"):
        several.actions_["undo"].trigger()
        assert texts(several) == ["English", language]
    assert several.session.trace is first and several.session.options.target_language == "fra_Latn"


def test_the_list_is_used_with_the_keys(qtbot: QtBot, several: MainWindow) -> None:
    several.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is several)
    target = buttons(several)[1]
    target.setFocus()
    qtbot.keyClick(target, "g")
    shown = popup(several)
    assert shown.editor.text() == "g"
    qtbot.keyClick(shown.editor, Qt.Key.Key_Escape)
    assert not shown.isVisible() and texts(several)[1] == "French"
    qtbot.keyClick(target, Qt.Key.Key_Down)
    shown = popup(several)
    assert shown.editor.text() == ""
    qtbot.keyClick(shown.editor, Qt.Key.Key_Down)
    qtbot.keyClick(shown.editor, Qt.Key.Key_Return)
    assert texts(several)[1] == "German" and several.session.trace is None, "nothing is typed"
    qtbot.keyClick(target, Qt.Key.Key_F4)
    qtbot.keyClicks(popup(several).editor, "klingon")
    assert popup(several).nothing.text() == "The model has no language “klingon”."
    qtbot.keyClick(popup(several).editor, Qt.Key.Key_Return)
    assert popup(several).isVisible() and texts(several)[1] == "German"
    popup(several).close()


def test_the_commands_open_the_lists_or_say_why_not(qtbot: QtBot, several: MainWindow) -> None:
    rows = {row.name: row for row in several.actions_.rows()}
    assert rows["Translate from"].action.isEnabled() and rows["Translate to"].action.isEnabled()
    for name, side in (("translate_from", 0), ("translate_to", 1)):
        several.actions_[name].trigger()
        popup(several, side).close()
    load(qtbot, several, None)
    rows = {row.name: row for row in several.actions_.rows()}
    assert not rows["Translate to"].action.isEnabled()
    assert rows["Translate to"].tip == (
        f"{MODEL.name} translates to French alone; open another model for others."
    )
    several.commands.languages.ask_source()
    assert several.message_bar.label.text() == (
        f"{MODEL.name} translates from English alone; open another model for others."
    )


# What a text says ----------------------------------------------------------------------


def test_a_text_that_says_its_language_wins_and_the_button_says_so(
    qtbot: QtBot, several: MainWindow
) -> None:
    translate(qtbot, several, f">>deu_Latn<< {TEXT}")
    assert begins_with(several) == "deu_Latn" and several.translation.heading.text() == "German"
    target = buttons(several)[1]
    assert target.text() == "German  >>deu_Latn<<"
    assert "The text says it itself" in target.toolTip()
    assert several.session.options.target_language == "fra_Latn", "the choice stays"
    target.click()
    assert "begins with >>deu_Latn<<" in popup(several).note.text()
    qtbot.keyClicks(popup(several).editor, "eng")
    ended(qtbot, several, lambda: qtbot.keyClick(popup(several).editor, Qt.Key.Key_Return))
    assert several.source.text() == TEXT and begins_with(several) == "eng_Latn"
    assert target.text() == "English"
    several.source.editor.undo()
    assert several.source.text() == f">>deu_Latn<< {TEXT}"
    assert target.text() == "German  >>deu_Latn<<"


def test_a_model_that_needs_no_language_may_be_left_to_itself(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    info = dataclasses.replace(
        MODEL, name="romance", target_language="", target_languages=("fra", "ita")
    )
    fake = Telling(info)
    window = make_window(FakeLoader(fake))
    window.source.live.setChecked(False)
    load(qtbot, window, None)
    header = window.header
    assert header.title.text() == "English" and header.title.isVisible()
    assert not header.source_language.isVisible() and header.target_language.text() == "French"
    translate(qtbot, window)
    assert fake.options[-1].target_language == "fra"
    ended(qtbot, window, lambda: choose(qtbot, window, "decides"))
    assert fake.options[-1].target_language == "" and texts(window)[1] == "No language"
    window.source.set_text(">>xyz<< Hello")
    assert texts(window)[1] == ">>xyz<<"
    assert "no language of this model" in header.target_language.toolTip()


# Translating ---------------------------------------------------------------------------


def test_a_text_that_waits_for_the_model_is_translated_in_its_languages(
    qtbot: QtBot, several: MainWindow, nllb: Path
) -> None:
    window = several
    choose(qtbot, window, "german")
    load(qtbot, window, None)
    window.source.set_text(TEXT)
    problems: list[object] = []
    window.controller.problem.connect(problems.append)
    ended(qtbot, window, lambda: window.load_model(nllb, translate=True))
    assert asked(window) == Pair("eng_Latn", "deu_Latn") and not problems
    # And back, to a model that takes none.
    ended(qtbot, window, lambda: window.load_model(None, translate=True))
    assert not problems
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(Path("/nowhere"))
    assert Pair.of(window.session.options) == Pair()


def test_stepping_waits_for_the_model_too(qtbot: QtBot, several: MainWindow, nllb: Path) -> None:
    window = several
    load(qtbot, window, None)
    window.source.set_text(TEXT)
    window.only_load(nllb)
    window.controller.step_into(TEXT)
    qtbot.waitUntil(lambda: window.session.length() == 1, timeout=20_000)
    assert asked(window) == Pair("eng_Latn", "fra_Latn") and window.session.unfinished()


def test_live_translation_and_what_is_in_hand_begin_anew(qtbot: QtBot, several: MainWindow) -> None:
    window = several
    window.source.live.setChecked(True)
    ended(qtbot, window, lambda: window.source.set_text(TEXT))
    ended(qtbot, window, lambda: choose(qtbot, window, "german"))
    assert begins_with(window) == "deu_Latn"
    window.source.live.setChecked(False)
    window.source.set_text("Anna eats.")
    window.commands.step()
    qtbot.waitUntil(lambda: window.session.length() == 1)
    ended(qtbot, window, lambda: choose(qtbot, window, "french"))
    assert asked(window).target == "fra_Latn" and window.session.finished()


def test_a_reference_and_what_if_keep_the_languages(qtbot: QtBot, several: MainWindow) -> None:
    window = several
    choose(qtbot, window, "german")
    translate(qtbot, window)
    ended(qtbot, window, lambda: window.commands.force_text(0, 1, 0, "Anna"))
    assert asked(window).target == "deu_Latn" and begins_with(window) == "deu_Latn"
    ended(qtbot, window, lambda: window.commands.score("Anna mange."))
    trace = window.session.trace
    assert trace is not None and trace.started.options.reference is not None
    assert asked(window) == Pair("eng_Latn", "deu_Latn") and begins_with(window) == "deu_Latn"
    assert window.translation.heading.text() == "German: your reference"


# Exchanging ----------------------------------------------------------------------------


def test_languages_and_text_are_exchanged_within_the_model(
    qtbot: QtBot, several: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = several
    translate(qtbot, window)
    # Random weights may write nothing that can be read.
    monkeypatch.setattr(window.session, "text", lambda: "Anna mange.")
    first = window.session.trace
    ended(qtbot, window, window.header.swap_button.click)
    assert window.source.text() == "Anna mange." and texts(window) == ["French", "English"]
    assert asked(window) == Pair("fra_Latn", "eng_Latn") and begins_with(window) == "eng_Latn"
    window.actions_["undo"].trigger()
    assert window.session.trace is first and window.source.text() == TEXT
    assert texts(window) == ["English", "French"]


def test_what_is_not_translated_is_not_translated_back(qtbot: QtBot, several: MainWindow) -> None:
    window = several
    window.source.set_text(">>deu_Latn<< Anna")
    window.actions_["swap"].trigger()
    assert texts(window) == ["German", "English"] and window.source.text() == "Anna"
    assert window.session.trace is None


# Remembered and shown again ------------------------------------------------------------


def test_each_model_has_its_languages_again_after_a_restart(
    qtbot: QtBot, several: MainWindow, settings: Settings, nllb: Path,
    make_window: Callable[..., MainWindow],
) -> None:  # fmt: skip
    choose(qtbot, several, "german")
    choose(qtbot, several, "french", side=0)
    several.close()
    window = make_window(load_real, settings)
    assert Pair.of(window.session.options) == Pair(), "nothing is loaded yet"
    load(qtbot, window, None)
    load(qtbot, window, nllb)
    assert texts(window) == ["French", "German"]


def test_a_trace_from_a_file_shows_the_languages_it_was_made_with(
    qtbot: QtBot, several: MainWindow, tmp_path: Path
) -> None:
    window, path = several, tmp_path / "german.trace"
    choose(qtbot, window, "german")
    translate(qtbot, window)
    assert window.session.trace is not None
    trace_file.save(window.session.trace, path)
    ended(qtbot, window, lambda: choose(qtbot, window, "english"))

    def open_again() -> tuple[str, str]:
        with qtbot.waitSignal(window.engine.answered):
            window.commands.files.open_file(path)
        return window.source.heading.text(), window.translation.heading.text()

    assert open_again() == ("English", "German") and texts(window) == ["English", "German"]
    ended(qtbot, window, lambda: choose(qtbot, window, "french"))
    # Another model keeps its own languages.
    load(qtbot, window, None)
    assert open_again() == ("English", "German")
    assert window.header.target.text() == "French"
    assert window.header.shown.text() == "Shown: English → German"
    window.alignment.refresh()
    assert window.alignment._captions() == ("source: English", "target: German")


def test_the_history_says_the_languages(qtbot: QtBot, several: MainWindow) -> None:
    from gui.widgets.history_text import row_text

    translate(qtbot, several)
    row = row_text(several.history_.entries()[0], shown=True)
    assert "English → French" in row.options and "begins with" not in row.options


def test_a_model_of_one_pair_is_asked_for_nothing(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader, fake: FakeTranslator
) -> None:
    window = make_window(loader)
    window.source.live.setChecked(False)
    load(qtbot, window, None)
    translate(qtbot, window, LOVE)
    assert fake.options == [SearchOptions()]
    info: ModelInfo | None = window.session.model
    assert info is not None and not info.target_languages
