"""The JSON-lines log of a run, from which a plot can be made, and the meter that feeds it."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.errors import DiaphaneError
from engine.training.distributed import Processes


class TrainingLog:
    """Appends to ``log.jsonl``.

    Every line has ``event`` and ``step``. ``train`` lines carry ``loss`` (smoothed, nats a
    token), ``learning_rate``, ``tokens_per_second`` (target tokens) and ``epoch``; ``valid``
    lines carry ``valid_loss``, ``bleu`` and ``chrf``; ``start`` and ``resume`` lines carry the
    options.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, event: str, step: int, **values: Any) -> None:
        """Append one line."""
        line = {"event": event, "step": step, "time": round(time.time(), 1), **values}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def rewind(self, step: int) -> None:
        """Drop the lines of steps after ``step``, which a resumed run writes anew."""
        kept = [line for line in read_log(self.path) if line["step"] <= step]
        temporary = self.path.with_suffix(".tmp")
        temporary.write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept), encoding="utf-8"
        )
        temporary.replace(self.path)


def read_log(path: Path) -> list[dict[str, Any]]:
    """All whole lines of a log; a line cut off by a crash is left out."""
    lines: list[dict[str, Any]] = []
    if not path.exists():
        return lines
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:
            continue
    return lines


def check_finite(weights: Iterable[Tensor]) -> None:
    """Refuse weights that no training can go on from.

    Raises:
        DiaphaneError: one is no number any more.
    """
    if not all(bool(torch.isfinite(weight).all()) for weight in weights):
        raise _diverged("a weight")


def _diverged(what: str) -> DiaphaneError:
    return DiaphaneError(
        f"The training diverged: {what} is not a number any more; resume from the last "
        "checkpoint with a smaller --learning-rate or a longer --warmup."
    )


class Meter:
    """Loss and speed since the last reading, over all processes."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._reset()

    def _reset(self) -> None:
        # On the device: reading a GPU's numbers every step would make it wait.
        self._sums = torch.zeros(3, device=self._processes.device)
        self._start = time.monotonic()

    def add(self, loss: Tensor, likelihood: Tensor, tokens: Tensor) -> None:
        """One step's values, as :meth:`TeacherForcing.forward` gives them."""
        self._sums += torch.stack([loss.detach() * tokens, -likelihood, tokens.to(loss.dtype)])

    def read(self) -> dict[str, float]:
        """The means since the last reading; start anew.

        Raises:
            DiaphaneError: the loss is no number any more.
        """
        seconds = max(1e-9, time.monotonic() - self._start)
        loss, nll, tokens = self._processes.total(self._sums).tolist()
        self._reset()
        if not math.isfinite(loss):
            raise _diverged("the loss")
        tokens = max(1.0, tokens)
        return {
            "loss": round(loss / tokens, 4),
            "nll": round(nll / tokens, 4),
            "tokens_per_second": round(tokens / seconds, 1),
        }
