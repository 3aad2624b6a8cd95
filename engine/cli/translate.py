"""``python -m engine translate``: lines in, one translation a line out."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cli.common import (
    add_device_arguments,
    add_model_argument,
    argument_text,
    positive_int,
    read_file,
    read_lines,
    report_cut,
    report_loops,
    report_no_output,
)
from engine.cli.search_arguments import add_search_arguments, search_options
from engine.command_line import path
from engine.errors import DataError

if TYPE_CHECKING:
    from engine.lines import LineTranslation

SUMMARY = "translate text, a file or standard input, one translation a line"
DESCRIPTION = """\
Translate TEXT, a file or standard input, one translation a line. A blank line stays blank.
An encoder alone fills the masks of each line in; a decoder alone continues it.
With --n-best each hypothesis has a line: line number, sentence, rank, score and text, with
tabs between. An output that the length limit ended is printed as far as it got and reported on
standard error with its line number, as is one that repeats itself at its end.
"""
EXAMPLES = """\
examples:
  %(prog)s "I love you very much."
  %(prog)s --file letter.txt > lettre.txt
  %(prog)s --beam 4 --n-best 4 "Where is the station?"
  cat letter.txt | %(prog)s --model my-model --device cuda
"""
# Lines that are translated together where nobody is waiting for each.
_WINDOW = 256
_BATCH_TOKENS = 2048


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
        "--file", type=path, metavar="F", help="translate the lines of a UTF-8 file; - is stdin"
    )
    add_model_argument(parser)
    add_device_arguments(parser)
    parser.add_argument(
        "--batch-lines",
        type=positive_int,
        metavar="N",
        help="read N lines before translating them together; "
        f"default: 1 on a terminal, else {_WINDOW}",
    )
    parser.add_argument(
        "--batch-tokens",
        type=positive_int,
        metavar="N",
        default=_BATCH_TOKENS,
        help="padded source pieces that are translated at once; default: %(default)s",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="one JSON object a line: the sentences, their hypotheses, the parts of each score",
    )
    add_search_arguments(parser)
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
    options = search_options(args)
    lines = _lines(args)

    from engine.translator import Translator

    translator = Translator.load(args.model, device=args.device, dtype=args.dtype)
    report_no_output(translator.info)
    if interactive:
        print("Type a sentence and Return; Ctrl-D ends.", file=sys.stderr)
    translations = translator.translate_lines(
        lines, options, batch_tokens=args.batch_tokens, window=window
    )
    show = _show_json if args.json else _show_ranked if options.n_best > 1 else _show_text
    for number, line in enumerate(translations, 1):
        show(number, line)
        if interactive or window == 1:
            sys.stdout.flush()
        blocked = any(each[0].ending == "nothing allowed" for each in line.sentences)
        report_cut(f"line {number}", line.translated, blocked, translator.info)
        report_loops(f"line {number}", [each[0] for each in line.sentences], translator.info.stacks)
    sys.stdout.flush()
    return 0


def _show_text(_number: int, line: LineTranslation) -> None:
    # One line in is one line out, whatever the model writes.
    print(line.translated.text.replace("\n", " "))


def _show_ranked(number: int, line: LineTranslation) -> None:
    for sentence, hypotheses in enumerate(line.sentences, 1):
        for rank, hypothesis in enumerate(hypotheses, 1):
            text = hypothesis.text.replace("\n", " ")
            print(number, sentence, rank, f"{hypothesis.score:.4f}", text, sep="\t")


def _show_json(number: int, line: LineTranslation) -> None:
    sentences = [
        [
            {
                "text": hypothesis.text,
                **dataclasses.asdict(hypothesis.parts),
                "ending": hypothesis.ending,
                "loop": None if hypothesis.loop is None else dataclasses.asdict(hypothesis.loop),
                "pieces": [piece.text for piece in hypothesis.pieces],
                "log_probabilities": list(hypothesis.log_probabilities),
            }
            for hypothesis in hypotheses
        ]
        for hypotheses in line.sentences
    ]
    values = {"line": number, "text": line.translated.text, "sentences": sentences}
    print(json.dumps(values, ensure_ascii=False))


def _lines(args: argparse.Namespace) -> Iterator[str]:
    if args.text:
        # A text of several lines is several lines, so that each has one of its own in the output.
        texts = [argument_text(text).removesuffix("\n") for text in args.text]
        return iter([line.removesuffix("\r") for text in texts for line in text.split("\n")])
    if args.file is None or str(args.file) == "-":
        return read_lines(sys.stdin.buffer, "standard input")
    return read_file(args.file)
