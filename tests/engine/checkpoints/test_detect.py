"""Which format a folder is of, and what is said of those that are of none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.checkpoints import formats
from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from tests.engine.checkpoints.tiny_folders import FAMILIES


def test_the_native_folder_is_opened(tiny_folder: Path) -> None:
    checkpoint = load_checkpoint(str(tiny_folder))
    assert checkpoint.folder == tiny_folder
    assert checkpoint.metadata["target_language"] == "fr"
    assert [known.name for known in formats.FORMATS if known.matches(tiny_folder)] == ["Diaphane"]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError, match=r"There is no model folder .*nowhere"):
        load_checkpoint(tmp_path / "nowhere")


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"x")
    with pytest.raises(
        ModelFolderError, match=r"model\.bin is a file; name .* or a zip file of it"
    ):
        load_checkpoint(tmp_path / "model.bin")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_folder_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelFolderError, match=r"no model folder|cannot be read"):
        load_checkpoint(tmp_path / name)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError, match=r"is not a model folder: it has no") as caught:
        load_checkpoint(tmp_path)
    # Whatever kind of model it should be.
    for named in ("config.json", "Hugging Face", "Marian (.npz)", "Firefox", "zip file"):
        assert named in str(caught.value)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"config.json": '{"model_type": "umt5", "architectures": ["X"]}'},
            "a Hugging Face umt5 folder",
        ),
        ({"config.json": '{"model_type": "pegasus"}'}, "a Hugging Face pegasus folder"),
        (
            {"model.enfr.intgemm.alphas.bin.gz": "", "vocab.enfr.spm.gz": ""},
            "a Firefox Translations folder whose files are still packed (unpack each of them)",
        ),
        (
            {"model.bin": "", "shared_vocabulary.json": "[]", "config.json": "{}"},
            "a CTranslate2 folder",
        ),
    ],
)
def test_well_known_foreign_folders_are_named(
    tmp_path: Path, files: dict[str, str], expected: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(tmp_path)
    assert f"looks like {expected}, which is not supported yet" in str(caught.value)


@pytest.mark.parametrize(
    ("files", "lacks"),
    [
        ({"config.json": '{"architectures": ["X"]}'}, "does not say its model_type"),
        ({"config.json": '{"model_type": 5}', "vocab.json": "{}"}, "does not say its model_type"),
        ({"config.json": "{}", "tokenizer.json": "{}"}, "does not say its model_type"),
        ({"pytorch_model.bin": ""}, "is missing"),
    ],
)
def test_what_lacks_its_settings_is_no_other_format(
    tmp_path: Path, files: dict[str, str], lacks: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    message = f"looks like a Hugging Face folder, but its config.json {lacks}; get the model"
    with pytest.raises(ModelFolderError, match=message):
        load_checkpoint(tmp_path)


@pytest.mark.parametrize("text", [None, "{}"])
@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_without_its_settings(tmp_path: Path, name: str, text: str | None) -> None:
    FAMILIES[name](tmp_path)
    (tmp_path / "config.json").unlink()
    if text is not None:
        (tmp_path / "config.json").write_text(text)
    with pytest.raises(ModelFolderError, match=r"its config.json (is missing|does not say)"):
        load_checkpoint(tmp_path)


def test_a_damaged_native_folder_is_not_called_foreign(tiny_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
    text = (folder / "config.json").read_text()
    (folder / "config.json").write_text(text[:-20])
    with pytest.raises(ModelFolderError, match=r"config\.json is not valid JSON"):
        load_checkpoint(folder)


def test_a_new_format_registers_in_one_place(
    tmp_path: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "marker").touch()
    fresh = formats.Format(
        "New", lambda folder: (folder / "marker").exists(), lambda _: load_checkpoint(tiny_folder)
    )
    monkeypatch.setattr(formats, "FORMATS", (*formats.FORMATS, fresh))
    assert load_checkpoint(tmp_path).metadata["name"] == "tiny"
