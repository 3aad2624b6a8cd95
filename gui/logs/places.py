"""Where the log and the folders of running processes lie."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

LOG_NAME = "diaphane.log"


def log_folder() -> Path:
    """The user's folder for logs; on Linux ``~/.local/state/diaphane/log``."""
    return platformdirs.user_log_path("diaphane", appauthor=False)


def runs_folder() -> Path:
    """Where each running process has a folder; on Linux ``~/.local/state/diaphane/running``."""
    return platformdirs.user_state_path("diaphane", appauthor=False) / "running"


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can look into, if it is not there.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def without_home(text: str) -> str:
    """The same with the user's home folder, which names the user, as ``~``."""
    try:
        home = str(Path.home())
    except RuntimeError:  # nobody knows
        return text
    if len(home) < 2:
        return text
    return text.replace(home + os.sep, "~" + os.sep)
