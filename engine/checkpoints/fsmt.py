"""Hugging Face FSMT folders: fairseq's models of WMT19 (``facebook/wmt19-en-de``).

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) pieces that are never written
    model.safetensors | pytorch_model.bin   the weights
    vocab-src.json, vocab-tgt.json          spelling to id, of each language
    merges.txt                              BPE of both
    tokenizer_config.json                   the languages

Post-norm, positions in Marian's timescales that begin behind the padding's, no bias on the logits
(Ng et al. 2019, arXiv:1907.06616). Source and target have embeddings of their own, even where
their vocabularies are alike; the text is cut by Moses' rules and BPE. The source is ``X </s>``,
decoding begins with ``</s>``. Of the four models that fairseq lets vote, such a folder has one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import convert
from engine.checkpoints.files import LARGEST_VOCABULARY, read_bytes, read_table
from engine.checkpoints.hf_network import EMBEDDINGS, POSITIONS, fit
from engine.checkpoints.hf_settings import (
    FAIRSEQ_LARGE,
    TOKENIZER,
    Only,
    Settings,
    model_type,
    optional,
)
from engine.checkpoints.hf_tokenizer import check_merges
from engine.checkpoints.hf_vocabulary import check_table
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.weights import read_weights, weights_path
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.model.config import ModelConfig
from engine.text.lookup import UNKNOWN_SURFACE
from engine.text.moses import MosesDetokenizer, MosesTokenizer
from engine.text.moses_bpe import END_OF_WORD, Merges, MosesBpe, MosesWriting, piece_of
from engine.text.pieces import PieceVocabulary

NAME = "Hugging Face FSMT"
VOCABULARIES = ("vocab-src.json", "vocab-tgt.json")
MERGES, ADDED = "merges.txt", "added_tokens.json"
OUTPUT = "model.decoder.output_projection.weight"
_SPECIAL = {"bos_token": "<s>", "pad_token": "<pad>", "sep_token": "</s>", "unk_token": "<unk>"}
# fairseq's number of a version, which old files have.
_KNOWN = tuple(f"model.{stack}.version" for stack in ("encoder", "decoder"))
# Sines of angles of some hundreds, in float32.
_ROUNDING = 1e-4


class FsmtSettings(Settings):
    """What the settings of a folder say; see :class:`Settings`.

    Attributes:
        target_size: rows of the target's vocabulary; ``size`` is the source's.
        languages: of source and target, as Moses' rules call them.
        special: the spelling of each special piece, by its role.
    """

    architecture = "FSMTForConditionalGeneration"
    only: ClassVar[Only] = {}
    usual: ClassVar[Mapping[str, int]] = {
        **FAIRSEQ_LARGE, "vocab_size": 42024, "src_vocab_size": 42024, "tgt_vocab_size": 42024,
    }  # fmt: skip
    usual_activation = "relu"
    usual_tied = False

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.size, self.target_size = self.rows("src_vocab_size"), self.rows("tgt_vocab_size")
        self.check_aliases({
            "vocab_size": "tgt_vocab_size", "hidden_size": "d_model",
            "num_attention_heads": "encoder_attention_heads",
            "num_hidden_layers": "encoder_layers",
        })  # fmt: skip
        if self.tied and self.size != self.target_size:
            raise self.refusal("tie_word_embeddings", "true (with vocabularies of unequal sizes)")
        # The library counts positions without the padding, so such a start would have none.
        if self.start_id == self.pad_id:
            raise self.refusal("decoder_start_token_id", f"{self.start_id} (the padding)")
        if self.start_id >= self.target_size:
            raise self.refusal("decoder_start_token_id", self.start_id)
        if self.generation.get("forced_bos_token_id") is not None:
            raise self.refusal("forced_bos_token_id", self.generation["forced_bos_token_id"])
        self.check_tokenizer(None, "FSMTTokenizer")
        self.special = {role: self.token(role, usual) for role, usual in _SPECIAL.items()}
        self._check_added(folder)
        self.languages = self._languages()

    def _check_added(self, folder: Path) -> None:
        """Refuse words added to the vocabulary, which the library cuts out of a text first."""
        listed = self.tokenizer.get("added_tokens_decoder")
        tokens = list(listed.values()) if isinstance(listed, dict) else []
        added = [token.get("content") for token in tokens if isinstance(token, dict)]
        for spelling in (*added, *optional(folder / ADDED)):
            if spelling not in self.special.values():
                raise self.refusal("added_tokens", spelling)

    def _languages(self) -> tuple[str, str]:
        found = self.tokenizer.get("langs") or self.values.get("langs")
        if not isinstance(found, list) or [*map(type, found)] != [str, str]:
            raise ModelFolderError(
                f"{self.path.parent / TOKENIZER} does not say the two languages of the model "
                f"(langs is {found!r}); get the model folder again."
            )
        return found[0], found[1]

    def tokenizer_flag(self, name: str) -> bool:
        """A yes or no of tokenizer_config.json; no where it says nothing."""
        value = self.tokenizer.get(name, False)
        if not isinstance(value, bool):
            raise self.refusal(name, value)
        return value

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "positions": "timescales",
            "position_offset": self.pad_id + 1,
            "scale_embeddings": self.flag("scale_embedding", True),
            "shared_embeddings": self.tied,
            "target_vocabulary_size": None if self.tied else self.target_size,
            "tied_output": self.tied,
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "fsmt"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = FsmtSettings(folder)
    path = weights_path(folder)
    vocabulary = _read_vocabulary(folder, settings)
    weights = read_weights(folder)
    tensors = weights.tensors
    config = _positions(settings.config(vocabulary.unk_id), tensors)
    config, source_of = fit(
        path, config, settings.tied, settings.tied, tensors, bias=False, output=OUTPUT
    )
    # What is tied is in some files once, in others under each of its names.
    one = (*EMBEDDINGS.values(), OUTPUT) if settings.tied else ()
    known = (*_KNOWN, *POSITIONS.values(), *one)
    state = convert(path, config, tensors, source_of, known=known)
    source_language, target_language = pair_of(folder, *settings.languages)
    metadata = {
        "name": folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
    return Checkpoint(
        folder, config, state, vocabulary, metadata, weights.dtype, weights.fingerprint, NAME
    )


# ------------------------------------------------------------------------------ the network


def _positions(config: ModelConfig, tensors: Mapping[str, Tensor]) -> ModelConfig:
    """The config with learned positions where the file has another table than the formula's.

    Of a file that has no tables the library makes them by its formula; newer ones have them, and
    what has been trained on with the library can have others.
    """
    tables = [tensors[name] for name in POSITIONS.values() if name in tensors]
    if all(_are_sinusoids(table, config) for table in tables):
        return config
    rows = min(table.shape[0] if table.dim() else 0 for table in tables) - config.position_offset
    return replace(config, positions="learned", max_positions=max(1, rows))


def _are_sinusoids(table: Tensor, config: ModelConfig) -> bool:
    """Whether a table is what the library computes, number by number and in its precision."""
    fits = table.dim() == 2 and table.shape[1] == config.d_model
    if not fits or table.shape[0] <= config.position_offset or not table.is_floating_point():
        return False
    half = config.d_model // 2
    steps = torch.arange(half, dtype=torch.float32) * -(math.log(10000) / (half - 1))
    angles = torch.arange(table.shape[0], dtype=torch.float32)[:, None] * steps.exp()
    rows = torch.zeros(table.shape[0], config.d_model)
    rows[:, :half], rows[:, half : 2 * half] = angles.sin(), angles.cos()
    used = slice(config.position_offset, None)
    return torch.allclose(table.to(torch.float32)[used], rows[used], rtol=0, atol=_ROUNDING)


# --------------------------------------------------------------------------- the vocabulary


def _read_vocabulary(folder: Path, settings: FsmtSettings) -> PieceVocabulary:
    sizes = (settings.size, settings.target_size)
    (ids, pieces), (target_ids, target_pieces) = (
        _read_side(folder / name, settings, size)
        for name, size in zip(VOCABULARIES, sizes, strict=True)
    )
    pairs = _read_merges(folder / MERGES)
    merges = Merges(pairs)
    unknown, end = settings.special["unk_token"], settings.special["sep_token"]
    unk_id, eos_id = target_ids[unknown], target_ids[end]
    if eos_id != settings.number("eos_token_id"):
        raise ModelFolderError(
            f"{folder / VOCABULARIES[1]} has {end!r} as {eos_id}, and config.json says "
            f"eos_token_id {settings.number('eos_token_id')}; the two belong to different models."
        )
    lower = settings.tokenizer_flag("do_lower_case")
    for table in (ids, target_ids):
        special = settings.special.values()
        words = [
            word
            for word in table
            if len(word.removesuffix(END_OF_WORD)) > 1 and word not in special
        ]
        check_merges(folder / MERGES, pairs, words, most=len(words) // 2)
    source_rules, target_rules = (MosesTokenizer(each, lower) for each in settings.languages)
    detokenizer = MosesDetokenizer(settings.languages[1])
    writing = MosesWriting(
        detokenizer, target_pieces, settings.tokenizer_flag("clean_up_tokenization_spaces")
    )
    return PieceVocabulary(
        MosesBpe(source_rules, merges, ids, pieces, ids[unknown]),
        MosesBpe(target_rules, merges, target_ids, target_pieces, unk_id),
        pieces,
        target_pieces,
        pad_id=settings.pad_id,
        unk_id=unk_id,
        start_id=settings.start_id,
        source_eos_id=ids[end],
        eos_id=eos_id,
        decoding=writing,
        in_context=writing.pieces_of,
    )


def _read_side(path: Path, settings: FsmtSettings, size: int) -> tuple[dict[str, int], list[Piece]]:
    """The ids of one language's spellings, and its pieces."""
    ids: dict[str, int] = read_table(path, LARGEST_VOCABULARY)
    check_table(path, ids, size)
    special = settings.special
    for role in ("unk_token", "sep_token", "pad_token"):
        if special[role] not in ids:
            raise ModelFolderError(f"{path} has no {role} {special[role]!r}.")
    if ids[special["pad_token"]] != settings.pad_id:
        raise ModelFolderError(
            f"{path} has {special['pad_token']!r} as {ids[special['pad_token']]}, and config.json "
            f"says pad_token_id {settings.pad_id}; the two belong to different models."
        )
    pieces = [Piece(i, f"<{i}>", "special", f"<{i}>") for i in range(size)]
    for spelling, number in ids.items():
        pieces[number] = piece_of(number, spelling)
    for spelling in special.values():
        if spelling in ids:
            pieces[ids[spelling]] = Piece(ids[spelling], spelling, "special", spelling)
    unk_id = ids[special["unk_token"]]
    pieces[unk_id] = Piece(unk_id, special["unk_token"], "unknown", UNKNOWN_SURFACE)
    return ids, pieces


def _read_merges(path: Path) -> list[tuple[str, str]]:
    try:
        text = read_bytes(path, LARGEST_VOCABULARY).decode("utf-8")
    except UnicodeDecodeError:
        raise ModelFolderError(f"{path} is not UTF-8; the model folder is damaged.") from None
    # As the library: lines end in each of the usual ways, what is behind the last end is no line,
    # and what follows a pair is how often it was seen.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]
    pairs = [line.split()[:2] for line in lines if line.strip()]
    for pair in pairs:
        if len(pair) != 2:
            raise ModelFolderError(f"{path} has merges that are no pairs; the folder is damaged.")
    return [(one, other) for one, other in pairs]
