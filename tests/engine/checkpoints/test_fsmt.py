"""FSMT folders: the numbers, the pieces and the texts of the library; Moses' tokens and BPE."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import tokenizers
import torch
from sacremoses import MosesTokenizer
from transformers import FSMTConfig, FSMTForConditionalGeneration, FSMTTokenizer

from engine.__main__ import main
from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.model.kinds import AttentionKind
from engine.search.options import SearchOptions
from engine.text.words import group_words
from engine.trace import Trace
from engine.traces import file
from engine.translator import Translator
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS
from tests.engine.checkpoints.hf_families import (
    AWKWARD,
    SENTENCES,
    assert_same_network,
    assert_same_search,
    change,
    write_json,
)
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_two_stacks

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
MARKS = "a well-known \"word\", don't (it's) so; 10,000.5 % & mid-dle … «oui» l'ami d'or J.R. !"
TEXTS = [
    *AWKWARD,
    MARKS,
    "\"Quoted,\" she said. „Unten\" ‚so‘ `a` ''b'' ´´c´´",
    'He said: "Yes", "No." and \'maybe\'...',
    "well-known—dash – and -- - a-b-c x_y a/b",
    "&amp; &lt;b&gt; &#124; &apos; < > | [a] {b} AT&T R&D",
    "Mr. Smith vs. J.R.R. No. 5 etc. e.g. this. That.",
    "10 000 1,000.50 3 % 20 °C nº 5 5cm 7:30 €5 $10 #1 @me a@b.co http://x.y/z?q=1",
    "日本語。テスト、「はい」！ 한국어 中文，好？ １２％",
    "☂ 👩‍👩‍👧 🇫🇷 👍🏽 é e\u0301 ﬁ ½ Ⅷ",
    "tab\tnew\nline\r\nnbsp\u00a0x\u00a0» « y\u2028z\u200b\u200dw\x00\x1c\x85\ufeff!",
    "lone \ud83d surrogates \udc4d.",
    "… .. ... .... a.... DOTMULTI xDOTDOTMULTI.",
    "@-@ a@-@b - -a a- THISISPROTECTED000",
    "</s> <unk> <pad>x <s>",
    "Ça va ? Oui ! « Non » : l’été d'été aujourd'hui qu'il",
    "ÀÉÎ ŒUVRE İstanbul ΣΑΣ ǅ ß",
    "a" * 90 + " " + "ab" * 60,
]
SHAPES: dict[str, dict[str, Any]] = {
    "fsmt": {},
    "odd heads": {"encoder_attention_heads": 3, "decoder_attention_heads": 3},
    "odd width": {"d_model": 15, "encoder_attention_heads": 5, "decoder_attention_heads": 5},
    "unequal depths and widths": {
        "encoder_layers": 3, "decoder_layers": 1, "encoder_ffn_dim": 20, "decoder_ffn_dim": 44,
    },
    "unscaled": {"scale_embedding": False, "activation_function": "gelu"},
    "swish": {"activation_function": "swish"},
    "tied": {"tie_word_embeddings": True, "joint": True},
    "tied, pickled": {"tie_word_embeddings": True, "joint": True, "pickled": True},
    "joint, untied": {"joint": True},
    "trained positions": {"trained": True},
    "without tables": {"pickled": True, "activation_function": "gelu_new"},
    "lower case": {"lower": True, "langs": ("de", "fr")},
    "ru-en": {"langs": ("ru", "en")},
    "float16": {"dtype": torch.float16},
}  # fmt: skip
Make = Callable[..., Path]


def learn(texts: Sequence[str], size: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Spellings and merges of a BPE that is trained on Moses' tokens."""
    rules = MosesTokenizer(lang="en")
    lines = [" ".join(rules.tokenize(text, aggressive_dash_splits=True)) for text in texts]
    made = tokenizers.Tokenizer(tokenizers.models.BPE(end_of_word_suffix="</w>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=size, end_of_word_suffix="</w>", show_progress=False
    )
    made.train_from_iterator(lines, trainer)
    values = json.loads(made.to_str())["model"]
    # In alphabetical order, so that no run differs from another.
    return sorted(values["vocab"]), [(one, other) for one, other in values["merges"]]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    english = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    french = [f"{a} {b} {c}. é" for a in SUJETS for b in VERBES for c in CHOSES]
    words, merges = learn([*english, *french, *[MARKS] * 90, *["a | b"] * 3], 280)
    characters = [end for c in "bdfgjkqvwxz'é\"-.,ABHIR" for end in (c, f"{c}</w>")]
    table = list(dict.fromkeys([*SPECIAL, *words, *characters]))
    target = list(dict.fromkeys([*SPECIAL, *reversed(table), "überraschend</w>", "!</w>"]))

    def folder_of(
        seed: int = 0,
        joint: bool = False,
        trained: bool = False,
        pickled: bool = False,
        lower: bool = False,
        langs: Sequence[str] = ("en", "de"),
        spare: int = 2,
        pad: int = 1,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("fsmt") / "wmt19"
        tables = [list(table), list(table if joint else target)]
        for spellings in tables:
            spellings[1], spellings[pad] = spellings[pad], spellings[1]
        config = FSMTConfig(**{
            "langs": langs, "src_vocab_size": len(tables[0]), "tgt_vocab_size": len(tables[1])
            + spare * (not joint), "pad_token_id": pad, "d_model": 24, "encoder_layers": 2,
            "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4,
            "encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "max_position_embeddings": 160,
            "forced_eos_token_id": None, **options,
        })  # fmt: skip
        model = FSMTForConditionalGeneration(config).eval()
        randomise(model, seed, end=seed % 4 + 1.0, trained=trained)
        model.to(dtype).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            state = model.state_dict()
            kept = {k: v for k, v in state.items() if "positions" not in k}
            torch.save(kept, folder / "pytorch_model.bin")
        for name, spellings in zip(("vocab-src.json", "vocab-tgt.json"), tables, strict=True):
            write_json(folder / name, {word: i for i, word in enumerate(spellings)})
        lines = [f"{one} {other} 7" for one, other in merges]
        (folder / "merges.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
        write_json(folder / "tokenizer_config.json", {"langs": list(langs), "do_lower_case": lower})
        return folder

    return folder_of


def randomise(model: Any, seed: int, end: float, trained: bool) -> None:
    """Weights that make every part count; ``end`` is added to the end piece's logit."""
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(seed)
        for name, parameter in model.named_parameters():
            if "embed_positions" in name and not trained:
                continue
            noise = torch.randn_like(parameter)
            parameter.copy_(
                noise * 0.3 + ("norm" in name and name.endswith("weight"))
                if parameter.dim() == 1
                else noise * parameter.shape[1] ** -0.5
            )
        bias = model.model.decoder.layers[-1].final_layer_norm.bias
        model.model.decoder.output_projection.weight[2] += end * bias / bias.dot(bias)


class Pair:
    """One folder, opened by the library and by the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = FSMTForConditionalGeneration.from_pretrained(
            folder, dtype=torch.float32
        ).eval()
        # With a cache the library has no mask for several pieces at once.
        self.library.config.use_cache = False
        self.tokenizer = FSMTTokenizer.from_pretrained(folder)
        # What a user types is text.
        self.tokenizer.split_special_tokens = True
        self.ours = Translator.load(folder)

    def rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.tokenizer(SENTENCES)["input_ids"]
        return rows


@pytest.fixture(scope="module")
def pairs(make: Make) -> dict[str, Pair]:
    return {name: Pair(make(seed, **shape)) for seed, (name, shape) in enumerate(SHAPES.items())}


# ------------------------------------------------------------------------------ the network


@pytest.mark.parametrize("name", SHAPES)
def test_logits_and_all_attentions(pairs, name) -> None:
    pair = pairs[name]
    assert_same_network(pair.library, pair.ours.model, pair.rows())
    assert pair.ours.model.config.positions == (
        "learned" if name in ("trained positions", "float16") else "timescales"
    )


@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_write_the_same_pieces(pairs, beam) -> None:
    lengths = set()
    for pair in pairs.values():
        found = assert_same_search(pair.library, pair.ours.model, pair.rows(), beam, None)
        lengths |= {len(ids) for ids in found}
    assert len(lengths) >= 6, "short ones and long ones: the agreement is no accident"


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("fsmt", seed)
    shape = of_two_stacks(dice)
    trained = dice.yes(0.3)
    shape |= {
        "joint": shape["tie_word_embeddings"] or dice.yes(0.3), "trained": trained,
        "pickled": not trained and dice.yes(0.3),  # without the tables of positions
        "pad": dice.one_of([1, 3]), "decoder_start_token_id": dice.one_of([0, 2]),
        "langs": dice.one_of([("en", "de"), ("ru", "en"), ("de", "fr")]), "lower": dice.yes(0.2),
    }  # fmt: skip
    print(shape)
    pair = Pair(make(seed, **shape))
    rows = dice.rows(pair.ours.model.config)
    assert_same_network(pair.library, pair.ours.model, rows)
    for beam in (1, 4):
        assert_same_search(pair.library, pair.ours.model, rows, beam, None)


# --------------------------------------------------------------------------------- the text


def texts(name: str) -> Iterator[str]:
    dice = random.Random(name)
    marks = "aeo Iht '\"-.,&<|[%@:;(?!«»„“”’`´ 1\t\n.é☂½一🇫\u0301\u200d\u00a0\u2003…。，—İΣ"
    yield from TEXTS
    for _ in range(400):
        yield "".join(dice.choices(marks, k=dice.randrange(1, 30)))
    words = ["I", "don't", "see", '"', "(", ")", "e.g.", "Mr.", "-", "—", "well-known", ",", "'s"]
    for _ in range(200):
        yield "".join(dice.choice(words) + dice.choice(["", " ", "  "]) for _ in range(12))


@pytest.mark.parametrize("name", ["fsmt", "lower case", "ru-en"])
def test_text_becomes_the_same_pieces(pairs, name) -> None:
    pair = pairs[name]
    vocabulary = pair.ours.vocabulary
    for text in texts(name):
        ids = pair.tokenizer(text)["input_ids"]
        assert vocabulary.encode_ids(text) == ids, text
        *pieces, end = vocabulary.encode(text, 5)
        assert (end.text, end.span, end.kind) == ("</s>", None, "special")
        check_spans(text, pieces)


def check_spans(text: str, pieces: Sequence[Piece]) -> None:
    """Spans lie in the text, never go back, and leave out nothing that can be seen."""
    spans = [(piece.span[0] - 5, piece.span[1] - 5) for piece in pieces if piece.span]
    assert len(spans) == len(pieces)
    for (start, end), (later, later_end) in itertools.pairwise(spans):
        assert start <= later and end <= later_end, text
    assert all(0 <= start <= end <= len(text) for start, end in spans), text
    if "DOT" in text:  # what the rules take for a mark of their own
        return
    assert all(start < end for start, end in spans), text
    covered = {i for start, end in spans for i in range(start, end)}
    kept = [c for i, c in enumerate(text) if i not in covered and not c.isspace()]
    assert all(c.isspace() or not c.isprintable() for c in kept), (text, kept)
    for piece, (start, end) in zip(pieces, spans, strict=True):
        typed = text[start:end]
        shown = piece.surface.removeprefix("▁")
        if shown.isalnum() and piece.kind == "normal":
            assert shown.lower() in typed.lower().replace("\u200d", "") or not typed.isascii()


def test_a_reader_sees_words(pairs) -> None:
    pair = pairs["fsmt"]
    text = "I don't see a well-known “word”, (my) ☂dog."
    *pieces, _ = pair.ours.vocabulary.encode(text)
    words = group_words(pieces)
    assert [word.text for word in words] == [
        "I", "don't", "see", "a", "well-known", '"', "word", ',"', "(", "my", ")", "☂", "dog", ".",
    ]  # fmt: skip
    spans = [text[slice(*word.span)] for word in words if word.span]
    assert spans[4:9] == ["well-known", "“", "word", "”,", "("]
    # Of what is written, the same: spaces are where the text has them.
    vocabulary = pairs["ru-en"].ours.vocabulary
    ids = vocabulary.target_ids(text.replace("☂", ""))
    written = vocabulary.target_pieces(ids)
    assert [word.text for word in group_words(written)][:-1] == [
        "I", "don't", "see", "a", "well-known", '"', "word", ',"', "(", "my", ")", "dog", ".",
    ]  # fmt: skip


def test_a_piece_by_itself_shows_the_space_behind_it(pairs) -> None:
    vocabulary = pairs["fsmt"].ours.vocabulary
    shown = {vocabulary.piece(i).text: vocabulary.piece(i).surface for i in range(len(vocabulary))}
    assert shown["é</w>"] == "é▁" and shown["é"] == "é" and shown["</s>"] == "</s>"
    assert shown["überraschend</w>"] == "überraschend▁"
    assert shown["&quot;</w>"] == '"▁' and shown["@-@</w>"] == "-▁"
    unnamed = vocabulary.piece(len(vocabulary) - 1)
    assert (unnamed.text, unnamed.kind) == (f"<{len(vocabulary) - 1}>", "special")


@pytest.mark.parametrize("name", ["fsmt", "lower case", "ru-en"])
def test_pieces_become_the_same_text(pairs, name) -> None:
    pair = pairs[name]
    vocabulary = pair.ours.vocabulary
    dice = random.Random(name)
    named = [i for i in range(len(vocabulary) - 2) if i not in (0, 1, 2, 3)]
    rows = [vocabulary.target_ids(text) for text in texts(name)]
    rows += [dice.choices(named, k=dice.randrange(1, 30)) for _ in range(200)]
    for row in rows:
        ids = [i for i in row if i != vocabulary.unk_id]
        text = pair.tokenizer.decode(ids, skip_special_tokens=True)
        assert vocabulary.decode(ids) == text
    assert vocabulary.decode([vocabulary.unk_id, *vocabulary.target_ids("dog")]) == "⁇ dog"


def test_a_piece_never_changes_when_more_are_written(pairs) -> None:
    for name in ("fsmt", "lower case"):
        vocabulary = pairs[name].ours.vocabulary
        for text in TEXTS:
            ids = [vocabulary.unk_id, *vocabulary.target_ids(text)]
            whole = vocabulary.target_pieces(ids)
            assert [piece.id for piece in whole] == ids
            for end in range(0, len(ids), 5):
                assert vocabulary.target_pieces(ids[:end]) == whole[:end]


def test_a_text_grows_while_it_is_written(pairs) -> None:
    vocabulary = pairs["ru-en"].ours.vocabulary
    ids = vocabulary.target_ids("I don't see a well-known (small) house.")
    texts = [vocabulary.decode(ids[:end]) for end in range(len(ids) + 1)]
    for text, longer in itertools.pairwise(texts):
        assert longer.startswith(text)
    assert texts[-1] == "I don't see a well-known (small) house."


def test_cleaning_up_is_the_library_s(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["fsmt"].folder, tmp_path / "fsmt"))
    change(folder, "tokenizer_config.json", clean_up_tokenization_spaces=True)
    theirs, ours = FSMTTokenizer.from_pretrained(folder), load_checkpoint(folder).vocabulary
    spelled = {ours.piece(i).text: i for i in range(len(ours))}
    ids = [spelled[word] for word in ("a</w>", "&apos;s</w>", "(</w>")] * 2
    assert ours.decode(ids) == theirs.decode(ids, skip_special_tokens=True)
    assert ours.decode(ids) != pairs["fsmt"].ours.vocabulary.decode(ids)


# ------------------------------------------------------------------------------- the folder


def test_info_and_translate(pairs, capsys) -> None:
    folder = pairs["fsmt"].folder
    assert main(["info", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "Hugging Face FSMT" in out and "en → de" in out
    assert main(["translate", "--model", str(folder), "--beam", "1", SENTENCES[0]]) == 0
    text = capsys.readouterr().out.strip()
    assert text == pairs["fsmt"].ours.translate(SENTENCES[0], SearchOptions())


def test_a_trace_of_it_is_saved_and_opened(pairs, tmp_path) -> None:
    ours = pairs["fsmt"].ours
    events = list(ours.stream("☂ I don't see it.", SearchOptions(beam=2, max_length=9)))
    trace = Trace(events[0])
    for event in events[1:]:
        trace.add(event)
    file.save(trace, tmp_path / "x.trace")
    found = file.load(tmp_path / "x.trace")
    assert found.sentences[0].encoded.pieces == trace.sentences[0].encoded.pieces
    assert found.sentences[0].encoded.pieces[0].surface == "▁☂"
    assert found.text == trace.text
    head = ours.explain(trace, 0, AttentionKind.CROSS, 1, 2, 0)
    assert head.head == 2


def test_a_prefix_is_what_the_text_begins_with(pairs) -> None:
    ours = pairs["ru-en"].ours
    *_, finished, _ = ours.stream(SENTENCES[0], SearchOptions(prefix="my dog", max_length=12))
    assert finished.hypotheses[0].text.startswith("my dog")


@pytest.fixture
def folder(pairs, tmp_path) -> Path:
    return Path(shutil.copytree(pairs["fsmt"].folder, tmp_path / "fsmt"))


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["FSMTModel"]),
        ("config.json", "activation_function", "laplace"),
        ("config.json", "quantization_config", {"bits": 4}),
        ("config.json", "decoder_start_token_id", 1),
        ("config.json", "decoder_start_token_id", 9999),
        ("config.json", "decoder_attention_heads", 2),
        ("config.json", "vocab_size", 7),
        ("config.json", "hidden_size", 8),
        ("config.json", "tie_word_embeddings", True),
        ("generation_config.json", "forced_bos_token_id", 7),
        ("generation_config.json", "suppress_tokens", [3]),
        ("tokenizer_config.json", "tokenizer_class", "XLMTokenizer"),
        ("tokenizer_config.json", "do_lower_case", "no"),
        ("tokenizer_config.json", "added_tokens_decoder", {"9": {"content": "<new>"}}),
    ],
)
def test_what_is_not_implemented_is_refused(folder, place, option, value) -> None:
    change(folder, place, **{option: value})
    message = refusal(folder)
    shown = {"added_tokens_decoder": "<new>", "tie_word_embeddings": "true"}
    assert f"asks for {option.removesuffix('_decoder')}" in message
    assert shown.get(option, str(value)) in message


def test_contradictions_are_told(folder) -> None:
    original = (folder / "config.json").read_text()
    for option, word in (("eos_token_id", "eos_token_id 5"), ("pad_token_id", "pad_token_id 5")):
        change(folder, "config.json", **{option: 5})
        assert word in refusal(folder)
        (folder / "config.json").write_text(original)
    (folder / "tokenizer_config.json").unlink()  # config.json says the languages too
    assert load_checkpoint(folder).metadata["target_language"] == "de"
    change(folder, "config.json", langs=["en"])
    assert "does not say the two languages" in refusal(folder)


def test_merges_without_a_last_line_end_and_with_others(folder, pairs) -> None:
    path = folder / "merges.txt"
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for changed in (text.rstrip("\n"), text.replace("\n", "\r\n"), "\n".join(["", *lines[2:], ""])):
        path.write_bytes(changed.encode())
        theirs, ours = FSMTTokenizer.from_pretrained(folder), load_checkpoint(folder).vocabulary
        for sentence in [*SENTENCES, MARKS]:
            assert ours.encode_ids(sentence) == theirs(sentence)["input_ids"]


def test_merges_out_of_order_are_the_library_s(folder) -> None:
    """A pair whose parts a later merge makes counts too, when its turn has come."""
    path = folder / "merges.txt"
    dice = random.Random(5)
    lines = path.read_text(encoding="utf-8").splitlines()
    for _ in range(5):
        dice.shuffle(lines)
        path.write_text("\n".join([*lines, *lines[:9], ""]), encoding="utf-8")
        theirs, ours = FSMTTokenizer.from_pretrained(folder), load_checkpoint(folder).vocabulary
        for sentence in [*SENTENCES, MARKS, "thethethethe housethehouse sthe"]:
            assert ours.encode_ids(sentence) == theirs(sentence)["input_ids"]


@pytest.mark.parametrize(
    "name", ["vocab-src.json", "vocab-tgt.json", "merges.txt", "model.safetensors", "config.json"]
)
@pytest.mark.parametrize("damage", ["gone", "cut", "garbage"])
def test_damaged_files(folder, name, damage) -> None:
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        cut = data[: len(data) // 2 - 1] + b"\nx\n"
        path.write_bytes(cut if damage == "cut" else b"\x80\x04" * 99)
    if name == "config.json":
        assert str(folder) in refusal(folder)
    else:
        assert name.split(".")[0] in refusal(folder)


def test_a_table_of_positions_of_another_size_is_refused(folder) -> None:
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    tensors = load_file(path)
    name = "model.decoder.embed_positions.weight"
    for table in (torch.ones(5), torch.ones(0, 24), torch.ones(9, 7)):
        save_file({**tensors, name: table}, path)
        assert "embed_positions" in refusal(folder)
    with torch.random.fork_rng():
        longer = torch.cat([tensors[name], torch.ones(3, 24)])
    save_file({**tensors, name: longer}, path)
    assert "embed_positions" in refusal(folder)
    del tensors[name]
    save_file({**tensors, "model.encoder.embed_positions.weight": longer}, path)
    assert "lacks the tensor 'model.decoder.embed_positions.weight'" in refusal(folder)
