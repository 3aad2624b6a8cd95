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

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, convert, flat
from engine.checkpoints.files import (
    LARGEST_SENTENCEPIECE,
    LARGEST_VOCABULARY,
    dtype_names,
    is_int,
    read_bytes,
    read_table,
)
from engine.checkpoints.folder import CONFIG, LARGEST_CONFIG, sha256
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.marian_hf_settings import MarianSettings
from engine.checkpoints.tensors import read_tensors, weights_file
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig
from engine.model.positions import sinusoidal_encoding
from engine.text.lookup import Side, from_table
from engine.text.pieces import PieceVocabulary

VOCABULARY, TARGET_VOCABULARY = "vocab.json", "target_vocab.json"
SOURCE_PIECES, TARGET_PIECES = "source.spm", "target.spm"

# A table may leave out a few ids; a much larger vocabulary than it names is damage or malice.
_MOST_GAPS = 1 << 16

_LAYERS = {
    "w_q": "q_proj",
    "w_k": "k_proj",
    "w_v": "v_proj",
    "w_o": "out_proj",
    "feed_forward.w_1": "fc1",
    "feed_forward.w_2": "fc2",
    "self_attention_residual.norm": "self_attn_layer_norm",
    "cross_attention_residual.norm": "encoder_attn_layer_norm",
    "feed_forward_residual.norm": "final_layer_norm",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
}
"""The engine's names within a layer, and the library's."""

SHARED, LOGITS_BIAS, OUTPUT = "model.shared.weight", "final_logits_bias", "lm_head.weight"
EMBEDDINGS = {stack: f"model.{stack}.embed_tokens.weight" for stack in ("encoder", "decoder")}
POSITIONS = {stack: f"model.{stack}.embed_positions.weight" for stack in ("encoder", "decoder")}


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    try:
        values = read_table(folder / CONFIG, LARGEST_CONFIG)
    except ModelFolderError:
        return False
    return values.get("model_type") == "marian"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = MarianSettings(folder)
    path = weights_file(folder)
    vocabulary, unk_id = _read_vocabulary(folder, settings)
    tensors = read_tensors(path)
    config, source_of = _fit(path, settings.config(unk_id), settings, tensors)
    tied = (SHARED, *EMBEDDINGS.values(), OUTPUT)
    state = convert(path, config, tensors, source_of, known=(*tied, *POSITIONS.values()))
    source_language, target_language = pair_of(
        folder, settings.tokenizer.get("source_lang"), settings.tokenizer.get("target_lang")
    )
    metadata = {
        "name": folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
    dtype = dtype_names(tensors.values())
    return Checkpoint(
        folder, config, state, vocabulary, metadata, dtype, sha256(path), "Hugging Face MarianMT"
    )


# ------------------------------------------------------------------------------ the network


def their_name(ours: str) -> str:
    """The library's name of a weight within a layer.

    >>> their_name("decoder.layers.0.cross_attention.w_q.weight")
    'model.decoder.layers.0.encoder_attn.q_proj.weight'
    """
    stack, layers, number, *inner = ours.split(".")
    part = ".".join(inner[:-1])
    for mine, theirs in _LAYERS.items():
        part = part.replace(mine, theirs)
    return ".".join(("model", stack, layers, number, part, inner[-1]))


def _fit(
    path: Path, config: ModelConfig, settings: MarianSettings, tensors: dict[str, Tensor]
) -> tuple[ModelConfig, Callable[[str], Source]]:
    """The network's shape as the file has it, and where its tensors come from."""
    names = _embeddings(path, settings, tensors)
    options: dict[str, Any] = {
        # Without tying, the library has a matrix for each stack even of one vocabulary.
        "shared_embeddings": names["source"] == names["target"],
        "tied_output": names["output"] == names["target"],
        "output_bias": LOGITS_BIAS in tensors,
    }
    if tensors.keys() & set(POSITIONS.values()) and not _are_sinusoids(path, config, tensors):
        options["positions"] = "learned"
    try:
        config = replace(config, **options)
    except ValueError as error:
        raise ModelFolderError(f"{path}: {error}.") from None
    fixed = {
        "source_embedding.pieces.weight": Source(names["source"]),
        "target_embedding.pieces.weight": Source(names["target"]),
        "source_embedding.positions.table": Source(POSITIONS["encoder"]),
        "target_embedding.positions.table": Source(POSITIONS["decoder"]),
        "output.weight": Source(names["output"]),
        "output_bias": Source(LOGITS_BIAS, flat),
    }
    return config, lambda ours: fixed[ours] if ours in fixed else Source(their_name(ours))


def _embeddings(path: Path, settings: MarianSettings, tensors: dict[str, Tensor]) -> dict[str, str]:
    """Which tensor is the source's embedding, the target's, and the output projection.

    Files hold what is tied once or under each of its names, depending on what wrote them.
    """
    source, target, output = EMBEDDINGS["encoder"], EMBEDDINGS["decoder"], OUTPUT
    tied: list[set[str]] = []
    if settings.shared and settings.tied:
        tied = [{SHARED, source, target, output}]
    elif settings.tied:
        tied = [{target, output}]
    elif settings.shared:
        # What of the two stacks is not in the file of its own is the shared matrix.
        source, target = (name if name in tensors else SHARED for name in (source, target))
    for group in tied:
        there = sorted(group & tensors.keys())
        for other in there[1:]:
            if not torch.equal(tensors[there[0]], tensors[other]):
                raise ModelFolderError(
                    f"{path}: the tensors {there[0]!r} and {other!r} differ, and config.json says "
                    "that they are one; the file is damaged or config.json another model's."
                )
        name = there[0] if there else max(group)
        source, target, output = (
            name if each in group else each for each in (source, target, output)
        )
    return {"source": source, "target": target, "output": output}


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
    for spelling, number in ids.items():
        if not is_int(number) or not 0 <= number < size:
            raise ModelFolderError(
                f"{path} gives {spelling!r} the id {number!r}; config.json has room for the ids 0 "
                f"to {size - 1}."
            )
    if size > len(ids) + _MOST_GAPS:
        raise ModelFolderError(
            f"{path} has {len(ids)} spellings, and config.json says {size}; the two belong to "
            "different models."
        )
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
