"""A tiny vocabulary and tiny random translators, made once a test run."""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from typing import Any

import pytest
import sentencepiece
import torch

from engine.events import ModelInfo
from engine.model.config import ModelConfig
from engine.model.transformer import Transformer
from engine.text.vocabulary import Vocabulary
from engine.translator import Translator

CORPUS = """\
I love you very much.
Je vous aime beaucoup.
My name is Vikas. I love cricket, finance, and AI.
Je m'appelle Vikas. J'aime le cricket, la finance et l'IA.
The dog chased the cat.
Le chien a poursuivi le chat.
Where is the station?
Où est la gare ?
The bank approved the loan.
La banque a approuvé le prêt.
""".splitlines()


@pytest.fixture(scope="session")
def tiny_vocabulary() -> Vocabulary:
    """330 pieces with byte fallback; the special ids of the built-in model."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS * 3),
        model_writer=out,
        vocab_size=330,
        byte_fallback=True,
        hard_vocab_limit=False,
        pad_id=0,
        unk_id=1,
        bos_id=2,
        eos_id=3,
        minloglevel=2,
    )
    return Vocabulary.from_bytes(out.getvalue())


MakeTranslator = Callable[..., Translator]


@pytest.fixture(scope="session")
def make_translator(tiny_vocabulary: Vocabulary) -> MakeTranslator:
    """A factory of translators with random weights; they write nonsense, reproducibly."""

    def make(
        seed: int = 0, target_language: str = "fr", mask: int | None = None, **options: Any
    ) -> Translator:
        torch.manual_seed(seed)
        shape: dict[str, Any] = {
            "vocabulary_size": tiny_vocabulary.size,
            "d_model": 32,
            "heads": 4,
            "d_ff": 64,
            "encoder_layers": 2,
            "decoder_layers": 3,
            **options,
        }
        config = ModelConfig(**shape)
        model = Transformer(config).eval().requires_grad_(False)
        info = ModelInfo(
            name="tiny",
            folder="",
            source_language="en",
            target_language=target_language,
            architecture="Transformer, post-norm, relu",
            encoder_layers=config.encoder_layers,
            decoder_layers=config.decoder_layers,
            heads=config.heads,
            d_model=config.d_model,
            d_ff=config.d_ff,
            vocabulary_size=config.vocabulary_size,
            parameters=model.parameter_count(),
            max_positions=config.max_positions,
            device="cpu",
            dtype="float32",
            decoder_self=config.decoder_self,
            stacks=config.stacks,
            predicts=config.output != "none",
            mask="" if mask is None else tiny_vocabulary.piece(mask).text,
        )
        vocabulary = copy.copy(tiny_vocabulary)
        vocabulary.mask_id = mask
        return Translator(model, vocabulary, info)

    return make
