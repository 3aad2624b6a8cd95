from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.heads import Measure, head_measures
from gui.widgets.heads_model import MASKED, RESOLUTION, Block, HeadsModel, resample, shade


def softmax(seed: int, *shape: int) -> np.ndarray:
    logits = np.random.default_rng(seed).normal(scale=2.0, size=shape)
    weights = np.exp(logits)
    rows: np.ndarray = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    return rows


def whole(weights: np.ndarray, asked: list[int] | None = None) -> Block:
    def block(first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        if asked is not None:
            asked.extend(range(first, last))
        part = weights[:, :, first:last]
        return part, np.ones(part.shape[2:], dtype=bool)

    return block


def show(
    model: HeadsModel,
    weights: np.ndarray,
    marks: list[object],
    view: str = "a",
    asked: list[int] | None = None,
    at_most: int | None = None,
) -> int:
    layers, heads, _, keys = weights.shape
    counted = np.ones(keys, dtype=bool)
    block = whole(weights, asked)
    return model.sync((view,), marks, (layers, heads, keys), counted, block, at_most)


def marks(count: int) -> list[object]:
    return [object() for _ in range(count)]


def test_shades_are_the_nearest_of_255() -> None:
    weights = np.linspace(0, 1, 1001, dtype=np.float32)
    expected = [1 + round(float(weight) * 254) for weight in weights]
    assert np.abs(shade(weights).astype(int) - expected).max() <= 1
    assert shade(np.array([0.0, 1.0, 1.0000001], dtype=np.float32)).tolist() == [1, 255, 255]
    assert MASKED not in shade(weights)


@pytest.mark.parametrize(("count", "size"), [(5, 12), (12, 5), (7, 7), (100, 30), (1, 9), (30, 29)])
def test_resampling_repeats_or_keeps_the_largest(count: int, size: int) -> None:
    values = np.random.default_rng(count).integers(0, 256, size=(3, count)).astype(np.uint8)
    found = resample(values, 1, size)
    assert found.shape == (3, size)
    starts = [place * count // size for place in range(size)]
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < size else count
        run = values[:, start : max(end, start + 1)]
        assert found[:, place].tolist() == run.max(axis=1).tolist()
    # No peak is lost.
    assert found.max() == values.max()


def test_columns_are_heads_then_mean_then_maximum() -> None:
    weights = softmax(0, 2, 3, 4, 5)
    model = HeadsModel()
    show(model, weights, marks(4))
    tiles = model.tiles(4, 5)
    assert tiles.shape == (2, 5, 4, 5)
    np.testing.assert_array_equal(tiles[:, :3], shade(weights))
    np.testing.assert_array_equal(tiles[:, 3], shade(weights.mean(axis=1, dtype=np.float32)))
    np.testing.assert_array_equal(tiles[:, 4], shade(weights.max(axis=1)))


def test_numbers_are_of_the_heads_and_of_their_mean() -> None:
    weights = softmax(1, 2, 3, 6, 5)
    model = HeadsModel()
    show(model, weights, marks(6))
    np.testing.assert_allclose(model.measures()[:, :, :3], head_measures(weights), rtol=1e-12)
    of_mean = head_measures(weights.mean(axis=1, dtype=np.float32))
    np.testing.assert_allclose(model.measures()[:, :, 3], of_mean, rtol=1e-12)
    assert model.most_entropy() == pytest.approx(np.log(5))
    entropies = model.measure(Measure.ENTROPY)
    # The mean of distributions is at least as spread out as they are on average.
    assert np.all(entropies[:, 3] >= entropies[:, :3].mean(axis=1) - 1e-9)


def test_only_new_rows_are_asked_for() -> None:
    weights = softmax(2, 2, 3, 9, 5)
    model, rows = HeadsModel(), marks(9)
    asked: list[int] = []
    for count in (1, 2, 5, 9):
        show(model, weights[:, :, :count], rows[:count], asked=asked)
    assert asked == list(range(9))
    asked.clear()
    # Back, and forward again.
    assert show(model, weights[:, :, :4], rows[:4], asked=asked) == 0
    assert asked == []
    np.testing.assert_array_equal(model.tiles(4, 5)[:, :3], shade(weights[:, :, :4]))
    np.testing.assert_allclose(
        model.measures()[:, :, :3], head_measures(weights[:, :, :4]), rtol=1e-9
    )
    show(model, weights, rows, asked=asked)
    assert asked == []
    np.testing.assert_array_equal(model.tiles(9, 5)[:, :3], shade(weights))
    np.testing.assert_allclose(model.measures()[:, :, :3], head_measures(weights), rtol=1e-9)
    # Back, and forward another way.
    other = weights.copy()
    other[:, :, 4:] = softmax(3, 2, 3, 5, 5)
    show(model, weights[:, :, :4], rows[:4])
    show(model, other, rows[:4] + marks(5), asked=asked)
    assert asked == [4, 5, 6, 7, 8]
    np.testing.assert_array_equal(model.tiles(9, 5)[:, :3], shade(other))
    np.testing.assert_allclose(model.measures()[:, :, :3], head_measures(other), rtol=1e-9)


def test_another_hypothesis_keeps_the_ancestors_they_share() -> None:
    weights, other = softmax(3, 2, 2, 6, 4), softmax(4, 2, 2, 6, 4)
    other[:, :, :3] = weights[:, :, :3]
    model, rows = HeadsModel(), marks(6)
    asked: list[int] = []
    show(model, weights, rows)
    show(model, other, rows[:3] + marks(3), asked=asked)
    assert asked == [3, 4, 5]
    np.testing.assert_array_equal(model.tiles(6, 4)[:, :2], shade(other))
    np.testing.assert_allclose(model.measures()[:, :, :2], head_measures(other), rtol=1e-9)


def test_another_view_keeps_nothing() -> None:
    weights = softmax(5, 2, 2, 3, 4)
    model, rows = HeadsModel(), marks(3)
    asked: list[int] = []
    show(model, weights, rows)
    show(model, weights, rows, view="b", asked=asked)
    assert asked == [0, 1, 2]


def test_masked_cells_have_a_shade_of_their_own() -> None:
    weights = softmax(6, 1, 1, 5, 5)
    weights[..., np.triu_indices(5, 1)[0], np.triu_indices(5, 1)[1]] = 0
    model = HeadsModel()

    def block(first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        return weights[:, :, first:last], np.tril(np.ones((5, 5), dtype=bool))[first:last]

    model.sync(("a",), marks(5), (1, 1, 5), np.ones(5, dtype=bool), block)
    assert ((model.tiles(5, 5)[0, 0] == MASKED) == np.triu(np.ones((5, 5), dtype=bool), 1)).all()
    assert model.most_entropy() == pytest.approx(np.log([1, 2, 3, 4, 5]).mean())


def test_what_is_too_much_for_one_frame_comes_in_portions() -> None:
    weights = softmax(7, 2, 2, 10, 5)
    model, rows = HeadsModel(), marks(10)
    portion = 3 * 2 * 4 * 5
    taken = [show(model, weights, rows, at_most=portion)]
    assert model.queries == 3
    assert model.missing == 7
    while model.missing:
        taken.append(show(model, weights, rows, at_most=portion))
    assert taken == [3, 3, 3, 1]
    np.testing.assert_allclose(model.measures()[:, :, :2], head_measures(weights), rtol=1e-9)
    # However little, one row is taken in.
    assert show(model, weights, rows, view="b", at_most=1) == 1


def test_long_sentences_are_kept_small_and_lose_no_peak() -> None:
    keys = 2 * RESOLUTION + 3
    weights = np.zeros((1, 1, 300, keys), dtype=np.float32)
    rows = np.arange(300)
    weights[0, 0, rows, (rows * 7) % keys] = 1
    model = HeadsModel()
    show(model, weights, marks(300))
    assert model._shades.shape[3] <= RESOLUTION
    tiles = model.tiles(300, 65)
    assert (tiles[0, 0].max(axis=1) == 255).all()
    # 259 keys in blocks of 4: 65 of them, one a dot.
    assert model.weights_a_dot(300, 65) == (1, 4)
    assert model.weights_a_dot(20, 20) == (15, 16)
    columns = tiles[0, 0].argmax(axis=1)
    assert columns.tolist() == ((rows * 7) % keys // 4).tolist()


def test_a_growing_sentence_may_pass_the_resolution() -> None:
    size = RESOLUTION + 4
    model, rows = HeadsModel(), marks(size)
    for count in range(RESOLUTION - 2, size + 1):
        weights = softmax(count, 1, 2, count, count)
        model.clear()
        show(model, weights, rows[:count])
        np.testing.assert_array_equal(
            model.tiles(16, 16)[:, :2],
            # Blocks of keys first, then what a dot holds of them.
            resample(
                resample(
                    np.maximum.reduceat(
                        shade(weights),
                        np.arange(0, count, 1 if count <= RESOLUTION else 2),
                        axis=3,
                    ),
                    2,
                    16,
                ),
                3,
                16,
            ),
        )


def test_going_over_the_resolution_and_back_step_by_step() -> None:
    size = RESOLUTION + 3
    weights = softmax(9, 1, 1, size, size)
    model, rows = HeadsModel(), marks(size)
    for count in (RESOLUTION, size, RESOLUTION - 1, size):
        show(model, weights[:, :, :count, :count], rows[:count])
        fresh = HeadsModel()
        show(fresh, weights[:, :, :count, :count], rows[:count])
        np.testing.assert_array_equal(model.tiles(40, 40), fresh.tiles(40, 40))
