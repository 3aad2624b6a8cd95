"""Whether the user's home is known, in which everything that is kept has its place."""

from __future__ import annotations

import platformdirs

NO_HOME = (
    "Your home folder is not known, so there is no place for settings and models: set the "
    "variable HOME to a folder that you may write to."
)


def is_known() -> bool:
    """Whether there is a place for everything.

    There is none for somebody whom neither a variable nor the list of the system's users gives a
    home, and who has named no other place for every kind of file.
    """
    try:
        for place in (
            platformdirs.user_config_path,
            platformdirs.user_data_path,
            platformdirs.user_state_path,
            platformdirs.user_log_path,
            platformdirs.user_cache_path,
        ):
            place("diaphane", appauthor=False)
    except RuntimeError:
        return False
    return True
