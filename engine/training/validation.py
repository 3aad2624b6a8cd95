"""How good a network is on held-out pairs: loss, BLEU and chrF."""

from __future__ import annotations

import random
from collections.abc import Sequence

import torch

from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.training.data import Pair, collate, group_references, plan_batches
from engine.training.loss import smoothed_cross_entropy
from engine.training.pieces import Segmenter
from engine.training.scores import Scores, score


@torch.no_grad()
def validation_loss(
    model: Transformer, segmenter: Segmenter, pairs: Sequence[Pair], batch_tokens: int = 4096
) -> float:
    """Mean cross-entropy in nats a target piece, the end token included, without smoothing."""
    examples = [
        (source, target)
        for source, target in segmenter.encode_pairs(pairs)
        if max(len(source), len(target)) <= model.config.max_positions
    ]
    total, count = 0.0, 0
    for batch in plan_batches(examples, batch_tokens, random.Random(0)):
        ids = collate(
            [examples[i] for i in batch], model.config.pad_id, model.config.start_id, model.device
        )
        wanted = ids.target[:, 1:]
        keep = wanted != model.config.pad_id
        states = model.decode(model.encode(ids.source), ids.source, ids.target[:, :-1])[keep]
        total += float(smoothed_cross_entropy(model.project(states), wanted[keep]))
        count += int(keep.sum())
    return total / max(1, count)


def validation_scores(
    model: Transformer, segmenter: Segmenter, pairs: Sequence[Pair], batch_tokens: int = 4096
) -> Scores:
    """BLEU and chrF of greedy translations against all references of each source."""
    groups = group_references(pairs)
    sources = segmenter.encode([source for source, _ in groups])
    fitting = [i for i, ids in enumerate(sources) if len(ids) <= model.config.max_positions]
    translations = [""] * len(groups)
    examples = [(sources[i], sources[i]) for i in fitting]
    for batch in plan_batches(examples, batch_tokens, random.Random(0)):
        rows = [fitting[i] for i in batch]
        outputs = decode_batch(model, [sources[i] for i in rows])
        for row, (best,) in zip(rows, outputs, strict=True):
            translations[row] = segmenter.decode(best.ids)
    return score(translations, [references for _, references in groups])
