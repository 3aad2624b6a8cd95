"""Which code points a reader sees as one character.

A small part of the rules of UAX #29: those that matter for what byte fallback cuts into
pieces (emoji sequences, flags, marks). ``unicodedata`` has no segmentation, and a whole
package for this is not worth the dependency.
"""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"
NON_JOINER = "\u200c"


def is_regional_indicator(character: str) -> bool:
    """Half of a flag: 🇫🇷 is two of these."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def is_extender(character: str) -> bool:
    """Whether it belongs to the code point before it: marks, joiners, skin tones, tags."""
    return (
        character in (JOINER, NON_JOINER)
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or unicodedata.category(character) in ("Mn", "Me", "Mc")
    )


def is_invisible(character: str) -> bool:
    """Whether it shows nothing by itself: joiners, direction marks, variation selectors."""
    return unicodedata.category(character) in ("Cf", "Cc") or "\ufe00" <= character <= "\ufe0f"


def continues(cluster: str, character: str) -> bool:
    """Whether ``character`` is part of the same visible character as ``cluster`` before it."""
    if not cluster:
        return False
    if is_extender(character):
        return True
    if cluster[-1] == JOINER:
        return unicodedata.category(character) == "So"
    if is_regional_indicator(character):
        before = 0
        while before < len(cluster) and is_regional_indicator(cluster[-1 - before]):
            before += 1
        return before % 2 == 1
    return False
