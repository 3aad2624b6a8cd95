"""The settings of a Hugging Face MarianMT folder, checked: config.json and its companions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.checkpoints.files import is_int, read_table
from engine.checkpoints.folder import CONFIG, LARGEST_CONFIG
from engine.errors import ModelFolderError
from engine.model.config import Activation, ModelConfig

GENERATION = "generation_config.json"
TOKENIZER = "tokenizer_config.json"

ACTIVATIONS: dict[str, Activation] = {
    "relu": "relu", "gelu": "gelu", "gelu_python": "gelu", "silu": "silu", "swish": "silu",
    "gelu_new": "gelu_tanh", "gelu_fast": "gelu_tanh", "gelu_accurate": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh", "gelu_python_tanh": "gelu_tanh",
    "quick_gelu": "gelu_sigmoid", "relu2": "relu2", "relu6": "relu6",
    "leaky_relu": "leaky_relu", "tanh": "tanh", "sigmoid": "sigmoid",
    "hardswish": "hardswish", "mish": "mish",
}  # fmt: skip
"""``activation_function`` to the engine's name."""

# What the library's Marian does not compute, or the engine not: only these values will do.
_ONLY: dict[str, tuple[object, ...]] = {
    "is_encoder_decoder": (True,),
    "is_decoder": (False,),
    "normalize_before": (False,),
    "normalize_embedding": (False,),
    "add_final_layer_norm": (False,),
    "add_bias_logits": (False,),
    "static_position_embeddings": (True,),
    "quantization_config": (None,),
}
# Of a search, whose options are the user's: but these would force or forbid pieces.
_NO_SEARCH = (
    "forced_bos_token_id", "suppress_tokens", "begin_suppress_tokens", "force_words_ids",
    "sequence_bias", "forced_decoder_ids", "constraints",
)  # fmt: skip


class MarianSettings:
    """What config.json, generation_config.json and tokenizer_config.json say.

    Args:
        folder: that has them; the last two are optional.

    Attributes:
        values: of config.json.
        tokenizer: of tokenizer_config.json.
        generation: of generation_config.json, else of config.json, where older folders have them.
        shared, tied: whether both embeddings, and the output projection, are one matrix.
        size, target_size: rows of the vocabularies.
        pad_id, start_id: what fills up a batch, and the decoder's first input.

    Raises:
        ModelFolderError: an option is no sense or asks for what is not implemented.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / CONFIG
        self.values = read_table(self.path, LARGEST_CONFIG)
        self.tokenizer = _optional(folder / TOKENIZER)
        self.generation = {**self.values, **_optional(folder / GENERATION)}
        kinds = self.values.get("architectures") or ["MarianMTModel"]
        if kinds != ["MarianMTModel"]:
            raise self.refusal("architectures", kinds)
        for name, allowed in _ONLY.items():
            if name in self.values and self.values[name] not in allowed:
                raise self.refusal(name, self.values[name])
        for name in _NO_SEARCH:
            if self.generation.get(name) not in (None, []):
                raise self.refusal(name, self.generation[name])
        if self.tokenizer.get("sp_model_kwargs"):
            raise self.refusal("sp_model_kwargs", self.tokenizer["sp_model_kwargs"])
        self.shared = self.flag("share_encoder_decoder_embeddings", True)
        self.tied = self.flag("tie_word_embeddings", True)
        self.size = self.number("vocab_size", 58101)
        self.pad_id = self.number("pad_token_id", 58100)
        self.start_id = self.number("decoder_start_token_id", 58100)
        target = self.values.get("decoder_vocab_size")
        self.target_size = self.number("decoder_vocab_size", self.size) if target else self.size
        if self.shared and self.target_size != self.size:
            raise self.refusal("decoder_vocab_size", self.target_size)

    def refusal(self, name: str, value: object) -> ModelFolderError:
        """For an option that is not implemented with this value."""
        return ModelFolderError(
            f"{self.path.parent} asks for {name} {value!r}, which Diaphane does not compute; it "
            "would give other translations, so the model is not opened."
        )

    def number(self, name: str, usual: int) -> int:
        """A whole number of config.json, at least 0."""
        value = self.values.get(name, usual)
        if not is_int(value) or not 0 <= value < 1 << 31:
            raise ModelFolderError(f"{self.path}: {name} must be a whole number, not {value!r}.")
        return value

    def flag(self, name: str, usual: bool) -> bool:
        """A yes or no of config.json."""
        value = self.values.get(name, usual)
        if not isinstance(value, bool):
            raise ModelFolderError(f"{self.path}: {name} must be true or false, not {value!r}.")
        return value

    def token(self, name: str, usual: str) -> str:
        """The spelling of a special piece, which stands there plain or with its properties."""
        value = self.tokenizer.get(name) or usual
        value = value.get("content") if isinstance(value, dict) else value
        if not isinstance(value, str):
            raise ModelFolderError(f"{self.path.parent / TOKENIZER}: {name} is no text: {value!r}.")
        return value

    @property
    def separate(self) -> bool:
        """Whether each language has a vocabulary of its own."""
        return bool(self.tokenizer.get("separate_vocabs", False))

    def never_written(self) -> tuple[int, ...]:
        """The pieces that the library's search would never write."""
        pieces: set[int] = set()
        for entry in self.generation.get("bad_words_ids") or []:
            if not isinstance(entry, list) or len(entry) != 1 or not is_int(entry[0]):
                raise self.refusal("bad_words_ids", self.generation["bad_words_ids"])
            pieces.add(entry[0])
        # It is the start, and nothing that anybody could mean to write.
        padding = {self.pad_id} if self.pad_id < self.target_size else set()
        return tuple(sorted(pieces | padding))

    def config(self, unk_id: int) -> ModelConfig:
        """The shape of the network, as far as it stands in config.json."""
        heads = self.number("encoder_attention_heads", 16)
        if self.number("decoder_attention_heads", 16) != heads:
            raise self.refusal(
                "decoder_attention_heads",
                f"{self.values.get('decoder_attention_heads', 16)} (with "
                f"encoder_attention_heads {heads})",
            )
        name = self.values.get("activation_function", "gelu")
        if not isinstance(name, str) or name not in ACTIVATIONS:
            raise self.refusal("activation_function", name)
        try:
            return ModelConfig(
                vocabulary_size=self.size,
                d_model=self.number("d_model", 1024),
                heads=heads,
                d_ff=self.number("encoder_ffn_dim", 4096),
                decoder_ff=self.number("decoder_ffn_dim", 4096),
                encoder_layers=self.number("encoder_layers", 12),
                decoder_layers=self.number("decoder_layers", 12),
                activation=ACTIVATIONS[name],
                positions="halves",
                scale_embeddings=self.flag("scale_embedding", False),
                max_positions=self.number("max_position_embeddings", 1024),
                pad_id=self.pad_id,
                unk_id=unk_id,
                start_id=self.start_id,
                eos_id=self.number("eos_token_id", 0),
                never_written=self.never_written(),
                shared_embeddings=self.shared,
                target_vocabulary_size=None if self.shared else self.target_size,
                tied_output=self.tied,
                output_bias=True,
                dropout=0.0,
            )
        except ValueError as error:
            raise ModelFolderError(f"{self.path}: {error}.") from None


def _optional(path: Path) -> dict[str, Any]:
    return read_table(path, LARGEST_CONFIG) if path.is_file() else {}
