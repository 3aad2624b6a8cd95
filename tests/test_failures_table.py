"""The table of what can go wrong names tests that exist, and leaves no line without one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "failures.md"
_NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def rows() -> list[tuple[int, list[str]]]:
    """Each line of the tables with its cells, without heads and rules."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    heads = {number - 1 for number, line in enumerate(lines) if line.startswith("| ---")}
    return [
        (number + 1, [cell.strip() for cell in line.strip("|").split(" | ")])
        for number, line in enumerate(lines)
        if line.startswith("|") and not line.startswith("| ---") and number not in heads
    ]


def defined_in(path: Path) -> set[str]:
    """The tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_line_says_what_happens_and_names_tests_that_exist() -> None:
    wrong: list[str] = []
    for number, cells in rows():
        if len(cells) != 3 or not all(cells):
            wrong.append(f"line {number} has not three cells")
            continue
        named = _NAMED.findall(cells[2])
        if not named or _NAMED.sub("", cells[2]).strip(" ,"):
            wrong.append(f"line {number}: its last cell is no list of tests")
        for file, name in named:
            path = ROOT / "tests" / file
            if not path.is_file() or name not in defined_in(path):
                wrong.append(f"line {number}: there is no test {file}::{name}")
    assert not wrong


def test_the_table_has_what_was_promised() -> None:
    text = TABLE.read_text(encoding="utf-8")
    assert len(rows()) >= 40
    for words in (
        "no display", "write access", "damaged", "later version", "vanished", "in use",
        "while the model is loaded", "memory is full", "memory of the GPU", "unplugged",
        "disk is full", "NaN", "raises", "hangs", "dies", "closing", "every state",
    ):  # fmt: skip
        assert words in text, words
