"""What each decoder layer would say, and norms of the residual stream, of one output."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from engine.events import Piece
from engine.layer_views import LayerViews, Stack, StreamNorms
from engine.model.probe import Probe, Recording, StreamStates
from engine.model.transformer import Transformer
from engine.search.propose import likeliest
from engine.search.recorded import to_array
from engine.text.pieces import PieceVocabulary

AT_ONCE = 1 << 22
"""Numbers of one block of distributions: memory stays bounded on large vocabularies."""


@torch.inference_mode()
def layer_views(
    model: Transformer,
    vocabulary: PieceVocabulary,
    source: Sequence[Piece],
    start: Piece,
    written: Sequence[Piece],
    top: int = 5,
) -> LayerViews:
    """Every state of the decoder through the output projection, from one teacher-forced pass.

    Args:
        model: in evaluation mode.
        vocabulary: the model's.
        source: the source pieces, the end piece included.
        start: the decoder's first input.
        written: the output up to the step that is asked for, that step's piece included.
        top: how many of the likeliest pieces are named.

    Raises:
        IndexError: nothing is written.
        ValueError: ``top`` is below 1.
    """
    if not written:
        raise IndexError("nothing is written, so the decoder has no states")
    if top < 1:
        raise ValueError(f"top must be at least 1, not {top}")
    inputs = (start, *written[:-1])
    probe = Probe(Recording.STREAM)
    fed = [piece.id for piece in inputs]
    memory, output = model.states([piece.id for piece in source], fed, probe)
    assert output is not None

    places = [place for place in probe.stream if place.stack is Stack.DECODER]
    ends = {place.layer: probe.stream[place].after[0] for place in places}
    states = torch.stack([probe.stream[places[0]].before[0], *ends.values()])
    lens = _Lens(model, states, [piece.id for piece in written], top)
    return LayerViews(
        source=tuple(source),
        inputs=inputs,
        written=tuple(written),
        norm=model.config.norm,
        d_model=model.config.d_model,
        top_ids=lens.top_ids,
        top_log_probabilities=lens.top_log_probabilities,
        written_log_probabilities=lens.written_log_probabilities,
        written_ranks=lens.written_ranks,
        entropies=lens.entropies,
        encoder=None if memory is None else _norms(probe, Stack.ENCODER, memory),
        decoder=_norms(probe, Stack.DECODER, output),
        norm_kind=model.config.norm_kind,
        pieces={number: vocabulary.piece(number) for number in np.unique(lens.top_ids).tolist()},
    )


class _Lens:
    """The distributions of all states at all steps, of which only what is shown is kept.

    Args:
        states: [state, step, d_model] the residual stream.
        written: [step] ids.
        top: how many of the likeliest pieces are kept.
    """

    def __init__(self, model: Transformer, states: Tensor, written: list[int], top: int) -> None:
        shape = states.shape[:2]
        vocabulary_size = model.config.output_size
        top = min(top, vocabulary_size)
        rows = states.flatten(0, 1)
        chosen = torch.tensor(written, device=rows.device).repeat(shape[0])
        block = max(1, AT_ONCE // vocabulary_size)
        ids: list[list[int]] = []
        numbers: list[Tensor] = []
        ranks: list[Tensor] = []
        for first in range(0, len(rows), block):
            part, wrote = rows[first : first + block], chosen[first : first + block, None]
            # The last layer norm is the identity in a post-norm network.
            distribution = model.project(model.decoder.norm(part)).float().log_softmax(dim=-1)
            best = likeliest(distribution, top)
            ids += [[piece for piece, _ in row] for row in best]
            value = distribution.gather(1, wrote)
            earlier = torch.arange(vocabulary_size, device=rows.device) < wrote
            ahead = (distribution > value) | ((distribution == value) & earlier)
            ranks.append(1 + ahead.sum(dim=1))
            kept = torch.tensor([[value for _, value in row] for row in best], device=rows.device)
            entropy = -(distribution.exp() * distribution).sum(dim=1, keepdim=True)
            numbers.append(torch.cat([kept, value, entropy], dim=1))
        table = to_array(torch.cat(numbers)).reshape(*shape, top + 2)
        self.top_ids = np.array(ids, dtype=np.int64).reshape(*shape, top)
        self.top_log_probabilities = np.ascontiguousarray(table[..., :top])
        self.written_log_probabilities = np.ascontiguousarray(table[..., top])
        self.entropies = np.ascontiguousarray(table[..., top + 1])
        self.written_ranks = np.array(torch.cat(ranks).cpu().numpy()).reshape(*shape)


def _norms(probe: Probe, stack: Stack, output: Tensor) -> StreamNorms:
    places = tuple(place for place in probe.stream if place.stack is stack)
    rows = torch.stack([_norms_of(probe.stream[place]) for place in places], dim=1)
    before, contribution, cosine, summed, after = (to_array(row) for row in rows)
    return StreamNorms(
        places=places,
        before=before,
        contribution=contribution,
        cosine=cosine,
        summed=summed,
        after=after,
        output=to_array(output[0].float().norm(dim=-1)),
    )


def _norms_of(states: StreamStates) -> Tensor:
    """[5, position] the numbers of ``StreamNorms`` for one sub-layer."""
    before, contribution, after = (
        state[0].float() for state in (states.before, states.contribution, states.after)
    )
    return torch.stack(
        [
            before.norm(dim=-1),
            contribution.norm(dim=-1),
            F.cosine_similarity(before, contribution, dim=-1),
            (before + contribution).norm(dim=-1),
            after.norm(dim=-1),
        ]
    )
