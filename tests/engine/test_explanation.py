"""The story of one head: against the record, against NumPy, and against the worked example."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import SearchError
from engine.events import AttentionKind, Piece
from engine.explanation import STAGES, Axis, Stage, StageName
from engine.model.kinds import AttentionKind as Kind
from engine.model.kinds import kinds_of
from engine.model.worked_example import matrix, worked_example
from engine.search.explain import explain
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.translator import Translator
from tests.engine.networks import LLAMA, T5
from tests.engine.numpy_transformer import NumpyTransformer

TEXT = "The dog chased the cat. Where is the station?"
NETWORKS: dict[str, dict[str, Any]] = {
    "post": {"norm": "post"},
    "pre": {"norm": "pre"},
    "T5": T5,
    "LLaMA": LLAMA,
}
SEARCHES = {
    "greedy": {},
    "beam": {"beam": 4, "n_best": 4},
    "sample": {"sample": True, "n_best": 3, "seed": 5},
}


def recorded(translator: Translator, record: Any = "all", **options: Any) -> Trace:
    """The trace of TEXT."""
    events = translator.stream(TEXT, SearchOptions(**{"max_length": 6, **options}), record)
    trace = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        trace.add(event)
    return trace


def places(sentence: SentenceTrace) -> list[tuple[int, int]]:
    """Every hypothesis of the first, a middle and the last step: winners, losers, pruned."""
    steps = sorted({0, len(sentence.steps) // 2, len(sentence.steps) - 1})
    return [(s, h) for s in steps for h in range(len(sentence.steps[s].hypotheses))]


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


@pytest.mark.parametrize("network", NETWORKS)
def test_every_stage_equals_float64_numpy(make_translator, network) -> None:
    translator = make_translator(2, **NETWORKS[network])
    randomise_vectors(translator)
    trace = recorded(translator, beam=3, max_length=38 if network == "LLaMA" else 6)
    number = len(trace.sentences) - 1
    sentence, model = trace.sentences[number], translator.model
    step = len(sentence.steps) - 1
    reference = NumpyTransformer(model.config, model.state_dict())
    for hypothesis in (0, len(sentence.steps[step].hypotheses) - 1):
        written = [piece.id for piece in sentence.pieces(step, hypothesis)]
        source = [piece.id for piece in sentence.encoded.pieces]
        reference.run(source, [sentence.encoded.start.id, *written[:-1]])
        for kind in kinds_of(model.config):
            stack = model.encoder if kind is Kind.ENCODER_SELF else model.decoder
            for layer in range(len(stack.layers)):
                expected = reference.stages(kind, layer)
                for head in range(4):
                    told = translator.explain(trace, number, kind, layer, head, step, hypothesis)
                    assert {stage.name for stage in told.stages} == set(expected)
                    for stage in told.stages:
                        assert stage.values.dtype == np.float32
                        assert stage.values.flags.c_contiguous
                        np.testing.assert_allclose(
                            stage.values, expected[stage.name][head], atol=2e-5, rtol=1e-4
                        )


def test_relative_positions_are_a_stage_of_self_attention_alone(make_translator) -> None:
    translator = make_translator(6, **T5)
    trace = recorded(translator)
    for kind in AttentionKind:
        told = translator.explain(trace, 0, kind, 1, 2, 4)
        assert told.has_bias is (kind is not Kind.CROSS)
        assert not told.divided and told.divisor == 1 and not told.frequencies and not told.group
        assert told.stage("scores").formula == "Q Kᵀ"
        total = "S + B + mask" if told.has_bias else "S + mask"
        assert told.stage("weights").formula == f"softmax({total})"
        names = [stage.name for stage in told.stages]
        assert names == [name for name in STAGES if told.has_bias or name != "bias"]
        query, key = (3, 1)
        cell = told.cell(query, key)
        bias = float(told.stage("bias").values[query, key]) if told.has_bias else 0.0
        assert (cell.divisor, cell.score, cell.bias) == (1, cell.dot, bias)
        assert cell.masked == cell.score + bias
        assert cell.weight == pytest.approx(told.stage("weights").values[query, key], abs=1e-6)


def test_rotary_positions_and_shared_keys_are_told(make_translator) -> None:
    translator = make_translator(7, **LLAMA)
    trace = recorded(translator, max_length=38)
    (sentence, *_) = trace.sentences
    step = len(sentence.steps) - 1
    attention = translator.model.decoder.layers[1].self_attention
    inputs = (sentence.encoded.start, *sentence.pieces(step)[:-1])
    reference = NumpyTransformer(translator.model.config, translator.model.state_dict())
    reference.run([], [piece.id for piece in inputs])
    states, _, _ = reference.inputs[Kind.DECODER_SELF, 1]
    told = [translator.explain(trace, 0, Kind.DECODER_SELF, 1, head, step) for head in range(4)]
    assert [each.group for each in told] == [(0, 1), (0, 1), (2, 3), (2, 3)]
    for one, other in ((0, 1), (2, 3)):
        for name in ("keys", "values"):
            same = told[one].stage(name).values, told[other].stage(name).values
            np.testing.assert_array_equal(*same)
    assert told[0].frequencies == pytest.approx([50 ** (-i / 4) for i in range(4)])
    names: tuple[StageName, ...] = ("queries", "keys")
    for name, weight, head in ((names[0], attention.w_q, 3), (names[1], attention.w_k, 1)):
        rows = weight.weight[8 * head : 8 * head + 8].double().numpy()
        plain = states @ rows.T
        explanation = told[3]
        for row in range(len(inputs)):
            for dimension in range(8):
                turned = explanation.turned(name, row, dimension)
                assert turned is not None and turned.position == row
                assert {turned.dimension, turned.other} == {dimension % 4, dimension % 4 + 4}
                assert turned.own == pytest.approx(plain[row, dimension], abs=2e-5)
                assert turned.partner == pytest.approx(plain[row, turned.other], abs=2e-5)
                sign = -1 if turned.first else 1
                assert turned.angle == row * explanation.frequencies[dimension % 4]
                value = turned.own * math.cos(turned.angle)
                value += sign * turned.partner * math.sin(turned.angle)
                assert value == pytest.approx(turned.value, abs=1e-9)
                assert turned.value == explanation.stage(name).values[row, dimension]
    assert told[0].turned("values", 0, 0) is None
    assert told[0].stage("queries").formula == "X W_Q, turned by its position"
    assert told[0].stage("values").formula == "X W_V"
    with pytest.raises(IndexError, match="no row 99"):
        told[0].turned("keys", 99, 0)


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
