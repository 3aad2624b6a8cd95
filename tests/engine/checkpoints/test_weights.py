"""Weights in several files that an index lists: all of them, and nothing from elsewhere."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.weights import read_weights
from engine.errors import ModelFolderError
from tests.engine.checkpoints.hf_families import write_json

INDEX = "model.safetensors.index.json"
PARTS = [f"model-0000{number}-of-00003.safetensors" for number in (1, 2, 3)]


def spread(folder: Path, pickled: bool = False) -> None:
    """The weights of a folder put into three files."""
    tensors = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    names = sorted(tensors)
    parts = [name.replace("model-", "pytorch_model-")[:-11] + "bin" for name in PARTS]
    listed = {name: (parts if pickled else PARTS)[i % 3] for i, name in enumerate(names)}
    for part in set(listed.values()):
        own = {name: tensors[name] for name in names if listed[name] == part}
        if pickled:
            torch.save(own, folder / part)
        else:
            save_file(own, folder / part)
    index = "pytorch_model.bin.index.json" if pickled else INDEX
    write_json(folder / index, {"metadata": {"total_size": 1}, "weight_map": listed})


@pytest.fixture(scope="module")
def whole(make_folder) -> Path:
    return Path(make_folder(5))


@pytest.fixture
def folder(whole, tmp_path) -> Path:
    copy = Path(shutil.copytree(whole, tmp_path / "model"))
    spread(copy)
    return copy


def change(folder: Path, **listed: str | None) -> None:
    path = folder / INDEX
    values = json.loads(path.read_text())
    values["weight_map"] = {k: v for k, v in {**values["weight_map"], **listed}.items() if v}
    write_json(path, values)


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.mark.parametrize("pickled", [False, True])
def test_several_files_are_the_one_they_were(whole, tmp_path, pickled) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "model"))
    spread(folder, pickled)
    one, several = load_checkpoint(whole), load_checkpoint(folder)
    assert one.state.keys() == several.state.keys() and one.config == several.config
    assert all(torch.equal(tensor, several.state[name]) for name, tensor in one.state.items())
    assert (one.dtype, several.dtype) == ("float32", "float32")


def test_one_file_comes_before_several(folder, whole) -> None:
    shutil.copy(whole / "model.safetensors", folder)
    assert read_weights(folder).fingerprint == load_checkpoint(whole).fingerprint


def test_the_fingerprint_is_of_every_file(folder) -> None:
    found = {read_weights(folder).fingerprint}
    assert read_weights(folder).fingerprint in found
    for part in PARTS:
        tensors = load_file(folder / part)
        name = sorted(tensors)[0]
        tensors[name] = tensors[name] + 1
        save_file(tensors, folder / part)
        found.add(read_weights(folder).fingerprint)
    path = folder / INDEX
    path.write_text(path.read_text() + " ")
    found.add(read_weights(folder).fingerprint)
    assert len(found) == 5 and all(len(each) == 64 for each in found)


@pytest.mark.parametrize(
    "name",
    ["../model.safetensors", "/etc/passwd.safetensors", "a/b.safetensors", "a\\b.safetensors",
     "..", "", "x.bin", ".safetensors", "a\n.safetensors", "C:x.safetensors"],
)  # fmt: skip
def test_nothing_is_read_from_elsewhere(folder, name) -> None:
    change(folder, **{"model.shared.weight": name or "x"})
    assert f"lists 'model.shared.weight' in {name or 'x'!r}" in refusal(folder)


def test_index_and_parts_have_to_fit(folder) -> None:
    listed = json.loads((folder / INDEX).read_text())["weight_map"]
    name = next(iter(listed))
    change(folder, more=PARTS[0])
    assert f"{PARTS[0]} lacks the tensor 'more'" in refusal(folder)
    change(folder, more=None, **{name: None})
    assert f"{PARTS[0]} has the tensor {name!r}" in refusal(folder)
    change(folder, **{name: PARTS[1]})
    assert "has the tensor" in refusal(folder) or "lacks the tensor" in refusal(folder)


def test_a_part_that_is_gone_or_cut(folder) -> None:
    data = (folder / PARTS[1]).read_bytes()
    (folder / PARTS[1]).write_bytes(data[: len(data) // 2])
    assert f"{PARTS[1]} is damaged" in refusal(folder)
    (folder / PARTS[1]).unlink()
    assert f"{PARTS[1]} is missing" in refusal(folder)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"weight_map": []}', '{"weight_map": {}}', '{"weight_map": {"a": 1}}',
     "[" * 100_000],
)  # fmt: skip
def test_an_index_that_is_none(folder, text) -> None:
    (folder / INDEX).write_text(text)
    assert INDEX in refusal(folder)
