"""A Transformer small enough to follow by hand: one head, d_model 3, every number known.

The numbers lie in ``resources/worked_example.json``: the weights, the inputs of both
stacks, and the expected value of every attention stage.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from engine.model.attention import MultiHeadAttention
from engine.model.config import ModelConfig
from engine.model.layers import FeedForward
from engine.model.positions import sinusoidal_encoding
from engine.model.transformer import Transformer
from engine.resources import resource_path

SPECIAL = ("<pad>", "<unk>", "<s>", "</s>")


@dataclass(frozen=True)
class WorkedExample:
    """The tiny model, its sentence pair, and what to expect of them.

    Attributes:
        model: float64, in evaluation mode.
        vocabulary: the word of each id.
        source: [1, 12] ids of the source sentence.
        target: [1, 10] ids of the decoder's input, the start piece first.
        numbers: the JSON file, parsed; ``null`` stands for -inf.
    """

    model: Transformer
    vocabulary: tuple[str, ...]
    source: Tensor
    target: Tensor
    numbers: dict[str, Any]


def matrix(values: Any) -> Tensor:
    """A float64 tensor of nested lists in which ``None`` is -inf."""

    def number(value: Any) -> Any:
        if isinstance(value, list):
            return [number(item) for item in value]
        return float("-inf") if value is None else value

    return torch.tensor(number(values), dtype=torch.float64)


def worked_example() -> WorkedExample:
    """Build the model.

    The example gives one set of attention weights and one feed-forward; every attention
    and every feed-forward of the model has them. Its layer inputs are embedding plus a
    positional encoding that is not the paper's, so each word's embedding here is its layer
    input minus the paper's encoding of its place: on this sentence pair (every word stands
    in one place only) the layers see exactly the example's inputs.
    """
    text = resource_path("worked_example.json").read_text(encoding="utf-8")
    numbers = json.loads(text)
    source_words: list[str] = numbers["source_tokens"]
    target_words: list[str] = numbers["target_tokens_shifted_right"][1:]
    vocabulary = (*SPECIAL, *source_words, *target_words)
    config = ModelConfig(
        vocabulary_size=len(vocabulary),
        d_model=numbers["d_model"],
        heads=numbers["heads"],
        d_ff=len(numbers["ffn"]["b1"]),
        encoder_layers=1,
        decoder_layers=1,
        dropout=0.0,
        layer_norm_eps=numbers["layer_norm"]["eps"],
        attention_bias=False,
        scale_embeddings=False,
        max_positions=64,
    )
    model = Transformer(config).double().eval()
    source = torch.arange(len(source_words))[None] + len(SPECIAL)
    first = len(SPECIAL) + len(source_words)
    target = torch.tensor([[config.start_id, *range(first, len(vocabulary))]])
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, MultiHeadAttention):
                _set(module.w_q, numbers["W_Q"])
                _set(module.w_k, numbers["W_K"])
                _set(module.w_v, numbers["W_V"])
                _set(module.w_o, numbers["W_O"])
            elif isinstance(module, FeedForward):
                _set(module.w_1, numbers["ffn"]["W1"], numbers["ffn"]["b1"])
                _set(module.w_2, numbers["ffn"]["W2"], numbers["ffn"]["b2"])
        embeddings = model.source_embedding.pieces.weight
        embeddings.zero_()
        for ids, part in ((source[0], "encoder"), (target[0], "decoder")):
            inputs = matrix(numbers[part]["input"])
            places = sinusoidal_encoding(len(inputs), config.d_model, torch.float64)
            embeddings[ids] = inputs - places
    return WorkedExample(model, vocabulary, source, target, numbers)


def _set(linear: nn.Linear, weight: Any, bias: Any = None) -> None:
    # The example writes x W; nn.Linear computes x W^T.
    linear.weight.copy_(matrix(weight).T)
    if bias is not None:
        linear.bias.copy_(matrix(bias))
