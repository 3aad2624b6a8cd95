"""The packed weights of steps: they follow the modules', and their layout changes nothing."""

from __future__ import annotations

import copy

import pytest
import torch

from engine.model import packed, product
from engine.model.product import Product
from engine.model.without_heads import without_heads

PRODUCTS = 3 * 7 + 1
"""Of three decoder layers, and the output; an encoder in float64 is not packed."""


def logits(model, source) -> torch.Tensor:
    cache = model.start_decoding(model.encode(source), source)
    return torch.stack([model.decode_step(torch.full((4,), 2), cache) for _ in range(3)])


def whole(model, source) -> torch.Tensor:
    return model(source, torch.full((4, 3), 2)).transpose(0, 1)


def change_in_place(model) -> None:
    with torch.no_grad():
        model.decoder.layers[1].self_attention.w_v.weight.mul_(-2)


def learn(model) -> None:
    model.requires_grad_(True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    model.output_weight.sum().backward()
    model.decoder.layers[0].feed_forward.w_1.weight.sum().backward()
    optimizer.step()
    model.requires_grad_(False)


def load(model) -> None:
    other = copy.deepcopy(model.state_dict())
    model.load_state_dict({name: value * 1.5 for name, value in other.items()})


def load_by_assignment(model) -> None:
    other = copy.deepcopy(model.state_dict())
    model.load_state_dict({name: value * 0.5 for name, value in other.items()}, assign=True)


@pytest.mark.parametrize("change", [change_in_place, learn, load, load_by_assignment])
@pytest.mark.parametrize("tied", [True, False])
def test_changed_weights_are_seen(make_model, source, change, tied) -> None:
    model = make_model(tied_output=tied)
    before = logits(model, source)
    change(model)
    after = logits(model, source)
    assert not torch.allclose(before, after)
    torch.testing.assert_close(after, whole(model, source).detach(), atol=1e-9, rtol=0)


def test_another_number_type_is_seen(make_model, source) -> None:
    model = make_model()
    exact = logits(model, source)
    model.float()
    assert logits(model, source).dtype == torch.float32
    torch.testing.assert_close(logits(model, source).double(), exact, atol=1e-4, rtol=0)


def test_weights_that_have_not_changed_are_packed_once(make_model, source, monkeypatch) -> None:
    model = make_model()
    made: list[object] = []
    build = Product.__init__
    monkeypatch.setattr(
        Product, "__init__", lambda self, *given: (made.append(self), build(self, *given))[1]
    )
    logits(model, source)
    assert len(made) == PRODUCTS
    logits(model, source)
    logits(without_heads(model, [("cross", 0, 1)]), source)  # it shares the weights
    assert len(made) == PRODUCTS


@pytest.mark.parametrize("options", [{}, {"feed_forward": "gated"}, {"attention_bias": False}])
def test_large_matrices_stay_where_they_are(make_model, source, monkeypatch, options) -> None:
    model = make_model(**options)
    copied = logits(model, source)
    monkeypatch.setattr(product, "LARGEST_COPY", 0)
    other = make_model(**options)
    torch.testing.assert_close(logits(other, source), copied, atol=1e-12, rtol=0)
    packed_output = other.start_decoding(other.encode(source), source).weights.output
    assert packed_output._plain is not None
    assert packed_output._plain.data_ptr() == other.output_weight.data_ptr()


def test_a_network_made_of_inference_tensors_steps_too(make_model, source) -> None:
    model = make_model()
    expected = logits(model, source)
    with torch.inference_mode():
        again = copy.deepcopy(model)
        found = logits(again, source)
    torch.testing.assert_close(found.clone(), expected, atol=1e-12, rtol=0)


@torch.no_grad()
def test_one_bias_of_several() -> None:
    one, other = torch.nn.Linear(4, 3), torch.nn.Linear(4, 2, bias=False)
    x = torch.randn(5, 4)
    expected = torch.cat([one(x), other(x)], dim=-1)
    weights, biases = [one.weight, other.weight], [one.bias, other.bias]
    torch.testing.assert_close(Product(weights, biases)(x), expected)


@pytest.mark.parametrize("biased", [True, False])
def test_every_layout_gives_the_same(biased) -> None:
    layer = torch.nn.Linear(384, 640, bias=biased)  # large enough to be blocked
    made = Product([layer.weight], [layer.bias])
    assert made._blocks == torch.backends.mkldnn.is_available()
    for rows in (1, 2, 4, 7, 33):
        x = torch.randn(rows, 384)
        exact = torch.nn.functional.linear(
            x.double(), layer.weight.double(), layer.bias.double() if biased else None
        )
        with torch.no_grad():
            torch.testing.assert_close(made(x).double(), exact.detach(), atol=1e-5, rtol=0)
        # One that may have to be learnt through takes the plain way.
        assert made(x.requires_grad_()).requires_grad
    assert made._blocked is not None or not made._blocks
    assert not Product([layer.weight.double()], [None])._blocks


def test_a_step_of_a_network_with_large_matrices(make_model, source, monkeypatch) -> None:
    monkeypatch.setattr(packed, "library", lambda: None)
    model = make_model(d_model=384, d_ff=640, vocabulary_size=900).float()
    with torch.no_grad():
        found, expected = logits(model, source), whole(model, source)
    assert model.start_decoding().weights.output._blocked is not None
    torch.testing.assert_close(found, expected, atol=1e-4, rtol=0)
