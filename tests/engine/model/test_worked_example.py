"""The modules reproduce every number of the worked example."""

from __future__ import annotations

import pytest
import torch

from engine.errors import ModelFolderError
from engine.model.kinds import AttentionKind
from engine.model.named import build
from engine.model.probe import Probe, Recording
from engine.model.worked_example import WorkedExample, matrix

TOLERANCE = {"atol": 2e-3, "rtol": 0.0}


@pytest.fixture(scope="module")
def example() -> WorkedExample:
    return build("worked-example")


@pytest.fixture(scope="module")
def probe(example: WorkedExample) -> Probe:
    """What one forward pass of the whole model records."""
    probe = Probe(Recording.EVERYTHING)
    example.model(example.source, example.target, probe)
    return probe


@pytest.mark.parametrize(
    ("part", "kind"),
    [("encoder", AttentionKind.ENCODER_SELF), ("decoder", AttentionKind.DECODER_SELF)],
)
def test_every_attention_stage(
    example: WorkedExample, probe: Probe, part: str, kind: AttentionKind
) -> None:
    numbers = example.numbers[part]
    given = probe.inputs[kind, 0]
    torch.testing.assert_close(given.queries[0], matrix(numbers["input"]), **TOLERANCE)
    stack = getattr(example.model, part)
    stages = stack.layers[0].self_attention.stages(given)
    for name, value in (
        ("Q", stages.queries),
        ("K", stages.keys),
        ("V", stages.values),
        ("scores", stages.scores),
        ("weights", stages.weights),
        ("output", stages.mixed),
    ):
        torch.testing.assert_close(value[0, 0], matrix(numbers[name]), **TOLERANCE)
    torch.testing.assert_close(stages.projected[0], matrix(numbers["projected"]), **TOLERANCE)
    torch.testing.assert_close(probe.weights[kind, 0], stages.weights)


def test_the_causal_mask(example: WorkedExample, probe: Probe) -> None:
    mask = probe.inputs[AttentionKind.DECODER_SELF, 0].mask
    assert mask is not None
    assert torch.equal(mask[0, 0], matrix(example.numbers["decoder"]["causal_mask"]))


def test_the_feed_forward(example: WorkedExample) -> None:
    numbers = example.numbers["encoder"]
    out = example.model.encoder.layers[0].feed_forward(matrix(numbers["projected"]))
    torch.testing.assert_close(out, matrix(numbers["ffn_of_projected"]), **TOLERANCE)


def test_the_layer_norm(example: WorkedExample) -> None:
    numbers = example.numbers["layer_norm"]
    norm = example.model.decoder.layers[0].self_attention_residual.norm
    torch.testing.assert_close(
        norm(matrix(numbers["input"])), matrix(numbers["output"]), **TOLERANCE
    )


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(ModelFolderError, match="worked-example"):
        build("tiny")
