"""What folders of other programs tell of their languages and of their licence."""

from __future__ import annotations

import re
from pathlib import Path

from engine.text.language_codes import short

_NAME = re.compile(
    r"(?:opus(?:-?mt)?|opusTCv\w+|marian)?-?(?:tc-(?:big|base|tiny)-)?"
    r"(?P<source>[a-z]{2,3})(?:_[A-Z][a-z]{3})?-(?P<target>[a-z]{2,3})(?:_[A-Z][a-z]{3})?"
)
_LICENSE = re.compile(r"^license:[ \t]*[\"']?([\w.+ -]+?)[\"']?[ \t]*$", re.MULTILINE)

_README = {
    side: re.compile(rf"^\* {side} language\(s\):[ \t]*([\w ]+?)[ \t]*$", re.MULTILINE)
    for side in ("source", "target")
}


def pair_of(folder: Path, source: object = None, target: object = None) -> tuple[str, str]:
    """Source and target language; empty where nothing tells them.

    Args:
        folder: its README.md may tell them, or its name: ``opus-mt-en-fr``.
        source, target: what the folder's settings say, if anything.
    """
    if isinstance(source, str) and isinstance(target, str) and source and target:
        return short(source), short(target)
    told = [_README[side].search(_readme(folder)) for side in ("source", "target")]
    codes = [found.group(1).split() if found else [] for found in told]
    if codes[0] and codes[1]:
        # Of several the user chooses one in the text.
        source, target = (short(each[0]) if len(each) == 1 else "" for each in codes)
        return source, target
    found = _NAME.fullmatch(folder.resolve().name)
    return (short(found["source"]), short(found["target"])) if found else ("", "")


def license_of(folder: Path) -> str:
    """The licence in the first lines of README.md, or that there is a file with it; else empty."""
    text = _readme(folder)
    head = text.split("\n---", 1)[0] if text.startswith("---") else ""
    found = _LICENSE.search(head)
    if found:
        return found.group(1)
    return "see the file LICENSE" if (folder / "LICENSE").is_file() else ""


def _readme(folder: Path) -> str:
    """The beginning of README.md; empty if there is none."""
    path = folder / "README.md"
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(1 << 16).decode("utf-8", "replace")
    except OSError:
        return ""
