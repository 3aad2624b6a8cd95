"""The SSRU, a recurrent cell that stands where a decoder's masked self-attention would be."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.cache import RecurrentState
from engine.model.config import ModelConfig
from engine.model.probe import Probe


class SsruCell(nn.Module):
    """A "simpler simple recurrent unit" of as many numbers as the residual stream.

    ::

        f_t = σ(x_t W_f + b_f)                        the forget gates, each in [0, 1]
        c_t = f_t ⊙ c_{t-1} + (1 - f_t) ⊙ (x_t W)     the state; c_0 = 0
        o_t = relu(c_t)

    A gate of 1 keeps its number of the state as it is, a gate of 0 replaces it by the new one.
    Kim et al. 2019, "From Research to Production and Back: Ludicrously Fast Neural Machine
    Translation" (WNGT 2019, D19-5632), where it is introduced as the decoder's SSRU; the layer
    norm and the residual connection around it are the layer's, as around every sub-layer.

    Attributes:
        layer: of the decoder, from 0.
    """

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.layer = layer
        self.w = nn.Linear(config.d_model, config.d_model, bias=False)
        self.w_f = nn.Linear(config.d_model, config.d_model)

    def forward(
        self, x: Tensor, state: RecurrentState | None = None, probe: Probe | None = None
    ) -> Tensor:
        """Some positions, one after the other.

        Args:
            x: [batch, length, d_model]
            state: where the sequence goes on from; it then holds the newest c. ``None``: the
                sequence begins here.
            probe: records the gates, [batch, length, d_model], if it asks for weights.

        Returns:
            [batch, length, d_model]
        """
        gates: Tensor = self.w_f(x).sigmoid()
        fresh = (1 - gates) * self.w(x)
        c = None if state is None else state.newest_state
        states: list[Tensor] = []
        for position in range(x.shape[1]):
            new = fresh[:, position]
            c = new if c is None else gates[:, position] * c + new
            states.append(c)
        if state is not None:
            state.newest_state = c
        if probe is not None and probe.of_attention:
            probe.gates[self.layer] = gates.detach()
        return F.relu(torch.stack(states, dim=1))
