"""Text to pieces and back through the ``tokenizers`` library: tokenizer.json and its kin.

What a file asks for (normalisation, cutting into words, WordPiece, BPE, Unigram, putting
together again) the library does itself, so ids and texts are its own. Here they get what the
rest of the program needs: spans, and pieces that are shown with ``▁`` where a word begins.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.byte_level import piece_of
from engine.text.graphemes import continues, is_invisible
from engine.text.lookup import UNKNOWN_SURFACE
from engine.text.model_file import MOST_PIECES
from engine.text.segmenter import clean_text
from engine.text.tokenizer_file import guarded, open_tokenizer, parts_of, refusal

_BYTE = re.compile("<0x([0-9A-F]{2})>")


class LibrarySegmenter:
    """Cuts text into pieces, and makes text of pieces, as a tokenizer.json says.

    Its pieces keep the vocabulary's own spelling as ``text``. What a reader sees, their
    ``surface``, has a ``▁`` where a word begins: byte-level and SentencePiece vocabularies have
    the space in the piece itself; in WordPiece's, where ``##`` marks what goes on, a piece has
    it that follows a space in the text, and by itself any that can begin a word.

    Args:
        values: the JSON object of a tokenizer.json.
        name: what to call it in messages.
        size: rows of the vocabulary; one without a spelling is shown by its number. By default
            as many as there are pieces.
        special: spellings that stand for no text, beside those that the file calls special.
        unknown: the spelling of the unknown piece, where the file's own model has none.

    Attributes:
        ids: of every spelling.
        pieces: by id.
        unk_id: what stands for text that no piece covers; none where each has pieces.
        before, after: ids that the library puts in front of a text, and behind it.

    Raises:
        ModelFolderError: the file is damaged, or asks for what is not done here.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        name: str,
        size: int | None = None,
        special: Collection[str] = (),
        unknown: str | None = None,
    ) -> None:
        self._name = name
        self._tokenizer = open_tokenizer(values, name)
        self.ids: dict[str, int] = self._tokenizer.get_vocab(with_added_tokens=True)
        kinds = {
            part["type"]
            for place in ("normalizer", "pre_tokenizer", "decoder")
            for part in parts_of(values, place)
        }
        self._byte_level = "ByteLevel" in kinds
        # Else nothing in a piece says whether there is a space before it.
        self._spaced = self._byte_level or _writes_spaces(values)
        self._continues = str(values["model"].get("continuing_subword_prefix") or "")
        self.unk_id = self._unknown(values["model"], unknown)
        if size is None:
            size = max((number + 1 for number in self.ids.values()), default=0)
        if size > MOST_PIECES:
            raise refusal(name, "ids", f"up to {size - 1:,}")
        added = {
            token.content: token.special
            for token in self._tokenizer.get_added_tokens_decoder().values()
        }
        spelled: dict[int, Piece] = {}
        for spelling, number in self.ids.items():
            if number < size:  # the caller says what of a larger one
                silent = added.get(spelling, False) or spelling in special
                spelled[number] = self._piece(number, spelling, silent, spelling in added)
        pieces = [spelled.get(number) or _nameless(number) for number in range(size)]
        if self.unk_id is not None and self.unk_id < len(pieces):
            spelling = pieces[self.unk_id].text
            if spelling not in special:
                pieces[self.unk_id] = Piece(self.unk_id, spelling, "unknown", UNKNOWN_SURFACE)
        self.pieces = tuple(pieces)
        self.before, self.after = self._around()

    # ------------------------------------------------------------------ text to pieces

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """The pieces of a text with the characters that each covers, nothing around them.

        As :meth:`engine.text.segmenter.Segmenter.encode`. The spelling of a special piece in
        the text is that piece, as it is for the library; it has a span then.
        """
        clean = clean_text(text)
        found = guarded(lambda: self._tokenizer.encode(clean, add_special_tokens=False), self._name)
        pieces: list[Piece] = []
        run: list[Piece] = []  # byte pieces in a row
        last = (0, 0)
        for number, (start, end) in zip(found.ids, found.offsets, strict=True):
            piece = self.pieces[number]
            # Normalisation may put marks into another order; spans go on from left to right. The
            # suffix of a word counts as characters behind the text.
            start = min(max(start, last[0]), len(clean))
            end = min(max(end, last[1]), len(clean))
            if _is_mark(piece) and not clean[start:end].isspace():
                # The library has put it there, and gives it the span of what it stands beside.
                start = end = max(start, last[1])
            else:
                start = _bare(clean, start, end, piece)
            last = (start, end)
            if piece.kind == "byte":
                run.append(replace(piece, span=last))
                continue
            pieces += _byte_pieces(run, clean, offset)
            run.clear()
            if piece.kind == "unknown":
                piece = replace(piece, surface=clean[start:end])
            elif piece.kind == "normal" and not self._spaced:
                inner = start > 0 and not clean[start - 1].isspace()
                plain = piece.surface.removeprefix(SPACE_MARK)
                continuing = inner or self._goes_on(piece.text)
                piece = replace(piece, surface=plain if continuing else SPACE_MARK + plain)
            pieces.append(replace(piece, span=(start + offset, end + offset)))
        return pieces + _byte_pieces(run, clean, offset)

    # ------------------------------------------------------------------ pieces to text

    def text_of(self, ids: Sequence[int]) -> str:
        """Readable text of a sequence, whole or in the middle of being written.

        The library's own, special pieces left out; an unknown piece shows its spelling. A
        character whose last bytes are still to come shows as one U+FFFD.
        """
        shown = [number for number in ids if self.pieces[number].kind != "special"]
        pending = 0 if self._byte_level else self._pending(shown)
        whole = shown[: len(shown) - pending]
        text = guarded(lambda: self._tokenizer.decode(whole, skip_special_tokens=False), self._name)
        if whole and self._goes_on(self.pieces[whole[0]].text):
            text = text.removeprefix(self._continues)  # as behind the piece that it goes on from
        return text + "\ufffd" * bool(pending)

    def _pending(self, ids: Sequence[int]) -> int:
        """How many byte pieces at the end are the beginning of a character."""
        run = 0
        while run < len(ids) and run < 3 and self.pieces[ids[-1 - run]].kind == "byte":
            run += 1
        for count in range(run, 0, -1):
            texts = (self.pieces[number].text for number in ids[len(ids) - count :])
            data = bytes(int(text[3:5], 16) for text in texts)
            decoder = codecs.getincrementaldecoder("utf-8")()
            try:
                if not decoder.decode(data):
                    return count
            except UnicodeDecodeError:
                continue
        return 0

    # ------------------------------------------------------------------ the vocabulary

    def _piece(self, number: int, spelling: str, silent: bool, added: bool) -> Piece:
        if silent:
            return Piece(number, spelling, "special", spelling)
        if added:  # as it stands in a text
            text = spelling.replace(" ", SPACE_MARK)
            return Piece(number, text, "normal", text)
        if self._byte_level:
            return piece_of(number, spelling, False)
        byte = _BYTE.fullmatch(spelling)
        if byte:
            value = int(byte[1], 16)
            return Piece(number, spelling, "byte", chr(value) if 0x20 <= value < 0x7F else "")
        if self._spaced:
            return Piece(number, spelling, "normal", spelling)
        if self._goes_on(spelling):
            return Piece(number, spelling, "normal", spelling.removeprefix(self._continues))
        begins = any(character.isalnum() for character in spelling)
        return Piece(number, spelling, "normal", SPACE_MARK * begins + spelling)

    def _goes_on(self, spelling: str) -> bool:
        prefix = self._continues
        return bool(prefix) and spelling.startswith(prefix) and len(spelling) > len(prefix)

    def _unknown(self, model: Mapping[str, Any], unknown: str | None) -> int | None:
        if isinstance(model.get("vocab"), list):
            number: int | None = model.get("unk_id")
            return number
        own = model.get("unk_token")
        return self.ids.get(own or unknown or "")

    def _around(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the library puts around a text, as it does so."""
        for text in ("a", "a b", ""):
            bare, whole = (
                guarded(
                    lambda special=special, text=text: (
                        self._tokenizer.encode(  # type: ignore[misc]
                            text, add_special_tokens=special
                        ).ids
                    ),
                    self._name,
                )
                for special in (False, True)
            )
            if bare:
                break
        more = len(whole) - len(bare)
        for first in range(more + 1):
            if whole[first : first + len(bare)] == bare:
                before, after = whole[:first], whole[first + len(bare) :]
                if any(number >= len(self.pieces) for number in (*before, *after)):
                    ids = f"that puts the ids {[*before, *after]} around a text"
                    raise refusal(self._name, "post_processor", ids)
                return tuple(before), tuple(after)
        raise refusal(self._name, "post_processor", "that changes the pieces of a text")


def _nameless(number: int) -> Piece:
    return Piece(number, f"<{number}>", "special", f"<{number}>")


def _writes_spaces(values: Mapping[str, Any]) -> bool:
    """Whether a space becomes ``▁``, a character of the pieces."""
    if any(part["type"] == "Metaspace" for part in parts_of(values, "pre_tokenizer")):
        return True
    parts: Iterable[Mapping[str, Any]] = parts_of(values, "normalizer")
    return any(
        SPACE_MARK in str(part.get("content") or part.get("prepend") or "") for part in parts
    )


def _is_mark(piece: Piece) -> bool:
    """Whether a piece is a space and nothing else."""
    return piece.kind == "normal" and not piece.surface.strip(SPACE_MARK)


def _bare(text: str, start: int, end: int, piece: Piece) -> int:
    """Where a piece begins without the space before a word."""
    while start < end - 1 and text[start].isspace() and piece.surface[:1] != text[start]:
        start += 1
    return start


def _places(run: Sequence[Piece], text: str) -> list[tuple[int, int]]:
    """Where each byte piece is; several that the library gives one long span have parts of it."""
    places: list[tuple[int, int]] = []
    for span, group in itertools.groupby(run, key=lambda piece: piece.span):
        assert span is not None
        pieces = list(group)
        counts = [len(piece.text) // len("<0x00>") for piece in pieces]
        owners = [at for at in range(*span) for _ in text[at].encode()]
        if span[1] - span[0] < 2 or len(owners) != sum(counts):
            places += [span] * len(pieces)
            continue
        ends = list(itertools.accumulate(counts))
        places += [
            (owners[end - count], owners[end - 1] + 1)
            for end, count in zip(ends, counts, strict=True)
        ]
    return places


def _byte_pieces(run: Sequence[Piece], text: str, offset: int) -> list[Piece]:
    """The byte pieces of a run, those of one visible character with one span and one text."""
    pieces: list[Piece] = []
    cluster: list[Piece] = []
    first = end = 0

    def close() -> None:
        shown = text[first:end]
        if all(is_invisible(character) for character in shown):
            shown = ""
        for number, piece in enumerate(cluster, start=1):
            surface = shown if number == len(cluster) else ""
            pieces.append(replace(piece, surface=surface, span=(first + offset, end + offset)))
        cluster.clear()

    for piece, (start, stop) in zip(run, _places(run, text), strict=True):
        # Its last code points say enough; a thousand marks on one letter stay cheap.
        tail, following = text[max(first, end - 4) : end], text[start : start + 1]
        if cluster and start >= end and not (following and continues(tail, following)):
            close()
        if not cluster:
            first, end = start, stop
        end = max(end, stop)
        cluster.append(piece)
    close()
    return pieces
