"""The own model as a MarianMT folder: the library opens it and writes the same pieces."""

from __future__ import annotations

import itertools
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import MarianMTModel, MarianTokenizer

from engine.__main__ import main
from engine.checkpoints import export_hf, native
from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.export_hf import export
from engine.errors import ModelFolderError, OutputError
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.translator import Translator

SENTENCES = ["I love cats.", "you see bread and dogs", "we ☂ like", "they", ""]
SHAPES: dict[str, dict[str, Any]] = {
    "plain": {},
    "odd width": {"d_model": 15, "heads": 5},
    "unequal": {"encoder_layers": 3, "decoder_layers": 1, "decoder_ff": 20},
    "silu": {"activation": "silu", "scale_embeddings": False},
    "bias on the logits": {"output_bias": True, "activation": "gelu_tanh"},
    "no biases in attention": {"attention_bias": False},
    "own output": {"tied_output": False},
    "two embeddings": {"shared_embeddings": False},
    "nothing tied": {"shared_embeddings": False, "tied_output": False},
    "halves": {"positions": "halves"},
}


def make(folder: Path, pieces: bytes, seed: int, **options: Any) -> Path:
    """A model folder of the own format, with random weights."""
    import sentencepiece

    size = sentencepiece.SentencePieceProcessor(model_proto=pieces).get_piece_size()
    shape = {"d_model": 16, "heads": 4, "d_ff": 24, "encoder_layers": 2, "decoder_layers": 2}
    config = ModelConfig(vocabulary_size=size, **{**shape, "max_positions": 64, **options})
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = Transformer(config)
        for parameter in model.parameters():
            noise = torch.randn_like(parameter)
            parameter.data += noise * 0.3 if parameter.dim() == 1 else noise * 0.1
    return native.save(
        folder, config, model.state_dict(), pieces, dtype="float32",
        source_language="en", target_language="de", name="tiny",
    )  # fmt: skip


def library(folder: Path) -> tuple[MarianMTModel, MarianTokenizer]:
    model = MarianMTModel.from_pretrained(folder, attn_implementation="eager").eval()
    assert next(model.parameters()).dtype is torch.float32
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Recommended: pip install sacremoses")
        return model, MarianTokenizer.from_pretrained(folder)


def compare(folder: Path, exported: Path, sentences: list[str], length: int) -> None:
    """Numbers, attentions and the pieces of greedy and of beam search."""
    ours = Translator.load(folder)
    model, tokenizer = library(exported)
    for text in sentences:
        assert ours.vocabulary.encode_ids(text) == tokenizer(text)["input_ids"], text
    batch = tokenizer(sentences, return_tensors="pt", padding=True)
    config = ours.model.config
    target = torch.randint(4, config.output_size, (len(sentences), 5))
    padding = model.config.pad_token_id
    assert padding == config.output_size, "a new last row; the other ids stay"
    target[:, 0] = padding
    probe = Probe()
    with torch.no_grad():
        theirs = model(**batch, decoder_input_ids=target, output_attentions=True)
    target[:, 0] = config.start_id
    source = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, config.pad_id)
    mine = ours.model(source, target, probe)
    torch.testing.assert_close(mine, theirs.logits[..., :padding], atol=1e-4, rtol=0)
    torch.testing.assert_close(
        mine.log_softmax(dim=-1),
        theirs.logits.log_softmax(dim=-1)[..., :padding],
        atol=1e-4,
        rtol=0,
    )
    # What CTranslate2's converter takes for granted: it drops the last row, of zeros, and begins
    # with a zero vector and the decoder's own position 0.
    for name in ("encoder", "decoder"):
        embedding = getattr(model.model, name).embed_tokens.weight
        assert len(embedding) == padding + 1 and not embedding[-1].any()
    cross = probe.stacked(AttentionKind.CROSS)
    torch.testing.assert_close(cross, torch.stack(theirs.cross_attentions), atol=1e-5, rtol=0)
    for beam in (1, 4):
        with torch.no_grad():
            output = model.generate(
                **batch, num_beams=beam, max_length=length + 1, length_penalty=1.0,
                no_repeat_ngram_size=2, early_stopping=False,
            )  # fmt: skip
        options = SearchOptions(
            beam=beam, max_length=length, normalisation="average", alpha=1.0,
            stopping="heuristic", no_repeat_ngram=2,
        )  # fmt: skip
        sources = [ours.vocabulary.encode_ids(text) for text in sentences]
        found = decode_batch(ours.model, sources, options)
        for result, row in zip(found, output[:, 1:].tolist(), strict=True):
            assert [piece for piece in result[0].ids if piece != config.eos_id] == [
                piece for piece in row if piece not in (config.eos_id, padding)
            ]
            text = tokenizer.decode(result[0].ids, skip_special_tokens=True)
            if "\ufffd" not in text:  # how many of these a broken character gives is open
                assert text == ours.vocabulary.decode(result[0].ids).strip()


@pytest.mark.parametrize("name", SHAPES)
def test_the_library_computes_and_writes_the_same(name, tiny_pieces, tmp_path) -> None:
    seed = list(SHAPES).index(name)
    folder = make(tmp_path / "own", tiny_pieces, seed, **SHAPES[name])
    exported = export(load_checkpoint(folder), tmp_path / "exported")
    compare(folder, exported, SENTENCES, 20)
    # And so does Diaphane, from that folder.
    again = Translator.load(exported)
    options = SearchOptions(beam=4, max_length=20)
    for text in SENTENCES:
        assert again.translate(text, options) == Translator.load(folder).translate(text, options)


@pytest.mark.slow
def test_the_built_in_model(tmp_path, capsys) -> None:
    exported = tmp_path / "en-fr"
    assert main(["export", "--format", "hf-marian", "--out", str(exported)]) == 0
    assert capsys.readouterr().out.strip() == str(exported)
    from engine.translator import builtin_model

    sentences = ["I love you very much.", "Where is the station?", "The dog chased the cat."]
    compare(builtin_model(), exported, sentences, 40)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the converter's own imports
def test_ctranslate2_writes_the_same(tmp_path) -> None:
    """The built-in model once more, through the other engine's converter."""
    pytest.importorskip("ctranslate2")
    from ctranslate2 import Translator as Other
    from ctranslate2.converters import TransformersConverter

    from engine.translator import builtin_model

    export(load_checkpoint(builtin_model()), tmp_path / "hf")
    TransformersConverter(str(tmp_path / "hf")).convert(str(tmp_path / "ct2"))
    other = Other(str(tmp_path / "ct2"), device="cpu", compute_type="float32", intra_threads=1)
    ours = Translator.load()
    vocabulary = ours.vocabulary
    parts = (
        ("The old man", "My sister", "A young doctor", "Nobody"),
        ("bought", "sold", "painted", "forgot"),
        ("a red car.", "the small house.", "twenty apples.", "their letters."),
    )
    sources = [vocabulary.encode_ids(" ".join(words)) for words in itertools.product(*parts)]
    spelled = [[vocabulary.piece(piece).text for piece in ids] for ids in sources]
    for beam in (1, 4):
        theirs = other.translate_batch(
            spelled, beam_size=beam, length_penalty=1.0, max_decoding_length=60,
            disable_unk=True, suppress_sequences=[["<s>"], ["<no pad>"]],
        )  # fmt: skip
        options = SearchOptions(
            beam=beam, max_length=60, normalisation="average", alpha=1.0, stopping="heuristic"
        )
        found = decode_batch(ours.model, sources, options)
        assert [[vocabulary.piece(piece).text for piece in row[0].ids[:-1]] for row in found] == [
            row.hypotheses[0] for row in theirs
        ]


@pytest.mark.parametrize(
    "options",
    [{"norm": "pre"}, {"layer_norm_eps": 1e-6}, {"positions": "timescales"},
     {"embedding_norm": True}, {"final_norm": True}, {"norm_kind": "rms"}, {"head_width": 6},
     {"key_value_heads": 2}, {"scale_attention": False}, {"attention_output_bias": False},
     {"feed_forward": "gated"}, {"feed_forward_bias": False}, {"positions": "relative"},
     {"positions": "rotary"}, {"scale_output": True}, {"segments": 2},
     {"stacks": "decoder", "encoder_layers": 0}, {"stacks": "encoder", "decoder_layers": 0}],
)  # fmt: skip
def test_what_the_library_cannot_compute_is_refused(options, tiny_pieces, tmp_path) -> None:
    folder = make(tmp_path / "own", tiny_pieces, 0, **options)
    (name, value), *_ = options.items()
    with pytest.raises(ModelFolderError, match=f"has {name} {value!r}"):
        export(load_checkpoint(folder), tmp_path / "exported")
    assert not (tmp_path / "exported").exists()


def test_only_the_own_format_is_exported(make_folder, tmp_path) -> None:
    with pytest.raises(ModelFolderError, match="is a Hugging Face MarianMT folder"):
        export(load_checkpoint(make_folder(0)), tmp_path / "exported")


def test_a_folder_that_is_there_is_left_alone(tiny_folder, tmp_path, capsys) -> None:
    checkpoint = load_checkpoint(tiny_folder)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    (tmp_path / "file").write_text("x")
    for name in ("full", "file"):
        with pytest.raises(OutputError, match="left alone"):
            export(checkpoint, tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]
    (tmp_path / "empty").mkdir()
    assert export(checkpoint, tmp_path / "empty").is_dir()
    words = ["export", "--format", "hf-marian", "--model", str(tiny_folder)]
    assert main([*words, "--out", str(tmp_path / "full")]) == 2
    assert "left alone" in capsys.readouterr().err


def test_a_place_where_nothing_can_be_made_is_named(tiny_folder, tmp_path, monkeypatch) -> None:
    checkpoint = load_checkpoint(tiny_folder)
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError) as caught:
        export(checkpoint, tmp_path / "file" / "a" / "b")
    place = tmp_path / "file"
    said = f"Nothing can be written in {place} (Not a directory); name another folder."
    assert str(caught.value) == said

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / ".x.writing-0123"))

    monkeypatch.setattr("engine.checkpoints.export_hf.save_file", full)
    with pytest.raises(OutputError) as caught:
        export(checkpoint, tmp_path / "x")
    assert str(caught.value) == (
        f"Nothing can be written in {tmp_path} (No space left on device); name another folder."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("before", ["nothing", "an empty folder"])
def test_of_two_exports_to_one_place_the_second_is_refused(
    tiny_folder, tmp_path, monkeypatch, before
) -> None:
    checkpoint = load_checkpoint(tiny_folder)
    place = tmp_path / "out"
    if before != "nothing":
        place.mkdir()
    real = export_hf.save_file

    def meanwhile(*arguments: Any, **names: Any) -> None:
        real(*arguments, **names)
        monkeypatch.setattr(export_hf, "save_file", real)
        export(checkpoint, place)

    monkeypatch.setattr(export_hf, "save_file", meanwhile)
    with pytest.raises(OutputError) as caught:
        export(checkpoint, place)
    assert str(caught.value) == f"{place} is there already and is left alone; name another folder."
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert load_checkpoint(place).fingerprint


def test_the_comparison_sees_a_wrong_order(tiny_pieces, tmp_path) -> None:
    """Without the permutation the numbers are others: the agreement above is no accident."""
    folder = make(tmp_path / "own", tiny_pieces, 1)
    checkpoint = load_checkpoint(folder)
    wrong = replace(checkpoint, config=replace(checkpoint.config, positions="halves"))
    exported = export(wrong, tmp_path / "wrong")
    with pytest.raises(AssertionError):
        compare(folder, exported, SENTENCES, 20)
