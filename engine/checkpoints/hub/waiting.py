"""Waiting for somebody slow without being held up: what may block runs on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import closing
from queue import Empty, Full, Queue
from typing import Generic, TypeVar

from engine.errors import CancelledError

T = TypeVar("T")

TICK = 0.05
"""Seconds between two looks at whether to go on."""


class _Failed:
    def __init__(self, error: BaseException) -> None:
        self.error = error


class _End:
    pass


class _Item(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value


def in_background(
    make: Callable[[], Generator[T, None, None]], cancelled: Callable[[], bool] | None = None
) -> Generator[T, None, None]:
    """Iterate over what another thread makes, so that waiting for it can be given up.

    A read from the network cannot be interrupted, and on Windows not even by Ctrl+C; the wait
    for the thread that reads can. A thread that was given up ends with its read, at the latest
    when that runs out of time, and nobody hears of it any more.

    Args:
        make: called on the thread; so is everything the iterator does, closing it too.
        cancelled: asked every :data:`TICK` seconds.

    Raises:
        CancelledError: ``cancelled`` said so.
    """
    box: Queue[_Item[T] | _Failed | _End] = Queue(maxsize=8)
    given_up = threading.Event()

    def put(value: _Item[T] | _Failed | _End) -> bool:
        while not given_up.is_set():
            try:
                box.put(value, timeout=TICK)
                return True
            except Full:
                pass
        return False

    def work() -> None:
        try:
            with closing(make()) as items:
                for item in items:
                    if not put(_Item(item)):
                        return
        except BaseException as error:
            put(_Failed(error))
        else:
            put(_End())

    thread = threading.Thread(target=work, name="diaphane-hub", daemon=True)
    thread.start()
    try:
        while True:
            check(cancelled)
            try:
                got = box.get(timeout=TICK)
            except Empty:
                continue
            if isinstance(got, _Item):
                yield got.value
                continue
            thread.join()
            if isinstance(got, _Failed):
                raise got.error
            return
    finally:
        given_up.set()


def check(cancelled: Callable[[], bool] | None) -> None:
    """Stop here if asked to.

    Raises:
        CancelledError: ``cancelled`` said so.
    """
    if cancelled is not None and cancelled():
        raise CancelledError(
            "Stopped. A download goes on from where it is when it is asked for again."
        )


def pause(seconds: float, cancelled: Callable[[], bool] | None) -> None:
    """Wait, in steps that ``cancelled`` can end.

    Raises:
        CancelledError: ``cancelled`` said so.
    """
    waiting = threading.Event()
    while seconds > 0:
        check(cancelled)
        waiting.wait(min(TICK, seconds))
        seconds -= TICK
    check(cancelled)
