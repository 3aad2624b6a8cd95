"""MarianMT folders: the same numbers and the same pieces as in the library they come from."""

from __future__ import annotations

import itertools
import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor
from transformers import MarianMTModel, MarianTokenizer

from engine.__main__ import main
from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.hf_settings import ACTIVATIONS
from engine.errors import ModelFolderError, SearchError
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.translator import Translator
from tests.engine.checkpoints.hf_families import assert_same_network, assert_same_search
from tests.engine.checkpoints.random_shapes import Dice, every_seed, of_two_stacks

SENTENCES = [
    "I love fresh bread.",
    "My old friend remembers the small house in this garden.",
    "a",
    "The teacher understands music.",
]
# What makes each an architecture of its own; every activation has its turn below.
SHAPES: dict[str, dict[str, Any]] = {
    "opus": {},
    "odd heads": {"encoder_attention_heads": 3, "decoder_attention_heads": 3},
    "one head": {"encoder_attention_heads": 1, "decoder_attention_heads": 1},
    "odd width": {
        "d_model": 15, "encoder_attention_heads": 5, "decoder_attention_heads": 5,
    },
    "unequal depths and widths": {
        "encoder_layers": 3, "decoder_layers": 1, "encoder_ffn_dim": 20, "decoder_ffn_dim": 44,
    },
    "unscaled": {"scale_embedding": False},
    "separate": {"separate": True},
    "separate, own output": {"separate": True, "tie_word_embeddings": False},
    "one vocabulary, nothing tied": {"tie_word_embeddings": False},
    "one vocabulary, two embeddings": {"share_encoder_decoder_embeddings": False},
    "codes": {"codes": (">>fra<<", ">>oci<<", ">>wln<<")},
    "pickled": {"pickled": True},
    "float16": {"dtype": torch.float16},
}  # fmt: skip


def options_of(beam: int) -> SearchOptions:
    """The library's search; random networks repeat themselves for ever if they may."""
    return SearchOptions(
        beam=beam, max_length=24, normalisation="average", alpha=1.0, stopping="heuristic",
        no_repeat_ngram=2,
    )  # fmt: skip


class Pair:
    """One folder, opened by the library and by the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = MarianMTModel.from_pretrained(
            folder, attn_implementation="eager", dtype=torch.float32
        ).eval()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Recommended: pip install sacremoses")
            self.tokenizer = MarianTokenizer.from_pretrained(folder)
        self.ours = Translator.load(folder)

    @property
    def network(self) -> Transformer:
        return self.ours.model

    def batch(self, texts: list[str]) -> dict[str, Tensor]:
        found: dict[str, Tensor] = dict(
            self.tokenizer(texts, return_tensors="pt", padding=True)  # a ragged batch
        )
        return found

    def sources(self) -> list[list[int]]:
        """The sentences by the library's tokeniser."""
        ids: list[list[int]] = self.tokenizer(SENTENCES)["input_ids"]
        return ids


@pytest.fixture(scope="module")
def pairs(make_folder) -> dict[str, Pair]:
    shapes = {**SHAPES, **{name: {"activation_function": name} for name in ACTIVATIONS}}
    return {
        name: Pair(make_folder(seed, end_bias=seed % 4 - 0.5, **shape))
        for seed, (name, shape) in enumerate(shapes.items())
    }


NAMES = [*SHAPES, *ACTIVATIONS]


@pytest.mark.parametrize("name", NAMES)
def test_logits_and_all_attentions(pairs, name) -> None:
    pair = pairs[name]
    batch = pair.batch(SENTENCES)
    source, mask = batch["input_ids"], batch["attention_mask"].bool()
    config = pair.network.config
    generator = torch.Generator().manual_seed(3)
    target = torch.randint(2, config.output_size - 1, (len(source), 7), generator=generator)
    target[:, 0] = config.start_id
    probe = Probe()
    with torch.no_grad():
        theirs = pair.library(**batch, decoder_input_ids=target, output_attentions=True)
        ours = pair.network(source, target, probe)
        fused = pair.network(source, target)
    torch.testing.assert_close(ours, theirs.logits, atol=1e-4, rtol=0)
    torch.testing.assert_close(fused, theirs.logits, atol=1e-4, rtol=0)
    for kind, expected in (
        (AttentionKind.ENCODER_SELF, theirs.encoder_attentions),
        (AttentionKind.DECODER_SELF, theirs.decoder_attentions),
        (AttentionKind.CROSS, theirs.cross_attentions),
    ):
        found = probe.stacked(kind)
        assert found.shape == (len(expected), *expected[0].shape)
        difference = (found - torch.stack(expected)).abs()
        if kind is AttentionKind.ENCODER_SELF:  # what padding attends to reaches nothing
            difference = difference.transpose(2, 3)[:, mask]
        assert difference.max() < 1e-5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("beam", [1, 4])
def test_greedy_and_beam_search_write_the_same_pieces(pairs, name, beam) -> None:
    pair = pairs[name]
    batch = pair.batch(SENTENCES)
    with torch.no_grad():
        output = pair.library.generate(
            **batch, num_beams=beam, max_length=25, length_penalty=1.0, do_sample=False,
            early_stopping=False, no_repeat_ngram_size=2,
        )  # fmt: skip
    options = options_of(beam)
    found = decode_batch(pair.network, pair.sources(), options)
    for ours, theirs in zip(found, output[:, 1:].tolist(), strict=True):
        ids = list(itertools.takewhile(lambda piece: piece != 0, theirs))[:24]
        assert [piece for piece in ours[0].ids if piece != 0] == [
            piece for piece in ids if piece != pair.network.config.pad_id
        ]


def test_the_outputs_that_were_compared_differ(pairs) -> None:
    """Short ones, long ones and cut ones: the agreement above is no accident."""
    options = options_of(4)
    outputs = [
        result[0]
        for pair in pairs.values()
        for result in decode_batch(pair.network, pair.sources(), options)
    ]
    assert len({len(output.ids) for output in outputs}) >= 8
    assert len({output.ids for output in outputs}) > len(outputs) // 3
    assert 0 < sum(output.cut for output in outputs) < len(outputs) * 2 // 3


def drawn(dice: Dice) -> dict[str, Any]:
    """A random configuration."""
    shape = of_two_stacks(dice)
    shape |= {"trained": dice.yes(0.3), "pickled": dice.yes(0.2)}
    if dice.yes(0.3):
        shape["decoder_start_token_id"] = 0
    if dice.yes():
        return {**shape, "separate": True, "target_spare": dice.number(0, 20)}
    return {
        **shape,
        "share_encoder_decoder_embeddings": dice.yes(0.7),
        "codes": (">>fra<<", ">>oci<<")[: dice.number(0, 2)],
    }


@every_seed
def test_random_configurations(make_folder, seed) -> None:
    dice = Dice("marian", seed)
    shape = drawn(dice)
    print(shape)
    pair = Pair(make_folder(seed, end_bias=dice.between(-0.5, 3), **shape))
    rows = dice.rows(pair.network.config)
    assert_same_network(pair.library, pair.network, rows)
    for beam in (1, 4):
        assert_same_search(pair.library, pair.network, rows, beam, None)


@pytest.mark.parametrize("name", ["opus", "separate", "codes"])
def test_text_becomes_the_same_pieces(pairs, name) -> None:
    pair = pairs[name]
    vocabulary = pair.ours.vocabulary
    texts = [
        *SENTENCES,
        "",
        " ",
        "Ünknown ☂ things, ﬁsh  and\ttabs",
        ">>fra<< I see the dog.",
        ">>fra<<I see",
        ">>zzz<< I see the dog.",
        ">>fra I see",
        ">><< x",
        "x >>fra<< y",
    ]
    for text in texts:
        assert vocabulary.encode_ids(text) == pair.tokenizer(text)["input_ids"], text
        pieces = vocabulary.encode(text, 5)
        assert [piece.id for piece in pieces] == vocabulary.encode_ids(text)
        spans = [piece.span for piece in pieces[:-1]]
        assert all(span is not None for span in spans) and pieces[-1].span is None
        assert [start for start, _ in spans] == sorted(start for start, _ in spans)
        for piece in pieces[:-1]:
            shown = text[piece.span[0] - 5 : piece.span[1] - 5]
            if piece.kind in ("unknown", "special"):
                assert piece.surface == shown
            elif "ﬁ" not in text:
                assert piece.text.replace("▁", "") == shown.strip()
    assert (
        vocabulary.target_ids("je vois le chien.")
        == (pair.tokenizer(text_target="je vois le chien.")["input_ids"])
    )


def test_what_is_written_reads_as_in_the_library(pairs) -> None:
    for name in ("opus", "separate"):
        pair = pairs[name]
        for text in ("je vois le chien.", "mon vieil ami aime la musique"):
            ids = pair.tokenizer(text_target=text)["input_ids"]
            kwargs = {"skip_special_tokens": True}
            theirs = pair.tokenizer.decode(ids, use_source_tokenizer=False, **kwargs)
            assert pair.ours.vocabulary.decode(ids) == theirs == text


def test_languages_are_offered_and_hold_for_every_sentence(pairs) -> None:
    pair = pairs["codes"]
    assert pair.ours.info.target_languages == ("fra", "oci", "wln")
    assert pairs["opus"].ours.info.target_languages == ()
    text = " >>oci<< I see the dog. We like music."
    encoded = [e for e in pair.ours.stream(text, record="none") if type(e).__name__ == "Encoded"]
    assert len(encoded) == 2
    first, second = (event.pieces for event in encoded)
    assert first[0].text == second[0].text == ">>oci<<"
    assert first[0].span == (1, 8) and second[0].span is None
    assert [piece.id for piece in second] == pair.tokenizer(">>oci<< We like music.")["input_ids"]
    lines = list(pair.ours.translate_lines([text]))
    assert lines[0].translated.text == pair.ours.translate(text)


def test_an_option_chooses_the_language_as_the_text_does(pairs) -> None:
    ours = pairs["codes"].ours
    options = SearchOptions(target_language="oci", max_length=9)
    plain = "I see the dog. We like music."
    expected = ours.translate(f">>oci<< {plain}", SearchOptions(max_length=9))
    assert ours.translate(plain, options) == expected
    started, *events = ours.stream(plain, options, record="none")
    assert started.options.target_language == "oci" and not started.options.begins_with
    sources = [event.pieces for event in events if type(event).__name__ == "Encoded"]
    assert [pieces[0].text for pieces in sources] == [">>oci<<"] * 2
    assert ours.translate(f">>fra<< {plain}", options) == ours.translate(
        f">>fra<< {plain}", SearchOptions(max_length=9)
    ), "what the text says comes first"
    with pytest.raises(SearchError, match="no language 'xyz' as target; choose one of fra, oci"):
        ours.translate(plain, SearchOptions(target_language="xyz"))
    with pytest.raises(SearchError, match="The source language of opus-mt-en-fr is en; it cannot"):
        ours.translate(plain, SearchOptions(source_language="de"))
    one = pairs["opus"].ours
    usual = one.translate("a", SearchOptions(max_length=9))
    assert one.translate("a", SearchOptions(max_length=9, target_language="fra")) == usual
    with pytest.raises(SearchError, match="The target language of opus-mt-en-fr is fr; it cannot"):
        one.translate("a", SearchOptions(target_language="de"))


def test_the_folder_says_what_it_is(pairs) -> None:
    info = pairs["opus"].ours.info
    assert (info.source_language, info.target_language) == ("en", "fr")
    assert info.name == "opus-mt-en-fr"
    assert load_checkpoint(pairs["float16"].folder).dtype == "float16"
    assert load_checkpoint(pairs["opus"].folder).format == "Hugging Face MarianMT"


def test_tables_of_positions_that_are_no_sinusoids_are_used(make_folder) -> None:
    from safetensors.torch import load_file, save_file

    folder = make_folder(9)
    tensors = load_file(folder / "model.safetensors")
    shape = (64, 24)
    for stack in ("encoder", "decoder"):
        table = torch.randn(shape, generator=torch.Generator().manual_seed(len(stack)))
        tensors[f"model.{stack}.embed_positions.weight"] = table + (stack == "decoder")
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    pair = Pair(folder)
    assert pair.network.config.positions == "learned"
    batch = pair.batch(SENTENCES)
    target = torch.full((len(SENTENCES), 3), 5)
    target[:, 0] = pair.network.config.start_id
    with torch.no_grad():
        theirs = pair.library(**batch, decoder_input_ids=target).logits
    torch.testing.assert_close(pair.network(batch["input_ids"], target), theirs, atol=1e-4, rtol=0)


def test_the_commands_take_the_folder(pairs, capsys) -> None:
    for name in ("codes", "separate", "unequal depths and widths"):
        folder = pairs[name].folder
        assert main(["info", str(folder)]) == 0
        table = capsys.readouterr().out
        assert "Hugging Face MarianMT" in table and "en → fr" in table
        assert (">>oci<<" in table) is (name == "codes")
        assert ("44 in the decoder" in table) is name.startswith("unequal")
        assert ("source pieces" in table) is (name == "separate")
        assert main(["info", str(folder), "--json"]) == 0
        values = json.loads(capsys.readouterr().out)
        assert values["target_languages"] == list(pairs[name].ours.info.target_languages)
        assert main(["translate", "--model", str(folder), "--beam", "3", SENTENCES[0]]) == 0
        options = SearchOptions(beam=3)
        expected = pairs[name].ours.translate(SENTENCES[0], options)
        assert capsys.readouterr().out == expected + "\n"


# ------------------------------------------------------------------------------- refusals


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.fixture
def folder(pairs, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(pairs["opus"].folder, tmp_path / "opus-mt-en-fr"))


def change(folder: Path, file: str, **values: Any) -> None:
    path = folder / file
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


@pytest.mark.parametrize(
    ("file", "option", "value"),
    [
        ("config.json", "activation_function", "laplace"),
        ("config.json", "normalize_before", True),
        ("config.json", "normalize_embedding", True),
        ("config.json", "add_final_layer_norm", True),
        ("config.json", "static_position_embeddings", False),
        ("config.json", "decoder_attention_heads", 2),
        ("config.json", "architectures", ["MarianForCausalLM"]),
        ("config.json", "is_decoder", True),
        ("config.json", "decoder_vocab_size", 12),
        ("config.json", "quantization_config", {"bits": 4}),
        ("generation_config.json", "forced_bos_token_id", 7),
        ("generation_config.json", "suppress_tokens", [3, 4]),
        ("generation_config.json", "bad_words_ids", [[3, 4]]),
        ("tokenizer_config.json", "sp_model_kwargs", {"enable_sampling": True}),
    ],
)
def test_what_is_not_implemented_is_refused_by_option_and_value(
    folder, file, option, value
) -> None:
    change(folder, file, **{option: value})
    message = refusal(folder)
    assert f"asks for {option}" in message
    assert str(value) in message


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("d_model", "24", "d_model must be a whole number, not '24'"),
        ("d_model", 25, "d_model 25 is not a multiple of heads 4"),
        ("d_model", 28, "shape"),
        ("encoder_layers", 1 << 30, "too few for the"),
        ("encoder_layers", 1, "has the tensor"),
        ("encoder_layers", 3, "lacks the tensor"),
        ("eos_token_id", 4, "eos_token_id 4"),
        ("eos_token_id", [0, 4], "eos_token_id must be a whole number"),
        ("scale_embedding", 1, "scale_embedding must be true or false"),
        ("vocab_size", 20, "room for the ids"),
        ("vocab_size", 1 << 30, "more than the 1,048,576 pieces"),
        ("pad_token_id", 1 << 20, "pad_id"),
        ("max_position_embeddings", 1 << 30, "positions are more than"),
    ],
)
def test_a_config_that_does_not_fit_is_refused(folder, option, value, words) -> None:
    more = {"decoder_vocab_size": value} if option == "vocab_size" else {}
    change(folder, "config.json", **{option: value}, **more)
    assert words in refusal(folder)


def test_bad_words_are_never_written(folder) -> None:
    change(folder, "generation_config.json", bad_words_ids=[[5], [9]])
    config = load_checkpoint(folder).config
    assert config.never_written == (5, 9, config.pad_id)


@pytest.mark.parametrize("name", ["vocab.json", "source.spm", "target.spm", "model.safetensors"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
def test_damaged_files(folder, name, damage) -> None:
    path = folder / name
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(
            {"empty": b"", "cut": data[: len(data) // 2], "garbage": b"\x80\x04" * 99}[damage]
        )
    assert name.split(".")[0] in refusal(folder)


def test_a_pickle_that_runs_code_is_refused(folder, tmp_path) -> None:
    (folder / "model.safetensors").unlink()
    marker = tmp_path / "ran"

    class Evil:
        def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
            return Path.touch, (marker,)

    torch.save({"model.shared.weight": Evil()}, folder / "pytorch_model.bin")
    assert "no file of weights alone" in refusal(folder)
    assert not marker.exists()


def test_a_view_that_repeats_a_number_without_end_is_refused(folder) -> None:
    (folder / "model.safetensors").unlink()
    torch.save(
        {"model.shared.weight": torch.zeros(1).expand(1 << 40)}, folder / "pytorch_model.bin"
    )
    assert "claims more numbers" in refusal(folder)


def test_weights_that_differ_where_they_should_be_one(folder) -> None:
    from safetensors.torch import load_file, save_file

    tensors = load_file(folder / "model.safetensors")
    name = next(name for name in tensors if name in ("model.shared.weight", "lm_head.weight"))
    tensors["model.decoder.embed_tokens.weight"] = tensors[name] + 1
    save_file(tensors, folder / "model.safetensors")
    assert "differ" in refusal(folder)


def test_weights_in_several_files_are_not_taken_for_none(folder) -> None:
    (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")
    (folder / "model.safetensors.index.json").write_text("{}")
    assert "lists no weights" in refusal(folder)
