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

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.files import LARGEST_VOCABULARY, is_int, read_bytes, read_table
from engine.checkpoints.hf_folder import checkpoint_of
from engine.checkpoints.hf_settings import FAIRSEQ_LARGE, Only, Settings, model_type, optional
from engine.checkpoints.hf_vocabulary import TOKENIZER_JSON, check_table
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.text.byte_level import ByteLevelSegmenter, piece_of
from engine.text.languages import Languages
from engine.text.lookup import UNKNOWN_SURFACE
from engine.text.pieces import PieceVocabulary

NAME = "Hugging Face BART"
VOCABULARY, MERGES, ADDED = "vocab.json", "merges.txt", "added_tokens.json"
_SPECIAL = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>",
            "mask_token": "<mask>"}  # fmt: skip
_Merges = list[tuple[str, str]]


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

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        kind = self.tokenizer.get("tokenizer_class") or self.values.get("tokenizer_class")
        if kind not in (None, "BartTokenizer", "BartTokenizerFast", "RobertaTokenizer"):
            raise self.refusal("tokenizer_class", kind)
        if self.tokenizer.get("add_prefix_space", False) is not False:
            raise self.refusal("add_prefix_space", self.tokenizer["add_prefix_space"])

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
    path = folder / TOKENIZER_JSON
    if path.is_file():
        ids, merges, more = _tokenizer_json(path, settings)
    else:
        path = folder / VOCABULARY
        ids, merges, more = read_table(path, LARGEST_VOCABULARY), _merges(folder / MERGES), set()
        _check_added(settings, optional(folder / ADDED))
    check_table(path, ids, settings.size)
    lacking = next((one + other for one, other in merges if one + other not in ids), None)
    if lacking is not None:
        raise ModelFolderError(
            f"{path} has no piece {lacking!r}, which its merges make; the folder is damaged."
        )
    special = {role: settings.token(role, usual) for role, usual in _SPECIAL.items()}
    for role in ("bos_token", "pad_token", "eos_token", "unk_token"):
        if special[role] not in ids:
            raise ModelFolderError(f"{path} has no {role} {special[role]!r}.")
    for name, role in (("eos_token_id", "eos_token"), ("pad_token_id", "pad_token")):
        if ids[special[role]] != settings.number(name):
            raise ModelFolderError(
                f"{path} has {special[role]!r} as {ids[special[role]]}, and config.json says "
                f"{name} {settings.number(name)}; the two belong to different models."
            )
    if settings.start_id >= settings.size:
        raise settings.refusal("decoder_start_token_id", settings.start_id)
    silent = {*special.values(), *more}
    pieces = [Piece(i, f"<{i}>", "special", f"<{i}>") for i in range(settings.size)]
    for spelling, number in ids.items():
        pieces[number] = piece_of(number, spelling, spelling in silent)
    unk_id = ids[special["unk_token"]]
    pieces[unk_id] = Piece(unk_id, special["unk_token"], "unknown", UNKNOWN_SURFACE)
    segmenter = ByteLevelSegmenter(ids, merges, pieces, unk_id)
    return PieceVocabulary(
        segmenter,
        segmenter,
        pieces,
        pieces,
        pad_id=settings.pad_id,
        unk_id=unk_id,
        start_id=settings.start_id,
        source_eos_id=ids[special["eos_token"]],
        eos_id=ids[special["eos_token"]],
        languages=Languages(
            always=(pieces[ids[special["bos_token"]]],), begins_with=settings.begins_with()
        ),
        target_begin=(ids[special["bos_token"]],),
    )


def _tokenizer_json(path: Path, settings: BartSettings) -> tuple[dict[str, Any], _Merges, set[str]]:
    """Spellings to ids, the merges and the special pieces of a file of ``tokenizers``."""
    values = read_table(path, LARGEST_VOCABULARY)
    before = values.get("pre_tokenizer") or {}
    if values.get("normalizer") is not None:
        raise settings.refusal("normalizer", values["normalizer"])
    plain = isinstance(before, dict) and before.get("type") == "ByteLevel"
    if not plain or before.get("add_prefix_space") or not before.get("use_regex", True):
        raise settings.refusal("pre_tokenizer", before)
    model = values.get("model")
    if not isinstance(model, dict) or model.get("type", "BPE") != "BPE" or model.get("dropout"):
        raise settings.refusal("model", str(model)[:80])
    ids, found = model.get("vocab"), model.get("merges")
    if not isinstance(ids, dict) or not isinstance(found, list):
        raise ModelFolderError(f"{path} has no vocabulary with merges; the folder is damaged.")
    pairs = [each.split(" ") if isinstance(each, str) else each for each in found]
    if not all(isinstance(p, list) and [*map(type, p)] == [str, str] for p in pairs):
        raise ModelFolderError(f"{path} has merges that are no pairs; the folder is damaged.")
    added = values.get("added_tokens")
    tokens = [t for t in added if isinstance(t, dict)] if isinstance(added, list) else []
    _check_added(settings, [str(t.get("content")) for t in tokens if not t.get("special")])
    more = {str(t.get("content")): t.get("id") for t in tokens}
    return {**ids, **more}, [(one, other) for one, other in pairs], set(more)


def _check_added(settings: BartSettings, added: Iterable[str]) -> None:
    """Refuse words added to the vocabulary, which the library cuts out of a text first."""
    for spelling in added:
        if spelling not in _SPECIAL.values():
            raise settings.refusal("added_tokens", spelling)


def _merges(path: Path) -> _Merges:
    try:
        lines = read_bytes(path, LARGEST_VOCABULARY).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise ModelFolderError(f"{path} is not UTF-8; the model folder is damaged.") from None
    pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    for pair in pairs:
        if len(pair) != 2:
            raise ModelFolderError(f"{path} has merges that are no pairs; the folder is damaged.")
    return [(one, other) for one, other in pairs]
