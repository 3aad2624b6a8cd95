"""Label-smoothed cross-entropy (paper, section 5.4) over the vocabulary."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def smoothed_cross_entropy(logits: Tensor, targets: Tensor, smoothing: float = 0.0) -> Tensor:
    """Summed cross-entropy against ``(1 - smoothing) * one-hot + smoothing / V``.

    The plain form, for evaluation and to read; training uses :func:`projected_cross_entropy`.

    Args:
        logits: [tokens, V]
        targets: [tokens] ids, no padding among them.
        smoothing: the mass spread evenly over all V pieces.

    Returns:
        A scalar, in nats.
    """
    log_probabilities = logits.float().log_softmax(dim=-1)
    likelihood = log_probabilities.gather(1, targets[:, None]).sum()
    return -(1 - smoothing) * likelihood - smoothing * log_probabilities.mean(dim=-1).sum()


class _ProjectedCrossEntropy(torch.autograd.Function):
    """Output projection and loss in one, a block of tokens at a time.

    [tokens, V] logits are the largest tensor of a training step by far. Their gradient is
    known in closed form (softmax minus the smoothed target), so each block's logits become
    gradients at once, while they are in cache, and are never kept.
    """

    @staticmethod
    def forward(
        ctx: Any,
        states: Tensor,
        weight: Tensor,
        bias: Tensor | None,
        targets: Tensor,
        smoothing: float,
        scale: float,
        block: int,
    ) -> tuple[Tensor, Tensor]:
        vocabulary = weight.shape[0]
        kernel = weight.to(states.dtype)
        d_states = torch.empty_like(states)
        d_weight = torch.zeros_like(weight, dtype=torch.float32)
        d_bias = None if bias is None else torch.zeros_like(bias, dtype=torch.float32)
        loss = torch.zeros((), dtype=torch.float32, device=states.device)
        likelihood = torch.zeros((), dtype=torch.float32, device=states.device)
        for first in range(0, len(targets), block):
            part = states[first : first + block]
            wanted = targets[first : first + block, None]
            logits = (part @ kernel.T).float()
            if bias is not None:
                logits += bias
            mean = logits.mean(dim=-1)
            normaliser = logits.logsumexp(dim=-1)
            chosen = logits.gather(1, wanted).squeeze(1)
            likelihood += (chosen - normaliser).sum()
            loss += (normaliser - (1 - smoothing) * chosen - smoothing * mean).sum()
            # d loss / d logits = softmax - target, in place of the logits.
            logits.sub_(normaliser[:, None]).exp_()
            logits.sub_(smoothing / vocabulary)
            logits.scatter_add_(1, wanted, torch.full_like(chosen, smoothing - 1)[:, None])
            if d_bias is not None:
                d_bias += logits.sum(dim=0) * scale
            gradient = (logits * scale).to(states.dtype)
            d_states[first : first + block] = gradient @ kernel
            d_weight += gradient.T @ part
        ctx.save_for_backward(d_states, d_weight.to(weight.dtype), d_bias)
        ctx.mark_non_differentiable(likelihood)
        return loss * scale, likelihood

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        d_states, d_weight, d_bias = ctx.saved_tensors
        grow = upstream[0]
        return (
            d_states * grow.to(d_states.dtype),
            d_weight * grow,
            None if d_bias is None else d_bias * grow,
            None,
            None,
            None,
            None,
        )


def projected_cross_entropy(
    states: Tensor,
    weight: Tensor,
    targets: Tensor,
    *,
    bias: Tensor | None = None,
    smoothing: float = 0.0,
    block: int = 512,
) -> tuple[Tensor, Tensor]:
    """Mean smoothed cross-entropy of ``states @ weight.T + bias``, without keeping the logits.

    Args:
        states: [tokens, d_model] decoder states, no padding among them; their number type
            is the one the products run in.
        weight: [V, d_model] the output projection.
        targets: [tokens] ids.
        bias: [V]
        smoothing: as in :func:`smoothed_cross_entropy`.
        block: tokens whose logits exist at one time.

    Returns:
        The mean loss a token, which has a gradient, and the summed log-likelihood of the
        targets (without smoothing), which has none.
    """
    scale = 1.0 / max(1, len(targets))
    loss, likelihood = _ProjectedCrossEntropy.apply(  # type: ignore[no-untyped-call]
        states, weight, bias, targets, smoothing, scale, block
    )
    return loss, likelihood
