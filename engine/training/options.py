"""What a training run is asked to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.training.schedule import Schedule


@dataclass(frozen=True)
class TrainingOptions:
    """All options of a run but the network's shape.

    Attributes:
        train: TSV of sentence pairs to learn from.
        out: the run's folder.
        valid: TSV of held-out pairs; without it nothing is validated.
        held_out: further TSVs whose source sentences augmentation must not produce.
        start_from: a model folder whose weights, shape and vocabulary the run starts from.
        steps: updates of the whole run.
        batch_tokens: padded tokens of a batch, on each side.
        learning_rate: peak; see :class:`engine.training.schedule.Schedule`.
        warmup: steps of linear rise.
        cooldown: steps of linear fall to 0 at the end.
        betas, eps: of Adam (section 5.3).
        clip: largest gradient norm; 0 does not clip.
        smoothing: label smoothing (section 5.4).
        augment: "en-fr" or "none".
        augment_share: of the data's pairs, how many augmentation varies in an epoch.
        sample_alpha, sample_source, sample_target: subword regularisation.
        vocabulary_size: pieces, if the run trains a vocabulary.
        vocabulary: an existing SentencePiece model to use instead.
        precision: "auto", "float32" or "bfloat16" (autocast over float32 weights).
        device: "auto", "cpu", "cuda", ...
        threads: CPU threads; 0 leaves the choice to PyTorch.
        seed: of everything; 0 to 2**32 - 1.
        ema: decay of the moving average of the weights; 0 keeps none.
        average: checkpoints whose average is tried at the end, at most ``keep``; 0 tries none.
        keep: newest checkpoints that are kept.
        checkpoint_minutes, checkpoint_steps: how often to write one, whichever comes first; 0
            is never. The last step always writes one.
        valid_minutes, valid_steps: how often to validate, likewise.
        log_steps: steps between two lines of the log.
        resume: go on from the newest checkpoint in ``out``.
        name, source_language, target_language, license, attribution: for the model folder.

    Raises:
        ValueError: an option is out of its range.
    """

    train: Path
    out: Path
    valid: Path | None = None
    held_out: tuple[Path, ...] = ()
    start_from: Path | None = None
    steps: int = 20_000
    batch_tokens: int = 4096
    learning_rate: float = 2e-3
    warmup: int = 1000
    cooldown: int = 0
    betas: tuple[float, float] = (0.9, 0.98)
    eps: float = 1e-9
    clip: float = 1.0
    smoothing: float = 0.1
    augment: str = "none"
    augment_share: float = 1.0
    sample_alpha: float = 0.2
    sample_source: float = 0.0
    sample_target: float = 0.0
    vocabulary_size: int = 8000
    vocabulary: Path | None = None
    precision: str = "auto"
    device: str = "auto"
    threads: int = 0
    seed: int = 1
    ema: float = 0.0
    average: int = 0
    keep: int = 5
    checkpoint_minutes: float = 10.0
    checkpoint_steps: int = 0
    valid_minutes: float = 10.0
    valid_steps: int = 0
    log_steps: int = 20
    resume: bool = False
    name: str = ""
    source_language: str = "en"
    target_language: str = "fr"
    license: str = ""
    attribution: str = ""

    def __post_init__(self) -> None:
        for name in ("steps", "batch_tokens", "warmup", "vocabulary_size", "keep", "log_steps"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("sample_source", "sample_target", "augment_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be in [0, 1], not {getattr(self, name)}")
        for name in ("smoothing", "ema"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name} must be in [0, 1), not {getattr(self, name)}")
        for name in (
            "clip", "threads", "average", "checkpoint_minutes", "checkpoint_steps",
            "valid_minutes", "valid_steps",
        ):  # fmt: skip
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")
        if self.sample_alpha <= 0:
            raise ValueError(f"sample_alpha must be above 0, not {self.sample_alpha}")
        if self.start_from is not None and self.vocabulary is not None:
            raise ValueError("start_from brings its own vocabulary; leave one of the two out")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed must lie in 0 to {2**32 - 1}, not {self.seed}")
        if self.average > self.keep:
            raise ValueError(
                f"average {self.average} is more than the {self.keep} checkpoints of keep; "
                "raise --keep or lower --average"
            )
        self.schedule()

    def schedule(self) -> Schedule:
        """The learning rate over the steps."""
        return Schedule(self.learning_rate, self.warmup, self.steps, self.cooldown)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        values = asdict(self)
        for key, value in values.items():
            if isinstance(value, Path):
                values[key] = str(value)
            elif isinstance(value, tuple):
                values[key] = [str(item) if isinstance(item, Path) else item for item in value]
        return values
