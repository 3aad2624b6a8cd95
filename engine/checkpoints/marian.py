"""Marian's own folders: ``model*.npz``, ``decoder.yml`` and the vocabularies.

A vocabulary is a SentencePiece model, which then says the ids too; or a YAML table from
spellings to ids, beside ``source.spm`` and ``target.spm``, which only cut the text (OPUS-MT).

What differs from the paper: positions are Marian's own timescales in halves, layer norm adds
1e-6 to the variance, and decoding begins with no piece at all but a zero vector, to which the
first position is added. The network here has a row of zeros for it behind the vocabulary, which
has no logit; the same row fills up a batch's shorter sources. The unknown piece is never
written. A learned table of positions is used as it was trained: row p for position p.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, as_it_is, convert, flat, transposed
from engine.checkpoints.files import (
    LARGEST_SENTENCEPIECE,
    LARGEST_VOCABULARY,
    dtype_names,
    read_bytes,
)
from engine.checkpoints.folder import sha256
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.marian_options import MarianOptions
from engine.checkpoints.npz import read_arrays
from engine.checkpoints.plain_yaml import Plain, parse
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.model.config import ModelConfig
from engine.text.lookup import Side, from_sentencepiece, from_table
from engine.text.pieces import PieceVocabulary

DECODER = "decoder.yml"
OPTIONS = "special:model.yml"
MODELS = {"source": "source.spm", "target": "target.spm"}

# Longer than any sentence; the formula has no end.
_POSITIONS = 1024
_LARGEST_YAML = 1 << 20

_PARTS = {
    "self_attention": "self",
    "cross_attention": "context",
    "self_attention_residual": "self_Wo_ln",
    "cross_attention_residual": "context_Wo_ln",
    "feed_forward": "ffn",
    "feed_forward_residual": "ffn_ffn_ln",
}


def matches(folder: Path) -> bool:
    """Whether ``folder`` looks like one of this format."""
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return False
    # With weights of another kind, decoder.yml belongs to a quantised copy of Marian's.
    alone = DECODER in names and not any(name.endswith(".bin") for name in names)
    return alone or any(name.endswith(".npz") for name in names)


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = _read_settings(folder)
    path = _weights_file(folder, settings)
    arrays = read_arrays(path)
    if OPTIONS not in arrays:
        raise ModelFolderError(f"{path} has no {OPTIONS}, which says what the network computes.")
    text = arrays.pop(OPTIONS).tobytes().rstrip(b"\0")
    values = parse(text, f"{path}, {OPTIONS}")
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path}: {OPTIONS} is no table of options.")
    options = MarianOptions(path, values)
    tensors = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
    if options.learned_positions != ("Wpos" in tensors):
        raise ModelFolderError(
            f"{path}: transformer-train-position-embeddings is "
            f"{str(options.learned_positions).lower()}, and the tensor Wpos says otherwise."
        )
    sides = _read_vocabularies(folder, settings, options)
    config = _config(path, options, tensors, sides, settings.get("allow-unk") == "true")
    state = convert(path, config, tensors, _sources(options, tensors))
    source_language, target_language = pair_of(folder)
    metadata = {
        "name": folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
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
    dtype = dtype_names(tensors.values())
    return Checkpoint(folder, config, state, vocabulary, metadata, dtype, sha256(path), "Marian")


# ------------------------------------------------------------------------------- the folder


def _read_settings(folder: Path) -> dict[str, Plain]:
    path = folder / DECODER
    if not path.is_file():
        return {}
    values = parse(read_bytes(path, _LARGEST_YAML), str(path))
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is no table of options.")
    return values


def _named(folder: Path, settings: dict[str, Plain], name: str) -> list[Path]:
    """The files that decoder.yml names, looked for in the folder itself, wherever it says."""
    found = settings.get(name, [])
    words = found if isinstance(found, list) else [found]
    names = [PurePosixPath(str(word)).name for word in words]
    if any(not each or each in (".", "..") or "\\" in each or "\0" in each for each in names):
        raise ModelFolderError(f"{folder / DECODER}: {name} names no file: {found!r}.")
    return [folder / each for each in names]


def _weights_file(folder: Path, settings: dict[str, Plain]) -> Path:
    paths = _named(folder, settings, "models") or sorted(folder.glob("*.npz"))
    if len(paths) != 1:
        names = ", ".join(path.name for path in paths)
        raise ModelFolderError(
            f"{folder} has {len(paths)} files of weights ({names[:200]}), and one is needed; name "
            f"it in {DECODER}, as models: [file]."
        )
    if not paths[0].is_file():
        raise ModelFolderError(
            f"{paths[0]} is missing; the model folder is incomplete, get it again."
        )
    return paths[0]


# --------------------------------------------------------------------------- the vocabulary


def _read_vocabularies(
    folder: Path, settings: dict[str, Plain], options: MarianOptions
) -> dict[str, Side]:
    paths = _named(folder, settings, "vocabs")
    if not paths:
        found = sorted({*folder.glob("*vocab*.yml"), *folder.glob("*vocab*.spm")})
        paths = found * 2 if len(found) == 1 else found
    if len(paths) != 2:
        raise ModelFolderError(
            f"{folder} has {len(paths)} vocabularies, and two are needed, the source's and the "
            f"target's (one file may be both); name them in {DECODER}, as vocabs: [file, file]."
        )
    sides: dict[str, Side] = {}
    for side, path, size in zip(MODELS, paths, options.vocabularies, strict=True):
        sides[side] = _read_side(folder, side, path, size)
        if len(sides[side].pieces) != size:
            raise ModelFolderError(
                f"{path} has {len(sides[side].pieces)} pieces, and the weights say {size} "
                "(dim-vocabs); the two belong to different models."
            )
    return sides


def _read_side(folder: Path, side: str, path: Path, size: int) -> Side:
    try:
        if path.suffix == ".spm":
            return from_sentencepiece(read_bytes(path, LARGEST_SENTENCEPIECE), str(path))
        if path.suffix not in (".yml", ".yaml", ".json"):
            raise ModelFolderError(
                f"{path} is a vocabulary of a kind that is not understood; a SentencePiece model "
                "(.spm) or a YAML table (.yml) is."
            )
        model = folder / MODELS[side]
        if not model.is_file():
            raise ModelFolderError(
                f"{model} is missing: it cuts the text for the vocabulary {path.name}, and no "
                "other way to cut it is supported."
            )
        ids = _read_table(path, size)
        return from_table(read_bytes(model, LARGEST_SENTENCEPIECE), str(model), ids, size)
    except KeyError as error:
        raise ModelFolderError(f"{path} has no {error.args[0]!r}; every vocabulary does.") from None


def _read_table(path: Path, size: int) -> dict[str, int]:
    values = parse(read_bytes(path, LARGEST_VOCABULARY), str(path))
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is no table from spellings to ids.")
    if len(values) != size:
        raise ModelFolderError(
            f"{path} has {len(values)} spellings, and the weights say {size} (dim-vocabs); the "
            "two belong to different models."
        )
    ids: dict[str, int] = {}
    for spelling, value in values.items():
        good = isinstance(value, str) and value.isascii() and value.isdecimal()
        if not good or len(str(value)) > 9 or int(str(value)) >= size:
            raise ModelFolderError(f"{path} gives {spelling!r} the id {value!r}.")
        ids[spelling] = int(str(value))
    if len(set(ids.values())) != size:
        raise ModelFolderError(f"{path} gives one id to two spellings.")
    return ids


# ------------------------------------------------------------------------------ the network


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
        letter = inner.removeprefix("w_")
        if kind == "weight":
            return Source(f"{prefix}_W{letter}", transposed)
        return Source(f"{prefix}_b{letter}", flat)

    return source_of
