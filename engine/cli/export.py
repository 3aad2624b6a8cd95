"""``python -m engine export``: a model folder in the format of another program."""

from __future__ import annotations

import argparse

from engine.cli.common import add_model_argument
from engine.command_line import path

SUMMARY = "write a model folder in the format of another program"
DESCRIPTION = """\
Write a model of Diaphane's own format as a folder that another program opens, and that computes
the same there. hf-marian: a MarianMT folder for the transformers library of Hugging Face (and,
through its converter, for CTranslate2). What that program cannot compute is refused by name.
"""
EXAMPLES = """\
examples:
  %(prog)s --format hf-marian --out en-fr-marian
  %(prog)s --format hf-marian --model my-model --out my-model-marian
"""
FORMATS = ("hf-marian",)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "export",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--format", choices=FORMATS, required=True, help="of the new folder")
    parser.add_argument(
        "-o", "--out", type=path, metavar="DIR", required=True, help="the new folder"
    )
    add_model_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the folder; returns the exit code.

    Raises:
        DiaphaneError: the model cannot be opened or exported, or the place cannot be used.
    """
    from engine.checkpoints.detect import load_checkpoint
    from engine.checkpoints.export_hf import export
    from engine.translator import builtin_model

    checkpoint = load_checkpoint(builtin_model() if args.model is None else args.model)
    print(export(checkpoint, args.out))
    return 0
