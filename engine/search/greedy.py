"""Greedy search: at every step the likeliest piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from engine.errors import InputTooLongError
from engine.events import (
    Candidate,
    Encoded,
    Finished,
    FloatArray,
    Hypothesis,
    LiveHypothesis,
    Piece,
    Step,
)
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.search.options import SearchOptions
from engine.text.vocabulary import Vocabulary


def never_written(config: ModelConfig) -> dict[int, str]:
    """Pieces that no search may write, each with the reason."""
    return {
        config.pad_id: "padding is never written",
        config.start_id: "the start piece only begins a sentence",
        config.unk_id: "the unknown piece stands for no text",
    }


def length_limit(config: ModelConfig, options: SearchOptions, source_length: int) -> int:
    """Longest output in pieces, the end piece included, never beyond the model's positions."""
    limit = options.max_length
    if limit is None:
        limit = int(source_length * options.length_factor) + options.length_extra
    return min(limit, config.max_positions)


def check_length(config: ModelConfig, source_length: int) -> None:
    """Refuse a sentence the model has no positions for.

    Raises:
        InputTooLongError: with the numbers.
    """
    if source_length > config.max_positions:
        raise InputTooLongError(
            f"A sentence has {source_length} pieces, and this model reads at most "
            f"{config.max_positions}: split it into shorter sentences."
        )


def greedy(
    model: Transformer,
    vocabulary: Vocabulary,
    source: tuple[Piece, ...],
    sentence: int = 0,
    options: SearchOptions | None = None,
    record: bool = True,
    read: Callable[[Sequence[int]], str] | None = None,
) -> Iterator[Encoded | Step | Finished]:
    """Translate one sentence, one event at a time.

    Args:
        model: in evaluation mode.
        vocabulary: the model's.
        source: the sentence's pieces, the end piece included.
        sentence: index that the events carry.
        options: length limits and the number of candidates reported.
        record: write the attention weights down (the explicit path).
        read: piece ids to the text a reader sees; the vocabulary's own by default.

    Yields:
        ``Encoded``, then a ``Step`` a piece, then ``Finished``.

    Raises:
        InputTooLongError: before any work.
    """
    options = options or SearchOptions()
    read = read or vocabulary.decode
    config = model.config
    check_length(config, len(source))
    limit = length_limit(config, options, len(source))
    blocked = never_written(config)
    ids = torch.tensor([[piece.id for piece in source]], device=model.device)

    # Inference mode is entered around each computation, not around the generator: a
    # suspended generator would leave the mode switched on in its caller.
    with torch.inference_mode():
        probe = Probe() if record else None
        memory = model.encode(ids, probe)
        cache = model.start_decoding(memory, ids)
        mask = model.source_mask(ids)[0, 0, 0]
        encoded = Encoded(
            sentence=sentence,
            pieces=source,
            start=vocabulary.piece(config.start_id),
            attention=to_array(probe.stacked(AttentionKind.ENCODER_SELF)[:, 0]) if probe else None,
            mask=to_array(mask.expand(len(source), -1)),
            max_length=limit,
        )
    cross_mask = to_array(mask)
    yield encoded

    written: list[int] = []
    log_probabilities: list[float] = []
    token = config.start_id
    pieces: tuple[Piece, ...] = ()
    text = ""
    reason: Literal["end", "length limit"] = "length limit"
    for index in range(limit):
        with torch.inference_mode():
            probe = Probe() if record else None
            logits = model.decode_step(torch.tensor([token], device=model.device), cache, probe)
            distribution = logits[0].float().log_softmax(dim=-1)
            candidates = likeliest(distribution, options.candidates, vocabulary, blocked)
            allowed = distribution.clone()
            allowed[list(blocked)] = float("-inf")
            token = int(allowed.argmax())
            log_probability = float(distribution[token])
            rows = (
                {
                    kind: to_array(probe.stacked(kind)[:, 0, :, 0])
                    for kind in (AttentionKind.DECODER_SELF, AttentionKind.CROSS)
                }
                if probe
                else {}
            )
        written.append(token)
        log_probabilities.append(log_probability)
        pieces = vocabulary.target_pieces(written)
        text = read(written)
        yield Step(
            sentence=sentence,
            index=index,
            hypotheses=(
                LiveHypothesis(
                    parent=0 if index else -1,
                    piece=pieces[-1],
                    log_probability=log_probability,
                    score=sum(log_probabilities),
                    text=text,
                    candidates=candidates,
                    decoder_self=rows.get(AttentionKind.DECODER_SELF),
                    cross=rows.get(AttentionKind.CROSS),
                ),
            ),
            self_mask=np.zeros(index + 1, dtype=np.float32),
            cross_mask=cross_mask,
        )
        if token == config.eos_id:
            reason = "end"
            break
    yield Finished(
        sentence=sentence,
        hypotheses=(Hypothesis(pieces, text, sum(log_probabilities), tuple(log_probabilities)),),
        reason=reason,
    )


def likeliest(
    distribution: Tensor, count: int, vocabulary: Vocabulary, blocked: dict[int, str]
) -> tuple[Candidate, ...]:
    """The ``count`` likeliest pieces of a step, best first.

    Args:
        distribution: [V] log-probabilities.
        blocked: reason by piece, for pieces the search may not take.
    """
    values, ids = distribution.topk(min(count, distribution.shape[0]))
    return tuple(
        Candidate(
            piece=vocabulary.piece(number),
            probability=float(np.exp(value)),
            log_probability=value,
            blocked=blocked.get(number),
        )
        for value, number in zip(values.tolist(), ids.tolist(), strict=True)
    )


def to_array(tensor: Tensor) -> FloatArray:
    """A float32 C-contiguous copy on the CPU, which nobody else holds."""
    return np.array(tensor.float().cpu().numpy(), dtype=np.float32, order="C")
