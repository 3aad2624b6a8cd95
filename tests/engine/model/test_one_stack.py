"""An encoder alone, a decoder alone, and the parts that families of these bring along."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from engine.model.config import ModelConfig
from engine.model.kinds import NO_DECODER, NO_ENCODER, AttentionKind, kinds_of, no_attention
from engine.model.probe import Probe, Recording
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from tests.engine.model.conftest import ragged

DECODER = {"stacks": "decoder", "encoder_layers": 0}
ENCODER = {"stacks": "encoder", "decoder_layers": 0}


def assert_steps_equal_the_whole(model: Transformer) -> None:
    """Cached steps, the whole pass, both paths of attention, and every stage say the same."""
    source, target = ragged([9, 4, 7]), ragged([6, 6, 6], seed=2)
    target[:, 0] = 2
    alone = model.config.stacks == "decoder"
    whole, steps = Probe(Recording.EVERYTHING), Probe()
    memory = None if alone else model.encode(source, whole)
    given = None if alone else source
    explicit = model.project(model.decode(memory, given, target, whole))
    fused = model.project(model.decode(memory, given, target))
    torch.testing.assert_close(explicit, fused, atol=1e-10, rtol=0)
    cache = model.start_decoding(memory, given)
    for at in range(6):
        logits = model.decode_step(target[:, at], cache, steps)
        torch.testing.assert_close(logits, explicit[:, at], atol=1e-10, rtol=0)
        for layer in range(model.config.decoder_layers):
            key = (AttentionKind.DECODER_SELF, layer)
            row = whole.weights[key][:, :, at, : at + 1]
            torch.testing.assert_close(steps.weights[key][:, :, 0], row, atol=1e-10, rtol=0)
    for (kind, layer), inputs in whole.inputs.items():
        stack = model.encoder if kind is AttentionKind.ENCODER_SELF else model.decoder
        name = "cross_attention" if kind is AttentionKind.CROSS else "self_attention"
        attention = getattr(stack.layers[layer], name)
        stages = attention.stages(inputs)
        torch.testing.assert_close(stages.weights, whole.weights[kind, layer], atol=0, rtol=0)
        parts = [attention.contribution(stages.mixed, head) for head in range(attention.heads)]
        bias = attention.w_o.bias
        total = sum(parts) if bias is None else sum(parts) + bias
        torch.testing.assert_close(stages.projected, total, atol=1e-10, rtol=0)
        added = [each for each in (stages.scores, stages.bias, stages.mask) if each is not None]
        torch.testing.assert_close(stages.masked_scores, sum(added), atol=1e-10, rtol=0)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"norm": "pre", "norm_kind": "rms", "feed_forward": "gated", "feed_forward_bias": False},
        {"key_value_heads": 2, "attention_bias": False},
        {"key_value_heads": 1, "head_width": 10, "attention_output_bias": False},
        {"positions": "learned", "activation": "gelu_tanh", "norm": "pre"},
        {"positions": "rotary", "key_value_heads": 2, "head_width": 4, "norm": "pre"},
    ],
)
def test_a_decoder_alone_step_by_step(make_model, options) -> None:
    assert_steps_equal_the_whole(make_model(**DECODER, **options))


@pytest.mark.parametrize(
    "options", [{"head_width": 10}, {"key_value_heads": 2}, {"norm_kind": "rms", "norm": "pre"}]
)
def test_both_stacks_step_by_step(make_model, options) -> None:
    assert_steps_equal_the_whole(make_model(**options))


def test_a_decoder_alone_sees_what_is_before_and_nothing_else(make_model) -> None:
    model = make_model(**DECODER)
    text = ragged([6], seed=3)
    changed = text.clone()
    changed[0, 4] = 39 - changed[0, 4] + 4
    one, other = (model.decode(None, None, each) for each in (text, changed))
    assert torch.equal(one[:, :4], other[:, :4])
    assert not torch.allclose(one[:, 4:], other[:, 4:])


def test_padding_may_be_a_piece_of_a_decoder_s_text(make_model) -> None:
    # In GPT-2 the padding, the start and the end are one piece.
    model = make_model(**DECODER)
    text = torch.tensor([[2, 7, 0, 9]])
    cache = model.start_decoding()
    steps = torch.stack([model.decode_step(text[:, at], cache) for at in range(4)], dim=1)
    torch.testing.assert_close(
        model.project(model.decode(None, None, text)), steps, atol=1e-10, rtol=0
    )


def test_an_encoder_alone_has_both_sides_of_each_piece(make_model) -> None:
    model = make_model(**ENCODER, embedding_norm=True, segments=2, output="transform")
    text = ragged([6, 3], seed=3)
    probe = Probe()
    states = model.encode(text, probe)
    assert states.shape == (2, 6, 24) and set(probe.weights) == {
        (AttentionKind.ENCODER_SELF, layer) for layer in range(3)
    }
    # A shorter one beside a longer one is as it is by itself.
    torch.testing.assert_close(model.encode(text[1:, :3])[0], states[1, :3], atol=1e-10, rtol=0)
    assert model.states(text[0].tolist(), [])[1] is None
    assert model.project(states).shape == (2, 6, 40)


def test_the_sum_at_the_bottom_and_the_head_on_top_by_hand(make_model) -> None:
    model = make_model(
        **ENCODER, embedding_norm=True, segments=2, output="transform", output_bias=True,
        positions="learned", position_offset=2, activation="gelu", scale_embeddings=False,
    )  # fmt: skip
    ids = torch.tensor([[5, 9, 7]])
    state = model.state_dict()
    rows = state["source_embedding.pieces.weight"][ids[0]]
    total = rows + state["source_embedding.segments.weight"][0]
    total = total + state["source_embedding.positions.table"][2:5]
    expected = torch.nn.functional.layer_norm(
        total, (24,), state["source_embedding.norm.weight"], state["source_embedding.norm.bias"]
    )
    torch.testing.assert_close(model.source_embedding(ids)[0], expected, atol=1e-12, rtol=0)

    x = torch.randn(3, 24, dtype=torch.float64)
    y = x @ state["output_transform.dense.weight"].T + state["output_transform.dense.bias"]
    y = y * (1 + torch.erf(y / 2**0.5)) / 2
    mean, spread = y.mean(-1, keepdim=True), y.var(-1, unbiased=False, keepdim=True)
    y = (y - mean) / (spread + 1e-5).sqrt()
    y = y * state["output_transform.norm.weight"] + state["output_transform.norm.bias"]
    y = y @ state["source_embedding.pieces.weight"].T + state["output_bias"]
    torch.testing.assert_close(model.project(x), y, atol=1e-10, rtol=0)


def test_a_gated_feed_forward_and_an_rms_norm_by_hand(make_model) -> None:
    model = make_model(
        **DECODER, norm="pre", norm_kind="rms", feed_forward="gated", feed_forward_bias=False,
        activation="silu", layer_norm_eps=1e-6,
    )  # fmt: skip
    layer, x = model.decoder.layers[0], torch.randn(2, 3, 24, dtype=torch.float64)
    state = {name: value.detach() for name, value in layer.named_parameters()}
    weight = state["feed_forward_residual.norm.weight"]
    h = x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * weight
    torch.testing.assert_close(layer.feed_forward_residual.norm(x), h, atol=1e-12, rtol=0)
    gate = h @ state["feed_forward.w_gate.weight"].T
    inner = gate / (1 + (-gate).exp()) * (h @ state["feed_forward.w_1.weight"].T)
    expected = inner @ state["feed_forward.w_2.weight"].T
    torch.testing.assert_close(layer.feed_forward(h), expected, atol=1e-12, rtol=0)
    assert not any("norm.bias" in name for name in model.state_dict())


def test_heads_of_a_group_share_their_keys_and_values(make_model) -> None:
    model = make_model(**DECODER, key_value_heads=2)
    attention = model.decoder.layers[0].self_attention
    assert attention.w_k.weight.shape == (12, 24) and attention.w_q.weight.shape == (24, 24)
    x = torch.randn(1, 4, 24, dtype=torch.float64)
    keys, _ = attention.project_keys_values(x)
    spread = attention.of_every_head(keys)
    for head in range(4):
        assert torch.equal(spread[:, head], keys[:, head // 2])


@pytest.mark.parametrize("options", [DECODER, ENCODER])
def test_the_stack_that_is_not_there_has_no_weights(make_model, options) -> None:
    model = make_model(**options, positions="learned", norm="pre", embedding_norm=True)
    there = "target" if options is DECODER else "source"
    names = [n for n, _ in model.named_parameters() if n != "source_embedding.pieces.weight"]
    stack = options["stacks"]
    assert all(name.startswith((f"{stack}.", f"{there}_embedding.")) for name in names)
    assert model.source_embedding.pieces is model.target_embedding.pieces


def test_a_model_without_output_says_so(make_model) -> None:
    model = make_model(**ENCODER, output="none", output_bias=True)
    assert model.output is None and model.output_bias is None
    with pytest.raises(ValueError, match="predicts nothing"):
        model.project(torch.zeros(1, 24))


def test_states_scaled_before_the_output(make_model) -> None:
    plain, scaled = make_model(), make_model(scale_output=True)
    x = torch.randn(2, 24, dtype=torch.float64)
    torch.testing.assert_close(scaled.project(x), plain.project(x / 24**0.5))


@pytest.mark.parametrize("options", [DECODER, ENCODER])
def test_heads_of_one_stack_can_be_switched_off(make_model, options) -> None:
    model = make_model(**options)
    stack, kind = (
        (model.decoder, "decoder masked self")
        if options is DECODER
        else (model.encoder, "encoder self")
    )
    text = ragged([5])

    def run(network: Transformer) -> Tensor:
        memory, states = network.states(text[0].tolist(), text[0].tolist() * (options is DECODER))
        return states if memory is None else memory

    off = run(without_heads(model, ((kind, 0, h) for h in range(4))))
    assert not torch.allclose(off, run(model))
    with torch.no_grad():
        stack.layers[0].self_attention.w_o.weight.zero_()
    torch.testing.assert_close(off, run(model), atol=1e-12, rtol=0)


def test_which_attention_there_is() -> None:
    both = ModelConfig(vocabulary_size=9)
    one = ModelConfig.from_dict({"vocabulary_size": 9, **ENCODER})
    other = ModelConfig.from_dict({"vocabulary_size": 9, **DECODER})
    assert kinds_of(both) == tuple(AttentionKind)
    assert kinds_of(one) == (AttentionKind.ENCODER_SELF,)
    assert kinds_of(other) == (AttentionKind.DECODER_SELF,)
    assert no_attention(one, "cross") == NO_DECODER
    assert no_attention(other, "cross") == no_attention(other, "encoder self") == NO_ENCODER
