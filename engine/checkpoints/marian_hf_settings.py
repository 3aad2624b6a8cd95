"""The settings of a Hugging Face MarianMT folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.hf_settings import Only, Settings


class MarianSettings(Settings):
    """What the settings of a MarianMT folder say; see :class:`Settings`.

    Attributes:
        shared: whether both embeddings are one matrix.
        target_size: rows of the target's vocabulary.
    """

    architecture = "MarianMTModel"
    only: ClassVar[Only] = {
        "normalize_before": (False,),
        "normalize_embedding": (False,),
        "add_final_layer_norm": (False,),
        "add_bias_logits": (False,),
        "static_position_embeddings": (True,),
    }
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 58101, "pad_token_id": 58100, "decoder_start_token_id": 58100,
        "eos_token_id": 0, "d_model": 1024, "encoder_attention_heads": 16,
        "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096,
        "encoder_layers": 12, "decoder_layers": 12, "max_position_embeddings": 1024,
    }  # fmt: skip

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if self.generation.get("forced_bos_token_id") is not None:
            raise self.refusal("forced_bos_token_id", self.generation["forced_bos_token_id"])
        self.shared = self.flag("share_encoder_decoder_embeddings", True)
        # The library writes null, or nothing, where both have one size.
        same = self.values.get("decoder_vocab_size") is None
        self.target_size = self.size if same else self.rows("decoder_vocab_size")
        if self.shared and self.target_size != self.size:
            raise self.refusal("decoder_vocab_size", self.target_size)

    @property
    def separate(self) -> bool:
        """Whether each language has a vocabulary of its own."""
        return bool(self.tokenizer.get("separate_vocabs", False))

    def never_written(self) -> tuple[int, ...]:
        """As for all; padding is not always a piece of the target."""
        own = [self.pad_id] if self.pad_id >= self.target_size else []
        return tuple(piece for piece in super().never_written() if piece not in own)

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "positions": "halves",
            "scale_embeddings": self.flag("scale_embedding", False),
            "shared_embeddings": self.shared,
            "target_vocabulary_size": None if self.shared else self.target_size,
            "tied_output": self.tied,
            "output_bias": True,
        }
