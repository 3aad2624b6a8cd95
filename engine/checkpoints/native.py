"""Diaphane's own model folder: read with every check.

A folder holds four files::

    config.json          format, version, the ModelConfig, languages, licence, checksums
    model.safetensors    the weights, float16 or float32, named as in Transformer.state_dict()
    sentencepiece.model  the joint vocabulary
    README.md            the model card

Everything read is untrusted: names, shapes, counts and numbers are checked before
anything is computed with them, and nothing is ever unpickled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.files import (
    and_more,
    brief,
    dtype_names,
    finite,
    is_int,
    read_table,
)
from engine.checkpoints.folder import (
    CONFIG,
    FORMAT,
    LARGEST_CONFIG,
    MOST_POSITIONS,
    PIECES,
    VERSION,
    WEIGHTS,
    by,
    layout,
    matches,
    sha256,
)
from engine.checkpoints.safetensors_file import read_safetensors
from engine.checkpoints.writer import check_writable, save
from engine.errors import DiaphaneError, ModelFolderError, shortage
from engine.model.config import ModelConfig
from engine.text.vocabulary import Vocabulary

__all__ = ["Checkpoint", "check_writable", "load", "matches", "save"]


def load(folder: Path | str) -> Checkpoint:
    """Read a model folder and check all of it.

    Raises:
        ModelFolderError: the folder or a file is missing, truncated, damaged, of a newer
            version or does not fit the rest; the message names the file and the trouble.
    """
    folder = Path(folder)
    values = _read_config(folder)
    config = _model_config(folder / CONFIG, values["model"])
    fingerprint = _check_files(folder, values.get("files", {}))
    state, dtype = _read_weights(folder / WEIGHTS, config)
    vocabulary = _read_vocabulary(folder / PIECES, config)
    ours = ("format", "version", "model", "files")
    metadata = {key: value for key, value in values.items() if key not in ours}
    return Checkpoint(folder, config, state, vocabulary, metadata, dtype, fingerprint)


def _read_config(folder: Path) -> dict[str, Any]:
    path = folder / CONFIG
    values = read_table(path, LARGEST_CONFIG)
    if values.get("format") != FORMAT:
        raise ModelFolderError(
            f'{path} does not say "format": "{FORMAT}"; this is not a Diaphane model folder.'
        )
    version = values.get("version")
    if not is_int(version) or version < 1:
        raise ModelFolderError(f"{path} has no usable version number, but {version!r}.")
    if version > VERSION:
        raise ModelFolderError(
            f"{path} is of version {version}, and this Diaphane reads up to version {VERSION}; "
            "update Diaphane to open it."
        )
    for name in ("source_language", "target_language"):
        if not isinstance(values.get(name), str) or not values[name]:
            raise ModelFolderError(f'{path} lacks "{name}", for example "{name}": "en".')
    for name in ("name", "license"):
        if not isinstance(values.get(name, ""), str):
            raise ModelFolderError(f'{path} has a "{name}" that is no text: {values[name]!r}.')
    if not isinstance(values.get("model"), dict):
        raise ModelFolderError(f'{path} lacks "model", the options of the network.')
    if not isinstance(values.get("files", {}), dict):
        raise ModelFolderError(f'{path} has "files" that are no table of sizes and checksums.')
    return values


def _model_config(path: Path, values: dict[str, Any]) -> ModelConfig:
    def is_real(value: object) -> bool:
        return is_int(value) or isinstance(value, float)

    kinds: dict[str, Callable[[object], bool]] = {
        "int": is_int,
        "float": is_real,
        "bool": lambda value: isinstance(value, bool),
        "str": lambda value: isinstance(value, str),
        "tuple[int, ...]": lambda value: isinstance(value, list) and all(map(is_int, value)),
        "tuple[float, float, float, float]": lambda value: (
            isinstance(value, list) and len(value) == 4 and all(map(is_real, value))
        ),
        "None": lambda value: value is None,
    }
    for option in fields(ModelConfig):
        # The other types are names of texts that ModelConfig itself knows.
        allowed = [kind if kind in kinds else "str" for kind in str(option.type).split(" | ")]
        kind = allowed[0]
        if option.name in values and not any(kinds[each](values[option.name]) for each in allowed):
            raise ModelFolderError(
                f"{path}: the model option {option.name!r} must be of type {kind}, "
                f"not {values[option.name]!r}."
            )
    try:
        config = ModelConfig.from_dict(values)
    except ValueError as error:
        raise ModelFolderError(f"{path}: {error}.") from None
    for name in ("max_positions", "position_offset"):
        if getattr(config, name) > MOST_POSITIONS:
            raise ModelFolderError(
                f"{path}: {name} {getattr(config, name)} is more than the "
                f"{MOST_POSITIONS} that can be computed."
            )
    if config.target_vocabulary_size is not None:
        raise ModelFolderError(
            f"{path} asks for target_vocabulary_size {config.target_vocabulary_size}: a folder of "
            "this format has one vocabulary for both languages."
        )
    special = (config.pad_id, config.unk_id, config.start_id, config.eos_id)
    if len(set(special)) != len(special):
        raise ModelFolderError(f"{path}: two of the special ids {special} are the same.")
    return config


def _check_files(folder: Path, files: dict[str, Any]) -> str:
    """Compare sizes and checksums, where config.json has them, before anything is parsed.

    Returns:
        The checksum of the weights.
    """
    digests: dict[str, str] = {}
    for name in (WEIGHTS, PIECES):
        path = folder / name
        if not path.is_file():
            raise ModelFolderError(
                f"{path} is missing; the model folder is incomplete, get it again."
            )
        try:
            size = path.stat().st_size
            digests[name] = sha256(path)
        except OSError as error:
            raise ModelFolderError(f"{path} cannot be read: {error.strerror}.") from None
        if name not in files:  # a folder put together by hand
            continue
        entry = files[name]
        if (
            not isinstance(entry, dict)
            or not is_int(entry.get("bytes"))
            or not isinstance(entry.get("sha256"), str)
        ):
            raise ModelFolderError(
                f'{folder / CONFIG}: "files" must give "bytes" and "sha256" of {name}.'
            )
        if size != entry["bytes"]:
            raise ModelFolderError(
                f"{path} has {size:,} bytes where config.json says {entry['bytes']:,}; "
                "the file is truncated or another one, get the folder again."
            )
        if digests[name] != entry["sha256"]:
            raise ModelFolderError(
                f"{path} is damaged (its checksum is not the one in config.json); "
                "get the folder again."
            )
    return digests[WEIGHTS]


def _read_weights(path: Path, config: ModelConfig) -> tuple[dict[str, Tensor], str]:
    try:
        with safe_open(str(path), framework="pt", device="cpu") as file:
            names = list(file.keys())
            shapes = {name: tuple(file.get_slice(name).get_shape()) for name in names}
            aliases = _check_shapes(path, config, shapes)
        stored = read_safetensors(path)
    except (
        SafetensorError, OSError, ValueError, RuntimeError, KeyError, TypeError, OverflowError,
    ) as error:  # fmt: skip
        if shortage(error) is not None:
            raise
        raise ModelFolderError(
            f"{path} is truncated or no safetensors file ({brief(error)}); "
            "get the model folder again."
        ) from None
    state = {name: finite(path, name, tensor) for name, tensor in stored.items()}
    for alias, name in aliases.items():
        state[alias] = state[name]
    return state, dtype_names(stored.values())


def _check_shapes(
    path: Path, config: ModelConfig, shapes: dict[str, tuple[int, ...]]
) -> dict[str, str]:
    """Compare names and shapes with the network's own; returns the layout's aliases."""
    # Before a network of that shape is built: each layer and each embedding row of a true
    # config lies in the file, so that damage cannot ask for a billion layers.
    layers = config.encoder_layers + config.decoder_layers
    if layers > len(shapes):
        raise ModelFolderError(
            f"{path} has {len(shapes)} tensors, too few for the {layers} layers of config.json."
        )
    try:
        expected, aliases = layout(config)
    except (RuntimeError, OverflowError, TypeError) as error:
        raise ModelFolderError(
            f"{path.parent / CONFIG} describes a network that cannot be built: {brief(error)}."
        ) from None
    missing = sorted(expected.keys() - shapes.keys())
    if missing:
        raise ModelFolderError(
            f"{path} lacks the tensor {missing[0]!r}{and_more(missing)} that the network of "
            "config.json needs."
        )
    extra = sorted(shapes.keys() - expected.keys())
    if extra:
        raise ModelFolderError(
            f"{path} has the tensor {extra[0]!r}{and_more(extra)} that the network of "
            "config.json has no place for."
        )
    for name, shape in expected.items():
        if shapes[name] != shape:
            raise ModelFolderError(
                f"{path}: the tensor {name!r} has shape {by(shapes[name])}, and the network "
                f"of config.json needs {by(shape)}."
            )
    return aliases


def _read_vocabulary(path: Path, config: ModelConfig) -> Vocabulary:
    try:
        vocabulary = Vocabulary.load(path)
    except DiaphaneError:
        raise
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise ModelFolderError(
            f"{path} is no SentencePiece model or is damaged ({brief(error)}); "
            "get the model folder again."
        ) from None
    if vocabulary.size != config.vocabulary_size:
        raise ModelFolderError(
            f"{path} has {vocabulary.size} pieces, and config.json says vocabulary_size "
            f"{config.vocabulary_size}; the two belong to different models."
        )
    for name in ("pad_id", "unk_id", "start_id", "eos_id"):
        if getattr(vocabulary, name) != getattr(config, name):
            raise ModelFolderError(
                f"{path} has {name} {getattr(vocabulary, name)}, and config.json says "
                f"{getattr(config, name)}; the two belong to different models."
            )
    return vocabulary
