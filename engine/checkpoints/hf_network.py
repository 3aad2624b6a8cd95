"""The weights of Hugging Face's encoder-decoder families: what they are called, what is tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from engine.checkpoints.convert import Source, flat
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig

_LAYERS = {
    "w_q": "q_proj",
    "w_k": "k_proj",
    "w_v": "v_proj",
    "w_o": "out_proj",
    "feed_forward.w_1": "fc1",
    "feed_forward.w_2": "fc2",
    "self_attention_residual.norm": "self_attn_layer_norm",
    "cross_attention_residual.norm": "encoder_attn_layer_norm",
    "feed_forward_residual.norm": "final_layer_norm",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
}
"""The engine's names within a layer, and the library's."""

SHARED, LOGITS_BIAS, OUTPUT = "model.shared.weight", "final_logits_bias", "lm_head.weight"
EMBEDDINGS = {stack: f"model.{stack}.embed_tokens.weight" for stack in ("encoder", "decoder")}
POSITIONS = {stack: f"model.{stack}.embed_positions.weight" for stack in ("encoder", "decoder")}
TIED = (SHARED, *EMBEDDINGS.values(), OUTPUT)
"""Which of these a file has depends on what wrote it."""

NORMS = {
    "encoder.norm": "model.encoder.layer_norm",
    "decoder.norm": "model.decoder.layer_norm",
    "source_embedding.norm": "model.encoder.layernorm_embedding",
    "target_embedding.norm": "model.decoder.layernorm_embedding",
}
"""The norms at the end of a stack and on the embeddings, of the families that have them."""


def their_name(ours: str) -> str:
    """The library's name of a weight within a layer.

    >>> their_name("decoder.layers.0.cross_attention.w_q.weight")
    'model.decoder.layers.0.encoder_attn.q_proj.weight'
    """
    stack, layers, number, *inner = ours.split(".")
    part = ".".join(inner[:-1])
    for mine, theirs in _LAYERS.items():
        part = part.replace(mine, theirs)
    return ".".join(("model", stack, layers, number, part, inner[-1]))


def embeddings(
    path: Path, shared: bool, tied: bool, tensors: Mapping[str, Tensor], output: str = OUTPUT
) -> dict[str, str]:
    """Which tensor is the source's embedding, the target's, and the output projection.

    Files hold what is tied once or under each of its names, depending on what wrote them.

    Args:
        path: of the weights, for messages.
        shared: whether both embeddings are one matrix.
        tied: whether the output projection is one with the target's.
        tensors: of the file.
        output: what the family calls the output projection.

    Raises:
        ModelFolderError: what should be one matrix is there twice, and differs.
    """
    source, target = EMBEDDINGS["encoder"], EMBEDDINGS["decoder"]
    groups: list[set[str]] = []
    if shared and tied:
        groups = [{SHARED, source, target, output}]
    elif tied:
        groups = [{target, output}]
    elif shared:
        # What of the two stacks is not in the file of its own is the shared matrix.
        source, target = (name if name in tensors else SHARED for name in (source, target))
    for group in groups:
        there = sorted(group & tensors.keys())
        for other in there[1:]:
            if not torch.equal(tensors[there[0]], tensors[other]):
                raise ModelFolderError(
                    f"{path}: the tensors {there[0]!r} and {other!r} differ, and config.json says "
                    "that they are one; the file is damaged or config.json another model's."
                )
        name = there[0] if there else max(group)
        source, target, output = (
            name if each in group else each for each in (source, target, output)
        )
    return {"source": source, "target": target, "output": output}


def fit(
    path: Path,
    config: ModelConfig,
    shared: bool,
    tied: bool,
    tensors: Mapping[str, Tensor],
    bias: bool = True,
    output: str = OUTPUT,
) -> tuple[ModelConfig, Callable[[str], Source]]:
    """The network's shape as the file has it, and where its tensors come from.

    Args:
        path, shared, tied, tensors, output: as :func:`embeddings`.
        config: what the settings say.
        bias: whether the family has a bias on the logits, which may be left out where it is 0.

    Raises:
        ModelFolderError: as :func:`embeddings`, or config and file contradict each other.
    """
    names = embeddings(path, shared, tied, tensors, output)
    try:
        config = replace(
            config,
            # Without tying, the library has a matrix for each stack even of one vocabulary.
            shared_embeddings=names["source"] == names["target"],
            tied_output=names["output"] == names["target"],
            output_bias=bias and LOGITS_BIAS in tensors,
        )
    except ValueError as error:
        raise ModelFolderError(f"{path}: {error}.") from None
    fixed = {
        "source_embedding.pieces.weight": Source(names["source"]),
        "target_embedding.pieces.weight": Source(names["target"]),
        "source_embedding.positions.table": Source(POSITIONS["encoder"]),
        "target_embedding.positions.table": Source(POSITIONS["decoder"]),
        "output.weight": Source(names["output"]),
        "output_bias": Source(LOGITS_BIAS, flat),
        **{
            f"{ours}.{kind}": Source(f"{theirs}.{kind}")
            for ours, theirs in NORMS.items()
            for kind in ("weight", "bias")
        },
    }
    return config, lambda ours: fixed[ours] if ours in fixed else Source(their_name(ours))
