"""Values that made a reader stumble when they were tried by the million; ``docs/fuzzing.md``."""

from __future__ import annotations

import json
import math
import os
import random
import re
import shutil
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.checkpoints import native, plain_yaml
from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.files import read_table
from engine.checkpoints.hub.store import RECORD, folder_model, read_record
from engine.checkpoints.marian_folder import Settings
from engine.checkpoints.npz import read_arrays
from engine.checkpoints.tensors import read_tensors
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig
from engine.model_card import files_of, readme_of
from engine.text.model_file import MOST_PIECES
from tests.engine.checkpoints.hf_families import change
from tests.engine.checkpoints.tiny_folders import FAMILIES, make_all

# Of other kinds than the option has, or not of this world.
STRANGE: list[Any] = [
    5, -1, 1 << 31, 1 << 64, 10**40, 0.5, "x", True, [], [[]], [1], [None], {}, {"a": 1}, [[1, 2]],
    "\ud800", "x" * 5000, None,
]  # fmt: skip
SIZES = {"fsmt": ("src_vocab_size", "tgt_vocab_size")}


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_all(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def copy(families: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    def of(name: str) -> Path:
        return Path(shutil.copytree(families[name], tmp_path / name, dirs_exist_ok=True))

    return of


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    message.encode()
    assert "\n" not in message and message[-1] in ".)" and len(message) < 2000, message
    return message


@pytest.mark.parametrize("name", FAMILIES)
def test_a_vocabulary_without_end_is_not_made(copy, name) -> None:
    """Two billion pieces would be made before the weights are seen to have eighty."""
    for option in SIZES.get(name, ("vocab_size",)):
        for size in (MOST_PIECES + 1, (1 << 31) - 1):
            folder = copy(name)
            change(folder, "config.json", **{option: size})
            assert option in refusal(folder)


@pytest.mark.parametrize("name", FAMILIES)
def test_no_number_of_layers_or_positions_sizes_anything_before_it_is_checked(copy, name) -> None:
    """A thousand times as many would take all memory."""
    folder = copy(name)
    values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    names = [each for each in values if re.search("layers?$|^n_positions|^max_position", each)]
    assert len(names) >= 2
    for option in names:
        if option == "max_window_layers":
            continue
        (folder / "config.json").write_text(json.dumps({**values, option: 10**6}), encoding="utf-8")
        tracemalloc.start()
        try:
            if name == "llama" and option == "max_position_embeddings":
                assert load_checkpoint(folder).config.max_positions == 1 << 16
            else:
                refusal(folder)
            assert tracemalloc.get_traced_memory()[1] < 20_000_000, option
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("value", [10**9, "x", -1, 1.5, {}, [[]], True])
@pytest.mark.parametrize("name", ["gpt2", "llama"])
def test_an_end_that_is_none_is_refused_wherever_it_stands(copy, name, value) -> None:
    folder = copy(name)
    ends = json.loads((folder / "config.json").read_text(encoding="utf-8"))["eos_token_id"]
    change(folder, "config.json", eos_token_id=value)
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": ends}))
    assert "eos_token_id" in refusal(folder)


@pytest.mark.parametrize("value", [10**9, 1.5, -1e-5, 0, "x", True, math.nan, math.inf])
@pytest.mark.parametrize("name", ["bert", "roberta", "gpt2", "llama", "t5"])
def test_what_a_norm_adds_is_small(copy, name, value) -> None:
    folder = copy(name)
    values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (option,) = [each for each in values if re.search("eps(ilon)?$", each)]
    change(folder, "config.json", **{option: value})
    assert option in refusal(folder)


def options_of(folder: Path) -> list[tuple[str, str]]:
    """The file and the name of every option of a folder, and of those often there."""
    found = []
    for path in sorted(folder.glob("*config.json")):
        values = json.loads(path.read_text(encoding="utf-8"))
        found += [(path.name, option) for option in values]
    found += [("generation_config.json", "bad_words_ids"), ("config.json", "pad_token_id"),
              ("config.json", "eos_token_id"), ("config.json", "bos_token_id")]  # fmt: skip
    return sorted(set(found))


@pytest.mark.parametrize("name", FAMILIES)
def test_no_value_of_an_option_does_anything_but_be_refused(copy, name) -> None:
    folder = copy(name)
    dice = random.Random(name)
    for file, option in options_of(folder):
        path = folder / file
        there = path.read_text(encoding="utf-8") if path.is_file() else None
        values = json.loads(there) if there is not None else {}
        for value in dice.sample(STRANGE, 1):
            path.write_text(json.dumps({**values, option: value}), encoding="utf-8")
            try:
                load_checkpoint(folder)
            except ModelFolderError as error:
                str(error).encode()
                assert len(str(error)) <= 2000
        if there is None:
            path.unlink()
        else:
            path.write_text(there, encoding="utf-8")
    load_checkpoint(folder)


@pytest.mark.parametrize("value", [5, "x", {"a": 1}, [5], [[1, 2]], [["x"]], [[True]]])
def test_words_that_are_never_written_are_lists_of_one_piece(copy, value) -> None:
    folder = copy("bart")
    change(folder, "generation_config.json", bad_words_ids=value)
    assert "bad_words_ids" in refusal(folder)


def test_an_offset_of_positions_that_cannot_be_computed(tiny_folder, tmp_path) -> None:
    folder = shutil.copytree(tiny_folder, tmp_path / "tiny")
    values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    for offset in ((1 << 63) - 1, 1 << 17):
        values["model"]["position_offset"] = offset
        (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")
        assert "position_offset" in refusal(folder)


@pytest.mark.parametrize("word", ["x" * 256, "é" * 128, "a\\0b", "a\\nb", "..", "a/", "a\\\\b"])
def test_settings_of_marian_name_files_that_can_be(tmp_path, word) -> None:
    path = tmp_path / "decoder.yml"
    path.write_text(f'models: ["{word}"]', encoding="utf-8")
    settings = Settings.read(path)
    if word == "a/":  # the name without the folder, wherever it says
        assert settings.named("models") == [tmp_path / "a"]
        return
    with pytest.raises(ModelFolderError, match="names no file"):
        settings.named("models")


def test_a_vocabulary_of_marian_without_end(monkeypatch) -> None:
    """Sixty megabytes of ``a: 1`` would take a minute."""
    monkeypatch.setattr(plain_yaml, "MOST_EVENTS", 100)
    lines = [f"{number}: {number}" for number in range(40)]
    assert len(plain_yaml.parse("\n".join(lines).encode(), "vocab.yml")) == 40
    with pytest.raises(ModelFolderError, match="more than 100 entries"):
        plain_yaml.parse("\n".join([*lines, *(f"a{line}" for line in lines)]).encode(), "v.yml")
    with pytest.raises(ModelFolderError, match="several documents"):
        plain_yaml.parse(b"--- a\n" * 1000, "vocab.yml")


@pytest.mark.parametrize(
    "half", [rb'"\ud800"', rb'"\uDFFF x"', b'"\xed\xa0\x80"', rb'["\udc00"]', rb'{"\ud800": 1}']
)
@pytest.mark.parametrize("name", ["config.json", "vocab.json", "generation_config.json"])
def test_half_a_pair_is_no_text(copy, name, half) -> None:
    """JSON can spell it, and no screen, no file and no terminal can show it."""
    folder = copy("bart")
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(b'{"half a pair": ' + half + b", " + data.lstrip()[1:])
    message = refusal(folder)
    assert name in message and "JSON" in message


def test_a_whole_pair_is_text(tmp_path) -> None:
    (tmp_path / "a.json").write_text(r'{"\ud83d\ude00": "\\ud800 é"}', encoding="utf-8")
    assert read_table(tmp_path / "a.json", 100) == {"😀": "\\ud800 é"}


def pickled(pickle: bytes, path: Path) -> None:
    """A file of PyTorch with this pickle in it."""
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/data.pkl", pickle)
        file.writestr("archive/version", "3\n")


def test_what_pytorch_raises_over_a_damaged_file(tmp_path) -> None:
    path = tmp_path / "pytorch_model.bin"
    for cut in (b"\x80\x02M", b"\x80\x02J\0", b"\x80\x02K"):  # numbers without their bytes
        pickled(cut, path)
        with pytest.raises(ModelFolderError, match="damaged"):
            read_tensors(path)
    # Older files list the keys of their storages at the end.
    torch.save({"a": torch.ones(3)}, path, _use_new_zipfile_serialization=False)
    data = path.read_bytes()
    at = data.rindex(re.findall(rb"[0-9]{8,}", data)[-1])
    path.write_bytes(data[:at] + b"x" + data[at + 1 :])
    with pytest.raises(ModelFolderError, match="damaged"):
        read_tensors(path)


@pytest.mark.parametrize("header", ["{'descr': ('<f4'", "{'descr': '<f4', 'shape': (2,", "(", "1"])
def test_headers_of_arrays_that_are_no_python(tmp_path, header) -> None:
    path = tmp_path / "model.npz"
    array = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header.encode() + b"\0" * 8
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a.npy", array)
    with pytest.raises(ModelFolderError, match="damaged"):
        read_arrays(path)


@pytest.mark.parametrize("name", ["license", "source_language", "endpoint", "asked", "pulled"])
@pytest.mark.parametrize("text", ["\ud800", "a\nb", "\x1b[2J"])
def test_a_record_that_cannot_be_printed_is_none(tmp_path, name, text) -> None:
    values = {
        "version": 1, "repo": "a/b", "revision": "1" * 40, "asked": "", "endpoint": "https://h.co",
        "license": "mit", "source_language": "en", "target_language": "de", "languages": ["en"],
        "pulled": "2026-11-01T00:00:00Z", "files": {},
    }  # fmt: skip
    (tmp_path / RECORD).write_text(json.dumps(values), encoding="utf-8")
    assert read_record(tmp_path) is not None
    (tmp_path / RECORD).write_text(json.dumps({**values, name: text}), encoding="utf-8")
    assert read_record(tmp_path) is None
    (tmp_path / RECORD).write_text(json.dumps({**values, "languages": [text]}), encoding="utf-8")
    assert read_record(tmp_path) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("name", ["config.json", "README.md", "model.safetensors", "pulled.json"])
def test_a_pipe_is_not_waited_for(tiny_folder, tmp_path, name) -> None:
    folder = shutil.copytree(tiny_folder, tmp_path / "tiny")
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert "no plain file" in refusal(folder)
    assert folder_model(folder).folder == folder
    assert readme_of(str(folder)) == "" or name != "README.md"
    assert (name, 0) not in files_of(str(folder))


def test_no_value_of_an_option_of_our_own_does_anything_but_be_refused(
    tiny_folder, tmp_path
) -> None:
    folder = shutil.copytree(tiny_folder, tmp_path / "tiny")
    values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    dice = random.Random(5)
    names = {field.name for field in fields(ModelConfig)}
    assert names == ModelConfig(vocabulary_size=5).to_dict().keys()
    for option in sorted(names):
        for value in [*dice.sample(STRANGE, 4), "abcd", [1, 2, 3, "x"]]:
            model = {**values["model"], option: value}
            text = json.dumps({**values, "model": model})
            (folder / "config.json").write_text(text, encoding="utf-8")
            try:
                load_checkpoint(folder)
            except ModelFolderError as error:
                str(error).encode()


def test_every_option_of_the_network_can_be_read_back() -> None:
    """A type that the reader does not know would make it refuse what was written."""
    scaled = (8.0, 1.0, 4.0, 8192.0)
    config = ModelConfig(
        vocabulary_size=9, stacks="decoder", encoder_layers=0, decoder_layers=1, d_model=8, heads=2,
        shared_embeddings=True, positions="rotary", rotary_llama3=scaled, never_written=(5, 6),
    )  # fmt: skip
    values = json.loads(json.dumps(config.to_dict()))
    assert native._model_config(Path("config.json"), values) == config


def test_a_header_that_the_library_takes_and_json_reads_otherwise(tiny_folder, tmp_path) -> None:
    """To safetensors a list of three is a tensor's entry as well."""
    folder = shutil.copytree(tiny_folder, tmp_path / "tiny")
    values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    values.pop("files")
    (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")
    path = folder / "model.safetensors"
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    for name, entry in header.items():
        if name != "__metadata__":
            header[name] = [entry["dtype"], entry["shape"], entry["data_offsets"]]
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[end:])
    assert "model.safetensors" in refusal(folder)
    with pytest.raises(ModelFolderError, match="damaged"):
        read_tensors(path)


@pytest.mark.parametrize("name", ["content", "id", "special", "lstrip"])
def test_added_tokens_of_any_kind(copy, name) -> None:
    folder = copy("llama")
    path = folder / "tokenizer.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    for value in STRANGE:
        tokens = [*values["added_tokens"], {**values["added_tokens"][0], name: value}]
        path.write_text(json.dumps({**values, "added_tokens": tokens}), encoding="utf-8")
        try:
            load_checkpoint(folder)
        except ModelFolderError as error:
            assert len(str(error)) < 2000
        else:
            assert name != "content" or isinstance(value, str)
