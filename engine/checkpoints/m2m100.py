"""Hugging Face folders of M2M100 and of NLLB, which is an M2M100 with another vocabulary.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) the language that is forced
    model.safetensors | pytorch_model.bin   the weights
    sentencepiece.bpe.model                 what cuts the text
    vocab.json                              M2M100: spelling to id
    tokenizer_config.json                   which of the two it is; languages
    special_tokens_map.json, tokenizer.json (optional) NLLB: the pieces of its languages
    tokenizer.json                          all of these, where there is no sentencepiece.bpe.model

Pre-norm with a norm at the end of each stack; positions in Marian's timescales that begin behind
the padding's (Fan et al. 2020, arXiv:2010.11125). The source is ``__en__ X </s>``, of NLLB
``eng_Latn X </s>``, or as it once was ``X </s> eng_Latn``; the output begins with the target's
language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.files import LARGEST_VOCABULARY, read_table
from engine.checkpoints.hf_folder import checkpoint_of
from engine.checkpoints.hf_settings import FAIRSEQ_LARGE, Only, Settings, model_type
from engine.checkpoints.hf_vocabulary import (
    added_tokens,
    check_table,
    fairseq_table,
    language_vocabulary,
    library_of,
    read_pieces,
    special_spellings,
)
from engine.text.pieces import PieceVocabulary

NAME = "Hugging Face M2M100"
NLLB_NAME = "Hugging Face NLLB"
VOCABULARY = "vocab.json"

# The library numbers the languages in this order, behind the table; no file lists them with ids.
_M2M100_CODES = """\
af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff fi fr fy ga gd gl gu ha he
hi hr ht hu hy id ig ilo is it ja jv ka kk km kn ko lb lg ln lo lt lv mg mk ml mn mr ms my ne nl no
ns oc or pa pl ps pt ro ru sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk ur uz vi wo xh yi yo
zh zu
"""
_CODES = {"m2m100": _M2M100_CODES, "wmt21": "en ha is ja cs ru zh de"}
_NLLB_CODE = re.compile("[a-z]{3}_[A-Z][a-z]{3}")
# Not needed: tables of the formula, which old files have, and fairseq's number of a version.
_KNOWN = tuple(
    f"model.{stack}.{name}"
    for stack in ("encoder", "decoder")
    for name in ("embed_positions.weights", "version")
)


class M2M100Settings(Settings):
    """What the settings of a folder say; see :class:`Settings`.

    Attributes:
        nllb: whether it has NLLB's vocabulary.
    """

    architecture = "M2M100ForConditionalGeneration"
    only: ClassVar[Only] = {"normalize_before": (True,), "add_final_layer_norm": (True,)}
    usual: ClassVar[Mapping[str, int]] = {**FAIRSEQ_LARGE, "vocab_size": 128112}
    usual_activation = "relu"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        kind = self.tokenizer.get("tokenizer_class") or self.values.get("tokenizer_class")
        name = str(kind or "").removesuffix("Fast")
        # Others of this family stand their languages elsewhere (SMaLL-100 in the source).
        if kind and name not in ("M2M100Tokenizer", "NllbTokenizer"):
            raise self.refusal("tokenizer_class", kind)
        self.nllb = name == "NllbTokenizer" if name else not (folder / VOCABULARY).is_file()
        # The library counts positions without the padding, so such a start would have none.
        if self.start_id == self.pad_id:
            raise self.refusal("decoder_start_token_id", f"{self.start_id} (the padding)")

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "norm": "pre",
            "positions": "timescales",
            "position_offset": self.pad_id + 1,
            "scale_embeddings": self.flag("scale_embedding", True),
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "m2m_100"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = M2M100Settings(folder)
    vocabulary = (_nllb if settings.nllb else _m2m100)(folder, settings)
    config = settings.config(vocabulary.unk_id)
    name = NLLB_NAME if settings.nllb else NAME
    return checkpoint_of(folder, settings, config, vocabulary, name, bias=False, known=_KNOWN)


def _m2m100(folder: Path, settings: M2M100Settings) -> PieceVocabulary:
    which = settings.tokenizer.get("language_codes", "m2m100")
    if not isinstance(which, str) or which not in _CODES:
        raise settings.refusal("language_codes", which)
    codes = {code: f"__{code}__" for code in _CODES[which].split()}
    library = library_of(folder, settings)
    if library is None:
        path = folder / VOCABULARY
        ids = read_table(path, LARGEST_VOCABULARY)
        check_table(path, ids, settings.size)
        ids = {**ids, **{spelling: len(ids) + i for i, spelling in enumerate(codes.values())}}
    else:
        ids = library.ids
        there = set(special_spellings(library))
        codes = {code: spelling for code, spelling in codes.items() if spelling in there}
    return language_vocabulary(folder, settings, ids, codes, usual_source="en", library=library)


def _nllb(folder: Path, settings: M2M100Settings) -> PieceVocabulary:
    library = library_of(folder, settings)
    if library is None:
        ids = fairseq_table(*read_pieces(folder))
        more = added_tokens(folder, settings.tokenizer, first=len(ids))
        ids = {**ids, **more}
    else:
        ids, more = library.ids, dict.fromkeys(special_spellings(library), 0)
    codes = {spelling: spelling for spelling in more if _NLLB_CODE.fullmatch(spelling)}
    legacy = settings.tokenizer.get("legacy_behaviour", False)
    if not isinstance(legacy, bool):
        raise settings.refusal("legacy_behaviour", legacy)
    return language_vocabulary(
        folder,
        settings,
        ids,
        codes,
        usual_source="eng_Latn",
        source_last=legacy,
        library=library,
    )
