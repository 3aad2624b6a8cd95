"""GPT-2 folders: the numbers, the pieces and the continuations of the library."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import GPT2Config, GPT2LMHeadModel, GPT2Tokenizer

from engine.checkpoints.detect import load_checkpoint
from tests.engine.checkpoints.hf_families import change, write_json
from tests.engine.checkpoints.one_stack import (
    ACTIVATIONS,
    Make,
    Pair,
    assert_same_continuation,
    assert_same_decoder,
    assert_same_text,
    byte_level,
    odd_texts,
    quiet,
    randomise,
    refusal,
)
from tests.engine.checkpoints.random_shapes import DTYPES, Dice, every_seed

END = "<|endoftext|>"
SHAPES: dict[str, dict[str, Any]] = {
    "gpt2": {},
    "plain files": {"plain": True},
    "odd heads": {"n_head": 3, "n_inner": 20},
    "odd width": {"n_embd": 15, "n_head": 5, "n_layer": 3},
    "unscaled": {"scale_attn_weights": False, "activation_function": "relu"},
    "upcast": {"reorder_and_upcast_attn": True, "layer_norm_epsilon": 1e-3},
    "untied": {"tie_word_embeddings": False},
    "several files": {"max_shard_size": "30KB"},
    "pickled": {"pickled": True},
    "float16": {"dtype": torch.float16},
}  # fmt: skip


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    quiet()
    pieces = byte_level([END])

    def folder_of(
        seed: int = 0,
        plain: bool = False,
        pickled: bool = False,
        max_shard_size: str = "1GB",
        spare: int = 2,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("gpt2") / "gpt2"
        config = GPT2Config(**{
            "vocab_size": len(pieces["vocab"]) + spare, "n_embd": 24, "n_layer": 2, "n_head": 4,
            "n_positions": 160, "bos_token_id": 0, "eos_token_id": 0, **options,
        })  # fmt: skip
        made = GPT2LMHeadModel(config).eval()
        randomise(made, seed, end=seed % 4 + 0.5)
        made.to(dtype).save_pretrained(folder, max_shard_size=max_shard_size)
        GPT2Tokenizer(**pieces).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            masks = {
                f"transformer.h.{i}.attn.bias": torch.ones(1, 1, 9, 9)
                for i in range(config.n_layer)
            }
            torch.save({**made.state_dict(), **masks}, folder / "pytorch_model.bin")
        if plain:
            (folder / "tokenizer.json").unlink()
            write_json(folder / "vocab.json", pieces["vocab"])
            lines = ["#version: 0.2", *(" ".join(pair) for pair in pieces["merges"]), ""]
            (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return folder_of


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {
        name: Pair(make(seed, **shape), GPT2LMHeadModel, GPT2Tokenizer)
        for seed, (name, shape) in enumerate(SHAPES.items())
    }


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    assert_same_decoder(pairs[name].library, pairs[name].ours.model)
    assert load_checkpoint(pairs[name].folder).format == "Hugging Face GPT-2"


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_go_on_as_the_library(pairs, beam) -> None:
    lengths = set()
    for pair in pairs.values():
        lengths |= assert_same_continuation(pair, beam)
    assert len(lengths) >= 3, "short ones and long ones: the agreement is no accident"


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("gpt2", seed)
    heads, width = dice.heads()
    shape = {
        "n_embd": width,
        "n_head": heads,
        "n_layer": dice.number(1, 5),
        "n_inner": dice.one_of([None, dice.number(1, 70)]),
        "n_positions": dice.number(64, 200),
        "activation_function": dice.activation(),
        "layer_norm_epsilon": dice.epsilon(),
        "scale_attn_weights": dice.yes(),
        "reorder_and_upcast_attn": dice.yes(0.3),
        "tie_word_embeddings": dice.yes(),
        "spare": dice.number(0, 40),
        "plain": dice.yes(0.2),
        "pickled": dice.yes(0.2),
        "dtype": dice.one_of(DTYPES),
    }
    print(shape)
    pair = Pair(make(seed, **shape), GPT2LMHeadModel, GPT2Tokenizer)
    assert_same_decoder(pair.library, pair.ours.model, dice.number(1, 64))
    for beam in (1, 4):
        assert_same_continuation(pair, beam)


def test_every_activation(make) -> None:
    for seed, name in enumerate(ACTIVATIONS):
        pair = Pair(make(seed, activation_function=name), GPT2LMHeadModel, GPT2Tokenizer)
        assert_same_decoder(pair.library, pair.ours.model)


@pytest.mark.parametrize("name", ["gpt2", "plain files"])
def test_text_becomes_the_same_pieces_and_text_again(pairs, name) -> None:
    pair = pairs[name]
    texts = [f"a {END} b", f"{END}{END}", "<|endoftext", *odd_texts(1)]
    assert_same_text(pair.tokenizer, pair.ours.vocabulary, texts)


def test_a_start_piece_where_the_settings_ask_for_one(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["plain files"].folder, tmp_path / "gpt2"))
    change(folder, "tokenizer_config.json", add_bos_token=True)
    tokenizer = GPT2Tokenizer.from_pretrained(folder)
    vocabulary = load_checkpoint(folder).vocabulary
    assert vocabulary.encode_ids("a")[0] == 0 == tokenizer("a")["input_ids"][0]
    assert vocabulary.encode_ids("a")[:-1] == tokenizer("a")["input_ids"]
    change(folder, "tokenizer_config.json", add_eos_token=True)
    assert "asks for add_eos_token True" in refusal(folder)


@pytest.mark.parametrize("name", ["gpt2", "plain files"])
def test_a_space_in_front_where_the_settings_ask_for_one(pairs, tmp_path, name) -> None:
    folder = Path(shutil.copytree(pairs[name].folder, tmp_path / "gpt2"))
    change(folder, "tokenizer_config.json", add_prefix_space=True)
    tokenizer = GPT2Tokenizer.from_pretrained(folder)
    assert tokenizer("the")["input_ids"] != pairs[name].tokenizer("the")["input_ids"]
    assert_same_text(tokenizer, load_checkpoint(folder).vocabulary, odd_texts(2, 30))


def test_a_piece_without_a_row_is_a_text(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["gpt2"].folder, tmp_path / "gpt2"))
    path = folder / "tokenizer.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    size = pairs["gpt2"].ours.model.config.vocabulary_size
    (one,) = values["added_tokens"]
    values["added_tokens"].append({**one, "content": "[PAD]", "id": size})
    write_json(path, values)
    vocabulary = load_checkpoint(folder).vocabulary
    assert_same_text(pairs["gpt2"].tokenizer, vocabulary, ["a [PAD] b", *odd_texts(2, 20)])


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["GPT2DoubleHeadsModel"]),
        ("config.json", "add_cross_attention", True),
        ("config.json", "scale_attn_by_inverse_layer_idx", True),
        ("config.json", "activation_function", "laplace"),
        ("generation_config.json", "eos_token_id", None),
        ("generation_config.json", "eos_token_id", [0, 999]),
        ("generation_config.json", "eos_token_id", 999),
        ("generation_config.json", "suppress_tokens", [3]),
    ],
)
def test_what_is_not_implemented_is_refused(pairs, tmp_path, place, option, value) -> None:
    folder = Path(shutil.copytree(pairs["gpt2"].folder, tmp_path / "gpt2"))
    change(folder, place, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message and str(value) in message


def test_weights_have_to_fit_the_settings(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["gpt2"].folder, tmp_path / "gpt2"))
    tensors = load_file(folder / "model.safetensors")
    name = "transformer.h.1.attn.c_attn.weight"
    for damaged in (tensors[name][:, :70], tensors[name].t(), tensors[name].flatten()):
        save_file({**tensors, name: damaged.contiguous()}, folder / "model.safetensors")
        assert "h.1.attn.c_attn.weight" in refusal(folder)
    save_file({**tensors, "transformer.h.2.ln_1.bias": torch.zeros(24)},
              folder / "model.safetensors")  # fmt: skip
    assert "h.2.ln_1.bias" in refusal(folder)


@pytest.mark.parametrize("name", ["vocab.json", "merges.txt", "model.safetensors"])
@pytest.mark.parametrize("damage", ["gone", "cut", "garbage"])
def test_damaged_files(pairs, tmp_path, name, damage) -> None:
    folder = Path(shutil.copytree(pairs["plain files"].folder, tmp_path / "gpt2"))
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(data[: len(data) // 2 - 1] + b" x" if damage == "cut" else b"\x80\x04" * 9)
    assert refusal(folder)
