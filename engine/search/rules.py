"""What a search may not write and what it writes less gladly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from engine.model.config import ModelConfig
from engine.search.options import SearchOptions


def never_written(config: ModelConfig) -> dict[int, str]:
    """Pieces that no search may write, each with the reason; those that have a logit."""
    reasons = {
        config.target_pad: "padding is never written",
        config.start_id: "the start piece only begins a sentence",
        config.unk_id: "the unknown piece stands for no text",
    }
    if config.stacks == "encoder":  # no mask stands for the end
        reasons[config.eos_id] = "the end piece only ends a text"
        return reasons
    pieces = reasons if config.never_written is None else config.never_written
    return {
        piece: reasons.get(piece, "the model's settings forbid this piece")
        for piece in pieces
        if piece < config.output_size
    }


class Rules:
    """The rules of one search; they hold for every hypothesis by what it has written.

    Attributes:
        never: pieces that are blocked whatever was written.
    """

    def __init__(self, config: ModelConfig, options: SearchOptions) -> None:
        self.options = options
        self._config = config
        self._ends = config.ends
        self._always = {
            **dict.fromkeys(options.forbidden, "the options forbid this piece"),
            **never_written(config),
        }
        self._columns = sorted(self._always)
        self.never = frozenset(self._always)
        self._required = Counter(options.required)

    def of_sentence(self, number: int) -> Rules:
        """The rules of one sentence of a text: a prefix belongs to the first alone."""
        options = self.options.of_sentence(number)
        return self if options is self.options else Rules(self._config, options)

    @property
    def by_history(self) -> bool:
        """Whether what was written changes what may follow."""
        options = self.options
        return bool(options.no_repeat_ngram or options.required) or options.repetition_penalty != 1

    def reasons(self, written: Sequence[int]) -> Mapping[int, str]:
        """Why each blocked piece may not follow ``written``."""
        if not self.by_history:
            return self._always
        reasons: dict[int, str] = {}
        size = self.options.no_repeat_ngram
        for piece in repeating(written, size):
            reasons[piece] = f"it would repeat {size} pieces in a row"
        missing = self.missing(written).total() if self._required else 0
        if missing:
            reasons |= dict.fromkeys(self._ends, f"required pieces are missing: {missing}")
        return {**reasons, **self._always}

    def missing(self, written: Sequence[int]) -> Counter[int]:
        """The required pieces that ``written`` does not have yet."""
        return self._required - Counter(written)

    def apply(self, distribution: Tensor, histories: Sequence[Sequence[int]]) -> Tensor:
        """The distribution a search chooses by.

        Args:
            distribution: [rows, V] log-probabilities; left as it is.
            histories: what each row has written; not looked at where that changes nothing.

        Returns:
            [rows, V] the same with penalties, and -inf for blocked pieces; not renormalised.
        """
        adjusted = distribution.clone()
        if self.by_history:
            penalty = self.options.repetition_penalty
            for row, written in enumerate(histories):
                if penalty != 1 and written:
                    seen = torch.tensor(sorted(set(written)), device=adjusted.device)
                    adjusted[row, seen] = adjusted[row, seen] * penalty
                blocked = list(self.reasons(written).keys() - self._always.keys())
                if blocked:
                    adjusted[row, blocked] = float("-inf")
        adjusted[:, self._columns] = float("-inf")
        return adjusted

    def penalty(self, log_probability: float, piece: int, written: Sequence[int]) -> float:
        """What is added to the log-probability of ``piece``.

        That is the repetition penalty; and the pieces that every output begins with are taken
        out of the score, as nobody has chosen them. Divided by the length, they would weigh
        more in a short output than in a long one.
        """
        begin = self.options.begins_with
        if len(written) < len(begin) and (*written, piece) == begin[: len(written) + 1]:
            return -log_probability
        factor = self.options.repetition_penalty
        return log_probability * (factor - 1) if factor != 1 and piece in written else 0.0


def repeating(written: Sequence[int], size: int) -> set[int]:
    """The pieces that would end an n-gram of ``size`` that ``written`` already has."""
    if size < 1 or len(written) < size:
        return set()
    start = tuple(written[len(written) - size + 1 :])
    return {
        written[i + size - 1]
        for i in range(len(written) - size + 1)
        if tuple(written[i : i + size - 1]) == start
    }
