"""``python -m engine translate``: lines in, one translation a line out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.cli.common import (
    add_device_arguments,
    argument_text,
    positive_int,
    read_file,
    read_lines,
)
from engine.errors import DataError
from engine.search.options import SearchOptions

SUMMARY = "translate text, a file or standard input, one translation a line"
DESCRIPTION = """\
Translate TEXT, a file or standard input, one translation a line. A blank line stays blank.
A translation that the length limit ended is printed as far as it got and reported on
standard error with its line number.
"""
EXAMPLES = """\
examples:
  %(prog)s "I love you very much."
  %(prog)s --file letter.txt > lettre.txt
  cat letter.txt | %(prog)s --model my-model --device cuda
"""
# Lines that are translated together where nobody is waiting for each.
_WINDOW = 256


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "translate",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", nargs="*", metavar="TEXT", help="each is translated on its own")
    parser.add_argument(
        "--file", type=Path, metavar="F", help="translate the lines of a UTF-8 file; - is stdin"
    )
    parser.add_argument(
        "--model", type=Path, metavar="DIR", help="a model folder; default: the built-in one"
    )
    add_device_arguments(parser)
    parser.add_argument(
        "--max-length",
        type=positive_int,
        metavar="N",
        help="longest translation of a sentence in pieces; "
        "default: 20 more than twice the source's pieces",
    )
    parser.add_argument(
        "--batch-lines",
        type=positive_int,
        metavar="N",
        help="read N lines before translating them together; "
        f"default: 1 on a terminal, else {_WINDOW}",
    )
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Translate; returns the exit code.

    Raises:
        DiaphaneError: the model, the device or the input cannot be used.
    """
    if args.text and args.file is not None:
        args.parser.error("give TEXT or --file, not both")
    from_stdin = not args.text and (args.file is None or str(args.file) == "-")
    if from_stdin and sys.stdin is None:
        raise DataError("Standard input is closed; give TEXT or --file.")
    interactive = from_stdin and args.file is None and sys.stdin.isatty()
    window = args.batch_lines or (1 if interactive else _WINDOW)
    lines = _lines(args)

    from engine.translator import Translator

    translator = Translator.load(args.model, device=args.device, dtype=args.dtype)
    if interactive:
        print("Type a sentence and Return; Ctrl-D ends.", file=sys.stderr)
    options = SearchOptions(max_length=args.max_length)
    translations = translator.translate_lines(lines, options, window=window)
    for number, translation in enumerate(translations, 1):
        # One line in is one line out, whatever the model writes.
        print(translation.text.replace("\n", " "), flush=interactive or window == 1)
        if translation.cut:
            limit = (
                f"the translation ends early, at the {translator.info.max_positions} pieces "
                "that this model can write at most; split the line into shorter sentences."
                if translation.full
                else "the length limit ended the translation early; "
                "a larger --max-length allows more."
            )
            print(f"diaphane: line {number}: {limit}", file=sys.stderr)
    sys.stdout.flush()
    return 0


def _lines(args: argparse.Namespace) -> Iterator[str]:
    if args.text:
        # A text of several lines is several lines, so that each has one of its own in the output.
        texts = [argument_text(text).removesuffix("\n") for text in args.text]
        return iter([line for text in texts for line in text.split("\n")])
    if args.file is None or str(args.file) == "-":
        return read_lines(sys.stdin.buffer, "standard input")
    return read_file(args.file)
