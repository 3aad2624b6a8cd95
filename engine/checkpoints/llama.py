"""Hugging Face folders of LLaMA and its kin, Mistral and Qwen2: decoders alone.

::

    config.json                             the architecture, special ids
    generation_config.json                  (optional) special ids
    model.safetensors, or in several files with model.safetensors.index.json
                                            the weights
    tokenizer.json | tokenizer.model        byte-level BPE, or SentencePiece
    tokenizer_config.json, special_tokens_map.json
                                            (any of them) special pieces

Pre-norm with RMS norms, rotary positions, a gated feed-forward, heads of queries that share their
keys and values (Touvron et al. 2023, arXiv:2302.13971; Jiang et al. 2023, arXiv:2310.06825; Yang
et al. 2024, arXiv:2407.10671).
"""

from __future__ import annotations

from pathlib import Path

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.convert import Source, check_size, convert
from engine.checkpoints.files import LARGEST_SENTENCEPIECE, read_bytes
from engine.checkpoints.hf_folder import put_together
from engine.checkpoints.hf_one_stack import (
    bare_names,
    begins,
    decoder_ids,
    decoder_vocabulary,
    one_of,
)
from engine.checkpoints.hf_settings import model_type
from engine.checkpoints.hf_tokenizer import tokenizer_of
from engine.checkpoints.hf_vocabulary import TOKENIZER_JSON, check_table
from engine.checkpoints.llama_settings import FAMILIES, LlamaSettings, settings_of
from engine.checkpoints.weights import read_weights
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig
from engine.text.languages import Languages
from engine.text.lookup import from_sentencepiece
from engine.text.pieces import PieceVocabulary

SENTENCEPIECE = "tokenizer.model"
PIECES, OUTPUT = "embed_tokens.weight", "lm_head.weight"
_LAYER = {
    "self_attention.w_q": "self_attn.q_proj",
    "self_attention.w_k": "self_attn.k_proj",
    "self_attention.w_v": "self_attn.v_proj",
    "self_attention.w_o": "self_attn.o_proj",
    "feed_forward.w_gate": "mlp.gate_proj",
    "feed_forward.w_1": "mlp.up_proj",
    "feed_forward.w_2": "mlp.down_proj",
    "self_attention_residual.norm": "input_layernorm",
    "feed_forward_residual.norm": "post_attention_layernorm",
}
_FIXED = {
    "source_embedding.pieces.weight": PIECES,
    "target_embedding.pieces.weight": PIECES,
    "decoder.norm.weight": "norm.weight",
}


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    return model_type(folder) in FAMILIES


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = settings_of(folder, model_type(folder))
    ids = decoder_ids(settings)
    if (folder / TOKENIZER_JSON).is_file() or not (folder / SENTENCEPIECE).is_file():
        vocabulary = decoder_vocabulary(settings, tokenizer_of(folder, settings))
    else:
        vocabulary = _sentencepiece(folder, settings, ids)
    config = settings.network(vocabulary)
    weights = read_weights(folder)
    tensors = bare_names(weights, "model.")
    check_size(weights.path, config, len(tensors))  # before names of every layer are made
    if settings.tied:
        one_of(weights.path, tensors, (PIECES, OUTPUT))
    fixed = {**_FIXED, "output.weight": PIECES if settings.tied else OUTPUT}
    state = convert(
        weights.path,
        config,
        tensors,
        lambda ours: Source(fixed.get(ours) or _their_name(ours)),
        known=_known(settings, config),
    )
    note = settings.positions_note()
    return put_together(folder, config, state, vocabulary, weights, settings.name, note)


def _their_name(ours: str) -> str:
    """The library's name of a weight within a layer."""
    _, layers, number, *inner = ours.split(".")
    part = ".".join(inner[:-1])
    return f"{layers}.{number}.{_LAYER.get(part, part)}.{inner[-1]}"


def _known(settings: LlamaSettings, config: ModelConfig) -> tuple[str, ...]:
    """What is not needed: angles that follow from the settings; the tied head."""
    angles = (
        f"layers.{number}.self_attn.rotary_emb.inv_freq" for number in range(config.decoder_layers)
    )
    return (*angles, *((OUTPUT,) if settings.tied else ()))


def _sentencepiece(folder: Path, settings: LlamaSettings, ids: dict[str, int]) -> PieceVocabulary:
    """The vocabulary of a tokenizer.model, which numbers its pieces itself."""
    path = folder / SENTENCEPIECE
    try:
        side = from_sentencepiece(read_bytes(path, LARGEST_SENTENCEPIECE), str(path))
    except KeyError as error:
        raise ModelFolderError(f"{path} has no {error.args[0]}.") from None
    pieces = side.pieces
    check_table(path, {piece.text: piece.id for piece in pieces}, settings.size)
    if side.eos_id != ids["eos_id"]:
        raise settings.refusal("eos_token_id", ids["eos_id"])
    spellings = {piece.text: piece.id for piece in pieces}
    start = settings.role("bos_token")
    usual = () if start is None or start not in spellings else (spellings[start],)
    before = begins(settings, spellings, usual)
    return PieceVocabulary(
        side.segmenter,
        side.segmenter,
        pieces,
        pieces,
        pad_id=ids["pad_id"],
        unk_id=side.unk_id,
        start_id=ids["start_id"],
        source_eos_id=side.eos_id,
        eos_id=side.eos_id,
        languages=Languages(always=tuple(pieces[number] for number in before)),
    )
