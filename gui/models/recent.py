"""The model folders that were opened last, remembered from one start to the next."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Final

from engine.events import ModelInfo
from gui.settings import Settings

MOST: Final = 12
_KEY: Final = "models/recent"


@dataclass(frozen=True)
class RecentModel:
    """A folder, or a zip file, that a model was opened from.

    Attributes:
        folder: absolute.
        name, source_language, target_language: as the model told them.
        stacks: "encoder" of one that fills in masks, "decoder" of one that continues a text.
        predicts: empty of an encoder that fills in nothing.
    """

    folder: str
    name: str
    source_language: str
    target_language: str
    stacks: str = "encoder-decoder"
    predicts: str = "yes"


def recent_models(settings: Settings) -> list[RecentModel]:
    """The newest first; what is damaged counts as not remembered."""
    known = {field.name for field in fields(RecentModel)}
    try:
        values = json.loads(settings.text(_KEY, "[]"))
        # A later version may have written down more of each.
        found = [
            RecentModel(**{k: v for k, v in dict(each).items() if k in known}) for each in values
        ]
    except (ValueError, TypeError, RecursionError):
        return []
    sound = [each for each in found if all(isinstance(text, str) for text in asdict(each).values())]
    return [each for each in sound if each.folder][:MOST]


def remember(settings: Settings, folder: str, info: ModelInfo) -> None:
    """Put a model first."""
    pair = info.source_language, info.target_language
    new = RecentModel(folder, info.name, *pair, info.stacks, "yes" if info.predicts else "")
    others = [each for each in recent_models(settings) if each.folder != folder]
    _write(settings, [new, *others][:MOST])


def forget(settings: Settings, folder: str) -> None:
    """Remember a folder no longer."""
    _write(settings, [each for each in recent_models(settings) if each.folder != folder])


def _write(settings: Settings, models: list[RecentModel]) -> None:
    settings.set(_KEY, json.dumps([asdict(each) for each in models]))
