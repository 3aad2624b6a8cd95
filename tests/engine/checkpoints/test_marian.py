"""Marian's own folders and zip files, against its formulas and the library's conversion."""

from __future__ import annotations

import io
import itertools
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.translator import Translator
from tests.engine.checkpoints.conftest import table, train
from tests.engine.checkpoints.marian_formulas import MarianFormulas, random_arrays
from tests.engine.trace_tools import trace_of

OPUS: dict[str, Any] = {
    # As in the models of OPUS-MT, but for the sizes.
    "bert-class-symbol": "[CLS]", "bert-mask-symbol": "[MASK]", "bert-masking-fraction": 0.15,
    "bert-sep-symbol": "[SEP]", "bert-train-type-embeddings": True, "bert-type-vocab-size": 2,
    "dec-cell": "gru", "dec-cell-base-depth": 2, "dec-cell-high-depth": 1, "dec-depth": 2,
    "dim-emb": 24, "dim-rnn": 1024, "enc-cell": "gru", "enc-cell-depth": 1, "enc-depth": 2,
    "enc-type": "bidirectional", "input-types": [], "layer-normalization": False,
    "right-left": False, "skip": False, "tied-embeddings": False, "tied-embeddings-all": True,
    "tied-embeddings-src": False, "transformer-aan-activation": "swish",
    "transformer-aan-depth": 2, "transformer-aan-nogate": False,
    "transformer-decoder-autoreg": "self-attention", "transformer-dim-aan": 2048,
    "transformer-dim-ffn": 32, "transformer-ffn-activation": "swish",
    "transformer-ffn-depth": 2, "transformer-guided-alignment-layer": "last",
    "transformer-heads": 4, "transformer-no-projection": False,
    "transformer-postprocess": "dan", "transformer-postprocess-emb": "d",
    "transformer-preprocess": "", "transformer-tied-layers": [],
    "transformer-train-position-embeddings": False, "type": "transformer", "ulr": False,
    "ulr-dim-emb": 0, "version": "v1.7.0 67124f8 2018-11-28 13:04:30 +0000",
}  # fmt: skip
SHAPES: dict[str, dict[str, Any]] = {
    "opus": {},
    "relu": {"transformer-ffn-activation": "relu"},
    "odd heads": {"transformer-heads": 3},
    "unequal": {"enc-depth": 3, "dec-depth": 1, "transformer-dim-ffn": 20},
    "unequal widths": {"transformer-decoder-dim-ffn": 44},
    "pre-norm": {
        "transformer-preprocess": "n", "transformer-postprocess": "da",
        "transformer-postprocess-top": "n",
    },
    "pre-norm, no top": {"transformer-preprocess": "nd", "transformer-postprocess": "a"},
    "embedding norm": {"transformer-postprocess-emb": "nd"},
    "tied layers": {"dec-depth": 4, "transformer-tied-layers": [1, 2, 2, 1]},
    "learned": {"transformer-train-position-embeddings": True},
    "no bias": {"output-omit-bias": True},
    "separate": {"tied-embeddings-all": False, "tied-embeddings": True},
    "separate, own output": {"tied-embeddings-all": False},
    "one embedding, own output": {"tied-embeddings-all": False, "tied-embeddings-src": True},
    "ssru": {"transformer-decoder-autoreg": "rnn", "dec-cell": "ssru"},
    "ssru, pre-norm": {
        "transformer-decoder-autoreg": "rnn", "dec-cell": "ssru", "transformer-preprocess": "n",
        "transformer-postprocess": "da", "transformer-postprocess-top": "n",
    },
    "ssru, tied layers": {
        "transformer-decoder-autoreg": "rnn", "dec-cell": "ssru", "dec-depth": 4,
        "transformer-tied-layers": [1, 2, 2, 1],
    },
}  # fmt: skip
SOURCES = [[5, 9, 3, 14, 7, 0], [8, 2, 0], [0], [11, 11, 4, 6, 0]]


def text_of(options: Mapping[str, Any]) -> str:
    """YAML as Marian writes it."""
    return "\n".join(f"{name}: {json.dumps(value)}" for name, value in options.items())


def save(path: Path, arrays: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    text = np.frombuffer(text_of(options).encode() + b"\0", dtype=np.int8)
    np.savez(path, **{**arrays, "special:model.yml": text})


@pytest.fixture(scope="module")
def make(source_spm: bytes, target_spm: bytes, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A factory of folders; gives the folder and the formulas of what is in it."""

    def make_one(seed: int = 0, **changes: Any) -> tuple[Path, MarianFormulas]:
        folder = tmp_path_factory.mktemp("native") / "opus-mt-eng-fra"
        folder.mkdir()
        options = {**OPUS, **changes}
        one = options["tied-embeddings-all"] or options["tied-embeddings-src"]
        tables = [table([source_spm, target_spm], (">>fra<<",))] * 2
        if not one:
            tables = [table([source_spm]), table([target_spm])]
        names = ["opus.vocab.yml"] * 2 if one else ["opus.src.vocab.yml", "opus.trg.vocab.yml"]
        for name, ids in zip(names, tables, strict=True):
            lines = [f"{json.dumps(word)}: {number}" for word, number in ids.items()]
            (folder / name).write_text("\n".join(lines), encoding="utf-8")
        sizes = (len(tables[0]), len(tables[1]))
        options["dim-vocabs"] = list(sizes)
        learned = options["transformer-train-position-embeddings"]
        arrays = random_arrays(options, sizes, seed, 40 if learned else 0)
        save(folder / "model.npz", arrays, options)
        settings = {
            "models": ["/elsewhere/model.npz"], "vocabs": names, "beam-size": 6, "normalize": 1,
            "word-penalty": 0, "mini-batch": 1, "relative-paths": True,
        }  # fmt: skip
        (folder / "decoder.yml").write_text(text_of(settings))
        (folder / "source.spm").write_bytes(source_spm)
        (folder / "target.spm").write_bytes(target_spm)
        (folder / "README.md").write_text("# x.zip\n\n* source language(s): en\n")
        return folder, MarianFormulas(arrays, options)

    return make_one


@pytest.fixture(scope="module")
def models(make: Any) -> dict[str, tuple[Path, Transformer, MarianFormulas]]:
    found = {}
    for seed, (name, changes) in enumerate(SHAPES.items()):
        folder, formulas = make(seed, **changes)
        checkpoint = load_checkpoint(folder)
        network = Transformer(checkpoint.config)
        network.load_state_dict(checkpoint.state)
        found[name] = (folder, network.double().eval().requires_grad_(False), formulas)
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_the_numbers_are_those_of_the_formulas(models, name) -> None:
    _, network, formulas = models[name]
    config = network.config
    longest = max(map(len, SOURCES))
    padded = [[*ids, *[config.pad_id] * (longest - len(ids))] for ids in SOURCES]
    target = [4, 9, 9, 12, 3]
    inputs = torch.tensor([[config.start_id, *target]] * len(SOURCES))
    ours = network(torch.tensor(padded), inputs)
    expected = np.stack([formulas.logits(ids, target) for ids in SOURCES])
    assert ours.shape == expected.shape
    np.testing.assert_allclose(ours.numpy(), expected, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", SHAPES)
def test_greedy_search_writes_what_the_formulas_say(models, name) -> None:
    _, network, formulas = models[name]
    found = decode_batch(network, SOURCES, SearchOptions(max_length=8, no_repeat_ngram=1))
    for source, (result,) in zip(SOURCES, found, strict=True):
        written: list[int] = []
        while len(written) < 8 and written[-1:] != [0]:
            last = formulas.logits(source, written)[-1]
            last[[1, *written]] = -np.inf  # unknown is never written, and nothing twice here
            written.append(int(last.argmax()))
        assert list(result.ids) == written
        if len(written) > 1:
            log = formulas.logits(source, written[:-1])
            log = log - np.log(np.exp(log).sum(axis=1, keepdims=True))
            expected = [row[piece] for row, piece in zip(log, written, strict=True)]
            np.testing.assert_allclose(result.log_probabilities, expected, atol=1e-5)


def test_the_library_s_conversion_of_the_same_weights(models) -> None:
    """By its converter's conventions: transposed, and a row of zeros for padding at the end.

    Its positions and its epsilon are other ones, which the conversion does not mend: both are
    set to Marian's here, so that all the rest is compared.
    """
    from transformers import MarianConfig, MarianMTModel

    from engine.model.positions import sinusoidal_encoding

    _, network, formulas = models["opus"]
    size, config = len(formulas.w["Wemb"]), network.config
    library = MarianMTModel(
        MarianConfig(
            vocab_size=size + 1, d_model=24, encoder_layers=2, decoder_layers=2,
            encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=32,
            decoder_ffn_dim=32, activation_function="swish", scale_embedding=True,
            pad_token_id=size, decoder_start_token_id=size, eos_token_id=0,
            max_position_embeddings=64,
        )
    ).double().eval()  # fmt: skip
    names = {
        "self_attn.q_proj": "self_?q", "self_attn.k_proj": "self_?k", "self_attn.v_proj": "self_?v",
        "self_attn.out_proj": "self_?o", "self_attn_layer_norm": "self_Wo_ln_",
        "encoder_attn.q_proj": "context_?q", "encoder_attn.k_proj": "context_?k",
        "encoder_attn.v_proj": "context_?v", "encoder_attn.out_proj": "context_?o",
        "encoder_attn_layer_norm": "context_Wo_ln_", "fc1": "ffn_?1", "fc2": "ffn_?2",
        "final_layer_norm": "ffn_ffn_ln_",
    }  # fmt: skip
    state = {}
    for stack in ("encoder", "decoder"):
        for layer in range(2):
            for theirs, marian in names.items():
                if stack == "encoder" and "encoder_attn" in theirs:
                    continue
                for kind, letter, word in (("weight", "W", "scale"), ("bias", "b", "bias")):
                    name = marian.replace("?", letter) if "?" in marian else marian + word
                    array = formulas.w[f"{stack}_l{layer + 1}_{name}"]
                    array = array.T if letter == "W" and "?" in marian else array.reshape(-1)
                    key = f"model.{stack}.layers.{layer}.{theirs}.{kind}"
                    state[key] = torch.from_numpy(array.copy())
        rows = sinusoidal_encoding(64, 24, torch.float64, kind="timescales")
        state[f"model.{stack}.embed_positions.weight"] = rows
    embedding = torch.from_numpy(np.vstack([formulas.w["Wemb"], np.zeros((1, 24))]))
    for name in (
        "model.shared",
        "model.encoder.embed_tokens",
        "model.decoder.embed_tokens",
        "lm_head",
    ):
        state[f"{name}.weight"] = embedding
    bias = np.append(formulas.w["decoder_ff_logit_out_b"], [[0.0]], axis=1)
    library.load_state_dict({**state, "final_logits_bias": torch.from_numpy(bias)})
    for module in library.modules():
        if isinstance(module, torch.nn.LayerNorm):
            module.eps = 1e-6
    longest = max(map(len, SOURCES))
    ids = torch.tensor([[*row, *[size] * (longest - len(row))] for row in SOURCES])
    inputs = torch.tensor([[size, 4, 9, 9, 12, 3]] * len(SOURCES))
    with torch.no_grad():
        theirs = library(
            input_ids=ids, attention_mask=(ids != size).long(), decoder_input_ids=inputs
        ).logits
    assert config.pad_id == size
    ours = network(ids, inputs)
    torch.testing.assert_close(ours, theirs[..., :size], atol=1e-9, rtol=0)


def test_an_untied_projection_may_lie_the_other_way_round(make) -> None:
    folder, formulas = make(3, **{"tied-embeddings-all": False, "tied-embeddings-src": True})
    before = load_checkpoint(folder).state["output.weight"]
    arrays = {name: array.astype(np.float32) for name, array in formulas.w.items()}
    arrays["decoder_ff_logit_out_W"] = arrays.pop("decoder_ff_logit_out_Wt").T
    save(folder / "model.npz", arrays, formulas.o)
    assert torch.equal(load_checkpoint(folder).state["output.weight"], before)


def test_text_in_and_text_out(models) -> None:
    folder, _, _ = models["opus"]
    translator = Translator.load(folder)
    text = ">>fra<< I love the ☂ dog. We like music."
    events = list(translator.stream(text))
    encoded = [event for event in events if type(event).__name__ == "Encoded"]
    pieces = encoded[0].pieces
    assert (pieces[0].text, pieces[0].kind, pieces[0].span) == (">>fra<<", "special", (0, 7))
    for piece in pieces[1:-1]:
        shown = text[slice(*piece.span)].strip()
        assert shown == ("☂" if piece.kind == "unknown" else piece.text.replace("▁", ""))
    assert encoded[1].pieces[0].text == ">>fra<<"
    assert encoded[0].start.text == "<start>"
    assert events[-1].text == next(iter(translator.translate_lines([text]))).translated.text
    assert translator.info.vocabulary_size == translator.model.config.output_size
    assert (translator.info.source_language, translator.info.target_language) == ("en", "fr")


def test_other_analyses_work_where_the_start_is_no_piece(models) -> None:
    for name in ("opus", "separate", "embedding norm", "ssru"):
        translator = Translator.load(models[name][0])
        trace = trace_of(translator.stream("I see the dog.", SearchOptions(beam=3)))
        last = len(trace.sentences[0].steps) - 1
        scored = translator.score(trace, 0, last)
        assert np.isfinite(scored.mean_log_probabilities).all()
        assert np.isfinite(translator.layers(trace, 0, last).entropies).all()
        embedded = translator.embeddings(trace, 0, "target", last)
        assert not embedded.looked_up[0].any(), "decoding begins with a zero vector"
        assert embedded.normalised == (name == "embedding norm")


def test_sentencepiece_vocabularies(make, source_spm, target_spm) -> None:
    folder, formulas = make(5, **{"tied-embeddings-all": False, "tied-embeddings": True})
    joint = {"unk_id": 1, "eos_id": 0}
    texts = ["I see the dog", "you love my old cat", "we like bread"] * 3
    spms = [train(texts, 60, **joint), train(texts, 50, byte_fallback=False, **joint)]
    import sentencepiece

    sizes = []
    for name, spm in zip(("srcvocab.x.spm", "trgvocab.x.spm"), spms, strict=True):
        (folder / name).write_bytes(spm)
        sizes.append(sentencepiece.SentencePieceProcessor(model_proto=spm).get_piece_size())
    for name in ("decoder.yml", "opus.src.vocab.yml", "opus.trg.vocab.yml", "source.spm"):
        (folder / name).unlink()
    options = {**formulas.o, "dim-vocabs": sizes}
    save(folder / "model.npz", random_arrays(options, (sizes[0], sizes[1])), options)
    translator = Translator.load(folder)
    config = translator.model.config
    assert (config.vocabulary_size, config.target_size) == (sizes[0] + 1, sizes[1] + 1)
    assert (config.eos_id, config.unk_id) == (0, 1)
    processor = sentencepiece.SentencePieceProcessor(model_proto=spms[0])
    assert translator.vocabulary.encode_ids("I see the cat") == [
        *processor.encode("I see the cat"), 0,
    ]  # fmt: skip
    assert translator.translate("I see the cat") is not None


# -------------------------------------------------------------------------------- refusals


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


@pytest.fixture
def folder(models, tmp_path: Path) -> Path:
    return Path(shutil.copytree(models["opus"][0], tmp_path / "opus-mt-eng-fra"))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("type", "s2s"),
        ("transformer-decoder-autoreg", "rnn"),
        ("transformer-decoder-autoreg", "average-attention"),
        ("transformer-ffn-depth", 3),
        ("transformer-ffn-activation", "gelu"),
        ("transformer-no-projection", True),
        ("transformer-postprocess", "dhn"),
        ("transformer-postprocess", "dar"),
        ("transformer-preprocess", "n"),
        ("transformer-preprocess", "r"),
        ("transformer-postprocess-emb", "dr"),
        ("transformer-postprocess-top", "a"),
        ("transformer-tied-layers", [1]),
        ("transformer-tied-layers", [0, 1]),
        ("layer-normalization", True),
        ("right-left", True),
        ("ulr", True),
        ("lemma-dim-emb", 64),
        ("input-types", ["sequence", "class"]),
        ("dim-emb", 25),
        ("transformer-brand-new", "fast"),
    ],
)
def test_what_is_not_implemented_is_refused_by_name_and_value(
    folder, models, option, value
) -> None:
    formulas = models["opus"][2]
    save(folder / "model.npz", formulas.w, {**formulas.o, option: value})
    message = refusal(folder)
    assert "asks for" in message and option in message
    assert str(value).lower().strip("[]").split(",")[0].strip("'") in message


@pytest.mark.parametrize(
    ("option", "value"),
    [("dec-cell", "lstm"), ("transformer-rnn-projection", True), ("layer-normalization", True)],
)
def test_recurrent_cells_that_are_not_implemented_are_refused(
    folder, models, option, value
) -> None:
    formulas = models["ssru"][2]
    save(folder / "model.npz", formulas.w, {**formulas.o, option: value})
    message = refusal(folder)
    assert "asks for" in message and f"{option} {str(value).lower()!r}" in message.lower()


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("dim-vocabs", [10, 10], "dim-vocabs"),
        ("enc-depth", 3, "lacks the tensor 'encoder_l3"),
        ("enc-depth", 1, "has the tensor 'encoder_l2"),
        ("enc-depth", 999999999, "too few"),
        ("dim-emb", 26, "d_model 26"),
        ("dim-emb", 28, "shape"),
        ("transformer-heads", "many", "transformer-heads must be a whole number"),
        ("tied-embeddings-all", "maybe", "must be true or false"),
        ("transformer-train-position-embeddings", True, "Wpos"),
        ("output-omit-bias", True, "decoder_ff_logit_out_b"),
    ],
)
def test_options_that_do_not_fit(folder, models, option, value, words) -> None:
    formulas = models["opus"][2]
    save(folder / "model.npz", formulas.w, {**formulas.o, option: value})
    assert words in refusal(folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("&a [*a]", "anchor"),
        ("a: !!python/object/apply:os.system [x]", "tag"),
        ("[" * 40 + "]" * 40, "levels"),
        ("</s>: 0\n</s>: 1", "twice"),
        ("? [a]\n: 1", "a key that is no text"),
        ("a: [", "not valid YAML"),
        ("a: 1\n---\nb: 2", "several documents"),
        ("", "is empty"),
        ("just words", "no table"),
        ("</s>: 0", "dim-vocabs"),
    ],
)
def test_hostile_vocabularies(folder, text, words) -> None:
    (folder / "opus.vocab.yml").write_text(text)
    assert words in refusal(folder)


def test_words_that_yaml_would_take_for_something_else_stay_words(folder, models) -> None:
    """``no``, ``1``, ``~`` and ``1e3`` are spellings, and none is lost."""
    path = folder / "opus.vocab.yml"
    lines = path.read_text().splitlines()
    words = ["no", "yes", "1", "~", "1e3", "null", "2001-01-01"]
    lines[5 : 5 + len(words)] = [f"{word}: {5 + i}" for i, word in enumerate(words)]
    path.write_text("\n".join(lines))
    vocabulary = load_checkpoint(folder).vocabulary
    assert [vocabulary.piece(5 + i).text for i in range(len(words))] == words


def test_two_spellings_of_one_id(folder) -> None:
    path = folder / "opus.vocab.yml"
    path.write_text(path.read_text().replace(": 7\n", ": 8\n"))
    assert "one id to two spellings" in refusal(folder)


@pytest.mark.parametrize("names", [[], ["a.npz", "b.npz"], ["../model.npz"], [".."]])
def test_weights_that_decoder_yml_names(folder, names) -> None:
    (folder / "decoder.yml").write_text(
        text_of({"models": names, "vocabs": ["opus.vocab.yml", "opus.vocab.yml"]})
    )
    if len(names) == 2:
        assert "2 files of weights" in refusal(folder)
    elif names == [".."]:
        assert "names no file" in refusal(folder)
    else:  # the only one there is; what lies outside of the folder is not looked at
        assert load_checkpoint(folder).format == "Marian"


def test_a_pickled_array_is_refused(folder, models) -> None:
    formulas = models["opus"][2]
    arrays = {**formulas.w, "Wemb": np.array([{}], dtype=object)}
    save(folder / "model.npz", arrays, formulas.o)
    assert "number type object" in refusal(folder)


def rewrite(path: Path, name: str, data: bytes, method: int = zipfile.ZIP_STORED) -> None:
    """One entry of a zip file with other bytes in it."""
    with zipfile.ZipFile(path) as file:
        entries = {entry: file.read(entry) for entry in file.namelist()}
    with zipfile.ZipFile(path, "w", method) as file:
        for entry, old in {**entries, name: data}.items():
            file.writestr(entry, old)


def test_headers_that_lie_and_arrays_that_expand_without_bound(folder) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"shape": (1 << 40, 1 << 20), "fortran_order": False, "descr": "<f4"}
    )
    rewrite(folder / "model.npz", "Wemb.npy", header.getvalue() + bytes(64))
    assert "and has 64 bytes" in refusal(folder)
    rewrite(folder / "model.npz", "Wemb.npy", bytes(200 << 20), zipfile.ZIP_DEFLATED)
    assert "would expand" in refusal(folder)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *itertools.product(
            ["model.npz", "source.spm", "opus.vocab.yml"], ["empty", "cut", "garbage"]
        ),
        ("decoder.yml", "empty"),
        ("decoder.yml", "garbage"),
    ],
)
def test_damaged_files(folder, name, damage) -> None:
    path = folder / name
    data = path.read_bytes()
    path.write_bytes(
        {"empty": b"", "cut": data[: len(data) // 2 + 1], "garbage": b"\x93\0[" * 99}[damage]
    )
    assert name.split(".")[0] in refusal(folder)


# ------------------------------------------------------------------------------ zip files


def zipped(folder: Path, path: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for entry in folder.iterdir():
            file.write(entry, prefix + entry.name)
    return path


@pytest.mark.parametrize("prefix", ["", "opus-2020/"])
def test_the_zip_is_the_folder(folder, tmp_path, prefix) -> None:
    path = zipped(folder, tmp_path / "opus-mt-en-fr.zip", prefix)
    found, expected = load_checkpoint(path), load_checkpoint(folder)
    assert found.config == expected.config
    assert found.fingerprint == expected.fingerprint
    assert found.folder == path and found.metadata["name"] == "opus-mt-en-fr"
    assert (found.metadata["source_language"], found.metadata["target_language"]) == ("en", "fr")
    for name, tensor in expected.state.items():
        assert torch.equal(found.state[name], tensor)
    text = "I see the dog."
    assert Translator.load(path).translate(text) == Translator.load(folder).translate(text)


@pytest.mark.parametrize(
    "name", ["../escaped", "/escaped", "a/../../escaped", "..\\escaped", "C:escaped", "."]
)
def test_no_entry_leads_out_of_the_zip(folder, tmp_path, name) -> None:
    path = zipped(folder, tmp_path / "x.zip")
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(name, "x")
    assert "leads out of it" in refusal(path)
    assert not list(tmp_path.rglob("*escaped*"))


def test_links_bombs_and_crowds_in_a_zip(folder, tmp_path) -> None:
    path = zipped(folder, tmp_path / "link.zip")
    link = zipfile.ZipInfo("link.spm")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(link, "/etc/passwd")
    assert "leads out of it" in refusal(path)

    path = zipped(folder, tmp_path / "bomb.zip")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr("zeros.yml", bytes(200 << 20))
    assert "would expand" in refusal(path)

    path = tmp_path / "crowd.zip"
    with zipfile.ZipFile(path, "w") as file:
        for number in range(10_001):
            file.writestr(f"{number}.yml", "")
    assert "10,001 entries" in refusal(path)

    path = zipped(folder, tmp_path / "twice.zip")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as file:
        file.writestr("model.npz", "x")
    assert "damaged" in refusal(path)

    path = tmp_path / "nameless.zip"  # found by the fuzzer
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("QQQ", "x")
    path.write_bytes(path.read_bytes().replace(b"QQQ", b"\0\0\0"))
    assert "leads out of it" in refusal(path)

    path = tmp_path / "words.zip"
    path.write_text("no zip at all")
    assert "no zip file" in refusal(path)

    path = tmp_path / "empty.zip"
    with zipfile.ZipFile(path, "w"):
        pass
    assert "not a model folder" in refusal(path)


def test_a_folder_with_both_formats_is_what_its_config_says(make_folder, folder) -> None:
    both = make_folder(0)
    shutil.copy(folder / "model.npz", both)
    shutil.copy(folder / "decoder.yml", both)
    assert load_checkpoint(both).format == "Hugging Face MarianMT"
