"""Where models come from: this machine and the hub. Tests put their own in their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.checkpoints.hub import Found, HubModel, LocalModel, Progress, Pulled

# The engine's part is imported on the thread that needs it, not while the window opens.


class HubLike(Protocol):
    """What the window needs of :class:`engine.checkpoints.hub.Hub`."""

    @property
    def host(self) -> str:
        """Its name."""
        ...

    def search(
        self,
        source: str,
        target: str,
        *,
        limit: int = 20,
        cancelled: Callable[[], bool] | None = None,
    ) -> list[Found]:
        """Models for a pair of languages."""
        ...

    def model(
        self,
        repo: str,
        revision: str | None = None,
        *,
        cancelled: Callable[[], bool] | None = None,
    ) -> HubModel:
        """A model's files with their sizes."""
        ...


Report = Callable[["Progress"], None]
Pull = Callable[[HubLike, str, Report, Callable[[], bool]], "Pulled"]


def _local() -> Sequence[LocalModel]:
    from engine.checkpoints.hub import local_models

    return local_models()


def _folder(path: Path) -> LocalModel:
    from engine.checkpoints.hub import folder_model

    return folder_model(path)


def _hub() -> HubLike:
    from engine.checkpoints.hub import Hub

    return Hub()


def _pull(hub: HubLike, repo: str, report: Report, cancelled: Callable[[], bool]) -> Pulled:
    from engine.checkpoints.hub import Hub, pull

    assert isinstance(hub, Hub)
    return pull(hub, repo, report=report, cancelled=cancelled)


@dataclass(frozen=True)
class Sources:
    """All of these may take long, and are called on threads that may wait.

    Attributes:
        local: the models on this machine; looks, and never raises.
        folder: a model folder anywhere, as ``local`` tells of one; never raises.
        hub: connects to nothing by itself.
        pull: downloads a model of a hub.
    """

    local: Callable[[], Sequence[LocalModel]] = _local
    folder: Callable[[Path], LocalModel] = _folder
    hub: Callable[[], HubLike] = _hub
    pull: Pull = _pull
