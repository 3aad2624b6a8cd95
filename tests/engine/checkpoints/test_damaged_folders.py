"""Folders of other programs with a few bytes changed: a clear refusal, or a model; no crash."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checkpoints.detect import load_checkpoint
from engine.errors import DiaphaneError, ModelFolderError
from engine.model.skeleton import skeleton
from tests.engine.checkpoints.marian_formulas import random_arrays
from tests.engine.checkpoints.test_marian import OPUS, save, text_of, zipped
from tests.engine.checkpoints.tiny_folders import FAMILIES, make_all
from tests.fuzz.choices import Choices
from tests.fuzz.folders import edit_folder, read, try_folder, write


def damaged(data: bytes, dice: random.Random) -> bytes:
    """The bytes with something of what happens to files, or is done to them."""
    if not data:
        return data
    # Headers, which say what the rest is, are at the beginning of most, at the end of zip files.
    at = dice.choice([dice.randrange(len(data)), dice.randrange(min(len(data), 400)),
                      max(0, len(data) - 1 - dice.randrange(400))])  # fmt: skip
    end = at + dice.choice([1, 1, 1, 4, 40])
    kind = dice.randrange(6)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:at] + data[at:end] * 3 + data[end:]
    if kind == 3:
        return data[:at] + bytes([dice.choice([0, 0x7F, 0x80, 0xFF])] * (end - at)) + data[end:]
    if kind == 4:
        word = dice.choice(
            [b"-1", b"99999999999999999999", b"1e999", b"NaN", b"null", b"[[[[", b"&a"]
        )
        return data[:at] + word + data[end:]
    return data[:at] + dice.randbytes(end - at) + data[end:]


def check(folder: Path) -> bool:
    """Whether it is opened; what is opened fits its network."""
    try:
        found = load_checkpoint(folder)
    except ModelFolderError as error:
        message = str(error)
        assert "\n" not in message and message.endswith("."), message
        return False
    network = skeleton(found.config)
    network.load_state_dict(found.state, assign=True)
    assert all(bool(torch.isfinite(tensor).all()) for tensor in found.state.values())
    text = "I see ☂ the dog."
    ids = found.vocabulary.encode_ids(text)
    assert max(ids) < found.config.vocabulary_size
    found.vocabulary.decode(found.vocabulary.target_ids(text))
    return True


@pytest.fixture(scope="module")
def folders(make_folder, source_spm, target_spm, tmp_path_factory) -> dict[str, Path]:
    native = tmp_path_factory.mktemp("fuzz") / "marian"
    native.mkdir()
    spellings = ["</s>", "<unk>", "▁I", "▁see", "▁the", "▁dog", "."]
    options = {**OPUS, "dim-vocabs": [len(spellings)] * 2, "enc-depth": 1, "dec-depth": 1,
               "dim-emb": 8, "transformer-dim-ffn": 8}  # fmt: skip
    sizes = (len(spellings), len(spellings))
    save(native / "model.npz", random_arrays(options, sizes), options)
    lines = [f'"{word}": {number}' for number, word in enumerate(spellings)]
    (native / "vocab.yml").write_text("\n".join(lines), encoding="utf-8")
    settings = {"models": ["model.npz"], "vocabs": ["vocab.yml", "vocab.yml"]}
    (native / "decoder.yml").write_text(text_of(settings))
    (native / "source.spm").write_bytes(source_spm)
    (native / "target.spm").write_bytes(target_spm)
    shape = {"d_model": 8, "encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 8,
             "decoder_ffn_dim": 8}  # fmt: skip
    return {
        "marian": native,
        "hf": make_folder(0, **shape),
        "hf pickled": make_folder(0, pickled=True, **shape),
    }


@pytest.mark.parametrize("name", ["marian", "hf", "hf pickled", "zip"])
def test_no_damage_does_anything_but_be_refused(folders, tmp_path, name) -> None:
    dice = random.Random(f"damage {name}")
    original = folders["marian" if name == "zip" else name]
    assert check(original)
    opened = 0
    for number in range(100):
        folder = tmp_path / str(number)
        if name == "zip":
            path = zipped(original, tmp_path / f"{number}.zip")
            path.write_bytes(damaged(path.read_bytes(), dice))
            opened += check(path)
            path.unlink()
            continue
        shutil.copytree(original, folder)
        victim = dice.choice(sorted(path for path in folder.iterdir() if path.suffix != ".md"))
        victim.write_bytes(damaged(victim.read_bytes(), dice))
        opened += check(folder)
        shutil.rmtree(folder)
    assert opened < 90, "most damage is noticed"


@pytest.fixture(scope="module")
def families(tmp_path_factory) -> dict[str, Path]:
    """The smallest folder of each family of the library."""
    return make_all(tmp_path_factory.mktemp("family"))


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("changed") / "folder"


@pytest.mark.parametrize("name", FAMILIES)
def test_the_smallest_folders_open(families, name) -> None:
    assert try_folder(families[name]) == "opened"


@pytest.mark.parametrize("name", FAMILIES)
@given(recipe=st.binary(min_size=8, max_size=80))
@settings(max_examples=40, deadline=None)
def test_no_change_inside_a_file_does_anything_but_be_refused(
    families, place, name, recipe
) -> None:
    """A value of JSON, a header, a field, a merge; what still opens can also be used."""
    write(edit_folder(read(families[name]), Choices(recipe)), place)
    try:
        try_folder(place)
    except DiaphaneError as error:
        message = str(error)
        assert message.encode() and "\n" not in message and message[-1] in ".)", message
