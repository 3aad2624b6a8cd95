"""``python -m engine models``: what is on this machine."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.checkpoints.hub import LocalModel

SUMMARY = "list the models on this machine"
DESCRIPTION = """\
List the models on this machine: the built-in ones and those in the user's data folder, where
'pull' puts them. Each line has the name, the languages, the size, the licence and the folder.
"""
EXAMPLES = """\
examples:
  %(prog)s
  %(prog)s --json
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "models",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list; returns the exit code."""
    from engine.checkpoints.hub import local_models, size_text

    models = local_models()
    if args.json:
        values = [{**dataclasses.asdict(model), "folder": str(model.folder)} for model in models]
        print(json.dumps(values, indent=2, ensure_ascii=False))
        return 0
    rows = [
        (model.name, _languages(model), size_text(model.size), model.license or "not said")
        for model in models
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for model, row in zip(models, rows, strict=True):
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        print("  ".join((*cells, str(model.folder))))
    return 0


def _languages(model: LocalModel) -> str:
    if model.source_language and model.target_language:
        return f"{model.source_language} → {model.target_language}"
    many = len(model.languages)
    if many > 4:
        return f"{many} languages"
    return " ".join(model.languages) or "?"
