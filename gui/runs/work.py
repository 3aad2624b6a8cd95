"""Unfinished work as files: what is in the window, so that it can be put back after a crash."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray

from engine.analysis.memory import held_bytes
from engine.errors import TraceFileError
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.traces.atomic import replacing
from gui.runs.limits import MOST_FILE, MOST_TEXT, MOST_TRACE
from gui.runs.run import WORK
from gui.settings import Settings

_VERSION: Final = 1
Followed = Mapping[int, tuple[int, int]]


@dataclass(frozen=True)
class Shown:
    """What is on the screen of a translation.

    Attributes:
        trace: it.
        position, followed: where in it, as ``Session.show`` takes them.
    """

    trace: Trace
    position: int
    followed: Followed = field(default_factory=dict)


@dataclass(frozen=True)
class Work:
    """What a window holds.

    Attributes:
        text: the source text; empty if it was too long to be kept.
        options: of the search, with all that is not remembered after a clean end.
        arrangement: what :mod:`gui.remembered` writes down.
        shown: the translation on the screen, if any.
    """

    text: str
    options: SearchOptions
    arrangement: Mapping[str, Any]
    shown: Shown | None = None

    def settings(self) -> Settings:
        """The arrangement, to be restored from."""
        settings = Settings(None)
        for key, value in self.arrangement.items():
            settings.set(key, value)
        return settings


class WorkFolder:
    """Writes the work of one process into its folder; for one thread at a time.

    A trace is written before ``work.json`` names it, and each in one go: whenever the process
    dies, both are whole and belong together.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._written: tuple[Trace, int] | None = None
        self._place: dict[str, Any] | None = None

    def write(self, work: Work, settled: bool) -> None:
        """Put it down in place of what was written before.

        Args:
            work: it.
            settled: whether what is shown is to be written too; if not, the last one stays.

        Raises:
            OutputError: it cannot be written.
        """
        if settled:
            self._write_shown(work.shown)
        text = work.text if len(work.text) <= MOST_TEXT else ""
        values = {
            "version": _VERSION,
            "text": text,
            "options": asdict(work.options),
            "arrangement": {key: _plain(value) for key, value in work.arrangement.items()},
            "shown": self._place,
        }
        data = json.dumps(values, ensure_ascii=False).encode("utf-8", "surrogatepass")
        with replacing(self._folder / WORK) as file:
            file.write(data)
        self._drop_others()

    def _write_shown(self, shown: Shown | None) -> None:
        if shown is None or held_bytes(shown.trace) > MOST_TRACE:
            self._place = self._written = None
            return
        state = shown.trace, _size(shown.trace)
        if self._written != state:
            self._place = self._written = None
            # The one that was named so far stays until this one is named.
            self._number += 1
            # With the first trace: the window is there before it.
            from engine.traces import file as trace_file

            trace_file.save(shown.trace, self._folder / f"{self._number}.trace")
            self._written = state
        self._place = {
            "trace": f"{self._number}.trace",
            "position": shown.position,
            "followed": [[sentence, *place] for sentence, place in shown.followed.items()],
        }

    def _drop_others(self) -> None:
        kept = None if self._place is None else self._place["trace"]
        for each in self._folder.glob("*.trace"):
            if each.name != kept:
                with suppress(OSError):
                    each.unlink()


def read(folder: Path) -> Work | None:
    """The work in a folder; what is damaged or missing counts as not there.

    Nothing is trusted: a trace is checked as any other file is.
    """
    try:
        with (folder / WORK).open("rb") as file:
            data = file.read(MOST_FILE + 1)
        values = json.loads(data.decode("utf-8", "surrogatepass"))
        if len(data) > MOST_FILE or values["version"] != _VERSION:
            return None
        text, arrangement = values["text"], values["arrangement"]
        if not isinstance(text, str) or not isinstance(arrangement, dict):
            return None
        kept = {str(key): _value(value) for key, value in arrangement.items()}
        work = Work(text, _options(values["options"]), kept)
        place = values["shown"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    try:
        return work if place is None else replace(work, shown=_shown(folder, place))
    except (OSError, ValueError, KeyError, TypeError, TraceFileError):
        return work


def _size(trace: Trace) -> int:
    """Another number once a trace has grown."""
    ends = sum(sentence.finished is not None for sentence in trace.sentences)
    steps = sum(len(sentence.steps) for sentence in trace.sentences)
    return len(trace.sentences) + ends + steps + (trace.translated is not None)


def _options(values: Any) -> SearchOptions:
    try:
        return SearchOptions.from_dict(values) if isinstance(values, dict) else SearchOptions()
    except ValueError:
        return SearchOptions()


def _shown(folder: Path, place: dict[str, Any]) -> Shown:
    name, position = place["trace"], place["position"]
    # No other file than one of this folder.
    if not isinstance(name, str) or Path(name).name != name or type(position) is not int:
        raise ValueError("this names no trace")
    from engine.traces import file as trace_file

    trace = trace_file.load(folder / name)
    followed: dict[int, tuple[int, int]] = {}
    for sentence, step, hypothesis in place["followed"]:
        steps = trace.sentences[sentence].steps if 0 <= sentence < len(trace.sentences) else []
        if 0 <= step < len(steps) and 0 <= hypothesis < len(steps[step].hypotheses):
            followed[sentence] = (step, hypothesis)
    return Shown(trace, max(position, -1), followed)


def _plain(value: Any) -> Any:
    if isinstance(value, QByteArray):
        return {"bytes": base64.b64encode(value.data()).decode("ascii")}
    return value


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return QByteArray(base64.b64decode(value["bytes"], validate=True))
    return value
