"""Step-by-step decoding with the cache equals one teacher-forced pass."""

from __future__ import annotations

import pytest
import torch

from engine.model.kinds import AttentionKind
from engine.model.probe import Probe


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
    make_model, source
) -> None:
    model = make_model()
    seen: list[tuple[str, int]] = []
    for layer in model.decoder.layers:
        for name in ("self_attention", "cross_attention"):
            attention = getattr(layer, name)
            attention.w_k.register_forward_hook(
                lambda _m, args, _out, name=name: seen.append((name, args[0].shape[1]))
            )
    cache = model.start_decoding(model.encode(source), source)
    assert seen == [("cross_attention", source.shape[1])] * 3
    seen.clear()
    for _ in range(5):
        model.decode_step(torch.full((4,), 7), cache)
    assert seen == [("self_attention", 1)] * 15


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
