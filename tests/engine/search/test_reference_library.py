"""The beam search against that of `transformers`: the same n best, pieces and scores.

Both run the same random weights, ours and a MarianMTModel that they are copied into (its
table of positions too: Marian's own has sines and cosines in halves, ours alternates them).

What is compared: any beam of at least 2, n-best, the length penalty L^alpha, the three
stopping rules, no-repeat n-grams, the repetition penalty, forbidden pieces, the length limit,
and padded batches. What is left out, since the library has another meaning for it: a prefix
(the library divides by the length without the prompt and does not count its
log-probabilities), required pieces (no longer there), and a repetition penalty on greedy
search (on raw logits there, on log-probabilities here and in its beam search). The vocabulary
has more than 2B allowed pieces: with fewer the library fills up the first step's candidates
with continuations of its empty beams, which are scored about -1e9 and may finish.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
import torch
from torch import Tensor
from transformers import MarianConfig, MarianMTModel

from engine.model.config import ModelConfig
from engine.model.positions import sinusoidal_encoding
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import STOPPINGS, SearchOptions

VOCABULARY = 48
EARLY_STOPPING = {"first": True, "heuristic": False, "exact": "never"}
LIBRARY_NAMES = {
    "w_q": "q_proj",
    "w_k": "k_proj",
    "w_v": "v_proj",
    "w_o": "out_proj",
    "feed_forward.w_1": "fc1",
    "feed_forward.w_2": "fc2",
    "self_attention_residual.norm": "self_attn_layer_norm",
    "cross_attention_residual.norm": "encoder_attn_layer_norm",
    "feed_forward_residual.norm": "final_layer_norm",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
}
SHAPES: list[dict[str, Any]] = [
    {},
    {"activation": "silu", "heads": 4, "encoder_layers": 2, "decoder_layers": 2},
    # As Marian has it: the end piece is the first, padding the last.
    {"activation": "gelu", "eos_id": 0, "pad_id": VOCABULARY - 1, "decoder_layers": 2},
    {"scale_embeddings": False, "heads": 1, "d_model": 12},
]


def make_pair(seed: int, end_bias: float = 2.0, **shape: Any) -> tuple[Transformer, MarianMTModel]:
    """One random network, in both implementations."""
    options = {"d_model": 16, "heads": 2, "d_ff": 24, "encoder_layers": 1, "decoder_layers": 1}
    config = ModelConfig(
        vocabulary_size=VOCABULARY, max_positions=40, output_bias=True, **{**options, **shape}
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        ours = Transformer(config).eval().requires_grad_(False)
        for parameter in ours.parameters():
            noise = torch.randn_like(parameter)
            parameter.add_(noise * 0.3 if parameter.dim() == 1 else noise * 0.1)
    assert ours.output_bias is not None
    ours.output_bias[config.eos_id] += end_bias
    library = MarianMTModel(
        MarianConfig(
            vocab_size=VOCABULARY,
            d_model=config.d_model,
            encoder_layers=config.encoder_layers,
            decoder_layers=config.decoder_layers,
            encoder_attention_heads=config.heads,
            decoder_attention_heads=config.heads,
            encoder_ffn_dim=config.d_ff,
            decoder_ffn_dim=config.d_ff,
            activation_function=config.activation,
            max_position_embeddings=config.max_positions,
            scale_embedding=config.scale_embeddings,
            pad_token_id=config.pad_id,
            eos_token_id=config.eos_id,
            decoder_start_token_id=config.start_id,
            forced_eos_token_id=None,
        )
    ).eval()
    table = sinusoidal_encoding(config.max_positions, config.d_model)
    state = {
        "final_logits_bias": ours.output_bias[None],
        "model.encoder.embed_positions.weight": table,
        "model.decoder.embed_positions.weight": table,
    }
    for name, value in ours.state_dict().items():
        if name.startswith(("encoder.", "decoder.")):
            for mine, theirs in LIBRARY_NAMES.items():
                name = name.replace(mine, theirs)
            state[f"model.{name}"] = value
    pieces = ours.source_embedding.pieces.weight
    for name in ("shared", "encoder.embed_tokens", "decoder.embed_tokens"):
        state[f"model.{name}.weight"] = pieces
    state["lm_head.weight"] = pieces
    library.load_state_dict(state)
    return ours, library


def draw_sources(dice: random.Random, config: ModelConfig, count: int) -> list[list[int]]:
    special = {config.pad_id, config.unk_id, config.start_id, config.eos_id}
    plain = [piece for piece in range(VOCABULARY) if piece not in special]
    return [[*dice.choices(plain, k=dice.randrange(9)), config.eos_id] for _ in range(count)]


def padded(sources: Sequence[Sequence[int]], pad: int) -> tuple[Tensor, Tensor]:
    longest = max(len(source) for source in sources)
    ids = torch.tensor([[*source, *[pad] * (longest - len(source))] for source in sources])
    return ids, (ids != pad).long()


def library_search(
    library: MarianMTModel,
    config: ModelConfig,
    sources: Sequence[Sequence[int]],
    options: SearchOptions,
) -> list[list[tuple[tuple[int, ...], float]]]:
    """For each sentence its n best outputs, pieces and score (of greedy search there is none)."""
    ids, mask = padded(sources, config.pad_id)
    never = {config.pad_id, config.start_id, config.unk_id, *options.forbidden}
    assert options.max_length is not None
    output = cast(
        Any,
        library.generate(
            ids,
            attention_mask=mask,
            num_beams=options.beam,
            num_return_sequences=options.n_best,
            length_penalty=options.alpha,
            early_stopping=EARLY_STOPPING[options.stopping] if options.beam > 1 else False,
            no_repeat_ngram_size=options.no_repeat_ngram,
            repetition_penalty=options.repetition_penalty,
            bad_words_ids=[[piece] for piece in sorted(never)],
            max_length=options.max_length + 1,  # the start piece counts there
            do_sample=False,
            return_dict_in_generate=True,
            output_scores=True,
        ),
    )
    rows = output.sequences[:, 1:].tolist()
    if options.beam > 1:
        # A piece has the beam that it came from, the filling behind an output has -1. (The
        # filling itself may be the end piece: the library takes the padding piece 0 for none.)
        lengths = (output.beam_indices >= 0).sum(dim=1).tolist()
        scores = output.sequences_scores.tolist()
    else:
        ends = [row.index(config.eos_id) + 1 if config.eos_id in row else len(row) for row in rows]
        lengths, scores = ends, [math.nan] * len(rows)
    outputs = [
        (tuple(row[:length]), score)
        for row, length, score in zip(rows, lengths, scores, strict=True)
    ]
    n = options.n_best
    return [outputs[i : i + n] for i in range(0, len(outputs), n)]


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_the_two_networks_are_one_function(shape) -> None:
    ours, library = make_pair(shape, **SHAPES[shape])
    config = ours.config
    ids, mask = padded(draw_sources(random.Random(shape), config, 4), config.pad_id)
    target = torch.randint(4, VOCABULARY - 1, (4, 7), generator=torch.Generator().manual_seed(1))
    theirs = library(input_ids=ids, attention_mask=mask, decoder_input_ids=target).logits
    torch.testing.assert_close(ours(ids, target), theirs, atol=2e-5, rtol=0)


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_the_n_best_are_those_of_the_reference_library(shape) -> None:
    """120 sentences for each shape: 24 draws of options, batches of 5, ends more or less likely."""
    dice = random.Random(f"library {shape}")
    pairs = [make_pair(100 + shape, bias, **SHAPES[shape]) for bias in (0.0, 2.0, 4.0)]
    config = pairs[0][0].config
    plain = set(range(VOCABULARY)) - {config.pad_id, config.unk_id, config.start_id, config.eos_id}
    compared = ties = cut = 0
    lengths: set[int] = set()
    everything = list(itertools.product(STOPPINGS, pairs))
    for stopping, (ours, library) in itertools.islice(itertools.cycle(everything), 24):
        beam = dice.choice([2, 3, 4, 6, 8])
        options = SearchOptions(
            beam=beam,
            n_best=dice.randint(1, beam),
            normalisation="average",
            alpha=dice.choice([0.0, 0.4, 1.0, 1.0, 1.7]),
            stopping=stopping,
            max_length=dice.randint(3, 12),
            no_repeat_ngram=dice.choice([0, 0, 1, 2, 3]),
            repetition_penalty=dice.choice([1.0, 1.0, 1.3, 0.8]),
            forbidden=tuple(dice.sample(sorted(plain), dice.choice([0, 0, 3]))),
        )
        sources = draw_sources(dice, config, 5)
        expected = library_search(library, config, sources, options)
        found = decode_batch(ours, sources, options)
        for mine, theirs in zip(found, expected, strict=True):
            scores = [score for _, score in theirs]
            same = [result.ids for result in mine] == [ids for ids, _ in theirs]
            # Scores that float32 cannot tell apart may change places, or even win the beam.
            gaps = [a - b for a, b in itertools.pairwise(scores)]
            if not same and any(gap < 1e-5 for gap in gaps):
                ties += 1
                continue
            assert same, f"{options}\n{mine}\n{theirs}"
            assert [r.parts.score for r in mine] == pytest.approx(scores, abs=1e-5, rel=1e-5)
            compared += 1
            cut += mine[0].cut
            lengths.update(len(result.ids) for result in mine)
    assert compared >= 119 and ties <= 1
    assert 5 <= cut <= 115 and len(lengths) >= 6, "some reach the limit, some end before it"


@pytest.mark.parametrize("shape", range(2))
def test_greedy_search_is_that_of_the_reference_library(shape) -> None:
    ours, library = make_pair(200 + shape, **SHAPES[shape])
    dice = random.Random(shape)
    sources = draw_sources(dice, ours.config, 10)
    for size in (0, 2):
        options = SearchOptions(max_length=10, no_repeat_ngram=size)
        expected = library_search(library, ours.config, sources, options)
        found = decode_batch(ours, sources, options)
        assert [[result.ids for result in row] for row in found] == [
            [ids for ids, _ in row] for row in expected
        ]


def test_the_comparison_sees_a_difference() -> None:
    """The same cases under other options do differ: the agreement above is no accident."""
    ours, library = make_pair(300)
    sources = draw_sources(random.Random(3), ours.config, 20)
    options = SearchOptions(beam=4, n_best=4, normalisation="average", alpha=1.0, max_length=8)
    expected = library_search(library, ours.config, sources, options)
    for change in (
        {"alpha": 0.0}, {"normalisation": "gnmt"}, {"no_repeat_ngram": 1}, {"beam": 5},
        {"repetition_penalty": 1.5}, {"max_length": 9}, {"forbidden": (5, 9, 17, 30)},
    ):  # fmt: skip
        found = decode_batch(ours, sources, replace(options, **cast(dict[str, Any], change)))
        differing = sum(
            [result.ids for result in mine] != [ids for ids, _ in theirs]
            for mine, theirs in zip(found, expected, strict=True)
        )
        assert differing, change
