"""Hugging Face MarianMT folders, as those of OPUS-MT.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) pieces that are never written
    model.safetensors | pytorch_model.bin   the weights
    vocab.json                              spelling to id, of both languages or of the source
    target_vocab.json                       of the target, if the vocabularies are separate
    source.spm, target.spm                  what cuts the text into spellings
    tokenizer_config.json                   (optional) languages

The network is the paper's but for: positions in halves, SiLU for most, no start piece (padding
begins), and a bias on the logits. What ``transformers`` would compute in another way than the
engine is refused by option and value.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import convert
from engine.checkpoints.files import (
    LARGEST_SENTENCEPIECE,
    LARGEST_VOCABULARY,
    read_bytes,
    read_table,
)
from engine.checkpoints.hf_network import POSITIONS, TIED, fit
from engine.checkpoints.hf_settings import model_type
from engine.checkpoints.hf_vocabulary import check_table
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.marian_hf_settings import MarianSettings
from engine.checkpoints.weights import read_weights, weights_path
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig
from engine.model.positions import sinusoidal_encoding
from engine.text.lookup import Side, from_table
from engine.text.pieces import PieceVocabulary

VOCABULARY, TARGET_VOCABULARY = "vocab.json", "target_vocab.json"
SOURCE_PIECES, TARGET_PIECES = "source.spm", "target.spm"


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "marian"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = MarianSettings(folder)
    path = weights_path(folder)
    vocabulary, unk_id = _read_vocabulary(folder, settings)
    weights = read_weights(folder)
    tensors = weights.tensors
    config = _positions(path, settings.config(unk_id), tensors)
    config, source_of = fit(path, config, settings.shared, settings.tied, tensors)
    state = convert(path, config, tensors, source_of, known=(*TIED, *POSITIONS.values()))
    source_language, target_language = pair_of(
        folder, settings.tokenizer.get("source_lang"), settings.tokenizer.get("target_lang")
    )
    metadata = {
        "name": folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
    return Checkpoint(
        folder,
        config,
        state,
        vocabulary,
        metadata,
        weights.dtype,
        weights.fingerprint,
        "Hugging Face MarianMT",
    )


# ------------------------------------------------------------------------------ the network


def _positions(path: Path, config: ModelConfig, tensors: dict[str, Tensor]) -> ModelConfig:
    """The config with learned positions where the file has another table than the formula's."""
    if not tensors.keys() & set(POSITIONS.values()) or _are_sinusoids(path, config, tensors):
        return config
    return replace(config, positions="learned")


def _are_sinusoids(path: Path, config: ModelConfig, tensors: dict[str, Tensor]) -> bool:
    """Whether the tables of positions that the file has are just what the formula gives."""
    for name in POSITIONS.values():
        table = tensors.get(name)
        if table is None or tuple(table.shape) != (config.max_positions, config.d_model):
            return False
        rows = sinusoidal_encoding(config.max_positions, config.d_model, kind="halves")
        if not torch.equal(table.to(torch.float32), rows):
            return False
    return True


# --------------------------------------------------------------------------- the vocabulary


def _read_vocabulary(folder: Path, settings: MarianSettings) -> tuple[PieceVocabulary, int]:
    """The vocabulary, and the id of the target's unknown piece."""
    names = (VOCABULARY, TARGET_VOCABULARY if settings.separate else VOCABULARY)
    sizes = (settings.size, settings.target_size)
    models = (SOURCE_PIECES, TARGET_PIECES)
    source, target = (
        _read_side(folder, settings, *each) for each in zip(names, models, sizes, strict=True)
    )
    eos_id = settings.number("eos_token_id", 0)
    if target.eos_id != eos_id:
        raise ModelFolderError(
            f"{folder / names[1]} has the end piece as {target.eos_id}, and config.json says "
            f"eos_token_id {eos_id}; the two belong to different models."
        )
    vocabulary = PieceVocabulary(
        source.segmenter,
        target.segmenter,
        source.pieces,
        target.pieces,
        pad_id=settings.pad_id,
        unk_id=target.unk_id,
        start_id=settings.start_id,
        source_eos_id=source.eos_id,
        eos_id=eos_id,
        language_codes=True,
    )
    return vocabulary, target.unk_id


def _read_side(folder: Path, settings: MarianSettings, table: str, model: str, size: int) -> Side:
    path = folder / table
    ids = read_table(path, LARGEST_VOCABULARY)
    check_table(path, ids, size)
    unknown, end = settings.token("unk_token", "<unk>"), settings.token("eos_token", "</s>")
    silent = (settings.pad_id, settings.start_id)
    special = [spelling for spelling, number in ids.items() if number in silent]
    for role, spelling in (("unknown", unknown), ("end", end)):
        if spelling not in ids:
            raise ModelFolderError(f"{path} has no {role} piece {spelling!r}.")
    data = read_bytes(folder / model, LARGEST_SENTENCEPIECE)
    return from_table(
        data, str(folder / model), ids, size, unknown=unknown, end=end, special=special
    )
