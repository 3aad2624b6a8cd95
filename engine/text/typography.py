"""French typography for display.

The vocabulary's normalisation turns no-break spaces into plain ones, in the training data
and in what the network writes. Imprimerie nationale's rules bring them back: a narrow
no-break space (U+202F) before ``? ! ;``, a no-break space (U+00A0) before ``:`` and inside
``« »``.
"""

from __future__ import annotations

import re

NO_BREAK = "\u00a0"
NARROW_NO_BREAK = "\u202f"

_SPACES = "[ \u00a0\u202f]+"
# A mark ends a word or a sentence there; an emoticon, an operator or a URL goes on.
_ENDS = r"(?=\s|$|[»”\"’'.,…])"
_ENDS_OR_CLOSES = r"(?=\s|$|[»”\"’'.,…;:)\]])"
_HIGH_MARK = rf"(?:[?!]+{_ENDS_OR_CLOSES}|;{_ENDS})"

_SPACE_BEFORE_HIGH = re.compile(rf"(?<=[^\s«(\[“]){_SPACES}(?={_HIGH_MARK})")
_SPACE_BEFORE_COLON = re.compile(rf"(?<=[^\s«(\[“]){_SPACES}(?=:{_ENDS})")
_SPACE_AFTER_OPENING = re.compile(rf"(?<=«){_SPACES}(?=\S)")
_SPACE_BEFORE_CLOSING = re.compile(rf"(?<=\S){_SPACES}(?=»)")
_WORD_THEN_HIGH = re.compile(rf"(?<=[^\W\d_]|[\u0300-\u036f])(?={_HIGH_MARK})")
_MARKS = re.compile("[?!;:«»]")
_TOKEN = re.compile(r"\S+")
_ENTITY = re.compile(r"&#?\w+;")


def french_spacing(text: str) -> str:
    """Put the no-break spaces of French typography where they belong.

    A space that stands before ``? ! ; :`` or inside guillemets becomes the right one;
    before ``? ! ;`` right after a letter one is added. Times, numbers, URLs, addresses,
    HTML entities, emoticons and runs such as ``?!`` stay as they are. Doing it twice
    changes nothing more.
    """
    if not _MARKS.search(text):  # as of most texts that are not finished yet
        return text
    text = _TOKEN.sub(_space_out, text)
    text = _SPACE_BEFORE_HIGH.sub(NARROW_NO_BREAK, text)
    text = _SPACE_BEFORE_COLON.sub(NO_BREAK, text)
    text = _SPACE_AFTER_OPENING.sub(f"{NO_BREAK}", text)
    return _SPACE_BEFORE_CLOSING.sub(NO_BREAK, text)


def _space_out(match: re.Match[str]) -> str:
    token = match[0]
    if "://" in token or "@" in token or token.startswith("www.") or _ENTITY.search(token):
        return token
    return _WORD_THEN_HIGH.sub(NARROW_NO_BREAK, token)
