"""Relative positions: buckets by the definition, and steps that are equal to whole passes."""

from __future__ import annotations

import math

import pytest
import torch

from engine.model.relative import bucket_of
from tests.engine.model.test_one_stack import assert_steps_equal_the_whole


def by_definition(distance: int, buckets: int, most: int, both_ways: bool) -> int:
    first = 0
    if both_ways:
        buckets //= 2
        first = buckets if distance > 0 else 0
        far = abs(distance)
    else:
        far = max(0, -distance)
    exact = buckets // 2
    if far < exact:
        return first + far
    share = math.log(far / exact) / math.log(most / exact)
    return first + min(buckets - 1, exact + int(share * (buckets - exact) + 1e-6))


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize(("buckets", "most"), [(32, 128), (8, 20), (4, 3), (11, 40)])
def test_every_distance_has_the_bucket_of_the_definition(
    buckets: int, most: int, both_ways: bool
) -> None:
    distances = list(range(-3 * most, 3 * most + 1))
    found = bucket_of(torch.tensor(distances), buckets, most, both_ways).tolist()
    assert found == [by_definition(d, buckets, most, both_ways) for d in distances]
    assert set(found) <= set(range(buckets))


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize(("buckets", "most"), [(32, 128), (8, 20), (6, 9)])
def test_every_distance_has_the_bucket_of_the_library(
    buckets: int, most: int, both_ways: bool
) -> None:
    from transformers.models.t5.modeling_t5 import T5Attention

    distances = torch.arange(-400, 401)
    expected = T5Attention._relative_position_bucket(distances, both_ways, buckets, most)
    assert torch.equal(bucket_of(distances, buckets, most, both_ways), expected)


def test_keys_and_queries_are_told_apart_by_their_distance_alone(make_model) -> None:
    bias = make_model(
        positions="relative", relative_buckets=8, relative_distance=9
    ).encoder.relative
    whole = bias(7, 7)
    assert whole.shape == (1, 4, 7, 7)
    assert torch.equal(whole[..., 1:, 1:], whole[..., :-1, :-1])
    assert not torch.equal(whole[..., 0, 1], whole[..., 1, 0])  # behind is not before
    assert torch.equal(bias(2, 7, start=5), whole[:, :, 5:])


def test_the_bias_is_added_to_the_scores_and_every_path_agrees(make_model) -> None:
    assert_steps_equal_the_whole(
        make_model(
            positions="relative", relative_buckets=8, relative_distance=9, scale_attention=False
        )
    )
