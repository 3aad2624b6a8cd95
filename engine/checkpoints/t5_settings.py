"""The settings of a Hugging Face T5 or mT5 folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.files import is_int
from engine.checkpoints.hf_settings import ACTIVATIONS, Only, Settings

LONGEST = 4096
"""Pieces of a sentence. The network sets no limit, as its positions are relative; this one is for
the memory's sake, eight times what T5 was trained with."""

_TOKENIZERS = (
    None, "T5Tokenizer", "T5TokenizerFast", "MT5Tokenizer", "MT5TokenizerFast",
    "PreTrainedTokenizerFast", "TokenizersBackend",
)  # fmt: skip
_TRANSLATION = re.compile("translation_([a-z]{2,3})_to_([a-z]{2,3})")
_LONGEST_PROMPT, _MOST_TASKS = 200, 500


class T5Settings(Settings):
    """What the settings of a T5 folder say; see :class:`Settings`.

    Attributes:
        output_tied: whether the output projection has to be the embedding; ``None`` where the
            weights say it.
        scale_output: whether the states are scaled before it.
    """

    architecture = "T5ForConditionalGeneration"
    former: ClassVar[tuple[str, ...]] = ("T5WithLMHeadModel",)
    """What it once was called."""
    only: ClassVar[Only] = {}
    usual_feed_forward: ClassVar[str] = "relu"
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 32128, "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6,
        "num_heads": 8, "relative_attention_num_buckets": 32,
        "relative_attention_max_distance": 128, "pad_token_id": 0, "eos_token_id": 1,
        "decoder_start_token_id": 0,
    }  # fmt: skip

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.check_aliases({
            "hidden_size": "d_model", "num_attention_heads": "num_heads",
            "num_hidden_layers": "num_layers", "head_dim": "d_kv",
        })  # fmt: skip
        self.check_tokenizer(*_TOKENIZERS)
        if self.start_id >= self.size:
            raise self.refusal("decoder_start_token_id", self.start_id)
        if self.generation.get("forced_bos_token_id") is not None:
            raise self.refusal("forced_bos_token_id", self.generation["forced_bos_token_id"])
        self.output_tied, self.scale_output = self.output()

    def check_architectures(self) -> None:
        """Refuse an encoder alone, and heads for other tasks."""
        kinds = self.values.get("architectures") or [self.architecture]
        if kinds not in [[name] for name in (self.architecture, *self.former)]:
            raise self.refusal("architectures", kinds)

    def output(self) -> tuple[bool | None, bool]:
        """Whether the output projection is the embedding, and whether its input is scaled.

        In v1.0 both go together, and ``tie_word_embeddings`` says so. The library of today writes
        ``true`` whatever the weights are, and an option of its own for the scaling; it ties where
        the file does not have two matrices.
        """
        tied = self._said_tied()
        if "scale_decoder_outputs" in self.values:
            return None, self.flag("scale_decoder_outputs", True)
        return tied is not False, tied is not False

    def _said_tied(self) -> bool | None:
        value = self.values.get("tie_word_embeddings")
        return None if value is None else self.flag("tie_word_embeddings", True)

    def shape(self) -> dict[str, Any]:
        """The options that other families have under other names."""
        gated, activation = self._feed_forward()
        layers = self.number("num_layers")
        lower = self.values.get("num_decoder_layers")
        heads, d_model, d_kv = (self.number(name) for name in ("num_heads", "d_model", "d_kv"))
        return {
            "vocabulary_size": self.size,
            "d_model": d_model,
            "heads": heads,
            "head_width": None if heads * d_kv == d_model else d_kv,
            "d_ff": self.number("d_ff"),
            "encoder_layers": layers,
            "decoder_layers": layers if lower is None else self.number("num_decoder_layers", 0),
            "feed_forward": "gated" if gated else "plain",
            "activation": ACTIVATIONS[activation],
            "max_positions": LONGEST,
            "pad_id": self.pad_id,
            "start_id": self.start_id,
            "eos_id": self.number("eos_token_id"),
            "dropout": 0.0,
        }

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        buckets = self.number("relative_attention_num_buckets")
        distance = self.number("relative_attention_max_distance")
        # Half of the buckets are exact, of the decoder's; beyond, they grow up to the distance.
        if buckets < 4:
            raise self.refusal("relative_attention_num_buckets", buckets)
        if distance <= buckets // 2:
            raise self.refusal("relative_attention_max_distance", distance)
        return {
            "norm": "pre",
            "norm_kind": "rms",
            "layer_norm_eps": self.small("layer_norm_epsilon", 1e-6),
            "scale_embeddings": False,
            "scale_attention": False,
            "attention_bias": False,
            "feed_forward_bias": False,
            "positions": "relative",
            "relative_buckets": buckets,
            "relative_distance": distance,
            "scale_output": self.scale_output,
        }

    def _feed_forward(self) -> tuple[bool, str]:
        """Whether it is gated, and the library's name of its activation."""
        name = self.values.get("feed_forward_proj", self.usual_feed_forward)
        parts = name.split("-") if isinstance(name, str) else []
        if len(parts) not in (1, 2) or (len(parts) == 2 and parts[0] != "gated"):
            raise self.refusal("feed_forward_proj", name)
        usual = "gelu_new" if name == "gated-gelu" else parts[-1]
        # To the library what it once derived and wrote down counts more than what it came from.
        gated = self.flag("is_gated_act", parts[0] == "gated")
        activation = self.values.get("dense_act_fn", usual)
        if not isinstance(activation, str) or activation not in ACTIVATIONS:
            shown = "feed_forward_proj" if activation == usual else "dense_act_fn"
            raise self.refusal(shown, name if activation == usual else activation)
        return gated, activation

    def prompts(self) -> dict[str, str]:
        """What config.json says to put in front of a text for each language to translate to.

        T5 v1.0 has them in ``task_specific_params``, as ``translation_en_to_de``. A language that
        is there from several others has the pair as its code, ``en-de``.
        """
        tasks = self.values.get("task_specific_params")
        found: dict[tuple[str, str], str] = {}
        for name, task in list(tasks.items())[:_MOST_TASKS] if isinstance(tasks, dict) else []:
            pair = _TRANSLATION.fullmatch(name)
            prompt = task.get("prefix") if isinstance(task, dict) else None
            if not pair or not isinstance(prompt, str) or not prompt.strip():
                continue
            if len(prompt) <= _LONGEST_PROMPT:
                found[pair[1], pair[2]] = prompt
        targets = [target for _, target in found]
        return {
            target if targets.count(target) == 1 else f"{source}-{target}": prompt
            for (source, target), prompt in found.items()
        }

    def extra_ids(self) -> int:
        """How many sentinels follow the pieces of the SentencePiece model."""
        value = self.tokenizer.get("extra_ids", 100)
        if not is_int(value) or not 0 <= value <= 10_000:
            raise self.refusal("extra_ids", value)
        return value


class Mt5Settings(T5Settings):
    """What the settings of an mT5 folder say."""

    architecture = "MT5ForConditionalGeneration"
    former: ClassVar[tuple[str, ...]] = ()
    usual_feed_forward = "gated-gelu"
    usual: ClassVar[Mapping[str, int]] = {
        **T5Settings.usual, "vocab_size": 250112, "d_ff": 1024, "num_layers": 8, "num_heads": 6,
    }  # fmt: skip

    def output(self) -> tuple[bool | None, bool]:
        """As in T5, but that the library of today never scales."""
        tied = self._said_tied()
        version = str(self.values.get("transformers_version", "")).partition(".")[0]
        if tied and version.isdecimal() and int(version) < 5:
            raise self.refusal(
                "tie_word_embeddings",
                "true (in an mT5 of an older library, which scaled its output; today's does not)",
            )
        return (False if tied is False else None), False
