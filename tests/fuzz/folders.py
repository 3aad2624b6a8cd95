"""Model folders with one or a few things wrong, and what is done with those that open."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.fuzz.choices import Choices
from tests.fuzz.containers import (
    edit_marian_bin,
    edit_npz,
    edit_pickled,
    edit_safetensors,
    edit_zip,
)
from tests.fuzz.edits import edit_bytes, edit_json, edit_lines
from tests.fuzz.protobuf import edit_model
from tests.fuzz.tokenizer_edits import edit_tokenizer

Files = dict[str, bytes]

_NAMES = (
    "pytorch_model.bin", "vocab.json", "x.spm", "model.npz", "decoder.yml", "tokenizer.json",
    "config.json", "README.md", "model.safetensors.index.json", "merges.txt", "vocab.txt",
)  # fmt: skip
TEXTS = ("I see ☂ the ﬁ dog ½.", "", " \u3000 a\u0301 <unk> </s> ▁▁ >>fra<< \ud800")


def read(folder: Path) -> Files:
    """A folder's files by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """A folder of files, in place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def edit_file(name: str, data: bytes, choices: Choices) -> bytes:
    """A file with something wrong, after its kind."""
    try:
        if name == "tokenizer.json" and choices.below(3):
            return edit_tokenizer(data, choices)
        if name.endswith(".json"):
            return edit_json(data, choices)
        if name.endswith(".safetensors"):
            return edit_safetensors(data, choices)
        if name.endswith(".npz"):
            return edit_npz(data, choices)
        if name == "pytorch_model.bin" or name.endswith((".pt", ".pth")):
            return edit_pickled(data, choices)
        if name.endswith(".bin"):
            return edit_marian_bin(data, choices)
        if name.endswith((".spm", ".model")):
            return edit_model(data, choices)
        if name.endswith((".yml", ".yaml", ".txt", ".md")):
            return edit_lines(data, choices)
    except (ValueError, IndexError, KeyError, TypeError):
        # After an earlier change it may be nothing of its kind any more.
        pass
    return edit_bytes(data, choices)


def edit_folder(files: Files, choices: Choices) -> Files:
    """The folder with one to three things wrong."""
    files = dict(files)
    if choices.below(4):
        _forget_checksums(files)
    for _ in range(1 + choices.below(3) * choices.below(2)):
        names = sorted(files)
        if not names:
            break
        name = choices.pick(names)
        kind = choices.below(24)
        if kind == 0:
            del files[name]
        elif kind == 1:
            files[name] = files[choices.pick(names)]
        elif kind == 2:
            files[choices.pick(_NAMES)] = files[name]
        elif kind == 3:
            files[name] = b""
        else:
            files[name] = edit_file(name, files[name], choices)
    return files


def _forget_checksums(files: Files) -> None:
    """Leave out what would notice any change of another file before that is looked at."""
    values = json.loads(files.get("config.json", b"{}"))
    if values.pop("files", None) is not None:
        files["config.json"] = json.dumps(values).encode()


def try_folder(folder: Path) -> str:
    """Open a folder or an archive as the program does, and use what opens.

    Returns:
        What became of it, in a word.
    """
    from engine.checkpoints.hub.store import folder_model
    from engine.model_card import readme_of
    from engine.search.options import SearchOptions
    from engine.translator import Translator

    # What only looks at a folder never raises.
    check_texts(folder_model(folder))
    readme_of(str(folder)).encode()
    translator = Translator.load(folder, device="cpu")
    vocabulary = translator.vocabulary
    check_texts(translator.info)
    check_texts(translator.card())
    for text in TEXTS:
        ids = vocabulary.target_ids(text)
        vocabulary.decode(ids)
        check_texts(vocabulary.target_pieces(ids))
    vocabulary.decode(range(translator.info.vocabulary_size)).encode()
    info = translator.info
    text = TEXTS[0]
    if vocabulary.mask_id is not None:
        text = f"{text} {vocabulary.piece(vocabulary.mask_id).text}"
    # A decoder alone begins with the text itself.
    prompt = len(vocabulary.encode(text)) if info.stacks == "decoder" else 0
    options = SearchOptions(
        beam=2,
        max_length=3 + prompt,
        source_language=next(iter(info.source_languages), ""),
        target_language=next(iter(info.target_languages), ""),
    )
    for event in translator.stream(text, options):
        check_texts(event)
    return "opened"


def check_texts(value: object) -> None:
    """Every text of an object can be printed; a file can hold half of a UTF-16 pair.

    Raises:
        UnicodeEncodeError: one cannot.
    """
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, Path):
        pass
    elif isinstance(value, Mapping):
        check_texts((*value, *value.values()))
    elif isinstance(value, (list, tuple, set, frozenset)):
        for each in value:
            check_texts(each)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            check_texts(getattr(value, field.name))


def zip_of(files: Files, choices: Choices) -> bytes:
    """An archive of a folder, with something wrong."""
    return edit_zip(sorted(files.items()), choices)
