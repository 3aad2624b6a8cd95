"""The model folder: written whole or not at all, and read with every check."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from safetensors.torch import load_file, save_file

from engine.checkpoints import native
from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError, OutputError
from engine.model.config import ModelConfig
from engine.model.transformer import Transformer

SAVE = {"source_language": "en", "target_language": "fr", "name": "test"}


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    """A copy of the tiny model that a test may damage."""
    return Path(shutil.copytree(tiny_folder, tmp_path / "model"))


def config_of(folder: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return values


def write_config(folder: Path, values: object) -> None:
    (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")


def forget_checksums(folder: Path) -> None:
    """So that a changed file reaches the checks behind the checksum."""
    values = config_of(folder)
    del values["files"]
    write_config(folder, values)


def change_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors")
    forget_checksums(folder)


def refusal(folder: Path) -> str:
    """The sentence with which the folder is refused."""
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith("."), message
    assert "\n" not in message
    assert str(folder) in message
    return message


# ------------------------------------------------------------------------------- round trip


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_float32_comes_back_exactly(
    tmp_path: Path, tiny_pieces: bytes, shared: bool, tied: bool, norm: Any
) -> None:
    size = sentencepiece.SentencePieceProcessor(model_proto=tiny_pieces).get_piece_size()
    config = ModelConfig(
        vocabulary_size=size,
        d_model=8,
        heads=2,
        d_ff=16,
        encoder_layers=2,
        decoder_layers=1,
        norm=norm,
        shared_embeddings=shared,
        tied_output=tied,
        output_bias=tied,
        attention_bias=shared,
    )
    model = Transformer(config)
    native.save(
        tmp_path / "m",
        config,
        model.state_dict(),
        tiny_pieces,
        dtype="float32",
        metadata={"steps": 12},
        **SAVE,
    )
    back = native.load(tmp_path / "m")
    assert back.config == config
    assert back.metadata == {**SAVE, "license": "", "steps": 12}
    assert back.dtype == "float32"
    assert back.state.keys() == model.state_dict().keys()
    for name, tensor in model.state_dict().items():
        assert torch.equal(back.state[name], tensor), name
    Transformer(config).load_state_dict(back.state)


def test_float16_rounds_once_and_halves_the_file(folder: Path, tmp_path: Path) -> None:
    full = native.load(folder)
    half = tmp_path / "half"
    native.save(
        half, full.config, full.state, folder / "sentencepiece.model", dtype="float16", **SAVE
    )
    back = native.load(half)
    assert back.dtype == "float16"
    for name, tensor in full.state.items():
        assert back.state[name].dtype == torch.float32
        assert torch.equal(back.state[name], tensor.half().float()), name
    size = (half / "model.safetensors").stat().st_size
    assert size < 0.75 * (folder / "model.safetensors").stat().st_size


def test_a_shared_matrix_is_stored_once(folder: Path) -> None:
    stored = load_file(folder / "model.safetensors")
    assert "source_embedding.pieces.weight" in stored
    assert "target_embedding.pieces.weight" not in stored
    state = native.load(folder).state
    assert state["target_embedding.pieces.weight"] is state["source_embedding.pieces.weight"]


# ---------------------------------------------------------------------------------- writing


def test_saving_again_replaces_the_model_and_keeps_other_files(folder: Path) -> None:
    checkpoint = native.load(folder)
    (folder / "notes.txt").write_text("mine")
    changed = {name: tensor + 1 for name, tensor in checkpoint.state.items()}
    native.save(
        folder,
        checkpoint.config,
        changed,
        folder / "sentencepiece.model",
        dtype="float32",
        card="new",
        **SAVE,
    )
    assert (folder / "notes.txt").read_text() == "mine"
    assert (folder / "README.md").read_text() == "new"
    for name, tensor in native.load(folder).state.items():
        assert torch.equal(tensor, changed[name])
    assert [entry.name for entry in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("call", ["save", "check_writable"])
def test_a_foreign_folder_is_left_alone(folder: Path, tmp_path: Path, call: str) -> None:
    place = tmp_path / "letters"
    place.mkdir()
    (place / "letter.txt").write_text("dear")
    with pytest.raises(OutputError, match=r"letters is not empty and no Diaphane model folder"):
        _save_or_check(folder, place, call)
    assert [entry.name for entry in place.iterdir()] == ["letter.txt"]
    assert {entry.name for entry in tmp_path.iterdir()} == {"model", "letters"}


@pytest.mark.parametrize("call", ["save", "check_writable"])
def test_a_file_is_no_place_for_a_folder(folder: Path, tmp_path: Path, call: str) -> None:
    place = tmp_path / "file"
    place.write_text("x")
    with pytest.raises(OutputError, match="is a file"):
        _save_or_check(folder, place, call)
    with pytest.raises(OutputError, match=r"written|used"):
        _save_or_check(folder, place / "below", call)
    assert place.read_text() == "x"


def _save_or_check(source: Path, place: Path, call: str) -> None:
    if call == "check_writable":
        native.check_writable(place)
        return
    checkpoint = native.load(source)
    native.save(place, checkpoint.config, checkpoint.state, b"pieces", **SAVE)


@pytest.mark.parametrize("existing", [True, False])
@pytest.mark.parametrize("failing", ["write_text", "write_bytes", "rename"])
def test_a_failed_save_leaves_nothing_half_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bool, failing: str
) -> None:
    checkpoint = native.load(folder)
    place = folder if existing else tmp_path / "new"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    pieces = (folder / "sentencepiece.model").read_bytes()
    real = getattr(Path, failing)

    def full_disk(self: Path, *args: Any, **kwargs: Any) -> Any:
        if ".writing-" in str(self):
            raise OSError(28, "No space left on device")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, failing, full_disk)
    changed = {name: tensor + 1 for name, tensor in checkpoint.state.items()}
    with pytest.raises(OutputError, match="No space left on device"):
        native.save(place, checkpoint.config, changed, pieces, **SAVE)
    monkeypatch.undo()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["model"]


def test_weights_that_float16_cannot_hold_are_refused(folder: Path, tmp_path: Path) -> None:
    checkpoint = native.load(folder)
    name = next(iter(checkpoint.state))
    state = {**checkpoint.state, name: checkpoint.state[name] + 1e6}
    with pytest.raises(OutputError, match="float16"):
        native.save(tmp_path / "new", checkpoint.config, state, b"", **SAVE)
    assert not (tmp_path / "new").exists()


def test_a_state_of_another_shape_is_a_programming_error(folder: Path, tmp_path: Path) -> None:
    checkpoint = native.load(folder)
    state = dict(checkpoint.state)
    state["extra"] = torch.zeros(1)
    with pytest.raises(ValueError, match="extra"):
        native.save(tmp_path / "new", checkpoint.config, state, b"", **SAVE)
    del state["extra"]
    with pytest.raises(ValueError, match="'format'"):
        native.save(
            tmp_path / "new", checkpoint.config, state, b"", metadata={"format": "x"}, **SAVE
        )


# ----------------------------------------------------------------------------- bad config.json


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b'{"format": "diaphane",}', "not valid JSON"),
        (b"\xff\xfe{", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[]", "is no JSON object"),
        (b"null", "is no JSON object"),
        (b'{"format": "other"}', 'does not say "format"'),
        (b" " * (2 << 20), "larger than"),
    ],
)
def test_config_that_is_no_config(folder: Path, text: bytes, expected: str) -> None:
    (folder / "config.json").write_bytes(text)
    message = refusal(folder)
    assert expected in message
    assert "config.json" in message


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("version", 2, "update Diaphane"),
        ("version", "1", "version"),
        ("version", True, "version"),
        ("version", 0, "version"),
        ("source_language", None, "source_language"),
        ("target_language", "", "target_language"),
        ("name", 3, "name"),
        ("license", [], "license"),
        ("model", None, '"model"'),
        ("model", {}, "'vocabulary_size' is missing"),
        ("files", [], "files"),
        ("files", {"model.safetensors": 3}, "bytes"),
        ("files", {"model.safetensors": {"bytes": "3", "sha256": ""}}, "bytes"),
    ],
)
def test_config_entries(folder: Path, key: str, value: object, expected: str) -> None:
    write_config(folder, {**config_of(folder), key: value})
    message = refusal(folder)
    assert expected in message
    assert "config.json" in message


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("wings", 2, "unknown model option 'wings'"),
        ("d_model", "16", "'d_model' must be of type int"),
        ("d_model", 16.0, "'d_model' must be of type int"),
        ("d_model", True, "'d_model' must be of type int"),
        ("tied_output", 1, "'tied_output' must be of type bool"),
        ("dropout", "0.1", "'dropout' must be of type float"),
        ("norm", None, "'norm' must be of type str"),
        ("norm", "middle", "middle"),
        ("activation", "swoosh", "swoosh"),
        ("never_written", [1.5], "never_written"),
        ("target_vocabulary_size", 20, "shared_embeddings"),
        ("heads", 3, "not a multiple"),
        ("heads", 0, "at least 1"),
        ("encoder_layers", -1, "negative"),
        ("encoder_layers", 10**9, "too few"),
        ("decoder_layers", 3, "lacks the tensor"),
        ("decoder_layers", 1, "no place for"),
        ("d_model", 18, "shape"),
        ("d_model", 2 * 10**12, "cannot be built"),
        ("d_ff", 10**30, "cannot be built"),
        ("max_positions", 10**12, "max_positions"),
        ("vocabulary_size", 17, "shape"),
        ("dropout", 1.5, "dropout"),
        ("dropout", float("nan"), "dropout"),
        ("pad_id", 10**6, "pad_id"),
        ("pad_id", 2, "the same"),
        ("tied_output", False, "output.weight"),
        ("output_bias", True, "output_bias"),
    ],
)
def test_model_options(folder: Path, option: str, value: object, expected: str) -> None:
    values = config_of(folder)
    values["model"][option] = value
    write_config(folder, values)
    assert expected in refusal(folder)


# -------------------------------------------------------------------------------- bad weights


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "sentencepiece.model"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert name in refusal(folder)


def test_the_card_may_be_missing(folder: Path) -> None:
    (folder / "README.md").unlink()
    assert native.load(folder).metadata["name"] == "tiny"


def test_a_missing_tensor(folder: Path) -> None:
    name = sorted(load_file(folder / "model.safetensors"))[0]
    change_weights(folder, lambda tensors: tensors.pop(name))
    assert f"lacks the tensor '{name}' that" in refusal(folder)


def test_an_extra_tensor(folder: Path) -> None:
    change_weights(folder, lambda tensors: tensors.update(surprise=torch.zeros(2)))
    assert "has the tensor 'surprise'" in refusal(folder)


def test_a_wrong_shape_is_given_with_both_shapes(folder: Path) -> None:
    name = "source_embedding.pieces.weight"
    rows = config_of(folder)["model"]["vocabulary_size"]
    change_weights(folder, lambda tensors: tensors.update({name: torch.zeros(rows, 4)}))
    message = refusal(folder)
    assert name in message
    assert f"{rows} × 4" in message
    assert f"{rows} × 16" in message


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_are_not_finite(folder: Path, value: float) -> None:
    name = "source_embedding.pieces.weight"
    change_weights(folder, lambda tensors: tensors[name].__setitem__((5, 3), value))
    message = refusal(folder)
    assert "not finite" in message
    assert name in message


def test_whole_numbers_are_no_weights(folder: Path) -> None:
    name = "source_embedding.pieces.weight"
    change_weights(folder, lambda tensors: tensors.update({name: tensors[name].to(torch.int8)}))
    assert "int8" in refusal(folder)


def test_a_pickle_in_place_of_the_weights_is_never_opened(folder: Path, tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "exploded",))

    torch.save(Bomb(), folder / "model.safetensors")
    forget_checksums(folder)
    assert "no safetensors file" in refusal(folder)
    assert not (tmp_path / "exploded").exists()


# ----------------------------------------------------------------------------- bad vocabulary


def train_pieces(**options: Any) -> bytes:
    import io

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["a b c d e f g"] * 20),
        model_writer=model,
        hard_vocab_limit=False,
        byte_fallback=True,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def test_a_vocabulary_of_another_size(folder: Path) -> None:
    pieces = train_pieces(vocab_size=280, pad_id=0, unk_id=1, bos_id=2, eos_id=3)
    (folder / "sentencepiece.model").write_bytes(pieces)
    forget_checksums(folder)
    message = refusal(folder)
    assert "vocabulary_size" in message
    assert str(config_of(folder)["model"]["vocabulary_size"]) in message


def test_a_vocabulary_with_other_special_ids(folder: Path) -> None:
    values = config_of(folder)
    values["model"] |= {"start_id": 3, "eos_id": 2}
    write_config(folder, values)
    assert "start_id" in refusal(folder)


@pytest.mark.parametrize("data", [b"", b"\0", b"not a model", b"\n" * 5000])
def test_a_vocabulary_that_is_none(folder: Path, data: bytes) -> None:
    (folder / "sentencepiece.model").write_bytes(data)
    forget_checksums(folder)
    assert "sentencepiece.model" in refusal(folder)


# --------------------------------------------------------------------------------------- fuzz


@pytest.mark.parametrize("checksums", [True, False])
@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "sentencepiece.model"])
def test_truncation_anywhere_is_one_sentence(folder: Path, name: str, checksums: bool) -> None:
    if not checksums:
        forget_checksums(folder)
    path = folder / name
    whole = path.read_bytes()
    rng = random.Random(f"{name} {checksums}")
    points = {0, 1, 7, 8, 9, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(25))}
    for point in sorted(points):
        path.write_bytes(whole[:point])
        try:
            native.load(folder)
        except ModelFolderError as error:
            assert str(path) in str(error) or "config.json" in str(error), point
        else:
            # Only what is no loss to a reader may pass: the last line break of a text.
            assert (name, whole[point:]) == ("config.json", b"\n"), point


@pytest.mark.parametrize("name", ["model.safetensors", "sentencepiece.model"])
def test_one_flipped_bit_is_noticed(folder: Path, name: str) -> None:
    path = folder / name
    whole = bytearray(path.read_bytes())
    rng = random.Random(name)
    for _ in range(20):
        place, bit = rng.randrange(len(whole)), 1 << rng.randrange(8)
        whole[place] ^= bit
        path.write_bytes(whole)
        assert "damaged" in refusal(folder)
        whole[place] ^= bit
    path.write_bytes(whole)
    native.load(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "sentencepiece.model"])
def test_flipped_bits_without_checksums_never_escape(folder: Path, name: str) -> None:
    forget_checksums(folder)
    path = folder / name
    whole = bytearray(path.read_bytes())
    rng = random.Random(name)
    # The head of a safetensors file is where counts, shapes and offsets lie.
    end = min(len(whole), 3000)
    refused = 0
    for _ in range(60):
        place, bit = rng.randrange(end), 1 << rng.randrange(8)
        whole[place] ^= bit
        path.write_bytes(whole)
        try:
            native.load(folder)
        except ModelFolderError:
            refused += 1
        whole[place] ^= bit
    assert refused > 0
