"""Step-by-step decoding with the cache equals one teacher-forced pass."""

from __future__ import annotations

import pytest
import torch

from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.product import Product


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("record", [True, False])
def test_cached_equals_uncached(make_model, source, norm, record) -> None:
    """40 steps: the growing buffers are enlarged twice on the way."""
    model = make_model(norm=norm).float()
    target = torch.randint(4, 40, (4, 40), generator=torch.Generator().manual_seed(3))
    whole = model(source, target)
    cache = model.start_decoding(model.encode(source), source)
    steps = [model.decode_step(target[:, i], cache, Probe() if record else None) for i in range(40)]
    assert cache.length == 40
    torch.testing.assert_close(torch.stack(steps, dim=1), whole, atol=1e-5, rtol=0)


def test_stitched_attention_equals_the_teacher_forced_pass(make_model, source, target) -> None:
    model = make_model()
    target = torch.where(target == 0, 9, target)
    forced = Probe()
    model(source, target, forced)
    cache = model.start_decoding(model.encode(source), source)
    for step in range(target.shape[1]):
        probe = Probe()
        model.decode_step(target[:, step], cache, probe)
        own = probe.stacked(AttentionKind.DECODER_SELF)[..., 0, :]
        whole = forced.stacked(AttentionKind.DECODER_SELF)[..., step, :]
        torch.testing.assert_close(own, whole[..., : step + 1], atol=1e-10, rtol=0)
        assert (whole[..., step + 1 :] == 0).all()
        torch.testing.assert_close(
            probe.stacked(AttentionKind.CROSS)[..., 0, :],
            forced.stacked(AttentionKind.CROSS)[..., step, :],
            atol=1e-10,
            rtol=0,
        )


def test_cross_keys_and_values_are_computed_once_and_a_step_projects_one_token(
    make_model, source, monkeypatch
) -> None:
    model = make_model()
    rows: list[int] = []
    product = Product.__call__
    monkeypatch.setattr(
        Product, "__call__", lambda self, x: (rows.append(len(x)), product(self, x))[1]
    )
    cache = model.start_decoding(model.encode(source), source)
    assert rows == [source.numel()] * 3
    rows.clear()
    for _ in range(5):
        model.decode_step(torch.full((4,), 7), cache)
    # Q, K and V at once, W_O, the cross-attention's Q and W_O, and the feed-forward's two; and
    # the output.
    assert rows == [4] * 5 * (3 * 6 + 1)


def test_selected_rows_go_on_as_if_they_had_been_alone(make_model, source) -> None:
    model = make_model()
    tokens = torch.tensor([5, 6, 7, 8])
    cache = model.start_decoding(model.encode(source), source)
    model.decode_step(tokens, cache)
    rows = torch.tensor([3, 1, 1])
    cache.select(rows)
    cache.select_sentences(rows)
    out = model.decode_step(tokens[rows], cache)
    for place, row in enumerate(rows.tolist()):
        alone = model.start_decoding(model.encode(source[row : row + 1]), source[row : row + 1])
        model.decode_step(tokens[row : row + 1], alone)
        expected = model.decode_step(tokens[row : row + 1], alone)
        torch.testing.assert_close(out[place], expected[0], atol=1e-10, rtol=0)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("record", [True, False])
def test_rows_of_one_sentence_share_its_keys_and_equal_rows_that_have_their_own(
    make_model, source, norm, record
) -> None:
    """Three hypotheses a sentence, reordered on the way: as many queries to the same keys."""
    model = make_model(norm=norm)
    generator = torch.Generator().manual_seed(5)
    shared = model.start_decoding(model.encode(source), source)
    spread = source.repeat_interleave(3, dim=0)
    apart = model.start_decoding(model.encode(spread), spread)
    first = torch.full((4,), 2)
    torch.testing.assert_close(
        model.decode_step(first, shared, Probe() if record else None).repeat_interleave(3, dim=0),
        model.decode_step(first.repeat_interleave(3), apart),
        atol=1e-10,
        rtol=0,
    )
    shared.select(torch.arange(4).repeat_interleave(3))
    for _ in range(5):
        tokens = torch.randint(4, 40, (12,), generator=generator)
        probe, other = Probe(), Probe()
        found = model.decode_step(tokens, shared, probe if record else None)
        expected = model.decode_step(tokens, apart, other if record else None)
        torch.testing.assert_close(found, expected, atol=1e-10, rtol=0)
        if record:
            for kind in (AttentionKind.DECODER_SELF, AttentionKind.CROSS):
                assert probe.stacked(kind).shape == other.stacked(kind).shape
                torch.testing.assert_close(
                    probe.stacked(kind), other.stacked(kind), atol=1e-10, rtol=0
                )
        # Each sentence's hypotheses get new parents among themselves.
        parents = torch.randint(3, (4, 3), generator=generator) + 3 * torch.arange(4)[:, None]
        shared.select(parents.flatten())
        apart.select(parents.flatten())
    assert shared.cross is not None and shared.cross.sentences == 4
    assert all(keys.shape[0] == 4 * 4 for keys in shared.cross.keys)


def test_sentences_leave_and_the_number_of_rows_changes(make_model, source) -> None:
    """As a beam does: two sentences of the four go on, with another number of rows each."""
    model = make_model()
    tokens = torch.arange(5, 13)
    cache = model.start_decoding(model.encode(source), source)
    cache.select(torch.arange(4).repeat_interleave(2))
    model.decode_step(tokens, cache)
    cache.select_sentences(torch.tensor([1, 3]))
    rows = torch.tensor([3, 2, 2, 6, 7, 7])
    cache.select(rows)
    following = torch.arange(20, 26)
    found = model.decode_step(following, cache)
    for place, row in enumerate(rows.tolist()):
        own = source[row // 2 : row // 2 + 1]
        inputs = torch.tensor([[int(tokens[row]), int(following[place])]])
        torch.testing.assert_close(found[place], model(own, inputs)[0, -1], atol=1e-10, rtol=0)
