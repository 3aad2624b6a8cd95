"""Diaphane's own model as a Hugging Face MarianMT folder, computing the same function.

The library's Marian has its table of positions in halves, all sines before all cosines; the
paper's alternates them. Which number of a vector stands where is of no consequence as long as
all agree: so the dimensions of the residual stream are put into the library's order, in every
weight that reads from it or writes to it.

The library begins with padding; CTranslate2, another engine that converts such folders, begins
with a zero vector in any case and drops the last row, which it takes for that padding. Here
decoding begins with a piece of its own. So padding is a new last row of zeros, and what the
start piece would add stands in the decoder's table of positions, in row 0, where nothing else
ever is. All other ids stay. Nothing is rounded that the network does not round itself.
"""

from __future__ import annotations

import json
import secrets
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.folder import CARD, CONFIG
from engine.checkpoints.hf_network import (
    EMBEDDINGS,
    LOGITS_BIAS,
    OUTPUT,
    POSITIONS,
    SHARED,
    their_name,
)
from engine.checkpoints.hf_settings import ACTIVATIONS, GENERATION, TOKENIZER
from engine.checkpoints.marian_hf import SOURCE_PIECES, TARGET_PIECES, VOCABULARY
from engine.checkpoints.tensors import SAFETENSORS
from engine.checkpoints.writer import cannot_write
from engine.errors import ModelFolderError, OutputError
from engine.model.config import ModelConfig
from engine.model.transformer import Transformer
from engine.search.rules import never_written
from engine.text.vocabulary import Vocabulary

# A logit beside which every other one leaves nothing of a probability; float16 has it too.
_NEVER = -1e4


def export(checkpoint: Checkpoint, folder: Path | str) -> Path:
    """Write the folder, all of it or nothing.

    Args:
        checkpoint: of a folder of Diaphane's own.
        folder: where; must not exist, or be empty.

    Returns:
        The folder.

    Raises:
        ModelFolderError: the library's Marian cannot compute this network; the message names
            the option.
        OutputError: it cannot be written there.
    """
    folder = Path(folder)
    vocabulary = checkpoint.vocabulary
    if not isinstance(vocabulary, Vocabulary):
        raise ModelFolderError(
            f"{checkpoint.folder} is a {checkpoint.format} folder; only models of Diaphane's own "
            "format are exported."
        )
    _check(checkpoint)
    tensors = to_library(checkpoint.config, checkpoint.state)
    texts = {
        CONFIG: _config(checkpoint.config),
        GENERATION: _generation(checkpoint.config),
        TOKENIZER: _tokenizer(checkpoint, vocabulary),
        VOCABULARY: _spellings(vocabulary),
    }
    if len(texts[VOCABULARY]) != vocabulary.size + 1:
        raise ModelFolderError(f"{checkpoint.folder} has two pieces of one spelling.")
    try:
        _write(folder, tensors, texts, vocabulary.to_bytes(), _card(checkpoint))
    except OSError as error:
        raise cannot_write(folder, error) from None
    return folder


def to_library(config: ModelConfig, state: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights under the library's names and in its order of dimensions."""
    d_model = config.d_model
    order = torch.arange(d_model)
    if config.positions == "interleaved":
        order = torch.cat([order[0::2], order[1::2]])
    network = Transformer(config).eval()
    network.load_state_dict(state)
    source, target = (
        _with_zeros(state[f"{side}_embedding.pieces.weight"][:, order])
        for side in ("source", "target")
    )
    if config.shared_embeddings and config.tied_output:
        found = {SHARED: source}
    else:
        found = {EMBEDDINGS["encoder"]: source, EMBEDDINGS["decoder"]: target}
        if config.shared_embeddings:
            found[SHARED] = source
        if not config.tied_output:
            found[OUTPUT] = _with_zeros(state["output.weight"][:, order])
    bias = state.get("output_bias", torch.zeros(config.output_size))
    found[LOGITS_BIAS] = torch.cat([bias, bias.new_tensor([_NEVER])])[None]
    like, length = target, config.max_positions
    with torch.no_grad():
        rows = {
            "encoder": network.source_embedding.positions(0, length, like).clone(),
            "decoder": network.target_embedding.positions(0, length, like).clone(),
        }
        start = torch.tensor([[config.start_id]])
        rows["decoder"][0] = network.target_embedding(start)[0, 0]
    for stack, table in rows.items():
        found[POSITIONS[stack]] = table[:, order]
    for ours, tensor in state.items():
        if not ours.startswith(("encoder.layers.", "decoder.layers.")):
            continue
        part, kind = ours.split(".")[-2:]
        if part == "norm" or part in ("w_o", "w_2"):  # writes to the stream
            tensor = tensor[order]
        elif kind == "weight":  # reads from it
            tensor = tensor[:, order]
        found[their_name(ours)] = tensor
        if kind == "weight" and part in ("w_q", "w_k", "w_v", "w_o") and not config.attention_bias:
            found[their_name(ours.removesuffix("weight") + "bias")] = torch.zeros(d_model)
    return {name: tensor.contiguous().clone() for name, tensor in found.items()}


def _with_zeros(weight: Tensor) -> Tensor:
    """[V, d_model] with one more row."""
    return torch.cat([weight, weight.new_zeros(1, weight.shape[1])])


def _spellings(vocabulary: Vocabulary) -> dict[str, int]:
    """Spelling to id; the new last row has the name of the old padding, which has no use now."""
    words = [vocabulary.piece(number).text for number in range(vocabulary.size)]
    padding = words[vocabulary.pad_id]
    words[vocabulary.pad_id] = f"<no {padding.strip('<>')}>"
    return {word: number for number, word in enumerate([*words, padding])}


# What a MarianMT folder says in its own words, and so may be anything here.
_SAID = frozenset({
    "vocabulary_size", "d_model", "heads", "d_ff", "encoder_layers", "decoder_layers", "dropout",
    "attention_dropout", "shared_embeddings", "tied_output", "output_bias", "attention_bias",
    "scale_embeddings", "max_positions", "pad_id", "unk_id", "start_id", "eos_id",
    "target_vocabulary_size", "never_written", "decoder_ff",
})  # fmt: skip


def _check(checkpoint: Checkpoint) -> None:
    """Refuse what the folder could not say; an option that nobody thought of here is such."""
    config = checkpoint.config
    allowed: dict[str, tuple[Any, ...]] = {
        "norm": ("post",),
        "positions": ("interleaved", "halves"),
        "activation": tuple(ACTIVATIONS.values()),
        "target_pad_id": (None, config.pad_id),
        "final_norm": (None, False),
        "head_width": (None, config.d_model // config.heads),
        "key_value_heads": (None, config.heads),
        "attention_output_bias": (None, config.attention_bias),
    }
    for field in fields(ModelConfig):
        choices = allowed.get(field.name, (field.default,))
        value = getattr(config, field.name)
        if field.name not in _SAID and value not in choices:
            raise ModelFolderError(
                f"{checkpoint.folder} has {field.name} {value!r}, which Hugging Face's "
                f"MarianMT cannot compute (only {', '.join(map(repr, choices))}); it is not "
                "exported."
            )


def _config(config: ModelConfig) -> dict[str, Any]:
    names = {ours: theirs for theirs, ours in reversed(ACTIVATIONS.items())}
    return {
        "architectures": ["MarianMTModel"],
        "model_type": "marian",
        "is_encoder_decoder": True,
        "vocab_size": config.vocabulary_size + 1,
        "decoder_vocab_size": config.vocabulary_size + 1,
        "d_model": config.d_model,
        "encoder_layers": config.encoder_layers,
        "decoder_layers": config.decoder_layers,
        "num_hidden_layers": config.encoder_layers,
        "encoder_attention_heads": config.heads,
        "decoder_attention_heads": config.heads,
        "encoder_ffn_dim": config.d_ff,
        "decoder_ffn_dim": config.decoder_ff or config.d_ff,
        "activation_function": names[config.activation],
        "dropout": config.dropout,
        "attention_dropout": config.attention_dropout,
        "activation_dropout": 0.0,
        "max_position_embeddings": config.max_positions,
        "scale_embedding": config.scale_embeddings,
        "share_encoder_decoder_embeddings": config.shared_embeddings,
        "tie_word_embeddings": config.tied_output,
        "pad_token_id": config.vocabulary_size,
        "eos_token_id": config.eos_id,
        "forced_eos_token_id": config.eos_id,
        "decoder_start_token_id": config.vocabulary_size,
        "static_position_embeddings": True,
        "normalize_before": False,
        "normalize_embedding": False,
        "add_final_layer_norm": False,
        "add_bias_logits": False,
        "dtype": "float32",
    }


def _generation(config: ModelConfig) -> dict[str, Any]:
    """What the library's search needs to write what the engine's would."""
    pad = config.vocabulary_size
    return {
        "pad_token_id": config.vocabulary_size,
        "eos_token_id": config.eos_id,
        "decoder_start_token_id": config.vocabulary_size,
        "bad_words_ids": [[piece] for piece in sorted({*never_written(config), pad})],
        "max_length": config.max_positions,
    }


def _tokenizer(checkpoint: Checkpoint, vocabulary: Vocabulary) -> dict[str, Any]:
    return {
        "tokenizer_class": "MarianTokenizer",
        "separate_vocabs": False,
        "source_lang": checkpoint.metadata.get("source_language", ""),
        "target_lang": checkpoint.metadata.get("target_language", ""),
        "unk_token": vocabulary.piece(vocabulary.unk_id).text,
        "eos_token": vocabulary.piece(vocabulary.eos_id).text,
        "pad_token": vocabulary.piece(vocabulary.pad_id).text,
        "model_max_length": checkpoint.config.max_positions,
    }


def _card(checkpoint: Checkpoint) -> str:
    try:
        text = (checkpoint.folder / CARD).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = f"# {checkpoint.metadata.get('name', checkpoint.folder.name)}\n"
    return f"{text.rstrip()}\n\nExported by Diaphane as a Hugging Face MarianMT folder.\n"


def _write(
    folder: Path, tensors: dict[str, Tensor], texts: dict[str, Any], pieces: bytes, card: str
) -> None:
    if _taken(folder):
        raise _left_alone(folder)
    place = folder.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.parent / f".{place.name[:100]}.writing-{secrets.token_hex(4)}"
    try:
        fresh.mkdir()
        save_file(tensors, str(fresh / SAFETENSORS), metadata={"format": "pt"})
        for name, values in texts.items():
            text = json.dumps(values, indent=2, ensure_ascii=False)
            (fresh / name).write_text(text + "\n", encoding="utf-8", newline="\n")
        for name in (SOURCE_PIECES, TARGET_PIECES):
            (fresh / name).write_bytes(pieces)
        (fresh / CARD).write_text(card, encoding="utf-8", newline="\n")
        try:
            if place.is_dir():
                place.rmdir()
            fresh.rename(place)
        except OSError:
            # Somebody else may have made it meanwhile, as a second export to the same place.
            if _taken(place):
                raise _left_alone(folder) from None
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _taken(folder: Path) -> bool:
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def _left_alone(folder: Path) -> OutputError:
    return OutputError(f"{folder} is there already and is left alone; name another folder.")
