"""The NumPy twins against what the network really uses."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from engine.analysis import padding
from engine.model import masks
from engine.training.data import collate
from tests.engine.conftest import MakeTranslator


def rows(seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    return [
        [chance.randrange(4, 300) for _ in range(chance.randrange(0, 9))] + [3]
        for _ in range(chance.randrange(1, 6))
    ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("pad_id", [0, 7])
def test_masks_are_those_of_the_network(seed: int, pad_id: int) -> None:
    ids = padding.pad(rows(seed), pad_id)
    tensor = torch.from_numpy(ids)
    np.testing.assert_array_equal(
        padding.padding_mask(ids, pad_id), masks.padding_mask(tensor, pad_id).numpy()
    )
    length = ids.shape[1]
    np.testing.assert_array_equal(padding.causal_mask(length), masks.causal_mask(length).numpy())
    np.testing.assert_array_equal(
        padding.combine(padding.padding_mask(ids, pad_id), padding.causal_mask(length)),
        masks.combine(masks.padding_mask(tensor, pad_id), masks.causal_mask(length)).numpy(),
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_padded_batch_is_that_of_training(seed: int, make_translator: MakeTranslator) -> None:
    model = make_translator(1).model
    pad_id, start_id = model.config.pad_id, model.config.start_id
    sources, targets = rows(seed), rows(seed + 100)
    count = min(len(sources), len(targets))
    sources, targets = sources[:count], targets[:count]
    batch = collate(list(zip(sources, targets, strict=True)), pad_id, start_id)
    np.testing.assert_array_equal(padding.pad(sources, pad_id), batch.source.numpy())
    inputs, outputs = padding.teacher_forced(targets, start_id, pad_id)
    np.testing.assert_array_equal(inputs, batch.target[:, :-1].numpy())
    np.testing.assert_array_equal(outputs, batch.target[:, 1:].numpy())
    np.testing.assert_array_equal(
        padding.target_mask(inputs, pad_id), model.target_mask(batch.target[:, :-1]).numpy()
    )
    np.testing.assert_array_equal(
        padding.padding_mask(padding.pad(sources, pad_id), pad_id),
        model.source_mask(batch.source).numpy(),
    )
    # With a pad of its own, which no sentence can contain, the same cells are blocked.
    other, _ = padding.teacher_forced(targets, start_id)
    np.testing.assert_array_equal(padding.target_mask(other), padding.target_mask(inputs, pad_id))


def test_a_start_that_is_the_padding_piece_stays_a_key() -> None:
    inputs, _ = padding.teacher_forced([[5, 3], [3]], start_id=0, pad_id=0)
    mask = padding.target_mask(inputs, 0)
    assert not np.isneginf(mask[:, 0]).all(axis=-1).any()
    assert np.isneginf(padding.padding_mask(inputs, 0)[:, 0, 0]).tolist() == [
        [True, False],
        [True, False],
    ]


def test_combine_needs_a_mask() -> None:
    with pytest.raises(ValueError, match="at least one mask"):
        padding.combine()
    assert padding.pad([]).shape == (0, 0)
