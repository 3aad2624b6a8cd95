"""Attention for other programs: one matrix as CSV, all of one hypothesis as ``.npz``."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import DataError
from engine.events import AttentionKind, FloatArray, Piece
from engine.model.kinds import Stacks
from engine.trace import AttentionMatrix, SentenceTrace
from engine.traces.atomic import replacing


def write_csv(matrix: AttentionMatrix, path: Path | str) -> None:
    """Write one attention matrix as UTF-8 CSV (RFC 4180), whole or not at all.

    The first row has the keys' pieces, the first column the queries'. Each weight has the
    fewest digits that give the same float32 again.

    Raises:
        OutputError: it cannot be written there.
    """
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["", *map(label, matrix.keys)])
    for query, weights in zip(matrix.queries, matrix.weights, strict=True):
        rows.writerow([label(query), *map(str, weights)])
    with replacing(path) as file:
        # A lone surrogate, which UTF-8 has no bytes for, is written as its escape.
        file.write(text.getvalue().encode("utf-8", "backslashreplace"))


def write_npz(
    sentence: SentenceTrace,
    path: Path | str,
    step: int | None,
    hypothesis: int = 0,
    stacks: Stacks = "encoder-decoder",
) -> None:
    """Write all attention along one hypothesis' ancestry as ``.npz``, whole or not at all.

    The arrays, those that were recorded:

    - ``encoder_self`` [layers, heads, source, source]
    - ``decoder_self`` [layers, heads, output, output], the queries and keys being ``inputs``
    - ``cross`` [layers, heads, output, source]
    - ``gates`` [layers, output, d_model], the forget gates of a decoder that has an SSRU and no
      self-attention; ``decoder_self`` and ``self_mask`` are not there then
    - ``encoder_mask`` [source, source], ``self_mask`` [output, output] and ``cross_mask``
      [output, source]: the additive masks in force, 0 or -inf
    - ``source``, ``inputs``, ``output``: the pieces as a reader sees them, as text
    - ``source_ids``, ``inputs_ids``, ``output_ids``: their ids

    A decoder alone has no source: neither its pieces, nor ``encoder_mask`` and ``cross_mask``. An
    encoder alone has ``output``, what fills its masks in, but no decoder with inputs and masks.

    Args:
        sentence: of the trace.
        path: where to.
        step, hypothesis: where the hypothesis ends; step ``None`` leaves only the encoder's.
        stacks: which the model has.

    Raises:
        DataError: no attention was recorded.
        OutputError: it cannot be written there.
        IndexError: there is no such step or hypothesis.
    """
    arrays: dict[str, Any] = {}
    names = {
        AttentionKind.ENCODER_SELF: "encoder_self",
        AttentionKind.DECODER_SELF: "decoder_self",
        AttentionKind.CROSS: "cross",
    }
    for kind, name in names.items():
        view = sentence.attention(kind, step, hypothesis)
        if view is not None:
            arrays[name] = view.weights
    gates = None if step is None else sentence.gates(step, hypothesis)
    if gates is not None:
        arrays["gates"] = gates
    if not arrays:
        raise DataError("The trace has recorded no attention; make it with --record all.")
    encoded = sentence.encoded
    labels: dict[str, tuple[Piece, ...]] = {}
    if stacks != "decoder":
        arrays["encoder_mask"] = encoded.mask
        labels["source"] = encoded.pieces
    if step is not None:
        output = sentence.pieces(step, hypothesis)
        if stacks != "encoder":
            labels["inputs"] = (encoded.start, *output[:-1])
            if gates is None:
                arrays["self_mask"] = _self_mask(sentence, step)
        labels["output"] = output
        if stacks == "encoder-decoder":
            rows = [each.cross_mask for each in sentence.steps[: step + 1]]
            arrays["cross_mask"] = np.stack(rows)
    for name, pieces in labels.items():
        arrays[name] = np.array([label(piece) for piece in pieces], dtype=np.str_)
        arrays[f"{name}_ids"] = np.array([piece.id for piece in pieces], dtype=np.int64)
    with replacing(path) as file:
        np.savez_compressed(file, **arrays)


def label(piece: Piece) -> str:
    """What stands for a piece: what a reader sees, or its spelling where that is nothing."""
    # A NUL ends a text in many programs, NumPy among them.
    return (piece.surface or piece.text).replace("\0", "\u2400")


def _self_mask(sentence: SentenceTrace, step: int) -> FloatArray:
    mask = np.full((step + 1, step + 1), -np.inf, dtype=np.float32)
    for index, each in enumerate(sentence.steps[: step + 1]):
        mask[index, : index + 1] = each.self_mask
    return mask
