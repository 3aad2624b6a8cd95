"""Hugging Face BERT folders: an encoder alone, that guesses words in place of ``[MASK]``.

::

    config.json                             the architecture
    model.safetensors | pytorch_model.bin   the weights
    tokenizer.json | vocab.txt              WordPiece
    tokenizer_config.json, special_tokens_map.json
                                            (any of them) special pieces, lower case, accents

Post-norm with a norm on the sum of piece, position and segment (Devlin et al. 2019,
arXiv:1810.04805). A text is ``[CLS] X [SEP]``, all of it the first segment. The pooler and the
heads of other tasks come behind what is shown here, and are left out; without the masked-word
head nothing is predicted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, convert
from engine.checkpoints.hf_folder import put_together
from engine.checkpoints.hf_one_stack import (
    OneStackSettings,
    bare_names,
    encoder_vocabulary,
    one_of,
)
from engine.checkpoints.hf_settings import Only, Roles, model_type
from engine.checkpoints.hf_tokenizer import tokenizer_of
from engine.checkpoints.weights import Weights, read_weights
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig

NAME = "Hugging Face BERT"

LAYER = {
    "attention.self.query": "self_attention.w_q",
    "attention.self.key": "self_attention.w_k",
    "attention.self.value": "self_attention.w_v",
    "attention.output.dense": "self_attention.w_o",
    "attention.output.LayerNorm": "self_attention_residual.norm",
    "intermediate.dense": "feed_forward.w_1",
    "output.dense": "feed_forward.w_2",
    "output.LayerNorm": "feed_forward_residual.norm",
}
"""The library's names within a layer, and the engine's."""
EMBEDDINGS = {
    "source_embedding.pieces.weight": "embeddings.word_embeddings.weight",
    "target_embedding.pieces.weight": "embeddings.word_embeddings.weight",
    "source_embedding.positions.table": "embeddings.position_embeddings.weight",
    "source_embedding.segments.weight": "embeddings.token_type_embeddings.weight",
    "source_embedding.norm.weight": "embeddings.LayerNorm.weight",
    "source_embedding.norm.bias": "embeddings.LayerNorm.bias",
}
# Behind the last states, or numbers that are what their place says.
KNOWN = (
    "embeddings.position_ids", "embeddings.token_type_ids", "pooler.dense.weight",
    "pooler.dense.bias", "classifier.weight", "classifier.bias", "qa_outputs.weight",
    "qa_outputs.bias",
)  # fmt: skip


class BertSettings(OneStackSettings):
    """What the settings of a folder say; see :class:`OneStackSettings`."""

    architectures: ClassVar[tuple[str, ...]] = (
        "BertForMaskedLM", "BertForPreTraining", "BertModel", "BertForSequenceClassification",
        "BertForTokenClassification", "BertForQuestionAnswering", "BertForMultipleChoice",
        "BertForNextSentencePrediction",
    )  # fmt: skip
    only: ClassVar[Only] = {"is_decoder": (False,), "position_embedding_type": ("absolute", None)}
    usual: ClassVar[Mapping[str, int]] = {
        "vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12,
        "num_attention_heads": 12, "intermediate_size": 3072, "max_position_embeddings": 512,
        "type_vocab_size": 2, "pad_token_id": 0,
    }  # fmt: skip
    roles: ClassVar[Roles] = {
        "unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]",
        "mask_token": "[MASK]",
    }  # fmt: skip

    def shape(self) -> dict[str, Any]:
        """The options that BERT and its kin have under these names."""
        return {
            "stacks": "encoder",
            "vocabulary_size": self.size,
            "d_model": self.number("hidden_size"),
            "heads": self.number("num_attention_heads"),
            "d_ff": self.number("intermediate_size"),
            "encoder_layers": self.number("num_hidden_layers"),
            "decoder_layers": 0,
            "activation": self.activation("hidden_act", "gelu"),
            "layer_norm_eps": self.small("layer_norm_eps", 1e-12),
            "embedding_norm": True,
            "positions": "learned",
            "scale_embeddings": False,
            "segments": self.number("type_vocab_size"),
        }

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {"max_positions": self.number("max_position_embeddings")}


class Head:
    """What a family calls the parts of its head.

    Args:
        dense, norm: of the transformation, without ``.weight`` and ``.bias``.
        bias: of the logits, each of the names that a file can have for it.
        output: the projection to the vocabulary.
        more: further tensors of the head that are not needed.
    """

    def __init__(
        self, dense: str, norm: str, bias: tuple[str, ...], output: str, more: tuple[str, ...] = ()
    ) -> None:
        self.dense, self.norm, self.bias, self.output, self.more = dense, norm, bias, output, more

    def names(self) -> tuple[str, ...]:
        """All of its tensors."""
        parts = (f"{part}.{kind}" for part in (self.dense, self.norm) for kind in _KINDS)
        return (*parts, *self.bias, self.output, *self.more)


_KINDS = ("weight", "bias")
_HEAD = Head(
    "cls.predictions.transform.dense",
    "cls.predictions.transform.LayerNorm",
    ("cls.predictions.bias", "cls.predictions.decoder.bias"),
    "cls.predictions.decoder.weight",
    ("cls.seq_relationship.weight", "cls.seq_relationship.bias"),
)


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "bert"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    return encoder_of(folder, BertSettings(folder), "bert.", _HEAD, KNOWN, NAME)


def encoder_of(
    folder: Path,
    settings: BertSettings,
    prefix: str,
    head: Head,
    known: tuple[str, ...],
    name: str,
) -> Checkpoint:
    """The checkpoint of BERT or one of its kin.

    Args:
        folder, settings: of the model.
        prefix: before the names of its tensors, in a model with a head.
        head: that guesses words.
        known: names of tensors that are not needed.
        name: of the format, for a reader.

    Raises:
        ModelFolderError: as :func:`load`.
    """
    vocabulary = encoder_vocabulary(settings, tokenizer_of(folder, settings))
    config = settings.network(vocabulary)
    weights = read_weights(folder)
    tensors = {_plain(each): tensor for each, tensor in bare_names(weights, prefix).items()}
    config, fixed = _fit(weights, settings, config, tensors, head)

    def source_of(ours: str) -> Source:
        return Source(fixed[ours] if ours in fixed else _their_name(ours))

    state = convert(weights.path, config, tensors, source_of, known=(*known, *head.names()))
    return put_together(folder, config, state, vocabulary, weights, name)


def _fit(
    weights: Weights,
    settings: BertSettings,
    config: ModelConfig,
    tensors: Mapping[str, Tensor],
    head: Head,
) -> tuple[ModelConfig, dict[str, str]]:
    """The config with what the weights say of the head, and where what is no layer comes from."""
    fixed = dict(EMBEDDINGS)
    parts = {f"{part}.{kind}" for part in (head.dense, head.norm) for kind in _KINDS}
    if not parts & tensors.keys():
        kind = str(settings.values.get("architectures"))
        if "MaskedLM" in kind or "PreTraining" in kind:
            raise ModelFolderError(
                f"{weights.path} lacks the tensor {min(parts)!r} that {kind} asks for."
            )
        return replace(config, output="none"), fixed
    pieces = EMBEDDINGS["source_embedding.pieces.weight"]
    if settings.tied:
        one_of(weights.path, tensors, (pieces, head.output))
        bias = one_of(weights.path, tensors, head.bias)
    else:  # the library computes with the last, and older files have one of them alone
        bias = next((name for name in reversed(head.bias) if name in tensors), head.bias[0])
    fixed |= {
        "output.weight": pieces if settings.tied else head.output,
        "output_bias": bias,
        **{f"output_transform.dense.{kind}": f"{head.dense}.{kind}" for kind in _KINDS},
        **{f"output_transform.norm.{kind}": f"{head.norm}.{kind}" for kind in _KINDS},
    }
    config = replace(config, output="transform", tied_output=settings.tied, output_bias=True)
    return config, fixed


def _plain(name: str) -> str:
    """The name as it is today; files of TensorFlow's time have others for a norm's two."""
    name = re.sub(r"LayerNorm\.gamma$", "LayerNorm.weight", name)
    return re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", name)


def _their_name(ours: str) -> str:
    """The library's name of a weight within a layer.

    >>> _their_name("encoder.layers.0.self_attention.w_q.weight")
    'encoder.layer.0.attention.self.query.weight'
    """
    stack, _, number, *inner = ours.split(".")
    part = ".".join(inner[:-1])
    theirs = next((name for name, mine in LAYER.items() if mine == part), part)
    return f"{stack}.layer.{number}.{theirs}.{inner[-1]}"
