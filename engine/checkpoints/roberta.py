"""Hugging Face RoBERTa and XLM-RoBERTa folders: encoders alone, as BERT.

::

    config.json                             the architecture
    model.safetensors | pytorch_model.bin   the weights
    tokenizer.json | vocab.json, merges.txt byte-level BPE; XLM-RoBERTa: tokenizer.json
    tokenizer_config.json, special_tokens_map.json
                                            (any of them) special pieces

BERT with other names for its head (Liu et al. 2019, arXiv:1907.11692; Conneau et al. 2020,
arXiv:1911.02116). Its positions are counted from behind the padding's, as fairseq does, and its
head has an exact GELU, whatever the layers have.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.checkpoints.bert import KNOWN, BertSettings, Head, encoder_of
from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.hf_settings import Roles, model_type

NAME, XLM_NAME = "Hugging Face RoBERTa", "Hugging Face XLM-RoBERTa"
_TASKS = (
    "ForMaskedLM", "Model", "ForSequenceClassification", "ForTokenClassification",
    "ForQuestionAnswering", "ForMultipleChoice",
)  # fmt: skip
_KNOWN = (
    *KNOWN, "classifier.dense.weight", "classifier.dense.bias", "classifier.out_proj.weight",
    "classifier.out_proj.bias",
)  # fmt: skip
_HEAD = Head(
    "lm_head.dense",
    "lm_head.layer_norm",
    ("lm_head.bias", "lm_head.decoder.bias"),
    "lm_head.decoder.weight",
)


class RobertaSettings(BertSettings):
    """What the settings of a folder say; see :class:`OneStackSettings`."""

    architectures: ClassVar[tuple[str, ...]] = tuple(
        f"{name}{task}" for name in ("Roberta", "XLMRoberta") for task in _TASKS
    )
    usual: ClassVar[Mapping[str, int]] = {
        **BertSettings.usual, "vocab_size": 50265, "pad_token_id": 1,
    }  # fmt: skip
    roles: ClassVar[Roles] = {
        "bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>",
        "unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>",
    }  # fmt: skip

    def particulars(self) -> dict[str, Any]:
        """What sets this family apart."""
        kind = str(self.values.get("architectures") or "ForMaskedLM")
        if "ForMaskedLM" in kind and self.activation("hidden_act", "gelu") != "gelu":
            # The library's head has its own.
            raise self.refusal("hidden_act", self.values["hidden_act"])
        offset = self.pad_id + 1
        if self.number("max_position_embeddings") <= offset:
            raise self.refusal("max_position_embeddings", self.number("max_position_embeddings"))
        return {
            "max_positions": self.number("max_position_embeddings") - offset,
            "position_offset": offset,
        }


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) in ("roberta", "xlm-roberta")


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    name = XLM_NAME if model_type(folder) == "xlm-roberta" else NAME
    return encoder_of(folder, RobertaSettings(folder), "roberta.", _HEAD, _KNOWN, name)
