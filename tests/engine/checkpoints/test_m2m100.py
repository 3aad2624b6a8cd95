"""M2M100 and NLLB folders: the numbers and the pieces of the library; languages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from transformers import M2M100ForConditionalGeneration, M2M100Tokenizer, NllbTokenizer

from engine.__main__ import main
from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError, SearchError
from engine.events import Encoded, Finished, Started, Step
from engine.search.options import SearchOptions
from engine.search.what_if import Forbid, Force
from engine.trace import Trace
from engine.traces import file
from engine.translator import Translator
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS, train
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
from tests.engine.checkpoints.one_stack import check_spans, odd_texts
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_two_stacks

NLLB_CODES = ["ace_Latn", "deu_Latn", "eng_Latn", "fra_Latn", "zho_Hans", "zho_Hant"]
SHAPES: dict[str, dict[str, Any]] = {
    "m2m100": {},
    "nllb": {"nllb": True},
    "nllb, legacy": {"nllb": True, "legacy": True},
    "odd heads": {"encoder_attention_heads": 3, "decoder_attention_heads": 3},
    "odd width": {"d_model": 15, "encoder_attention_heads": 5, "decoder_attention_heads": 5},
    "unequal depths and widths": {
        "encoder_layers": 3, "decoder_layers": 1, "encoder_ffn_dim": 20, "decoder_ffn_dim": 44,
    },
    "unscaled": {"scale_embedding": False, "activation_function": "gelu"},
    "untied": {"tie_word_embeddings": False, "nllb": True},
    "pickled": {"pickled": True, "activation_function": "swish"},
    "float16": {"dtype": torch.float16},
}  # fmt: skip
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def spm() -> bytes:
    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    texts += [f"{a} {b} {c}." for a in SUJETS for b in VERBES for c in CHOSES]
    return train(texts, 120, model_type="bpe", unk_id=0, bos_id=1, eos_id=2)


def pieces_of(model: bytes) -> list[str]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(number) for number in range(3, processor.get_piece_size())]


@pytest.fixture(scope="module")
def make(spm: bytes, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders with random weights."""
    from transformers import M2M100Config
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()

    def folder_of(
        seed: int = 0,
        nllb: bool = False,
        legacy: bool = False,
        pickled: bool = False,
        spare: int = 0,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("m2m") / ("nllb" if nllb else "m2m100")
        table = ["<s>", "<pad>", "</s>", "<unk>", *pieces_of(spm)]
        size = len(table) + (len(NLLB_CODES) + 1 if nllb else 108)
        config = M2M100Config(**{
            "vocab_size": size + spare, "d_model": 24, "encoder_layers": 2, "decoder_layers": 2,
            "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 32,
            "decoder_ffn_dim": 32, "max_position_embeddings": 64, **options,
        })  # fmt: skip
        model = M2M100ForConditionalGeneration(config).eval()
        randomise(model, seed, end=seed % 4 - 1.0)
        model.to(dtype).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            torch.save(model.state_dict(), folder / "pytorch_model.bin")
        (folder / "sentencepiece.bpe.model").write_bytes(spm)
        settings: dict[str, Any] = {"tokenizer_class": "M2M100Tokenizer", "src_lang": None}
        if nllb:
            settings = {"tokenizer_class": "NllbTokenizer", "legacy_behaviour": legacy}
            listed = {"additional_special_tokens": NLLB_CODES, "mask_token": "<mask>"}
            write_json(folder / "special_tokens_map.json", listed)
        else:
            write_json(folder / "vocab.json", {word: i for i, word in enumerate(table)})
        write_json(folder / "tokenizer_config.json", settings)
        return folder

    return folder_of


class Pair(OpenedTwice):
    """One folder, opened by the library and by the engine."""

    model = M2M100ForConditionalGeneration

    def language(self, code: str) -> int:
        return self.ours.vocabulary.languages.targets[code].id


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
        codes = pair.ours.info.target_languages
        for code in (codes[0], codes[-1]):
            first = pair.language(code)
            found = assert_same_search(pair.library, pair.ours.model, pair.rows(), beam, first)
            lengths |= {len(ids) for ids in found}
    assert len(lengths) >= 6, "short ones and long ones: the agreement is no accident"


@every_seed
def test_random_configurations(make, seed) -> None:
    dice = Dice("m2m100", seed)
    nllb = dice.yes()
    shape = {
        **of_two_stacks(dice), "nllb": nllb, "legacy": nllb and dice.yes(),
        "pickled": dice.yes(0.2), "decoder_start_token_id": dice.one_of([0, 2]),
    }  # fmt: skip
    print(shape)
    pair = Pair(make(seed, **shape))
    rows = dice.rows(pair.ours.model.config)
    assert_same_network(pair.library, pair.ours.model, rows)
    first = pair.language(dice.one_of(pair.ours.info.target_languages))
    for beam in (1, 4):
        assert_same_search(pair.library, pair.ours.model, rows, beam, first)


def test_m2m100_s_text_becomes_the_same_pieces(pairs) -> None:
    folder = pairs["m2m100"].folder
    vocabulary = pairs["m2m100"].ours.vocabulary
    for source in ("en", "zu"):
        tokenizer = M2M100Tokenizer.from_pretrained(folder, src_lang=source)
        chosen = vocabulary.choose(source=source, target="fr")
        assert chosen.begins_with == (tokenizer.get_lang_id("fr"),)
        for text in AWKWARD:
            ids = tokenizer(text)["input_ids"]
            assert vocabulary.encode_ids(text, chosen) == ids, text
            written = vocabulary.target_ids(text)
            theirs = tokenizer.decode([i for i in written if i != 3], skip_special_tokens=True)
            assert vocabulary.decode([i for i in written if i != 3]).strip() == theirs, text


def merges_of(words: list[str]) -> list[tuple[str, str]]:
    """The merges of a SentencePiece BPE model: its pieces are in the order of their scores."""
    rank = {word: number for number, word in enumerate(words)}
    merges = []
    for word in words:
        parts = [(word[:i], word[i:]) for i in range(1, len(word))]
        known = [(a, b) for a, b in parts if a in rank and b in rank]
        merges += sorted(known, key=lambda pair: (rank[pair[0]], rank[pair[1]]))
    return merges


@pytest.mark.parametrize("legacy", [False, True])
def test_nllb_s_text_becomes_the_same_pieces(pairs, spm, legacy) -> None:
    words = pieces_of(spm)
    table = ["<s>", "<pad>", "</s>", "<unk>", *words, *NLLB_CODES, "<mask>"]
    tokenizer = NllbTokenizer(
        vocab={word: i for i, word in enumerate(table)}, merges=merges_of(words),
        legacy_behaviour=legacy, extra_special_tokens=NLLB_CODES, src_lang="deu_Latn",
    )  # fmt: skip
    vocabulary = pairs["nllb, legacy" if legacy else "nllb"].ours.vocabulary
    chosen = vocabulary.choose(source="deu_Latn", target="fra_Latn")
    assert chosen.begins_with == (tokenizer.convert_tokens_to_ids("fra_Latn"),)
    # The library was given no normalisation, SentencePiece's own is in the model.
    for text in SENTENCES:
        assert vocabulary.encode_ids(text, chosen) == tokenizer(text)["input_ids"], text
    ids = vocabulary.encode_ids("a", chosen)
    assert (ids[-1] if legacy else ids[0]) == tokenizer.convert_tokens_to_ids("deu_Latn")


@pytest.mark.parametrize("legacy", [False, True])
def test_nllb_s_pieces_out_of_tokenizer_json_alone(pairs, spm, tmp_path, legacy) -> None:
    words = pieces_of(spm)
    table = ["<s>", "<pad>", "</s>", "<unk>", *words, *NLLB_CODES, "<mask>"]
    made = NllbTokenizer(
        vocab={word: i for i, word in enumerate(table)}, merges=merges_of(words),
        legacy_behaviour=legacy, extra_special_tokens=NLLB_CODES, src_lang="deu_Latn",
    )  # fmt: skip
    pair = pairs["nllb, legacy" if legacy else "nllb"]
    folder = Path(shutil.copytree(pair.folder, tmp_path / "nllb"))
    (folder / "sentencepiece.bpe.model").unlink()
    (folder / "special_tokens_map.json").unlink()
    made.save_pretrained(folder)
    tokenizer = NllbTokenizer.from_pretrained(folder, src_lang="deu_Latn")
    ours = Translator.load(folder)
    vocabulary = ours.vocabulary
    assert vocabulary.languages.targets == pair.ours.vocabulary.languages.targets
    chosen = vocabulary.choose(source="deu_Latn", target="fra_Latn")
    for text in odd_texts(5):
        ids = tokenizer(text.replace("\ud83d", "\ufffd"))["input_ids"]
        assert vocabulary.encode_ids(text, chosen) == ids, text
        pieces = [piece for piece in vocabulary.encode(text, 5, chosen) if piece.span is not None]
        check_spans(pieces, text.replace("\ud83d", "\ufffd"), 5)
        known = [i for i in ids if i != 3]
        assert vocabulary.decode(known) == tokenizer.decode(known, skip_special_tokens=True), text
    options = SearchOptions(target_language="fra_Latn", max_length=12)
    assert ours.translate(SENTENCES[0], options) == pair.ours.translate(SENTENCES[0], options)


def test_m2m100_s_pieces_out_of_tokenizer_json_alone(pairs, spm, tmp_path) -> None:
    words = pieces_of(spm)
    vocabulary = pairs["m2m100"].ours.vocabulary
    codes = [f"__{code}__" for code in ("en", "fr", "zu")]
    numbers = {code: vocabulary.languages.targets[code[2:-2]].id for code in codes}
    folder = Path(shutil.copytree(pairs["m2m100"].folder, tmp_path / "m2m100"))
    for name in ("sentencepiece.bpe.model", "vocab.json"):
        (folder / name).unlink()
    made = NllbTokenizer(
        vocab={word: i for i, word in enumerate(["<s>", "<pad>", "</s>", "<unk>", *words])},
        merges=merges_of(words), extra_special_tokens=[], src_lang="<s>",
    )  # fmt: skip
    values = json.loads(made._tokenizer.to_str())
    values["model"]["vocab"] |= numbers
    values["added_tokens"] = [
        {"id": number, "content": spelling, "single_word": False, "lstrip": False,
         "rstrip": False, "normalized": False, "special": True}
        for spelling, number in (("<s>", 0), ("<pad>", 1), ("</s>", 2), *numbers.items())
    ]  # fmt: skip
    write_json(folder / "tokenizer.json", values)
    found = load_checkpoint(folder).vocabulary
    assert sorted(found.languages.targets) == ["en", "fr", "zu"]
    chosen, expected = (each.choose(source="en", target="fr") for each in (found, vocabulary))
    assert chosen.begins_with == expected.begins_with
    for text in SENTENCES:
        assert found.encode_ids(text, chosen) == vocabulary.encode_ids(text, expected), text


def test_spans_are_the_text_s(pairs) -> None:
    vocabulary = pairs["m2m100"].ours.vocabulary
    for text in AWKWARD:
        language, *pieces, end = vocabulary.encode(text, 5)
        assert (language.text, language.kind, language.span) == ("__en__", "special", None)
        assert (end.text, end.span) == ("</s>", None)
        starts = [piece.span[0] for piece in pieces]
        assert starts == sorted(starts) and all(5 <= s <= 5 + len(text) for s in starts)


# ------------------------------------------------------------------------------- languages


def test_languages_are_offered(pairs) -> None:
    info = pairs["m2m100"].ours.info
    assert len(info.target_languages) == 100 == len(info.source_languages)
    assert (info.source_language, info.target_language) == ("en", "")
    assert list(pairs["nllb"].ours.info.target_languages) == NLLB_CODES
    assert load_checkpoint(pairs["nllb"].folder).format == "Hugging Face NLLB"


def test_a_language_is_chosen_by_its_code_or_by_a_usual_one(pairs) -> None:
    choose = pairs["nllb"].ours.vocabulary.choose
    assert choose(source="de", target="fr") == choose(source="deu_Latn", target="fra_Latn")
    with pytest.raises(SearchError, match=r"'zh' fits several languages .* choose one of zho_"):
        choose(target="zh")
    # What a text itself asks for is the same.
    said = choose(">>fra<< I love.", source="de")
    assert said == choose(" >>fr<<I love.", "de", "zho_Hans") == choose(source="de", target="fr")
    encode = pairs["nllb"].ours.vocabulary.encode_ids
    assert encode(">>fra<< I love.", said) == encode(" I love.", said) != encode("I love.")
    with pytest.raises(SearchError, match=r"begins with >>zh<<\. As target, 'zh' fits several"):
        choose(">>zh<< a")
    with pytest.raises(SearchError, match=r">>xyz_Latn<<\. This model has no language"):
        choose(">>xyz_Latn<< a", target="fr")
    assert choose(">>a quotation<< a", target="fr").target == "fra_Latn", "no code, but text"
    with pytest.raises(SearchError, match="no language 'xx' as source"):
        choose(source="xx", target="fr")
    with pytest.raises(SearchError, match="needs a target language; choose one of ace_Latn"):
        choose()


def test_the_choice_is_recorded_and_holds_for_every_sentence(pairs, tmp_path) -> None:
    ours = pairs["nllb"].ours
    text = "I see the dog. We like music."
    options = SearchOptions(target_language="fra_Latn", source_language="de", prefix="le chat")
    events = list(ours.stream(text, options))
    started = events[0]
    assert isinstance(started, Started)
    trace = Trace(started)
    for event in events[1:]:
        trace.add(event)
    assert started.options.source_language == "deu_Latn"
    assert started.options.target_language == "fra_Latn"
    french = pairs["nllb"].language("fra_Latn")
    for event in events:
        if isinstance(event, Encoded):
            assert event.pieces[0].text == "deu_Latn"
        if isinstance(event, Step) and event.index == 0:
            (only,) = event.hypotheses
            assert only.forced and only.piece.id == french and only.text == ""
            assert only.parts.log_probability + only.parts.penalty == 0
        if isinstance(event, Finished):
            prefix = ours.vocabulary.target_ids("le chat")[:-1] if event.sentence == 0 else []
            ids = [piece.id for piece in event.hypotheses[0].pieces]
            assert ids[: 1 + len(prefix)] == [french, *prefix]
    assert len(trace.sentences) == 2
    (line,) = ours.translate_lines([text], options)
    assert line.translated.text == trace.text
    asked = f">>fra_Latn<<{text}"
    others = SearchOptions(source_language="de", prefix="le chat")
    assert ours.translate(asked, others) == trace.text
    file.save(trace, tmp_path / "x.trace")
    assert file.load(tmp_path / "x.trace").started.options == started.options


def test_lines_may_ask_for_different_languages(pairs) -> None:
    ours = pairs["m2m100"].ours
    lines = [">>de<< I see the dog.", "We like music.", "", ">>de<<a", ">>!<< a"]
    options = SearchOptions(target_language="fr", max_length=9)
    found = [line.translated.text for line in ours.translate_lines(lines, options)]
    assert found == [ours.translate(line, options) for line in lines]
    sources = [ours.vocabulary.encode_ids(text) for text in (">>de<<a", "a", ">>!<<a")]
    assert sources[0] == sources[1] != sources[2], "only a code that there is, is no text"


def test_what_if_keeps_the_language_until_it_is_what_changes(pairs) -> None:
    ours = pairs["m2m100"].ours
    french, german = pairs["m2m100"].language("fr"), pairs["m2m100"].language("de")
    events = ours.stream("I see the dog.", SearchOptions(target_language="fr", max_length=8))
    trace = Trace(next(events))
    for event in events:
        trace.add(event)
    written = [live.piece.id for live in trace.sentences[0].ancestry(2, 0)]
    for step, change_, begin in (
        (2, Force((7,)), (*written[:2], 7)),
        (0, Force((german,)), (german,)),
    ):
        *_, finished, _ = ours.what_if(trace, 0, step, 0, change_)
        assert isinstance(finished, Finished)
        assert [p.id for p in finished.hypotheses[0].pieces][: len(begin)] == list(begin)
    *_, finished, _ = ours.what_if(trace, 0, 0, 0, Forbid(french))
    assert isinstance(finished, Finished) and finished.hypotheses[0].pieces[0].id != french


def test_the_commands_take_the_languages(pairs, capsys) -> None:
    folder = pairs["m2m100"].folder
    assert main(["info", str(folder)]) == 0
    assert "Hugging Face M2M100" in capsys.readouterr().out
    arguments = ["translate", "--model", str(folder), "--max-length", "9", SENTENCES[0]]
    assert main([*arguments, "--source-language", "af", "--target-language", "fra"]) == 0
    options = SearchOptions(source_language="af", target_language="fr", max_length=9)
    expected = pairs["m2m100"].ours.translate(SENTENCES[0], options)
    assert capsys.readouterr().out == expected + "\n"
    assert main(arguments) == 2
    assert "needs a target language; choose one of af, am" in capsys.readouterr().err


# ------------------------------------------------------------------------------- refusals


@pytest.fixture
def folder(pairs, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(pairs["m2m100"].folder, tmp_path / "m2m100"))


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.mark.parametrize(
    ("place", "option", "value"),
    [
        ("config.json", "architectures", ["M2M100Model"]),
        ("config.json", "normalize_before", False),
        ("config.json", "activation_function", "laplace"),
        ("config.json", "quantization_config", {"bits": 4}),
        ("config.json", "decoder_start_token_id", 1),
        ("generation_config.json", "forced_bos_token_id", 7),
        ("generation_config.json", "suppress_tokens", [3]),
        ("tokenizer_config.json", "tokenizer_class", "SMALL100Tokenizer"),
        ("tokenizer_config.json", "language_codes", "wmt99"),
        ("tokenizer_config.json", "language_codes", ["en"]),
    ],
)
def test_what_is_not_implemented_is_refused(folder, place, option, value) -> None:
    change(folder, place, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message and str(value) in message


def test_a_forced_language_is_the_usual_one(folder, pairs) -> None:
    change(folder, "generation_config.json", forced_bos_token_id=pairs["m2m100"].language("fr"))
    ours = Translator.load(folder)
    assert ours.info.target_language == "fr"
    assert ours.translate("a", SearchOptions(max_length=9)) == pairs["m2m100"].ours.translate(
        "a", SearchOptions(max_length=9, target_language="fr")
    )


@pytest.mark.parametrize(
    "name", ["vocab.json", "sentencepiece.bpe.model", "model.safetensors", "tokenizer_config.json"]
)
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
def test_damaged_files(folder, name, damage) -> None:
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
        if name == "tokenizer_config.json":  # without it the table says enough
            assert load_checkpoint(folder).format == "Hugging Face M2M100"
            return
    else:
        path.write_bytes(
            {"empty": b"", "cut": data[: len(data) // 2], "garbage": b"\x80\x04" * 99}[damage]
        )
    word = {"vocab.json": "sentencepiece.bpe.model" if damage == "gone" else "vocab.json"}
    assert name in refusal(folder) or word.get(name, name) in refusal(folder)


def test_a_folder_without_languages_is_refused(pairs, tmp_path) -> None:
    folder = Path(shutil.copytree(pairs["nllb"].folder, tmp_path / "nllb"))
    listed = json.loads((folder / "special_tokens_map.json").read_text())
    first = 4 + len(pieces_of((folder / "sentencepiece.bpe.model").read_bytes()))
    (folder / "special_tokens_map.json").unlink()
    assert "which pieces stand for languages" in refusal(folder)
    tokens = [
        {"id": first + i, "content": code}
        for i, code in enumerate(listed["additional_special_tokens"])
    ]
    write_json(folder / "tokenizer.json", {"added_tokens": tokens})
    found = load_checkpoint(folder).vocabulary
    assert found.languages == pairs["nllb"].ours.vocabulary.languages
    (folder / "tokenizer.json").unlink()
    decoder = {str(token["id"]): token for token in tokens}
    change(folder, "tokenizer_config.json", added_tokens_decoder=decoder)
    assert load_checkpoint(folder).vocabulary.languages == found.languages
    (folder / "sentencepiece.bpe.model").unlink()
    (folder / "tokenizer.json").write_text("{}")
    assert "tokenizer.json has no model" in refusal(folder)
