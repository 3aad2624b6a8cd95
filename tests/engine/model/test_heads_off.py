"""The names of heads that are switched off."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from engine.model.heads_off import KIND_WORDS, heads_text, misfit, normal_form, parse_heads
from engine.model.kinds import AttentionKind, DecoderSelf, Stacks


@dataclass(frozen=True)
class Shape:
    encoder_layers: int = 2
    decoder_layers: int = 3
    heads: int = 4
    decoder_self: DecoderSelf = "attention"
    stacks: Stacks = "encoder-decoder"


def test_any_order_and_any_repetition_is_one_form() -> None:
    heads = (("encoder self", 0, 3), ("encoder self", 1, 0), ("decoder masked self", 0, 0),
             ("cross", 0, 10), ("cross", 2, 9))  # fmt: skip
    generator = random.Random(1)
    for _ in range(20):
        mixed = generator.choices(heads, k=9) + list(heads)
        generator.shuffle(mixed)
        given = tuple(generator.choice((tuple, list))(place) for place in mixed)
        assert normal_form(given) == heads
    assert normal_form(()) == ()


def test_a_member_of_the_enumeration_becomes_plain_text() -> None:
    ((kind, _, _),) = normal_form(((AttentionKind.CROSS, 1, 2),))
    assert type(kind) is str and kind == "cross"


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([("cross", 0, 0)], "must be a tuple of"),
        ("cross", "must be a tuple of"),
        (None, "must be a tuple of"),
        (("cross", 0, 0), "must hold (kind, layer, head), not 'cross'"),
        ((("cross", 0),), "must hold (kind, layer, head), not ('cross', 0)"),
        ((("cross", 0, 0, 0),), "must hold (kind, layer, head)"),
        ((5,), "must hold (kind, layer, head), not 5"),
        (
            (("Cross", 0, 0),),
            "must be one of encoder self, decoder masked self, cross, not 'Cross'",
        ),
        ((([], 0, 0),), "must be one of"),
        (((3, 0, 0),), "must be one of"),
        ((("cross", -1, 0),), "must count layers and heads from 0"),
        ((("cross", 0, True),), "must count layers and heads from 0"),
        ((("cross", 0.0, 1),), "must count layers and heads from 0"),
        ((("cross", 0, None),), "must count layers and heads from 0"),
        ((("cross", "0", 1),), "must count layers and heads from 0"),
    ],
    ids=str,
)
def test_nonsense_is_refused(heads: object, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        normal_form(heads)
    assert message in str(refused.value)


def test_text_and_back() -> None:
    generator = random.Random(2)
    kinds = [kind.value for kind in AttentionKind]
    for _ in range(50):
        heads = normal_form(
            tuple(
                (generator.choice(kinds), generator.randrange(12), generator.randrange(16))
                for _ in range(generator.randrange(1, 9))
            )
        )
        assert parse_heads(heads_text(heads)) == heads
    assert heads_text(()) == ""
    assert heads_text((("encoder self", 0, 0), ("cross", 1, 3))) == "encoder:1:1,cross:2:4"
    assert parse_heads("cross:2:4, self:01:1,cross:2:4") == (
        ("decoder masked self", 0, 0),
        ("cross", 1, 3),
    )
    assert set(KIND_WORDS.values()) == set(AttentionKind)


@pytest.mark.parametrize(
    "text",
    ["", "cross", "cross:1", "cross:0:1", "cross:1:0", "cross:1:1:1", "cross:a:1", "cross:1:-1",
     "cross:1:1,", "Cross:1:1", "decoder:1:1", "cross:1:²", "cross:1:٣", "cross:1: 2", "cross;1;1"],
)  # fmt: skip
def test_what_is_no_list_of_heads(text: str) -> None:
    with pytest.raises(ValueError, match="is no head like cross:2:4"):
        parse_heads(text)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (("encoder self", 2, 0), "there is no encoder self head 1 in layer 3: this model has "
         "2 such layers of 4 heads"),
        (("decoder masked self", 3, 0), "no decoder masked self head 1 in layer 4"),
        (("cross", 2, 4), "there is no cross head 5 in layer 3: this model has 3 such layers"),
        (("cross", 10**400, 0), "no cross head 1"),
    ],
)  # fmt: skip
def test_what_a_model_does_not_have(place: tuple[str, int, int], message: str) -> None:
    assert message in misfit(Shape(), (("cross", 0, 0), place))


def test_a_model_without_decoder_self_attention() -> None:
    shape = replace(Shape(), decoder_self="ssru")
    assert "no decoder self-attention" in misfit(shape, (("decoder masked self", 0, 0),))
    assert not misfit(shape, (("encoder self", 1, 3), ("cross", 2, 3)))


def test_what_a_model_has() -> None:
    assert not misfit(Shape(), ())
    assert not misfit(Shape(), (("encoder self", 1, 3), ("cross", 2, 3)))
    assert misfit(Shape(1, 1, 1), (("cross", 1, 0),)).endswith("1 such layer of 1 head")
