"""The rules by which SentencePiece normalises, checked before it follows them blindly.

A model holds them compiled, as ``precompiled_charsmap``: four bytes that say how long a trie is,
the trie, and the texts that it leads to, each ended by a NUL. The trie is a double array of
darts-clone (https://github.com/s-yata/darts-clone): 32 bits a unit, blocks of 256 units. From
unit *i* a byte *b* leads to unit ``i ^ offset ^ b``, wherever that is: SentencePiece before 0.2.2
looks there even if it is not in memory any more, and the process dies at the first text.
"""

from __future__ import annotations

import numpy as np

LONGEST = 1024
"""Bytes that one character may become; the longest of Unicode's own (U+FDFA, NFKC) has 33."""

_BLOCK = 4 * 256


def is_sound(charsmap: bytes) -> bool:
    """Whether all that can be reached lies within, and all that can come out is text."""
    if not charsmap:
        return True
    size = int.from_bytes(charsmap[:4], "little")
    texts = charsmap[4 + size :]
    if not size or size % _BLOCK or not texts or texts[-1] != 0:
        return False
    try:
        texts.decode("utf-8")
    except UnicodeDecodeError:
        return False
    units = np.frombuffer(charsmap, "<u4", size // 4, offset=4)
    offsets = (units >> 10) << ((units & 0x200) >> 6)
    children = np.arange(len(units), dtype=np.uint32) ^ offsets
    # A unit with the highest bit is a value, which no byte leads to; from the first one every
    # search begins, whatever it says.
    inner = units >> 31 == 0
    inner[0] = True
    if bool(((children | 0xFF) >= len(units))[inner].any()):
        return False
    with_value = inner & (units >> 8 & 1 == 1)
    values = units[children[with_value]] & 0x7FFFFFFF
    if bool((values >= len(texts)).any()):
        return False
    letters = np.frombuffer(texts, np.uint8)
    ends = np.flatnonzero(letters == 0)
    longest = int(np.diff(ends, prepend=-1).max()) - 1
    # None may begin in the middle of a character.
    return longest <= LONGEST and not bool((letters[values] & 0xC0 == 0x80).any())
