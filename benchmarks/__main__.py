"""``python -m benchmarks``: everything side by side, as one table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from benchmarks import machine, threads
from benchmarks.errors import BenchmarkError
from benchmarks.result import Result, table
from benchmarks.subjects import NAMES, USUAL, subject

BAD_INPUT = 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and leaves with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{message.removeprefix('argument ')}; see --help.\n")


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line. Leaves with 2 and a sentence on stderr if it is wrong."""
    parser = _Parser(
        prog="python -m benchmarks",
        description="Measure Diaphane against the engines that people would use instead.",
        epilog=f"Subjects: {', '.join(NAMES)}. Without --only all but window, which prints a "
        "table of its own and takes minutes.",
    )
    parser.add_argument("--only", nargs="+", type=_name, metavar="NAME", help="these subjects")
    parser.add_argument("--rounds", type=_rounds, metavar="N", help="measure everything N times")
    parser.add_argument(
        "--quick", action="store_true", help="less of everything, to see that it works"
    )
    parser.add_argument(
        "--json", type=_file, metavar="F", help="write the results as a list of objects, too"
    )
    parser.add_argument("--gpu", action="store_true", help="measure on a GPU, and nothing else")
    options = parser.parse_args(arguments)
    if options.gpu and options.only:
        parser.error("--gpu is a measurement of its own: leave out --only")
    return options


def _name(text: str) -> str:
    if text not in NAMES:
        raise argparse.ArgumentTypeError(f"there is no {text!r}; there are {', '.join(NAMES)}")
    return text


def _rounds(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of rounds, 1 or more")
    return int(text)


def _file(text: str) -> Path:
    path = Path(text).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no place for a file")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print.

    Returns:
        0 if everything could be measured, whether its target is reached or not; else 1.
    """
    options = parse(arguments)
    # Before anything is loaded that computes.
    threads.hold(1)
    notes: list[str] = []
    before = machine.load()
    if options.gpu:
        import torch

        from benchmarks.gpu import NO_GPU, gpu

        if not torch.cuda.is_available():
            print(NO_GPU)
            _write(options.json, [])
            return 0
        notes.append(f"{torch.cuda.get_device_name()}.")
        results, refused = [], False
        try:
            results = gpu(options.rounds, options.quick, notes.append)
        except BenchmarkError as error:
            print(error, file=sys.stderr)
            refused = True
    else:
        names = list(dict.fromkeys(options.only or USUAL))
        results, refused = _measure(names, options, notes)
    if results:
        print(table(results))
    for line in [*notes, *machine.described(before)]:
        print(f"\n{line}")
    _write(options.json, results)
    return int(refused)


def _measure(
    names: Sequence[str], options: argparse.Namespace, notes: list[str]
) -> tuple[list[Result], bool]:
    """The rows of all subjects, and whether one could not be measured; what it said is printed."""
    from benchmarks.context import Context
    from benchmarks.peers import Peers
    from engine.translator import Translator

    translator = Translator.load(device="cpu", threads=1)
    results: list[Result] = []
    refused = False
    with Peers(translator) as peers:
        context = Context(peers, translator, options.rounds, options.quick, notes.append)
        for name in names:
            print(f"{name} …", file=sys.stderr, flush=True)
            try:
                results += subject(name)(context)
            except BenchmarkError as error:
                print(f"{name}: {error}", file=sys.stderr, flush=True)
                refused = True
    return results, refused


def _write(path: Path | None, results: Sequence[Result]) -> None:
    if path is not None:
        text = json.dumps([result.as_object() for result in results], indent=2, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
