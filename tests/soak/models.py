"""``python -m tests.soak.models FOLDER``: the models that the soak changes between.

In a process of its own: what makes them is large, and no part of the program that is watched.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from benchmarks.children.window import large_model
from engine.resources import resource_path
from tests.engine.checkpoints import tiny_folders

FAMILIES = ("bert", "gpt2", "llama", "t5", "nllb", "mbart")


def make(parent: Path) -> None:
    """All of them, one folder each, and one that is none."""
    for name in FAMILIES:
        (parent / name).mkdir(parents=True)
        tiny_folders.FAMILIES[name](parent / name)
    large_model(parent)
    back(parent / "back")
    firefox(parent / "firefox")
    broken = parent / "broken"
    broken.mkdir()
    (broken / "config.json").write_text('{"format": 1')


def back(folder: Path) -> None:
    """A small one from French to English, so that the languages can be exchanged."""
    import torch

    from engine.checkpoints import native
    from engine.model.config import ModelConfig
    from engine.model.transformer import Transformer

    pieces = resource_path("models", "en-fr", "sentencepiece.model").read_bytes()
    config = ModelConfig(
        vocabulary_size=8000, d_model=64, heads=4, d_ff=128, encoder_layers=2, decoder_layers=2,
        max_positions=256,
    )  # fmt: skip
    torch.manual_seed(3)
    native.save(
        folder, config, Transformer(config).state_dict(), pieces, source_language="fr",
        target_language="en", name="back", license="CC0-1.0", card="# back\n",
    )  # fmt: skip


def firefox(folder: Path) -> None:
    """One of Firefox' shape, its decoder with SSRU in the place of self-attention."""
    import sentencepiece

    from tests.engine.checkpoints.conftest import train
    from tests.engine.checkpoints.marian_bin_files import write_bin
    from tests.engine.checkpoints.marian_formulas import random_arrays
    from tests.engine.checkpoints.test_firefox import STUDENT, options_tensor, tensors_of

    texts = ["I see the dog", "you love my old cat", "we like bread", "je vois le chien"] * 3
    pieces = train(texts, 70, unk_id=1, eos_id=0)
    folder.mkdir()
    (folder / "vocab.enfr.spm").write_bytes(pieces)
    size: int = sentencepiece.SentencePieceProcessor(model_proto=pieces).get_piece_size()
    options: dict[str, Any] = {**STUDENT, "dim-vocabs": [size, size]}
    stored, _ = tensors_of(random_arrays(options, (size, size), 5))
    stored["special:model.yml"] = options_tensor(options)
    write_bin(folder / "model.enfr.intgemm.alphas.bin", stored)
    (folder / "lex.50.50.enfr.s2t.bin").write_bytes(b"not looked at")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
