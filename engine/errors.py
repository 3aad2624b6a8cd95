"""What can go wrong for a user. Each message says what was wrong and what to do."""

from __future__ import annotations


class DiaphaneError(Exception):
    """A problem the user can act on; shown without a traceback, exit code 2."""


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
