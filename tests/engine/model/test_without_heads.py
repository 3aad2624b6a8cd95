"""A network without some heads, against a copy whose W_O has zeros in these heads' columns."""

from __future__ import annotations

import copy
import random

import pytest
import torch

from engine.model.heads_off import HeadPlace, normal_form
from engine.model.kinds import AttentionKind
from engine.model.probe import AttentionInputs, Probe, Recording
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads

KINDS = [kind.value for kind in AttentionKind]


def attention_of(model: Transformer, kind: str, layer: int) -> torch.nn.Module:
    stack = model.encoder if kind == "encoder self" else model.decoder
    return getattr(stack.layers[layer], "cross_attention" if kind == "cross" else "self_attention")


def zeroed(model: Transformer, heads: tuple[HeadPlace, ...]) -> Transformer:
    """A deep copy whose W_O ignores the heads."""
    other = copy.deepcopy(model)
    d_k = model.config.d_model // model.config.heads
    with torch.no_grad():
        for kind, layer, head in heads:
            weight = attention_of(other, kind, layer).w_o.weight
            weight[:, head * d_k : (head + 1) * d_k] = 0
    return other


def some_heads(model: Transformer, seed: int) -> tuple[HeadPlace, ...]:
    """One to all heads, of any kinds."""
    config = model.config
    every = [
        (kind, layer, head)
        for kind in KINDS
        for layer in range(config.encoder_layers if kind == KINDS[0] else config.decoder_layers)
        for head in range(config.heads)
    ]
    generator = random.Random(seed)
    return normal_form(tuple(generator.sample(every, generator.choice([1, 2, 5, len(every)]))))


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("seed", range(6))
def test_a_pass_equals_that_of_the_zeroed_copy(make_model, source, target, norm, seed) -> None:
    model = make_model(seed, norm=norm, encoder_layers=2, decoder_layers=3)
    heads = some_heads(model, seed)
    before = model(source, target)
    ours, theirs = without_heads(model, heads), zeroed(model, heads)
    expected = theirs(source, target)
    assert (expected - before).abs().max() > 1e-4
    for probe in (None, Probe(), Probe(Recording.EVERYTHING)):
        torch.testing.assert_close(ours(source, target, probe), expected, atol=1e-12, rtol=0)
    recorded, wanted = Probe(), Probe()
    ours(source, target, recorded)
    theirs(source, target, wanted)
    for kind in AttentionKind:
        weights = recorded.stacked(kind)
        torch.testing.assert_close(weights, wanted.stacked(kind), atol=1e-12, rtol=0)
    assert torch.equal(model(source, target), before), "the network itself stays whole"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_alone(make_model, source, target, kind) -> None:
    """And the weights of the head itself are what they would be with it on: it still attends."""
    model = make_model(encoder_layers=2, decoder_layers=2)
    heads = ((kind, 0, 1), (kind, 1, 3))
    whole, less = Probe(), Probe()
    model(source, target, whole)
    ours = without_heads(model, heads)(source, target, less)
    torch.testing.assert_close(ours, zeroed(model, heads)(source, target), atol=1e-12, rtol=0)
    key = AttentionKind(kind), 0
    torch.testing.assert_close(less.weights[key], whole.weights[key], atol=1e-12, rtol=0)
    assert less.weights[key][:, 1].any()


@pytest.mark.parametrize("seed", range(3))
def test_cached_steps_equal_the_whole_pass(make_model, source, seed) -> None:
    model = make_model(seed, encoder_layers=2, decoder_layers=2)
    network = without_heads(model, some_heads(model, seed + 20))
    target = torch.randint(4, 40, (4, 7), generator=torch.Generator().manual_seed(seed))
    whole = network(source, target)
    for record in (True, False):
        cache = network.start_decoding(network.encode(source), source)
        steps = [
            network.decode_step(target[:, i], cache, Probe() if record else None) for i in range(7)
        ]
        torch.testing.assert_close(torch.stack(steps, dim=1), whole, atol=1e-12, rtol=0)


def test_nothing_off_is_the_network_itself(make_model) -> None:
    model = make_model()
    assert without_heads(model, ()) is model
    assert all(module.off is None for module in model.modules() if hasattr(module, "off")), (
        "and its attention has nothing to do"
    )


def test_every_weight_is_shared_and_only_what_changes_is_new(make_model) -> None:
    model = make_model(encoder_layers=2, decoder_layers=2)
    network = without_heads(model, (("cross", 1, 0),))
    ours, theirs = dict(network.named_parameters()), dict(model.named_parameters())
    assert ours.keys() == theirs.keys()
    assert all(ours[name] is theirs[name] for name in theirs)
    assert network.encoder is model.encoder
    assert network.decoder.layers[0] is model.decoder.layers[0]
    changed, old = network.decoder.layers[1], model.decoder.layers[1]
    assert changed is not old
    assert changed.self_attention is old.self_attention
    assert old.cross_attention.off is None
    assert network.target_embedding is model.target_embedding
    again = without_heads(network, (("cross", 1, 2),))
    assert again.decoder.layers[1].cross_attention.off.flatten().tolist() == [
        False, False, True, False,
    ], "heads of a network are those that are named, whatever was named before"  # fmt: skip


def test_what_a_head_mixes_reaches_nothing_be_it_no_number(make_model, source, target) -> None:
    model = make_model()
    heads = (("encoder self", 1, 2),)
    expected = without_heads(model, heads)(source, target)
    d_k = model.config.d_model // model.config.heads
    with torch.no_grad():
        model.encoder.layers[1].self_attention.w_v.weight[2 * d_k : 3 * d_k] = float("nan")
    assert model(source, target).isnan().any()
    for probe in (None, Probe()):
        found = without_heads(model, heads)(source, target, probe)
        torch.testing.assert_close(found, expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("bias", [True, False])
def test_contributions_still_sum_to_the_output(make_model, bias) -> None:
    model = make_model(attention_bias=bias)
    attention = (
        without_heads(model, (("cross", 0, 0), ("cross", 0, 3))).decoder.layers[0].cross_attention
    )
    generator = torch.Generator().manual_seed(1)
    x, memory = (torch.randn(2, n, 24, generator=generator).double() for n in (3, 5))
    stages = attention.stages(AttentionInputs(x, memory, None))
    parts = [attention.contribution(stages.mixed, head) for head in range(4)]
    assert not parts[0].any() and not parts[3].any()
    assert parts[1].any() and parts[2].any()
    assert stages.mixed[:, 0].any(), "the mixture is still told"
    total = sum(parts) + (attention.w_o.bias if bias else 0)
    torch.testing.assert_close(stages.projected, total, atol=1e-12, rtol=0)
    torch.testing.assert_close(attention(x, memory, None), stages.projected, atol=1e-12, rtol=0)
