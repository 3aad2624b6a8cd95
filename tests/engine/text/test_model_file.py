"""What a stranger's SentencePiece file could do to the library that loads it is noticed before."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ModelFolderError
from engine.resources import resource_path
from engine.text import model_file
from engine.text.charsmap import LONGEST, is_sound
from engine.text.model_file import open_processor
from engine.text.vocabulary import Vocabulary
from tests.fuzz.choices import Choices
from tests.fuzz.protobuf import (
    BYTES,
    CHARSMAP,
    DENORMALIZER,
    FOUR,
    NORMALIZER,
    PIECE,
    VARINT,
    Field,
    edit_charsmap,
    edit_model,
    fields_of,
    pack,
    varint,
)

TEXT = "I see ﬁsh, ½ ☂ e\u0301 ﷺ\u3000x."


def rules(model: bytes) -> bytes:
    """The compiled rules of normalisation."""
    normalizer = next(each for each in fields_of(model) if each.number == NORMALIZER)
    return next(
        bytes(each.value)  # type: ignore[arg-type]
        for each in fields_of(bytes(normalizer.value))  # type: ignore[arg-type]
        if each.number == CHARSMAP
    )


def with_rules(model: bytes, charsmap: bytes, number: int = NORMALIZER) -> bytes:
    """The model with other rules, in one more field, which counts as it is the last."""
    spec = pack([Field(CHARSMAP, BYTES, charsmap)])
    return model + pack([Field(number, BYTES, spec)])


def split(charsmap: bytes) -> tuple[np.ndarray, bytes]:
    size = int.from_bytes(charsmap[:4], "little")
    return np.frombuffer(charsmap, "<u4", size // 4, 4).copy(), charsmap[4 + size :]


def joined(units: np.ndarray, texts: bytes) -> bytes:
    return struct.pack("<I", 4 * len(units)) + units.tobytes() + texts


def child(units: np.ndarray, node: int) -> int:
    """What the offset of a node leads to, before the byte."""
    unit = int(units[node])
    return node ^ (unit >> 10) << ((unit & 0x200) >> 6)


def node_of(units: np.ndarray, text: str) -> int:
    node = 0
    for byte in text.encode():
        node = child(units, node) ^ byte
    return node


def follow(charsmap: bytes, text: bytes) -> list[bytes]:
    """What the library finds at the beginning of a text; IndexError where it leaves the memory."""
    units, texts = split(charsmap)
    found = []
    node = 0
    for byte in text:
        node = child(units, node) ^ byte
        unit = int(units[node])
        if unit & 0x800000FF != byte:
            break
        if unit >> 8 & 1:
            value = int(units[child(units, node)]) & 0x7FFFFFFF
            found.append(texts[value : texts.index(0, value)])
            assert value < len(texts)
    return found


@pytest.fixture(scope="module")
def charsmap(byte_model: bytes) -> bytes:
    return rules(byte_model)


def test_what_the_trainer_makes_is_sound(byte_model, charsmap) -> None:
    built_in = resource_path("models", "en-fr", "sentencepiece.model").read_bytes()
    for each in (charsmap, rules(built_in), b""):
        assert is_sound(each)
    assert follow(charsmap, "½x".encode()) == ["1⁄2".encode()]
    assert open_processor(with_rules(byte_model, charsmap), "model").normalize("ﬁ") == "▁fi"


def hostile_rules(charsmap: bytes) -> dict[str, bytes]:
    units, texts = split(charsmap)
    ligature = node_of(units, "ﬁ")
    middle = next(place for place, byte in enumerate(texts) if byte & 0xC0 == 0x80)

    def changed(node: int, unit: int) -> bytes:
        other = units.copy()
        other[node] = unit
        return joined(other, texts)

    return {
        "the first unit is a value, and leads far away": changed(0, 0xFFFFFC00),
        "the first unit leads far away": changed(0, 0x7FFFFE00),
        "a unit on the way leads far away": changed(ligature, int(units[ligature]) | 0x7FFFFC00),
        "a text begins behind the end": changed(child(units, ligature), 0x80000000 | len(texts)),
        "a text begins in the middle of a character": changed(
            child(units, ligature), 0x80000000 | middle
        ),
        "the last text does not end": joined(units, texts[:-1]),
        "no texts": joined(units, b""),
        "texts that are no UTF-8": joined(units, b"\xff" * (len(texts) - 1) + b"\0"),
        "a text without end of one character": joined(units, b"x" * (LONGEST + 1) + b"\0" + texts),
        "a trie longer than the file": struct.pack("<I", 1 << 31) + charsmap[4:],
        "half a block": joined(units[:-128], texts),
        "no trie": struct.pack("<I", 0) + texts,
        "a few bytes": b"abc",
    }  # fmt: skip


@pytest.mark.parametrize("number", [NORMALIZER, DENORMALIZER])
def test_rules_that_lead_out_of_the_file_never_reach_the_library(
    byte_model, charsmap, number, monkeypatch
) -> None:
    monkeypatch.setattr(model_file.sentencepiece, "SentencePieceProcessor", None)
    for name, rules_ in hostile_rules(charsmap).items():
        assert not is_sound(rules_), name
        with pytest.raises(ModelFolderError, match="damaged"):
            open_processor(with_rules(byte_model, rules_, number), "model")


@given(recipe=st.binary(min_size=4, max_size=60), text=st.text(max_size=6))
@settings(deadline=None)
def test_sound_rules_lead_nowhere_else(charsmap, recipe, text) -> None:
    choices = Choices(recipe)
    changed = edit_charsmap(charsmap, choices)
    if not is_sound(changed):
        return
    for tail in (text, f"ﬁ{text}", f"½①{text}"):
        for found in follow(changed, tail.encode()):
            found.decode()
            assert len(found) <= LONGEST


def test_the_check_refuses_some_and_lets_some_pass(charsmap) -> None:
    dice = random.Random(1)
    sound = sum(is_sound(edit_charsmap(charsmap, Choices(dice.randbytes(60)))) for _ in range(200))
    assert 10 < sound < 150


def piece(score: bytes, text: bytes = b"new", kind: int = 1) -> bytes:
    inner = [Field(1, BYTES, text), Field(2, FOUR, score), Field(3, VARINT, kind)]
    return pack([Field(PIECE, BYTES, pack(inner))])


@pytest.mark.parametrize("score", [b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\0\0\x80\xff"])
def test_scores_are_numbers(byte_model, score) -> None:
    assert open_processor(byte_model + piece(b"\0\0\x80\xbf"), "model").piece_to_id("new")
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model + piece(score), "model")


@pytest.mark.parametrize("text", [b"", b"\0a", b"a\0b", b"a\0", b"\0\0", b"\xff", "é".encode()[:1]])
@pytest.mark.parametrize("kind", [1, 3, 4, 5])
def test_pieces_are_texts(byte_model, text, kind, monkeypatch) -> None:
    """Over an empty one, or one cut short by a NUL, SentencePiece 0.2.1 ends the process."""
    score = b"\0\0\x80\xbf"
    if 0 in text or not text:  # never reaches the library
        monkeypatch.setattr(model_file.sentencepiece, "SentencePieceProcessor", None)
    for spelling in {text, b"x" * 200 + text if text else b""}:
        with pytest.raises(ModelFolderError, match="damaged"):
            open_processor(byte_model + piece(score, spelling, kind), "model")
    # Of two texts of one piece the last counts.
    inner = [Field(1, BYTES, b"fine"), Field(2, FOUR, score), Field(1, BYTES, text)]
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model + pack([Field(PIECE, BYTES, pack(inner))]), "model")


def test_a_piece_without_text_and_one_of_many_bytes(byte_model) -> None:
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model + pack([Field(PIECE, BYTES, b"\x15\0\0\x80\xbf")]), "model")
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model + pack([Field(PIECE, BYTES, b"")]), "model")
    processor = open_processor(byte_model + piece(b"\0\0\x80\xbf", b"x" * 200), "model")
    assert processor.piece_to_id("x" * 200) == processor.get_piece_size() - 1


def test_what_an_unknown_piece_shows_is_text(byte_model) -> None:
    trainer = pack([Field(44, BYTES, b"\xff\xfe")])
    with pytest.raises(ModelFolderError, match="damaged"):
        Vocabulary(byte_model + pack([Field(2, BYTES, trainer)]))


def test_a_number_without_end_takes_no_time(byte_model) -> None:
    # Shifting a number of a million digits again for every byte would take hours.
    for model in (b"\x80" * (1 << 20), byte_model + b"\x0a" + b"\xff" * (1 << 20)):
        with pytest.raises(ModelFolderError, match="damaged"):
            open_processor(model, "model")


@pytest.mark.parametrize("tail", [b"\x0b\x0c", b"\x08\x01", b"\x1a\x02\x08", b"\x1a\x03\x12\x7fx"])
def test_fields_of_another_kind_and_fields_cut_off(byte_model, tail) -> None:
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model + tail, "model")


def test_too_many_pieces_and_too_many_bytes(byte_model, tmp_path, monkeypatch) -> None:
    count = sum(field.number == PIECE for field in fields_of(byte_model))
    monkeypatch.setattr(model_file, "MOST_PIECES", count)
    open_processor(byte_model, "model")
    monkeypatch.setattr(model_file, "MOST_PIECES", count - 1)
    with pytest.raises(ModelFolderError, match="damaged"):
        open_processor(byte_model, "model")
    path = tmp_path / "large.model"
    with path.open("wb") as file:  # takes no room on the disk
        file.truncate(model_file.LARGEST_MODEL + (1 << 40))
    with pytest.raises(ModelFolderError, match="damaged"):
        Vocabulary.load(path)


@given(recipe=st.binary(min_size=4, max_size=80))
@settings(deadline=None, max_examples=150)
def test_any_change_of_a_model_is_refused_or_cuts_text(byte_model, recipe) -> None:
    choices = Choices(recipe)
    model = byte_model
    for _ in range(1 + choices.below(3)):
        try:
            model = edit_model(model, choices)
        except ValueError:  # after an earlier change it is none any more
            break
    try:
        vocabulary = Vocabulary(model)
    except ModelFolderError as error:
        assert str(error).endswith(".")
        return
    for text in (TEXT, "", " \u3000 a\u0301 <unk> </s> ▁▁"):
        for each in vocabulary.encode(text):
            each.surface.encode()
        vocabulary.decode(vocabulary.encode_ids(text)).encode()


def test_a_varint_is_what_the_reader_expects() -> None:
    assert [varint(each) for each in (0, 127, 128, 300)] == [b"\0", b"\x7f", b"\x80\1", b"\xac\2"]
