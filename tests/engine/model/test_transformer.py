from __future__ import annotations

import math

import pytest
import torch

from engine.model.positions import sinusoidal_encoding


def test_embeddings_are_scaled_and_positions_added(make_model) -> None:
    model = make_model()
    ids = torch.tensor([[5, 9]])
    expected = model.source_embedding.pieces.weight[[5, 9]] * math.sqrt(24)
    expected = expected + sinusoidal_encoding(2, 24, torch.float64)
    torch.testing.assert_close(model.source_embedding(ids)[0], expected)


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_output_projection_tied_or_not_with_bias_or_not(make_model, tied, bias) -> None:
    model = make_model(tied_output=tied, output_bias=bias)
    state = torch.randn(2, 24, dtype=torch.float64)
    weight = model.target_embedding.pieces.weight if tied else model.output.weight
    expected = state @ weight.T
    if bias:
        expected = expected + model.output_bias
    torch.testing.assert_close(model.project(state), expected)
    names = dict(model.named_parameters())
    assert ("output.weight" in names) is not tied
    assert ("output_bias" in names) is bias


def test_shared_embeddings_are_one_matrix_counted_once(make_model) -> None:
    shared, apart = make_model(), make_model(shared_embeddings=False)
    assert shared.source_embedding.pieces is shared.target_embedding.pieces
    assert apart.parameter_count() - shared.parameter_count() == 40 * 24


def test_the_future_never_changes_the_past(make_model, source, target) -> None:
    model = make_model()
    before = model(source, target)
    changed = target.clone()
    changed[:, 3:] = 11
    after = model(source, changed)
    torch.testing.assert_close(after[:, :3], before[:, :3], atol=1e-12, rtol=0)
    assert not torch.allclose(after[0, 3:], before[0, 3:])


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_padding_never_changes_a_sentence(make_model, source, target, norm) -> None:
    model = make_model(norm=norm)
    together = model(source, target)
    for row in range(source.shape[0]):
        n, m = int((source[row] != 0).sum()), int((target[row] != 0).sum())
        alone = model(source[row : row + 1, :n], target[row : row + 1, :m])
        torch.testing.assert_close(together[row, :m], alone[0], atol=1e-10, rtol=0)


def test_dropout_acts_in_training_only(make_model, source, target) -> None:
    model = make_model(dropout=0.3)
    still = model(source, target)
    assert torch.equal(model(source, target), still)
    model.train()
    assert not torch.allclose(model(source, target), still)
