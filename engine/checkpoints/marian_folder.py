"""What lies beside a Marian network's weights: its settings and its vocabularies.

A vocabulary is a SentencePiece model, which then says the ids too; or a YAML table from
spellings to ids, beside ``source.spm`` and ``target.spm``, which only cut the text (OPUS-MT).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from engine.checkpoints.files import LARGEST_SENTENCEPIECE, LARGEST_VOCABULARY, read_bytes
from engine.checkpoints.plain_yaml import Plain, parse
from engine.errors import ModelFolderError
from engine.text.lookup import Side, from_sentencepiece, from_table

MODELS = {"source": "source.spm", "target": "target.spm"}
_LARGEST_YAML = 1 << 20


@dataclass(frozen=True)
class Settings:
    """Marian's settings for translating, which name the other files of a folder.

    Attributes:
        path: where they stand, or would stand if the folder had any.
        values: as the YAML has them; empty if there are none.
    """

    path: Path
    values: Mapping[str, Plain] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Settings:
        """Those of a file, which may be missing.

        Raises:
            ModelFolderError: it is no table of options.
        """
        if not path.is_file():
            return cls(path)
        values = parse(read_bytes(path, _LARGEST_YAML), str(path))
        if not isinstance(values, dict):
            raise ModelFolderError(f"{path} is no table of options.")
        return cls(path, values)

    @property
    def allow_unknown(self) -> bool:
        """Whether the unknown piece may be written."""
        return self.values.get("allow-unk") == "true"

    def named(self, name: str) -> list[Path]:
        """The files that an option names, looked for in the folder itself, wherever it says.

        Raises:
            ModelFolderError: it names what is no file.
        """
        found = self.values.get(name, [])
        words = found if isinstance(found, list) else [found]
        names = [PurePosixPath(str(word)).name for word in words]
        if not all(map(_can_be_a_file, names)):
            raise ModelFolderError(f"{self.path}: {name} names no file: {str(found)[:200]!r}.")
        return [self.path.parent / each for each in names]

    def weights(self, candidates: Sequence[Path]) -> Path:
        """The one file of weights.

        Args:
            candidates: those that there are, if the settings name none.

        Raises:
            ModelFolderError: it is missing, or there are several.
        """
        folder, paths = self.path.parent, self.named("models") or list(candidates)
        if len(paths) != 1:
            names = ", ".join(path.name for path in paths)
            raise ModelFolderError(
                f"{folder} has {len(paths)} files of weights ({names[:200]}), and one is needed; "
                f"name it in {self.path.name}, as models: [file]."
            )
        if not paths[0].is_file():
            raise ModelFolderError(
                f"{paths[0]} is missing; the model folder is incomplete, get it again."
            )
        return paths[0]


def _can_be_a_file(name: str) -> bool:
    """Whether a file of the folder may have this name; no system has longer ones."""
    plain = name not in ("", ".", "..") and "\\" not in name and name.isprintable()
    return plain and len(name.encode()) <= 255


def read_vocabularies(settings: Settings, sizes: tuple[int, int]) -> dict[str, Side]:
    """The source's and the target's, by these names.

    Args:
        settings: of the folder.
        sizes: how many pieces the weights say that each has.

    Raises:
        ModelFolderError: one is missing, damaged, or belongs to another model.
    """
    folder, paths = settings.path.parent, settings.named("vocabs")
    if not paths:
        found = sorted({*folder.glob("*vocab*.yml"), *folder.glob("*vocab*.spm")})
        paths = found * 2 if len(found) == 1 else found
    if len(paths) != 2:
        raise ModelFolderError(
            f"{folder} has {len(paths)} vocabularies, and two are needed, the source's and the "
            f"target's (one file may be both); name them in {settings.path.name}, as vocabs: "
            "[file, file]."
        )
    sides: dict[str, Side] = {}
    for side, path, size in zip(MODELS, paths, sizes, strict=True):
        if path.suffix == ".spm" and path == paths[0] and sides:
            sides[side] = sides["source"]  # reading it takes a while
        else:
            sides[side] = _read_side(folder, side, path, size)
        if len(sides[side].pieces) != size:
            raise ModelFolderError(
                f"{path} has {len(sides[side].pieces)} pieces, and the weights say {size} "
                "(dim-vocabs); the two belong to different models."
            )
    return sides


def _read_side(folder: Path, side: str, path: Path, size: int) -> Side:
    try:
        if path.suffix == ".spm":
            return from_sentencepiece(read_bytes(path, LARGEST_SENTENCEPIECE), str(path))
        if path.suffix not in (".yml", ".yaml", ".json"):
            raise ModelFolderError(
                f"{path} is a vocabulary of a kind that is not understood; a SentencePiece model "
                "(.spm) or a YAML table (.yml) is."
            )
        model = folder / MODELS[side]
        if not model.is_file():
            raise ModelFolderError(
                f"{model} is missing: it cuts the text for the vocabulary {path.name}, and no "
                "other way to cut it is supported."
            )
        ids = _read_table(path, size)
        return from_table(read_bytes(model, LARGEST_SENTENCEPIECE), str(model), ids, size)
    except KeyError as error:
        raise ModelFolderError(f"{path} has no {error.args[0]!r}; every vocabulary does.") from None


def _read_table(path: Path, size: int) -> dict[str, int]:
    values = parse(read_bytes(path, LARGEST_VOCABULARY), str(path))
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is no table from spellings to ids.")
    if len(values) != size:
        raise ModelFolderError(
            f"{path} has {len(values)} spellings, and the weights say {size} (dim-vocabs); the "
            "two belong to different models."
        )
    ids: dict[str, int] = {}
    for spelling, value in values.items():
        good = isinstance(value, str) and value.isascii() and value.isdecimal()
        if not good or len(str(value)) > 9 or int(str(value)) >= size:
            raise ModelFolderError(f"{path} gives {spelling!r} the id {value!r}.")
        ids[spelling] = int(str(value))
    if len(set(ids.values())) != size:
        raise ModelFolderError(f"{path} gives one id to two spellings.")
    return ids
