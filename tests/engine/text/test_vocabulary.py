from __future__ import annotations

import pickle
import threading
import unicodedata

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ModelFolderError
from engine.text.vocabulary import Vocabulary, visible

FAMILY, FLAG, THUMB = "👨\u200d👩\u200d👧", "🇫🇷", "👍🏽"
EVERYDAY = [
    "Seán Murray lives in Dublin.",
    f"I love {FAMILY} and {FLAG}, {THUMB}!",
    "e\u0301cole, q\u0302uoi",
    "3.14 + 2 = 5.14 ?!",
    "שלום עולם. מה שלומך?",
    "مرحبا. كيف حالك؟",
    "Où est la gare\u00a0? Là\u202f!",
    "one\ttwo\n\nthree\r\nfour",
    "ﬁsh at the oﬃce, ｌｏｖｅ, ½, ﷺ, ｶﾞ …",
    "a\u200db\u200bc\u00add",
    "<unk> </s> <s> <pad> <0x41> ▁",
]


def surfaces(vocabulary: Vocabulary, text: str) -> list[str]:
    return [piece.surface for piece in vocabulary.encode(text)]


def check(vocabulary: Vocabulary, text: str, offset: int = 0) -> None:
    """Everything that holds of any text."""
    pieces = vocabulary.encode(text, offset)
    assert [piece.id for piece in pieces] == vocabulary.encode_ids(text)
    assert pieces[-1] == vocabulary.piece(vocabulary.eos_id)
    spans = []
    for piece in pieces[:-1]:
        assert piece.kind != "special"
        assert piece.span is not None
        piece.surface.encode()
        spans.append((piece.span[0] - offset, piece.span[1] - offset))
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert [s for s, _ in spans] == sorted(s for s, _ in spans)
    assert [e for _, e in spans] == sorted(e for _, e in spans)
    covered = {index for start, end in {*spans} for index in range(start, end)}
    traces = {character for character in text if not nothing(vocabulary, character)}
    missing = {i for i, character in enumerate(text) if character in traces} - covered
    assert not missing


def nothing(vocabulary: Vocabulary, character: str) -> bool:
    """Whether the normalisation leaves no trace of a character, or a space."""
    if character.isspace() or unicodedata.category(character) == "Cs":
        return True
    normalized = vocabulary._processor.normalize(f"a{character}b")
    return normalized in ("▁ab", "▁a▁b")


@pytest.mark.parametrize("text", EVERYDAY)
def test_everyday_texts_keep_their_spans(byte_vocabulary, plain_vocabulary, text) -> None:
    check(byte_vocabulary, text, offset=7)
    check(plain_vocabulary, text, offset=7)


@given(
    st.text(st.characters() | st.sampled_from("aé \u0301\u200d👍🏽ﬁ½▁\ud800\ufeff"), max_size=40)
)
def test_any_text_has_sound_spans(byte_vocabulary, plain_vocabulary, text) -> None:
    check(byte_vocabulary, text)
    check(plain_vocabulary, text)


def test_a_piece_covers_its_letters_and_not_the_space_before(byte_vocabulary) -> None:
    text = "  The  cat\u00a0the\tmuch \r\n finance."
    found = {p.surface: text[slice(*p.span)] for p in byte_vocabulary.encode(text) if p.span}
    for word in ("The", "cat", "the", "much", "finance"):
        assert found[f"▁{word}"] == word
    assert byte_vocabulary.encode(text, 100)[0].span[0] == 102


def test_a_lone_mark_covers_its_space_or_nothing(byte_vocabulary) -> None:
    pieces = byte_vocabulary.encode("😀  😀")
    marks = [p.span for p in pieces if p.text == "▁"]
    assert marks == [(0, 0), (1, 3)]


def test_normalised_characters_point_to_what_was_typed(byte_vocabulary) -> None:
    text = "ﬁsh: e\u0301cole ｆｉｎａｎｃｅ"
    pieces = byte_vocabulary.encode(text)
    whole = {p.text: text[slice(*p.span)] for p in pieces if p.span}
    assert whole["▁finance"] == "ｆｉｎａｎｃｅ"
    first = next(p for p in pieces if "f" in p.text)
    assert first.span is not None and first.span[0] == 0 and first.span[1] >= 1
    accented = next(p for p in pieces if "é" in p.text)
    assert "e\u0301" in text[slice(*accented.span)]


@pytest.mark.parametrize(
    "character", ["😀", FAMILY, FLAG, THUMB, "🏴\U000e0067\U000e007f", "❤\ufe0f"]
)
def test_bytes_of_a_visible_character_share_its_span_and_show_it_once(
    byte_vocabulary, character
) -> None:
    text = f"I love {character}{character}."
    pieces = [p for p in byte_vocabulary.encode(text) if p.kind == "byte"]
    size = len(character.encode())
    assert len(pieces) == 2 * size
    at, end = 7, 7 + len(character)
    for run, span in (
        (pieces[:size], (at, end)),
        (pieces[size:], (end, end + len(character))),
    ):
        assert {p.span for p in run} == {span}
        assert [p.surface for p in run] == [""] * (size - 1) + [character]
        assert [p.text for p in run] == [f"<0x{b:02X}>" for b in character.encode()]


def test_two_flags_are_two_characters_and_letters_are_not_joined(byte_vocabulary) -> None:
    pieces = byte_vocabulary.encode("🇫🇷🇩🇪Ж\u200dЯ")
    shown = [p.surface for p in pieces if p.kind == "byte" and p.surface]
    assert shown == ["🇫🇷", "🇩🇪", "Ж\u200d", "Я"]


def test_a_part_of_a_character_shows_itself_and_not_the_whole(byte_vocabulary) -> None:
    shown = surfaces(byte_vocabulary, "ﷺ")
    assert "".join(shown[:-1]).replace("▁", " ").split() == ["صلى", "الله", "عليه", "وسلم"]
    assert all(p.span in ((0, 0), (0, 1)) for p in byte_vocabulary.encode("ﷺ")[:-1])


def test_unknown_pieces_show_their_source(plain_vocabulary) -> None:
    text = f"I love {FAMILY} and ﬀЖ½."
    unknown = [p for p in plain_vocabulary.encode(text, 3) if p.kind == "unknown"]
    assert unknown[0].surface == FAMILY and unknown[0].text == "<unk>"
    assert unknown[0].span == (10, 15)
    assert unknown[0].id == plain_vocabulary.unk_id
    for piece in unknown:
        assert piece.surface == text[piece.span[0] - 3 : piece.span[1] - 3]


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u00a0", "\u200b\ufeff", "\ud800"])
def test_blank_text_is_the_end_token_alone(byte_vocabulary, blank) -> None:
    assert byte_vocabulary.encode_ids(blank) == [byte_vocabulary.eos_id]
    assert byte_vocabulary.encode(blank) == (byte_vocabulary.piece(3),)
    assert byte_vocabulary.sample_ids(blank, 0.1) == [byte_vocabulary.eos_id]


def test_a_lone_surrogate_shifts_nothing(byte_vocabulary) -> None:
    text = "I\ud83dcat"
    last = byte_vocabulary.encode(text)[-2]
    assert last.span[1] == len(text)
    assert "cat" in {text[slice(*p.span)] for p in byte_vocabulary.encode(text)[:-1]}


def test_text_that_looks_like_a_special_token_is_none(byte_vocabulary) -> None:
    assert [p.kind for p in byte_vocabulary.encode("</s><pad>")].count("special") == 1


def test_kinds_and_ids(byte_vocabulary) -> None:
    v = byte_vocabulary
    assert (v.pad_id, v.unk_id, v.start_id, v.eos_id) == (0, 1, 2, 3)
    assert [v.piece(i).kind for i in (0, 1, 2, 3)] == ["special", "unknown", "special", "special"]
    assert [v.piece(i).surface for i in (0, 2, 3)] == ["<pad>", "<s>", "</s>"]
    kinds = [v.piece(i).kind for i in range(v.size)]
    assert kinds.count("byte") == 256 and len(v) == v.size == len(kinds)
    assert all(v.piece(i).id == i and v.piece(i).span is None for i in range(v.size))
    for beyond in (-1, v.size):
        with pytest.raises(IndexError):
            v.piece(beyond)


def test_hiding_special_tokens_is_a_choice_of_indices(byte_vocabulary) -> None:
    ids = [2, *byte_vocabulary.encode_ids("I love you"), 0, 0]
    pieces = byte_vocabulary.target_pieces(ids)
    shown = visible(pieces)
    assert shown == tuple(range(1, len(ids) - 3))
    assert [pieces[i].kind for i in shown] == ["normal"] * len(shown)


@pytest.mark.parametrize("text", EVERYDAY[:7])
def test_decoding_is_the_inverse_up_to_normalisation(byte_vocabulary, text) -> None:
    normal = byte_vocabulary._processor.normalize(text).replace("▁", " ").strip()
    assert byte_vocabulary.decode(byte_vocabulary.encode_ids(text)) == normal


@given(data=st.data())
def test_decoding_agrees_with_sentencepiece(byte_vocabulary, data) -> None:
    v = byte_vocabulary
    whole = [i for i in range(v.size) if v.piece(i).kind in ("normal", "special")]
    ids = data.draw(st.lists(st.sampled_from(whole), max_size=12))
    assert v.decode(ids) == v._processor.decode(ids).lstrip(" ")


@given(st.lists(st.integers(0, 10_000), max_size=30))
def test_decoding_any_ids_gives_text(byte_vocabulary, ids) -> None:
    ids = [i % byte_vocabulary.size for i in ids]
    byte_vocabulary.decode(ids).encode()
    pieces = byte_vocabulary.target_pieces(ids)
    assert [p.id for p in pieces] == ids
    assert all("\ufffd" not in p.surface and p.span is None for p in pieces)


def test_special_pieces_leave_no_trace_in_the_text(byte_vocabulary) -> None:
    love = byte_vocabulary.encode_ids("I love you")
    assert byte_vocabulary.decode([2, 0, *love, 3, 0]) == "I love you"
    assert byte_vocabulary.decode([3]) == byte_vocabulary.decode([]) == ""


def test_half_a_character_is_one_replacement_character(byte_vocabulary) -> None:
    ids = byte_vocabulary.encode_ids("I love 😀")[:-1]
    assert [byte_vocabulary.decode(ids[: len(ids) - cut]) for cut in range(5)] == [
        "I love 😀",
        "I love \ufffd",
        "I love \ufffd",
        "I love \ufffd",
        "I love ",
    ]


def test_an_unknown_piece_stays_visible_in_the_text(plain_vocabulary) -> None:
    ids = plain_vocabulary.encode_ids("I love Ж")
    assert "⁇" in plain_vocabulary.decode(ids)


def test_target_bytes_show_the_character_when_it_is_complete(byte_vocabulary) -> None:
    ids = byte_vocabulary.encode_ids(f"é 😀 {FAMILY} ∞ $")
    pieces = byte_vocabulary.target_pieces(ids)
    for size in range(len(ids) + 1):
        assert byte_vocabulary.target_pieces(ids[:size]) == pieces[:size]
    shown = [p.surface for p in pieces if p.kind == "byte" and p.surface]
    assert shown == ["😀", "👨", "👩", "👧", "∞", "$"]


def test_broken_target_bytes_do_not_spoil_what_follows(byte_vocabulary) -> None:
    v = byte_vocabulary
    byte = {p.text: p.id for p in map(v.piece, range(v.size)) if p.kind == "byte"}
    love = v.encode_ids("love")[0]
    ids = [*(byte[name] for name in ("<0xF0>", "<0x9F>")), love]
    ids += [byte[name] for name in ("<0x98>", "<0x80>", "<0x24>")]
    shown = [p.surface for p in v.target_pieces(ids)]
    assert shown == ["", "", v.piece(love).surface, "", "", "$"]
    assert v.decode(ids).startswith("\ufffd") and v.decode(ids).endswith("\ufffd\ufffd$")


def test_samples_follow_the_seed(byte_vocabulary) -> None:
    text = "My name is Vikas. I love cricket, finance, and AI."
    samples = [byte_vocabulary.sample_ids(text, 0.1, seed) for seed in range(8)]
    assert samples == [byte_vocabulary.sample_ids(text, 0.1, seed) for seed in range(8)]
    assert len({tuple(s) for s in samples}) > 1
    for sample in samples:
        assert sample[-1] == 3 and sample.count(3) == 1
        assert byte_vocabulary.decode(sample) == text


def test_a_seed_counts_for_a_new_thread(byte_vocabulary) -> None:
    text = "We have been waiting for half an hour."

    def run(seed: int) -> list[list[int]]:
        samples: list[list[int]] = []

        def sample() -> None:
            samples.extend(byte_vocabulary.sample_ids(text, 0.1) for _ in range(4))

        sentencepiece.set_random_generator_seed(seed)
        thread = threading.Thread(target=sample)
        thread.start()
        thread.join()
        return samples

    assert run(11) == run(11) != run(12)


def test_a_large_alpha_samples_the_likeliest(byte_vocabulary) -> None:
    text = "The dog chased the cat."
    assert byte_vocabulary.sample_ids(text, 1000.0, 1) == byte_vocabulary.encode_ids(text)


def test_bytes_go_round(byte_model, byte_vocabulary, tmp_path) -> None:
    assert byte_vocabulary.to_bytes() == byte_model
    path = tmp_path / "sentencepiece.model"
    path.write_bytes(byte_vocabulary.to_bytes())
    text = "I love you very much."
    for again in (Vocabulary.load(path), pickle.loads(pickle.dumps(byte_vocabulary))):
        assert again.encode(text) == byte_vocabulary.encode(text)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 no model", b"\x00" * 64, b"<html>Not found</html>"]
)
def test_a_foreign_file_is_named(tmp_path, content) -> None:
    path = tmp_path / "sentencepiece.model"
    path.write_bytes(content)
    with pytest.raises(ModelFolderError, match=r"sentencepiece\.model is no SentencePiece model"):
        Vocabulary.load(path)


def test_a_truncated_file_is_noticed_wherever_it_is_cut(tmp_path, byte_model) -> None:
    size = len(byte_model)
    # The first few hundred bytes one by one, so that the borders between fields are among them.
    for cut in [*range(1, 400), *range(400, size, size // 200), size - 1]:
        with pytest.raises(ModelFolderError, match="damaged"):
            Vocabulary.from_bytes(byte_model[:cut])


def test_a_missing_file_or_a_folder_is_named(tmp_path) -> None:
    with pytest.raises(ModelFolderError, match=r"gone\.model is missing"):
        Vocabulary.load(tmp_path / "gone.model")
    with pytest.raises(ModelFolderError, match="cannot be read"):
        Vocabulary.load(tmp_path)


def test_a_model_without_padding_is_refused(padless_model) -> None:
    with pytest.raises(ModelFolderError, match="no padding piece"):
        Vocabulary.from_bytes(padless_model)


@pytest.mark.parametrize("part", ["\u0301", "🇫", "👩\u200d", "a", "love ", "ﷺ", "Ж"])
def test_long_odd_text_comes_to_an_end(byte_vocabulary, plain_vocabulary, part) -> None:
    check(byte_vocabulary, part * 5_000)
    check(plain_vocabulary, part * 5_000)
