"""Which files of a model on the hub are downloaded: what a reader opens, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.errors import HubError

# Names are the server's word: only those of this alphabet, in the top folder, are ever looked at.
# So none can lead out of the model's folder, and no code (``*.py``) is ever among them.
_EXACT = frozenset(
    [
        "config.json",
        "generation_config.json",
        "tokenizer_config.json",
        "special_tokens_map.json",
        "added_tokens.json",
        "tokenizer.json",
        "tokenizer.model",
        "vocab.json",
        "target_vocab.json",
        "vocab-src.json",
        "vocab-tgt.json",
        "vocab.txt",
        "merges.txt",
        "sentencepiece.model",
        "sentencepiece.bpe.model",
        "spiece.model",
        "decoder.yml",
        "README.md",
        "LICENSE",
        "LICENSE.md",
        "LICENSE.txt",
    ]
)
_SAFE = r"[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,119}"
_PATTERNS = re.compile(
    r"[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,100}\.spm"
    r"|(?=[A-Za-z0-9_+-])[A-Za-z0-9._+-]{0,100}vocab[A-Za-z0-9._+-]{0,19}\.ya?ml"
)
_MARIAN = re.compile(rf"(?={_SAFE}$).*\.npz")
_FIREFOX = re.compile(rf"(?={_SAFE}$)model\..*intgemm.*\.bin")

WHOLE = ("model.safetensors", "pytorch_model.bin")
"""Weights of Hugging Face folders, the best first: a pickle only where there is nothing else."""
_INDEX = ".index.json"
_MOST_PARTS = 1000


def choose_files(names: Iterable[str], repo: str) -> tuple[str, ...]:
    """The files to download of those that a model has; those that hold weights are the last.

    Args:
        names: all files of the model, as the hub lists them.
        repo: whose they are, for messages.

    Raises:
        HubError: none of them holds weights that can be opened, or it is not clear which does.
    """
    there = {name for name in names if "/" not in name}
    weights = _weights(there, repo)
    needed = {name for name in there if name in _EXACT or _PATTERNS.fullmatch(name)}
    # The small files first: where something is amiss, it shows before the long wait.
    return (*sorted(needed), *weights)


def _weights(there: set[str], repo: str) -> tuple[str, ...]:
    for name in WHOLE:
        if name in there:
            return (name,)
        parts = _parts(name, there) if f"{name}{_INDEX}" in there else []
        if parts:
            return (f"{name}{_INDEX}", *parts)
    for pattern in (_MARIAN, _FIREFOX):
        found = sorted(name for name in there if pattern.fullmatch(name))
        if len(found) == 1 or "model.npz" in found:
            return ("model.npz",) if "model.npz" in found else (found[0],)
        if found:
            raise HubError(
                f"{repo} holds several models ({found[0]} and {len(found) - 1} more); "
                "put the files of one into a folder by hand and open that."
            )
    for name in WHOLE:
        if f"{name}{_INDEX}" in there:
            raise HubError(
                f"{repo} has its weights in several files ({name}{_INDEX}), and not all of them "
                "are there; choose another model."
            )
    raise HubError(
        f"{repo} has no weights that can be opened: it needs {WHOLE[0]}, {WHOLE[1]}, a Marian "
        "model (.npz) or one of Firefox (.intgemm.bin); choose another model."
    )


def _parts(name: str, there: set[str]) -> list[str]:
    """The files of weights that are in several: ``model-00001-of-00003.safetensors`` and so on.

    What is in which, the index says; which there are, their names do.
    """
    stem, _, kind = name.rpartition(".")
    found: dict[str, list[str]] = {}
    for each in sorted(there):
        match = re.fullmatch(rf"{stem}-([0-9]{{5}})-of-([0-9]{{5}})\.{kind}", each)
        if match:
            found.setdefault(match[2], []).append(match[1])
    for count, numbers in found.items():
        if int(count) <= _MOST_PARTS and numbers == [f"{i:05}" for i in range(1, int(count) + 1)]:
            return [f"{stem}-{number}-of-{count}.{kind}" for number in numbers]
    return []
