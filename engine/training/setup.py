"""Everything a run reads before it writes its first byte: bad input leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.checkpoints.writer import check_writable
from engine.errors import DataError, OutputError
from engine.model.config import ModelConfig
from engine.training.data import Pair, read_pairs
from engine.training.epochs import EpochPlan
from engine.training.export import PIECES
from engine.training.options import TrainingOptions
from engine.training.pieces import Segmenter, train_pieces, vocabulary_texts
from engine.training.registry import augmentation, vocabulary_extra
from engine.training.saved import FOLDER, checkpoint_paths, read_checkpoint

LOG = "log.jsonl"
MODEL = "model"


@dataclass(frozen=True)
class Prepared:
    """What a run starts from.

    Attributes:
        config: the network's shape.
        pieces: the SentencePiece model, serialised.
        segmenter: of the same model.
        plan: how epochs are made.
        valid: held-out pairs; may be empty.
        saved: the checkpoint to go on from, if any.
    """

    config: ModelConfig
    pieces: bytes
    segmenter: Segmenter
    plan: EpochPlan
    valid: list[Pair]
    saved: dict[str, Any] | None


def prepare(
    options: TrainingOptions, shape: dict[str, Any], agree: Callable[[Any], Any], main: bool
) -> Prepared:
    """Read the data and the checkpoint, and train the vocabulary if there is none.

    Args:
        options: of the run.
        shape: :class:`ModelConfig` options but the vocabulary's; ignored on resume.
        agree: gives every process the main one's value.
        main: whether this is the main process.

    Raises:
        DataError: a data file, the vocabulary or a checkpoint cannot be used.
        OutputError: the run's folder cannot be used.
    """
    newest = _newest_checkpoint(options)
    check_writable(options.out / MODEL)
    pairs = read_pairs(options.train)
    valid = read_pairs(options.valid) if options.valid else []
    held_out = {source for source, _ in valid}
    for path in options.held_out:
        held_out.update(source for source, _ in read_pairs(path))
    augment = augmentation(options.augment, held_out)
    saved = read_checkpoint(newest) if newest else None
    pieces = _vocabulary(options, pairs, agree, main)
    segmenter = Segmenter(pieces)
    if saved:
        config = ModelConfig.from_dict(saved["config"])
    else:
        try:
            config = ModelConfig(vocabulary_size=segmenter.size, **shape)
        except ValueError as error:
            raise DataError(f"The network cannot have that shape: {error}.") from None
    if config.vocabulary_size != segmenter.size:
        raise DataError(
            f"The checkpoint {newest} has {config.vocabulary_size} pieces and the "
            f"vocabulary {segmenter.size}; they belong to different runs."
        )
    plan = EpochPlan(
        pairs=pairs,
        segmenter=segmenter,
        seed=options.seed,
        batch_tokens=options.batch_tokens,
        longest=config.max_positions,
        augment=augment,
        sample_alpha=options.sample_alpha,
        sample_source=options.sample_source,
        sample_target=options.sample_target,
    )
    return Prepared(config, pieces, segmenter, plan, valid, saved)


def make_run_folder(out: Path, pieces: bytes) -> None:
    """Make the run's folder with the vocabulary in it.

    Raises:
        OutputError: it cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / PIECES).write_bytes(pieces)
        (out / LOG).touch()
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> OutputError:
    return OutputError(
        f"The output folder {out} cannot be written ({error.strerror or error}); "
        "choose another --out."
    )


def _newest_checkpoint(options: TrainingOptions) -> Path | None:
    out = options.out
    if out.exists() and not out.is_dir():
        raise OutputError(f"{out} is a file; name a folder with --out.")
    existing = checkpoint_paths(out)
    if options.resume:
        if not existing:
            raise OutputError(
                f"There is no checkpoint in {out / FOLDER} to resume; leave out --resume."
            )
        return existing[-1]
    if existing:
        raise OutputError(
            f"{out} holds a run already; add --resume to go on with it, or choose another --out."
        )
    return None


def _vocabulary(
    options: TrainingOptions, pairs: list[Pair], agree: Callable[[Any], Any], main: bool
) -> bytes:
    given = options.out / PIECES if options.resume else options.vocabulary
    if given is None:
        trained: bytes | DataError | None = None
        if main:
            texts = vocabulary_texts(pairs, vocabulary_extra(options.augment))
            try:
                trained = train_pieces(texts, options.vocabulary_size, options.seed)
            except DataError as error:  # the other processes are waiting for an answer
                trained = error
        trained = agree(trained)
        if isinstance(trained, DataError):
            raise trained
        assert trained is not None
        return trained
    try:
        return given.read_bytes()
    except OSError as error:
        raise DataError(
            f"The vocabulary {given} cannot be read: {error.strerror or error}."
        ) from None
