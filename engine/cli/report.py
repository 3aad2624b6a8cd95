"""``python -m engine report``: a recorded translation as one HTML page."""

from __future__ import annotations

import argparse
import os
import re

from engine.command_line import path
from engine.errors import DataError, OutputError
from engine.model.heads_off import KIND_WORDS, lacking
from engine.trace import Trace
from engine.traces import file
from engine.traces.report import Matrix, write_report

SUMMARY = "write a recorded translation as one HTML page that needs no network"
DESCRIPTION = """\
Write what a trace file holds as one HTML page: the model, the options, each sentence's pieces,
outputs with their scores, steps with their likeliest pieces, attention as pictures with every
number in reach, and the search tree. It needs no network and no script.
"""
EXAMPLES = """\
examples:
  %(prog)s love.trace --out love.html
  %(prog)s station.trace --out station.html --attention cross:2:5 --attention self:1:mean
"""
_MATRIX = re.compile(r"(\w+):(\d+):(\d+|mean)")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "report",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("trace", type=path, metavar="TRACE", help="the trace file")
    parser.add_argument(
        "-o", "--out", type=path, metavar="F", required=True, help="the HTML file to write"
    )
    parser.add_argument(
        "--attention",
        type=_matrix,
        action="append",
        default=[],
        metavar="KIND:LAYER:HEAD",
        help="draw this attention too: encoder, self or cross, then the layer and the head, "
        "counted from 1, or mean; may be given more than once. Always drawn: the "
        "cross-attention of every layer, the mean over its heads",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the page; returns the exit code.

    Raises:
        DiaphaneError: the trace cannot be read, has no such head, or the place cannot be used.
    """
    if os.path.realpath(args.out) == os.path.realpath(args.trace):
        raise OutputError(f"{args.out} is the trace itself and is left alone; name another file.")
    trace = file.load(args.trace)
    _check(trace, args.attention)
    write_report(trace, args.out, args.attention, name=args.trace.name)
    return 0


def _matrix(words: str) -> Matrix:
    found = _MATRIX.fullmatch(words)
    kind = KIND_WORDS.get(found.group(1)) if found is not None else None
    if found is None or kind is None or "0" in found.groups():
        raise argparse.ArgumentTypeError(
            f"{words!r} names no attention; write for example cross:1:2 or self:3:mean, the kind "
            f"being one of {', '.join(KIND_WORDS)}"
        )
    head = None if found.group(3) == "mean" else int(found.group(3)) - 1
    return kind, int(found.group(2)) - 1, head


def _check(trace: Trace, matrices: list[Matrix]) -> None:
    for kind, layer, head in matrices:
        if reason := lacking(trace.started.model, kind, layer, head):
            raise DataError(reason)
