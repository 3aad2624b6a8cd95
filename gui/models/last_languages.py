"""The languages that each model of several was asked for last, from one start to the next."""

from __future__ import annotations

import json
from typing import Final

from engine.events import ModelInfo
from gui.model_languages import Pair, fits
from gui.settings import Settings

MOST: Final = 40
"""Models whose languages are remembered."""
_KEY: Final = "models/languages"


def last_languages(settings: Settings, info: ModelInfo) -> Pair | None:
    """Those of a model; ``None`` if nothing is remembered that fits it."""
    for key, source, target in _read(settings):
        if key == _name(info):
            pair = Pair(source, target)
            return pair if fits(info, pair) else None
    return None


def remember(settings: Settings, info: ModelInfo, pair: Pair) -> None:
    """Put a model's languages first."""
    key = _name(info)
    others = [each for each in _read(settings) if each[0] != key]
    settings.set(_KEY, json.dumps([[key, pair.source, pair.target], *others][:MOST]))


def _name(info: ModelInfo) -> str:
    """Its weights, wherever they lie."""
    return info.fingerprint or info.folder


def _read(settings: Settings) -> list[list[str]]:
    try:
        values = json.loads(settings.text(_KEY, "[]"))
    except (ValueError, RecursionError):
        return []
    if not isinstance(values, list):
        return []
    return [
        each
        for each in values
        if isinstance(each, list) and len(each) == 3 and all(isinstance(x, str) for x in each)
    ]
