"""What can go wrong for a user. Each message says what was wrong and what to do."""

from __future__ import annotations

import re

_LONGEST = 2000
_LONGEST_WORD = re.compile(r"\S{400,}")


class DiaphaneError(Exception):
    """A problem the user can act on; shown without a traceback, exit code 2.

    Args:
        message: what was wrong, and what to do. It may quote a file, so what cannot be printed
            (half of a UTF-16 pair) is escaped, and far too much is left out of the middle.
    """

    def __init__(self, message: str = "") -> None:
        text = message.encode("utf-8", "backslashreplace").decode("utf-8")
        text = _LONGEST_WORD.sub(lambda word: f"{word[0][:200]}…{word[0][-100:]}", text)
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 4 :]}"
        super().__init__(text)


class ModelFolderError(DiaphaneError):
    """A model folder is missing, truncated or of a kind that is not understood."""


class HubError(DiaphaneError):
    """A hub of models cannot be reached, refuses, or sends something else than it announced."""


class DeviceError(DiaphaneError):
    """The asked device or number type is not there."""


class DataError(DiaphaneError):
    """A data file is missing, empty or not what it should be."""


class OutputError(DiaphaneError):
    """Something cannot be written where it was asked to be."""


class InputTooLongError(DiaphaneError):
    """A sentence has more pieces than the model has positions for."""


class SearchError(DiaphaneError):
    """A search is asked for something that this model cannot do, or has gone astray."""


class TraceFileError(DiaphaneError):
    """A trace file is missing, damaged or of a kind that is not understood."""


class TraceTooLargeError(DiaphaneError):
    """What a trace would record does not fit into the memory that was allowed."""


class CancelledError(DiaphaneError):
    """The caller asked for the work to stop."""
