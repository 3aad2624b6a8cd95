"""The options by which the architectures of other families differ from the paper's.

Three of them are compared with the library's own: BART (learned positions from row 2, a norm on
the embedding), mBART (that, pre-norm and a final norm) and M2M100 (pre-norm, timescales from
position 2).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.layers import ACTIVATIONS
from engine.model.positions import LearnedPositions, make_positions, sinusoidal_encoding
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.search.rules import never_written

# ------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("d_model", [4, 7, 24])
@pytest.mark.parametrize("offset", [0, 2])
def test_timescales_number_by_number(d_model: int, offset: int) -> None:
    table = sinusoidal_encoding(30, d_model, torch.float64, kind="timescales", offset=offset)
    half = d_model // 2
    for row in (0, 1, 29):
        for i in range(half):
            angle = (row + offset) * 10000 ** (-i / (half - 1))
            assert table[row, i].item() == pytest.approx(math.sin(angle), abs=1e-12)
            assert table[row, half + i].item() == pytest.approx(math.cos(angle), abs=1e-12)
    assert d_model % 2 == 0 or not table[:, -1].any()


@pytest.mark.parametrize("d_model", [1, 2, 7, 24])
def test_halves_are_the_paper_s_columns_in_another_order(d_model: int) -> None:
    paper = sinusoidal_encoding(30, d_model, torch.float64)
    halves = sinusoidal_encoding(30, d_model, torch.float64, kind="halves")
    order = [*range(0, d_model, 2), *range(1, d_model, 2)]
    assert torch.equal(halves, paper[:, order])


def test_an_offset_moves_the_rows() -> None:
    for kind in ("interleaved", "halves", "timescales"):
        whole = sinusoidal_encoding(20, 8, kind=kind)
        assert torch.equal(sinusoidal_encoding(15, 8, kind=kind, offset=5), whole[5:])
    with pytest.raises(ValueError, match="learned positions are no sines"):
        sinusoidal_encoding(3, 8, kind="learned")


def test_learned_positions_begin_behind_the_unused_rows() -> None:
    config = ModelConfig(
        vocabulary_size=9, d_model=8, heads=2, max_positions=6, positions="learned",
        position_offset=2,
    )  # fmt: skip
    positions = make_positions(config)
    assert isinstance(positions, LearnedPositions)
    assert positions.table.shape == (8, 8)
    assert torch.equal(positions(3, 2, positions.table), positions.table[5:7])
    with pytest.raises(ValueError, match="position 6 is beyond the last one, 5"):
        positions(5, 2, positions.table)


# ----------------------------------------------------------------------------- activations

X = np.linspace(-8, 8, 401)
ERF = np.vectorize(math.erf)
FORMULAS: dict[str, Any] = {
    "relu": np.maximum(X, 0),
    "gelu": X * (1 + ERF(X / math.sqrt(2))) / 2,
    "silu": X / (1 + np.exp(-X)),
    "gelu_tanh": X * (1 + np.tanh(math.sqrt(2 / math.pi) * (X + 0.044715 * X**3))) / 2,
    "gelu_sigmoid": X / (1 + np.exp(-1.702 * X)),
    "relu2": np.maximum(X, 0) ** 2,
    "relu6": np.clip(X, 0, 6),
    "leaky_relu": np.where(X > 0, X, 0.01 * X),
    "tanh": np.tanh(X),
    "sigmoid": 1 / (1 + np.exp(-X)),
    "hardswish": X * np.clip(X + 3, 0, 6) / 6,
    "mish": X * np.tanh(np.log1p(np.exp(X))),
}


def test_every_activation_by_its_formula() -> None:
    assert ACTIVATIONS.keys() == FORMULAS.keys()
    for name, expected in FORMULAS.items():
        found = ACTIVATIONS[name](torch.from_numpy(X)).numpy()
        np.testing.assert_allclose(found, expected, atol=1e-12, err_msg=name)


# ------------------------------------------------------------------ vocabularies and norms

FAMILIES: dict[str, dict[str, Any]] = {
    "two vocabularies": {
        "shared_embeddings": False, "target_vocabulary_size": 31, "target_pad_id": 30,
    },
    "start that is no piece": {
        "shared_embeddings": False, "target_vocabulary_size": 31, "input_only": 1,
        "start_id": 30, "target_pad_id": 30, "output_bias": True,
    },
    "own projection": {"tied_output": False, "input_only": 2, "start_id": 39},
    "BART's": {"positions": "learned", "position_offset": 2, "embedding_norm": True},
    "mBART's": {
        "positions": "learned", "position_offset": 2, "embedding_norm": True, "norm": "pre",
    },
    "Marian's": {"positions": "timescales", "layer_norm_eps": 1e-6, "norm": "pre",
                 "final_norm": False, "decoder_ff": 20},
    "post-norm with a final norm": {"final_norm": True},
}  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_the_cache_the_batch_and_the_padding_change_nothing(make_model, source, name) -> None:
    model = make_model(**FAMILIES[name])
    config = model.config
    inputs = torch.randint(
        4, config.output_size, (4, 6), generator=torch.Generator().manual_seed(2)
    )
    inputs[:, 0] = config.start_id
    whole = model(source, inputs)
    assert whole.shape == (4, 6, config.output_size)
    cache = model.start_decoding(model.encode(source), source)
    steps = [model.decode_step(inputs[:, step], cache) for step in range(6)]
    torch.testing.assert_close(torch.stack(steps, dim=1), whole, atol=1e-10, rtol=0)
    for row in range(4):
        alone = source[row : row + 1, : int((source[row] != 0).sum())]
        torch.testing.assert_close(
            model(alone, inputs[row : row + 1])[0], whole[row], atol=1e-10, rtol=0
        )


@pytest.mark.parametrize("name", FAMILIES)
def test_targets_are_padded_by_their_own_padding(make_model, source, name) -> None:
    model = make_model(**FAMILIES[name])
    config = model.config
    short = torch.tensor([[config.start_id, 7, 8]] * 4)
    longer = torch.cat([short, torch.full((4, 2), config.target_pad)], dim=1)
    mask = model.target_mask(longer)
    assert (mask[:, 0, -1, 3:] == -math.inf).all() and not mask[:, 0, -1, :3].any()
    torch.testing.assert_close(model(source, longer)[:, :3], model(source, short))
    if config.target_pad != config.pad_id:  # which is a piece like others here
        other = torch.tensor([[config.start_id, 7, config.pad_id, 8]] * 4)
        assert not model.target_mask(other)[:, 0, -1].any()


def test_what_is_only_an_input_is_never_an_output(make_model) -> None:
    model = make_model(**FAMILIES["start that is no piece"])
    config = model.config
    assert (config.target_size, config.output_size) == (31, 30)
    assert never_written(config).keys() == {config.unk_id}
    with torch.no_grad():
        model.target_embedding.pieces.weight[30] = 100.0  # it would win, if it had a logit
    options = SearchOptions(beam=4, n_best=4, max_length=6, candidates=1000)
    for result in decode_batch(model, [[5, 6, 3]], options)[0]:
        assert max(result.ids) < 30


def test_what_is_never_written_is_an_option(make_model) -> None:
    model = make_model(never_written=(5, 9), output_bias=True)
    assert set(never_written(model.config)) == {5, 9}
    reasons = never_written(ModelConfig(vocabulary_size=9, never_written=(0, 1, 7)))
    assert reasons[0] == "padding is never written"
    assert reasons[7] == "the model's settings forbid this piece"
    with torch.no_grad():
        model.output_bias[[1, 5, 9]] = torch.tensor([50.0, 99.0, 99.0], dtype=torch.float64)
    (result,) = decode_batch(model, [[5, 6, 3]], SearchOptions(max_length=3))[0]
    assert result.ids == (1, 1, 1), "the unknown piece may be written if the option says so"


def test_a_sentence_may_begin_with_its_end_piece(make_model) -> None:
    """As in BART: the start piece is the end piece, which then can be written all the same."""
    model = make_model(start_id=3, eos_id=3, never_written=(0,), output_bias=True)
    with torch.no_grad():
        model.output_bias[3] = 99.0
    options = SearchOptions(reference=(7, 8, 3))
    (result,) = decode_batch(model, [[5, 6, 3]], options)[0]
    assert result.ids == (7, 8, 3) and result.ending == "end"
    (result,) = decode_batch(model, [[5, 6, 3]], SearchOptions())[0]
    assert result.ids == (3,)


def test_a_final_norm_is_asked_for_or_comes_with_pre_norm() -> None:
    def norms(**options: Any) -> int:
        state = Transformer(ModelConfig(vocabulary_size=9, d_model=8, heads=2, **options))
        return sum(name.endswith("coder.norm.weight") for name in state.state_dict())

    assert [norms(), norms(norm="pre"), norms(final_norm=True)] == [0, 2, 2]
    assert norms(norm="pre", final_norm=False) == 0


def test_a_config_survives_json() -> None:
    import json

    for options in FAMILIES.values():
        config = ModelConfig(vocabulary_size=40, never_written=(1, 2), **options)
        assert ModelConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


# -------------------------------------------------------------------- the library's own

NAMES = {
    "self_attention_residual.norm": "self_attn_layer_norm",
    "cross_attention_residual.norm": "encoder_attn_layer_norm",
    "feed_forward_residual.norm": "final_layer_norm",
    "feed_forward.w_1": "fc1", "feed_forward.w_2": "fc2",
    "self_attention": "self_attn", "cross_attention": "encoder_attn",
    "w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj",
    "source_embedding.pieces.weight": "shared.weight",
    "target_embedding.pieces.weight": "shared.weight",
    "source_embedding.positions.table": "encoder.embed_positions.weight",
    "target_embedding.positions.table": "decoder.embed_positions.weight",
    "source_embedding.norm": "encoder.layernorm_embedding",
    "target_embedding.norm": "decoder.layernorm_embedding",
    "encoder.norm": "encoder.layer_norm", "decoder.norm": "decoder.layer_norm",
}  # fmt: skip


@pytest.mark.parametrize("family", ["bart", "mbart", "m2m_100"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_the_network_is_that_of_the_library(family: str, activation: str) -> None:
    from transformers import AutoConfig, AutoModelForSeq2SeqLM

    library_config = AutoConfig.for_model(
        family, vocab_size=40, d_model=24, encoder_layers=2, decoder_layers=3,
        encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=32,
        decoder_ffn_dim=20, max_position_embeddings=32, activation_function=activation,
        scale_embedding=family != "bart", pad_token_id=1, bos_token_id=0, eos_token_id=2,
        decoder_start_token_id=2, attn_implementation="eager",
    )  # fmt: skip
    torch.manual_seed(4)
    library = AutoModelForSeq2SeqLM.from_config(library_config).double().eval()
    with torch.no_grad():
        for name, parameter in library.named_parameters():
            if "embed_positions" not in name or family != "m2m_100":
                parameter += torch.randn_like(parameter) * 0.2
    learned = family != "m2m_100"
    config = ModelConfig(
        vocabulary_size=40, d_model=24, heads=3, d_ff=32, decoder_ff=20, encoder_layers=2,
        decoder_layers=3, activation=activation, norm="post" if family == "bart" else "pre",
        scale_embeddings=family != "bart", embedding_norm=learned, dropout=0.0, pad_id=1,
        start_id=2, eos_id=2, unk_id=3, max_positions=32, position_offset=2,
        positions="learned" if learned else "timescales",
    )  # fmt: skip
    ours = Transformer(config)
    theirs = library.state_dict()
    ours.load_state_dict({name: theirs[f"model.{translated(name)}"] for name in ours.state_dict()})
    ours.double().eval()
    generator = torch.Generator().manual_seed(5)
    source = torch.randint(4, 40, (3, 8), generator=generator)
    for row, length in enumerate((8, 3, 5)):
        source[row, length - 1], source[row, length:] = 2, 1
    target = torch.randint(4, 40, (3, 6), generator=generator)
    target[:, 0] = 2
    probe = Probe()
    found = ours(source, target, probe)
    with torch.no_grad():
        expected = library(
            input_ids=source, attention_mask=(source != 1).long(), decoder_input_ids=target,
            output_attentions=True,
        )  # fmt: skip
    assert_close(found, expected.logits)
    assert_close(probe.stacked(AttentionKind.CROSS), torch.stack(expected.cross_attentions))
    assert_close(
        probe.stacked(AttentionKind.DECODER_SELF), torch.stack(expected.decoder_attentions)
    )


def translated(name: str) -> str:
    for ours, theirs in NAMES.items():
        name = name.replace(ours, theirs)
    return name


def assert_close(found: Tensor, expected: Tensor) -> None:
    # The library's sinusoids and its softmax are float32 in places.
    torch.testing.assert_close(found.float(), expected.float(), atol=1e-5, rtol=0)
