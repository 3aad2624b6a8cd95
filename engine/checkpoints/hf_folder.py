"""A checkpoint out of a Hugging Face folder of an encoder-decoder whose embeddings are shared."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import convert
from engine.checkpoints.hf_network import TIED, fit
from engine.checkpoints.hf_settings import Settings
from engine.checkpoints.languages import license_of
from engine.checkpoints.weights import Weights, read_weights
from engine.model.config import ModelConfig
from engine.text.language_codes import spoken
from engine.text.pieces import PieceVocabulary


def checkpoint_of(
    folder: Path,
    settings: Settings,
    config: ModelConfig,
    vocabulary: PieceVocabulary,
    name: str,
    *,
    bias: bool,
    known: Collection[str] = (),
) -> Checkpoint:
    """Read the weights, and put the checkpoint together.

    Args:
        folder, settings: of the model.
        config: what the settings say of the network.
        vocabulary: of the model.
        name: of the format, for a reader.
        bias: whether the family has a bias on the logits.
        known: names of tensors that are not needed.

    Raises:
        ModelFolderError: the weights are missing or damaged, or do not fit the settings.
    """
    weights = read_weights(folder)
    path, tensors = weights.path, weights.tensors
    config, source_of = fit(path, config, True, settings.tied, tensors, bias)
    state = convert(path, config, tensors, source_of, known=(*TIED, *known))
    return put_together(folder, config, state, vocabulary, weights, name)


def put_together(
    folder: Path,
    config: ModelConfig,
    state: dict[str, Tensor],
    vocabulary: PieceVocabulary,
    weights: Weights,
    name: str,
    positions_note: str = "",
) -> Checkpoint:
    """What a reader gives, once all of it has been read."""
    metadata = {
        "name": folder.resolve().name,
        "source_language": spoken(vocabulary.languages.source),
        "target_language": spoken(vocabulary.languages.target),
        "license": license_of(folder),
        "positions_note": positions_note,
    }
    return Checkpoint(
        folder, config, state, vocabulary, metadata, weights.dtype, weights.fingerprint, name
    )
