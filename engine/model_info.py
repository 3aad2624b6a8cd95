"""What identifies and describes a model that has been read, for events, traces and the window."""

from __future__ import annotations

from engine.checkpoints.checkpoint import Checkpoint
from engine.events import ModelInfo
from engine.model.config import ModelConfig
from engine.model.transformer import Transformer

_STACKS = {
    "encoder-decoder": "Transformer",
    "encoder": "Transformer encoder",
    "decoder": "Transformer decoder",
}


def model_info(checkpoint: Checkpoint, model: Transformer, device: str, dtype: str) -> ModelInfo:
    """Describe a model.

    Args:
        checkpoint: what was read.
        model: the network that was made of it.
        device, dtype: where and in which number type it runs.
    """
    config, vocabulary, metadata = checkpoint.config, checkpoint.vocabulary, checkpoint.metadata
    mask_id = vocabulary.mask_id
    return ModelInfo(
        name=str(metadata.get("name", checkpoint.folder.name)),
        folder=str(checkpoint.folder),
        source_language=str(metadata.get("source_language", "")),
        target_language=str(metadata.get("target_language", "")),
        architecture=architecture(config),
        encoder_layers=config.encoder_layers,
        decoder_layers=config.decoder_layers,
        heads=config.heads,
        d_model=config.d_model,
        d_ff=config.d_ff,
        vocabulary_size=config.output_size,
        parameters=model.parameter_count(),
        max_positions=config.max_positions,
        device=device,
        dtype=dtype,
        fingerprint=checkpoint.fingerprint,
        target_languages=vocabulary.target_languages,
        decoder_self=config.decoder_self,
        source_languages=vocabulary.source_languages,
        stacks=config.stacks,
        predicts=config.output != "none",
        mask="" if mask_id is None else vocabulary.piece(mask_id).text,
        positions_note=str(metadata.get("positions_note", "")),
    )


def architecture(config: ModelConfig) -> str:
    """A network in a few words."""
    norm = "post-norm" if config.norm == "post" else "pre-norm"
    words = [_STACKS[config.stacks], f"{norm} (RMS)" if config.norm_kind == "rms" else norm]
    words.append(
        f"gated {config.activation}" if config.feed_forward == "gated" else config.activation
    )
    if config.positions in ("relative", "rotary"):
        words.append(f"{config.positions} positions")
    if config.decoder_self == "ssru":
        words.append("SSRU in the decoder")
    return ", ".join(words)
