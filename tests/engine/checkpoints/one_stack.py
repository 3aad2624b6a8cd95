"""What the tests of encoder-only and decoder-only families share: tokenizers, parity, texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from engine.checkpoints.detect import load_checkpoint
from engine.errors import ModelFolderError
from engine.events import Finished, Piece, Step, Translated
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.options import SearchOptions
from engine.text.pieces import PieceVocabulary
from engine.text.words import group_words
from engine.translator import Translator
from tests.engine.checkpoints.conftest import CHOSES, SUBJECTS, SUJETS, THINGS, VERBES, VERBS
from tests.engine.checkpoints.hf_families import AWKWARD, SENTENCES, padded

CORPUS = [
    *(f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS),
    *(f"{a} {b} {c}, don't « é »!" for a in SUJETS for b in VERBES for c in CHOSES),
]
TEXTS = [
    *AWKWARD,
    "I'll say they've seen it's 'quoted' don't I'D",
    "a  b   c\n\n d\t\te  ",
    "½²٣一〇Ⅷ café NAÏVE 日本語 🇫🇷👩‍👩‍👧 \u3000wide \x1c\x85 \u200b",
    "mixed123numbers and_under_scores…",
    "ö" * 40 + "a" * 120,
    "lone \ud83d half",
]
ACTIVATIONS = [
    "relu", "gelu", "silu", "gelu_new", "quick_gelu", "relu2", "relu6", "leaky_relu", "tanh",
    "sigmoid", "hardswish", "mish", "gelu_pytorch_tanh",
]  # fmt: skip


def odd_texts(seed: int, count: int = 150, more: str = "") -> list[str]:
    """Texts of awkward characters, the same ones each time."""
    dice = random.Random(seed)
    alphabet = "aeo ''stl 12\t\n.é☂½一🇫👍\u0301\u200d\u00a0\u2003▁#<>[]" + more
    made = ["".join(dice.choices(alphabet, k=dice.randrange(1, 30))) for _ in range(count)]
    return [*TEXTS, *made]


# ------------------------------------------------------------------------------ tokenizers


def wordpiece(special: Sequence[str], size: int = 160) -> dict[str, int]:
    """A WordPiece vocabulary."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=list(special), show_progress=False,
        continuing_subword_prefix="##",
    )  # fmt: skip
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer.get_vocab()


def byte_level(special: Sequence[str], size: int = 360) -> dict[str, Any]:
    """Vocabulary and merges of a byte-level BPE."""
    import json

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=size, special_tokens=list(special), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    tokenizer.train_from_iterator(CORPUS, trainer)
    values = json.loads(tokenizer.to_str())["model"]
    return {"vocab": values["vocab"], "merges": [tuple(pair) for pair in values["merges"]]}


def llama_like(size: int = 420) -> dict[str, Any]:
    """Vocabulary and merges of a BPE over ``▁`` with a piece for every byte, as LLaMA's."""
    import json

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    special = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=special, show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    values = json.loads(tokenizer.to_str())["model"]
    return {"vocab": values["vocab"], "merges": [tuple(pair) for pair in values["merges"]]}


def unigram(special: Sequence[str], size: int = 150) -> list[tuple[str, float]]:
    """Pieces and scores of a Unigram model."""
    import json

    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=size, special_tokens=list(special), unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    values = json.loads(tokenizer.to_str())["model"]
    return [(piece, score) for piece, score in values["vocab"]]


# ---------------------------------------------------------------------------------- parity


def randomise(model: Any, seed: int, end: float = 0.0) -> None:
    """Weights that make every part count; ``end`` is added to the logit of piece 0."""
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(seed)
        for name, parameter in model.named_parameters():
            noise = torch.randn_like(parameter)
            if parameter.dim() == 1:
                norm = ("norm" in name.lower() or ".ln_" in name) and name.endswith("weight")
                parameter.copy_(noise * 0.3 + norm)
            else:
                # GPT-2 has its matrices the other way round. As many as are added up: larger
                # ones would make scores so steep that float32 rounds beyond 1e-4.
                other = any(part in name for part in ("c_attn", "c_fc", "c_proj"))
                parameter.copy_(noise * parameter.shape[0 if other else 1] ** -0.5)
        if end:
            bias = model.transformer.ln_f.bias
            model.get_output_embeddings().weight[0] += end * bias / bias.dot(bias)


def texts_of(count: int = 4) -> list[str]:
    return SENTENCES[:count]


def rows_of(vocabulary: PieceVocabulary) -> list[list[int]]:
    return [vocabulary.encode_ids(text) for text in texts_of()]


def assert_same_encoder(library: Any, network: Transformer, rows: Sequence[list[int]]) -> None:
    """States or logits to 1e-4 and all attentions to 1e-5, of a ragged batch."""
    config = network.config
    source = padded(rows, config.pad_id)
    mask = source != config.pad_id
    assert not bool(mask.all())
    probe = Probe()
    with torch.no_grad():
        theirs = library(
            input_ids=source, attention_mask=mask.long(), output_attentions=True,
            output_hidden_states=True,
        )  # fmt: skip
        states = network.encode(source, probe)
        fused = network.encode(source)
    torch.testing.assert_close(states[mask], theirs.hidden_states[-1][mask], atol=1e-4, rtol=0)
    torch.testing.assert_close(fused[mask], theirs.hidden_states[-1][mask], atol=1e-4, rtol=0)
    if config.output != "none":
        logits = theirs.logits if "logits" in theirs else theirs.prediction_logits
        torch.testing.assert_close(network.project(states)[mask], logits[mask], atol=1e-4, rtol=0)
    found = probe.stacked(AttentionKind.ENCODER_SELF)
    difference = (found - torch.stack(theirs.attentions)).abs().transpose(2, 3)[:, mask]
    assert difference.max() < 1e-5


def assert_same_decoder(library: Any, network: Transformer, length: int = 17) -> None:
    """Logits to 1e-4 and all attentions to 1e-5, in one pass and step by step."""
    generator = torch.Generator().manual_seed(3)
    inputs = torch.randint(0, network.config.output_size, (3, length), generator=generator)
    probe = Probe()
    with torch.no_grad():
        theirs = library(input_ids=inputs, output_attentions=True)
        states = network.decode(None, None, inputs, probe)
        fused = network.decode(None, None, inputs)
    torch.testing.assert_close(network.project(states), theirs.logits, atol=1e-4, rtol=0)
    torch.testing.assert_close(network.project(fused), theirs.logits, atol=1e-4, rtol=0)
    found = probe.stacked(AttentionKind.DECODER_SELF)
    assert found.shape == (len(theirs.attentions), *theirs.attentions[0].shape)
    assert (found - torch.stack(theirs.attentions)).abs().max() < 1e-5
    with torch.no_grad():
        cache = network.start_decoding()
        steps = [network.decode_step(inputs[:, at], cache) for at in range(length)]
    torch.testing.assert_close(torch.stack(steps, 1), theirs.logits, atol=1e-4, rtol=0)


def assert_same_filling(pair: Pair, text: str, count: int = 6) -> None:
    """The candidates of every mask, and their shares, as ``fill-mask`` of the library has them."""
    from transformers import FillMaskPipeline

    pipeline = FillMaskPipeline(pair.library, pair.tokenizer, top_k=count)
    expected = pipeline(text)
    rows = [expected] if isinstance(expected[0], dict) else expected
    *_, finished, translated = events = list(
        pair.ours.stream(text, SearchOptions(candidates=count))
    )
    steps = [event for event in events if isinstance(event, Step)]
    assert len(steps) == len(rows)
    for step, row in zip(steps, rows, strict=True):
        found = step.hypotheses[0].candidates
        assert [each.piece.id for each in found] == [entry["token"] for entry in row]
        shares = [entry["score"] for entry in row]
        assert [each.probability for each in found] == pytest.approx(shares, abs=1e-5)
    assert isinstance(finished, Finished) and isinstance(translated, Translated)
    assert len(finished.hypotheses[0].pieces) == len(rows)
    if len(rows) == 1:
        best = finished.hypotheses[0].pieces[0].id
        sequence = next(entry["sequence"] for entry in rows[0] if entry["token"] == best)
        assert "".join(translated.text.lower().split()) == "".join(sequence.lower().split())


def assert_same_continuation(pair: Pair, beam: int, more: int = 12) -> set[int]:
    """The pieces of ``generate`` behind a text; returns how many were written."""
    lengths = set()
    for text in ("I love fresh", "My old friend remembers the", "a"):
        ids = pair.ours.vocabulary.encode_ids(text)[:-1]
        with torch.no_grad():
            (theirs,) = pair.library.generate(
                input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids)).long(),
                num_beams=beam, max_new_tokens=more, length_penalty=1.0, do_sample=False,
                early_stopping=False, pad_token_id=pair.ours.vocabulary.eos_id,
            ).tolist()  # fmt: skip
        options = SearchOptions(
            beam=beam, max_length=len(ids) - 1 + more, normalisation="average", alpha=1.0,
            stopping="heuristic",
        )  # fmt: skip
        *_, finished, translated = pair.ours.stream(text, options)
        assert isinstance(finished, Finished) and isinstance(translated, Translated)
        end = pair.ours.vocabulary.eos_id
        written = [ids[0], *(piece.id for piece in finished.hypotheses[0].pieces)]
        expected = [i for i in theirs[len(ids) :] if i != end]
        assert written[: len(ids)] == ids, (pair.folder, text, written, ids)
        assert [i for i in written[len(ids) :] if i != end] == expected, text
        whole = pair.tokenizer.decode([*ids, *expected], skip_special_tokens=True)
        kinds = [pair.ours.vocabulary.piece(number).kind for number in [*ids, *expected]]
        # A character that is cut off at the end is one sign here, and one a byte there; of what
        # is unknown the library leaves nothing.
        if kinds[-1] != "byte" and "unknown" not in kinds:
            assert translated.text == whole
        lengths.add(len(expected))
    return lengths


def assert_same_text(tokenizer: Any, vocabulary: PieceVocabulary, texts: Sequence[str]) -> None:
    """Ids and texts of the library; spans that are the text's; words."""
    end = [vocabulary.eos_id]
    for text in texts:
        clean = text.replace("\ud83d", "\ufffd")
        ids = tokenizer(clean)["input_ids"]
        whole = ids if ids[-1:] == end and vocabulary.mask_id is not None else [*ids, *end]
        assert vocabulary.encode_ids(text) == whole, text
        pieces = vocabulary.encode(text, 5)
        before = len(vocabulary.choose().before)
        inner = pieces[before:-1]
        check_spans(inner, clean, 5)
        for number in range(len(ids) + 1):
            written = vocabulary.target_pieces(ids[:number])
            assert written == vocabulary.target_pieces(ids)[:number]
        known = [i for i in ids if vocabulary.piece(i).kind != "unknown"]
        theirs = tokenizer.decode(
            known, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        assert vocabulary.decode(known) == theirs, text


def check_spans(pieces: Sequence[Piece], text: str, offset: int) -> None:
    spans = [piece.span for piece in pieces]
    assert None not in spans
    starts, ends = [s[0] for s in spans if s], [s[1] for s in spans if s]
    assert starts == sorted(starts) and ends == sorted(ends)
    assert all(offset <= s <= e <= offset + len(text) for s, e in zip(starts, ends, strict=True))
    for piece in pieces:
        assert piece.span is not None
        shown = text[piece.span[0] - offset : piece.span[1] - offset]
        if piece.kind == "unknown":
            assert piece.surface == shown
        if piece.kind == "byte":
            assert piece.surface in ("", shown)
        if len(shown) > 1 and piece.surface.strip("▁"):
            assert shown[0] != " ", (text, piece)
    words = group_words(pieces)
    assert [i for word in words for i in word.pieces] == list(range(len(pieces)))


def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert message.endswith(".") and "\n" not in message and str(folder) in message, message
    return message


Make = Callable[..., Path]


class Pair:
    """One folder, opened by the library and by the engine."""

    def __init__(self, folder: Path, model: Any, tokenizer: Any) -> None:
        self.folder = folder
        self.library = model.from_pretrained(
            folder, attn_implementation="eager", dtype=torch.float32
        ).eval()
        self.tokenizer = tokenizer.from_pretrained(folder)
        self.ours = Translator.load(folder)


def quiet() -> None:
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
