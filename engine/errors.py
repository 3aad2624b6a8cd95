"""What can go wrong for a user. Each message says what was wrong and what to do."""

from __future__ import annotations

import re
from typing import Literal

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


def reason_of(error: BaseException) -> str:
    """Why the system refused, for the inside of a sentence: without its number for that, and
    without a file's name, which may be one that the user has never seen.
    """
    words = error.strerror if isinstance(error, OSError) else None
    return (words or str(error)).rstrip(".") or type(error).__name__


Shortage = Literal["memory", "device memory", "device"]
"""What a machine can run out of: its memory, that of the GPU, or the GPU altogether."""


def shortage(error: BaseException) -> Shortage | None:
    """What the machine lacks, if that is what a library's error is about.

    Told by names and words: on the CPU, PyTorch has no class of its own for full memory, and who
    asks here may have no PyTorch.
    """
    if isinstance(error, MemoryError):
        return "memory"
    text = str(error)
    if not isinstance(error, RuntimeError):
        return None
    if "DefaultCPUAllocator" in text:
        return "memory"
    name = type(error).__name__
    if name == "OutOfMemoryError" or "out of memory" in text or "ALLOC_FAILED" in text:
        return "device memory"
    # The device was taken away, has fallen off the bus, or was reset; nothing runs on it any more.
    if name == "AcceleratorError" or text.startswith(("CUDA error:", "HIP error:")):
        return "device"
    return None
