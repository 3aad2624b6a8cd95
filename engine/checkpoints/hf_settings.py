"""The settings of a Hugging Face folder, checked: config.json and its companions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.files import is_int, read_table, shown
from engine.checkpoints.folder import CONFIG, LARGEST_CONFIG
from engine.errors import ModelFolderError
from engine.model.config import Activation, ModelConfig
from engine.text.model_file import MOST_PIECES

GENERATION = "generation_config.json"
TOKENIZER = "tokenizer_config.json"

Only = Mapping[str, tuple[object, ...]]
"""The values that an option may have."""
Roles = Mapping[str, str | None]
"""Names of special pieces in tokenizer_config.json with their spellings, if they have any."""

ACTIVATIONS: dict[str, Activation] = {
    "relu": "relu", "gelu": "gelu", "gelu_python": "gelu", "silu": "silu", "swish": "silu",
    "gelu_new": "gelu_tanh", "gelu_fast": "gelu_tanh", "gelu_accurate": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh", "gelu_python_tanh": "gelu_tanh",
    "quick_gelu": "gelu_sigmoid", "relu2": "relu2", "relu6": "relu6",
    "leaky_relu": "leaky_relu", "tanh": "tanh", "sigmoid": "sigmoid",
    "hardswish": "hardswish", "mish": "mish",
}  # fmt: skip
"""``activation_function`` to the engine's name."""

FAIRSEQ_LARGE: Mapping[str, int] = {
    "pad_token_id": 1, "decoder_start_token_id": 2, "eos_token_id": 2, "d_model": 1024,
    "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096,
    "decoder_ffn_dim": 4096, "encoder_layers": 12, "decoder_layers": 12,
    "max_position_embeddings": 1024,
}  # fmt: skip
"""The numbers that the library takes for the families that come from fairseq."""

# Of a search, whose options are the user's: but these would force or forbid pieces.
_NO_SEARCH = (
    "suppress_tokens", "begin_suppress_tokens", "force_words_ids", "sequence_bias",
    "forced_decoder_ids", "constraints",
)  # fmt: skip


class Settings:
    """What config.json, generation_config.json and tokenizer_config.json say.

    Args:
        folder: that has them; the last two are optional.

    Attributes:
        architecture: the library's class of the whole model; each family has its own.
        only: what the library does not compute, or the engine not: only these values will do.
        values: of config.json.
        tokenizer: of tokenizer_config.json.
        generation: of generation_config.json, else of config.json, where older folders have them.
        tied: whether the output projection is one matrix with the embedding.
        size: rows of the vocabulary.
        pad_id, start_id: what fills up a batch, and the decoder's first input.

    Raises:
        ModelFolderError: an option is no sense or asks for what is not implemented.
    """

    architecture: ClassVar[str]
    always: ClassVar[Only] = {
        "is_encoder_decoder": (True,), "is_decoder": (False,), "quantization_config": (None,),
    }  # fmt: skip
    """As ``only``, of all models that have both stacks."""
    only: ClassVar[Only]
    usual: ClassVar[Mapping[str, int]]
    """Numbers that the family's library takes where config.json leaves them out."""
    usual_activation: ClassVar[str] = "gelu"
    usual_tied: ClassVar[bool] = True
    roles: ClassVar[Roles] = {}
    """The special pieces that the family's tokenizer takes where its settings leave them out, by
    the names that they have there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / CONFIG
        self.values = read_table(self.path, LARGEST_CONFIG)
        self.tokenizer = optional(folder / TOKENIZER)
        self.generation = {**self.values, **optional(folder / GENERATION)}
        self.check_architectures()
        for name, allowed in {**self.always, **self.only}.items():
            if name in self.values and self.values[name] not in allowed:
                raise self.refusal(name, self.values[name])
        for name in _NO_SEARCH:
            if self.generation.get(name) not in (None, []):
                raise self.refusal(name, self.generation[name])
        if self.tokenizer.get("sp_model_kwargs"):
            raise self.refusal("sp_model_kwargs", self.tokenizer["sp_model_kwargs"])
        self.tied = self.flag("tie_word_embeddings", self.usual_tied)
        self.size = self.rows("vocab_size")
        self.pad_id, self.start_id = self.special_ids()

    def check_architectures(self) -> None:
        """Refuse what has other weights than the whole model of the family."""
        kinds = self.values.get("architectures") or [self.architecture]
        if kinds != [self.architecture]:
            raise self.refusal("architectures", kinds)

    def special_ids(self) -> tuple[int, int]:
        """The ids of the padding and of the decoder's first input.

        The library's search has those of generation_config.json, its network those of config.json.
        """
        for name in ("decoder_start_token_id", "eos_token_id"):
            ours, theirs = self.number(name), self.generation.get(name)
            if theirs not in (None, ours, [ours]):
                raise ModelFolderError(
                    f"{self.path.parent} asks for {name} {ours} in {CONFIG} and for "
                    f"{shown(theirs)} in {GENERATION}; Diaphane takes one that both agree on, so "
                    "the model is not opened."
                )
        return self.number("pad_token_id"), self.number("decoder_start_token_id")

    def check_aliases(self, aliases: Mapping[str, str]) -> None:
        """Refuse two names of what is one option to the library, with different values."""
        for alias, name in aliases.items():
            if self.values.get(alias, self.number(name)) != self.number(name):
                raise self.refusal(alias, f"{self.values[alias]} (with {name} {self.number(name)})")

    def refusal(self, name: str, value: object) -> ModelFolderError:
        """For an option that is not implemented with this value."""
        return ModelFolderError(
            f"{self.path.parent} asks for {name} {shown(value)}, which Diaphane does not compute; "
            "it would give other results, so the model is not opened."
        )

    def check_tokenizer(self, *allowed: str | None) -> None:
        """Refuse a tokenizer whose class in the library is none of these.

        Args:
            allowed: the classes; ``None`` where the family's own is meant if none is named.
        """
        kind = self.tokenizer.get("tokenizer_class") or self.values.get("tokenizer_class") or None
        if kind in allowed:
            return
        path = self.path.parent / TOKENIZER
        if kind is None:
            lacks = "does not say its tokenizer_class" if path.is_file() else "is missing"
            raise ModelFolderError(f"{path} {lacks}; get the model folder again.")
        raise self.refusal("tokenizer_class", kind)

    def number(self, name: str, usual: int | None = None) -> int:
        """A whole number of config.json, at least 0."""
        if name in self.values:
            value = self.values[name]
        else:
            value = self.usual[name] if usual is None else usual
        if not is_int(value) or not 0 <= value < 1 << 31:
            raise ModelFolderError(
                f"{self.path}: {name} must be a whole number, not {shown(value)}."
            )
        return value

    def small(self, name: str, usual: float) -> float:
        """What a norm adds to a variance, of config.json: above 0, and no more than 1."""
        value = self.values.get(name, usual)
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if not plain or not 0 < value <= 1:
            problem = "a number above 0" if not plain or value <= 0 else "at most 1"
            raise ModelFolderError(f"{self.path}: {name} must be {problem}, not {shown(value)}.")
        return float(value)

    def rows(self, name: str, usual: int | None = None) -> int:
        """How many pieces a vocabulary has, of config.json: each is made, whatever the weights."""
        value = self.number(name, usual)
        if value > MOST_PIECES:
            raise ModelFolderError(
                f"{self.path}: {name} {value:,} is more than the {MOST_PIECES:,} pieces that a "
                "vocabulary may have."
            )
        return value

    def flag(self, name: str, usual: bool) -> bool:
        """A yes or no of config.json."""
        value = self.values.get(name, usual)
        if not isinstance(value, bool):
            raise ModelFolderError(
                f"{self.path}: {name} must be true or false, not {shown(value)}."
            )
        return value

    def token(self, name: str, usual: str) -> str:
        """The spelling of a special piece, which stands there plain or with its properties."""
        value = self.tokenizer.get(name) or usual
        value = value.get("content") if isinstance(value, dict) else value
        if not isinstance(value, str):
            raise ModelFolderError(
                f"{self.path.parent / TOKENIZER}: {name} is no text: {shown(value)}."
            )
        return value

    def role(self, name: str) -> str | None:
        """The spelling of a special piece, ``None`` where there is none."""
        value = self.tokenizer[name] if name in self.tokenizer else self.roles.get(name)
        value = value.get("content") if isinstance(value, dict) else value
        if value is not None and not isinstance(value, str):
            raise ModelFolderError(
                f"{self.path.parent / TOKENIZER}: {name} is no text: {shown(value)}."
            )
        return value

    def choice(self, name: str) -> bool | None:
        """A yes or no of tokenizer_config.json; ``None`` where it says neither."""
        value = self.tokenizer.get(name)
        if value is not None and not isinstance(value, bool):
            raise ModelFolderError(
                f"{self.path.parent / TOKENIZER}: {name} must be true or false, not {shown(value)}."
            )
        return value

    def never_written(self) -> tuple[int, ...]:
        """The pieces that the library's search would never write, and the padding."""
        pieces = {self.pad_id}
        listed = self.generation.get("bad_words_ids") or []
        for entry in listed if isinstance(listed, list) else [listed]:
            if not isinstance(entry, list) or len(entry) != 1 or not is_int(entry[0]):
                raise self.refusal("bad_words_ids", listed)
            pieces.add(entry[0])
        return tuple(sorted(pieces))

    def particulars(self) -> dict[str, Any]:
        """The options of :class:`ModelConfig` in which the family differs from others."""
        raise NotImplementedError

    def config(self, unk_id: int) -> ModelConfig:
        """The shape of the network, as far as it stands in config.json.

        Raises:
            ModelFolderError: there can be no such network.
        """
        try:
            return ModelConfig(
                **self.shape(),
                **self.particulars(),
                unk_id=unk_id,
                never_written=self.never_written(),
            )
        except ValueError as error:
            raise ModelFolderError(f"{self.path}: {error}.") from None

    def shape(self) -> dict[str, Any]:
        """The options of :class:`ModelConfig` that all families have under the same names."""
        heads = self.number("encoder_attention_heads")
        if self.number("decoder_attention_heads") != heads:
            raise self.refusal(
                "decoder_attention_heads",
                f"{self.number('decoder_attention_heads')} (with encoder_attention_heads {heads})",
            )
        name = self.values.get("activation_function", self.usual_activation)
        if not isinstance(name, str) or name not in ACTIVATIONS:
            raise self.refusal("activation_function", name)
        return {
            "vocabulary_size": self.size,
            "d_model": self.number("d_model"),
            "heads": heads,
            "d_ff": self.number("encoder_ffn_dim"),
            "decoder_ff": self.number("decoder_ffn_dim"),
            "encoder_layers": self.number("encoder_layers"),
            "decoder_layers": self.number("decoder_layers"),
            "activation": ACTIVATIONS[name],
            "max_positions": self.number("max_position_embeddings"),
            "pad_id": self.pad_id,
            "start_id": self.start_id,
            "eos_id": self.number("eos_token_id"),
            "dropout": 0.0,
        }


def optional(path: Path) -> dict[str, Any]:
    """A table that a folder may have; empty if it has not."""
    return read_table(path, LARGEST_CONFIG) if path.is_file() else {}


def model_type(folder: Path) -> str:
    """Which family a folder says of itself that it is of; empty if it says nothing readable."""
    try:
        return str(read_table(folder / CONFIG, LARGEST_CONFIG).get("model_type", ""))
    except ModelFolderError:
        return ""
