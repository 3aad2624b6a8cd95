"""Everything a run reads before it writes its first byte: bad input leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torch import Tensor

from engine.checkpoints.folder import PIECES, matches
from engine.checkpoints.native import load
from engine.checkpoints.writer import check_writable
from engine.errors import DataError, ModelFolderError, OutputError
from engine.model.config import ModelConfig
from engine.text.model_file import open_processor
from engine.text.vocabulary import Vocabulary
from engine.training.data import Pair, read_pairs
from engine.training.epochs import EpochPlan
from engine.training.options import TrainingOptions
from engine.training.pieces import (
    EOS_ID,
    PAD_ID,
    START_ID,
    UNK_ID,
    Segmenter,
    train_pieces,
    vocabulary_texts,
)
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
        initial: the weights a new run starts from, if not random ones.
    """

    config: ModelConfig
    pieces: bytes
    segmenter: Segmenter
    plan: EpochPlan
    valid: list[Pair]
    saved: dict[str, Any] | None
    initial: dict[str, Tensor] | None = None


def prepare(
    options: TrainingOptions, shape: dict[str, Any], agree: Callable[[Any], Any], main: bool
) -> Prepared:
    """Read the data and the checkpoint, and train the vocabulary if there is none.

    Args:
        options: of the run.
        shape: :class:`ModelConfig` options but the vocabulary's; ignored on resume and where
            the run starts from a model.
        agree: gives every process the main one's value.
        main: whether this is the main process.

    Raises:
        DataError: a data file, the vocabulary or a checkpoint cannot be used.
        ModelFolderError: the model to start from cannot be used.
        OutputError: the run's folder cannot be used.
    """
    newest = _newest_checkpoint(options)
    check_writable(options.out / MODEL)
    saved = read_checkpoint(newest) if newest else None
    # A resumed run has its first weights behind it.
    first = load(options.start_from) if options.start_from and not saved else None
    config = first.config if first else _config(options, shape, saved)
    pairs = read_pairs(options.train)
    valid = read_pairs(options.valid) if options.valid else []
    held_out = {source for source, _ in valid}
    for path in options.held_out:
        held_out.update(source for source, _ in read_pairs(path))
    augment = augmentation(options.augment, held_out, options.augment_share)
    pieces = _vocabulary(options, pairs, agree, main)
    segmenter = Segmenter(pieces)
    if not saved:
        config = replace(config, vocabulary_size=segmenter.size)
    if config.vocabulary_size != segmenter.size:
        raise DataError(
            f"The checkpoint {newest} has {config.vocabulary_size} pieces and the "
            f"vocabulary {segmenter.size}; they belong to different runs."
        )
    _check_lengths(options, pairs, segmenter, config.max_positions)
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
    return Prepared(config, pieces, segmenter, plan, valid, saved, first.state if first else None)


def make_run_folder(out: Path, pieces: bytes) -> None:
    """Make the run's folder with the log, by which it is known, and the vocabulary.

    Raises:
        OutputError: it cannot be written.
    """
    path = out / PIECES
    temporary = out / f"{PIECES}.tmp"
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / LOG).touch()
        if path.is_file() and path.read_bytes() == pieces:
            return
        try:
            temporary.write_bytes(pieces)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
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
    _check_free(out)
    return None


def _check_free(out: Path) -> None:
    """Leave alone what no run has made; one that was stopped early has a log at least."""
    if not out.is_dir():
        return
    try:
        empty = not any(out.iterdir())
    except OSError as error:
        raise _unwritable(out, error) from None
    if matches(out):
        raise OutputError(f"{out} is a model folder; it is left alone, choose another --out.")
    if not empty and not (out / LOG).is_file():
        raise OutputError(
            f"{out} is not empty and holds no run; it is left alone, choose another --out."
        )


def _config(
    options: TrainingOptions, shape: dict[str, Any], saved: dict[str, Any] | None
) -> ModelConfig:
    """The network's shape, refused before anything takes time; its vocabulary is to come."""
    if saved:
        return ModelConfig.from_dict(saved["config"])
    try:
        # A vocabulary has at least the special pieces.
        return ModelConfig(vocabulary_size=max(EOS_ID + 1, options.vocabulary_size), **shape)
    except ValueError as error:
        raise DataError(f"The network cannot have that shape: {error}.") from None


def _check_lengths(
    options: TrainingOptions, pairs: list[Pair], segmenter: Segmenter, longest: int
) -> None:
    """Refuse data of which nothing would be left to learn from."""
    for pair in pairs:
        ((source, target),) = segmenter.encode_pairs([pair])
        if len(source) <= longest and len(target) <= longest:
            return
    raise nothing_fits(options.train, longest)


def nothing_fits(train: Path, longest: int) -> DataError:
    """The error of data that has no pair short enough."""
    return DataError(
        f"Every pair of {train} is longer than max_positions, {longest} pieces a side; "
        "use shorter sentences, or a new run with a larger --max-positions."
    )


def _vocabulary(
    options: TrainingOptions, pairs: list[Pair], agree: Callable[[Any], Any], main: bool
) -> bytes:
    given = options.vocabulary
    if options.start_from:
        given = options.start_from / PIECES
    if options.resume:
        given = options.out / PIECES
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
        pieces = given.read_bytes()
    except OSError as error:
        raise DataError(
            f"The vocabulary {given} cannot be read: {error.strerror or error}."
        ) from None
    _check_pieces(pieces, f"The vocabulary {given}", options.resume)
    return pieces


def _check_pieces(pieces: bytes, name: str, resume: bool) -> None:
    """Refuse a vocabulary that the model folder could not be opened with at the end."""
    try:
        open_processor(pieces, name)
    except ModelFolderError:
        advice = "put the run's own back" if resume else "name another file with --vocabulary"
        raise DataError(f"{name} is no SentencePiece model or is damaged; {advice}.") from None
    try:
        vocabulary = Vocabulary(pieces, name)
    except ModelFolderError as error:  # it lacks a special piece
        raise DataError(str(error)) from None
    ids = (vocabulary.pad_id, vocabulary.unk_id, vocabulary.start_id, vocabulary.eos_id)
    if ids != (PAD_ID, UNK_ID, START_ID, EOS_ID):
        raise DataError(
            f"{name} has the special ids {', '.join(map(str, ids))}; "
            f"train it with pad_id={PAD_ID}, unk_id={UNK_ID}, bos_id={START_ID}, eos_id={EOS_ID}."
        )
