"""Random configurations for the long runs: what a seed draws, the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
import torch

from engine.checkpoints.hf_settings import ACTIVATIONS
from engine.model.config import ModelConfig
from tests.engine.checkpoints.hf_families import LONG_SEEDS

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])
DTYPES = (torch.float32, torch.float32, torch.float16, torch.bfloat16)


def every_seed(test: Test) -> Test:
    """A test of a ``seed``, run only by ``-m long``, once for each of ``LONG_SEEDS``."""
    marked: Test = pytest.mark.long(pytest.mark.parametrize("seed", range(LONG_SEEDS))(test))
    return marked


class Dice:
    """The choices of one seed.

    Args:
        family: whose configurations are drawn; another's are independent of it.
        seed: from 0 on.
    """

    def __init__(self, family: str, seed: int) -> None:
        self._dice = random.Random(f"{family} {seed}")
        self._seed = seed

    def yes(self, share: float = 0.5) -> bool:
        """Heads or tails, heads with this share."""
        return self._dice.random() < share

    def number(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._dice.randint(least, most)

    def between(self, least: float, most: float) -> float:
        """Any number."""
        return self._dice.uniform(least, most)

    def one_of(self, values: Sequence[T]) -> T:
        """One of these."""
        return self._dice.choice(values)

    def turn(self, values: Sequence[T]) -> T:
        """One of these, seed by seed the next one: enough seeds have all of them."""
        return values[self._seed % len(values)]

    def activation(self) -> str:
        """The library's name; each has its turn."""
        return self.turn(list(ACTIVATIONS))

    def epsilon(self) -> float:
        """What a norm adds to the variance."""
        return float(10.0 ** -self.number(2, 12))

    def heads(self, even: bool = False) -> tuple[int, int]:
        """Heads, and the width of all of them together; ``even`` is that of one head."""
        while True:
            heads, width = self.number(1, 7), self.number(1, 12)
            if 6 <= heads * width <= 60 and not (even and width % 2):
                return heads, heads * width

    def rows(self, config: ModelConfig, longest: int = 40) -> list[list[int]]:
        """A ragged batch of any pieces but the padding; one row is ``longest``, one a piece."""
        pieces = [i for i in range(config.vocabulary_size) if i != config.pad_id]
        lengths = [longest, 1, *(self.number(1, longest) for _ in range(self.number(1, 4)))]
        self._dice.shuffle(lengths)
        return [self._dice.choices(pieces, k=length) for length in lengths]


def of_two_stacks(dice: Dice) -> dict[str, Any]:
    """What BART and its kin have under the same names."""
    heads, width = dice.heads()
    return {
        "d_model": width,
        "encoder_attention_heads": heads,
        "decoder_attention_heads": heads,  # as the encoder's: others are refused
        "encoder_layers": dice.number(1, 4),
        "decoder_layers": dice.number(1, 4),
        "encoder_ffn_dim": dice.number(1, 70),
        "decoder_ffn_dim": dice.number(1, 70),
        "activation_function": dice.activation(),
        "scale_embedding": dice.yes(),
        "tie_word_embeddings": dice.yes(),
        "max_position_embeddings": dice.number(40, 200),
        "spare": dice.number(0, 40),
        "dtype": dice.one_of(DTYPES),
    }


def of_bert_s_kin(dice: Dice) -> dict[str, Any]:
    """What BERT and RoBERTa have under the same names."""
    heads, width = dice.heads()
    return {
        "hidden_size": width,
        "num_attention_heads": heads,
        "num_hidden_layers": dice.number(1, 5),
        "intermediate_size": dice.number(1, 70),
        "hidden_act": dice.activation(),
        "layer_norm_eps": dice.epsilon(),
        "type_vocab_size": dice.number(1, 4),
        "tie_word_embeddings": dice.yes(),
        "max_position_embeddings": dice.number(60, 200),
        "spare": dice.number(0, 40),
        "dtype": dice.one_of(DTYPES),
    }
