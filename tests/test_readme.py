"""README.md and its neighbours say what is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.__main__ import build_parser
from gui.platform_check import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

# Come with another package of the line, or with any Debian.
PULLED_IN = {
    "libfreetype6",
    "libx11-6",
    "libxcb-render0",
    "libxcb-shm0",
    "libxcb-util1",
    "libxcb1",
    "libzstd1",
    "zlib1g",
}


def shell_lines(text: str) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_two_commands_are_one_line_each() -> None:
    lines = shell_lines(README)
    start = "python3 -m venv .venv && .venv/bin/pip install "
    assert f"{start}-e . && .venv/bin/python main.py" in lines
    # What is tested is what the lock says, here and in continuous integration.
    assert f"{start}-c constraints.txt -e '.[test]' && .venv/bin/python -m pytest" in lines


def test_ci_takes_its_commands_from_here() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    patterns = re.findall(r"readme_line '(.*)'", script)
    assert len(patterns) == 2
    for pattern in patterns:
        assert len(re.findall(pattern, README, re.MULTILINE)) == 1, pattern


def test_every_library_that_the_window_asks_for_is_named() -> None:
    (line,) = [line for line in shell_lines(README) if "apt-get install" in line]
    assert set(PACKAGES.values()) - PULLED_IN <= set(line.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), target


def test_the_commands_and_their_options_exist() -> None:
    parser = build_parser(with_training=True)
    (commands,) = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    seen = 0
    for page in PAGES:
        for line in shell_lines(page.read_text(encoding="utf-8")):
            match = re.search(r"python -m engine (\w+)(.*)", line.split(" #")[0])
            if match:
                seen += 1
                options = commands[match[1]]._option_string_actions
                for option in re.findall(r"(?<!\S)--[\w-]+", match[2]):
                    assert option in options, line
    assert seen >= 5


def test_no_gap_is_left_to_fill() -> None:
    for page in PAGES:
        assert not re.search(r"<!--|TODO|TBD|lorem", page.read_text(encoding="utf-8")), page
