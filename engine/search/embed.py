"""What the first layer of a stack gets for a sequence of pieces, and the table of positions."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.embeddings import (
    Embeddings,
    PositionTable,
    RelativePositions,
    RelativeTable,
    Side,
)
from engine.events import Piece
from engine.model.relative import RelativeBias
from engine.model.rotary import frequencies, make_rotary
from engine.model.transformer import Transformer
from engine.search.recorded import to_array


@torch.inference_mode()
def embed(model: Transformer, side: Side, pieces: Sequence[Piece], step: int | None) -> Embeddings:
    """Look the pieces up, and add their positions.

    Args:
        model: in evaluation mode.
        side: whose embedding: the encoder's or the decoder's.
        pieces: at positions 0, 1, 2 …
        step: of the decoder's last input, for the answer to carry.

    Raises:
        ValueError: there are more pieces than positions.
    """
    embedding = model.source_embedding if side == "source" else model.target_embedding
    segments = embedding.segments
    ids = torch.tensor([[piece.id for piece in pieces]], dtype=torch.long, device=model.device)
    looked_up = embedding.pieces(ids)
    scaled = looked_up * embedding.scale
    positions = embedding.positions(0, len(pieces), scaled)
    # The sum is the module's own output, whatever it is made of.
    total = embedding(ids)
    return Embeddings(
        side=side,
        step=step,
        pieces=tuple(pieces),
        scale=embedding.scale,
        looked_up=to_array(looked_up[0]),
        scaled=to_array(scaled[0]),
        segment=None if segments is None else to_array(segments.weight[0]),
        positions=to_array(positions),
        total=to_array(total[0]),
        normalised=model.config.embedding_norm,
        kind=model.config.positions,
        offset=model.config.position_offset,
    )


@torch.inference_mode()
def position_table(model: Transformer, length: int) -> PositionTable | RelativePositions:
    """The first ``length`` rows of the positional encoding, as the network computes with them.

    Of rotary positions what turns the heads; relative positions have no rows but biases, all of
    which are given.

    Raises:
        ValueError: the network has no such rows.
    """
    config = model.config
    most = config.max_positions
    if not 1 <= length <= most:
        raise ValueError(f"from 1 to {most} positions can be asked for, not {length}")
    if config.positions == "relative":
        stacks: dict[Side, RelativeBias | None] = {
            "source": model.encoder.relative,
            "target": model.decoder.relative,
        }
        tables = (_biases(side, bias) for side, bias in stacks.items() if bias is not None)
        return RelativePositions(tuple(tables))
    one = config.stacks == "decoder"
    embedding = model.target_embedding if one else model.source_embedding
    rotary = make_rotary(config)
    if rotary is None:
        table = embedding.positions(0, length, embedding.pieces.weight)
        return PositionTable(to_array(table), most, config.positions, config.position_offset)
    return PositionTable(
        to_array(rotary.table(length, embedding.pieces.weight)),
        most,
        config.positions,
        base=config.rotary_base,
        frequencies=tuple(frequencies(config).tolist()),
    )


def _biases(side: Side, bias: RelativeBias) -> RelativeTable:
    """A stack's table in the order of distances, of the buckets that distances have."""
    reach = torch.arange(-bias.most - 1, bias.most + 2 if bias.both_ways else 1)
    buckets = bias.rows_of(reach).tolist()
    found: dict[int, list[int]] = {}
    for distance, bucket in zip(reach.tolist(), buckets, strict=True):
        found.setdefault(bucket, []).append(distance)
    ends = (reach[0].item(), reach[-1].item() if bias.both_ways else None)
    ranges = tuple(
        (None if each[0] == ends[0] else each[0], None if each[-1] == ends[1] else each[-1])
        for each in found.values()
    )
    rows = tuple(found)
    return RelativeTable(side, to_array(bias.weight[list(rows)]), ranges, rows)
