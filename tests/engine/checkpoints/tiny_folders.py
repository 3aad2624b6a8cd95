"""The smallest folder of each Hugging Face family that opens, for tests that break them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import sentencepiece
import tokenizers
import torch
import transformers
from tokenizers import decoders, models

from tests.engine.checkpoints.conftest import SUBJECTS, THINGS, VERBS, train
from tests.engine.checkpoints.hf_families import write_json

TEXTS = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
_WIDE = {
    "d_model": 8, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2,
    "decoder_attention_heads": 2, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8,
    "max_position_embeddings": 64,
}  # fmt: skip
_STACK = {
    "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8,
    "max_position_embeddings": 64,
}  # fmt: skip


def _save(folder: Path, kind: str, shard: str = "5GB", **options: Any) -> None:
    """A model of the library with random weights."""
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    name = kind.replace("ForConditionalGeneration", "").replace("ForMaskedLM", "")
    name = name.replace("LMHeadModel", "").replace("ForCausalLM", "")
    with torch.random.fork_rng():
        torch.manual_seed(5)
        config = getattr(transformers, f"{name}Config")(**options)
        getattr(transformers, kind)(config).save_pretrained(folder, max_shard_size=shard)


def _spm(**options: Any) -> bytes:
    return train(TEXTS, 70, normalization_rule_name="identity", **options)


def _pieces(model: bytes) -> list[str]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(number) for number in range(processor.get_piece_size())]


def _bpe(special: Sequence[str]) -> dict[str, Any]:
    """Byte-level BPE: its spellings and merges."""
    made = tokenizers.ByteLevelBPETokenizer()
    made.train_from_iterator(
        TEXTS, vocab_size=300, special_tokens=list(special), show_progress=False
    )
    values: dict[str, Any] = json.loads(made.to_str())["model"]
    return values


def _write_bpe(folder: Path, values: dict[str, Any]) -> None:
    write_json(folder / "vocab.json", values["vocab"])
    lines = ["#version: 0.2", *(" ".join(pair) for pair in values["merges"]), ""]
    (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")


def bart(folder: Path) -> None:
    """BART, its tokenizer in two files."""
    values = _bpe(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    size = len(values["vocab"])
    _save(folder, "BartForConditionalGeneration", vocab_size=size, forced_bos_token_id=0, **_WIDE)
    _write_bpe(folder, values)


def mbart(folder: Path) -> None:
    """mBART-50."""
    model = _spm(unk_id=0, bos_id=1, eos_id=2)
    codes = ["en_XX", "fr_XX", "de_DE"]
    from transformers.models.mbart50.tokenization_mbart50 import FAIRSEQ_LANGUAGE_CODES as ALL

    size = len(_pieces(model)) + 1 + len(ALL) + 1
    _save(
        folder, "MBartForConditionalGeneration", vocab_size=size, decoder_start_token_id=2,
        scale_embedding=True, **_WIDE,
    )  # fmt: skip
    (folder / "sentencepiece.bpe.model").write_bytes(model)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "MBart50Tokenizer"})
    listed = [*codes, *(code for code in ALL if code not in codes)]
    write_json(folder / "special_tokens_map.json", {"additional_special_tokens": listed})


def m2m100(folder: Path) -> None:
    """M2M100, whose ids stand in a table."""
    model = _spm(model_type="bpe", unk_id=0, bos_id=1, eos_id=2)
    table = ["<s>", "<pad>", "</s>", "<unk>", *_pieces(model)[3:]]
    _save(folder, "M2M100ForConditionalGeneration", vocab_size=len(table) + 108, **_WIDE)
    (folder / "sentencepiece.bpe.model").write_bytes(model)
    write_json(folder / "vocab.json", {word: i for i, word in enumerate(table)})
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "M2M100Tokenizer"})


def nllb(folder: Path) -> None:
    """NLLB, pickled."""
    model = _spm(model_type="bpe", unk_id=0, bos_id=1, eos_id=2)
    codes = ["deu_Latn", "eng_Latn", "fra_Latn"]
    size = 4 + len(_pieces(model)) - 3 + len(codes) + 1
    _save(folder, "M2M100ForConditionalGeneration", vocab_size=size, **_WIDE)
    (folder / "model.safetensors").unlink()
    config = transformers.M2M100Config.from_pretrained(folder)
    state = transformers.M2M100ForConditionalGeneration(config).state_dict()
    torch.save(state, folder / "pytorch_model.bin")
    (folder / "sentencepiece.bpe.model").write_bytes(model)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "NllbTokenizer"})
    listed = {"additional_special_tokens": codes, "mask_token": "<mask>"}
    write_json(folder / "special_tokens_map.json", listed)


def fsmt(folder: Path) -> None:
    """FSMT, with a BPE of single characters and one merge."""
    letters = "abcdefghijklmnopqrstuvwxyzIT."
    words = [*letters, *(f"{letter}</w>" for letter in letters), "th", "ea"]
    table = {word: i for i, word in enumerate(["<s>", "<pad>", "</s>", "<unk>", *words])}
    _save(
        folder, "FSMTForConditionalGeneration", langs=["en", "de"], src_vocab_size=len(table),
        tgt_vocab_size=len(table), decoder_start_token_id=2, **_WIDE,
    )  # fmt: skip
    for name in ("vocab-src.json", "vocab-tgt.json"):
        write_json(folder / name, table)
    (folder / "merges.txt").write_text("#version: 0.2\nt h 9\ne a 8\n", encoding="utf-8")
    write_json(folder / "tokenizer_config.json", {"langs": ["en", "de"]})


def t5(folder: Path) -> None:
    """T5 of version 1.1: gated, untied."""
    model = _spm(pad_id=0, eos_id=1, unk_id=2)
    size = len(_pieces(model)) + 3
    _save(
        folder, "T5ForConditionalGeneration", vocab_size=size, d_model=8, d_kv=4, d_ff=8,
        num_layers=1, num_decoder_layers=1, num_heads=2, relative_attention_num_buckets=8,
        relative_attention_max_distance=20, feed_forward_proj="gated-gelu",
        tie_word_embeddings=False, decoder_start_token_id=0,
    )  # fmt: skip
    (folder / "spiece.model").write_bytes(model)
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "T5Tokenizer", "extra_ids": 3})


def bert(folder: Path) -> None:
    """BERT, its tokenizer a list of pieces."""
    made = tokenizers.BertWordPieceTokenizer()
    made.train_from_iterator(TEXTS, vocab_size=80, show_progress=False)
    words = sorted(made.get_vocab(), key=made.get_vocab().__getitem__)
    _save(folder, "BertForMaskedLM", vocab_size=len(words), **_STACK)
    (folder / "vocab.txt").write_text("\n".join([*words, ""]), encoding="utf-8")


def roberta(folder: Path) -> None:
    """RoBERTa, in several files of weights."""
    values = _bpe(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    options = {**_STACK, "vocab_size": len(values["vocab"]), "type_vocab_size": 1}
    _save(folder, "RobertaForMaskedLM", shard="6KB", **options)
    _write_bpe(folder, values)


def gpt2(folder: Path) -> None:
    """GPT-2."""
    values = _bpe(["<|endoftext|>"])
    size = len(values["vocab"])
    _save(
        folder, "GPT2LMHeadModel", vocab_size=size, n_positions=64, n_embd=8, n_layer=1, n_head=2,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    _write_bpe(folder, values)


def llama(folder: Path) -> None:
    """LLaMA with grouped heads; tokenizer.json with bytes for what has no piece."""
    words = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", *"aeinorst"]
    model = models.BPE(
        vocab={word: i for i, word in enumerate(words)}, merges=[], byte_fallback=True,
        fuse_unk=True, unk_token="<unk>",
    )  # fmt: skip
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.normalizer = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
    )
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
         decoders.Strip(" ", 1, 0)]
    )  # fmt: skip
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        "<s> $A", special_tokens=[("<s>", 1)]
    )
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    _save(
        folder, "LlamaForCausalLM", vocab_size=len(words), num_key_value_heads=1, bos_token_id=1,
        eos_token_id=2, **_STACK,
    )  # fmt: skip
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    roles = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": "LlamaTokenizerFast", **roles})


FAMILIES: dict[str, Callable[[Path], None]] = {
    each.__name__: each
    for each in (bart, mbart, m2m100, nllb, fsmt, t5, bert, roberta, gpt2, llama)
}


def make_all(parent: Path) -> dict[str, Path]:
    """One folder of each family."""
    found = {}
    for name, make in FAMILIES.items():
        found[name] = parent / name
        found[name].mkdir(parents=True)
        make(found[name])
    return found
