"""LLaMA, Mistral and Qwen2 folders: the numbers and the pieces of the library."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    LlamaTokenizer,
    MistralConfig,
    MistralForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen2Tokenizer,
)

from engine.__main__ import main
from engine.checkpoints.detect import load_checkpoint
from engine.errors import InputTooLongError
from engine.search.options import SearchOptions
from engine.translator import Translator
from tests.engine.checkpoints.conftest import train
from tests.engine.checkpoints.hf_families import change
from tests.engine.checkpoints.one_stack import (
    ACTIVATIONS,
    CORPUS,
    Make,
    Pair,
    assert_same_continuation,
    assert_same_decoder,
    assert_same_text,
    byte_level,
    check_spans,
    llama_like,
    odd_texts,
    quiet,
    randomise,
    refusal,
)
from tests.engine.checkpoints.random_shapes import DTYPES, Dice, every_seed
from tests.engine.checkpoints.test_m2m100 import merges_of

END = "<|endoftext|>"
LLAMA3 = {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 16, "rope_theta": 5000.0}  # fmt: skip
SHAPES: dict[str, dict[str, Any]] = {
    "llama": {},
    "grouped": {"num_attention_heads": 6, "num_key_value_heads": 2},
    "one key": {"num_key_value_heads": 1, "num_hidden_layers": 3, "intermediate_size": 20},
    "wide heads": {"head_dim": 10, "num_key_value_heads": 2},
    "narrow heads": {"head_dim": 2},
    "biases": {"attention_bias": True, "mlp_bias": True, "hidden_act": "gelu"},
    "tied": {"tie_word_embeddings": True, "rms_norm_eps": 1e-3},
    "base": {"rope_parameters": {"rope_type": "default", "rope_theta": 500.0}},
    "linear": {"rope_parameters": {"rope_type": "linear", "factor": 2.5, "rope_theta": 10000.0}},
    "llama3": {"rope_parameters": LLAMA3},
    "mistral": {"family": "mistral", "sliding_window": None, "num_key_value_heads": 2},
    "mistral, window": {"family": "mistral", "sliding_window": 50, "head_dim": 8},
    "qwen2": {"family": "qwen2", "num_key_value_heads": 2},
    "qwen2, tied": {"family": "qwen2", "tie_word_embeddings": True},
    "several files": {"max_shard_size": "30KB"},
    "bfloat16": {"dtype": torch.bfloat16},
}  # fmt: skip
CLASSES = {
    "llama": (LlamaConfig, LlamaForCausalLM),
    "mistral": (MistralConfig, MistralForCausalLM),
    "qwen2": (Qwen2Config, Qwen2ForCausalLM),
}


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    quiet()
    pieces, others = llama_like(), byte_level([END])

    def folder_of(
        seed: int = 0,
        family: str = "llama",
        max_shard_size: str = "1GB",
        spare: int = 0,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("llama") / family
        own = others if family == "qwen2" else pieces
        ids = {"bos_token_id": None, "eos_token_id": 0} if family == "qwen2" else {}
        made_config, model = CLASSES[family]
        config = made_config(**{
            "vocab_size": len(own["vocab"]) + spare, "hidden_size": 24, "num_hidden_layers": 2,
            "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 40,
            "max_position_embeddings": 200, **ids, **options,
        })  # fmt: skip
        made = model(config).eval()
        randomise(made, seed)
        with torch.no_grad():  # the end is as often far ahead as far behind
            made.lm_head.weight[config.eos_token_id] *= 4
        made.to(dtype).save_pretrained(folder, max_shard_size=max_shard_size)
        if family == "qwen2":
            Qwen2Tokenizer(**own).save_pretrained(folder)
        else:
            LlamaTokenizer(**own, add_bos_token=True).save_pretrained(folder)
        return folder

    return folder_of


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    found = {}
    for seed, (name, shape) in enumerate(SHAPES.items()):
        family = shape.get("family", "llama")
        tokenizer = Qwen2Tokenizer if family == "qwen2" else LlamaTokenizer
        found[name] = Pair(make(seed, **shape), CLASSES[family][1], tokenizer)
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    pair = pairs[name]
    assert_same_decoder(pair.library, pair.ours.model, 40)
    shown = {"mistral": "Mistral", "qwen2": "Qwen2"}.get(name.split(",")[0], "LLaMA")
    assert load_checkpoint(pair.folder).format == f"Hugging Face {shown}"


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_go_on_as_the_library(pairs, beam) -> None:
    lengths = set()
    for pair in pairs.values():
        lengths |= assert_same_continuation(pair, beam)
    assert len(lengths) >= 3, "short ones and long ones: the agreement is no accident"


@pytest.mark.parametrize("beam", [1, 4])
def test_several_ends(pairs, tmp_path, beam) -> None:
    """As the library has it: each of them ends an output."""
    folder = Path(shutil.copytree(pairs["llama"].folder, tmp_path / "ends"))
    usual = json.loads((folder / "generation_config.json").read_text())["eos_token_id"]
    change(folder, "generation_config.json", eos_token_id=[usual, 50, 60, 70, 80])
    pair = Pair(folder, LlamaForCausalLM, LlamaTokenizer)
    assert pair.ours.model.config.ends == {usual, 50, 60, 70, 80}
    for text in ("I love fresh", "My old friend remembers the", "a", "The teacher"):
        ids = pair.ours.vocabulary.encode_ids(text)[:-1]
        with torch.no_grad():
            (theirs,) = pair.library.generate(
                input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids)).long(),
                num_beams=beam, max_new_tokens=12, length_penalty=1.0, do_sample=False,
                early_stopping=False, pad_token_id=usual,
            ).tolist()  # fmt: skip
        options = SearchOptions(
            beam=beam, max_length=len(ids) + 11, normalisation="average", alpha=1.0,
            stopping="heuristic",
        )  # fmt: skip
        *_, finished, _ = pair.ours.stream(text, options)
        written = [ids[0], *(piece.id for piece in finished.hypotheses[0].pieces)]
        end = next((at for at in range(len(ids), len(theirs)) if theirs[at] in
                    pair.ours.model.config.ends), len(theirs) - 1)  # fmt: skip
        assert written == theirs[: end + 1]


def drawn(dice: Dice) -> dict[str, Any]:
    """A random configuration."""
    family = dice.one_of(["llama", "llama", "mistral", "qwen2"])
    heads, width = dice.heads(even=True)
    groups = [count for count in range(1, heads + 1) if heads % count == 0]
    base = dice.one_of([10000.0, dice.between(50, 1e6)])
    low = dice.between(0.5, 2)
    llama3 = {
        "rope_type": "llama3", "factor": dice.between(1, 16), "low_freq_factor": low,
        "high_freq_factor": low + dice.between(0.5, 6),
        "original_max_position_embeddings": dice.number(8, 100),
    }  # fmt: skip
    linear = {"rope_type": "linear", "factor": dice.between(0.5, 6)}
    shape = {
        "family": family,
        "hidden_size": width,
        "num_attention_heads": heads,
        "num_key_value_heads": dice.one_of(groups),
        "num_hidden_layers": dice.number(1, 5),
        "intermediate_size": dice.number(1, 70),
        "max_position_embeddings": dice.number(64, 200),
        "hidden_act": dice.activation(),
        "rms_norm_eps": dice.epsilon(),
        "rope_parameters": {
            "rope_theta": base, **dice.turn([{"rope_type": "default"}, linear, llama3]),
        },
        "tie_word_embeddings": dice.yes(0.4),
        "spare": dice.number(0, 40),
        "max_shard_size": dice.one_of(["1GB", "30KB"]),
        "dtype": dice.one_of(DTYPES),
    }  # fmt: skip
    if dice.yes():
        shape["head_dim"] = 2 * dice.number(1, 8)
    if family == "llama":
        shape |= {"attention_bias": dice.yes(), "mlp_bias": dice.yes()}
    if family == "mistral":
        shape["sliding_window"] = dice.one_of([None, dice.number(64, 100)])
    if family == "qwen2" and dice.yes():
        shape |= {"use_sliding_window": True, "sliding_window": dice.number(64, 100)}
        shape["max_window_layers"] = dice.number(0, shape["num_hidden_layers"])
    return shape


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("llama", seed)
    shape = drawn(dice)
    print(shape)
    pair = Pair(make(seed, **shape), CLASSES[shape["family"]][1], LlamaTokenizer
                if shape["family"] != "qwen2" else Qwen2Tokenizer)  # fmt: skip
    assert_same_decoder(pair.library, pair.ours.model, dice.number(1, 64))
    for beam in (1, 4):
        assert_same_continuation(pair, beam)


def test_every_activation(make) -> None:
    for seed, name in enumerate(ACTIVATIONS):
        pair = Pair(make(seed, hidden_act=name), LlamaForCausalLM, LlamaTokenizer)
        assert_same_decoder(pair.library, pair.ours.model)


def test_a_window_is_the_longest_text(pairs) -> None:
    assert pairs["mistral"].ours.model.config.max_positions == 200
    ours, library = pairs["mistral, window"].ours.model, pairs["mistral, window"].library
    assert ours.config.max_positions == 50
    assert_same_decoder(library, ours, 50)
    with pytest.raises(ValueError, match="beyond the last one"):
        ours.decode(None, None, torch.zeros(1, 51, dtype=torch.long))


@pytest.mark.parametrize(
    ("name", "options", "most", "note"),
    [
        ("mistral, window", {}, 50, "sliding_window 50, max_position_embeddings 200"),
        ("mistral, window", {"sliding_window": 10**9}, 200, ""),
        ("mistral", {}, 200, ""),
        ("llama", {"max_position_embeddings": 10**9}, 1 << 16,
         "max_position_embeddings 1000000000"),
    ],
)  # fmt: skip
def test_fewer_positions_than_the_settings_say_are_said(
    pairs, tmp_path, capsys, name, options, most, note
) -> None:
    folder = Path(shutil.copytree(pairs[name].folder, tmp_path / "llama"))
    change(folder, "config.json", **options)
    translator = Translator.load(folder, device="cpu")
    assert (translator.info.max_positions, translator.info.positions_note) == (most, note)
    assert translator.card().origin.positions_note == note
    assert main(["info", str(folder)]) == 0
    words = f" ({note})" if note else ""
    rows = dict(line.split("  ", 1) for line in capsys.readouterr().out.split("\n") if line)
    assert rows["positions"].strip().startswith(f"{most:,}{words}, rotary")
    if most < 1000:
        with pytest.raises(InputTooLongError, match=re.escape(f"at most {most}{words}: ")):
            translator.translate("a " * 250)


@pytest.mark.parametrize("old", ["type", "rope_type"])
@pytest.mark.parametrize("name", ["base", "linear", "llama3"])
def test_older_settings_say_the_positions_otherwise(pairs, tmp_path, name, old) -> None:
    folder = Path(shutil.copytree(pairs[name].folder, tmp_path / "llama"))
    values = json.loads((folder / "config.json").read_text())
    new = values.pop("rope_parameters")
    values["rope_theta"] = new.pop("rope_theta")
    kind = new.pop("rope_type")
    values["rope_scaling"] = None if kind == "default" else {**new, old: kind}
    (folder / "config.json").write_text(json.dumps(values))
    assert load_checkpoint(folder).config == pairs[name].ours.model.config
    assert load_checkpoint(folder).config != pairs["llama"].ours.model.config


@pytest.mark.parametrize("name", ["llama", "qwen2"])
def test_text_becomes_the_same_pieces_and_text_again(pairs, name) -> None:
    pair = pairs[name]
    texts = ["a <s> b", "</s>", f"a {END} b", "<0x41>", *odd_texts(1)]
    assert_same_text(pair.tokenizer, pair.ours.vocabulary, texts)
    before = [piece.text for piece in pair.ours.vocabulary.encode("a")][:-2]
    assert before == (["<s>"] if name == "llama" else [])


def test_the_tokenizers_of_llama_2_and_llama_3(pairs, tmp_path) -> None:
    bpe = json.loads((pairs["qwen2"].folder / "tokenizer.json").read_text(encoding="utf-8"))
    pattern = {"Regex": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|\s+(?!\S)|\s+|."}
    split = {"type": "Split", "behavior": "Isolated", "invert": False, "pattern": pattern}
    byte = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
            "use_regex": False}  # fmt: skip
    template = {
        "type": "TemplateProcessing", "pair": [],
        "single": [{"SpecialToken": {"id": END, "type_id": 0}},
                   {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {END: {"id": END, "ids": [0], "tokens": [END]}},
    }  # fmt: skip
    newer = {
        "normalizer": None, "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte]},
        "post_processor": {"type": "Sequence", "processors": [byte, template]},
        "model": {**bpe["model"], "ignore_merges": True},
    }  # fmt: skip
    older = {
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": None,
    }  # fmt: skip
    for name, parts in (("llama", older), ("qwen2", newer)):
        folder = Path(shutil.copytree(pairs[name].folder, tmp_path / name))
        change(folder, "tokenizer.json", **parts)
        reference = Tokenizer.from_file(str(folder / "tokenizer.json"))
        vocabulary = load_checkpoint(folder).vocabulary
        for text in odd_texts(7):
            clean = text.replace("\ud83d", "\ufffd")
            ids = reference.encode(clean).ids
            assert vocabulary.encode_ids(text)[:-1] == ids, text
            check_spans(vocabulary.encode(text, 5)[1:-1], clean, 5)
            assert vocabulary.decode(ids) == reference.decode(ids), text
        assert ids[0] == (1 if name == "llama" else 0)


def test_a_character_in_the_middle_of_being_written(pairs) -> None:
    vocabulary = pairs["llama"].ours.vocabulary
    ids = vocabulary.encode_ids("a ☂ 👍")[1:-1]
    found = [vocabulary.decode(ids[:count]) for count in range(1, len(ids) + 1)]
    assert found[0] == "a" and found[-1] == "a ☂ 👍"
    assert {text.count("\ufffd") for text in found} == {0, 1}
    assert all("a ☂ 👍".startswith(text.replace("\ufffd", "")) for text in found)


def test_without_a_start_piece(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["llama"].folder, tmp_path / "llama"))
    change(folder, "tokenizer.json", post_processor=None)
    tokenizer = LlamaTokenizer.from_pretrained(folder)
    assert_same_text(tokenizer, load_checkpoint(folder).vocabulary, odd_texts(2, 30))


def test_the_pieces_of_a_sentencepiece_model(pairs, tmp_path) -> None:
    model = train(
        CORPUS, 420, model_type="bpe", byte_fallback=True, unk_id=0, bos_id=1, eos_id=2, pad_id=-1,
        normalization_rule_name="identity", remove_extra_whitespaces=False,
    )  # fmt: skip
    folder = Path(shutil.copytree(pairs["llama"].folder, tmp_path / "llama"))
    with_json = load_checkpoint(folder)
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer.model").write_bytes(model)
    vocabulary = load_checkpoint(folder).vocabulary
    words = [vocabulary.piece(number).text for number in range(vocabulary.size)]
    ids = {word: number for number, word in enumerate(words)}
    tokenizer = LlamaTokenizer(vocab=ids, merges=merges_of(words[259:]), add_bos_token=True)
    for text in [t for t in odd_texts(3, 60) if not set(t) & set("<>▁\ud83d") and t.strip() == t]:
        assert vocabulary.encode_ids(text)[:-1] == tokenizer(text)["input_ids"], text
        assert vocabulary.decode(vocabulary.encode_ids(text)) == text
        check_spans(vocabulary.encode(text, 5)[1:-1], text, 5)
    assert vocabulary.size == with_json.vocabulary.size
    change(folder, "generation_config.json", eos_token_id=1)
    assert "asks for eos_token_id 1" in refusal(folder)
    (folder / "tokenizer.model").write_bytes(model[:-5])
    change(folder, "generation_config.json", eos_token_id=2)
    assert "tokenizer.model" in refusal(folder)


@pytest.mark.parametrize(
    ("name", "place", "option", "value"),
    [
        ("llama", "config.json", "architectures", ["LlamaModel"]),
        ("llama", "config.json", "pretraining_tp", 2),
        ("llama", "config.json", "hidden_act", "laplace"),
        ("llama", "config.json", "quantization_config", {"bits": 4}),
        ("llama", "config.json", "rope_scaling", {"type": "dynamic", "factor": 2.0}),
        ("llama", "config.json", "rope_scaling", {"rope_type": "yarn", "factor": 2.0}),
        ("llama", "config.json", "partial_rotary_factor", 0.5),
        ("llama", "generation_config.json", "eos_token_id", [2, 1000]),
        ("mistral", "config.json", "sliding_window", "wide"),
        ("qwen2", "config.json", "layer_types", ["chunked_attention"]),
    ],
)
def test_what_is_not_implemented_is_refused(pairs, tmp_path, name, place, option, value) -> None:
    folder = Path(shutil.copytree(pairs[name].folder, tmp_path / "llama"))
    change(folder, place, **{option: value})
    message = refusal(folder)
    if option == "rope_scaling":
        option, value = "rope_type", value.get("rope_type", value.get("type"))
    assert f"asks for {option}" in message and str(value) in message


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("rms_norm_eps", 0, "rms_norm_eps must be a number above 0"),
        ("num_key_value_heads", 3, "not a multiple of key_value_heads"),
        ("head_dim", 5, "even width"),
        ("rope_parameters", {"rope_type": "linear", "rope_theta": 1.0}, "factor must be a number"),
        ("rope_parameters", {"rope_theta": "x"}, "rope_theta must be a number"),
        ("num_hidden_layers", 10**6, "too few for the 1000000 layers"),
        ("vocab_size", 100, "has room for the ids 0 to 99"),
    ],
)
def test_settings_that_cannot_be(pairs, tmp_path, option, value, expected) -> None:
    folder = Path(shutil.copytree(pairs["llama"].folder, tmp_path / "llama"))
    change(folder, "config.json", **{option: value})
    assert expected in refusal(folder)
