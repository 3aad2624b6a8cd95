"""The command line: ``python -m engine`` and ``translate``, ``trace``, ``report``, ``info``,
``models``, ``find``, ``pull``, ``export``, ``train``, ``average`` or ``evaluate``.

Exit codes: 0 done; 2 wrong usage or input, with one sentence on standard error; 130
stopped by Ctrl-C; 141 the reader of the output went away.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine import __version__
from engine.command_line import BROKEN_PIPE, USAGE_ERROR, Parser, drop_output, use_utf8
from engine.errors import DiaphaneError, shortage

DESCRIPTION = "The engine of Diaphane, a translator you can see through."
EXAMPLES = """\
examples:
  %(prog)s translate "I love you very much."
  %(prog)s trace "I love you very much." -o love.trace
  %(prog)s report love.trace --out love.html
  %(prog)s info
  %(prog)s pull Helsinki-NLP/opus-mt-en-de
  %(prog)s train --help
"""
# Commands whose code is imported only when one of them is asked for: `--help` stays fast
# and works without the training extra.
TRAINING = {
    "train": "train a model on sentence pairs",
    "average": "make a model folder of a run's newest checkpoints",
    "evaluate": "print the BLEU and chrF of a model on test data as JSON",
}
TRAINING_PACKAGES = ("sacrebleu", "tqdm")

INTERRUPTED = 130


class _Parser(Parser):
    prefix = "diaphane: "


def build_parser(with_training: bool = False) -> argparse.ArgumentParser:
    """The whole command line; the training commands' own options only ``with_training``."""
    # Not above: they load NumPy, and Ctrl-C meanwhile should find `main` ready for it.
    from engine.cli import export, find, info, models, pull, report, trace, translate

    name = Path(sys.argv[0]).name
    parser: argparse.ArgumentParser = _Parser(
        prog="python -m engine" if name in ("__main__.py", "-m") else "diaphane-engine",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"diaphane {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    translate.add_parser(commands)
    trace.add_parser(commands)
    report.add_parser(commands)
    info.add_parser(commands)
    models.add_parser(commands)
    find.add_parser(commands)
    pull.add_parser(commands)
    export.add_parser(commands)
    if with_training:
        from engine.training import cli

        cli.add_arguments(commands)
    else:
        for command, summary in TRAINING.items():
            commands.add_parser(command, help=summary)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if sys.stderr is None:  # closed by the caller: nobody wants the messages
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    use_utf8()
    try:
        wanted = next((word for word in arguments if not word.startswith("-")), "")
        parser = build_parser(with_training=wanted in TRAINING)
        args = parser.parse_args(arguments)
        if sys.stdout is None:
            return _fail("Standard output is closed; send it to a file or a terminal.")
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except DiaphaneError as error:
        return _fail(str(error))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in TRAINING_PACKAGES:
            raise
        return _fail(
            f"'{wanted}' needs the package {error.name}, which is not installed; install the "
            "training extra: pip install 'diaphane[train]' (from the source tree: "
            "pip install -e '.[train]')."
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except OSError as error:
        return _fail(f"{error.filename or 'The output'}: {error.strerror or error}.")
    except Exception as error:
        lacking = shortage(error)
        if lacking is None:
            raise
        if lacking == "device":
            return _fail(
                f"The device stopped working in the middle of '{wanted}' ({_first_line(error)}); "
                "try again, or with --device cpu."
            )
        less = "--record best" if wanted == "trace" else "a smaller --batch-tokens"
        return _fail(
            f"There is not enough memory for '{wanted}'; try {less}, a smaller model or another "
            "--device."
        )


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _fail(sentence: str) -> int:
    drop_output()
    # Where not even this can be written, the exit code is what is left.
    with suppress(OSError):
        print(f"diaphane: {sentence}", file=sys.stderr)
    return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
