"""The training loop: data in, a model folder out (paper, section 5)."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from engine.errors import DataError
from engine.model.transformer import Transformer
from engine.training.data import collate
from engine.training.distributed import Processes
from engine.training.dropout import use_byte_dropout
from engine.training.export import export
from engine.training.interrupts import Interrupts
from engine.training.options import TrainingOptions
from engine.training.progress import Meter, TrainingLog, check_finite
from engine.training.saved import (
    average_checkpoints,
    checkpoint_paths,
    random_state,
    restore_random_state,
    write_checkpoint,
)
from engine.training.schedule import Schedule
from engine.training.scores import Scores
from engine.training.setup import LOG, MODEL, Prepared, make_run_folder, nothing_fits, prepare
from engine.training.step import MovingAverage, TeacherForcing, resolve_precision
from engine.training.validation import validation_loss, validation_scores


@dataclass
class Place:
    """Where a run stands.

    Attributes:
        step: updates done.
        epoch, batch: the next batch to learn from; ``batch`` counts over all processes.
    """

    step: int = 0
    epoch: int = 0
    batch: int = 0


def train(options: TrainingOptions, shape: dict[str, Any]) -> Path:
    """Train a model and write its folder, ``options.out / "model"``.

    A run that is interrupted by Ctrl-C or SIGTERM writes a checkpoint first. A resumed run
    goes on exactly as if it had not been interrupted; any of its options may be others than
    before (a longer run, an earlier cool-down), which the log then says.

    Args:
        options: of the run.
        shape: :class:`engine.model.config.ModelConfig` options but the vocabulary's; a resumed
            run takes its shape from the checkpoint, one that starts from a model from that.

    Raises:
        DataError: a data file or a checkpoint cannot be used.
        ModelFolderError: the model to start from cannot be used.
        OutputError: the folder cannot be written or holds another run.
        DeviceError: the device or the precision is not there.
        DiaphaneError: the loss became infinite.
        KeyboardInterrupt: after the checkpoint.
    """
    schedule = options.schedule()
    if options.threads:
        torch.set_num_threads(options.threads)
    processes = Processes.join(options.device)
    try:
        precision = resolve_precision(options.precision, processes.device)
        prepared = prepare(options, shape, processes.agree, processes.main)
        return Run(options, prepared, schedule, processes, precision).finish()
    finally:
        processes.leave()


class Run:
    """One run, from the first update to the model folder."""

    def __init__(
        self,
        options: TrainingOptions,
        prepared: Prepared,
        schedule: Schedule,
        processes: Processes,
        precision: torch.dtype,
    ) -> None:
        self.options, self.prepared, self.schedule = options, prepared, schedule
        self.processes, self.precision = processes, precision
        # The same first weights in every process; dropout then differs by rank.
        _seed(options.seed)
        self.model = Transformer(prepared.config)
        if prepared.initial is not None:
            self.model.load_state_dict(prepared.initial)
        _seed(options.seed + processes.rank)
        use_byte_dropout(self.model)
        self.model.to(processes.device)
        self.parameters: list[Tensor] = list(self.model.parameters())
        self.optimizer = torch.optim.Adam(
            self.parameters,
            lr=0.0,
            betas=options.betas,
            eps=options.eps,
            fused=processes.device.type in ("cpu", "cuda"),
        )
        self.average = MovingAverage(self.parameters, options.ema) if options.ema else None
        self.place = Place()
        if processes.main:
            make_run_folder(options.out, prepared.pieces)
        self.log = TrainingLog(options.out / LOG)
        if prepared.saved:
            self._restore(prepared.saved)
        self.module = processes.wrap(TeacherForcing(self.model, options.smoothing, precision))
        self._last_save = self._last_valid = time.monotonic()
        self._interrupts = Interrupts()

    def _restore(self, saved: dict[str, Any]) -> None:
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.place = Place(saved["step"], saved["epoch"], saved["batch"])
        if self.average is not None:
            self.average.restore(saved["average"] or self.parameters)
        if self.processes.rank < len(saved["random"]):
            restore_random_state(saved["random"][self.processes.rank])
        if self.processes.main:
            self.log.rewind(self.place.step)

    # ------------------------------------------------------------------ the loop

    def finish(self) -> Path:
        """Run to the last step and write the model folder."""
        options, place = self.options, self.place
        if self.processes.main:
            self._log_start()
        with (
            self._interrupts,
            tqdm(
                total=options.steps,
                initial=place.step,
                unit="step",
                disable=not self.processes.main,
                file=sys.stderr,
                mininterval=0.5 if sys.stderr.isatty() else 30.0,
            ) as bar,
        ):
            while place.step < options.steps:
                self._run_epoch(bar)
        return self._end()

    def _log_start(self) -> None:
        saved, options = self.prepared.saved, self.options.to_dict()
        changed: dict[str, Any] = {}
        if saved:
            before = saved["options"]
            changed = {
                key: [before.get(key), value]
                for key, value in options.items()
                if before.get(key) != value and key != "resume"
            }
        self.log.write(
            "resume" if saved else "start",
            self.place.step,
            options=options,
            changed=changed,
            model=self.model.config.to_dict(),
            parameters=self.model.parameter_count(),
            precision=str(self.precision).removeprefix("torch."),
            device=str(self.processes.device),
            processes=self.processes.world,
        )

    def _run_epoch(self, bar: tqdm[Any]) -> None:
        options, place, world = self.options, self.place, self.processes.world
        config = self.model.config
        epoch = self.prepared.plan.build(place.epoch)
        if not epoch.batches:  # sampled segmentations are longer
            raise nothing_fits(options.train, config.max_positions)
        # Every process takes its share of each round of `world` batches.
        rounds = len(epoch.batches) // world
        if rounds == 0:
            raise DataError(
                f"{options.train} makes {len(epoch.batches)} batches of {options.batch_tokens} "
                f"tokens, too few for {world} processes; use fewer, or a smaller --batch-tokens."
            )
        meter = Meter(self.processes)
        # A run resumed with other batches may stand beyond the end of this epoch.
        for number in range(place.batch // world, rounds):
            rows = epoch.batches[number * world + self.processes.rank]
            batch = collate(
                [epoch.examples[i] for i in rows],
                config.pad_id,
                config.start_id,
                self.processes.device,
            )
            this_epoch = place.epoch
            place.step, place.batch = place.step + 1, (number + 1) * world
            if number + 1 == rounds:
                place.epoch, place.batch = place.epoch + 1, 0
            rate = self.schedule.rate(place.step)
            meter.add(*self._update(batch.source, batch.target, rate))
            bar.update()
            if place.step % options.log_steps == 0 or place.step == options.steps:
                values = meter.read()
                bar.set_postfix(loss=f"{values['loss']:.3f}", refresh=False)
                if self.processes.main:
                    self.log.write(
                        "train", place.step, epoch=this_epoch, learning_rate=rate, **values
                    )
            self._housekeeping(bar)
            if place.step >= options.steps:
                return
        if place.batch:
            place.epoch, place.batch = place.epoch + 1, 0

    def _update(self, source: Tensor, target: Tensor, rate: float) -> tuple[Tensor, Tensor, Tensor]:
        self.model.train()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss, likelihood, count = self.module(source, target)
        self.optimizer.zero_grad()
        loss.backward()
        if self.options.clip:
            torch.nn.utils.clip_grad_norm_(self.parameters, self.options.clip)
        self.optimizer.step()
        if self.average is not None:
            self.average.update(self.parameters, self.place.step)
        return loss, likelihood, count

    def _housekeeping(self, bar: tqdm[Any]) -> None:
        """Checkpoint, validate or stop, if it is time."""
        options, step, now = self.options, self.place.step, time.monotonic()
        last = step >= options.steps
        save = last or self._interrupts.asked or _due(step, options.checkpoint_steps)
        save |= _elapsed(now - self._last_save, options.checkpoint_minutes)
        # The last step is validated in _end, where weights are chosen.
        validate = not last and (
            _due(step, options.valid_steps)
            or _elapsed(now - self._last_valid, options.valid_minutes)
        )
        # Clocks and signals differ between processes; the main one decides for all.
        save, validate, stop = self.processes.agree((save, validate, self._interrupts.asked))
        if save:
            self._save()
            self._last_save = time.monotonic()
        if stop and not last:
            raise KeyboardInterrupt
        if validate:
            if self.processes.main and self.prepared.valid:
                if self.average is None:
                    self._validate("last", bar)
                else:
                    with self.average.in_place_of(self.parameters):
                        self._validate("ema", bar)
            self._last_valid = time.monotonic()

    def _save(self) -> None:
        # In every process, so that none waits for one that stopped.
        weights = self.parameters + (self.average.values if self.average is not None else [])
        check_finite(weights)
        states = self.processes.gather(random_state())
        if not self.processes.main:
            return
        values = {
            "step": self.place.step,
            "epoch": self.place.epoch,
            "batch": self.place.batch,
            "config": self.model.config.to_dict(),
            "options": self.options.to_dict(),
            "model": self.model.state_dict(),
            "average": self.average.values if self.average is not None else None,
            "optimizer": self.optimizer.state_dict(),
            "random": states,
        }
        write_checkpoint(self.options.out, self.place.step, values, self.options.keep)

    def _validate(self, weights: str, bar: tqdm[Any] | None = None) -> Scores:
        """Log the figures of the network as it is; draws no random number."""
        valid, segmenter = self.prepared.valid, self.prepared.segmenter
        self.model.eval()
        loss = validation_loss(self.model, segmenter, valid)
        scores = validation_scores(self.model, segmenter, valid)
        self.log.write(
            "valid",
            self.place.step,
            weights=weights,
            valid_loss=round(loss, 4),
            bleu=round(scores.bleu, 2),
            chrf=round(scores.chrf, 2),
        )
        if bar is not None:
            bar.write(
                f"step {self.place.step}: valid loss {loss:.3f}, BLEU {scores.bleu:.1f}, "
                f"chrF {scores.chrf:.1f} ({weights})",
                file=sys.stderr,
            )
        return scores

    # ------------------------------------------------------------------ the end

    def _end(self) -> Path:
        """Choose among the last weights, their moving average and the checkpoints' average."""
        options, folder = self.options, self.options.out / MODEL
        if not self.processes.main:
            return folder
        candidates = {"last": _copy(self.model)}
        if self.average is not None:
            with self.average.in_place_of(self.parameters):
                candidates["ema"] = _copy(self.model)
        averaged = checkpoint_paths(options.out)[-options.average :] if options.average > 1 else []
        if averaged:
            candidates[f"average-{len(averaged)}"] = average_checkpoints(averaged)
        # Without validation data there is nothing to choose by: what usually is the best.
        order = ("ema", f"average-{len(averaged)}", "last")
        chosen, best = next(name for name in order if name in candidates), None
        if self.prepared.valid:
            for name, state in candidates.items():
                self.model.load_state_dict(state)
                scores = self._validate(name)
                if best is None or scores.bleu > best.bleu:
                    chosen, best = name, scores
        export(
            folder,
            self.model.config,
            candidates[chosen],
            self.prepared.pieces,
            options.to_dict(),
            step=self.place.step,
            weights=chosen,
            scores=best,
        )
        self.log.write("end", self.place.step, weights=chosen)
        return folder


def _copy(model: Transformer) -> dict[str, Tensor]:
    return {name: tensor.detach().cpu().clone() for name, tensor in model.state_dict().items()}


def _due(step: int, every: int) -> bool:
    return every > 0 and step % every == 0


def _elapsed(seconds: float, minutes: float) -> bool:
    return minutes > 0 and seconds >= 60 * minutes


def _seed(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
