"""Vocabularies whose ids come from a table, and sources that name the language to translate to."""

from __future__ import annotations

import io

import pytest
import sentencepiece

from engine.errors import ModelFolderError, SearchError
from engine.text.lookup import Side, from_sentencepiece, from_table
from engine.text.pieces import PieceVocabulary

TEXTS = ["the old cat sees a dog", "a dog sees the cat", "old dogs see cats"] * 4


def train(**options: object) -> bytes:
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS), model_writer=out, vocab_size=300, hard_vocab_limit=False,
        minloglevel=2, **{"bos_id": -1, "unk_id": 0, "eos_id": 1, **options},
    )  # fmt: skip
    return out.getvalue()


@pytest.fixture(scope="module")
def plain() -> bytes:
    return train()


@pytest.fixture(scope="module")
def with_bytes() -> bytes:
    return train(byte_fallback=True)


def words(model: bytes) -> list[str]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(i) for i in range(2, processor.get_piece_size())]


def side(model: bytes, more: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> Side:
    spellings = [word for word in words(model) if word not in without]
    ids = {word: i for i, word in enumerate(["</s>", "<unk>", *spellings, *more])}
    return from_table(model, "x.spm", ids, len(ids) + 1, special=("<pad>",))


def vocabulary(source: Side, target: Side | None = None, codes: bool = True) -> PieceVocabulary:
    target = target or source
    return PieceVocabulary(
        source.segmenter, target.segmenter, source.pieces, target.pieces,
        pad_id=len(source.pieces) - 1, unk_id=target.unk_id, start_id=len(target.pieces) - 1,
        source_eos_id=source.eos_id, eos_id=target.eos_id, language_codes=codes,
    )  # fmt: skip


def test_ids_are_the_table_s_and_spans_are_the_text_s(plain) -> None:
    found = vocabulary(side(plain))
    processor = sentencepiece.SentencePieceProcessor(model_proto=plain)
    text = "the cat sees  old dogs"
    pieces = found.encode(text, 10)
    spelled = processor.encode(text, out_type=str)
    assert [piece.text for piece in pieces] == [*spelled, "</s>"]
    assert found.encode_ids(text) == [piece.id for piece in pieces]
    assert all(found.piece(piece.id).text == piece.text for piece in pieces)
    for piece in pieces[:-1]:
        begin, end = piece.span
        assert text[begin - 10 : end - 10].strip() == piece.text.replace("▁", "")
    assert found.decode(found.target_ids(text)) == "the cat sees old dogs"


def test_what_the_table_lacks_is_unknown_and_shows_its_text(plain) -> None:
    spelled = sentencepiece.SentencePieceProcessor(model_proto=plain).encode("a cat", out_type=str)
    found = vocabulary(side(plain, without=(spelled[-1],)))
    piece = found.encode("a cat")[-2]
    assert (piece.id, piece.kind) == (1, "unknown")
    assert piece.surface == "a cat"[slice(*piece.span)] == spelled[-1].replace("▁", "")


def test_what_the_model_does_not_know_but_the_table_does_is_a_piece(plain) -> None:
    """SentencePiece hands out text that it has no piece for as it is; the table decides."""
    found = vocabulary(side(plain, more=("☂",)))
    piece = found.encode("cat ☂")[-2]
    assert (piece.text, piece.kind) == ("☂", "normal")


def test_bytes_with_a_table(with_bytes) -> None:
    found = vocabulary(side(with_bytes))
    text = "a 👍🏽 cat"
    pieces = found.encode(text)
    shown = [piece for piece in pieces if piece.kind == "byte"]
    assert len(shown) == 8 and shown[-1].surface == "👍🏽"
    assert {piece.span for piece in shown} == {(2, 4)}
    assert found.decode(found.encode_ids(text)) == text
    assert "".join(p.surface for p in found.target_pieces(found.target_ids("👍"))[:-1])[-1] == "👍"


def test_bytes_that_the_table_lacks(with_bytes) -> None:
    every = tuple(f"<0x{i:02X}>" for i in range(256))
    found = vocabulary(side(with_bytes, without=every))
    pieces = found.encode("a 👍 cat")
    unknown = [piece for piece in pieces if piece.kind == "unknown"]
    assert len(unknown) == 4 and {piece.span for piece in unknown} == {(2, 3)}
    assert [piece.surface for piece in unknown] == ["", "", "", "👍"]


def test_special_pieces_never_come_out_of_a_text(plain) -> None:
    found = vocabulary(side(plain, more=(">>fra<<",)))
    for text in ("</s>", "a </s> cat", "<pad>", "x >>fra<< y"):
        assert all(piece.kind != "special" for piece in found.encode(text)[:-1]), text


def test_rows_without_a_spelling_have_a_number(plain) -> None:
    found = vocabulary(side(plain))
    last = found.size - 1
    assert (found.piece(last).text, found.piece(last).kind) == (f"<{last}>", "special")
    with pytest.raises(IndexError):
        found.piece(found.size)
    with pytest.raises(IndexError):
        found.piece(-1)


# ------------------------------------------------------------------------------- languages


def test_a_code_at_the_beginning_is_one_piece(plain) -> None:
    found = vocabulary(side(plain, more=(">>oci<<", ">>fra<<")))
    assert found.target_languages == ("fra", "oci")
    pieces = found.encode(">>fra<< the cat", 3)
    assert (pieces[0].text, pieces[0].kind, pieces[0].span) == (">>fra<<", "special", (3, 10))
    assert [piece.id for piece in pieces[1:]] == found.encode_ids("the cat")
    begin, end = pieces[1].span
    assert " " * 3 + ">>fra<< the cat"[begin - 3 : end - 3] in "   the"
    unknown = found.encode(">>xyz<< the cat")[0]
    assert (unknown.kind, unknown.surface, unknown.span) == ("unknown", ">>xyz<<", (0, 7))


def test_a_code_for_the_whole_text_stands_before_sentences_that_have_none(plain) -> None:
    found = vocabulary(side(plain, more=(">>oci<<", ">>fra<<")))
    text = ">>fra<< the cat. a dog"
    assert found.language_of(text) == ">>fra<<"
    code = found.choose(text)
    pieces = found.encode("a dog", 17, code)
    assert pieces[0].text == ">>fra<<" and pieces[0].span is None
    assert (pieces[1].span[0], pieces[-2].span[1]) == (17, 22)
    assert found.encode_ids("a dog", code) == found.encode_ids(">>fra<<a dog")
    assert found.encode(">>oci<< a dog", 0, code)[0].text == ">>oci<<"
    assert found.choose("the cat", target="fra") == code
    assert found.choose(text, target="oci") == code, "what the text says comes first"
    assert found.choose("the cat").before == ()
    with pytest.raises(SearchError, match="no language 'xyz' as target; choose one of fra, oci"):
        found.choose("the cat", target="xyz")
    assert found.choose(">>fr<< the cat") == code, "of whichever standard"
    assert found.encode(">>fr<< the cat")[0].text == ">>fra<<"
    assert found.encode(">>fr<< the cat")[0].span == (0, 6)
    with pytest.raises(SearchError, match=r"with >>xyz<<\. This model has no language 'xyz'"):
        found.choose(">>xyz<< the cat")
    (unknown,) = found.choose(">>no code<< the cat").before
    assert (unknown.kind, unknown.surface) == ("unknown", ">>no code<<")


def test_without_codes_the_signs_are_text(plain) -> None:
    for found in (vocabulary(side(plain, more=(">>fra<<",)), codes=False),):
        assert found.target_languages == ()
        assert found.language_of(">>fra<< a") == ""
        assert found.encode(">>fra<< a")[0].span[1] < 7
    found = vocabulary(side(plain, more=(">>fra<<",)))
    for text in (">>fra", "<<fra>>", "a >>fra<<", ">fra<<", ""):
        assert found.language_of(text) == ""


def test_two_languages_with_ids_of_sentencepiece(plain, with_bytes) -> None:
    source, target = from_sentencepiece(plain, "a"), from_sentencepiece(with_bytes, "b")
    found = vocabulary(source, target, codes=False)
    for model, encode in ((plain, found.encode_ids), (with_bytes, found.target_ids)):
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        assert encode("old ☂ dogs") == [*processor.encode("old ☂ dogs"), 1]
    assert found.source_size != found.size
    assert found.decode(found.target_ids("old ☂ dogs")) == "old ☂ dogs"


def test_what_is_no_vocabulary(plain) -> None:
    with pytest.raises(ModelFolderError, match=r"x\.spm is no SentencePiece model"):
        from_table(b"garbage", "x.spm", {"<unk>": 0, "</s>": 1}, 2)
    broken = plain.replace("▁".encode(), b"\xe2\x28\x81", 1)  # a piece that is no UTF-8
    with pytest.raises(ModelFolderError, match=r"x\.spm is no SentencePiece model"):
        from_table(broken, "x.spm", {"<unk>": 0, "</s>": 1}, 2)
    with pytest.raises(KeyError, match="<unk>"):
        from_table(plain, "x.spm", {"</s>": 1}, 2)
    with pytest.raises(KeyError, match="end piece"):
        from_sentencepiece(train(eos_id=-1), "x.spm")
