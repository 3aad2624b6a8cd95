"""What the readers of Hugging Face's encoder-only and decoder-only families have in common."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch import Tensor

from engine.checkpoints.files import is_int
from engine.checkpoints.folder import CONFIG
from engine.checkpoints.hf_settings import ACTIVATIONS, Only, Settings, optional
from engine.checkpoints.hf_vocabulary import SPECIAL_TOKENS, TOKENIZER_JSON, check_table
from engine.checkpoints.weights import Weights
from engine.errors import ModelFolderError
from engine.model.config import Activation, ModelConfig
from engine.text.languages import Languages
from engine.text.library_segmenter import LibrarySegmenter
from engine.text.pieces import PieceVocabulary


class OneStackSettings(Settings):
    """What the settings of a folder say; see :class:`Settings`.

    Attributes:
        architectures: the library's classes that have the family's stack.
    """

    architectures: ClassVar[tuple[str, ...]]
    always: ClassVar[Only] = {
        "is_encoder_decoder": (False,), "add_cross_attention": (False,),
        "quantization_config": (None,),
    }  # fmt: skip

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        # Older folders say the special pieces in a file of their own.
        listed = optional(folder / SPECIAL_TOKENS)
        self.tokenizer = {**listed, **self.tokenizer}
        if self.tokenizer.get("split_special_tokens"):
            raise self.refusal("split_special_tokens", self.tokenizer["split_special_tokens"])

    def check_architectures(self) -> None:
        """Refuse what is no model of the family, or more than its stack."""
        kinds = self.values.get("architectures") or [self.architectures[0]]
        if not isinstance(kinds, list) or len(kinds) != 1 or kinds[0] not in self.architectures:
            raise self.refusal("architectures", kinds)

    def special_ids(self) -> tuple[int, int]:
        """The padding, if the family has one; the rest are known with the vocabulary."""
        pad = self.values.get("pad_token_id", self.usual.get("pad_token_id"))
        return (0 if pad in (None, -1) else self.number("pad_token_id")), 0

    def listed_ids(self, name: str) -> tuple[int, ...]:
        """Ids of generation_config.json or config.json: one, several, or none; each once."""
        value = self.generation.get(name, self.usual.get(name))
        self._ids(name, self.values.get(name))  # nonsense there is damage, whichever counts
        return self._ids(name, value)

    def _ids(self, name: str, value: object) -> tuple[int, ...]:
        listed: list[Any] = value if isinstance(value, list) else [] if value is None else [value]
        # -1 is the library's older way to say that there is no padding.
        none = (-1,) if name == "pad_token_id" else ()
        if not all(is_int(each) and (0 <= each < self.size or each in none) for each in listed):
            raise self.refusal(name, value)
        return tuple(dict.fromkeys(each for each in listed if each not in none))

    def single_id(self, name: str) -> int | None:
        """An id of generation_config.json or config.json: one, or none."""
        listed = self.listed_ids(name)
        if len(listed) > 1:
            raise self.refusal(name, list(listed))
        return listed[0] if listed else None

    def activation(self, name: str, usual: str) -> Activation:
        """The activation of the feed-forward, by the engine's name."""
        value = self.values.get(name, usual)
        if not isinstance(value, str) or value not in ACTIVATIONS:
            raise self.refusal(name, value)
        return ACTIVATIONS[value]

    def never_written(self) -> tuple[int, ...]:
        """The pieces that the library's search would never write."""
        usual = super().never_written()
        return usual if self.generation.get("bad_words_ids") else ()

    def network(self, vocabulary: PieceVocabulary) -> ModelConfig:
        """The shape of the network, as far as it stands in config.json.

        Raises:
            ModelFolderError: there can be no such network.
        """
        ids = {
            "pad_id": vocabulary.pad_id, "unk_id": vocabulary.unk_id,
            "start_id": vocabulary.start_id, "eos_id": vocabulary.eos_id,
        }  # fmt: skip
        try:
            return ModelConfig(
                **{**self.shape(), **self.particulars(), **ids, "dropout": 0.0},
                never_written=self.never_written(),
                also_ends=self.listed_ids("eos_token_id")[1:],
            )
        except ValueError as error:
            raise ModelFolderError(f"{self.path}: {error}.") from None


# --------------------------------------------------------------------------- the vocabulary


def encoder_vocabulary(settings: OneStackSettings, cuts: LibrarySegmenter) -> PieceVocabulary:
    """The vocabulary of an encoder: pieces around every text, one to put in place of a word.

    Raises:
        ModelFolderError: the files do not fit each other.
    """
    folder = settings.path.parent
    _check(settings, cuts)
    if len(cuts.after) != 1 or not cuts.before:
        found = [cuts.pieces[number].text for number in (*cuts.before, *cuts.after)]
        raise settings.refusal("post_processor", f"that puts {found} around a text")
    pad, mask = settings.role("pad_token"), settings.role("mask_token")
    if pad is not None and cuts.ids.get(pad, settings.pad_id) != settings.pad_id:
        raise ModelFolderError(
            f"{folder} has {pad!r} as {cuts.ids[pad]}, and config.json says pad_token_id "
            f"{settings.pad_id}; the two belong to different models."
        )
    return PieceVocabulary(
        cuts,
        cuts,
        cuts.pieces,
        cuts.pieces,
        pad_id=settings.pad_id,
        unk_id=_unknown(settings, cuts, cuts.after[0]),
        start_id=cuts.before[0],
        source_eos_id=cuts.after[0],
        eos_id=cuts.after[0],
        languages=Languages(always=tuple(cuts.pieces[number] for number in cuts.before)),
        mask_id=None if mask is None else cuts.ids.get(mask),
        decoding=cuts,
    )


def decoder_vocabulary(settings: OneStackSettings, cuts: LibrarySegmenter) -> PieceVocabulary:
    """The vocabulary of a decoder: its text begins with a start piece, if the tokenizer has one.

    Raises:
        ModelFolderError: the files do not fit each other.
    """
    _check(settings, cuts)
    ids = decoder_ids(settings)
    before = cuts.before
    if not (settings.path.parent / TOKENIZER_JSON).is_file():
        before = begins(settings, cuts.ids, before)
    if cuts.after:
        found = [cuts.pieces[number].text for number in cuts.after]
        raise settings.refusal("post_processor", f"that puts {found} behind a text")
    return PieceVocabulary(
        cuts,
        cuts,
        cuts.pieces,
        cuts.pieces,
        pad_id=ids["pad_id"],
        unk_id=_unknown(settings, cuts, ids["eos_id"]),
        start_id=ids["start_id"],
        source_eos_id=ids["eos_id"],
        eos_id=ids["eos_id"],
        languages=Languages(always=tuple(cuts.pieces[number] for number in before)),
        decoding=cuts,
    )


def decoder_ids(settings: OneStackSettings) -> dict[str, int]:
    """The end, and what stands for the start and the padding, which a decoder need not have."""
    ends, start = settings.listed_ids("eos_token_id"), settings.single_id("bos_token_id")
    if not ends:
        raise settings.refusal("eos_token_id", None)
    end = ends[0]
    # Nothing is padded in front, so that the padding is never looked at.
    pad = settings.single_id("pad_token_id")
    return {
        "eos_id": end,
        "start_id": end if start is None else start,
        "pad_id": end if pad is None else pad,
    }


def begins(
    settings: OneStackSettings, ids: Mapping[str, int], usual: tuple[int, ...]
) -> tuple[int, ...]:
    """What stands in front of every text, where no tokenizer.json says it.

    Args:
        settings: that may say it.
        ids: of every spelling.
        usual: what the family has, where they do not.
    """
    if settings.choice("add_eos_token"):
        raise settings.refusal("add_eos_token", True)
    wanted = settings.choice("add_bos_token")
    if wanted is None:
        return usual
    start = settings.role("bos_token")
    if not wanted or start is None:
        return ()
    if start not in ids:
        raise ModelFolderError(f"{settings.path.parent} has no start piece {start!r}.")
    return (ids[start],)


def _check(settings: OneStackSettings, cuts: LibrarySegmenter) -> None:
    folder = settings.path.parent
    if not cuts.ids:
        raise ModelFolderError(f"{folder} has an empty vocabulary.")
    check_table(folder, cuts.ids, settings.size)
    if settings.pad_id >= settings.size:
        raise settings.refusal("pad_token_id", settings.pad_id)


def _unknown(settings: OneStackSettings, cuts: LibrarySegmenter, end: int) -> int:
    """What is unknown; where every text has pieces it is never needed, and the end will do."""
    if cuts.unk_id is not None:
        return cuts.unk_id
    return cuts.ids.get(settings.role("unk_token") or "", end)


# ------------------------------------------------------------------------------ the weights


def bare_names(weights: Weights, prefix: str) -> dict[str, Tensor]:
    """The tensors without the prefix that they have in a model with a head.

    Raises:
        ModelFolderError: two of them would have one name.
    """
    tensors = {name.removeprefix(prefix): tensor for name, tensor in weights.tensors.items()}
    if len(tensors) != len(weights.tensors):
        raise ModelFolderError(
            f"{weights.path} has tensors with and without {prefix!r} before their name; it is "
            "damaged."
        )
    return tensors


def one_of(path: Path, tensors: Mapping[str, Tensor], names: Collection[str]) -> str:
    """The name of what can have several, all of which are one where the file has more.

    Raises:
        ModelFolderError: they differ.
    """
    there = [name for name in names if name in tensors]
    for other in there[1:]:
        if not torch.equal(tensors[there[0]], tensors[other]):
            raise ModelFolderError(
                f"{path}: the tensors {there[0]!r} and {other!r} differ, and {CONFIG} says that "
                "they are one; the file is damaged or config.json another model's."
            )
    return there[0] if there else next(iter(names))
