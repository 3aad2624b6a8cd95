"""Outputs and gradients agree with torch.nn.Transformer built from the same weights."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from engine.model.attention import MultiHeadAttention
from engine.model.layers import DecoderLayer, EncoderLayer
from engine.model.transformer import Transformer

EXACT = {"atol": 1e-9, "rtol": 0.0}


def reference(model: Transformer) -> nn.Transformer:
    """torch's own Transformer with copies of the model's weights, dropout off."""
    config = model.config
    shape = (config.d_model, config.heads, config.d_ff, 0.0, config.activation)
    options = {
        "layer_norm_eps": config.layer_norm_eps,
        "batch_first": True,
        "norm_first": config.norm == "pre",
    }
    final = config.norm == "pre"

    def norm() -> nn.LayerNorm | None:
        return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps) if final else None

    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(*shape, **options),
        config.encoder_layers,
        norm(),
        enable_nested_tensor=False,
    )
    decoder = nn.TransformerDecoder(
        nn.TransformerDecoderLayer(*shape, **options), config.decoder_layers, norm()
    )
    theirs = nn.Transformer(
        config.d_model,
        config.heads,
        custom_encoder=encoder,
        custom_decoder=decoder,
        batch_first=True,
    ).double()
    with torch.no_grad():
        for (name, parameter), source in zip(
            theirs.named_parameters(), in_torch_order(model, gradients=False), strict=True
        ):
            assert parameter.shape == source.shape, name
            parameter.copy_(source)
    return theirs


def in_torch_order(model: Transformer, gradients: bool) -> list[Tensor]:
    """The weights (or their gradients) of the stacks, packed as torch's named_parameters."""

    def read(*parameters: Tensor) -> Tensor:
        values = [parameter.grad if gradients else parameter for parameter in parameters]
        assert all(value is not None for value in values)
        return torch.cat([value for value in values if value is not None])

    def attention(part: MultiHeadAttention) -> list[Tensor]:
        return [
            read(part.w_q.weight, part.w_k.weight, part.w_v.weight),
            read(part.w_q.bias, part.w_k.bias, part.w_v.bias),
            read(part.w_o.weight),
            read(part.w_o.bias),
        ]

    out: list[Tensor] = []
    for stack in (model.encoder, model.decoder):
        for layer in stack.layers:
            assert isinstance(layer, EncoderLayer | DecoderLayer)
            norms = [layer.self_attention_residual.norm]
            out += attention(layer.self_attention)
            if isinstance(layer, DecoderLayer):
                out += attention(layer.cross_attention)
                norms.append(layer.cross_attention_residual.norm)
            norms.append(layer.feed_forward_residual.norm)
            for linear in (layer.feed_forward.w_1, layer.feed_forward.w_2):
                out += [read(linear.weight), read(linear.bias)]
            for norm in norms:
                out += [read(norm.weight), read(norm.bias)]
        if isinstance(stack.norm, nn.LayerNorm):
            out += [read(stack.norm.weight), read(stack.norm.bias)]
    return out


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize(("encoder_layers", "decoder_layers"), [(3, 3), (1, 4)])
def test_outputs_and_gradients_on_ragged_batches(
    make_model, source, target, norm, activation, encoder_layers, decoder_layers
) -> None:
    ours = make_model(
        norm=norm,
        activation=activation,
        encoder_layers=encoder_layers,
        decoder_layers=decoder_layers,
    )
    theirs = reference(ours)
    theirs.train()  # the plain path, not the inference fast path; dropout is 0
    source_pads, target_pads = source == 0, target == 0
    x = ours.source_embedding(source).detach().requires_grad_()
    y = ours.target_embedding(target).detach().requires_grad_()
    x_ref, y_ref = x.detach().clone().requires_grad_(), y.detach().clone().requires_grad_()

    memory = ours.encoder(x, ours.source_mask(source))
    out = ours.decoder(y, memory, ours.target_mask(target), ours.source_mask(source))
    expected = theirs(
        x_ref,
        y_ref,
        # torch's own causal mask, not ours: a fault in ours must show.
        tgt_mask=torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1),
        src_key_padding_mask=source_pads,
        tgt_key_padding_mask=target_pads,
        memory_key_padding_mask=source_pads,
        tgt_is_causal=True,
    )
    real = ~target_pads
    torch.testing.assert_close(out[real], expected[real], **EXACT)

    pull = torch.randn(out.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(5))
    (out * pull)[real].sum().backward()
    (expected * pull)[real].sum().backward()
    torch.testing.assert_close(x.grad, x_ref.grad, **EXACT)
    torch.testing.assert_close(y.grad, y_ref.grad, **EXACT)
    for (name, parameter), gradient in zip(
        theirs.named_parameters(), in_torch_order(ours, gradients=True), strict=True
    ):
        torch.testing.assert_close(
            gradient, parameter.grad, **EXACT, msg=lambda text, name=name: f"{name}: {text}"
        )
