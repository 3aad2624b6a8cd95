"""Hugging Face BART folders.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) the piece that is forced first
    model.safetensors | pytorch_model.bin   the weights
    tokenizer.json | vocab.json, merges.txt byte-level BPE
    tokenizer_config.json                   (optional)

Post-norm with a norm on the embeddings; learned positions whose first two rows are not used
(Lewis et al. 2019, arXiv:1910.13461). The source is ``<s> X </s>``; decoding begins with
``</s>``, and most force ``<s>`` after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.files import is_int
from engine.checkpoints.hf_folder import checkpoint_of
from engine.checkpoints.hf_settings import FAIRSEQ_LARGE, Only, Roles, Settings, model_type
from engine.checkpoints.hf_tokenizer import tokenizer_of
from engine.checkpoints.hf_vocabulary import check_table
from engine.errors import ModelFolderError
from engine.text.languages import Languages
from engine.text.pieces import PieceVocabulary

NAME = "Hugging Face BART"


class BartSettings(Settings):
    """What the settings of a folder say; see :class:`Settings`."""

    architecture = "BartForConditionalGeneration"
    only: ClassVar[Only] = {
        "normalize_before": (False,),
        "normalize_embedding": (True,),
        "add_final_layer_norm": (False,),
        "add_bias_logits": (False,),
        "static_position_embeddings": (False,),
    }
    usual: ClassVar[Mapping[str, int]] = {**FAIRSEQ_LARGE, "vocab_size": 50265}
    roles: ClassVar[Roles] = {
        "bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>",
        "unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>",
    }  # fmt: skip

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.check_tokenizer(None, "BartTokenizer", "BartTokenizerFast", "RobertaTokenizer")

    def begins_with(self) -> tuple[int, ...]:
        """The piece that is forced first, if any."""
        forced = self.generation.get("forced_bos_token_id")
        if forced is None:
            return ()
        # A start that is forced once more would be the search's start piece twice.
        silent = (self.pad_id, self.start_id, self.number("eos_token_id"))
        if not is_int(forced) or not 0 <= forced < self.size or forced in silent:
            raise self.refusal("forced_bos_token_id", forced)
        return (forced,)

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "embedding_norm": True,
            "positions": "learned",
            "position_offset": 2,
            "scale_embeddings": self.flag("scale_embedding", False),
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "bart"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = BartSettings(folder)
    vocabulary = _read_vocabulary(folder, settings)
    config = settings.config(vocabulary.unk_id)
    return checkpoint_of(folder, settings, config, vocabulary, NAME, bias=True)


def _read_vocabulary(folder: Path, settings: BartSettings) -> PieceVocabulary:
    cuts = tokenizer_of(folder, settings)
    ids, pieces = cuts.ids, cuts.pieces
    check_table(folder, ids, settings.size)
    special = {role: settings.role(role) or "" for role in settings.roles}
    for role in ("bos_token", "pad_token", "eos_token", "unk_token"):
        if special[role] not in ids:
            raise ModelFolderError(f"{folder} has no {role} {special[role]!r}.")
    for name, role in (("eos_token_id", "eos_token"), ("pad_token_id", "pad_token")):
        if ids[special[role]] != settings.number(name):
            raise ModelFolderError(
                f"{folder} has {special[role]!r} as {ids[special[role]]}, and config.json says "
                f"{name} {settings.number(name)}; the two belong to different models."
            )
    if settings.start_id >= settings.size:
        raise settings.refusal("decoder_start_token_id", settings.start_id)
    begin, end = ids[special["bos_token"]], ids[special["eos_token"]]
    if (cuts.before, cuts.after) != ((begin,), (end,)):
        found = [pieces[number].text for number in (*cuts.before, *cuts.after)]
        raise settings.refusal("post_processor", f"that puts {found} around a text")
    return PieceVocabulary(
        cuts,
        cuts,
        pieces,
        pieces,
        pad_id=settings.pad_id,
        unk_id=ids[special["unk_token"]],
        start_id=settings.start_id,
        source_eos_id=end,
        eos_id=end,
        languages=Languages(always=(pieces[begin],), begins_with=settings.begins_with()),
        target_begin=(begin,),
    )
