"""The spellings of byte-level BPE, whose pieces are stretches of UTF-8 (GPT-2, RoBERTa, BART).

In the files of such a vocabulary every byte is written as a letter that can be seen, ``Ġ`` for
the space (Radford et al. 2019).
"""

from __future__ import annotations

from engine.events import Piece
from engine.text.alignment import SPACE_MARK


def _letters() -> dict[int, str]:
    """GPT-2's letter for each byte: itself where it can be seen, else one from U+0100 on."""
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in set(seen)]
    return {byte: chr(byte) for byte in seen} | {b: chr(0x100 + i) for i, b in enumerate(hidden)}


LETTERS = _letters()
_BYTES = {letter: byte for byte, letter in LETTERS.items()}


def bytes_of(spelling: str) -> bytes | None:
    """The bytes that a spelling of the vocabulary stands for; ``None`` if it is no such one."""
    if any(letter not in _BYTES for letter in spelling):
        return None
    return bytes(_BYTES[letter] for letter in spelling)


def piece_of(number: int, spelling: str, special: bool) -> Piece:
    """A piece of the vocabulary as the rest of the program has it: ``▁`` for the space.

    What is no whole text is shown by its bytes, ``<0xE2><0x98>``.
    """
    data = None if special else bytes_of(spelling)
    if not data:
        return Piece(number, spelling, "special", spelling)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = SPACE_MARK
    if SPACE_MARK in text:  # or else it would read as a space
        return Piece(number, "".join(f"<0x{byte:02X}>" for byte in data), "byte", "")
    text = text.replace(" ", SPACE_MARK)
    return Piece(number, text, "normal", text)
