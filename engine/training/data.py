"""Sentence pairs from TSV files, and batches of about equal size in tokens.

The order of an epoch is a pure function of ``(seed, epoch)``: a place in the data is two
integers, which is what makes an exact resume cheap.
"""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from engine.errors import DataError

Pair = tuple[str, str]
Example = tuple[list[int], list[int]]


def read_pairs(path: Path | str) -> list[Pair]:
    """All (source, target) pairs of a ``.tsv`` or ``.tsv.gz`` file.

    Columns after the second are ignored, blank lines too.

    Raises:
        DataError: the file is missing, unreadable, empty or not tab-separated UTF-8.
    """
    path = Path(path)
    pairs: list[Pair] = []
    number = 0
    try:
        raw = path.read_bytes()
        data = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        # Split on "\n" only: other Unicode line ends may stand inside a sentence.
        for number, line in enumerate(data.decode("utf-8-sig").split("\n"), start=1):
            line = line.rstrip("\r")
            if not line.strip():
                continue
            columns = line.split("\t")
            if len(columns) < 2 or not columns[0].strip() or not columns[1].strip():
                raise DataError(
                    f"{path}, line {number}: not a sentence pair; each line needs a source "
                    "sentence, a tab and its translation."
                )
            pairs.append((columns[0].strip(), columns[1].strip()))
    except FileNotFoundError:
        raise DataError(f"There is no data file {path}; check the path.") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder; give a .tsv or .tsv.gz file.") from None
    except UnicodeDecodeError:
        raise DataError(
            f"{path} is not UTF-8 text; give a .tsv or .tsv.gz file of sentence pairs."
        ) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise DataError(f"{path} is a damaged gzip file; copy or download it again.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.") from None
    if not pairs:
        raise DataError(f"{path} is empty; it needs at least one sentence pair.")
    return pairs


def group_references(pairs: Iterable[Pair]) -> list[tuple[str, list[str]]]:
    """Each different source once, in order, with all its translations (no repeats)."""
    groups: dict[str, list[str]] = {}
    for source, target in pairs:
        references = groups.setdefault(source, [])
        if target not in references:
            references.append(target)
    return list(groups.items())


@dataclass(frozen=True)
class Batch:
    """A rectangle of sentence pairs, right-padded.

    Attributes:
        source: [batch, N] ids, each row ending with the end token.
        target: [batch, M + 1] ids, start token first, end token last: ``target[:, :-1]`` is
            the decoder's input and ``target[:, 1:]`` what it has to predict.
    """

    source: Tensor
    target: Tensor


def plan_batches(
    examples: Sequence[Example], batch_tokens: int, rng: random.Random, pool: int = 250_000
) -> list[list[int]]:
    """Indices of ``examples`` in batches of at most ``batch_tokens`` padded tokens a side.

    Each example is in exactly one batch. Within pools drawn at random, examples are sorted
    by length, so nearly nothing is padding; the batches are then shuffled. An example longer
    than ``batch_tokens`` is a batch of its own.
    """
    order = list(range(len(examples)))
    rng.shuffle(order)
    batches: list[list[int]] = []
    for first in range(0, len(order), pool):
        part = order[first : first + pool]
        part.sort(key=lambda i: (len(examples[i][1]), len(examples[i][0])))
        batch: list[int] = []
        widest = 0
        for index in part:
            source, target = examples[index]
            width = max(widest, len(source), len(target))
            if batch and width * (len(batch) + 1) > batch_tokens:
                batches.append(batch)
                batch, width = [], max(len(source), len(target))
            batch.append(index)
            widest = width
        if batch:
            batches.append(batch)
    rng.shuffle(batches)
    return batches


def collate(
    examples: Sequence[Example], pad_id: int, start_id: int, device: torch.device | str = "cpu"
) -> Batch:
    """Pad ``examples`` (ids ending with the end token) into one :class:`Batch`."""
    width = max(len(source) for source, _ in examples)
    height = max(len(target) for _, target in examples) + 1
    source = torch.tensor(
        [ids + [pad_id] * (width - len(ids)) for ids, _ in examples], dtype=torch.long
    )
    target = torch.tensor(
        [[start_id, *ids] + [pad_id] * (height - 1 - len(ids)) for _, ids in examples],
        dtype=torch.long,
    )
    return Batch(source.to(device), target.to(device))
