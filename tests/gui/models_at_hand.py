"""Made-up sources of models: folders that a test names, and a hub without a network."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QThread

from engine.checkpoints.hub import (
    Found,
    HubFile,
    HubModel,
    LocalModel,
    Progress,
    Pulled,
    folder_model,
)
from engine.checkpoints.hub.store import Record
from engine.errors import CancelledError, HubError
from gui.models.sources import HubLike, Sources


def local(
    folder: Path, source: str = "en", target: str = "fr", origin: str = "downloaded"
) -> LocalModel:
    """A model as the store tells it; its folder is made."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.bin").write_bytes(b"0" * 2_345_678)
    return LocalModel(
        folder, f"{folder.parent.name}/{folder.name}", source, target, (), "cc-by-4.0",
        2_345_678, origin,  # type: ignore[arg-type]
    )  # fmt: skip


@dataclass
class AtHand:
    """What is on the machine; ``sources`` for a window."""

    models: list[LocalModel] = field(default_factory=list)
    asked: int = 0

    def list(self) -> Sequence[LocalModel]:
        self.asked += 1
        return [model for model in self.models if model.folder.exists()]

    def sources(self) -> Sources:
        return Sources(local=self.list, folder=folder_model, hub=_no_hub, pull=_no_pull)


def _no_hub() -> HubLike:
    raise AssertionError("nobody asked for the network")


def _no_pull(*_: object) -> Pulled:
    raise AssertionError("nobody asked for a download")


# The hub -------------------------------------------------------------------------------


def found(repo: str, problem: str = "", gated: bool = False, license: str = "apache-2.0") -> Found:
    """A result of a search."""
    return Found(repo, "en", "de", ("en", "de"), license, 12_345, gated, problem)


def hub_model(repo: str, size: int = 298_421_000) -> HubModel:
    """A model with two files."""
    files = (HubFile("model.safetensors", size - 1000, "0" * 64), HubFile("x.spm", 1000, "1" * 40))
    return HubModel(repo, "a" * 40, "en", "de", ("en", "de"), "apache-2.0", 9, False, files, 7)


@dataclass
class HubAtHand:
    """A hub without a network, and its downloads.

    Attributes:
        results: what a search finds, or raises.
        models: what is known of each by name; a missing one is refused.
        searches, pulls: what was asked for, with the names of the threads.
        steps: what a download reports one after the other; then it ends, or fails.
        hold: a download waits here, after its steps, until it is set or cancelled.
        failure: what a download ends with.
        received: bytes that it says it has got.
    """

    folder: Path
    results: list[Found] | Exception = field(default_factory=list)
    models: dict[str, HubModel] = field(default_factory=dict)
    searches: list[tuple[str, str, str]] = field(default_factory=list)
    pulls: list[tuple[str, str]] = field(default_factory=list)
    steps: list[Progress] = field(default_factory=list)
    hold: threading.Event | None = None
    failure: Exception | None = None
    received: int = 298_421_000
    host: str = "hub.example"

    def sources(self, hand: AtHand) -> Sources:
        """For a window."""
        return replace(hand.sources(), hub=lambda: self, pull=self.pull)

    def search(
        self,
        source: str,
        target: str,
        *,
        limit: int = 20,
        cancelled: Callable[[], bool] | None = None,
    ) -> list[Found]:
        self.searches.append((source, target, thread_name()))
        if self.hold is not None:
            wait(self.hold, cancelled)
        if isinstance(self.results, Exception):
            raise self.results
        return self.results

    def model(
        self,
        repo: str,
        revision: str | None = None,
        *,
        cancelled: Callable[[], bool] | None = None,
    ) -> HubModel:
        if repo not in self.models:
            raise HubError(f"hub.example does not tell of {repo}.")
        return self.models[repo]

    def pull(
        self,
        hub: HubLike,
        repo: str,
        report: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> Pulled:
        self.pulls.append((repo, thread_name()))
        for step in self.steps:
            report(step)
        if self.hold is not None:
            wait(self.hold, cancelled)
        if self.failure is not None:
            raise self.failure
        self.folder.mkdir(parents=True, exist_ok=True)
        record = Record(
            repo, "a" * 40, "", "https://hub.example", "apache-2.0", "en", "de", (), "", {}
        )
        return Pulled(self.folder, record, self.received)


def wait(event: threading.Event, cancelled: Callable[[], bool] | None) -> None:
    """Until it is set; or given up, as the engine gives up."""
    for _ in range(2000):
        if cancelled is not None and cancelled():
            raise CancelledError("Stopped.")
        if event.wait(0.01):
            return
    raise AssertionError("the test never let it go on")


def thread_name() -> str:
    """The thread that runs this."""
    return QThread.currentThread().objectName()
