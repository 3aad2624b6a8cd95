"""Names that nobody bears: copying is all that can be learned from them."""

from __future__ import annotations

import random

_STARTS_TEXT = """
    B C D F G K L M N P R S T V Z J Br Ch Dr Gr Kr Pr Sh St Tr Th Kh Bh Vl Sl Fr Gl A E I O U A
    E I Ou Ai
    """
_VOWELS_TEXT = """
    a a a a e e e i i i o o u u ai ou ee ia aa é á í ó ö ü ã
    """
_MIDDLES_TEXT = """
    b d g k l m n r s t v z sh ch nd nt rk rt ll nn ss tr dr kh mb nk lm ng ñ ç sk rj v j p h
    """
_ENDS_TEXT = """
    n r s l m k t d th sh v j x z ck rt nd
    """
_STARTS = _STARTS_TEXT.split()
_VOWELS = _VOWELS_TEXT.split()
_MIDDLES = _MIDDLES_TEXT.split()
_ENDS = _ENDS_TEXT.split()


def invented_name(rng: random.Random) -> str:
    """A capitalised word of two to four syllables, e.g. "Velnir", "Shaaróka"."""
    name = rng.choice(_STARTS)
    if name[-1] not in "AEIOUiu":
        name += rng.choice(_VOWELS)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        name += rng.choice(_MIDDLES) + rng.choice(_VOWELS)
    if rng.random() < 0.55:
        name += rng.choice(_ENDS)
    return name[0].upper() + name[1:]
