"""The settings of Hugging Face folders of LLaMA, Mistral and Qwen2: one network, by options."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.files import is_int
from engine.checkpoints.folder import MOST_POSITIONS
from engine.checkpoints.hf_one_stack import OneStackSettings
from engine.checkpoints.hf_settings import Only, Roles
from engine.errors import ModelFolderError


class LlamaSettings(OneStackSettings):
    """What the settings of a folder say; see :class:`OneStackSettings`.

    Attributes:
        name: of the format, for a reader.
    """

    name: ClassVar[str] = "Hugging Face LLaMA"
    architectures: ClassVar[tuple[str, ...]] = ("LlamaForCausalLM",)
    only: ClassVar[Only] = {"pretraining_tp": (1, None)}
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008,
        "num_hidden_layers": 32, "num_attention_heads": 32, "max_position_embeddings": 2048,
        "bos_token_id": 1, "eos_token_id": 2,
    }  # fmt: skip
    usual_tied = False
    roles: ClassVar[Roles] = {
        "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>", "pad_token": None,
    }  # fmt: skip

    def shape(self) -> dict[str, Any]:
        """The options, by their names here."""
        return {
            "stacks": "decoder",
            "vocabulary_size": self.size,
            "d_model": self.number("hidden_size"),
            "heads": self.number("num_attention_heads"),
            "head_width": self._or_none("head_dim"),
            "key_value_heads": self._or_none("num_key_value_heads"),
            "d_ff": self.number("intermediate_size"),
            "encoder_layers": 0,
            "decoder_layers": self.number("num_hidden_layers"),
            "activation": self.activation("hidden_act", "silu"),
            "layer_norm_eps": self.small("rms_norm_eps", 1e-6),
            # Rotary positions have no table, so that this is a limit alone.
            "max_positions": min(
                self.number("max_position_embeddings"), MOST_POSITIONS, *self.windows()
            ),
        }

    def positions_note(self) -> str:
        """The options that say how many positions there are, where fewer are taken than that."""
        name, windows = "max_position_embeddings", self.windows()
        if self.number(name) <= min(MOST_POSITIONS, *windows, self.number(name)):
            return ""
        said = [f"sliding_window {window}" for window in windows]
        return ", ".join((*said, f"{name} {self.number(name)}"))

    def particulars(self) -> dict[str, Any]:
        """What sets these families apart."""
        return {
            "norm": "pre",
            "norm_kind": "rms",
            "feed_forward": "gated",
            "positions": "rotary",
            "scale_embeddings": False,
            "tied_output": self.tied,
            **self.biases(),
            **self._rotary(),
        }

    def biases(self) -> dict[str, bool]:
        """Which matrices have biases."""
        return {
            "attention_bias": self.flag("attention_bias", False),
            "feed_forward_bias": self.flag("mlp_bias", False),
        }

    def windows(self) -> tuple[int, ...]:
        """How many of the last pieces a layer looks at, where it does not look at all of them.

        A text that is no longer is computed as if there were no such limit, so it is the longest
        that is taken.
        """
        return ()

    def _or_none(self, name: str) -> int | None:
        value = self.values.get(name, self.usual.get(name))
        return None if value is None else self.number(name, value)

    def _rotary(self) -> dict[str, Any]:
        """The rotary positions, as today's settings say them or as older ones do."""
        given = self.values.get("rope_scaling") or self.values.get("rope_parameters") or {}
        if not isinstance(given, dict) or any(isinstance(each, dict) for each in given.values()):
            raise self.refusal("rope_parameters", given)
        kind = given.get("rope_type", given.get("type", "default"))
        partly = given.get("partial_rotary_factor", self.values.get("partial_rotary_factor"))
        if partly not in (None, 1.0):
            raise self.refusal("partial_rotary_factor", partly)
        base = given.get("rope_theta", self.values.get("rope_theta", 10000.0))
        found: dict[str, Any] = {"rotary_base": self._positive("rope_theta", base)}
        if kind == "linear":
            found["rotary_factor"] = self._positive("factor", given.get("factor"))
        elif kind == "llama3":
            name = "original_max_position_embeddings"
            usual = given.get(name, self.number("max_position_embeddings"))
            values = {**given, name: self.values.get(name, usual)}
            found["rotary_llama3"] = tuple(
                self._positive(each, values.get(each))
                for each in ("factor", "low_freq_factor", "high_freq_factor", name)
            )
        elif kind != "default":
            raise self.refusal("rope_type", kind)
        return found

    def _positive(self, name: str, value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf:
            return float(value)
        raise ModelFolderError(f"{self.path}: {name} must be a number above 0, not {value!r}.")


class MistralSettings(LlamaSettings):
    """Mistral has no biases, and may look at the last pieces only."""

    name = "Hugging Face Mistral"
    architectures: ClassVar[tuple[str, ...]] = ("MistralForCausalLM",)
    usual: ClassVar[Mapping[str, int]] = {
        **LlamaSettings.usual, "intermediate_size": 14336, "num_key_value_heads": 8,
        "max_position_embeddings": 4096 * 32,
    }  # fmt: skip

    def biases(self) -> dict[str, bool]:
        """None."""
        return {"attention_bias": False, "feed_forward_bias": False}

    def windows(self) -> tuple[int, ...]:
        """As of :meth:`LlamaSettings.windows`."""
        window = self.values.get("sliding_window", 4096)
        return () if window is None else (self._window(window),)

    def _window(self, window: object) -> int:
        if not is_int(window) or window < 1:
            raise self.refusal("sliding_window", window)
        return window


class Qwen2Settings(MistralSettings):
    """Qwen2 has biases on queries, keys and values."""

    name = "Hugging Face Qwen2"
    architectures: ClassVar[tuple[str, ...]] = ("Qwen2ForCausalLM",)
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 151936, "hidden_size": 4096, "intermediate_size": 22016,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32,
        "max_position_embeddings": 32768,
    }  # fmt: skip
    roles: ClassVar[Roles] = {
        "unk_token": "<|endoftext|>", "bos_token": None, "eos_token": "<|endoftext|>",
        "pad_token": "<|endoftext|>",
    }  # fmt: skip

    def biases(self) -> dict[str, bool]:
        """Of all but the output of attention."""
        return {
            "attention_bias": True, "attention_output_bias": False, "feed_forward_bias": False,
        }  # fmt: skip

    def windows(self) -> tuple[int, ...]:
        """As of :meth:`LlamaSettings.windows`."""
        kinds = self.values.get("layer_types")
        known = isinstance(kinds, list) and set(map(str, kinds)) <= {
            "full_attention", "sliding_attention",
        }  # fmt: skip
        if kinds is not None and not known:
            raise self.refusal("layer_types", kinds)
        if not self.flag("use_sliding_window", False):
            # Without a window, a layer that asks for one has none.
            return ()
        window = self.values.get("sliding_window", 4096)
        return () if window is None else (self._window(window),)


FAMILIES: Mapping[str, type[LlamaSettings]] = {
    "llama": LlamaSettings,
    "mistral": MistralSettings,
    "qwen2": Qwen2Settings,
}
"""By their names in config.json."""


def settings_of(folder: Path, family: str) -> LlamaSettings:
    """The settings of a folder of one of the families."""
    return FAMILIES[family](folder)
