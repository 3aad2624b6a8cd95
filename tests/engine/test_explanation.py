"""The story of one head: against the record, against NumPy, and against the worked example."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from engine.errors import SearchError
from engine.events import AttentionKind, Piece
from engine.explanation import STAGES, Axis, Stage, StageName
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind as Kind
from engine.model.worked_example import matrix, worked_example
from engine.search.explain import explain
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.translator import Translator

TEXT = "The dog chased the cat. Where is the station?"
Array = npt.NDArray[np.float64]
SEARCHES = {
    "greedy": {},
    "beam": {"beam": 4, "n_best": 4},
    "sample": {"sample": True, "n_best": 3, "seed": 5},
}


def recorded(translator: Translator, record: Any = "all", **options: Any) -> Trace:
    """The trace of TEXT."""
    events = translator.stream(TEXT, SearchOptions(max_length=6, **options), record)
    trace = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        trace.add(event)
    return trace


def places(sentence: SentenceTrace) -> list[tuple[int, int]]:
    """Every hypothesis of the first, a middle and the last step: winners, losers, pruned."""
    steps = sorted({0, len(sentence.steps) // 2, len(sentence.steps) - 1})
    return [(s, h) for s in steps for h in range(len(sentence.steps[s].hypotheses))]


class NumpyTransformer:
    """Sections 3.1 to 3.5 over again, in float64 and without the engine's modules."""

    def __init__(self, config: ModelConfig, state: dict[str, torch.Tensor]) -> None:
        self.config = config
        self.state = {name: np.asarray(value.double()) for name, value in state.items()}
        self.inputs: dict[tuple[Kind, int], tuple[Array, Array, bool]] = {}

    def linear(self, name: str, x: Array) -> Array:
        """x W + b."""
        out: Array = x @ self.state[f"{name}.weight"].T
        bias = self.state.get(f"{name}.bias")
        return out if bias is None else out + bias

    def norm(self, name: str, x: Array) -> Array:
        """Layer norm."""
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt(
            (centred**2).mean(-1, keepdims=True) + self.config.layer_norm_eps
        )
        out: Array = scaled * self.state[f"{name}.weight"] + self.state[f"{name}.bias"]
        return out

    def embed(self, ids: Sequence[int]) -> Array:
        """Pieces and positions."""
        d = self.config.d_model
        x = self.state["source_embedding.pieces.weight"][list(ids)] * math.sqrt(d)
        for position in range(len(ids)):
            for i in range(d // 2):
                angle = position / 10000 ** (2 * i / d)
                x[position, 2 * i] += math.sin(angle)
                x[position, 2 * i + 1] += math.cos(angle)
        return x

    def heads(self, x: Array) -> Array:
        """[length, d_model] to [heads, length, d_k]."""
        return x.reshape(len(x), self.config.heads, -1).swapaxes(0, 1)

    def head(self, name: str, x: Array, memory: Array, causal: bool) -> dict[StageName, Array]:
        """Every stage, all heads: [heads, ...]."""
        q, k, v = (
            self.heads(self.linear(f"{name}.{w}", y))
            for w, y in (("w_q", x), ("w_k", memory), ("w_v", memory))
        )
        scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])
        mask = np.zeros((len(x), len(memory)))
        if causal:
            mask[np.triu_indices(len(x), 1)] = -np.inf
        masked = scores + mask
        weights = np.exp(masked - masked.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixture = weights @ v
        w_o = self.state[f"{name}.w_o.weight"].T.reshape(self.config.heads, q.shape[-1], -1)
        return {
            "queries": q,
            "keys": k,
            "values": v,
            "scores": scores,
            "mask": np.broadcast_to(mask, scores.shape),
            "masked scores": masked,
            "weights": weights,
            "mixture": mixture,
            "contribution": mixture @ w_o,
        }

    def sublayer(self, name: str, x: Array, function: Any) -> Array:
        """The residual connection."""
        norm = f"{name}_residual.norm"
        if self.config.norm == "pre":
            out: Array = x + function(self.norm(norm, x))
            return out
        return self.norm(norm, x + function(x))

    def attend(self, kind: Kind, name: str, x: Array, memory: Array | None) -> Array:
        """One attention in its residual; remembers its input."""

        def function(h: Array) -> Array:
            m = h if memory is None else memory
            causal = kind is Kind.DECODER_SELF
            self.inputs[kind, int(name.split(".")[2])] = (h, m, causal)
            total: Array = self.head(name, h, m, causal)["contribution"].sum(0)
            return total + self.state[f"{name}.w_o.bias"]

        return self.sublayer(name, x, function)

    def feed_forward(self, name: str, x: Array) -> Array:
        """With ReLU."""
        return self.sublayer(
            name,
            x,
            lambda h: self.linear(f"{name}.w_2", np.maximum(self.linear(f"{name}.w_1", h), 0)),
        )

    def final(self, stack: str, x: Array) -> Array:
        """The last norm of a pre-norm stack."""
        return self.norm(f"{stack}.norm", x) if self.config.norm == "pre" else x

    def run(self, source: Sequence[int], target: Sequence[int]) -> None:
        """Both stacks."""
        x = self.embed(source)
        for layer in range(self.config.encoder_layers):
            name = f"encoder.layers.{layer}"
            x = self.attend(Kind.ENCODER_SELF, f"{name}.self_attention", x, None)
            x = self.feed_forward(f"{name}.feed_forward", x)
        memory = self.final("encoder", x)
        y = self.embed(target)
        for layer in range(self.config.decoder_layers):
            name = f"decoder.layers.{layer}"
            y = self.attend(Kind.DECODER_SELF, f"{name}.self_attention", y, None)
            y = self.attend(Kind.CROSS, f"{name}.cross_attention", y, memory)
            y = self.feed_forward(f"{name}.feed_forward", y)

    def stages(self, kind: Kind, layer: int) -> dict[StageName, Array]:
        """Of one attention."""
        stack = "encoder" if kind is Kind.ENCODER_SELF else "decoder"
        name = "cross_attention" if kind is Kind.CROSS else "self_attention"
        return self.head(f"{stack}.layers.{layer}.{name}", *self.inputs[kind, layer])


def randomise_vectors(translator: Translator) -> None:
    """Biases and norms that a fresh network has at 0 and 1 get random numbers too."""
    generator = torch.Generator().manual_seed(11)
    for parameter in translator.model.parameters():
        if parameter.dim() == 1:
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.2)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("kind", list(AttentionKind))
def test_the_weights_are_those_of_the_record(make_translator, search, kind) -> None:
    translator = make_translator(1)
    trace = recorded(translator, **SEARCHES[search])
    for number, sentence in enumerate(trace.sentences):
        for step, hypothesis in places(sentence):
            layer, head = step % 2, (step + hypothesis) % 4
            told = translator.explain(trace, number, kind, layer, head, step, hypothesis)
            shown = sentence.attention_matrix(kind, layer, head, step, hypothesis)
            assert shown is not None
            weights, mask = told.stage("weights"), told.stage("mask")
            np.testing.assert_allclose(weights.values, shown.weights, atol=1e-5, rtol=0)
            np.testing.assert_array_equal(np.isneginf(mask.values), shown.masked)
            assert [axis.labels for axis in weights.axes] == [shown.queries, shown.keys]
            assert told.current == shown.current
            assert told.step == (None if kind is AttentionKind.ENCODER_SELF else step)
            assert (told.kind, told.layer, told.head, told.d_k) == (kind, layer, head, 8)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_stage_equals_float64_numpy(make_translator, norm) -> None:
    translator = make_translator(2, norm=norm)
    randomise_vectors(translator)
    trace = recorded(translator, beam=3)
    sentence, model = trace.sentences[1], translator.model
    step = len(sentence.steps) - 1
    reference = NumpyTransformer(model.config, model.state_dict())
    for hypothesis in (0, len(sentence.steps[step].hypotheses) - 1):
        written = [piece.id for piece in sentence.pieces(step, hypothesis)]
        source = [piece.id for piece in sentence.encoded.pieces]
        reference.run(source, [model.config.start_id, *written[:-1]])
        for kind in AttentionKind:
            for layer in range(2):
                expected = reference.stages(kind, layer)
                for head in range(4):
                    told = translator.explain(trace, 1, kind, layer, head, step, hypothesis)
                    for stage in told.stages:
                        assert stage.values.dtype == np.float32
                        assert stage.values.flags.c_contiguous
                        np.testing.assert_allclose(
                            stage.values, expected[stage.name][head], atol=2e-5, rtol=1e-4
                        )


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("kind", list(AttentionKind))
def test_the_heads_contributions_and_the_bias_are_the_attentions_output(
    make_translator, kind, bias
) -> None:
    translator = make_translator(3, attention_bias=bias)
    if bias:
        randomise_vectors(translator)
    trace = recorded(translator)
    stack = translator.model.encoder if kind is Kind.ENCODER_SELF else translator.model.decoder
    layer = stack.layers[1]
    attention = layer.cross_attention if kind is Kind.CROSS else layer.self_attention
    outputs: list[torch.Tensor] = []
    hook = attention.register_forward_hook(lambda _m, _args, out: outputs.append(out))
    told = [translator.explain(trace, 0, kind, 1, head, 4) for head in range(4)]
    hook.remove()
    total = sum(each.stage("contribution").values for each in told)
    if bias:
        total = total + attention.w_o.bias.numpy()
        assert np.abs(attention.w_o.bias.numpy()).max() > 0.1
    np.testing.assert_allclose(total, outputs[0][0].numpy(), atol=1e-5)
    formula = told[0].stage("keys").formula
    assert ("b_K" in formula) is bias and formula.startswith("M" if kind is Kind.CROSS else "X")


def test_shapes_and_axes(make_translator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    sentence = trace.sentences[0]
    source, step = sentence.encoded.pieces, 3
    written = sentence.pieces(step)
    inputs = (sentence.encoded.start, *written[:-1])
    for kind, queries, keys in (
        (Kind.ENCODER_SELF, source, source),
        (Kind.DECODER_SELF, inputs, inputs),
        (Kind.CROSS, written, source),
    ):
        told = translator.explain(trace, 0, kind, 0, 3, step)
        query, key, d_k = Axis("query", queries), Axis("key", keys), Axis("d_k")
        expected = {
            "queries": (query, d_k),
            "keys": (key, d_k),
            "values": (key, d_k),
            "scores": (query, key),
            "mask": (query, key),
            "masked scores": (query, key),
            "weights": (query, key),
            "mixture": (query, d_k),
            "contribution": (query, Axis("d_model")),
        }
        assert tuple(stage.name for stage in told.stages) == tuple(expected)
        assert tuple(expected) == tuple(name for name in STAGES if name != "bias")
        sizes = {"query": len(queries), "key": len(keys), "d_k": 8, "d_model": 32}
        for stage in told.stages:
            assert stage.axes == expected[stage.name]
            assert stage.shape == tuple(sizes[axis.name] for axis in stage.axes)
            assert stage.symbol and stage.formula


def test_masked_cells_read_minus_infinity_and_weigh_exactly_nothing(make_translator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    told = translator.explain(trace, 0, Kind.DECODER_SELF, 1, 2, 5)
    future = np.triu(np.ones((6, 6), dtype=bool), 1)
    assert np.isfinite(told.stage("scores").values).all()
    masked, weights = told.stage("masked scores").values, told.stage("weights").values
    np.testing.assert_array_equal(np.isneginf(masked), future)
    np.testing.assert_array_equal(masked[~future], told.stage("scores").values[~future])
    np.testing.assert_array_equal(weights == 0.0, future)


@pytest.mark.parametrize("kind", list(AttentionKind))
def test_the_arithmetic_of_every_cell_gives_its_score_and_its_weight(make_translator, kind) -> None:
    translator = make_translator(4)
    told = translator.explain(recorded(translator), 0, kind, 0, 1, 4)
    queries, keys = told.stage("weights").shape
    for query in range(queries):
        for key in range(keys):
            cell = told.cell(query, key)
            assert cell.divisor == math.sqrt(8) and len(cell.terms) == 8
            assert [term[0] for term in cell.terms] == told.stage("queries").values[query].tolist()
            assert [term[1] for term in cell.terms] == told.stage("keys").values[key].tolist()
            assert all(product == q * k for q, k, product in cell.terms)
            assert cell.dot == pytest.approx(sum(term[2] for term in cell.terms), abs=1e-12)
            assert cell.score == cell.dot / cell.divisor
            near: dict[str, Any] = {"abs": 1e-5, "rel": 1e-5}
            assert cell.score == pytest.approx(told.stage("scores").values[query, key], **near)
            assert cell.mask == told.stage("mask").values[query, key]
            assert cell.masked == pytest.approx(
                told.stage("masked scores").values[query, key], **near
            )
            assert cell.largest == told.stage("masked scores").values[query].max()
            assert cell.denominator == pytest.approx(sum(cell.exponentials), abs=1e-12)
            assert cell.weight == cell.exponentials[key] / cell.denominator
            assert cell.weight == pytest.approx(told.stage("weights").values[query, key], abs=1e-6)
            if cell.mask == -math.inf:
                assert cell.masked == -math.inf and cell.weight == cell.exponentials[key] == 0.0


def test_a_row_that_the_mask_closes_has_weight_nothing_in_its_arithmetic(make_translator) -> None:
    translator = make_translator()
    told = translator.explain(recorded(translator), 0, Kind.CROSS, 0, 0, 2)
    stages = []
    for stage in told.stages:
        if stage.name in ("mask", "masked scores"):
            values = stage.values.copy()
            values[1] = -np.inf
            stage = replace(stage, values=values)
        stages.append(stage)
    cell = replace(told, stages=tuple(stages)).cell(1, 0)
    assert (cell.largest, cell.denominator, cell.weight) == (-math.inf, 0.0, 0.0)
    assert set(cell.exponentials) == {0.0} and math.isfinite(cell.score)


@pytest.mark.parametrize("record", ["best", "none"])
def test_what_is_not_recorded_can_still_be_explained(make_translator, record) -> None:
    full = recorded(make_translator(), beam=4)
    translator = make_translator()
    trace = recorded(translator, record, beam=4)
    for step, hypothesis in places(full.sentences[1]):
        told = translator.explain(trace, 1, Kind.CROSS, 2, 0, step, hypothesis)
        shown = full.sentences[1].attention_matrix(Kind.CROSS, 2, 0, step, hypothesis)
        assert shown is not None
        np.testing.assert_allclose(told.stage("weights").values, shown.weights, atol=1e-5)


def test_a_start_piece_that_is_the_padding_piece_is_no_padding(make_translator) -> None:
    """As in Marian's models; the decoder's first input is a key like any other."""
    translator = make_translator(5, start_id=0)
    for record in ("all", "best"):
        trace = recorded(translator, record)
        shown = trace.sentences[0].attention_matrix(Kind.DECODER_SELF, 1, 1, 4)
        told = translator.explain(trace, 0, Kind.DECODER_SELF, 1, 1, 4)
        assert shown is not None and (shown.weights[:, 0] > 0).all()
        np.testing.assert_allclose(told.stage("weights").values, shown.weights, atol=1e-5)


def test_a_mean_over_heads_is_refused(make_translator) -> None:
    translator = make_translator()
    with pytest.raises(SearchError, match="choose one head"):
        translator.explain(recorded(translator), 0, Kind.CROSS, 0, None, 2)


def test_a_place_or_a_head_that_is_not_there_is_an_error(make_translator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    good: dict[str, Any] = {"sentence": 0, "kind": Kind.CROSS, "layer": 0, "head": 0, "step": 1}
    translator.explain(trace, **good)
    for wrong in (
        {"sentence": 2},
        {"sentence": -1},
        {"layer": 3},
        {"layer": -1},
        {"layer": 2, "kind": Kind.ENCODER_SELF},
        {"head": 4},
        {"head": -1},
        {"step": 6},
        {"step": -1},
        {"step": None},
        {"hypothesis": 1},
    ):
        with pytest.raises(IndexError):
            translator.explain(trace, **{**good, **wrong})


def test_another_models_trace_is_refused(make_translator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    trace.started = replace(
        trace.started, model=replace(trace.started.model, name="other", fingerprint="ab")
    )
    with pytest.raises(SearchError, match="made by other, and tiny is open"):
        translator.explain(trace, 0, Kind.CROSS, 0, 0, 1)


@pytest.mark.parametrize(
    ("part", "kind"), [("encoder", Kind.ENCODER_SELF), ("decoder", Kind.DECODER_SELF)]
)
def test_the_worked_example(part, kind) -> None:
    example = worked_example()

    def pieces(ids: torch.Tensor) -> tuple[Piece, ...]:
        return tuple(Piece(i, example.vocabulary[i], "normal", "") for i in ids[0].tolist())

    start, *inputs = pieces(example.target)
    # What the last step writes is nobody's input.
    told = explain(example.model, pieces(example.source), start, (*inputs, start), kind, 0, 0)
    names: list[tuple[StageName, str]] = [
        ("queries", "Q"),
        ("keys", "K"),
        ("values", "V"),
        ("scores", "scores"),
        ("weights", "weights"),
        ("mixture", "output"),
        ("contribution", "projected"),
    ]
    if part == "decoder":
        names.append(("mask", "causal_mask"))
    for ours, theirs in names:
        expected = matrix(example.numbers[part][theirs]).numpy()
        np.testing.assert_allclose(told.stage(ours).values, expected, atol=2e-3, rtol=0)


def test_labels_that_do_not_fit_are_refused() -> None:
    values = np.zeros((2, 3), np.float32)
    label = Piece(1, "a", "normal", "a")
    axes = (Axis("query", (label, label)), Axis("d_k"))
    assert Stage("queries", "Q", "", values, axes).shape == (2, 3)
    with pytest.raises(ValueError, match="2 query labels for 3 numbers"):
        Stage("queries", "Q", "", values.T.copy(), axes)
    with pytest.raises(ValueError, match="must be a matrix"):
        Stage("queries", "Q", "", values[0], axes)
    with pytest.raises(ValueError, match="1 key labels"):
        Stage("scores", "S", "", values, (axes[0], Axis("key", (label,))))
