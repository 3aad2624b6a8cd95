"""Which heads are switched off: named in a form that files and settings can hold. No torch.

A head is switched off by setting its mixture to zero, which is its share of the concatenation
before W_O: the mask ξ_h = 0 of Michel et al. 2019, "Are Sixteen Heads Really Better than One?"
(arXiv:1905.10650), section 2.2. Its attention weights are still computed and shown; they only
add nothing to the layer's output.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.model.kinds import AttentionKind, DecoderSelf, Stacks, no_attention

HeadPlace = tuple[str, int, int]
"""(kind, layer, head): the value of an ``AttentionKind``; layer and head count from 0."""

KIND_WORDS = {
    "encoder": AttentionKind.ENCODER_SELF,
    "self": AttentionKind.DECODER_SELF,
    "cross": AttentionKind.CROSS,
}
"""The kinds of attention in one word each, as on the command line."""

_ORDER = {kind.value: number for number, kind in enumerate(AttentionKind)}
_WORDS = {kind.value: word for word, kind in KIND_WORDS.items()}


class Shape(Protocol):
    """What is to be known of a model: ``ModelConfig`` and ``ModelInfo`` are such."""

    @property
    def encoder_layers(self) -> int:
        """Layers of the encoder."""
        ...

    @property
    def decoder_layers(self) -> int:
        """Layers of the decoder."""
        ...

    @property
    def heads(self) -> int:
        """Heads of each layer."""
        ...

    @property
    def decoder_self(self) -> DecoderSelf:
        """What a decoder layer sees the earlier positions with."""
        ...

    @property
    def stacks(self) -> Stacks:
        """Which stacks it has."""
        ...


def normal_form(heads: object) -> tuple[HeadPlace, ...]:
    """The same heads in order (kinds as in ``AttentionKind``, layer, head), each once.

    Args:
        heads: a tuple of (kind, layer, head), each a tuple or a list.

    Raises:
        ValueError: they are nothing of the kind.
    """
    if not isinstance(heads, tuple):
        raise ValueError(f"heads_off must be a tuple of (kind, layer, head), not {heads!r}")
    places: set[HeadPlace] = set()
    for place in heads:
        if not isinstance(place, (tuple, list)) or len(place) != 3:
            raise ValueError(f"heads_off must hold (kind, layer, head), not {place!r}")
        kind, *numbers = place
        if not isinstance(kind, str) or kind not in _ORDER:
            kinds = ", ".join(_ORDER)
            raise ValueError(f"the kind of heads_off must be one of {kinds}, not {kind!r}")
        # True is no number here, and 1.0 neither: options also come out of a file.
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ValueError(
                f"heads_off must count layers and heads from 0 in whole numbers, not {place!r}"
            )
        # A member of the enumeration becomes the plain text that it is equal to.
        places.add((AttentionKind(kind).value, numbers[0], numbers[1]))
    return tuple(sorted(places, key=lambda place: (_ORDER[place[0]], *place[1:])))


def layers_of(shape: Shape, kind: str) -> int:
    """How many layers have attention of a kind."""
    if no_attention(shape, kind):
        return 0
    encoder = kind == AttentionKind.ENCODER_SELF
    return shape.encoder_layers if encoder else shape.decoder_layers


def lacking(shape: Shape, kind: str, layer: int, head: int | None) -> str:
    """Why a model has no attention there, as a sentence; empty if it has.

    Args:
        shape: the model.
        kind, layer, head: where; both count from 0, and the head ``None`` is the mean.
    """
    if reason := no_attention(shape, kind):
        return reason
    layers = layers_of(shape, kind)
    if layer >= layers:
        be = "are" if layers != 1 else "is"
        return f"There is no layer {layer + 1}: there {be} {layers} of this kind."
    if head is not None and head >= shape.heads:
        return f"There is no head {head + 1}: each layer has {shape.heads}."
    return ""


def misfit(shape: Shape, heads: Iterable[HeadPlace]) -> str:
    """Which of the heads a model does not have, as the end of a sentence; empty if it has all."""
    for kind, layer, head in heads:
        lacking = no_attention(shape, kind)
        if lacking:
            return (lacking[0].lower() + lacking[1:]).rstrip(".")
        layers = layers_of(shape, kind)
        if layer >= layers or head >= shape.heads:
            return (
                f"there is no {kind} head {head + 1} in layer {layer + 1}: this model has "
                f"{layers} such layer{'s' * (layers != 1)} of "
                f"{shape.heads} head{'s' * (shape.heads != 1)}"
            )
    return ""


def heads_text(heads: Iterable[HeadPlace]) -> str:
    """Heads as on the command line, counted from 1: ``encoder:1:1,cross:2:4``."""
    return ",".join(f"{_WORDS[kind]}:{layer + 1}:{head + 1}" for kind, layer, head in heads)


def parse_heads(text: str) -> tuple[HeadPlace, ...]:
    """The inverse of :func:`heads_text`; spaces after the commas and repetitions are allowed.

    Raises:
        ValueError: it is no list of heads.
    """
    places: list[HeadPlace] = []
    for part in text.split(","):
        kind, *numbers = part.strip().split(":")
        good = kind in KIND_WORDS and len(numbers) == 2
        if not good or not all(n.isascii() and n.isdecimal() and int(n) for n in numbers):
            raise ValueError(
                f"{part.strip()!r} is no head like cross:2:4 "
                f"({', '.join(KIND_WORDS)}; layers and heads count from 1)"
            )
        places.append((KIND_WORDS[kind].value, int(numbers[0]) - 1, int(numbers[1]) - 1))
    return normal_form(tuple(places))
