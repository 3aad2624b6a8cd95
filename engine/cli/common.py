"""What the commands share: argument types, words on standard error, lines of text."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from engine.command_line import path, there_is
from engine.errors import DataError

if TYPE_CHECKING:
    from engine.events import Hypothesis, ModelInfo, Translated
    from engine.model.kinds import Stacks

OUTPUTS: dict[Stacks, str] = {
    "encoder-decoder": "translation",
    "encoder": "text",
    "decoder": "continuation",
}
"""What a model writes."""


def positive_int(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return value


def model(text: str) -> Path:
    """An argument that names a model: a folder, a zip file of one, or what ``models`` lists.

    Raises:
        ModelFolderError: it is none of these.
    """
    given = path(text)
    if there_is(given):
        return given
    from engine.checkpoints.hub import named_model

    return named_model(text)


def add_model_argument(parser: argparse.ArgumentParser) -> None:
    """``--model``."""
    parser.add_argument(
        "--model",
        type=model,
        metavar="MODEL",
        help="a model folder, a zip file of one, or a name that models lists; "
        "default: the built-in one",
    )


def add_device_arguments(parser: argparse.ArgumentParser) -> None:
    """``--device`` and ``--dtype``; the engine says what is not there."""
    parser.add_argument(
        "--device",
        default="auto",
        metavar="DEVICE",
        help="auto (CUDA, else MPS, else CPU), cpu, cuda, cuda:1, mps; default: %(default)s",
    )
    parser.add_argument(
        "--dtype",
        default="float32",
        metavar="TYPE",
        help="float32, and on a GPU bfloat16 or float16; default: %(default)s",
    )


def report_cut(where: str, translated: Translated, blocked: bool, model: ModelInfo) -> None:
    """Say on standard error that an output ends early, if it does: never a silent cut.

    Args:
        where: whose output it is.
        translated: the translation, or what a model of one stack makes of a text.
        blocked: whether it ended because every piece was blocked.
        model: that wrote it.
    """
    if not translated.cut:
        return
    output = OUTPUTS[model.stacks]
    if blocked:
        reason = f"every piece was blocked, and the {output} ends early; ask for less."
    elif translated.full:
        less = "split the line into shorter sentences"
        if model.stacks == "decoder":
            less = "the text counts among them"
        reason = (
            f"the {output} ends early, at the {model.most_positions} pieces that this model can "
            f"write at most; {less}."
        )
    else:
        reason = f"the length limit ended the {output} early; a larger --max-length allows more."
    print(f"diaphane: {where}: {reason}", file=sys.stderr)


def report_no_output(model: ModelInfo) -> None:
    """Say on standard error that a model writes nothing, if it does not."""
    if not model.predicts:
        print(
            f"diaphane: {model.name} has no output layer, so that nothing is filled in and each "
            "text is printed as it is; trace records its attention.",
            file=sys.stderr,
        )


def report_loops(where: str, outputs: Sequence[Hypothesis], stacks: Stacks) -> None:
    """Say on standard error which sentences' outputs repeat themselves at their ends.

    Args:
        where: whose outputs they are.
        outputs: the best of each sentence.
        stacks: of the model.
    """
    for number, output in enumerate(outputs, 1):
        if output.loop is not None:
            which = f"{where}, sentence {number}" if len(outputs) > 1 else where
            print(
                f"diaphane: {which}: the {OUTPUTS[stacks]} repeats {shortened(output.looped)!r} "
                f"{output.loop.repeats} times at its end; --beam 4, --no-repeat-ngram 3 or "
                "--repetition-penalty 1.2 may help.",
                file=sys.stderr,
            )


def shortened(text: str, most: int = 60) -> str:
    """A text, or its beginning if it is a long one."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def argument_text(text: str) -> str:
    """A command-line argument as UTF-8, also where the locale made bytes of it.

    Raises:
        DataError: it is not UTF-8.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        try:
            return os.fsencode(text).decode("utf-8")
        except UnicodeError:
            raise DataError(f"The text {text!a} is not valid UTF-8.") from None
    return text


def read_lines(file: BinaryIO, name: str) -> Iterator[str]:
    r"""The lines of a UTF-8 file, one at a time, without their ``\n`` or ``\r\n``.

    Only a line feed ends a line, as ``wc -l`` counts, so that line numbers agree with
    other tools. A byte order mark is dropped.

    Raises:
        DataError: a line is not UTF-8, or the file cannot be read; the message names the
            line.
    """
    number = 0
    try:
        for number, raw in enumerate(file, 1):
            if number == 1:
                if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                    raise DataError(f"{name} is UTF-16 text; save it as UTF-8.")
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            try:
                line = raw.decode("utf-8")
            except UnicodeDecodeError as error:
                raise DataError(
                    f"{name}, line {number}: byte 0x{raw[error.start]:02x} is not UTF-8; "
                    "save the text as UTF-8."
                ) from None
            yield line.removesuffix("\n").removesuffix("\r")
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror}.") from None


def read_file(path: Path) -> Iterator[str]:
    """:func:`read_lines` of a file by name, which is opened at once.

    Raises:
        DataError: there is no such file, or it cannot be read.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise DataError(f"There is no file {path}; check its name.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None

    def lines() -> Iterator[str]:
        with file:
            yield from read_lines(file, str(path))

    return lines()
