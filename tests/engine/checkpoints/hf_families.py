"""What the tests of Hugging Face's encoder-decoder families share: random weights, parity."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch import Tensor

from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import SearchOptions
from engine.translator import Translator

LONG_SEEDS = 30
"""Random configurations of each family in the long run (``-m long``)."""

SENTENCES = [
    "I love fresh bread.",
    "My old friend remembers the small house in this garden.",
    "a",
    "The teacher understands music.",
]
AWKWARD = [
    *SENTENCES,
    "",
    " ",
    "  two  spaces and\ta tab ",
    "Ünknown ☂☂ things, ﬁsh ½ ①",
    "line\nbreak",
    "e\u0301 combined, \u200bnothing, \u00a0space",
    "__fr __ en",
    "▁ under ▁one",
    "123,456.78 — “quotes”",
]


class OpenedTwice:
    """One folder, opened by the library and by the engine."""

    model: ClassVar[Any]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = self.model.from_pretrained(
            folder, attn_implementation="eager", dtype=torch.float32
        ).eval()
        self.ours = Translator.load(folder)

    def rows(self) -> list[list[int]]:
        return [self.ours.vocabulary.encode_ids(text) for text in SENTENCES]


def randomise(model: Any, seed: int, end: float) -> None:
    """Weights that make every part count; ``end`` is added to the end piece's logit."""
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(seed)
        for name, parameter in model.named_parameters():
            noise = torch.randn_like(parameter)
            parameter.copy_(
                noise * 0.3 + ("norm" in name and name.endswith("weight"))
                if parameter.dim() == 1
                else noise * parameter.shape[1] ** -0.5
            )
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.copy_(torch.randn(model.final_logits_bias.shape) * 0.3)
            model.final_logits_bias[:, 2] += end
        else:
            bias = model.model.decoder.layer_norm.bias
            model.get_output_embeddings().weight[2] += end * bias / bias.dot(bias)


def write_json(path: Path, values: Any) -> None:
    path.write_text(json.dumps(values), encoding="utf-8")


def change(folder: Path, file: str, **values: Any) -> None:
    """Some settings of a folder changed."""
    path = folder / file
    write_json(path, {**json.loads(path.read_text(encoding="utf-8")), **values})


def padded(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[pad] * (longest - len(row))] for row in rows])


def assert_same_network(library: Any, network: Transformer, rows: Sequence[list[int]]) -> None:
    """Logits to 1e-4 and all attentions to 1e-5, of a ragged batch."""
    config = network.config
    source = padded(rows, config.pad_id)
    mask = source != config.pad_id
    generator = torch.Generator().manual_seed(3)
    target = torch.randint(4, config.output_size, (len(rows), 7), generator=generator)
    target[target == config.target_pad] = config.eos_id  # Marian's is not below 4
    target[:, 0] = config.start_id
    probe = Probe()
    with torch.no_grad():
        theirs = library(
            input_ids=source, attention_mask=mask.long(), decoder_input_ids=target,
            output_attentions=True,
        )  # fmt: skip
        ours = network(source, target, probe)
        fused = network(source, target)
    torch.testing.assert_close(ours, theirs.logits, atol=1e-4, rtol=0)
    torch.testing.assert_close(fused, theirs.logits, atol=1e-4, rtol=0)
    for kind, expected in (
        (AttentionKind.ENCODER_SELF, theirs.encoder_attentions),
        (AttentionKind.DECODER_SELF, theirs.decoder_attentions),
        (AttentionKind.CROSS, theirs.cross_attentions),
    ):
        found = probe.stacked(kind)
        assert found.shape == (len(expected), *expected[0].shape)
        difference = (found - torch.stack(expected)).abs()
        if kind is AttentionKind.ENCODER_SELF:  # what padding attends to reaches nothing
            difference = difference.transpose(2, 3)[:, mask]
        assert difference.max() < 1e-5


def assert_same_search(
    library: Any, network: Transformer, rows: Sequence[list[int]], beam: int, first: int | None
) -> list[tuple[int, ...]]:
    """The pieces of ``generate``, the forced first one included; returns them."""
    config = network.config
    source = padded(rows, config.pad_id)
    # The library counts the start as the first piece of an n-gram, the engine what is written;
    # to a start that nothing can write, as most families have it, both are the same.
    start = {config.start_id} - {config.eos_id, config.pad_id}
    with torch.no_grad():
        output = library.generate(
            input_ids=source, attention_mask=(source != config.pad_id).long(), num_beams=beam,
            max_length=25, length_penalty=1.0, do_sample=False, early_stopping=False,
            no_repeat_ngram_size=2, forced_bos_token_id=first,
            bad_words_ids=[[piece] for piece in (config.pad_id, *start)],
        )  # fmt: skip
    # Random networks repeat themselves for ever if they may.
    options = SearchOptions(
        beam=beam, max_length=24, normalisation="average", alpha=1.0, stopping="heuristic",
        no_repeat_ngram=2, begins_with=() if first is None else (first,), forbidden=tuple(start),
    )  # fmt: skip
    results = [found[0].ids for found in decode_batch(network, rows, options)]
    for ours, theirs in zip(results, output[:, 1:].tolist(), strict=True):
        ids = list(itertools.takewhile(lambda piece: piece != config.eos_id, theirs))[:24]
        assert [piece for piece in ours if piece != config.eos_id] == ids
        assert first is None or ours[0] == first
    return results
