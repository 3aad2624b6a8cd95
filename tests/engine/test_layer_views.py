"""What each layer would say: against the record, float64 NumPy, and torch's own Transformer."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from engine.errors import SearchError
from engine.layer_views import LayerViews, Stack, StreamNorms, Sublayer
from engine.model.probe import Probe, Recording
from engine.search import layer_views as module
from engine.search.layer_views import layer_views
from tests.engine.model.conftest import MakeModel, make_model, ragged
from tests.engine.model.test_torch_parity import reference
from tests.engine.networks import LLAMA, T5
from tests.engine.numpy_transformer import NumpyTransformer
from tests.engine.test_explanation import (
    SEARCHES,
    places,
    randomise_vectors,
    recorded,
)

__all__ = ["make_model"]
Array = npt.NDArray[np.float64]


class Recorder(NumpyTransformer):
    """The float64 network that also writes its residual stream down."""

    def sublayer(self, name: str, x: Array, function: Any) -> Array:
        added: list[Array] = []

        def kept(h: Array) -> Array:
            added.append(function(h))
            return added[0]

        out = super().sublayer(name, x, kept)
        self.stream.append((name, x, added[0], out))
        return out

    def run(self, source: Any, target: Any) -> None:
        self.stream: list[tuple[str, Array, Array, Array]] = []
        super().run(source, target)

    def of(self, stack: str) -> list[tuple[str, Array, Array, Array]]:
        return [entry for entry in self.stream if entry[0].startswith(stack)]

    def states(self) -> list[Array]:
        """After the embedding and after each decoder layer."""
        entries = self.of("decoder")
        return [entries[0][1], *(entry[3] for entry in entries if "feed_forward" in entry[0])]

    def log_probabilities(self, state: Array) -> Array:
        weight = self.state.get("output.weight", self.state["source_embedding.pieces.weight"])
        scale = self.config.d_model**-0.5 if self.config.scale_output else 1
        logits = self.final("decoder", state) * scale @ weight.T + self.state.get(
            "output_bias", 0.0
        )
        shifted = logits - logits.max(-1, keepdims=True)
        out: Array = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
        return out


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_last_layer_says_what_the_step_could_choose_from(make_translator, search, norm) -> None:
    translator = make_translator(1, norm=norm)
    trace = recorded(translator, **SEARCHES[search])
    for number, sentence in enumerate(trace.sentences):
        for step, hypothesis in places(sentence):
            views = translator.layers(trace, number, step, hypothesis)
            chain = sentence.ancestry(step, hypothesis)
            assert views.source == sentence.encoded.pieces
            assert views.written == tuple(live.piece for live in chain)
            assert views.inputs == (sentence.encoded.start, *views.written[:-1])
            assert views.states == 4
            for index, live in enumerate(chain):
                for guess, candidate in zip(views.top(3, index), live.candidates, strict=False):
                    assert guess.piece.id == candidate.piece.id
                    assert guess.probability == pytest.approx(candidate.probability, abs=1e-5)
                    assert guess.log_probability == pytest.approx(
                        candidate.log_probability, abs=1e-5
                    )
                wrote = views.wrote(3, index)
                assert wrote.piece == live.piece
                assert wrote.log_probability == pytest.approx(live.log_probability, abs=1e-5)


def test_switched_off_heads_stay_off(make_translator) -> None:
    translator = make_translator(1)
    off = (("encoder self", 0, 1), ("cross", 1, 2), ("decoder masked self", 2, 0))
    trace, plain = recorded(translator, heads_off=off), recorded(translator)
    sentence = trace.sentences[0]
    step = len(sentence.steps) - 1
    views = translator.layers(trace, 0, step)
    for index, live in enumerate(sentence.ancestry(step)):
        for guess, candidate in zip(views.top(3, index), live.candidates, strict=False):
            assert guess.piece.id == candidate.piece.id
            assert guess.probability == pytest.approx(candidate.probability, abs=1e-5)
    with_all = translator.layers(plain, 0, 0)
    told, other = views.decoder.contribution[:, 0], with_all.decoder.contribution[:, 0]
    assert not np.allclose(told, other, rtol=1e-3)


NETWORKS: dict[str, dict[str, Any]] = {
    f"{norm}, {tied=}": {"norm": norm, "tied_output": tied, "output_bias": not tied}
    for norm in ("post", "pre")
    for tied in (True, False)
} | {"T5": T5, "LLaMA": LLAMA}


@pytest.mark.parametrize("network", NETWORKS)
def test_every_number_equals_float64_numpy(make_translator, network) -> None:
    translator = make_translator(2, **NETWORKS[network])
    randomise_vectors(translator)
    trace = recorded(translator, beam=3, max_length=38 if network == "LLaMA" else 6)
    sentence, model = trace.sentences[0], translator.model
    step = len(sentence.steps) - 1
    numpy = Recorder(model.config, model.state_dict())
    for hypothesis in (0, len(sentence.steps[step].hypotheses) - 1):
        views = translator.layers(trace, 0, step, hypothesis, top=7)
        config = model.config
        told = (views.norm, views.norm_kind, views.d_model)
        assert told == (config.norm, config.norm_kind, 32)
        written = [piece.id for piece in sentence.pieces(step, hypothesis)]
        source = [piece.id for piece in sentence.encoded.pieces]
        numpy.run(source, [sentence.encoded.start.id, *written[:-1]])
        states = numpy.states()
        assert len(states) == views.states == 4
        for number, state in enumerate(states):
            check_lens(views, number, numpy.log_probabilities(state), written)
        assert (views.encoder is None) is (network == "LLaMA")
        for stack, norms in (("encoder", views.encoder), ("decoder", views.decoder)):
            if norms is None:
                continue
            check_norms(norms, numpy.of(stack))
            last = numpy.final(stack, numpy.of(stack)[-1][3])
            np.testing.assert_allclose(norms.output, np.linalg.norm(last, axis=-1), rtol=1e-5)


def check_lens(views: LayerViews, state: int, expected: Array, written: list[int]) -> None:
    order = np.argsort(-expected, axis=-1, kind="stable")
    for step, piece in enumerate(written):
        row = expected[step]
        guesses = views.top(state, step)
        assert [guess.piece.id for guess in guesses] == order[step, :7].tolist()
        for guess in guesses:
            assert guess.piece.text
            assert guess.log_probability == pytest.approx(row[guess.piece.id], abs=2e-5)
        assert views.wrote(state, step).log_probability == pytest.approx(row[piece], abs=2e-5)
        assert views.written_ranks[state, step] == order[step].tolist().index(piece) + 1
        entropy = -(np.exp(row) * row).sum()
        assert views.entropies[state, step] == pytest.approx(entropy, abs=2e-5)


def check_norms(norms: StreamNorms, expected: list[tuple[str, Array, Array, Array]]) -> None:
    assert [
        f"{place.stack}.layers.{place.layer}.{place.sublayer.replace('-', '_')}"
        for place in norms.places
    ] == [name for name, *_ in expected]
    for index, (_, x, added, out) in enumerate(expected):
        lengths = [np.linalg.norm(rows, axis=-1) for rows in (x, added, x + added, out)]
        told = (norms.before, norms.contribution, norms.summed, norms.after)
        for got, length in zip(told, lengths, strict=True):
            assert got.dtype == np.float32
            np.testing.assert_allclose(got[index], length, rtol=2e-5)
        cosine = (x * added).sum(-1) / (lengths[0] * lengths[1])
        np.testing.assert_allclose(norms.cosine[index], cosine, atol=2e-5)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_stream_is_that_of_torchs_own_transformer(make_model: MakeModel, norm) -> None:
    ours = make_model(norm=norm, encoder_layers=2, decoder_layers=3)
    theirs = reference(ours).eval()
    source, target = ragged([7]), ragged([5], seed=3)
    probe = Probe(Recording.STREAM)
    ours(source, target, probe)
    states: dict[tuple[str, int], torch.Tensor] = {}
    hooks = [
        layer.register_forward_hook(
            lambda _m, _i, out, key=(name, index): states.__setitem__(key, out)
        )
        for name, stack in (("encoder", theirs.encoder), ("decoder", theirs.decoder))
        for index, layer in enumerate(stack.layers)
    ]
    with torch.no_grad():
        theirs(
            ours.source_embedding(source),
            ours.target_embedding(target),
            tgt_mask=torch.ones(5, 5, dtype=torch.bool).triu(1),
        )
    for hook in hooks:
        hook.remove()
    ends = {
        (str(place.stack), place.layer): around.after
        for place, around in probe.stream.items()
        if place.sublayer is Sublayer.FEED_FORWARD
    }
    assert ends.keys() == states.keys()
    for key, state in states.items():
        torch.testing.assert_close(ends[key], state, atol=1e-9, rtol=0.0)


def test_the_stream_hangs_together(make_translator) -> None:
    for norm in ("post", "pre"):
        translator = make_translator(3, norm=norm)
        views = translator.layers(recorded(translator), 0, 4)
        assert views.encoder is not None
        for stream in (views.encoder, views.decoder):
            np.testing.assert_array_equal(stream.after[:-1], stream.before[1:])
            law = stream.before**2 + stream.contribution**2
            law += 2 * stream.before * stream.contribution * stream.cosine
            np.testing.assert_allclose(stream.summed, np.sqrt(law), rtol=1e-4)
            if norm == "pre":
                np.testing.assert_array_equal(stream.summed, stream.after)
            else:
                np.testing.assert_array_equal(stream.output, stream.after[-1])
        kinds = [place.sublayer for place in views.encoder.places]
        assert kinds == [Sublayer.SELF_ATTENTION, Sublayer.FEED_FORWARD] * 2
        assert {place.stack for place in views.decoder.places} == {Stack.DECODER}
        assert len(views.decoder.places) == 9


def test_a_longer_output_that_begins_alike_has_the_same_rows(make_translator) -> None:
    translator = make_translator(4)
    trace = recorded(translator)
    whole = translator.layers(trace, 0, 5)
    for step in range(5):
        part = translator.layers(trace, 0, step)
        end = step + 1
        np.testing.assert_allclose(
            part.top_log_probabilities, whole.top_log_probabilities[:, :end], atol=1e-5
        )
        np.testing.assert_array_equal(part.written_ranks, whole.written_ranks[:, :end])
        np.testing.assert_allclose(part.decoder.after, whole.decoder.after[:, :end], rtol=1e-5)
        np.testing.assert_allclose(part.encoder.after, whole.encoder.after, rtol=1e-5)


def test_blocks_change_nothing(make_translator, monkeypatch) -> None:
    translator = make_translator(5)
    trace = recorded(translator)
    whole = translator.layers(trace, 1, 4)
    monkeypatch.setattr(module, "AT_ONCE", 3 * 330)
    blocks = translator.layers(trace, 1, 4)
    for field in dataclasses.fields(LayerViews):
        first, second = getattr(whole, field.name), getattr(blocks, field.name)
        if isinstance(first, np.ndarray):
            np.testing.assert_allclose(first, second, atol=1e-5)


def test_recording_changes_nothing_and_leaves_nothing_behind(make_translator) -> None:
    translator = make_translator(6)
    model = translator.model
    source, target = torch.tensor([[5, 6, 7, 3]]), torch.tensor([[2, 8, 9]])
    plain = model(source, target)
    probe = Probe(Recording.STREAM)
    torch.testing.assert_close(model(source, target, probe), plain, atol=0.0, rtol=0.0)
    assert probe.weights == probe.inputs == {}
    assert len(probe.stream) == 2 * 2 + 3 * 3
    for recording in (Recording.WEIGHTS, Recording.EVERYTHING):
        other = Probe(recording)
        model(source, target, other)
        assert other.stream == {}
        assert len(other.weights) == 2 + 2 * 3


def test_equal_probabilities_stand_in_the_order_of_their_ids(make_translator) -> None:
    translator = make_translator(7)
    model = translator.model
    for parameter in (model.target_embedding.pieces.weight,):
        parameter.zero_()  # every piece gets the same probability
    pieces = tuple(translator.vocabulary.piece(number) for number in (9, 12, 3))
    views = layer_views(
        model, translator.vocabulary, pieces, translator.vocabulary.piece(2), pieces, top=4
    )
    size = model.config.vocabulary_size
    for state in range(views.states):
        for step, piece in enumerate(pieces):
            assert [guess.piece.id for guess in views.top(state, step)] == [0, 1, 2, 3]
            assert views.written_ranks[state, step] == piece.id + 1
            assert views.entropies[state, step] == pytest.approx(math.log(size), rel=1e-5)


def test_more_pieces_than_the_vocabulary_has(make_translator) -> None:
    translator = make_translator(8)
    size = translator.info.vocabulary_size
    views = translator.layers(recorded(translator), 0, 1, top=size + 50)
    assert views.top_ids.shape == (4, 2, size)
    total = sum(guess.probability for guess in views.top(2, 1))
    assert total == pytest.approx(1.0, abs=1e-5)
    with pytest.raises(IndexError, match="no state 4, step 0"):
        views.top(4, 0)
    with pytest.raises(IndexError):
        views.wrote(0, 2)


def test_what_cannot_be_answered_is_refused(make_translator) -> None:
    translator = make_translator(9)
    trace = recorded(translator)
    with pytest.raises(IndexError):
        translator.layers(trace, 0, 99)
    with pytest.raises(IndexError):
        translator.layers(trace, 7, 0)
    with pytest.raises(ValueError, match="top must be at least 1"):
        translator.layers(trace, 0, 0, top=0)
    piece = translator.vocabulary.piece(5)
    with pytest.raises(IndexError, match="nothing is written"):
        layer_views(translator.model, translator.vocabulary, (piece,), piece, ())
    translator.info = dataclasses.replace(translator.info, max_positions=3)
    with pytest.raises(SearchError, match="positions"):
        translator.layers(trace, 0, 5)
    translator.info = dataclasses.replace(translator.info, fingerprint="another")
    with pytest.raises(SearchError, match="open"):
        translator.layers(trace, 0, 0)


def test_inference_mode_ends_with_the_call(make_translator) -> None:
    translator = make_translator(10)
    translator.layers(recorded(translator), 0, 2)
    assert not torch.is_inference_mode_enabled()
