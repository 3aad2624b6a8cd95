"""The SSRU in the decoder: the formula, its cache, its gates; its neighbours are as ever."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.model.cache import RecurrentState
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe, Recording
from engine.model.ssru import SsruCell
from engine.model.sublayers import Stack, Sublayer
from engine.model.without_heads import without_heads


@pytest.fixture
def cell() -> SsruCell:
    torch.manual_seed(4)
    cell = SsruCell(ModelConfig(vocabulary_size=9, d_model=6, heads=2), 1).double()
    with torch.no_grad():
        cell.w_f.bias.normal_()
    return cell


def test_the_formula(cell: SsruCell) -> None:
    x = torch.randn(3, 7, 6, dtype=torch.float64)
    probe = Probe()
    out = cell(x, None, probe).detach().numpy()
    w, w_f, b_f = (p.detach().numpy() for p in (cell.w.weight, cell.w_f.weight, cell.w_f.bias))
    for row in range(3):
        state = np.zeros(6)
        for t, vector in enumerate(x[row].numpy()):
            forget = 1 / (1 + np.exp(-(w_f @ vector + b_f)))
            state = forget * state + (1 - forget) * (w @ vector)
            np.testing.assert_allclose(out[row, t], np.maximum(state, 0), atol=1e-12)
            np.testing.assert_allclose(probe.gates[1][row, t].numpy(), forget, atol=1e-12)
    assert (out > 0).any() and (out == 0).any()


def test_a_sequence_may_be_taken_in_parts(cell: SsruCell) -> None:
    x = torch.randn(2, 9, 6, dtype=torch.float64)
    state = RecurrentState()
    parts = [cell(part, state) for part in x.split([1, 4, 1, 3], dim=1)]
    torch.testing.assert_close(torch.cat(parts, dim=1), cell(x), atol=1e-12, rtol=0)


def test_what_comes_later_changes_nothing_before_and_the_gradient_reaches_the_first(
    cell: SsruCell,
) -> None:
    x = torch.randn(1, 6, 6, dtype=torch.float64, requires_grad=True)
    changed = x.detach().clone()
    changed[:, 4:] += 1
    assert torch.equal(cell(x)[:, :4], cell(changed)[:, :4])
    cell(x)[0, 5].sum().backward()
    assert x.grad is not None and bool((x.grad[0, 0] != 0).any())


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("record", [True, False])
def test_cached_equals_uncached(make_model, source, norm, record) -> None:
    model = make_model(norm=norm, decoder_self="ssru")
    target = torch.randint(4, 40, (4, 40), generator=torch.Generator().manual_seed(3))
    whole = Probe()
    expected = model(source, target, whole)
    cache = model.start_decoding(model.encode(source), source)
    for i in range(40):
        probe = Probe() if record else None
        logits = model.decode_step(target[:, i], cache, probe)
        torch.testing.assert_close(logits, expected[:, i], atol=1e-10, rtol=0)
        if probe is not None:
            gates = probe.stacked_gates()
            assert gates.shape == (3, 4, 1, 24)
            torch.testing.assert_close(
                gates[:, :, 0], whole.stacked_gates()[:, :, i], atol=1e-10, rtol=0
            )
            torch.testing.assert_close(
                probe.stacked(AttentionKind.CROSS)[..., 0, :],
                whole.stacked(AttentionKind.CROSS)[..., i, :],
                atol=1e-10,
                rtol=0,
            )
    assert cache.length == 40
    with pytest.raises(KeyError, match="decoder masked self"):
        whole.stacked(AttentionKind.DECODER_SELF)


def test_selected_rows_go_on_as_if_they_had_been_alone(make_model, source) -> None:
    model = make_model(decoder_self="ssru")
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


def test_a_cache_is_filled_with_what_an_earlier_one_gave(make_model, source) -> None:
    model = make_model(decoder_self="ssru")
    tokens = torch.tensor([5, 6, 7, 8])
    memory = model.encode(source)
    cache, given = model.start_decoding(memory, source), []
    with pytest.raises(ValueError, match="empty"):
        cache.newest()
    for _ in range(3):
        model.decode_step(tokens, cache)
        given.append(cache.newest())
    assert given[0].shape == (3, 1, 4, 24)
    again = model.start_decoding(memory, source)
    again.extend(torch.stack(given, dim=-2))
    assert again.length == 3
    assert torch.equal(model.decode_step(tokens, again), model.decode_step(tokens, cache))


def test_other_sentences_and_padding_change_nothing(make_model, source, target) -> None:
    model = make_model(decoder_self="ssru")
    together = model(source, target)
    for row in range(4):
        pieces = source[row][source[row] != 0]
        inputs = target[row][target[row] != 0]
        alone = model(pieces[None], inputs[None])[0]
        torch.testing.assert_close(together[row, : len(inputs)], alone, atol=1e-10, rtol=0)


def test_the_stream_and_the_heads_that_there_are(make_model, source, target) -> None:
    model = make_model(decoder_self="ssru")
    assert not any("decoder" in name and "self_attention" in name for name in model.state_dict())
    probe = Probe(Recording.STREAM)
    model(source, target, probe)
    kinds = [place.sublayer for place in probe.stream if place.stack is Stack.DECODER]
    assert kinds == [Sublayer.SSRU, Sublayer.CROSS_ATTENTION, Sublayer.FEED_FORWARD] * 3
    assert not probe.gates, "the stream alone is asked for"
    changed = without_heads(model, [("cross", 1, 2)])
    assert not torch.equal(changed(source, target), model(source, target))
    assert changed.decoder.layers[1].ssru is model.decoder.layers[1].ssru


def test_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="decoder_self 'gru' is not one of attention, ssru"):
        ModelConfig(vocabulary_size=9, decoder_self="gru")  # type: ignore[arg-type]
