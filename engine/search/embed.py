"""What the first layer of a stack gets for a sequence of pieces, and the table of positions."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.embeddings import Embeddings, PositionTable, Side
from engine.events import Piece
from engine.model.positions import IN_ATTENTION
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
def position_table(model: Transformer, length: int) -> PositionTable:
    """The first ``length`` rows of the positional encoding, as the first layers get them.

    Raises:
        ValueError: the network has no such rows, or adds none.
    """
    if model.config.positions in IN_ATTENTION:
        raise ValueError(f"this model's {model.config.positions} positions have no rows")
    most = model.config.max_positions
    if not 1 <= length <= most:
        raise ValueError(f"from 1 to {most} positions can be asked for, not {length}")
    one = model.config.stacks == "decoder"
    embedding = model.target_embedding if one else model.source_embedding
    table = to_array(embedding.positions(0, length, embedding.pieces.weight))
    return PositionTable(table, most, model.config.positions, model.config.position_offset)
