"""The formats of model folders. Later ones register here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.checkpoints import (
    bart,
    bert,
    firefox,
    fsmt,
    gpt2,
    llama,
    m2m100,
    marian,
    marian_hf,
    mbart,
    native,
    roberta,
    t5,
)
from engine.checkpoints.checkpoint import Checkpoint


@dataclass(frozen=True)
class Format:
    """One kind of model folder that can be opened.

    Attributes:
        name: for messages and for ``info``.
        matches: whether a folder is of this format; looks, never raises.
        load: reads and checks the folder.
    """

    name: str
    matches: Callable[[Path], bool]
    load: Callable[[Path], Checkpoint]


FORMATS: tuple[Format, ...] = (
    Format("Diaphane", native.matches, native.load),
    Format("Hugging Face MarianMT", marian_hf.matches, marian_hf.load),
    Format(f"{m2m100.NAME} and NLLB", m2m100.matches, m2m100.load),
    Format(mbart.NAME, mbart.matches, mbart.load),
    Format(bart.NAME, bart.matches, bart.load),
    Format(fsmt.NAME, fsmt.matches, fsmt.load),
    Format(f"{t5.NAME} and mT5", t5.matches, t5.load),
    Format(bert.NAME, bert.matches, bert.load),
    Format("Hugging Face RoBERTa and XLM-RoBERTa", roberta.matches, roberta.load),
    Format(gpt2.NAME, gpt2.matches, gpt2.load),
    Format("Hugging Face LLaMA, Mistral and Qwen2", llama.matches, llama.load),
    Format("Marian", marian.matches, marian.load),
    Format(firefox.NAME, firefox.matches, firefox.load),
)
"""In the order in which they are tried: of a folder that has its own config.json beside
another program's files, that config is what it says of itself."""
