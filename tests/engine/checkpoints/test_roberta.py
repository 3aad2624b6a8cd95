"""RoBERTa and XLM-RoBERTa folders: the numbers, the pieces and the guesses of the library."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import (
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaForSequenceClassification,
    RobertaModel,
    RobertaTokenizer,
    XLMRobertaConfig,
    XLMRobertaForMaskedLM,
    XLMRobertaTokenizer,
)

from engine.checkpoints.detect import load_checkpoint
from tests.engine.checkpoints.hf_families import change, write_json
from tests.engine.checkpoints.one_stack import (
    Make,
    Pair,
    assert_same_encoder,
    assert_same_filling,
    assert_same_text,
    byte_level,
    odd_texts,
    quiet,
    randomise,
    refusal,
    rows_of,
    unigram,
)
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_bert_s_kin

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
SHAPES: dict[str, dict[str, Any]] = {
    "roberta": {},
    "plain files": {"plain": True},
    "odd heads": {"num_attention_heads": 3, "intermediate_size": 20},
    "odd width": {"hidden_size": 15, "num_attention_heads": 5, "num_hidden_layers": 3},
    "another padding": {"pad_token_id": 1, "type_vocab_size": 1, "layer_norm_eps": 1e-5},
    "untied": {"tie_word_embeddings": False},
    "no head": {"model": RobertaModel, "hidden_act": "relu"},
    "another head": {"model": RobertaForSequenceClassification},
    "xlm": {"xlm": True, "type_vocab_size": 1},
    "float16": {"dtype": torch.float16},
}  # fmt: skip


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    quiet()
    pieces = byte_level(SPECIAL)
    scored = [(piece, 0.0) for piece in SPECIAL[:4]]
    scored += [pair for pair in unigram(SPECIAL[:4]) if pair[0] not in SPECIAL]
    scored.append(("<mask>", 0.0))

    def folder_of(
        seed: int = 0,
        model: Any = None,
        xlm: bool = False,
        plain: bool = False,
        spare: int = 3,
        pad: int = 1,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("roberta") / "roberta"
        table = dict(pieces["vocab"])
        other = SPECIAL[pad]
        table["<pad>"], table[other] = table[other], table["<pad>"]
        config = (XLMRobertaConfig if xlm else RobertaConfig)(**{
            "vocab_size": (len(scored) if xlm else len(table)) + spare, "hidden_size": 24,
            "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 40,
            "max_position_embeddings": 300, "pad_token_id": pad, **options,
        })  # fmt: skip
        made = (model or (XLMRobertaForMaskedLM if xlm else RobertaForMaskedLM))(config).eval()
        randomise(made, seed)
        made.to(dtype).save_pretrained(folder)
        if xlm:
            XLMRobertaTokenizer(vocab=scored).save_pretrained(folder)
        else:
            RobertaTokenizer(vocab=table, merges=pieces["merges"]).save_pretrained(folder)
        if plain:
            (folder / "tokenizer.json").unlink()
            write_json(folder / "vocab.json", table)
            lines = ["#version: 0.2", *(" ".join(pair) for pair in pieces["merges"]), ""]
            (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return folder_of


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    found = {}
    for seed, (name, shape) in enumerate(SHAPES.items()):
        xlm = shape.get("xlm", False)
        model = shape.get("model", XLMRobertaForMaskedLM if xlm else RobertaForMaskedLM)
        tokenizer = XLMRobertaTokenizer if xlm else RobertaTokenizer
        found[name] = Pair(make(seed, **shape), model, tokenizer)
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_states_logits_and_all_attentions(pairs, name) -> None:
    pair = pairs[name]
    assert_same_encoder(pair.library, pair.ours.model, rows_of(pair.ours.vocabulary))
    headless = name in ("no head", "another head")
    assert pair.ours.model.config.output == ("none" if headless else "transform")
    assert pair.ours.model.config.max_positions == 300 - 2
    family = "XLM-RoBERTa" if name == "xlm" else "RoBERTa"
    assert load_checkpoint(pair.folder).format == f"Hugging Face {family}"


def drawn(dice: Dice) -> dict[str, Any]:
    """A random configuration."""
    shape = of_bert_s_kin(dice)
    if dice.yes(0.3):
        model = dice.one_of([RobertaModel, RobertaForSequenceClassification])
        return {**shape, "model": model, "pad": dice.one_of([1, 3])}
    shape["hidden_act"] = dice.one_of(["gelu", "gelu_python"])  # others the head has not
    if dice.yes(0.4):
        return {**shape, "xlm": True}
    return {**shape, "plain": dice.yes(0.3), "pad": dice.one_of([1, 3])}


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("roberta", seed)
    shape = drawn(dice)
    print(shape)
    xlm = "xlm" in shape
    model = shape.get("model", XLMRobertaForMaskedLM if xlm else RobertaForMaskedLM)
    pair = Pair(make(seed, **shape), model, XLMRobertaTokenizer if xlm else RobertaTokenizer)
    assert_same_encoder(pair.library, pair.ours.model, dice.rows(pair.ours.model.config))
    if pair.ours.model.config.output != "none":
        for text in ("I <mask> the dog.", "The <mask> is <mask>, my friend.", "re<mask>"):
            assert_same_filling(pair, text)


@pytest.mark.parametrize("name", ["roberta", "plain files", "xlm"])
def test_text_becomes_the_same_pieces_and_text_again(pairs, name) -> None:
    pair = pairs[name]
    texts = ["I see <mask> and <mask>.", "<s> a</s>b <unk>", *odd_texts(1)]
    assert_same_text(pair.tokenizer, pair.ours.vocabulary, texts)


@pytest.mark.parametrize("name", ["roberta", "xlm", "untied"])
def test_the_candidates_are_those_of_fill_mask(pairs, name) -> None:
    pair = pairs[name]
    assert pair.ours.vocabulary.mask_id == pair.tokenizer.mask_token_id
    for text in ("I <mask> the dog.", "The <mask> is <mask>, my friend.", "re<mask>"):
        assert_same_filling(pair, text)


def test_a_space_before_the_mask_is_not_the_mask_s(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["roberta"].folder, tmp_path / "roberta"))
    token = {"content": "<mask>", "lstrip": True, "rstrip": False, "normalized": False,
             "single_word": False, "special": True, "__type": "AddedToken"}  # fmt: skip
    (folder / "tokenizer.json").unlink()
    plain = pairs["plain files"].folder
    for name in ("vocab.json", "merges.txt"):
        shutil.copy(plain / name, folder)
    change(folder, "tokenizer_config.json", mask_token=token)
    tokenizer = RobertaTokenizer.from_pretrained(folder)
    vocabulary = load_checkpoint(folder).vocabulary
    assert_same_text(tokenizer, vocabulary, ["a <mask> b", "a  <mask>", *odd_texts(4, 30)])
    assert [piece.span for piece in vocabulary.encode("a <mask>")] == [None, (0, 1), (2, 8), None]


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["RobertaForCausalLM"]),
        ("config.json", "hidden_act", "relu"),
        ("config.json", "position_embedding_type", "relative_key_query"),
        ("config.json", "max_position_embeddings", 2),
        ("config.json", "is_decoder", True),
    ],
)
def test_what_is_not_implemented_is_refused(pairs, tmp_path, place, option, value) -> None:
    folder = Path(shutil.copytree(pairs["roberta"].folder, tmp_path / "roberta"))
    change(folder, place, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message and str(value) in message


def test_files_that_are_missing(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["plain files"].folder, tmp_path / "roberta"))
    (folder / "merges.txt").unlink()
    assert "merges.txt is missing" in refusal(folder)
    (folder / "vocab.json").unlink()
    assert "no tokenizer that can be read" in refusal(folder)
