"""What a model is, in figures: what ``info`` prints and what the window's model card shows.

Everything is counted from the network and the vocabulary that are in use, so that the command
line and the window cannot disagree. Loads no torch: it only looks at what others have loaded.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.events import ModelInfo
from engine.model.kinds import AttentionKind
from engine.model.sublayers import Sublayer

if TYPE_CHECKING:
    from engine.checkpoints.checkpoint import Checkpoint
    from engine.model.config import ModelConfig
    from engine.model.transformer import Transformer
    from engine.text.pieces import PieceVocabulary

README: Final = "README.md"
LONGEST_README: Final = 1 << 16
"""Bytes; what stands behind them is left out."""
_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n.*?^---[ \t]*$\r?\n?", re.DOTALL | re.MULTILINE)
_LAYER_NORMS: Final = "layer norms"
_RMS_NORMS: Final = "RMS norms"
_SUBLAYERS: Final = {sublayer.name.lower(): sublayer.value for sublayer in Sublayer}


@dataclass(frozen=True)
class Origin:
    """Where a network comes from: what its folder tells beside the weights.

    Attributes:
        name: what the model is called.
        folder: it, or a zip file of one; empty if the network was made in memory.
        format: what the folder is, for a reader; empty as above.
        source_language, target_language, license: empty where nothing tells them.
        dtype: how the weights lie on disk, "float16" for example.
        fingerprint: SHA-256 of the weights on disk, hexadecimal.
        positions_note: as in :class:`engine.events.ModelInfo`.
    """

    name: str
    folder: str
    format: str
    source_language: str
    target_language: str
    license: str
    dtype: str
    fingerprint: str
    positions_note: str = ""

    @classmethod
    def of(cls, checkpoint: Checkpoint) -> Origin:
        """That of a folder that was read."""
        told = checkpoint.metadata
        return cls(
            str(told.get("name", checkpoint.folder.name)),
            str(checkpoint.folder),
            checkpoint.format,
            str(told.get("source_language", "")),
            str(told.get("target_language", "")),
            str(told.get("license", "")),
            checkpoint.dtype,
            checkpoint.fingerprint,
            str(told.get("positions_note", "")),
        )

    @classmethod
    def of_memory(cls, info: ModelInfo) -> Origin:
        """That of a network which no folder was read for."""
        source, target = info.source_language, info.target_language
        note = info.positions_note
        return cls(
            info.name, info.folder, "", source, target, "", info.dtype, info.fingerprint, note
        )


@dataclass(frozen=True)
class Part:
    """Trained numbers of one part; a matrix that parts share is counted where it comes first.

    Attributes:
        stack: "source embedding", "target embedding", or "embedding" of a network of one stack;
            "encoder", "decoder", "output transform", "output", "output bias".
        name: of the part in it: a sub-layer's, "layer norms" or "RMS norms", "pieces",
            "positions", "segments", "relative" (the bias of relative positions), "dense"; empty
            where the stack is all there is.
        parameters: how many numbers.
    """

    stack: str
    name: str
    parameters: int


@dataclass(frozen=True)
class Attention:
    """How much of one kind of attention a network has: what can be shown of it.

    Attributes:
        kind: which.
        layers: that have it; 0 if the network has none of this kind.
        heads: of each.
    """

    kind: AttentionKind
    layers: int
    heads: int


@dataclass(frozen=True)
class ModelCard:
    """A model in figures.

    Attributes:
        origin: where it comes from.
        config: which function the network computes.
        parts: of the network; their parameters add up to ``parameters``.
        parameters: all trained numbers, shared matrices counted once.
        kinds: how many pieces of the target's vocabulary are of each kind, by kind.
        source_pieces, target_pieces: sizes of the vocabularies; one and the same if joint.
        target_languages: the codes that a text may begin with, ``>>fra<<``.
        files: names and bytes of what the folder holds.
        device: where the network runs, or would.
        dtype: the number type that it computes with.
        attention: of each kind how much there is.
        readme: the model's own description, in Markdown; empty if it has none.
        source_languages: the codes to choose the source's language from.
        mask: how the piece to be filled in is written in a text; empty where there is none.
    """

    origin: Origin
    config: ModelConfig
    parts: tuple[Part, ...]
    kinds: tuple[tuple[str, int], ...]
    source_pieces: int
    target_pieces: int
    target_languages: tuple[str, ...]
    files: tuple[tuple[str, int], ...]
    device: str
    dtype: str
    attention: tuple[Attention, ...]
    readme: str = ""
    source_languages: tuple[str, ...] = ()
    mask: str = ""

    @property
    def parameters(self) -> int:
        """All trained numbers."""
        return sum(part.parameters for part in self.parts)

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(size for _, size in self.files)

    @property
    def joint_vocabulary(self) -> bool:
        """Whether both languages have the same pieces."""
        own = self.config.target_vocabulary_size is not None
        return not own and self.source_pieces == self.target_pieces

    def stacks(self) -> dict[str, int]:
        """The parameters of each stack, in the order of the parts."""
        found: dict[str, int] = {}
        for part in self.parts:
            found[part.stack] = found.get(part.stack, 0) + part.parameters
        return found


def model_card(
    network: Transformer, vocabulary: PieceVocabulary, origin: Origin, device: str, dtype: str
) -> ModelCard:
    """The card of a network, which may be one without memory for its weights.

    Looks into the folder again, for files and the description; never raises on its account.
    """
    kinds: dict[str, int] = {}
    for number in range(vocabulary.size):
        kind = vocabulary.piece(number).kind
        kinds[kind] = kinds.get(kind, 0) + 1
    return ModelCard(
        origin=origin,
        config=network.config,
        parts=parts_of(network),
        kinds=tuple(kinds.items()),
        source_pieces=vocabulary.source_size,
        target_pieces=vocabulary.size,
        target_languages=vocabulary.target_languages,
        files=files_of(origin.folder),
        device=device,
        dtype=dtype,
        attention=attention_of(network),
        readme=readme_of(origin.folder),
        source_languages=vocabulary.source_languages,
        mask="" if vocabulary.mask_id is None else vocabulary.piece(vocabulary.mask_id).text,
    )


def parts_of(network: Transformer) -> tuple[Part, ...]:
    """The network's parameters by part, in the order in which they are first needed."""
    found: dict[tuple[str, str], int] = {}
    norms = _RMS_NORMS if network.config.norm_kind == "rms" else _LAYER_NORMS
    alone = network.config.stacks != "encoder-decoder"
    # A shared matrix has one name here, so the parts add up to the total.
    for name, parameter in network.named_parameters():
        stack, part = _place_of(name.split("."), norms)
        # The two sides of a network of one stack are one embedding.
        place = ("embedding" if alone and stack.endswith("embedding") else stack, part)
        found[place] = found.get(place, 0) + parameter.numel()
    return tuple(Part(*place, count) for place, count in found.items())


def _place_of(words: list[str], norms: str) -> tuple[str, str]:
    """Stack and part of a parameter's name: ``encoder.layers.0.feed_forward.w_1.weight``."""
    stack = words[0].replace("_", " ")
    if "norm" in words:
        return stack, norms
    if "layers" in words:
        part = words[words.index("layers") + 2]
        return stack, _SUBLAYERS.get(part, part.replace("_", " "))
    return stack, words[1].replace("_", " ") if len(words) > 2 else ""


def attention_of(network: Transformer) -> tuple[Attention, ...]:
    """How much of each kind of attention there is, as the network itself is put together."""
    heads: dict[AttentionKind, list[int]] = {kind: [] for kind in AttentionKind}
    for module in network.modules():
        kind = getattr(module, "kind", None)
        if isinstance(kind, AttentionKind):
            heads[kind].append(int(getattr(module, "heads", 0)))
    return tuple(Attention(kind, len(each), max(each, default=0)) for kind, each in heads.items())


def files_of(folder: str) -> tuple[tuple[str, int], ...]:
    """Names and bytes of the files of a folder, or of the one zip file; none if it is gone."""
    path = Path(folder)
    if not folder:
        return ()
    try:
        paths = sorted(path.iterdir()) if path.is_dir() else [path]
        return tuple((each.name, each.stat().st_size) for each in paths if each.is_file())
    except (OSError, ValueError):
        return ()


def readme_of(folder: str) -> str:
    """The description that lies with a model, without the lines for machines before it."""
    path = Path(folder)
    try:
        if not folder:
            return ""
        if path.is_dir():
            if not (path / README).is_file():
                return ""
            with (path / README).open("rb") as file:
                data = file.read(LONGEST_README + 1)
        else:
            data = _zipped_readme(path)
    # What an untrusted zip file can make the library raise is no short list.
    except Exception:
        return ""
    text = data[:LONGEST_README].decode("utf-8", "ignore")
    text = _FRONT_MATTER.sub("", text, count=1).strip()
    return f"{text}\n\n…" if len(data) > LONGEST_README else text


def _zipped_readme(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.rpartition("/")[2] == README]
        if not names:
            return b""
        with archive.open(min(names, key=len)) as file:
            return file.read(LONGEST_README + 1)
