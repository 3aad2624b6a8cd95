"""What a forward pass is asked to write down."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import torch
from torch import Tensor

from engine.model.kinds import AttentionKind
from engine.model.sublayers import SublayerPlace


class Recording(Enum):
    """How much a probe records."""

    WEIGHTS = "attention weights"
    EVERYTHING = "attention weights and the inputs of every attention"
    STREAM = "the residual stream around every sub-layer, and nothing of the attention"


@dataclass(frozen=True)
class AttentionInputs:
    """What one attention was given; enough to recompute its every stage.

    Attributes:
        queries: [batch, query, d_model] input of W_Q.
        keys_values: [batch, key, d_model] input of W_K and W_V.
        mask: additive, broadcastable to [batch, heads, query, key], or ``None``.
        bias: of relative positions, broadcastable likewise, or ``None``.
    """

    queries: Tensor
    keys_values: Tensor
    mask: Tensor | None
    bias: Tensor | None = None


@dataclass(frozen=True)
class StreamStates:
    """The residual stream around one sub-layer, [batch, length, d_model] each.

    Attributes:
        before: what the residual connection carries past the sub-layer.
        contribution: what the sub-layer adds to it.
        after: the sum; in a post-norm network its layer norm.
    """

    before: Tensor
    contribution: Tensor
    after: Tensor


@dataclass
class Probe:
    """Records what happens during a forward pass.

    Without a probe the fused kernel runs and no weights exist anywhere; with one, every
    attention takes the explicit path and leaves its weights here. A probe of the stream asks
    for no weights, so the fused kernel runs for it too. Later passes with the same probe
    overwrite the entries.

    Attributes:
        recording: how much to record.
        weights: for each kind and layer, [batch, heads, query, key].
        together: of some kinds all layers at once in place of that, [layers, batch, heads, query,
            key]; from whoever has computed them at once.
        inputs: for each kind and layer, only under ``Recording.EVERYTHING`` and only for
            whole passes (a cached step has its keys' inputs no more).
        stream: around each sub-layer in the order of computation, only under
            ``Recording.STREAM`` and only for whole passes.
        gates: for each decoder layer that has an SSRU its forget gates, [batch, length,
            d_model]; recorded where weights are.
    """

    recording: Recording = Recording.WEIGHTS
    weights: dict[tuple[AttentionKind, int], Tensor] = field(default_factory=dict)
    together: dict[AttentionKind, Tensor] = field(default_factory=dict)
    inputs: dict[tuple[AttentionKind, int], AttentionInputs] = field(default_factory=dict)
    stream: dict[SublayerPlace, StreamStates] = field(default_factory=dict)
    gates: dict[int, Tensor] = field(default_factory=dict)

    @property
    def of_attention(self) -> bool:
        """Whether attention weights are recorded, and the gates of an SSRU."""
        return self.recording is not Recording.STREAM

    def stacked(self, kind: AttentionKind) -> Tensor:
        """All layers' weights of one kind.

        Returns:
            [layers, batch, heads, query, key]

        Raises:
            KeyError: nothing of this kind was recorded.
        """
        found = self.found(kind)
        if found is None:
            raise KeyError(f"no {kind} attention was recorded")
        return found

    def found(self, kind: AttentionKind) -> Tensor | None:
        """As :meth:`stacked`; ``None`` where nothing of this kind was recorded."""
        together = self.together.get(kind)
        if together is not None:
            return together
        layers = sorted(layer for recorded, layer in self.weights if recorded is kind)
        if not layers:
            return None
        return torch.stack([self.weights[kind, layer] for layer in layers])

    def stacked_gates(self) -> Tensor:
        """All layers' forget gates.

        Returns:
            [layers, batch, length, d_model]

        Raises:
            KeyError: none were recorded.
        """
        if not self.gates:
            raise KeyError("no gates were recorded")
        return torch.stack([self.gates[layer] for layer in sorted(self.gates)])
