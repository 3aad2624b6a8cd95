"""A test that talks to anything outside this machine fails, whatever becomes of the attempt.

Python tells of every socket of its own before it does anything, however it is asked to, from C
and in modules that were imported long ago too: nothing gets around this but code that is not
Python's. Of that there is Qt's, whose network nobody may import (``tests/test_network.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

ATTEMPTS: Final[list[str]] = []
"""What was tried and refused since the last look."""
_NAMED: Final = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_CONNECTING: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"})
_installed = False


class OutsideError(OSError):
    """Something outside this machine was to be talked to."""


def here(host: object) -> bool:
    """Whether a name or an address is this machine's own, and seen by nobody else."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "localhost", "::1"):
        return True
    return isinstance(host, str) and host.startswith("127.") and host.count(".") == 3


def _refuse(event: str, host: object) -> None:
    ATTEMPTS.append(f"{event} {host!r}")
    raise OutsideError(f"a test may not talk to {host!r}")


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not event.startswith("socket."):
        return
    if event in _NAMED and not here(arguments[0]):
        _refuse(event, arguments[0])
    elif event in _CONNECTING:
        address = arguments[1]
        # A socket in the file system has a path for an address; one that is connected has none.
        if isinstance(address, tuple) and not here(address[0]):
            _refuse(event, address[0])


def install() -> None:
    """Refuse from now on, as long as the process lives."""
    global _installed
    if not _installed:
        _installed = True
        sys.addaudithook(_hook)


@contextmanager
def nothing_leaves() -> Iterator[None]:
    """Fail if anything outside was to be talked to meanwhile, also if the error was swallowed."""
    yield
    attempts = ATTEMPTS.copy()
    ATTEMPTS.clear()
    assert not attempts, f"something was to be sent elsewhere: {', '.join(attempts)}"
