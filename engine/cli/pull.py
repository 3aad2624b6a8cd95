"""``python -m engine pull``: a model from the hub into a folder on this machine."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING

from engine.command_line import path

if TYPE_CHECKING:
    from engine.checkpoints.hub import Progress

SUMMARY = "download a model from the Hugging Face hub"
DESCRIPTION = """\
Download the files of a model that are needed to open it, and nothing else: settings, weights (one
file, or several parts with their index), vocabularies, the model card. Sizes and checksums are
compared. What was interrupted goes on where it was. The folder is printed on standard output, the
progress on standard error. Other commands open the model by its name: --model NAME.

HF_TOKEN holds a token for models whose terms have to be accepted, HF_ENDPOINT the address of a
mirror of the hub.
"""
EXAMPLES = """\
examples:
  %(prog)s Helsinki-NLP/opus-mt-en-de
  %(prog)s Helsinki-NLP/opus-mt-en-de --to models/en-de
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "pull",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", metavar="OWNER/NAME", help="the model, or the address of its page")
    parser.add_argument(
        "--revision", metavar="R", help="a branch, a tag or a commit; default: the newest"
    )
    parser.add_argument(
        "--to",
        type=path,
        metavar="DIR",
        help="the folder to make; default: OWNER/NAME in the user's data folder",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Download; returns the exit code.

    Raises:
        DiaphaneError: the hub refuses or cannot be reached, or the place cannot be used.
    """
    from engine.checkpoints.hub import Hub, pull, size_text

    show = _Show()
    try:
        pulled = pull(Hub(), args.model, revision=args.revision, to=args.to, report=show)
    except KeyboardInterrupt:
        show.end_line()
        kept = f"{size_text(show.done)} of {size_text(show.size)} are kept, and the same command"
        said = f"{kept} goes on from there" if show.done else "nothing was downloaded"
        print(f"diaphane: stopped; {said}.", file=sys.stderr)
        raise
    finally:
        show.end_line()
    revision = pulled.record.revision[:12]
    if pulled.received == 0:
        print(f"{pulled.record.repo} at {revision} was here already.", file=sys.stderr)
    else:
        print(
            f"{pulled.record.repo} at {revision}: {size_text(pulled.received)} downloaded and "
            "checked.",
            file=sys.stderr,
        )
    print(pulled.folder)
    return 0


class _Show:
    """Progress on standard error: one line that changes on a terminal, else a line a file."""

    def __init__(self) -> None:
        self.done = self.size = 0
        self._terminal = sys.stderr.isatty()
        self._open = False
        self._files_done = 0

    def __call__(self, progress: Progress) -> None:
        """How far it is."""
        from engine.checkpoints.hub import size_text

        if not progress.size:
            return
        if not self.size:
            files = "1 file" if progress.files == 1 else f"{progress.files} files"
            licence = progress.license or "not said by its card"
            print(f"{size_text(progress.size)} in {files}; licence: {licence}", file=sys.stderr)
        self.done, self.size = progress.done, progress.size
        if progress.note:
            self.end_line()
            print(f"diaphane: {progress.note}", file=sys.stderr)
        elif self._terminal:
            part = f"{progress.done / progress.size:4.0%}"
            what = "checking " if progress.stage == "check" else ""
            sizes = f"{size_text(progress.done)} of {size_text(progress.size)}"
            width = max(20, shutil.get_terminal_size().columns - 1)
            line = f"{part}  {sizes}  {what}{progress.file}"[:width]
            print(f"\r{line:{width}}", end="", file=sys.stderr, flush=True)
            self._open = True
        elif progress.files_done > self._files_done:
            print(f"{progress.file}  {size_text(progress.file_size)}", file=sys.stderr, flush=True)
        self._files_done = progress.files_done

    def end_line(self) -> None:
        """Leave the line that changes."""
        if self._open:
            print(file=sys.stderr)
        self._open = False
