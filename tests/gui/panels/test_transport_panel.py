from __future__ import annotations

import math
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui import theme
from gui.panels.transport import SPEEDS, TransportPanel, nearest_notch
from gui.session import FULL_SPEED, Session
from gui.widgets.transport_icons import icon
from tests.gui.traces import MODEL, love, paragraphs


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> TransportPanel:
    panel = TransportPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    return panel


class Asked:
    """The requests of a panel, in order."""

    def __init__(self, panel: TransportPanel) -> None:
        self.names: list[str] = []
        panel.playRequested.connect(lambda: self.names.append("play"))
        panel.pauseRequested.connect(lambda: self.names.append("pause"))
        panel.stepRequested.connect(lambda: self.names.append("step"))


def enabled(panel: TransportPanel) -> str:
    panel.flush()
    buttons = {
        "f": panel.first_button,
        "b": panel.back_button,
        "p": panel.play_button,
        "s": panel.step_button,
        "l": panel.last_button,
        "-": panel.slider,
    }
    return "".join(letter for letter, widget in buttons.items() if widget.isEnabled())


def press(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_label_says_where_we_are(panel: TransportPanel, session: Session) -> None:
    assert panel.label.text() == "no steps yet"
    happened = paragraphs()
    for event in happened[:5]:
        session.add_event(event)
    panel.flush()
    assert panel.label.text() == "step 3 / 3… · sentence 1 / 3"
    session.add_events(happened[5:])
    session.set_position(6)
    panel.flush()
    assert panel.label.text() == "step 2 / 4 · sentence 2 / 3"


def test_only_what_is_possible_is_enabled(panel: TransportPanel, session: Session) -> None:
    assert enabled(panel) == ""
    happened = love()
    session.add_event(happened[0])
    assert enabled(panel) == "ps"
    for event in happened[1:5]:
        session.add_event(event)
    assert enabled(panel) == "fbps-"
    session.first()
    assert enabled(panel) == "psl-"
    for event in happened[5:]:
        session.add_event(event)
    session.last()
    assert enabled(panel) == "fbp-"
    session.set_position(2)
    assert enabled(panel) == "fbpsl-"


def test_buttons_move(qtbot: QtBot, panel: TransportPanel, session: Session) -> None:
    session.add_events(love())
    asked = Asked(panel)
    positions = []
    for button in (
        panel.back_button,
        panel.first_button,
        panel.step_button,
        panel.step_button,
        panel.last_button,
    ):
        panel.flush()
        press(qtbot, button)
        positions.append(session.position)
    assert positions == [5, 0, 1, 2, 6]
    assert asked.names == []


def test_step_at_the_newest_asks_for_one_more(
    qtbot: QtBot, panel: TransportPanel, session: Session
) -> None:
    for event in love()[:4]:
        session.add_event(event)
    asked = Asked(panel)
    session.back()
    panel.flush()
    press(qtbot, panel.step_button)
    assert (session.position, asked.names) == (1, [])
    panel.flush()
    press(qtbot, panel.step_button)
    assert (session.position, asked.names) == (1, ["step"])


def test_play_and_pause_follow_the_session(
    qtbot: QtBot, panel: TransportPanel, session: Session
) -> None:
    session.add_events(love())
    asked = Asked(panel)
    panel.flush()
    press(qtbot, panel.play_button)
    assert panel.play_button.accessibleName() == "Play"
    session.set_playing(True)
    panel.flush()
    assert panel.play_button.accessibleName() == "Pause"
    press(qtbot, panel.play_button)
    assert asked.names == ["play", "pause"]


def test_going_back_holds_a_film_but_not_full_speed(
    qtbot: QtBot, panel: TransportPanel, session: Session
) -> None:
    session.add_events(love())
    session.set_playing(True)
    asked = Asked(panel)
    panel.flush()
    press(qtbot, panel.back_button)
    assert asked.names == []
    session.set_speed(2.0)
    press(qtbot, panel.back_button)
    assert asked.names == ["pause"]
    assert session.position == 4


def test_slider_shows_and_moves(qtbot: QtBot, panel: TransportPanel, session: Session) -> None:
    session.add_events(paragraphs())
    panel.flush()
    assert (panel.slider.minimum(), panel.slider.maximum()) == (0, 10)
    assert panel.slider.value() == 10
    panel.slider.setValue(4)
    assert session.position == 4
    panel.slider.setFocus()
    qtbot.keyClick(panel.slider, Qt.Key.Key_Left)
    assert session.position == 3
    session.first()
    panel.flush()
    assert panel.slider.value() == 0


def test_growing_does_not_move_a_reader_back(panel: TransportPanel, session: Session) -> None:
    happened = love()
    for event in happened[:6]:
        session.add_event(event)
    session.set_position(1)
    for event in happened[6:]:
        session.add_event(event)
        panel.flush()
    assert session.position == 1
    assert panel.slider.value() == 1
    assert panel.slider.maximum() == 6


def test_speed_is_logarithmic_and_ends_without_limit(
    panel: TransportPanel, session: Session
) -> None:
    assert panel.speed_label.text() == "max"
    ratios = {b / a for a, b in pairwise(SPEEDS[:-1])}
    assert ratios == {2.0}
    panel.speed.setValue(1)
    assert session.speed == 1.0
    assert panel.speed_label.text() == "1 step/s"
    panel.speed.setValue(3)
    assert (session.speed, panel.speed_label.text()) == (4.0, "4 steps/s")
    panel.speed.setValue(len(SPEEDS) - 1)
    assert math.isinf(session.speed)


def test_a_speed_from_elsewhere_is_shown_and_kept(panel: TransportPanel, session: Session) -> None:
    session.set_speed(3.0)
    assert session.speed == 3.0
    assert panel.speed_label.text() == "3 steps/s"
    assert [nearest_notch(speed) for speed in (0.1, 0.5, 3.0, 5.0, 32.0, 1000.0, FULL_SPEED)] == [
        0, 0, 3, 3, 6, 7, 7,
    ]  # fmt: skip


def test_icons_have_the_colours_of_the_theme(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for colours in theme.THEMES.values():
        monkeypatch.setattr(theme, "_current", colours)
        for symbol in ("first", "back", "play", "pause", "step", "last"):
            image = icon(symbol).pixmap(20, 20).toImage()  # type: ignore[arg-type]
            drawn = {
                image.pixelColor(x, y).name()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() == 255
            }
            assert drawn == {colours.text}


def test_names(panel: TransportPanel) -> None:
    for widget in (
        panel.first_button,
        panel.back_button,
        panel.play_button,
        panel.step_button,
        panel.last_button,
        panel.slider,
        panel.speed,
        panel.label,
    ):
        assert widget.accessibleName()


def test_a_trace_that_was_given_up_promises_nothing(
    qtbot: QtBot, panel: TransportPanel, session: Session
) -> None:
    session.add_events(love()[:5])
    asked = Asked(panel)
    assert enabled(panel) == "fbps-"
    assert panel.label.text() == "step 3 / 3… · sentence 1 / 1"
    session.set_can_decode(False)
    assert enabled(panel) == "fbp-"
    assert panel.label.text() == "step 3 / 3 · sentence 1 / 1"
    panel.step_button.setEnabled(True)
    press(qtbot, panel.step_button)
    assert asked.names == []


def test_a_screen_reader_hears_where_we_are(panel: TransportPanel, session: Session) -> None:
    session.add_events(love())
    session.first()
    panel.flush()
    assert panel.label.text() == "step 1 / 7 · sentence 1 / 1"
    assert panel.label.accessibleName() == f"Place in the translation: {panel.label.text()}"
