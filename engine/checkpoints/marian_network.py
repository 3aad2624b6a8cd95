"""The network of Marian's weights, whatever file they came from.

What differs from the paper: positions are Marian's own timescales in halves, layer norm adds
1e-6 to the variance, and decoding begins with no piece at all but a zero vector, to which the
first position is added. The network here has a row of zeros for it behind the vocabulary, which
has no logit; the same row fills up a batch's shorter sources. The unknown piece is never
written. A learned table of positions is used as it was trained: row p for position p. In the
place of the decoder's self-attention there may be an SSRU (:mod:`engine.model.ssru`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, as_it_is, convert, flat, transposed
from engine.checkpoints.files import dtype_names
from engine.checkpoints.folder import sha256
from engine.checkpoints.marian_folder import Settings, read_vocabularies
from engine.checkpoints.marian_options import MarianOptions
from engine.checkpoints.plain_yaml import parse
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.model.config import ModelConfig
from engine.text.lookup import Side
from engine.text.pieces import PieceVocabulary

OPTIONS = "special:model.yml"
# Scales of activations, which eight-bit products need and the numbers themselves do not.
_ACTIVATION_SCALES = "_QuantMultA"

# Longer than any sentence; the formula has no end.
_POSITIONS = 1024

_PARTS = {
    "self_attention": "self",
    "cross_attention": "context",
    "ssru": "rnn",
    "self_attention_residual": "self_Wo_ln",
    "cross_attention_residual": "context_Wo_ln",
    "ssru_residual": "rnn_ffn_ln",
    "feed_forward": "ffn",
    "feed_forward_residual": "ffn_ffn_ln",
}


def checkpoint_of(
    path: Path,
    arrays: Mapping[str, npt.NDArray[Any]],
    settings: Settings,
    metadata: Mapping[str, str],
    format_name: str,
    dtype: str | None = None,
) -> Checkpoint:
    """The network and its vocabulary, all of it checked.

    Args:
        path: of the file of weights.
        arrays: by Marian's names and in its layout, with the options as ``special:model.yml``.
        settings: of the folder.
        metadata: of the checkpoint.
        format_name: what the folder is, for a reader.
        dtype: how the weights lie on disk, where the arrays do not tell.

    Raises:
        ModelFolderError: something is missing, damaged or does not fit the rest, or an option
            asks for what is not implemented; the message names the file or the option.
    """
    options = MarianOptions(path, _values(path, arrays))
    tensors = {
        name: torch.from_numpy(array.copy())
        for name, array in arrays.items()
        if name != OPTIONS and not name.endswith(_ACTIVATION_SCALES)
    }
    if options.learned_positions != ("Wpos" in tensors):
        raise ModelFolderError(
            f"{path}: transformer-train-position-embeddings is "
            f"{str(options.learned_positions).lower()}, and the tensor Wpos says otherwise."
        )
    sides = read_vocabularies(settings, options.vocabularies)
    config = _config(path, options, tensors, sides, settings.allow_unknown)
    state = convert(path, config, tensors, _sources(options, tensors))
    vocabulary = PieceVocabulary(
        sides["source"].segmenter,
        sides["target"].segmenter,
        (*sides["source"].pieces, Piece(config.pad_id, "<pad>", "special", "<pad>")),
        (*sides["target"].pieces, Piece(config.start_id, "<start>", "special", "<start>")),
        pad_id=config.pad_id,
        unk_id=config.unk_id,
        start_id=config.start_id,
        source_eos_id=sides["source"].eos_id,
        eos_id=config.eos_id,
        language_codes=True,
    )
    dtype = dtype_names(tensors.values()) if dtype is None else dtype
    folder, fingerprint = settings.path.parent, sha256(path)
    return Checkpoint(
        folder, config, state, vocabulary, dict(metadata), dtype, fingerprint, format_name
    )


def _values(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """The options of the weights."""
    if OPTIONS not in arrays or arrays[OPTIONS].dtype != np.int8:
        raise ModelFolderError(f"{path} has no {OPTIONS}, which says what the network computes.")
    values = parse(arrays[OPTIONS].tobytes().rstrip(b"\0"), f"{path}, {OPTIONS}")
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path}: {OPTIONS} is no table of options.")
    return values


def _config(
    path: Path,
    options: MarianOptions,
    tensors: dict[str, Tensor],
    sides: dict[str, Side],
    allow_unknown: bool,
) -> ModelConfig:
    source_size, target_size = options.vocabularies
    target = sides["target"]
    try:
        config = ModelConfig(
            vocabulary_size=source_size + 1,
            target_vocabulary_size=None if options.one_embedding else target_size + 1,
            input_only=1,
            pad_id=source_size,
            target_pad_id=target_size,
            start_id=target_size,
            unk_id=target.unk_id,
            eos_id=target.eos_id,
            never_written=() if allow_unknown else (target.unk_id,),
            d_model=options.d_model,
            heads=options.heads,
            d_ff=options.d_ff,
            decoder_ff=options.decoder_ff,
            encoder_layers=options.encoder_layers,
            decoder_layers=options.decoder_layers,
            activation=options.activation,
            norm=options.norm,
            final_norm=options.final_norm,
            embedding_norm=options.embedding_norm,
            layer_norm_eps=1e-6,
            positions="timescales",
            max_positions=_POSITIONS,
            shared_embeddings=options.one_embedding,
            tied_output=options.tied_output,
            output_bias=options.output_bias,
            decoder_self=options.decoder_self,
            dropout=0.0,
        )
        if options.learned_positions:
            rows = tensors["Wpos"].shape[0]
            config = replace(
                config, positions="learned", scale_embeddings=False, max_positions=rows
            )
    except (ValueError, IndexError) as error:
        raise ModelFolderError(f"{path}: {error}.") from None
    return config


def _with_zeros(tensor: Tensor) -> Tensor:
    """[V, d_model] with one more row, for the start of decoding and for padding."""
    return torch.cat([tensor, tensor.new_zeros(1, *tensor.shape[1:])])


def _sources(options: MarianOptions, tensors: dict[str, Tensor]) -> Callable[[str], Source]:
    one = options.one_embedding
    projection = "decoder_ff_logit_out_Wt"
    legacy = "decoder_ff_logit_out_W"
    fixed = {
        "source_embedding.pieces.weight": Source("Wemb" if one else "encoder_Wemb", _with_zeros),
        "target_embedding.pieces.weight": Source("Wemb" if one else "decoder_Wemb", _with_zeros),
        "output.weight": Source(projection, as_it_is)
        if projection in tensors or legacy not in tensors
        else Source(legacy, transposed),
        "output_bias": Source("decoder_ff_logit_out_b", flat),
    }
    for side, stack in (("source", "encoder"), ("target", "decoder")):
        fixed[f"{side}_embedding.positions.table"] = Source("Wpos")
        for kind, name in (("weight", "scale"), ("bias", "bias")):
            norm = f"{stack}_emb_ln_{name}_pre"
            fixed[f"{side}_embedding.norm.{kind}"] = Source(norm, flat)
            fixed[f"{stack}.norm.{kind}"] = Source(f"{stack}_top_ln_{name}", flat)
    suffix = "_pre" if options.norm == "pre" else ""

    def source_of(ours: str) -> Source:
        if ours in fixed:
            return fixed[ours]
        stack, _, layer, part, inner, kind = ours.split(".")
        number = int(layer) + 1
        if stack == "decoder" and options.tied_layers:
            number = options.tied_layers[int(layer)]
        prefix = f"{stack}_l{number}_{_PARTS[part]}"
        if inner == "norm":
            return Source(f"{prefix}_{'scale' if kind == 'weight' else 'bias'}{suffix}", flat)
        # w_q is Wq, w_1 is W1, and of an SSRU w is W and w_f is Wf.
        letter = inner.removeprefix("w").removeprefix("_")
        if kind == "weight":
            return Source(f"{prefix}_W{letter}", transposed)
        return Source(f"{prefix}_b{letter}", flat)

    return source_of
