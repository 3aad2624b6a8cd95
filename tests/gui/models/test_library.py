from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import OutputError
from gui.models import recent
from gui.models.library import KnownModel, Library, delete_folder
from gui.models.recent import RecentModel, recent_models
from gui.models.texts import model_pair, pair_text
from gui.settings import Settings
from tests.gui.models_at_hand import AtHand, local
from tests.gui.traces import MODEL


@pytest.fixture
def settings() -> Settings:
    return Settings(None)


@pytest.fixture
def hand(tmp_path: Path) -> AtHand:
    root = tmp_path / "models"
    return AtHand(
        [
            local(root / "builtin" / "en-fr", origin="built-in"),
            local(root / "helsinki" / "en-fr"),
            local(root / "helsinki" / "fr-en", "fr", "en"),
            local(root / "many" / "nllb", "", "", "own"),
        ]
    )


@pytest.fixture
def library(qtbot: QtBot, settings: Settings, hand: AtHand) -> Iterator[Library]:
    made = Library(settings, hand.sources())
    yield made
    assert made.close()


def look(qtbot: QtBot, library: Library) -> list[str]:
    with qtbot.waitSignal(library.changed):
        library.refresh()
    return [f"{model.name} {model.origin}" for model in library.models]


def test_models_and_recent_folders_by_pair(
    qtbot: QtBot, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = local(tmp_path / "mine" / "opus")
    told = dataclasses.replace(MODEL, name="Mine", target_language="de")
    library.remember(mine.folder, told)
    library.remember(tmp_path / "gone", dataclasses.replace(told, name="Gone"))
    library.remember(tmp_path / "models" / "helsinki" / "en-fr", MODEL)
    assert look(qtbot, library) == [
        "Gone opened", "Mine opened", "builtin/en-fr built-in", "helsinki/en-fr downloaded",
        "helsinki/fr-en downloaded", "many/nllb own",
    ]  # fmt: skip
    by_name = {model.name: model for model in library.models}
    assert by_name["Mine"].size == 2_345_678 and by_name["Mine"].there
    assert not by_name["Gone"].there and by_name["Gone"].size == 0
    assert by_name["helsinki/en-fr"].used == 0 and by_name["Mine"].used == 2
    assert library.find(str(mine.folder)) is by_name["Mine"]
    monkeypatch.chdir(tmp_path)
    assert library.find("mine/opus") is by_name["Mine"]
    assert library.find("") is library.find("elsewhere") is None


def test_the_other_direction_is_the_one_used_last(
    qtbot: QtBot, library: Library, hand: AtHand, tmp_path: Path
) -> None:
    look(qtbot, library)
    found = library.reverse("en", "fr")
    assert found is not None and found.name == "helsinki/fr-en"
    back = dataclasses.replace(MODEL, source_language="fr", target_language="en", name="Back")
    library.remember(local(tmp_path / "back").folder, back)
    library.remember(tmp_path / "gone", back)
    look(qtbot, library)
    found = library.reverse("en", "fr")
    assert found is not None and found.name == "Back" and found.there
    assert library.reverse("en", "de") is None
    assert library.reverse("en", "") is None
    assert library.reverse("eng_Latn", "fra_Latn") is found


def test_what_is_remembered(settings: Settings) -> None:
    for number in range(recent.MOST + 3):
        recent.remember(settings, f"/m/{number}", MODEL)
    recent.remember(settings, "/m/9", dataclasses.replace(MODEL, name="again"))
    found = recent_models(settings)
    assert len(found) == recent.MOST
    assert found[0] == RecentModel("/m/9", "again", "en", "fr")
    assert len({each.folder for each in found}) == len(found)
    recent.forget(settings, "/m/9")
    assert "/m/9" not in {each.folder for each in recent_models(settings)}


@pytest.mark.parametrize(
    "text",
    ["", "{", "3", "null", '[{"folder": "x"}]', '[{"folder": 1, "name": "", "source_language": "",'
     ' "target_language": ""}]', "[" * 100_000],
)  # fmt: skip
def test_what_is_damaged_is_not_remembered(settings: Settings, text: str) -> None:
    settings.set("models/recent", text)
    assert recent_models(settings) == []


def test_a_downloaded_model_is_deleted_and_no_other(
    qtbot: QtBot, library: Library, settings: Settings, tmp_path: Path
) -> None:
    look(qtbot, library)
    models = {model.name: model for model in library.models}
    doomed, kept = models["helsinki/en-fr"], models["many/nllb"]
    library.remember(doomed.folder, MODEL)
    with pytest.raises(ValueError, match="was not downloaded"):
        library.delete(kept)
    with qtbot.waitSignal(library.changed):
        library.delete(doomed)
    assert not doomed.folder.exists() and kept.folder.exists()
    assert recent_models(settings) == []
    assert "helsinki/en-fr" not in {model.name for model in library.models}
    assert list((tmp_path / "models" / "helsinki").iterdir()) == [models["helsinki/fr-en"].folder]
    with qtbot.waitSignal(library.changed):
        library.delete(models["helsinki/fr-en"])
    assert not (tmp_path / "models" / "helsinki").exists(), "an empty folder is left"


def test_what_cannot_be_deleted_is_told(
    qtbot: QtBot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(qtbot, library)
    doomed = next(model for model in library.models if model.origin == "downloaded")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OutputError, match="cannot be deleted: Permission denied"):
        delete_folder(doomed)
    with qtbot.waitSignals([library.failed, library.changed], order="strict"):
        library.delete(doomed)
    assert doomed.folder.exists() and doomed.name in {model.name for model in library.models}


def test_pairs_in_words() -> None:
    assert pair_text("en", "fr") == "English → French"
    assert pair_text("en", "") == "English → several languages"
    assert pair_text("", "", ("en", "de")) == "English, German"
    assert pair_text("", "", tuple(f"a{c}" for c in "abcdef")) == "6 languages"
    assert pair_text("", "") == "Languages not said"
    model = KnownModel(Path("x"), "x", "fr", "en", (), "", 0, "own", True, 0)
    assert model_pair(model) == "French → English"
