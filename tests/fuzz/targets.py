"""What is fuzzed: each reader of bytes that somebody else made."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.choices import Choices
from tests.fuzz.edits import edit_bytes, edit_json, edit_lines
from tests.fuzz.folders import (
    TEXTS,
    check_texts,
    edit_file,
    edit_folder,
    read,
    try_folder,
    write,
    zip_of,
)
from tests.fuzz.protobuf import edit_model
from tests.fuzz.tokenizer_edits import edit_tokenizer
from tests.fuzz.trace_edits import edit_trace

Run = Callable[[Choices, list[Path], Path], str]
"""From the recipe, the seeds and an empty folder to work in to what became of it, in a word.

Raises ``DiaphaneError`` for what is refused; all else that it raises is a finding.
"""


@dataclass(frozen=True)
class Target:
    """One thing that is fuzzed.

    Attributes:
        seeds: names of the folders of seeds that it takes: families, ``trace``, ``spm``.
        run: does it once.
    """

    seeds: tuple[str, ...]
    run: Run

    def seeds_in(self, folder: Path) -> list[Path]:
        """The folders or files that it begins with, of those kinds that there are."""
        there = (folder / kind for kind in self.seeds if (folder / kind).is_dir())
        return [path for kind in there for path in sorted(kind.iterdir())]


def _folder(choices: Choices, seeds: list[Path], place: Path) -> str:
    folder = place / "model"
    write(edit_folder(read(choices.pick(seeds)), choices), folder)
    return try_folder(folder)


def _weights(choices: Choices, seeds: list[Path], place: Path) -> str:
    """A file of weights by itself, which takes a tenth of the time of its folder."""
    from engine.checkpoints.marian_bin import read_bin
    from engine.checkpoints.npz import read_arrays
    from engine.checkpoints.tensors import read_tensors

    seed = choices.pick(seeds)
    data = seed.read_bytes()
    name = {".pt": "pytorch_model.bin", ".legacy": "pytorch_model.bin"}.get(seed.suffix, seed.name)
    for _ in range(1 + choices.below(3)):
        data = edit_file(name if seed.suffix != ".legacy" else "any", data, choices)
    path = place / name
    path.write_bytes(data)
    if seed.suffix == ".npz":
        return f"{len(read_arrays(path))} arrays"[-6:]
    if seed.suffix == ".bin":
        return f"{len(read_bin(path))} arrays"[-6:]
    for tensor in read_tensors(path).values():
        tensor.sum()  # looks at every number
    return "tensors"


def _archive(choices: Choices, seeds: list[Path], place: Path) -> str:
    path = place / "model.zip"
    files = read(choices.pick(seeds))
    if choices.chance(3):
        files = edit_folder(files, choices)
    path.write_bytes(zip_of(files, choices))
    return try_folder(path)


def _sentencepiece(choices: Choices, seeds: list[Path], place: Path) -> str:
    from engine.errors import DiaphaneError
    from engine.text.lookup import from_sentencepiece, from_table
    from engine.text.vocabulary import Vocabulary

    model = choices.pick(seeds).read_bytes()
    for _ in range(1 + choices.below(3)):
        try:
            model = edit_model(model, choices)
        except ValueError:
            break
    try:
        vocabulary = Vocabulary(model)
    except DiaphaneError:
        # It may lack a special piece, and still cut text for a table of ids.
        try:
            side = from_sentencepiece(model, "model")
        except KeyError:
            side = from_table(model, "model", {"<unk>": 0, "</s>": 1, "a": 2}, 3)
        for text in TEXTS:
            side.segmenter.encode(text)
        return "cuts"
    for text in TEXTS:
        vocabulary.encode(text)
        vocabulary.decode(vocabulary.encode_ids(text))
    vocabulary.decode(range(vocabulary.size))
    return "opened"


def _tokenizer(choices: Choices, seeds: list[Path], place: Path) -> str:
    from engine.text.library_segmenter import LibrarySegmenter

    data = choices.pick(seeds).read_bytes()
    for _ in range(1 + choices.below(3)):
        data = edit_tokenizer(data, choices)
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return "no JSON"
    if not isinstance(values, dict):
        return "no table"
    segmenter = LibrarySegmenter(values, "tokenizer.json", 400)
    if max(segmenter.ids.values(), default=0) >= 400:
        return "does not fit"  # what its readers refuse
    around = [segmenter.pieces[number] for number in (*segmenter.before, *segmenter.after)]
    check_texts(around)
    for text in (*TEXTS, "ab" * 300, "\u0301\u0315 ﷺ" * 50, " \t\n" * 100):
        pieces = segmenter.encode(text)
        for piece in pieces:
            piece.surface.encode()
            assert piece.span is not None and 0 <= piece.span[0] <= piece.span[1] <= len(text)
        segmenter.text_of([piece.id for piece in pieces])
    segmenter.text_of(range(len(segmenter.pieces)))
    return "opened"


def _yaml(choices: Choices, seeds: list[Path], place: Path) -> str:
    from engine.checkpoints.plain_yaml import parse

    texts = [path for seed in seeds for path in sorted(seed.glob("*.yml"))]
    kind = choices.below(3)
    data = choices.pick(texts).read_bytes()[:6000]
    for _ in range(1 + choices.below(4)):
        data = edit_lines(data, choices)
    if kind == 1:
        data = choices.rest()
    elif kind == 2:
        data = edit_bytes(choices.rest(), choices)
    parse(data, "file.yml")
    return "opened"


def _trace(choices: Choices, seeds: list[Path], place: Path) -> str:
    from engine.cli.trace_summary import describe
    from engine.traces.file import load, save

    path = place / "t.trace"
    path.write_bytes(edit_trace(choices.pick(seeds).read_bytes(), choices))
    trace = load(path)
    describe(trace, path)
    # What was opened can be saved again, and is the same.
    save(trace, place / "again.trace")
    return "opened"


_ANSWER: dict[str, Any] = {
    "_id": "621ffdc036468d709f174338", "id": "Helsinki-NLP/opus-mt-en-de",
    "modelId": "Helsinki-NLP/opus-mt-en-de", "sha": "1" * 40, "private": False, "gated": False,
    "disabled": False, "downloads": 123456, "likes": 7, "pipeline_tag": "translation",
    "library_name": "transformers", "tags": ["translation", "license:cc-by-4.0", "en", "de"],
    "lastModified": "2023-08-16T11:29:21.000Z", "createdAt": "2022-03-02T23:29:04.000Z",
    "cardData": {"language": ["en", "de"], "license": "cc-by-4.0"}, "author": "Helsinki-NLP",
    "config": {"model_type": "marian"}, "usedStorage": 5, "spaces": ["a/b"],
    "siblings": [
        {"rfilename": "config.json", "size": 1335, "blobId": "2" * 40},
        {"rfilename": "pytorch_model.bin", "size": 9, "blobId": "3" * 40,
         "lfs": {"sha256": "4" * 64, "size": 297928209, "pointerSize": 134}},
        {"rfilename": "source.spm", "size": 768489, "blobId": "5" * 40},
        {"rfilename": "vocab.json", "size": 1273232, "blobId": "6" * 40},
    ],
}  # fmt: skip
_RECORD: dict[str, Any] = {
    "version": 1, "repo": "a/b", "revision": "1" * 40, "asked": "", "endpoint": "https://h.co",
    "license": "mit", "source_language": "en", "target_language": "de", "languages": ["en"],
    "pulled": "2026-11-01T00:00:00Z", "files": {"config.json": {"bytes": 3, "sha256": "a" * 64}},
}  # fmt: skip


def _hub(choices: Choices, seeds: list[Path], place: Path) -> str:
    from engine.checkpoints.hub import errors
    from engine.checkpoints.hub.answers import found_of, model_of
    from engine.checkpoints.hub.errors import Asked
    from engine.checkpoints.hub.store import folder_model, local_models, place_of, read_record

    asked = Asked("h.co", "a/b")
    kind = choices.below(4)
    if kind == 0:
        data = edit_json(json.dumps(_RECORD).encode(), choices)
        folder = place / "a" / "b"
        write({"pulled.json": data, "config.json": b"{}"}, folder)
        read_record(folder)
        for model in [*local_models(place), folder_model(folder)]:
            check_texts(model)
        return "looked"
    if kind == 1:
        headers = {
            choices.pick(["x-error-code", "x-error-message", "retry-after", "ratelimit"]):
            choices.take(20).decode("latin-1") for _ in range(3)
        }  # fmt: skip
        str(errors.refused(choices.pick([401, 403, 404, 416, 429, 500, 503, 302]), headers, asked))
        return "refused"
    data = json.dumps(_ANSWER).encode()
    for _ in range(1 + choices.below(3)):
        data = edit_json(data, choices)
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        return "no JSON"
    check_texts(found_of(answer, asked))
    model = model_of(answer, asked)
    check_texts(model)
    for file in model.files:
        assert os.sep not in file.name and not file.name.startswith("."), file.name
        assert file.size >= 0
    assert place_of(model, None).parent.parent.name == "models"
    return "opened"


def _raw(choices: Choices, seeds: list[Path], place: Path) -> str:
    """Bytes as they are in the place of one file of a folder."""
    files = read(choices.pick(seeds))
    name = choices.pick(sorted(files))
    data = choices.rest()
    files[name] = data if data else edit_file(name, files[name], choices)
    write(files, place / "model")
    return try_folder(place / "model")


FAMILIES = (
    "native", "marian_hf", "m2m100", "mbart", "bart", "t5", "fsmt", "bert", "roberta", "gpt2",
    "llama", "marian", "firefox",
)  # fmt: skip
"""Names of the modules that read them."""

TARGETS: dict[str, Target] = {
    **{name: Target((name,), _folder) for name in FAMILIES},
    "sentencepiece": Target(("spm",), _sentencepiece),
    "tokenizer": Target(("tokenizer",), _tokenizer),
    "weights": Target(("weights",), _weights),
    "archive": Target(("marian", "marian_hf", "native"), _archive),
    "yaml": Target(("marian", "firefox"), _yaml),
    "trace": Target(("trace",), _trace),
    "hub": Target((), _hub),
    "raw": Target(FAMILIES, _raw),
}
