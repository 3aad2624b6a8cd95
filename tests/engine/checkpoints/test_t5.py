"""T5 and mT5 folders: the numbers and the pieces of the library; sentinels, prompts."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from safetensors.torch import load_file, save_file
from transformers import MT5ForConditionalGeneration, T5ForConditionalGeneration, T5Tokenizer

from engine.__main__ import main
from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from engine.events import Encoded, Started
from engine.search.options import SearchOptions
from engine.text.words import group_words
from engine.translator import Translator
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS, train
from tests.engine.checkpoints.hf_families import (
    AWKWARD,
    SENTENCES,
    assert_same_network,
    assert_same_search,
    change,
    write_json,
)
from tests.engine.checkpoints.random_shapes import DTYPES, Dice, every_seed

LONG = " ".join([SENTENCES[1]] * 4)
SENTINELS = [
    "The <extra_id_0> walks in <extra_id_1>. park",
    "<extra_id_0>.",
    "a<extra_id_5>b",
    " <extra_id_0> ",
    "<extra_id_1><extra_id_10> <extra_id_99999> <extra_id_>",
]
SHAPES: dict[str, dict[str, Any]] = {
    "v1.0": {},
    "v1.1": {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False, "untied": True},
    "v1.1, not scaled, tied": {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False},
    "mT5": {"mt5": True},
    "mT5, untied": {"mt5": True, "untied": True, "feed_forward_proj": "gated-silu"},
    "odd heads, wide": {"num_heads": 3, "d_kv": 11},
    "narrow heads": {"num_heads": 5, "d_kv": 2, "d_model": 20},
    "unequal depths": {"num_layers": 3, "num_decoder_layers": 1, "d_ff": 20},
    "few buckets": {"relative_attention_num_buckets": 6, "relative_attention_max_distance": 9},
    "odd buckets": {"relative_attention_num_buckets": 11, "relative_attention_max_distance": 31},
    "gelu": {"feed_forward_proj": "gelu", "layer_norm_epsilon": 1e-3},
    "gated relu": {"feed_forward_proj": "gated-relu"},
    "pickled": {"pickled": True, "feed_forward_proj": "silu"},
    "float16": {"dtype": torch.float16},
    "old settings": {"old": True, "feed_forward_proj": "gated-gelu", "untied": True},
}  # fmt: skip
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def spm() -> bytes:
    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    texts += [f"{a} {b} {c}." for a in SUJETS for b in VERBES for c in CHOSES]
    texts += ["translate English to German: a", "translate English to French: a"] * 9
    return train(texts, 160, pad_id=0, eos_id=1, unk_id=2)


@pytest.fixture(scope="module")
def make(spm: bytes, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    from transformers import MT5Config, T5Config
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()

    def folder_of(
        seed: int = 0,
        mt5: bool = False,
        untied: bool = False,
        pickled: bool = False,
        old: bool = False,
        spare: int = 6,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("t5") / ("mt5-tiny" if mt5 else "t5-tiny")
        kind, config_of = (
            (MT5ForConditionalGeneration, MT5Config) if mt5 else
            (T5ForConditionalGeneration, T5Config)
        )  # fmt: skip
        config = config_of(**{
            "vocab_size": len(pieces_of(spm)) + 100 + spare, "d_model": 24, "d_kv": 6, "d_ff": 32,
            "num_layers": 2, "num_heads": 4, "decoder_start_token_id": 0, **options,
        })  # fmt: skip
        model = kind(config).eval()
        if untied:
            model.lm_head.weight = torch.nn.Parameter(torch.empty_like(model.lm_head.weight))
            model.all_tied_weights_keys.pop("lm_head.weight")
        randomise(model, seed, end=seed % 3 + 1.0)
        model.to(dtype).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            torch.save(model.state_dict(), folder / "pytorch_model.bin")
        if old:  # as the library wrote them before it tied always
            values = json.loads((folder / "config.json").read_text())
            for name in ("scale_decoder_outputs", "dense_act_fn", "is_gated_act"):
                values.pop(name, None)  # mT5 has not all of them
            values |= {"tie_word_embeddings": False, "transformers_version": "4.30.2"}
            values["n_positions"] = 512
            write_json(folder / "config.json", values)
        (folder / "spiece.model").write_bytes(spm)
        write_json(folder / "tokenizer_config.json", {"tokenizer_class": "T5Tokenizer"})
        return folder

    return folder_of


def pieces_of(model: bytes) -> list[str]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(number) for number in range(processor.get_piece_size())]


def randomise(model: Any, seed: int, end: float) -> None:
    """Weights that make every part count; ``end`` is added to the end piece's logit."""
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(seed)
        for name, parameter in model.named_parameters():
            noise = torch.randn_like(parameter)
            if parameter.dim() == 1:
                parameter.copy_(noise * 0.3 + 1)
            elif "relative_attention_bias" in name:
                parameter.copy_(noise)
            else:
                parameter.copy_(noise * parameter.shape[1] ** -0.5)
        if model.lm_head.weight is not model.shared.weight:
            # No bias shifts the states: what they have in common is what can be added to.
            model.lm_head.weight[1] += end * 0.1


class Pair:
    """One folder, opened by the library and by the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mt5 = json.loads((folder / "config.json").read_text())["model_type"] == "mt5"
        self.library = (
            (MT5ForConditionalGeneration if mt5 else T5ForConditionalGeneration)
            .from_pretrained(folder, attn_implementation="eager", dtype=torch.float32)
            .eval()
        )
        self.ours = Translator.load(folder)

    def rows(self) -> list[list[int]]:
        texts = [*SENTENCES, LONG, SENTINELS[0]]
        return [self.ours.vocabulary.encode_ids(text) for text in texts]


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {name: Pair(make(seed, **shape)) for seed, (name, shape) in enumerate(SHAPES.items())}


# ------------------------------------------------------------------------------ the network


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    rows = pairs[name].rows()
    assert max(map(len, rows)) > 60, "beyond the distances that have a bucket each"
    assert_same_network(pairs[name].library, pairs[name].ours.model, rows)


def test_the_options_are_what_the_folder_says(pairs) -> None:
    configs = {name: pair.ours.model.config for name, pair in pairs.items()}
    scaled = {name for name, config in configs.items() if config.scale_output}
    assert scaled == {*SHAPES} - {"v1.1", "v1.1, not scaled, tied", "mT5", "mT5, untied",
                                  "old settings"}  # fmt: skip
    untied = {name for name, config in configs.items() if not config.tied_output}
    assert untied == {"v1.1", "mT5, untied", "old settings"}
    gated = {name for name, config in configs.items() if config.feed_forward == "gated"}
    assert gated == {"v1.1", "v1.1, not scaled, tied", "mT5", "mT5, untied", "gated relu",
                     "old settings"}  # fmt: skip
    assert configs["v1.1"].activation == "gelu_tanh" and configs["gelu"].activation == "gelu"
    assert configs["v1.0"].head_width is None and configs["narrow heads"].d_k == 2


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_write_the_same_pieces(pairs, beam) -> None:
    lengths = set()
    for pair in pairs.values():
        found = assert_same_search(pair.library, pair.ours.model, pair.rows(), beam, None)
        lengths |= {len(ids) for ids in found}
    assert len(lengths) >= 5, "short ones and long ones: the agreement is no accident"


def drawn(dice: Dice) -> dict[str, Any]:
    """A random configuration."""
    heads, width = dice.heads()
    buckets = dice.number(4, 40)
    gate = dice.one_of(["gated-", ""])
    untied = dice.yes()
    # Where today's library ties what another one left untied, the engine does as well.
    said = {} if dice.yes() else {"tie_word_embeddings": False}
    return {
        "num_heads": heads,
        "d_kv": dice.number(1, 12),
        "d_model": dice.one_of([width, dice.number(6, 50)]),
        "d_ff": dice.number(1, 70),
        "num_layers": dice.number(1, 4),
        "num_decoder_layers": dice.one_of([None, dice.number(1, 4)]),
        "relative_attention_num_buckets": buckets,
        "relative_attention_max_distance": dice.number(buckets // 2 + 1, 130),
        "layer_norm_epsilon": dice.epsilon(),
        "feed_forward_proj": gate + dice.activation(),
        "decoder_start_token_id": dice.one_of([0, 2, 17]),
        "mt5": dice.yes(0.4),
        "untied": untied,
        "old": untied and dice.yes(0.3),
        "pickled": dice.yes(0.2),
        "spare": dice.number(0, 40),
        "dtype": dice.one_of(DTYPES),
        **said,
    }


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("t5", seed)
    shape = drawn(dice)
    print(shape)
    pair = Pair(make(seed, **shape))
    if (shape["num_decoder_layers"] or 0) > shape["num_layers"]:
        # The library makes its cache for as many layers as the encoder has.
        pair.library.generation_config.use_cache = False
    rows = dice.rows(pair.ours.model.config, longest=90)
    assert_same_network(pair.library, pair.ours.model, rows)
    for beam in (1, 4):
        assert_same_search(pair.library, pair.ours.model, rows, beam, None)


# --------------------------------------------------------------------------------- the text


def library_tokenizer(model: bytes) -> T5Tokenizer:
    """The library's tokenizer, of the same pieces, scores and normalisation."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    vocabulary = [
        (processor.id_to_piece(i), processor.get_score(i))
        for i in range(processor.get_piece_size())
    ]
    vocabulary += [(f"<extra_id_{i}>", 0.0) for i in range(99, -1, -1)]
    return T5Tokenizer(vocab=vocabulary, _spm_precompiled_charsmap=charsmap_of(model))


def charsmap_of(model: bytes) -> bytes:
    """Field 2 of field 3 of a SentencePiece model, its table of normalisation."""

    def fields(data: bytes) -> dict[int, bytes]:
        found, at = {}, 0

        def varint() -> int:
            nonlocal at
            value = shift = 0
            while True:
                value |= (data[at] & 0x7F) << shift
                at, shift = at + 1, shift + 7
                if data[at - 1] < 0x80:
                    return value

        while at < len(data):
            key = varint()
            if key & 7 == 2:
                length = varint()
                found[key >> 3] = data[at : at + length]
                at += length
            elif key & 7 == 0:
                varint()
            else:
                at += 4 if key & 7 == 5 else 8
        return found

    return fields(fields(model)[3])[2]


@pytest.fixture(scope="module")
def tokenizer(spm: bytes) -> T5Tokenizer:
    return library_tokenizer(spm)


@pytest.fixture(scope="module")
def with_json(pairs, tokenizer, tmp_path_factory) -> Path:
    """The first folder with tokenizer.json alone."""
    folder = Path(shutil.copytree(pairs["v1.0"].folder, tmp_path_factory.mktemp("t5") / "json"))
    (folder / "spiece.model").unlink()
    tokenizer.save_pretrained(folder)
    return folder


def texts() -> list[str]:
    dice = random.Random(8)
    marks = "aeo tsl 12\t\n.é☂½一\u0301\u00a0\u2003,'"
    made = ["".join(dice.choices(marks, k=dice.randrange(1, 30))) for _ in range(200)]
    return [*AWKWARD, *SENTINELS, *made]


@pytest.mark.parametrize("files", ["spiece.model", "tokenizer.json"])
def test_text_becomes_the_same_pieces_and_text_again(
    pairs, spm, tokenizer, with_json, files
) -> None:
    if files == "tokenizer.json":
        vocabulary = load_checkpoint(with_json).vocabulary
    else:
        vocabulary = pairs["v1.0"].ours.vocabulary
    processor = sentencepiece.SentencePieceProcessor(model_proto=spm)
    for text in texts():
        ids = tokenizer(text)["input_ids"]
        if files == "spiece.model" and text not in (*AWKWARD, *SENTINELS):
            # The library normalises marks after spaces otherwise than SentencePiece does.
            ids = [*processor.encode(text), 1]
        assert vocabulary.encode_ids(text) == ids, text
        *pieces, end = vocabulary.encode(text, 5)
        assert (end.text, end.span, end.kind) == ("</s>", None, "special")
        spans = [piece.span for piece in pieces]
        assert [start for start, _ in spans] == sorted(start for start, _ in spans)
        assert [end for _, end in spans] == sorted(end for _, end in spans)
        assert all(5 <= start <= end <= 5 + len(text) for start, end in spans)
        for piece, (start, end) in zip(pieces, spans, strict=True):
            if piece.kind == "special":
                assert piece.text == text[start - 5 : end - 5] == piece.surface
        known = [i for i in ids if i != 2]
        theirs = tokenizer.decode(known, skip_special_tokens=True)
        assert vocabulary.decode(known).lstrip(" ") == theirs.lstrip(" ")


def test_sentinels_are_numbered_as_in_t5(pairs, tokenizer) -> None:
    vocabulary = pairs["v1.0"].ours.vocabulary
    size = pairs["v1.0"].ours.model.config.vocabulary_size
    for number in (0, 7, 99):
        row = tokenizer.convert_tokens_to_ids(f"<extra_id_{number}>")
        assert row == size - 6 - 1 - number
        assert vocabulary.piece(row).text == f"<extra_id_{number}>"
        assert vocabulary.piece(row).kind == "special"
    for row in range(size - 6, size):  # rows that no piece has, with logits all the same
        assert (vocabulary.piece(row).text, vocabulary.piece(row).kind) == (f"<{row}>", "special")
    assert pairs["v1.0"].ours.model.config.output_size == size
    words = group_words(vocabulary.encode(SENTINELS[0]))
    assert [word.text for word in words if word.kind == "special"] == [
        "<extra_id_0>", "<extra_id_1>", "</s>",
    ]  # fmt: skip


def test_how_many_sentinels_there_are_the_settings_say(pairs, tmp_path, spm) -> None:
    folder = Path(shutil.copytree(pairs["v1.0"].folder, tmp_path / "t5"))
    first = len(pieces_of(spm))
    change(folder, "tokenizer_config.json", extra_ids=3)
    vocabulary = load_checkpoint(folder).vocabulary
    assert [vocabulary.piece(first + i).text for i in range(4)] == [
        "<extra_id_2>", "<extra_id_1>", "<extra_id_0>", f"<{first + 3}>",
    ]  # fmt: skip
    # More than there are rows: those that there are.
    change(folder, "tokenizer_config.json", extra_ids=200)
    assert load_checkpoint(folder).vocabulary.piece(first).text == "<extra_id_199>"
    decoder = {str(first + 2): {"content": "<extra_id_7>"}, "1": {"content": "</s>"}}
    change(folder, "tokenizer_config.json", extra_ids=0, added_tokens_decoder=decoder)
    vocabulary = load_checkpoint(folder).vocabulary
    assert vocabulary.piece(first + 2).text == "<extra_id_7>"
    assert vocabulary.encode_ids("<extra_id_7>")[0] == first + 2


# ------------------------------------------------------------------------ what is asked for


TASKS = {
    "translation_en_to_de": {"prefix": "translate English to German: ", "max_length": 300},
    "translation_en_to_fr": {"prefix": "translate English to French: "},
    "summarization": {"prefix": "summarize: "},
    "translation_en_to_xx": {"prefix": 5},
    "translation_en_to_yy": None,
}


@pytest.fixture
def folder(pairs, tmp_path) -> Path:
    return Path(shutil.copytree(pairs["v1.0"].folder, tmp_path / "t5-small"))


def test_a_task_of_the_folder_is_a_language_to_choose(folder, tokenizer) -> None:
    change(folder, "config.json", task_specific_params=TASKS)
    ours = Translator.load(folder)
    assert ours.info.target_languages == ("de", "fr") and ours.info.source_languages == ()
    assert (ours.info.source_language, ours.info.target_language) == ("", "")
    text = "I see the dog. We like music."
    prompt = TASKS["translation_en_to_de"]["prefix"]
    expected = [tokenizer(prompt + part)["input_ids"] for part in text.split(". ")]
    expected[0] = tokenizer(f"{prompt}I see the dog.")["input_ids"]
    for options, typed in (
        (SearchOptions(target_language="de", max_length=9), text),
        (SearchOptions(target_language="deu", max_length=9), text),
        (SearchOptions(max_length=9), f">>de<<{text}"),
        (SearchOptions(max_length=9), f"{prompt}{text}"),
        (SearchOptions(max_length=9, target_language="fr"), f"  {prompt}{text}"),
    ):
        events = list(ours.stream(typed, options))
        sources = [event.pieces for event in events if isinstance(event, Encoded)]
        assert [[piece.id for piece in pieces] for pieces in sources] == expected
        assert isinstance(events[0], Started) and events[0].options.target_language == "de"
        for pieces in sources:  # what nobody typed covers nothing
            for piece in pieces:
                if piece.span is not None and piece.kind == "normal":
                    assert piece.text.strip("▁") == typed[slice(*piece.span)].strip()
        typed_prompt = prompt in typed
        assert any(piece.span is None for piece in sources[0][:-1]) is not typed_prompt
        assert sources[1][0].span is None
        (line,) = ours.translate_lines([typed], options)
        assert line.translated.text == events[-1].text


def test_without_a_choice_the_text_is_taken_as_it_is(folder, tokenizer) -> None:
    change(folder, "config.json", task_specific_params=TASKS)
    vocabulary = load_checkpoint(folder).vocabulary
    for text in (*SENTENCES, "summarize: the dog", "translate English to Dutch: the dog"):
        assert vocabulary.encode_ids(text, vocabulary.choose(text)) == tokenizer(text)["input_ids"]


def test_one_target_of_two_sources_has_the_pair_as_its_code(folder) -> None:
    tasks = {f"translation_{a}_to_de": {"prefix": f"{a}: "} for a in ("en", "fr")}
    change(folder, "config.json", task_specific_params={**tasks, "x": [], "y": 3})
    languages = load_checkpoint(folder).vocabulary.languages
    assert languages.prompts == {"en-de": "en: ", "fr-de": "fr: "}
    change(folder, "config.json", task_specific_params=[1])
    assert load_checkpoint(folder).vocabulary.target_languages == ()


def test_pieces_that_ask_for_a_language_are_offered(folder) -> None:
    """As MADLAD-400 has them."""
    model = train(
        ["a b c d"] * 9, 30, pad_id=0, eos_id=1, unk_id=2,
        user_defined_symbols=["<2de>", "<2fr>", "<2zh_Hant>", "<2translate>"],
    )  # fmt: skip
    (folder / "spiece.model").write_bytes(model)
    ours = load_checkpoint(folder).vocabulary
    assert ours.target_languages == ("de", "fr", "zh_Hant")
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    chosen = ours.choose(target="fr")
    assert ours.choose(">>fra<< a b") == chosen
    assert ours.encode_ids(">>fra<< a b", chosen) == ours.encode_ids(" a b", chosen)
    assert ours.encode_ids("a b", chosen) == [*processor.encode("<2fr> a b"), 1]
    assert ours.encode_ids("<2fr> a b", ours.choose("<2fr> a b")) == ours.encode_ids("a b", chosen)


# ------------------------------------------------------------------------------- the folder


def test_info_and_translate(pairs, capsys) -> None:
    pair = pairs["v1.0"]
    assert main(["info", str(pair.folder)]) == 0
    out = capsys.readouterr().out
    assert "Hugging Face T5" in out and "relative: a bias on the scores" in out
    assert re.search("languages +not said → not said\n", out), "a pair would be a claim"
    assert main(["translate", "--model", str(pair.folder), "--beam", "1", SENTENCES[0]]) == 0
    text = capsys.readouterr().out.strip()
    assert text == pair.ours.translate(SENTENCES[0], SearchOptions()).strip()
    assert load_checkpoint(pairs["mT5"].folder).format == "Hugging Face mT5"


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["T5EncoderModel"]),
        ("config.json", "is_encoder_decoder", False),
        ("config.json", "feed_forward_proj", "gated-x-gelu"),
        ("config.json", "feed_forward_proj", "glu-gelu"),
        ("config.json", "dense_act_fn", "laplace"),
        ("config.json", "relative_attention_num_buckets", 3),
        ("config.json", "relative_attention_max_distance", 16),
        ("config.json", "head_dim", 7),
        ("config.json", "num_hidden_layers", 9),
        ("config.json", "quantization_config", {"bits": 4}),
        ("config.json", "decoder_start_token_id", 99999),
        ("generation_config.json", "forced_bos_token_id", 7),
        ("generation_config.json", "suppress_tokens", [3]),
        ("tokenizer_config.json", "tokenizer_class", "ByT5Tokenizer"),
        ("tokenizer_config.json", "extra_ids", -1),
        ("tokenizer_config.json", "sp_model_kwargs", {"enable_sampling": True}),
        ("tokenizer_config.json", "added_tokens_decoder", {"300": {"content": "<new>"}}),
        ("tokenizer_config.json", "additional_special_tokens", ["<new>"]),
    ],
)
def test_what_is_not_implemented_is_refused(folder, place, option, value) -> None:
    change(folder, place, **{option: value})
    message = refusal(folder)
    added = option in ("added_tokens_decoder", "additional_special_tokens")
    assert f"asks for {'added_tokens' if added else option}" in message
    assert ("<new>" if added else str(value)) in message


def test_what_the_library_derived_counts_more(folder) -> None:
    """To the library too, which gives other logits then; a plain layer has other weights."""
    change(folder, "config.json", dense_act_fn="silu")
    pair = Pair(folder)
    assert pair.ours.model.config.activation == "silu"
    assert_same_network(pair.library, pair.ours.model, pair.rows())
    change(folder, "config.json", is_gated_act=True)
    assert "lacks the tensor" in refusal(folder)


def test_contradictions_are_told(folder, pairs, tmp_path) -> None:
    original = (folder / "config.json").read_text()
    for option, value, word in (
        ("eos_token_id", 5, "eos_token_id"),
        ("pad_token_id", 1, "pad_token_id"),
        ("vocab_size", 20, "pieces, and config.json says 20"),
        ("layer_norm_epsilon", 0, "layer_norm_epsilon must be a number above 0"),
        ("num_heads", 0, "heads must be at least 1"),
        ("num_layers", 10**6, "too few for"),
    ):
        change(folder, "config.json", **{option: value})
        assert word in refusal(folder), option
        (folder / "config.json").write_text(original)
    values = json.loads(original)
    del values["scale_decoder_outputs"]
    write_json(folder / "config.json", {**values, "tie_word_embeddings": False})
    assert "lacks the tensor 'lm_head.weight'" in refusal(folder)
    other = Path(shutil.copytree(pairs["v1.1"].folder, tmp_path / "other"))
    values = json.loads((other / "config.json").read_text())
    del values["scale_decoder_outputs"]
    write_json(other / "config.json", values)
    assert "'shared.weight' and 'lm_head.weight' differ" in refusal(other)


def test_an_old_mt5_that_scaled_is_refused(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["mT5"].folder, tmp_path / "mt5"))
    change(folder, "config.json", transformers_version="4.40.0")
    assert "true (in an mT5 of an older library, which scaled" in refusal(folder)
    change(folder, "config.json", tie_word_embeddings=False)
    assert "lacks the tensor 'lm_head.weight'" in refusal(folder)


def test_the_embedding_may_be_there_several_times(folder) -> None:
    path = folder / "model.safetensors"
    tensors = load_file(path)
    shared = tensors.pop("shared.weight")
    both = {f"{stack}.embed_tokens.weight": shared.clone() for stack in ("encoder", "decoder")}
    unused = "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"
    save_file({**tensors, **both, unused: torch.ones(32, 4)}, path)
    state = load_checkpoint(folder).state
    assert torch.equal(state["source_embedding.pieces.weight"], shared)
    both["decoder.embed_tokens.weight"][3] += 1
    save_file({**tensors, **both}, path)
    assert "'encoder.embed_tokens.weight' and 'decoder.embed_tokens.weight' differ" in refusal(
        folder
    )
    save_file(tensors, path)
    assert "lacks the tensor 'shared.weight'" in refusal(folder)


@pytest.mark.parametrize("name", ["spiece.model", "model.safetensors", "tokenizer_config.json"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
def test_damaged_files(folder, name, damage) -> None:
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
        if name == "tokenizer_config.json":  # nothing in it is needed
            assert load_checkpoint(folder).format == "Hugging Face T5"
            return
    else:
        path.write_bytes(
            {"empty": b"", "cut": data[: len(data) // 2], "garbage": b"\x80\x04" * 99}[damage]
        )
    assert name in refusal(folder)


def test_damaged_tokenizer_json(with_json, tmp_path) -> None:
    folder = Path(shutil.copytree(with_json, tmp_path / "t5"))
    path = folder / "tokenizer.json"
    values = json.loads(path.read_text())
    for change_to, word in (
        ({"post_processor": None}, "post_processor"),
        ({"model": {**values["model"], "unk_id": None}}, "tokenizer.json"),
        ({"model": None}, "has no model"),
        ({"model": {**values["model"], "vocab": values["model"]["vocab"][3:]}}, "tokenizer.json"),
    ):
        write_json(path, {**values, **change_to})
        assert word in refusal(folder)
