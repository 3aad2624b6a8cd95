from __future__ import annotations

import pytest

from engine.model.config import ModelConfig


def test_round_trip_keeps_every_field() -> None:
    config = ModelConfig(vocabulary_size=99, d_model=12, heads=3, norm="pre", activation="silu")
    assert ModelConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"d_model": 10, "heads": 3}, "d_model 10 is not a multiple of heads 3"),
        ({"activation": "swoosh"}, "activation 'swoosh' is not one of relu, gelu, silu"),
        ({"positions": "spiral"}, "positions 'spiral' is not one of interleaved, halves"),
        ({"positions": "rotary", "head_width": 7}, "rotary' need an even width of a head, not 7"),
        ({"positions": "relative", "relative_buckets": 3}, "relative_buckets must be at least 4"),
        ({"positions": "relative", "relative_distance": 16}, "relative_distance must be above 16"),
        ({"rotary_base": 0.0}, "rotary_base must be a finite number above 0"),
        ({"rotary_llama3": (8, 1, 4)}, "rotary_llama3 must be four numbers"),
        ({"rotary_llama3": (8, 4, 4, 64)}, "the low factor must be below the high one"),
        ({"heads": 8, "key_value_heads": 3}, "heads 8 is not a multiple of key_value_heads 3"),
        ({"head_width": 0}, "head_width must be at least 1"),
        ({"norm_kind": "batch"}, "norm_kind 'batch' is not one of layer, rms"),
        ({"feed_forward": "wide"}, "feed_forward 'wide' is not one of plain, gated"),
        ({"stacks": "three"}, "stacks 'three' is not one of encoder-decoder, encoder, decoder"),
        ({"stacks": "encoder"}, "stacks 'encoder' have no decoder_layers"),
        ({"stacks": "decoder"}, "stacks 'decoder' have no encoder_layers"),
        (
            {"stacks": "encoder", "decoder_layers": 0, "shared_embeddings": False},
            "stacks 'encoder' have one embedding",
        ),
        ({"stacks": "decoder", "encoder_layers": 0, "segments": 2}, "no segments"),
        ({"stacks": "decoder", "encoder_layers": 0, "decoder_self": "ssru"}, "decoder_self"),
        ({"output": "none"}, "output 'none' is of stacks 'encoder' only"),
        ({"output": "loud"}, "output 'loud' is not one of linear, transform, none"),
        ({"segments": -1}, "segments must not be negative"),
        ({"positions": "timescales", "d_model": 2, "heads": 1}, "timescales"),
        ({"target_vocabulary_size": 40}, "shared_embeddings"),
        ({"input_only": 50}, "input_only 50 leaves no piece"),
        ({"input_only": 47}, "eos_id 3 is outside"),
        ({"never_written": (1, 50)}, "never_written 50 is outside"),
        ({"decoder_ff": 0}, "decoder_ff"),
        ({"position_offset": -1}, "position_offset"),
        ({"norm": "middle"}, "norm 'middle'"),
        ({"dropout": 1.0}, "dropout"),
        ({"encoder_layers": -1}, "encoder_layers"),
        ({"eos_id": 500}, "eos_id 500"),
        ({"d_ff": 0}, "d_ff"),
        ({"layer_norm_eps": 0.0}, "layer_norm_eps must be a finite number above 0, not 0"),
        ({"layer_norm_eps": -1e-5}, "layer_norm_eps"),
        ({"layer_norm_eps": float("nan")}, "layer_norm_eps"),
        ({"layer_norm_eps": float("inf")}, "layer_norm_eps"),
        ({"layer_norm_eps": 10**400}, "layer_norm_eps"),
    ],
)
def test_impossible_shapes_are_refused_by_name(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ModelConfig.from_dict({"vocabulary_size": 50, **options})


def test_an_unknown_option_is_refused_not_ignored() -> None:
    with pytest.raises(ValueError, match="unknown model option 'spiral'"):
        ModelConfig.from_dict({"vocabulary_size": 50, "spiral": True})
