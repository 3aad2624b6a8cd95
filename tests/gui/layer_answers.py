"""Made-up answers about the layers: random, and consistent with the trace they belong to."""

from __future__ import annotations

import numpy as np

from engine.events import FloatArray, Piece
from engine.layer_views import LayerViews, Stack, StreamNorms, Sublayer, SublayerPlace
from engine.trace import Trace

WORDS = tuple(Piece(100 + i, f"\u2581w{i}", "normal", f"\u2581w{i}") for i in range(40))


def stream(
    generator: np.random.Generator, stack: Stack, layers: int, positions: int, pre: bool
) -> StreamNorms:
    kinds = [Sublayer.SELF_ATTENTION, Sublayer.CROSS_ATTENTION, Sublayer.FEED_FORWARD]
    if stack is Stack.ENCODER:
        kinds.remove(Sublayer.CROSS_ATTENTION)
    places = tuple(SublayerPlace(stack, layer, kind) for layer in range(layers) for kind in kinds)

    def random(low: float, high: float, rows: int = len(places)) -> FloatArray:
        return generator.uniform(low, high, (rows, positions)).astype(np.float32)

    along = random(5, 30, len(places) + 1)
    summed = along[1:] if pre else random(5, 60)
    output = random(5, 9, 1)[0] if pre else along[-1]
    return StreamNorms(
        places, along[:-1], random(0.5, 50), random(-1, 1), summed, along[1:], output
    )


def layer_views(
    trace: Trace, sentence: int, step: int, hypothesis: int, seed: int = 0, pre: bool = False
) -> LayerViews:
    """Of every state five pieces out of ``WORDS`` and the written ones."""
    generator = np.random.default_rng(seed)
    encoded, model = trace.sentences[sentence].encoded, trace.started.model
    written = trace.sentences[sentence].pieces(step, hypothesis)
    pieces = {piece.id: piece for piece in (*WORDS, *written)}
    shape = (model.decoder_layers + 1, len(written))
    ids = np.stack(
        [generator.choice(sorted(pieces), 5, replace=False) for _ in range(shape[0] * shape[1])]
    ).reshape(*shape, 5)
    ids[-1, :, 0] = [piece.id for piece in written]  # the last layer says what was written
    shares = np.sort(generator.dirichlet(np.ones(6), shape), axis=-1)[..., :0:-1]
    logs = np.log(shares).astype(np.float32)
    ranks = generator.integers(6, model.vocabulary_size, shape)
    own = generator.uniform(-20, -8, shape).astype(np.float32)
    for state in range(shape[0]):
        for index, piece in enumerate(written):
            places = np.flatnonzero(ids[state, index] == piece.id)
            if places.size:
                ranks[state, index] = places[0] + 1
                own[state, index] = logs[state, index, places[0]]
    return LayerViews(
        source=encoded.pieces,
        inputs=(encoded.start, *written[:-1]),
        written=written,
        norm="pre" if pre else "post",
        d_model=model.d_model,
        top_ids=ids.astype(np.int64),
        top_log_probabilities=logs,
        written_log_probabilities=own,
        written_ranks=ranks.astype(np.int64),
        entropies=generator.uniform(0, 8, shape).astype(np.float32),
        encoder=stream(generator, Stack.ENCODER, model.encoder_layers, len(encoded.pieces), pre),
        decoder=stream(generator, Stack.DECODER, model.decoder_layers, len(written), pre),
        pieces=pieces,
    )
