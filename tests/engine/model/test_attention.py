from __future__ import annotations

import torch

from engine.model.attention import MultiHeadAttention
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe, Recording


def test_fused_and_explicit_paths_give_the_same_numbers(make_model, source, target) -> None:
    for norm in ("post", "pre"):
        model = make_model(norm=norm)
        torch.testing.assert_close(
            model(source, target), model(source, target, Probe()), atol=1e-12, rtol=0
        )


def test_a_probe_holds_every_layer_and_kind(make_model, source, target) -> None:
    model = make_model(encoder_layers=2, decoder_layers=3)
    probe = Probe()
    model(source, target, probe)
    batch, n, m, heads = source.shape[0], source.shape[1], target.shape[1], 4
    assert probe.stacked(AttentionKind.ENCODER_SELF).shape == (2, batch, heads, n, n)
    assert probe.stacked(AttentionKind.DECODER_SELF).shape == (3, batch, heads, m, m)
    assert probe.stacked(AttentionKind.CROSS).shape == (3, batch, heads, m, n)
    cross = probe.stacked(AttentionKind.CROSS)
    torch.testing.assert_close(cross.sum(-1), torch.ones_like(cross[..., 0]))
    assert (cross[:, 1, :, :, 4:] == 0).all()  # the second source has 4 pieces


def test_stages_recompute_what_was_recorded(make_model, source, target) -> None:
    model = make_model()
    probe = Probe(Recording.EVERYTHING)
    model(source, target, probe)
    for (kind, layer), weights in probe.weights.items():
        stack = model.encoder if kind is AttentionKind.ENCODER_SELF else model.decoder
        name = "cross_attention" if kind is AttentionKind.CROSS else "self_attention"
        attention: MultiHeadAttention = getattr(stack.layers[layer], name)
        given = probe.inputs[kind, layer]
        stages = attention.stages(given)
        torch.testing.assert_close(stages.weights, weights, atol=0, rtol=0)
        torch.testing.assert_close(stages.mixed, stages.weights @ stages.values)
        torch.testing.assert_close(
            stages.projected,
            attention(given.queries, given.keys_values, given.mask),
            atol=1e-12,
            rtol=0,
        )


def test_one_head_by_hand() -> None:
    """Head 1 of 2 computed with plain matrices, W_O applied to the concatenation."""
    torch.manual_seed(0)
    config = ModelConfig(vocabulary_size=10, d_model=6, heads=2)
    attention = MultiHeadAttention(config, AttentionKind.CROSS, 0).double()
    x, memory = torch.randn(1, 2, 6).double(), torch.randn(1, 3, 6).double()
    mixed = []
    for head in (slice(0, 3), slice(3, 6)):
        q = x[0] @ attention.w_q.weight.T[:, head] + attention.w_q.bias[head]
        k = memory[0] @ attention.w_k.weight.T[:, head] + attention.w_k.bias[head]
        v = memory[0] @ attention.w_v.weight.T[:, head] + attention.w_v.bias[head]
        mixed.append(torch.softmax(q @ k.T / 3**0.5, dim=-1) @ v)
    expected = torch.cat(mixed, dim=-1) @ attention.w_o.weight.T + attention.w_o.bias
    torch.testing.assert_close(attention(x, memory, None)[0], expected, atol=1e-12, rtol=0)


def test_attention_dropout_acts_in_training_only(make_model, source, target) -> None:
    model = make_model(attention_dropout=0.5, dropout=0.0)
    still = model(source, target)
    torch.testing.assert_close(model(source, target), still, atol=0, rtol=0)
    model.train()
    assert not torch.allclose(model(source, target), still)
