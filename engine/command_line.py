"""What the command lines of the engine and of the window share.

Needs neither Qt nor torch: what was typed is read before either is loaded.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from pathlib import Path
from typing import Any, ClassVar, NoReturn

USAGE_ERROR = 2
BROKEN_PIPE = 141

_NUMBERS = {"int": "a whole number", "float": "a number"}
_NO_NUMBER = re.compile(rf"invalid ({'|'.join(_NUMBERS)}) value: (.*)", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage, and leaves with 2.

    The parsers of its commands are of the same class, and each speaks for itself.

    Attributes:
        prefix: what every sentence begins with.
    """

    prefix: ClassVar[str] = ""

    def error(self, message: str) -> NoReturn:
        """Leave with the sentence."""
        words = message.removeprefix("argument ").replace("\n", "\\n")
        words = _NO_NUMBER.sub(lambda found: f"{found[2]} is not {_NUMBERS[found[1]]}", words)
        self.exit(USAGE_ERROR, f"{self.prefix}{words}; see {self.prog} --help.\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As the base class, but nothing is unknown here: a command's parser would leave it to
        the one above, which then speaks of itself.
        """
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def _print_message(self, message: str, file: Any = None) -> None:
        # The base class says nothing of help that cannot be written.
        if file is not None and file is sys.stdout:
            file.write(message)
            file.flush()
        else:
            super()._print_message(message, file)


def path(text: str) -> Path:
    """An argument that names a file or a folder. An empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name")
    return Path(text)


def there_is(place: Path) -> bool:
    """Whether something is there, as far as the system lets one know."""
    try:
        return place.exists()
    except (OSError, ValueError):  # a name that nothing can have
        return False


def use_utf8() -> None:
    """Make the standard streams write UTF-8, also where the locale says otherwise."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A lone surrogate, from a file name, is shown as its escape.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def drop_output() -> None:
    """Give up what of standard output cannot be written, if anything.

    The interpreter would try once more as it ends, complain, and change the exit code.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
