"""Hugging Face mBART-50 folders.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) the language that is forced
    model.safetensors | pytorch_model.bin   the weights
    sentencepiece.bpe.model                 what cuts the text
    tokenizer_config.json, special_tokens_map.json, tokenizer.json
                                            (any of them) the pieces of its languages; or
                                            tokenizer.json alone for all of these

Pre-norm with a norm on the embeddings and one at the end of each stack; learned positions whose
first two rows are not used (Liu et al. 2020, arXiv:2001.08210; Tang et al. 2020,
arXiv:2008.00401). The source is ``en_XX X </s>``, the output begins with the target's language.
The older mBART, whose decoding begins with the language itself, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.hf_folder import checkpoint_of
from engine.checkpoints.hf_settings import FAIRSEQ_LARGE, Only, Settings, model_type
from engine.checkpoints.hf_vocabulary import (
    added_tokens,
    fairseq_table,
    language_vocabulary,
    library_of,
    read_pieces,
    special_spellings,
)

NAME = "Hugging Face mBART-50"
POSITION_OFFSET = 2
"""Rows of the tables of positions that are not used: fairseq counts on from the padding."""
_CODE = re.compile("[a-z]{2}_[A-Z]{2}")


class MBartSettings(Settings):
    """What the settings of a folder say; see :class:`Settings`."""

    architecture = "MBartForConditionalGeneration"
    only: ClassVar[Only] = {
        "normalize_before": (True,),
        "normalize_embedding": (True,),
        "add_final_layer_norm": (True,),
        "add_bias_logits": (False,),
        "static_position_embeddings": (False,),
    }
    usual: ClassVar[Mapping[str, int]] = {**FAIRSEQ_LARGE, "vocab_size": 50265}

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.check_tokenizer("MBart50Tokenizer", "MBart50TokenizerFast")
        if "decoder_start_token_id" not in self.values or self.start_id != self.number(
            "eos_token_id"
        ):
            start = self.values.get("decoder_start_token_id")
            raise self.refusal("decoder_start_token_id", start)

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        return {
            "norm": "pre",
            "embedding_norm": True,
            "positions": "learned",
            "position_offset": POSITION_OFFSET,
            "scale_embeddings": self.flag("scale_embedding", False),
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) == "mbart"


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = MBartSettings(folder)
    library = library_of(folder, settings)
    if library is None:
        ids = fairseq_table(*read_pieces(folder))
        more = added_tokens(folder, settings.tokenizer, first=len(ids))
        ids = {**ids, **more}
    else:
        ids, more = library.ids, dict.fromkeys(special_spellings(library), 0)
    codes = {spelling: spelling for spelling in more if _CODE.fullmatch(spelling)}
    vocabulary = language_vocabulary(
        folder, settings, ids, codes, usual_source="en_XX", library=library
    )
    config = settings.config(vocabulary.unk_id)
    return checkpoint_of(folder, settings, config, vocabulary, NAME, bias=True)
