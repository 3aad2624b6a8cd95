"""Tiny random models in the formats of other programs, made by those programs' library."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch

SUBJECTS = ("I", "you", "we", "they", "the cat", "my old friend", "a teacher")
VERBS = ("love", "see", "like", "find", "remember", "understand")
THINGS = ("cats", "the dog", "fresh bread", "a small house", "this garden", "music")
SUJETS = ("je", "tu", "nous", "ils", "le chat", "mon vieil ami", "un professeur")
VERBES = ("aime", "vois", "trouve", "garde", "comprends", "connais")
CHOSES = ("les chats", "le chien", "du pain frais", "une maison", "ce jardin", "la musique")


def train(texts: Sequence[str], size: int, **options: Any) -> bytes:
    """A SentencePiece model as OPUS-MT trains them: no padding and no start piece."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=out,
        vocab_size=size,
        hard_vocab_limit=False,
        num_threads=1,
        minloglevel=2,
        **{"bos_id": -1, "unk_id": 0, "eos_id": 1, **options},
    )
    return out.getvalue()


@pytest.fixture(scope="session")
def source_spm() -> bytes:
    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    return train(texts, 90)


@pytest.fixture(scope="session")
def target_spm() -> bytes:
    texts = [f"{a} {b} {c}." for a in SUJETS for b in VERBES for c in CHOSES]
    return train(texts, 80)


def spellings(model: bytes) -> list[str]:
    """The pieces of a model without its special ones."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [
        processor.id_to_piece(number)
        for number in range(processor.get_piece_size())
        if not (processor.is_control(number) or processor.is_unknown(number))
    ]


def table(models: Sequence[bytes], more: Sequence[str] = ()) -> dict[str, int]:
    """Spelling to id as Marian numbers them: the end first, unknown second, then the pieces."""
    words = dict.fromkeys(word for model in models for word in spellings(model))
    return {word: number for number, word in enumerate(["</s>", "<unk>", *words, *more])}


MakeFolder = Callable[..., Path]


@pytest.fixture(scope="session")
def make_folder(
    source_spm: bytes, target_spm: bytes, tmp_path_factory: pytest.TempPathFactory
) -> MakeFolder:
    """A factory of MarianMT folders with random weights.

    ``separate`` vocabularies or one; ``codes`` of target languages; ``spare`` rows without a
    piece, of the target ``target_spare``; ``trained`` positions; further options are those of
    ``MarianConfig``.
    """
    from transformers import GenerationConfig, MarianConfig, MarianMTModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()

    def make(
        seed: int = 0,
        separate: bool = False,
        codes: Sequence[str] = (),
        name: str = "opus-mt-en-fr",
        pickled: bool = False,
        dtype: torch.dtype = torch.float32,
        end_bias: float = 3.0,
        spare: int = 0,
        target_spare: int | None = None,
        trained: bool = False,
        **options: Any,
    ) -> Path:
        folder = tmp_path_factory.mktemp("marian") / name
        words = table([source_spm] if separate else [source_spm, target_spm], codes)
        targets = table([target_spm]) if separate else words
        # One id is the padding of both.
        pad = max(len(words), len(targets)) if separate else len(words)
        vocabularies = {"vocab.json": {**words, "<pad>": pad}}
        if separate:
            vocabularies["target_vocab.json"] = {**targets, "<pad>": pad}
        config = MarianConfig(
            **{
                "vocab_size": pad + 1 + spare,
                "decoder_vocab_size": pad + 1 + (spare if target_spare is None else target_spare),
                "d_model": 24,
                "encoder_layers": 2,
                "decoder_layers": 2,
                "encoder_attention_heads": 4,
                "decoder_attention_heads": 4,
                "encoder_ffn_dim": 32,
                "decoder_ffn_dim": 32,
                "activation_function": "swish",
                "max_position_embeddings": 64,
                "scale_embedding": True,
                "pad_token_id": pad,
                "decoder_start_token_id": pad,
                "eos_token_id": 0,
                "forced_eos_token_id": None,
                "share_encoder_decoder_embeddings": not separate,
                **options,
            }
        )
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = MarianMTModel(config).eval()
            with torch.no_grad():
                for key, parameter in model.named_parameters():
                    if "embed_positions" in key and not trained:
                        continue
                    noise = torch.randn_like(parameter)
                    parameter.copy_(
                        noise * 0.3 + ("norm.weight" in key) if parameter.dim() == 1
                        else noise * parameter.shape[1] ** -0.5
                    )  # fmt: skip
                model.final_logits_bias.copy_(torch.randn(model.final_logits_bias.shape) * 0.3)
                model.final_logits_bias[:, 0] += end_bias
        model.generation_config = GenerationConfig(
            pad_token_id=pad,
            eos_token_id=0,
            decoder_start_token_id=config.decoder_start_token_id,
            bad_words_ids=[[pad]],
            max_length=40,
        )
        model.to(dtype).save_pretrained(folder)
        if pickled:
            (folder / "model.safetensors").unlink()
            torch.save(model.state_dict(), folder / "pytorch_model.bin")
        for file, values in vocabularies.items():
            (folder / file).write_text(json.dumps(values), encoding="utf-8")
        (folder / "source.spm").write_bytes(source_spm)
        (folder / "target.spm").write_bytes(target_spm)
        settings = {
            "tokenizer_class": "MarianTokenizer",
            "separate_vocabs": separate,
            "source_lang": "eng",
            "target_lang": "fra",
            "unk_token": "<unk>",
            "eos_token": "</s>",
            "pad_token": "<pad>",
            "model_max_length": 512,
        }
        (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
        return folder

    return make
