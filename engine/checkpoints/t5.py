"""Hugging Face folders of T5 (v1.0, v1.1) and mT5, and of models that are one (Flan-T5, MADLAD).

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) pieces that are never written
    model.safetensors | pytorch_model.bin   the weights
    tokenizer.json | spiece.model           what cuts the text
    tokenizer_config.json                   (optional) how many sentinels there are

Pre-norm with RMS norms and one at the end of each stack, no biases anywhere, scores that are not
divided by √d_k, and a trained bias on the scores by distance, one table for all layers of a stack
(Raffel et al. 2019, arXiv:1910.10683). v1.1 and mT5 have gated feed-forward layers (Shazeer 2020,
arXiv:2002.05202; Xue et al. 2020, arXiv:2010.11934). The source is ``X </s>``, decoding begins with
the padding. What is wanted of the text stands in the text, ``translate English to German: X``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, convert
from engine.checkpoints.hf_folder import put_together
from engine.checkpoints.hf_settings import model_type
from engine.checkpoints.t5_settings import Mt5Settings, T5Settings
from engine.checkpoints.t5_vocabulary import read_vocabulary
from engine.checkpoints.weights import read_weights, weights_path
from engine.errors import ModelFolderError

NAME, MT5_NAME = "Hugging Face T5", "Hugging Face mT5"

_EMBEDDINGS = ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight")
_OUTPUT = "lm_head.weight"
# The last is in old files, and no layer reads it.
_KNOWN = (
    *_EMBEDDINGS,
    _OUTPUT,
    "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight",
)
_SUBLAYERS = {
    "self_attention": (0, "SelfAttention"),
    "cross_attention": (1, "EncDecAttention"),
    "feed_forward": (-1, "DenseReluDense"),
}
_PARTS = {"w_q": "q", "w_k": "k", "w_v": "v", "w_o": "o", "w_gate": "wi_0", "w_2": "wo"}


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) in ("t5", "mt5")


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    multilingual = model_type(folder) == "mt5"
    settings = (Mt5Settings if multilingual else T5Settings)(folder)
    path = weights_path(folder)
    vocabulary = read_vocabulary(folder, settings)
    weights = read_weights(folder)
    embedding = _embedding(path, weights.tensors)
    tied = _is_tied(path, settings, embedding, weights.tensors)
    config = replace(settings.config(vocabulary.unk_id), tied_output=tied)
    gated = config.feed_forward == "gated"

    def source_of(ours: str) -> Source:
        return Source(their_name(ours, embedding, gated))

    state = convert(path, config, weights.tensors, source_of, known=_KNOWN)
    name = MT5_NAME if multilingual else NAME
    return put_together(folder, config, state, vocabulary, weights, name)


def their_name(ours: str, embedding: str = _EMBEDDINGS[0], gated: bool = False) -> str:
    """The library's name of a weight.

    >>> their_name("decoder.layers.3.feed_forward.w_1.weight", gated=True)
    'decoder.block.3.layer.2.DenseReluDense.wi_1.weight'

    Args:
        ours: in :meth:`Transformer.state_dict`.
        embedding: what the file calls the one embedding.
        gated: whether the feed-forward layers are.
    """
    if ours.endswith("_embedding.pieces.weight"):
        return embedding
    if ours == "output.weight":
        return _OUTPUT
    stack, *inner = ours.split(".")
    if inner[0] == "relative":
        return f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    if inner[0] == "norm":
        return f"{stack}.final_layer_norm.weight"
    _, number, sublayer, part, *_ = inner
    place, their_sublayer = _SUBLAYERS[sublayer.removesuffix("_residual")]
    if place < 0:
        place = 2 if stack == "decoder" else 1
    begin = f"{stack}.block.{number}.layer.{place}"
    if sublayer.endswith("_residual"):
        return f"{begin}.layer_norm.weight"
    first = "wi_1" if gated else "wi"
    return f"{begin}.{their_sublayer}.{_PARTS.get(part, first)}.weight"


def _embedding(path: Path, tensors: Mapping[str, Tensor]) -> str:
    """What the file calls the embedding of both stacks, which it may have several times."""
    there = [name for name in _EMBEDDINGS if name in tensors]
    for other in there[1:]:
        _check_equal(path, tensors, there[0], other)
    return there[0] if there else _EMBEDDINGS[0]


def _is_tied(
    path: Path, settings: T5Settings, embedding: str, tensors: Mapping[str, Tensor]
) -> bool:
    """Whether the output projection is the embedding."""
    if settings.output_tied is False or _OUTPUT not in tensors or embedding not in tensors:
        return settings.output_tied is not False
    if settings.output_tied:
        _check_equal(path, tensors, embedding, _OUTPUT)
    return torch.equal(tensors[embedding], tensors[_OUTPUT])


def _check_equal(path: Path, tensors: Mapping[str, Tensor], one: str, other: str) -> None:
    if not torch.equal(tensors[one], tensors[other]):
        raise ModelFolderError(
            f"{path}: the tensors {one!r} and {other!r} differ, and config.json says that they are "
            "one; the file is damaged or config.json another model's."
        )
