"""mBART-50 folders: the numbers and the pieces of the library; languages."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from transformers import MBart50Tokenizer, MBartForConditionalGeneration
from transformers.models.mbart50.tokenization_mbart50 import FAIRSEQ_LANGUAGE_CODES

from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError, SearchError
from engine.search.options import SearchOptions
from engine.translator import Translator
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS, train
from tests.engine.checkpoints.hf_families import (
    SENTENCES,
    OpenedTwice,
    assert_same_network,
    assert_same_search,
    change,
    randomise,
    write_json,
)
from tests.engine.checkpoints.one_stack import check_spans, odd_texts
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_two_stacks

CODES = list(FAIRSEQ_LANGUAGE_CODES)
SHAPES: dict[str, dict[str, Any]] = {
    "mbart50": {},
    "odd heads": {"encoder_attention_heads": 3, "decoder_attention_heads": 3},
    "unequal depths and widths": {
        "encoder_layers": 3, "decoder_layers": 1, "encoder_ffn_dim": 20, "decoder_ffn_dim": 44,
    },
    "unscaled": {"scale_embedding": False, "activation_function": "relu"},
    "untied": {"tie_word_embeddings": False},
    "float16": {"dtype": torch.float16},
}  # fmt: skip
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def spm() -> bytes:
    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    texts += [f"{a} {b} {c}." for a in SUJETS for b in VERBES for c in CHOSES]
    return train(texts, 120, unk_id=0, bos_id=1, eos_id=2)


def scored(model: bytes) -> list[tuple[str, float]]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    numbers = range(processor.get_piece_size())
    return [(processor.id_to_piece(n), processor.get_score(n)) for n in numbers]


@pytest.fixture(scope="module")
def make(spm: bytes, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    from transformers import MBartConfig

    def folder_of(
        seed: int = 0, spare: int = 0, dtype: torch.dtype = torch.float32, **options: Any
    ) -> Path:
        folder = tmp_path_factory.mktemp("mbart") / "mbart-50"
        config = MBartConfig(**{
            "vocab_size": len(scored(spm)) + 1 + len(CODES) + 1 + spare, "d_model": 24,
            "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
            "decoder_attention_heads": 4, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32,
            "max_position_embeddings": 64, "scale_embedding": True, "decoder_start_token_id": 2,
            "forced_eos_token_id": None, **options,
        })  # fmt: skip
        model = MBartForConditionalGeneration(config).eval()
        randomise(model, seed, end=seed % 4 + 0.5)
        model.to(dtype).save_pretrained(folder)
        (folder / "sentencepiece.bpe.model").write_bytes(spm)
        write_json(folder / "tokenizer_config.json", {"tokenizer_class": "MBart50Tokenizer"})
        write_json(folder / "special_tokens_map.json", {"additional_special_tokens": CODES})
        return folder

    return folder_of


class Pair(OpenedTwice):
    """One folder, opened by the library and by the engine."""

    model = MBartForConditionalGeneration


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {name: Pair(make(seed, **shape)) for seed, (name, shape) in enumerate(SHAPES.items())}


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    assert_same_network(pairs[name].library, pairs[name].ours.model, pairs[name].rows())


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_write_the_same_pieces(pairs, beam) -> None:
    lengths = set()
    for pair in pairs.values():
        for code in ("fr_XX", "de_DE"):
            first = pair.ours.vocabulary.languages.targets[code].id
            found = assert_same_search(pair.library, pair.ours.model, pair.rows(), beam, first)
            lengths |= {len(ids) for ids in found}
    assert len(lengths) >= 5, "short ones and long ones: the agreement is no accident"


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("mbart", seed)
    shape = of_two_stacks(dice)
    print(shape)
    pair = Pair(make(seed, **shape))
    rows = dice.rows(pair.ours.model.config)
    assert_same_network(pair.library, pair.ours.model, rows)
    first = pair.ours.vocabulary.languages.targets[dice.one_of(CODES)].id
    for beam in (1, 4):
        assert_same_search(pair.library, pair.ours.model, rows, beam, first)


def test_text_becomes_the_same_pieces(pairs, spm) -> None:
    tokenizer = MBart50Tokenizer(vocab=scored(spm), src_lang="de_DE")
    vocabulary = pairs["mbart50"].ours.vocabulary
    chosen = vocabulary.choose(source="de", target="fr")
    assert chosen.begins_with == (tokenizer.convert_tokens_to_ids("fr_XX"),)
    # The library was given no normalisation; SentencePiece's own is in the model.
    for text in (*SENTENCES, "two  spaces", "Ünknown ☂☂ things"):
        assert vocabulary.encode_ids(text, chosen) == tokenizer(text)["input_ids"], text
    for spelling in ("<s>", "<pad>", "</s>", "<unk>", "<mask>", "en_XX", "sl_SI"):
        number = tokenizer.convert_tokens_to_ids(spelling)
        shown = vocabulary.piece(number).text
        assert shown == (spelling if spelling != "<mask>" else f"<{number}>")


def test_the_pieces_of_tokenizer_json_alone(pairs, spm, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["mbart50"].folder, tmp_path / "mbart"))
    for path in folder.glob("s*"):  # sentencepiece.bpe.model, special_tokens_map.json
        path.unlink()
    MBart50Tokenizer(vocab=scored(spm), src_lang="de_DE").save_pretrained(folder)
    tokenizer = MBart50Tokenizer.from_pretrained(folder, src_lang="de_DE")
    found = load_checkpoint(folder).vocabulary
    assert found.languages.targets == pairs["mbart50"].ours.vocabulary.languages.targets
    chosen = found.choose(source="de", target="fr")
    for text in odd_texts(6):
        ids = tokenizer(text.replace("\ud83d", "\ufffd"))["input_ids"]
        assert found.encode_ids(text, chosen) == ids, text
        pieces = [piece for piece in found.encode(text, 5, chosen) if piece.span is not None]
        check_spans(pieces, text.replace("\ud83d", "\ufffd"), 5)
        known = [i for i in ids if i != 3]
        assert found.decode(known) == tokenizer.decode(known, skip_special_tokens=True), text


def test_languages(pairs, tmp_path) -> None:
    pair = pairs["mbart50"]
    assert pair.ours.info.target_languages == tuple(sorted(CODES))
    assert (pair.ours.info.source_language, pair.ours.info.target_language) == ("en", "")
    with pytest.raises(SearchError, match="needs a target language; choose one of af_ZA"):
        pair.ours.translate("a")
    folder = Path(shutil.copytree(pair.folder, tmp_path / "mbart"))
    french = pair.ours.vocabulary.languages.targets["fr_XX"].id
    change(folder, "generation_config.json", forced_bos_token_id=french)
    text = Translator.load(folder).translate(SENTENCES[0])
    assert text == pair.ours.translate(SENTENCES[0], SearchOptions(target_language="fr"))


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["MBartForCausalLM"]),
        ("config.json", "normalize_before", False),
        ("config.json", "add_final_layer_norm", False),
        ("config.json", "static_position_embeddings", True),
        ("config.json", "decoder_start_token_id", 140),
        ("tokenizer_config.json", "tokenizer_class", "MBartTokenizer"),
        ("generation_config.json", "forced_bos_token_id", 7),
    ],
)
def test_what_is_not_implemented_is_refused(pairs, tmp_path, place, option, value) -> None:
    folder = Path(shutil.copytree(pairs["mbart50"].folder, tmp_path / "mbart"))
    change(folder, place, **{option: value})
    with pytest.raises(ModelFolderError, match=f"asks for {option}") as caught:
        load_checkpoint(folder)
    assert str(value) in str(caught.value)
