"""A window whose models are made up, each of the languages that its folder is named after."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from gui.main_window import MainWindow
from gui.worker import LoadRequest
from tests.gui.fakes import FakeTranslator
from tests.gui.models_at_hand import AtHand, local
from tests.gui.traces import MODEL

MakeWindow = Callable[..., MainWindow]

# What the made-up translator streams says that MODEL made it.
BACK = dataclasses.replace(MODEL, name="back", source_language="fr", target_language="en")


class ByFolder:
    """Loads a made-up translator of the folder's own languages; "broken" is none.

    Attributes:
        hold: loading waits for it.
    """

    def __init__(self) -> None:
        self.requests: list[LoadRequest] = []
        self.made: list[FakeTranslator] = []
        self.hold: threading.Event | None = None

    def __call__(self, request: LoadRequest) -> FakeTranslator:
        self.requests.append(request)
        name = "" if request.model is None else request.model.name
        request.tell("read")
        assert self.hold is None or self.hold.wait(20), "the test never let it load"
        if name.startswith("broken"):
            raise ModelFolderError("This folder holds no model.")
        info = BACK if name.startswith("fr-en") else MODEL
        if request.model is not None:
            info = dataclasses.replace(info, folder=str(request.model), name=name)
        self.made.append(FakeTranslator(info))
        return self.made[-1]


@pytest.fixture
def folders() -> ByFolder:
    return ByFolder()


@pytest.fixture
def hand(tmp_path: Path) -> AtHand:
    return AtHand([local(tmp_path / "m" / "en-fr"), local(tmp_path / "m" / "fr-en", "fr", "en")])


@pytest.fixture
def opened(qtbot: QtBot, make_window: MakeWindow, folders: ByFolder, hand: AtHand) -> MainWindow:
    window = make_window(folders, sources=hand.sources())
    window.source.live.setChecked(False)
    load(qtbot, window, hand.models[0].folder)
    return window


def load(qtbot: QtBot, window: MainWindow, folder: Path | None) -> None:
    with qtbot.waitSignal(window.commands.models.library.changed):
        window.load_model(folder)


def translate(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
