"""Loss, schedule, dropout, moving average and scores."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from engine.training.dropout import ByteDropout, use_byte_dropout
from engine.training.loss import projected_cross_entropy, smoothed_cross_entropy
from engine.training.schedule import Schedule
from engine.training.scores import score
from engine.training.step import MovingAverage


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("with_bias", [False, True])
def test_projected_loss_and_gradients_are_those_of_torch(smoothing: float, with_bias: bool) -> None:
    torch.manual_seed(0)
    states = torch.randn(23, 8, requires_grad=True)
    weight = torch.randn(50, 8, requires_grad=True)
    bias = torch.randn(50, requires_grad=True) if with_bias else None
    targets = torch.randint(50, (23,))
    inputs = [x for x in (states, weight, bias) if x is not None]

    logits = F.linear(states, weight, bias)
    expected = F.cross_entropy(logits, targets, label_smoothing=smoothing)
    gradients = torch.autograd.grad(3 * expected, inputs)

    loss, likelihood = projected_cross_entropy(
        states, weight, targets, bias=bias, smoothing=smoothing, block=7
    )
    torch.testing.assert_close(loss, expected)
    torch.testing.assert_close(likelihood, -F.cross_entropy(logits, targets, reduction="sum"))
    for mine, theirs in zip(torch.autograd.grad(3 * loss, inputs), gradients, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_plain_loss_is_that_of_torch(smoothing: float) -> None:
    torch.manual_seed(0)
    logits, targets = torch.randn(9, 20), torch.randint(20, (9,))
    expected = F.cross_entropy(logits, targets, label_smoothing=smoothing, reduction="sum")
    torch.testing.assert_close(smoothed_cross_entropy(logits, targets, smoothing), expected)


def test_rate_rises_linearly_and_falls_with_the_square_root() -> None:
    schedule = Schedule(peak=2e-3, warmup=100, steps=1000)
    assert schedule.rate(1) == pytest.approx(2e-5)
    assert schedule.rate(50) == pytest.approx(1e-3)
    assert schedule.rate(100) == pytest.approx(2e-3)
    assert schedule.rate(400) == pytest.approx(1e-3)


def test_rate_is_the_papers() -> None:
    d_model, warmup = 512, 4000
    schedule = Schedule(peak=(d_model * warmup) ** -0.5, warmup=warmup, steps=100_000)
    for step in (1, 1000, 4000, 50_000):
        paper = d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
        assert schedule.rate(step) == pytest.approx(paper)


def test_cooldown_falls_to_nothing_in_a_straight_line() -> None:
    plain = Schedule(peak=1.0, warmup=10, steps=200)
    cooled = Schedule(peak=1.0, warmup=10, steps=200, cooldown=50)
    assert cooled.rate(150) == plain.rate(150)
    assert cooled.rate(176) == pytest.approx(plain.rate(176) * 25 / 50)
    assert cooled.rate(200) == pytest.approx(plain.rate(200) / 50)
    assert cooled.rate(201) == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [((0.0, 1, 1, 0), "peak"), ((1.0, 0, 1, 0), "warm-up"), ((1.0, 1, 9, 10), "cool-down")],
)
def test_impossible_schedules_are_refused(
    values: tuple[float, int, int, int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Schedule(*values)


def test_byte_dropout_drops_its_share_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    dropout = ByteDropout(0.25)
    x = torch.ones(100, 1003, requires_grad=True)
    y = dropout(x)
    assert (y == 0).float().mean() == pytest.approx(0.25, abs=0.01)
    assert y.detach().mean() == pytest.approx(1, abs=0.01)
    y.sum().backward()
    assert x.grad is not None
    assert torch.equal(x.grad, y.detach())
    assert torch.equal(dropout.eval()(x), x)


def test_byte_dropout_treats_all_eight_bytes_of_a_word_alike() -> None:
    torch.manual_seed(0)
    kept = (ByteDropout(0.5)(torch.ones(40_000, 8)) > 0).float().mean(dim=0)
    torch.testing.assert_close(kept, torch.full((8,), 0.5), atol=0.02, rtol=0)


def test_byte_dropout_replaces_every_dropout() -> None:
    model = nn.Sequential(nn.Dropout(0.1), nn.ModuleDict({"inner": nn.Dropout(0.2)}))
    use_byte_dropout(model)
    assert not any(isinstance(module, nn.Dropout) for module in model.modules())
    assert sum(isinstance(module, ByteDropout) for module in model.modules()) == 2


def test_moving_average_follows_and_steps_in_and_out() -> None:
    parameter = torch.zeros(3)
    average = MovingAverage([parameter], decay=0.9)
    parameter += 1
    average.update([parameter], step=1000)
    torch.testing.assert_close(average.values[0], torch.full((3,), 0.1))
    with average.in_place_of([parameter]):
        torch.testing.assert_close(parameter, torch.full((3,), 0.1))
    assert torch.equal(parameter, torch.ones(3))
    torch.testing.assert_close(average.values[0], torch.full((3,), 0.1))


def test_any_reference_counts_and_their_number_may_differ() -> None:
    translations = ["le chat dort sur le lit", "il pleut beaucoup ce matin"]
    both = score(translations, [["rien de tel", translations[0]], [translations[1]]])
    assert both.bleu == pytest.approx(100)
    assert both.chrf == pytest.approx(100)
    one = score(translations, [["rien de tel"], [translations[1]]])
    assert one.bleu < 80
    assert "tok:13a" in both.bleu_signature
    assert "nc:6" in both.chrf_signature
