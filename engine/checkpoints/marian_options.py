"""The options of a Marian network: the YAML in its weights, ``special:model.yml``.

Every option is one that the engine honours, one that has no say in what a trained network
computes, or one that has to have the value with which it has none. Anything else is refused by
name and value: a model that silently computes something else is the worst outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.checkpoints.plain_yaml import Plain
from engine.errors import ModelFolderError
from engine.model.config import Activation, NormPlacement
from engine.model.kinds import DecoderSelf

_ACTIVATIONS: dict[str, Activation] = {"relu": "relu", "swish": "silu"}

_NO_MATTER = {
    # Other architectures', training's, and how weights were first set.
    "bert-class-symbol", "bert-mask-symbol", "bert-masking-fraction", "bert-sep-symbol",
    "bert-train-type-embeddings", "bert-type-vocab-size", "dec-cell", "dec-cell-base-depth",
    "dec-cell-high-depth", "dim-rnn", "enc-cell", "enc-cell-depth", "enc-type", "version",
    "skip", "transformer-aan-activation", "transformer-aan-depth", "transformer-aan-nogate",
    "transformer-dim-aan", "transformer-depth-scaling", "transformer-guided-alignment-layer",
    "transformer-rnn-projection", "ulr-dim-emb", "ulr-dropout", "ulr-keys-vectors",
    "ulr-query-vectors", "ulr-softmax-temperature", "ulr-trainable-transformation",
    "factors-combine", "factors-dim-emb", "lemma-dependency", "vocabs", "model", "max-length",
    "original-type", "tsv", "tsv-fields",
}  # fmt: skip
_NOTHING = ("", "0", "false", "~", "null", "none")

_ONLY: dict[str, tuple[str, ...]] = {
    "type": ("transformer",),
    "transformer-decoder-autoreg": ("self-attention", "rnn"),
    "transformer-ffn-depth": ("2",),
    "transformer-decoder-ffn-depth": ("0", "2"),
    "input-types": ("", "sequence"),
}
_HONOURED = {
    "dim-emb", "dim-vocabs", "enc-depth", "dec-depth", "transformer-heads",
    "transformer-dim-ffn", "transformer-decoder-dim-ffn", "transformer-ffn-activation",
    "transformer-preprocess", "transformer-postprocess", "transformer-postprocess-emb",
    "transformer-postprocess-top", "transformer-tied-layers", "tied-embeddings",
    "tied-embeddings-src", "tied-embeddings-all", "output-omit-bias",
    "transformer-train-position-embeddings",
}  # fmt: skip


class MarianOptions:
    """The options, checked.

    Args:
        path: of the weights, for messages.
        values: as the YAML has them.

    Attributes:
        d_model, heads, d_ff, decoder_ff, encoder_layers, decoder_layers, activation, norm,
            decoder_self: as in :class:`engine.model.config.ModelConfig`.
        vocabularies: rows of the source's and of the target's vocabulary.
        embedding_norm, final_norm: a layer norm behind the embedding and behind each stack.
        one_embedding: source and target embedding are one matrix.
        tied_output: the output projection is the target embedding.
        output_bias: the logits have one.
        learned_positions: positions are a trained table, and embeddings are not scaled.
        tied_layers: for each decoder layer the number, from 1, of the one whose weights it has.

    Raises:
        ModelFolderError: an option is missing, no sense, or asks for what is not implemented.
    """

    def __init__(self, path: Path, values: Mapping[str, Plain]) -> None:
        self._path = path
        self._values = values
        self._refuse_what_is_not_implemented()
        self.d_model = self._number("dim-emb")
        self.heads = self._number("transformer-heads")
        self.d_ff = self._number("transformer-dim-ffn")
        self.decoder_ff = self._number("transformer-decoder-dim-ffn", 0) or self.d_ff
        self.encoder_layers = self._number("enc-depth")
        self.decoder_layers = self._number("dec-depth")
        sizes = self._list("dim-vocabs")
        if len(sizes) != 2 or not all(self._is_number(size) for size in sizes):
            raise self._refusal("dim-vocabs")
        self.vocabularies = (int(sizes[0]), int(sizes[1]))
        self.activation = _ACTIVATIONS[self._text("transformer-ffn-activation", "swish")]
        self.norm: NormPlacement = "post" if "n" in self._ops("transformer-postprocess") else "pre"
        recurrent = self._text("transformer-decoder-autoreg", "self-attention") == "rnn"
        self.decoder_self: DecoderSelf = "ssru" if recurrent else "attention"
        self.embedding_norm = "n" in self._ops("transformer-postprocess-emb")
        self.final_norm = "n" in self._ops("transformer-postprocess-top")
        everything = self._flag("tied-embeddings-all")
        self.one_embedding = everything or self._flag("tied-embeddings-src")
        self.tied_output = everything or self._flag("tied-embeddings")
        self.output_bias = not self._flag("output-omit-bias")
        self.learned_positions = self._flag("transformer-train-position-embeddings")
        tied = self._list("transformer-tied-layers")
        if tied and len(tied) != self.decoder_layers:
            raise self._refusal("transformer-tied-layers")
        if not all(self._is_number(layer) and int(layer) >= 1 for layer in tied):
            raise self._refusal("transformer-tied-layers")
        self.tied_layers = tuple(map(int, tied))
        if self.one_embedding and self.vocabularies[0] != self.vocabularies[1]:
            raise self._refusal("dim-vocabs")
        if self.d_model % 2:  # Marian's own table of positions runs over its end then
            raise self._refusal("dim-emb")

    def _refuse_what_is_not_implemented(self) -> None:
        for name, value in self._values.items():
            if name in _ONLY:
                words = value if isinstance(value, list) else [value]
                if any(word not in _ONLY[name] for word in words):
                    raise self._refusal(name)
            elif name not in _NO_MATTER | _HONOURED and not self._is_nothing(value):
                raise self._refusal(name)
        if self._text("type", "") != "transformer":
            raise self._refusal("type")
        activation = self._text("transformer-ffn-activation", "swish")
        if activation not in _ACTIVATIONS:  # gelu among them: Marian's was not always the same
            raise self._refusal("transformer-ffn-activation")
        before, after = self._ops("transformer-preprocess"), self._ops("transformer-postprocess")
        if (before, after) not in (("", "an"), ("n", "a")):
            raise self._refusal("transformer-preprocess", "transformer-postprocess")
        if self._text("transformer-decoder-autoreg", "self-attention") == "rnn":
            if self._text("dec-cell", "gru") != "ssru":
                raise self._refusal("transformer-decoder-autoreg", "dec-cell")
            if not self._is_nothing(self._values.get("transformer-rnn-projection", "")):
                raise self._refusal("transformer-rnn-projection")
        for name in ("transformer-postprocess-emb", "transformer-postprocess-top"):
            if self._ops(name) not in ("", "n"):
                raise self._refusal(name)

    def _refusal(self, *names: str) -> ModelFolderError:
        asked = " with ".join(f"{name} {str(self._values.get(name, ''))[:80]!r}" for name in names)
        return ModelFolderError(
            f"{self._path} asks for {asked}, which Diaphane does not compute; it would give other "
            "translations, so the model is not opened."
        )

    def _is_nothing(self, value: Plain) -> bool:
        return not value or (isinstance(value, str) and value.lower() in _NOTHING)

    def _is_number(self, value: Plain) -> bool:
        digits = isinstance(value, str) and value.isascii() and value.isdecimal()
        return digits and len(str(value)) < 10

    def _number(self, name: str, usual: int | None = None) -> int:
        value = self._values.get(name, usual)
        if isinstance(value, int):
            return value
        if value is None or not self._is_number(value):
            raise ModelFolderError(
                f"{self._path}: the option {name} must be a whole number, not {value!r}."
            )
        return int(str(value))

    def _flag(self, name: str) -> bool:
        value = self._values.get(name, "false")
        if value not in ("true", "false"):
            raise ModelFolderError(
                f"{self._path}: the option {name} must be true or false, not {value!r}."
            )
        return value == "true"

    def _text(self, name: str, usual: str) -> str:
        value = self._values.get(name, usual)
        if not isinstance(value, str):
            raise self._refusal(name)
        return value

    def _list(self, name: str) -> list[str]:
        value = self._values.get(name, [])
        if value == "":
            return []
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self._refusal(name)
        return [str(each) for each in value]

    def _ops(self, name: str) -> str:
        """The operations of an option in their order, without dropout, which has no effect now."""
        usual = {"transformer-postprocess": "dan", "transformer-postprocess-emb": "d"}
        return self._text(name, usual.get(name, "")).replace("d", "")
