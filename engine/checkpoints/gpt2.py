"""Hugging Face GPT-2 folders: a decoder alone, that continues a text.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) special ids
    model.safetensors | pytorch_model.bin   the weights
    tokenizer.json | vocab.json, merges.txt byte-level BPE
    tokenizer_config.json, special_tokens_map.json
                                            (any of them) special pieces

Pre-norm with a norm at the end; learned positions (Radford et al. 2019). Its matrices lie as
[in, out], those of queries, keys and values in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, as_it_is, check_size, convert, transposed
from engine.checkpoints.hf_folder import put_together
from engine.checkpoints.hf_one_stack import (
    OneStackSettings,
    bare_names,
    decoder_ids,
    decoder_vocabulary,
    one_of,
)
from engine.checkpoints.hf_settings import Only, Roles, model_type
from engine.checkpoints.hf_tokenizer import tokenizer_of
from engine.checkpoints.weights import read_weights
from engine.model.config import ModelConfig

NAME = "Hugging Face GPT-2"
PIECES, OUTPUT = "wte.weight", "lm_head.weight"
_LAYER = {
    "self_attention.w_q": "attn.c_attn",
    "self_attention.w_k": "attn.c_attn",
    "self_attention.w_v": "attn.c_attn",
    "self_attention.w_o": "attn.c_proj",
    "feed_forward.w_1": "mlp.c_fc",
    "feed_forward.w_2": "mlp.c_proj",
    "self_attention_residual.norm": "ln_1",
    "feed_forward_residual.norm": "ln_2",
}
_FUSED = ("w_q", "w_k", "w_v")
_FIXED = {
    "source_embedding.pieces.weight": PIECES,
    "target_embedding.pieces.weight": PIECES,
    "target_embedding.positions.table": "wpe.weight",
    "decoder.norm.weight": "ln_f.weight",
    "decoder.norm.bias": "ln_f.bias",
}
_ALIASES = {
    "hidden_size": "n_embd",
    "max_position_embeddings": "n_positions",
    "num_attention_heads": "n_head",
    "num_hidden_layers": "n_layer",
}


class Gpt2Settings(OneStackSettings):
    """What the settings of a folder say; see :class:`OneStackSettings`."""

    architectures: ClassVar[tuple[str, ...]] = ("GPT2LMHeadModel",)
    only: ClassVar[Only] = {
        "scale_attn_by_inverse_layer_idx": (False,),
        # Only other in half precision, with which nothing is computed here.
        "reorder_and_upcast_attn": (False, True),
    }
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 50257, "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12,
        "bos_token_id": 50256, "eos_token_id": 50256,
    }  # fmt: skip
    roles: ClassVar[Roles] = {
        "unk_token": "<|endoftext|>", "bos_token": "<|endoftext|>",
        "eos_token": "<|endoftext|>", "pad_token": None,
    }  # fmt: skip

    def shape(self) -> dict[str, Any]:
        """The options, by their names here."""
        self.check_aliases(_ALIASES)
        width = self.number("n_embd")
        inner = self.values.get("n_inner")
        return {
            "stacks": "decoder",
            "vocabulary_size": self.size,
            "d_model": width,
            "heads": self.number("n_head"),
            "d_ff": 4 * width if inner is None else self.number("n_inner", 0),
            "encoder_layers": 0,
            "decoder_layers": self.number("n_layer"),
            "activation": self.activation("activation_function", "gelu_new"),
            "layer_norm_eps": self.small("layer_norm_epsilon", 1e-5),
            "max_positions": self.number("n_positions"),
        }

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "norm": "pre",
            "positions": "learned",
            "scale_embeddings": False,
            "scale_attention": self.flag("scale_attn_weights", True),
            "tied_output": self.tied,
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "gpt2"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = Gpt2Settings(folder)
    decoder_ids(settings)
    vocabulary = decoder_vocabulary(settings, tokenizer_of(folder, settings))
    config = settings.network(vocabulary)
    weights = read_weights(folder)
    tensors = bare_names(weights, "transformer.")
    check_size(weights.path, config, len(tensors))  # before names of every layer are made
    if settings.tied:
        one_of(weights.path, tensors, (PIECES, OUTPUT))
    fixed = {**_FIXED, "output.weight": PIECES if settings.tied else OUTPUT}
    state = convert(
        weights.path,
        config,
        tensors,
        lambda ours: Source(fixed[ours]) if ours in fixed else _source(ours, config),
        known=_known(config),
    )
    return put_together(folder, config, state, vocabulary, weights, NAME)


def _source(ours: str, config: ModelConfig) -> Source:
    """Where a weight within a layer comes from."""
    _, _, number, *inner = ours.split(".")
    part = ".".join(inner[:-1])
    change: Callable[[Tensor], Tensor] = as_it_is
    if inner[-1] == "weight" and "norm" not in part:
        change = transposed
    if inner[-2] in _FUSED:
        change = partial(_part, _FUSED.index(inner[-2]), config.d_model, change)
    return Source(f"h.{number}.{_LAYER.get(part, part)}.{inner[-1]}", change)


def _part(place: int, width: int, change: Callable[[Tensor], Tensor], tensor: Tensor) -> Tensor:
    """One third of [..., 3 * width]."""
    if tensor.shape[-1] != 3 * width:
        return tensor  # refused for its shape
    return change(tensor[..., place * width : (place + 1) * width])


def _known(config: ModelConfig) -> tuple[str, ...]:
    """What is not needed: the causal mask, which older files have in each layer; the tied head."""
    masks = [
        f"h.{number}.attn.{name}"
        for number in range(config.decoder_layers)
        for name in ("bias", "masked_bias")
    ]
    return (*masks, OUTPUT)
