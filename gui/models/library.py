"""The models that are known: on this machine, and opened before."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, Signal, Slot

from engine.errors import OutputError
from engine.events import ModelInfo
from gui.language import tr
from gui.models import recent
from gui.models.background import Background, Job
from gui.models.recent import RecentModel
from gui.models.sources import Sources
from gui.settings import Settings
from gui.widgets.languages import normal_code

Origin = Literal["built-in", "downloaded", "own", "opened"]
ORDER: Final[tuple[Origin, ...]] = ("built-in", "downloaded", "own", "opened")


@dataclass(frozen=True)
class KnownModel:
    """A model that can be opened.

    Attributes:
        folder: it, or a zip file of one; absolute.
        name: what a list shows.
        source_language, target_language: codes; empty where nothing tells them.
        languages: of one with many.
        license: empty where nothing tells it.
        size: bytes; 0 if it is gone.
        origin: comes with Diaphane, was downloaded, put beside those by hand, or opened.
        there: whether it still is where it was.
        used: how many models were opened since; a large number if it was never opened.
        stacks: what it is, if it was opened before; else taken for a translator.
        predicts: whether it fills in masks, where it is an encoder.
    """

    folder: Path
    name: str
    source_language: str
    target_language: str
    languages: tuple[str, ...]
    license: str
    size: int
    origin: Origin
    there: bool
    used: int
    stacks: str = "encoder-decoder"
    predicts: bool = True

    @property
    def pair(self) -> tuple[str, str]:
        """Source and target language."""
        return self.source_language, self.target_language


def known_models(sources: Sources, opened: Sequence[RecentModel]) -> tuple[KnownModel, ...]:
    """All models, those of a pair together; may wait for a disk."""
    used = {each.folder: number for number, each in enumerate(opened)}
    stacks = {each.folder: each.stacks for each in opened}
    silent = {each.folder for each in opened if not each.predicts}
    found: dict[str, KnownModel] = {}
    for model in sources.local():
        folder = str(model.folder.absolute())
        found[folder] = KnownModel(
            Path(folder), model.name, model.source_language, model.target_language,
            model.languages, model.license, model.size, model.origin, True,
            used.get(folder, recent.MOST), stacks.get(folder, "encoder-decoder"),
            folder not in silent,
        )  # fmt: skip
    for each in opened:
        if each.folder in found:
            continue
        path = Path(each.folder)
        there = path.exists()
        told = sources.folder(path)
        found[each.folder] = KnownModel(
            path, each.name, each.source_language, each.target_language, told.languages,
            told.license, told.size if there else 0, "opened", there, used[each.folder],
            each.stacks, bool(each.predicts),
        )  # fmt: skip
    # Where no pair is told, at the end.
    return tuple(
        sorted(
            found.values(),
            key=lambda m: (not all(m.pair), m.pair, ORDER.index(m.origin), m.name.lower()),
        )
    )


class Library(QObject):
    """What is known of models; looks for them on a thread of its own, when asked.

    Signals:
        changed: they were looked for, and :attr:`models` is what was found.
        failed: a :class:`gui.failure.Failure` of looking or deleting.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, settings: Settings, sources: Sources, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._sources = sources
        self._background = Background("models", self)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._deleting: list[KnownModel] = []
        self.models: tuple[KnownModel, ...] = ()

    def refresh(self) -> None:
        """Look again; :attr:`changed` follows."""
        opened = tuple(recent.recent_models(self._settings))
        doomed, sources = tuple(self._deleting), self._sources

        def look(_: Job) -> tuple[KnownModel, ...]:
            for model in doomed:
                delete_folder(model)
            return known_models(sources, opened)

        self._background.ask(look)

    def remember(self, folder: Path, info: ModelInfo) -> None:
        """A model was opened."""
        recent.remember(self._settings, str(folder.absolute()), info)

    def forget(self, model: KnownModel) -> None:
        """Name a folder that was opened no longer; it stays where it is."""
        recent.forget(self._settings, str(model.folder))
        self.refresh()

    def delete(self, model: KnownModel) -> None:
        """Delete a model that was downloaded.

        Raises:
            ValueError: it was not.
        """
        if model.origin != "downloaded":
            raise ValueError(f"{model.folder} was not downloaded")
        recent.forget(self._settings, str(model.folder))
        self._deleting.append(model)
        self.refresh()

    def find(self, folder: str) -> KnownModel | None:
        """The model of a folder."""
        absolute = Path(folder).absolute() if folder else None
        return next((model for model in self.models if model.folder == absolute), None)

    def reverse(self, source: str, target: str) -> KnownModel | None:
        """The best one from ``target`` back to ``source``: the one that was opened last."""
        if not (source and target):
            return None
        wanted = [normal_code(target), normal_code(source)]
        found = [each for each in self.models if each.there]
        found = [each for each in found if [*map(normal_code, each.pair)] == wanted]
        return min(found, key=lambda each: each.used, default=None)

    def close(self) -> bool:
        """Leave the thread."""
        return self._background.close()

    @Slot(object)
    def _on_done(self, models: tuple[KnownModel, ...]) -> None:
        self._deleting.clear()
        self.models = models
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, failure: object) -> None:
        again, self._deleting = bool(self._deleting), []
        self.failed.emit(failure)
        if again:
            self.refresh()


def delete_folder(model: KnownModel) -> None:
    """Delete a downloaded model; of a folder that is half deleted nobody takes notice.

    Raises:
        OutputError: it cannot be deleted.
    """
    folder = model.folder
    # A hidden folder is no model, whatever is left in it.
    doomed = folder.with_name(f".{folder.name}.deleted")
    try:
        if doomed.exists():
            shutil.rmtree(doomed)
        if folder.exists():
            folder.rename(doomed)
            shutil.rmtree(doomed)
        if not any(folder.parent.iterdir()):
            folder.parent.rmdir()
    except OSError as error:
        raise OutputError(
            tr("{model} cannot be deleted: {reason}.").format(
                model=model.name, reason=error.strerror or error
            )
        ) from None
