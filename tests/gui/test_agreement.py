"""Every panel agrees with the trace, for steps, hypotheses and selections chosen at random.

And whoever checks that is checked: a panel that stands still is found out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from gui.main_window import MainWindow
from gui.presets import PANELS, PRESETS
from gui.widgets.coalesce import Coalescer
from gui.widgets.position_controls import EMBEDDINGS
from gui.worker import Loader
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.agreement.window import all_disagreements, disagreements, hidden_panels
from tests.gui.resting import Rest
from tests.gui.tiny import options, tiny_loader

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

ALONE = {"encoder": "The dog chased the cat.\nWhere is the dog?", "decoder": "The dog"}
TEXT = "I love you very much. The dog chased the cat."


@pytest.fixture(scope="module")
def loader(make_translator: MakeTranslator) -> Loader:
    return tiny_loader(make_translator)


@pytest.fixture
def rest(make_window: Callable[..., MainWindow], loader: Loader, qtbot: QtBot) -> Rest:
    """Of a window with a translation of two sentences by a beam of 3, all of it decoded."""
    window = make_window(loader)
    window.source.live.setChecked(False)
    rest = Rest(window)
    window.load_model(None)
    rest()
    window.session.set_options(options(3))
    window.source.set_text(TEXT)
    window.commands.translate()
    rest()
    assert window.session.finished()
    return rest


def move(window: MainWindow, rng: random.Random) -> str:
    """Go somewhere else, or look at something else; what it was."""
    session = window.session
    trace = session.trace
    assert trace is not None
    choice = rng.choice(("step", "step", "hypothesis", "hypothesis", "kind", "head", "best"))
    if choice == "step":
        session.set_position(rng.randrange(session.length()))
    elif choice == "hypothesis":
        number = rng.randrange(len(trace.sentences))
        step = rng.randrange(len(trace.sentences[number].steps))
        place = rng.randrange(len(trace.sentences[number].steps[step].hypotheses))
        session.follow(number, step, place)
    elif choice == "kind":
        session.select(kind=rng.choice(list(AttentionKind)))
    elif choice == "head":
        session.select(layer=rng.randrange(3), head=rng.choice((None, 0, 1, 2, 3)))
    else:
        session.follow_best()
    selection = (session.kind.value, session.layer, session.head)
    return f"{choice}: {session.place()} {session.followed} {selection}"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_panels_of_a_preset_agree_wherever_one_looks(rest: Rest, preset: str) -> None:
    window = rest.window
    window.actions_[f"preset_{preset}"].trigger()
    rng = random.Random(preset)
    done = []
    for _ in range(25):
        done.append(move(window, rng))
        rest()
        assert disagreements(window) == [], done[-3:]
    assert len(set(done)) > 12


@pytest.mark.parametrize("name", ["encoder", "decoder"])
def test_the_panels_agree_on_one_stack_alone(rest: Rest, name: str) -> None:
    """An encoder that fills in masks, a decoder that continues a text; and back again."""
    window, rng = rest.window, random.Random(name)
    seen: set[str] = set()
    for folder, text in ((name, ALONE[name]), ("other", TEXT)):
        window.load_model(Path(folder))
        rest()
        assert disagreements(window) == []
        window.source.set_text(text)
        window.commands.translate()
        rest()
        assert window.session.finished() and window.session.length() > 1
        for preset in PRESETS:
            window.actions_[f"preset_{preset}"].trigger()
            for _ in range(8):
                done = move(window, rng)
                rest()
                assert disagreements(window) == [], (folder, preset, done)
                seen |= {panel for panel in PANELS if window.docks.dock(panel).panel.isVisible()}
        assert all_disagreements(window, rest) == []
    assert len(seen) > 6


def test_hidden_panels_agree_once_they_are_shown(rest: Rest) -> None:
    window, rng, seen = rest.window, random.Random(2), set(PANELS)
    for _ in range(4):
        move(window, rng)
        rest()
        seen &= set(hidden_panels(window))
        assert all_disagreements(window, rest) == []
        window.actions_["preset_watch"].trigger()
    assert seen, "no panel has been hidden all the time"


def test_a_panel_that_stands_still_is_found_out(rest: Rest) -> None:
    window, rng = rest.window, random.Random(3)
    window.positions.controls.face_box.setCurrentIndex(EMBEDDINGS)
    window.positions.controls.side_box.setCurrentIndex(1)
    for name in PANELS:
        if name in ("model", "gates"):
            continue  # no move changes the loaded model, and this one has no gates
        window.session.select(head=1)
        window.docks.reveal(name)
        rest()
        assert disagreements(window) == []
        still = window.docks.dock(name).panel.findChildren(Coalescer)
        callbacks = [coalescer._callback for coalescer in still]
        for coalescer in still:
            coalescer._callback = nothing
        found: list[str] = []
        for _ in range(40):
            move(window, rng)
            rest()
            found = disagreements(window)
            if found:
                break
        assert found and all(what.startswith(f"{name}:") for what in found), (name, found)
        for coalescer, callback in zip(still, callbacks, strict=True):
            coalescer._callback = callback
            coalescer.schedule()
        rest()
        assert disagreements(window) == []


def nothing() -> None:
    """What a coalescer calls that is to stand still."""
