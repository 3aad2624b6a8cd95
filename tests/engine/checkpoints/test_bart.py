"""BART folders: the numbers and the pieces of the library; byte-level BPE."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import ByteLevelBPETokenizer, Tokenizer
from transformers import BartForConditionalGeneration, BartTokenizer

from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError, SearchError
from engine.search.options import SearchOptions
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS
from tests.engine.checkpoints.hf_families import (
    AWKWARD,
    SENTENCES,
    OpenedTwice,
    assert_same_network,
    assert_same_search,
    change,
    randomise,
    write_json,
)
from tests.engine.checkpoints.one_stack import check_spans
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_two_stacks

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
TEXTS = [
    *AWKWARD,
    "I'll say they've seen it's 'quoted' don't I'D",
    "a  b   c\n\n d\t\te  ",
    "½²٣一〇Ⅷ café naïve 日本語 🇫🇷👩‍👩‍👧 \u3000wide \x1c\x85 \u200b",
    "mixed123numbers and_under_scores…",
    "ö" * 40 + "a" * 70,
]
SHAPES: dict[str, dict[str, Any]] = {
    "bart": {},
    "plain files": {"plain": True},
    "nothing forced": {"forced": None},
    "odd heads": {"encoder_attention_heads": 3, "decoder_attention_heads": 3},
    "unequal depths and widths": {
        "encoder_layers": 3, "decoder_layers": 1, "encoder_ffn_dim": 20, "decoder_ffn_dim": 44,
    },
    "scaled": {"scale_embedding": True, "activation_function": "relu"},
    "untied": {"tie_word_embeddings": False},
    "float16": {"dtype": torch.float16},
}  # fmt: skip
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    from transformers import BartConfig

    trained = ByteLevelBPETokenizer()
    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    texts += [f"{a} {b} {c}. é☂" for a in SUJETS for b in VERBES for c in CHOSES]
    trained.train_from_iterator(texts, vocab_size=380, special_tokens=SPECIAL, show_progress=False)
    values = json.loads(trained.to_str())["model"]

    def folder_of(
        seed: int = 0,
        plain: bool = False,
        forced: int | None = 0,
        spare: int = 2,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("bart") / "bart"
        config = BartConfig(**{
            "vocab_size": len(values["vocab"]) + spare, "d_model": 24, "encoder_layers": 2,
            "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4,
            "encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "max_position_embeddings": 160,
            "forced_eos_token_id": None, **options,
        })  # fmt: skip
        model = BartForConditionalGeneration(config).eval()
        randomise(model, seed, end=seed % 4 + 1.0)
        model.generation_config.forced_bos_token_id = forced
        model.to(dtype).save_pretrained(folder)
        merges = [tuple(pair) for pair in values["merges"]]
        BartTokenizer(vocab=values["vocab"], merges=merges).save_pretrained(folder)
        if plain:
            (folder / "tokenizer.json").unlink()
            write_json(folder / "vocab.json", values["vocab"])
            lines = ["#version: 0.2", *(" ".join(pair) for pair in merges), ""]
            (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return folder_of


class Pair(OpenedTwice):
    """One folder, opened by the library and by the engine."""

    model = BartForConditionalGeneration

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.tokenizer = BartTokenizer.from_pretrained(folder)

    def rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.tokenizer(SENTENCES)["input_ids"]
        return rows


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {name: Pair(make(seed, **shape)) for seed, (name, shape) in enumerate(SHAPES.items())}


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    assert_same_network(pairs[name].library, pairs[name].ours.model, pairs[name].rows())


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_write_the_same_pieces(pairs, beam) -> None:
    lengths = set()
    for name, pair in pairs.items():
        begin = pair.ours.vocabulary.choose().begins_with
        assert begin == (() if name == "nothing forced" else (0,))
        first = begin[0] if begin else None
        found = assert_same_search(pair.library, pair.ours.model, pair.rows(), beam, first)
        lengths |= {len(ids) for ids in found}
    assert len(lengths) >= 5, "short ones and long ones: the agreement is no accident"


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("bart", seed)
    forced = dice.one_of([None, 0, 4, 100])
    starts = [2] if forced == 0 else [0, 2]  # a start that is forced once more is refused
    shape = {
        **of_two_stacks(dice), "forced": forced, "plain": dice.yes(0.2),
        "decoder_start_token_id": dice.one_of(starts),
    }  # fmt: skip
    print(shape)
    pair = Pair(make(seed, **shape))
    rows = dice.rows(pair.ours.model.config)
    assert_same_network(pair.library, pair.ours.model, rows)
    assert pair.ours.vocabulary.choose().begins_with == (() if forced is None else (forced,))
    for beam in (1, 4):
        assert_same_search(pair.library, pair.ours.model, rows, beam, forced)


@pytest.mark.parametrize("name", ["bart", "plain files"])
def test_text_becomes_the_same_pieces_and_text_again(pairs, name) -> None:
    pair = pairs[name]
    vocabulary = pair.ours.vocabulary
    dice = random.Random(4)
    alphabet = "aeo ''stl 12\t\n.é☂½一🇫👍\u0301\u200d\u00a0\u2003"
    made = ["".join(dice.choices(alphabet, k=dice.randrange(1, 30))) for _ in range(300)]
    for text in (*TEXTS, *made):
        ids = pair.tokenizer(text)["input_ids"]
        assert vocabulary.encode_ids(text) == ids, text
        assert vocabulary.decode(ids) == text.lstrip(" "), text
        assert pair.tokenizer.decode(ids, skip_special_tokens=True) == text
        start, *pieces, end = vocabulary.encode(text, 5)
        assert (start.text, start.span, end.text, end.span) == ("<s>", None, "</s>", None)
        spans = [piece.span for piece in pieces]
        assert spans == sorted(spans) and all(first < last for first, last in spans)
        for piece in pieces:
            shown = text[piece.span[0] - 5 : piece.span[1] - 5]
            if piece.kind == "byte":
                assert piece.surface in ("", shown)
            else:
                assert piece.text.replace("▁", " ").lstrip(" ") in (shown, ""), text
        written = vocabulary.target_pieces(ids)
        assert vocabulary.target_pieces(ids[:4]) == written[:4]


def test_what_a_tokenizer_json_asks_for_is_done(pairs, tmp_path) -> None:
    word = {"content": "☂ <n>", "id": len(pairs["bart"].tokenizer), "special": False,
            "single_word": False, "lstrip": False, "rstrip": False, "normalized": True}  # fmt: skip
    for options in (
        {"normalizer": {"type": "Lowercase"}},
        {"normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": "oo"}},
        {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
                           "use_regex": False}},
        {"added": word},
    ):  # fmt: skip
        folder = Path(shutil.copytree(pairs["bart"].folder, tmp_path / "bart"))
        path = folder / "tokenizer.json"
        values = json.loads(path.read_text(encoding="utf-8"))
        values["added_tokens"] += [options.pop("added")] if "added" in options else []
        write_json(path, {**values, **options})
        reference = Tokenizer.from_file(str(path))
        vocabulary = load_checkpoint(folder).vocabulary
        for text in (*TEXTS, "a ☂ <n>☂ <n> b", "<mask> a <mask>"):
            assert vocabulary.encode_ids(text) == reference.encode(text).ids, text
            check_spans(vocabulary.encode(text, 5)[1:-1], text, 5)
        shutil.rmtree(folder)


def test_a_prefix_and_a_reference_begin_as_in_training(pairs) -> None:
    for name in ("bart", "nothing forced"):
        ours = pairs[name].ours
        whole = pairs[name].tokenizer("le chat")["input_ids"]
        for options, expected in (
            (SearchOptions(prefix="le chat", max_length=20), whole[:-1]),
            (SearchOptions(reference="le chat"), whole),
        ):
            *_, finished, _ = ours.stream(SENTENCES[0], options)
            ids = [piece.id for piece in finished.hypotheses[0].pieces]
            assert ids[: len(expected)] == expected
        assert ours.info.target_languages == () == ours.info.source_languages
        with pytest.raises(SearchError, match="target language of bart cannot be chosen"):
            ours.translate("a", SearchOptions(target_language="fr"))


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["BartModel"]),
        ("config.json", "normalize_before", True),
        ("config.json", "static_position_embeddings", True),
        ("generation_config.json", "forced_bos_token_id", 1),
        ("generation_config.json", "forced_bos_token_id", 2),
        ("generation_config.json", "decoder_start_token_id", 0),
        ("generation_config.json", "eos_token_id", [2, 5]),
        ("tokenizer_config.json", "tokenizer_class", "BertTokenizer"),
        ("tokenizer.json", "normalizer", {"type": "Laplace"}),
        ("tokenizer.json", "pre_tokenizer", {"type": "Whitespace2"}),
        ("tokenizer.json", "post_processor", None),
    ],
)
def test_what_is_not_implemented_is_refused(pairs, tmp_path, place, option, value) -> None:
    folder = Path(shutil.copytree(pairs["bart"].folder, tmp_path / "bart"))
    change(folder, place, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message
    assert (value["type"] if "tokenizer.json" in place and value else str(value or "")) in message


@pytest.mark.parametrize("name", ["vocab.json", "merges.txt", "model.safetensors"])
@pytest.mark.parametrize("damage", ["gone", "cut", "garbage"])
def test_damaged_files(pairs, tmp_path, name, damage) -> None:
    folder = Path(shutil.copytree(pairs["plain files"].folder, tmp_path / "bart"))
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(data[: len(data) // 2 - 1] + b" x" if damage == "cut" else b"\x80\x04" * 9)
    assert name.split(".")[0] in refusal(folder)
