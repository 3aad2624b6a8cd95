"""YAML out of untrusted files: texts, lists and tables, and nothing else.

A scalar stays the text that stands there: ``no``, ``1`` and ``~`` are words of a vocabulary as
well as values of options. Anchors, tags and repeated keys are refused: a reader that follows
them can be made to grow without bound, to make objects, or to lose entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from engine.errors import ModelFolderError

Plain = str | list["Plain"] | dict[str, "Plain"]

DEEPEST = 16
MOST_EVENTS = 1 << 22
"""Twice as many as a vocabulary of a million spellings has: a few seconds."""
# The one in C is some thirty times faster; a vocabulary has tens of thousands of lines.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def parse(data: bytes, name: str) -> Plain:
    """The one document of a YAML file.

    Args:
        data: UTF-8; its size is the caller's to bound.
        name: what to call the file in messages.

    Raises:
        ModelFolderError: it is no YAML, or has what is refused here.
    """
    try:
        return _Builder(name).build(yaml.parse(data.decode("utf-8-sig"), Loader=_Loader))
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        words = " ".join(str(error).split())[:200]
        raise ModelFolderError(
            f"{name} is not valid YAML ({words}); get the model folder again."
        ) from None


class _Builder:
    """Puts the events of a parser together, without recursion."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[list[Plain] | dict[str, Plain]] = []
        self._keys: list[str | None] = []
        self._done: list[Plain] = []

    def build(self, events: Iterable[Any]) -> Plain:
        for number, event in enumerate(events):
            if number >= MOST_EVENTS:
                raise self._refusal(f"more than {MOST_EVENTS:,} entries")
            if isinstance(event, yaml.AliasEvent):
                raise self._refusal("an alias")
            if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
                raise self._refusal("an anchor")
            if isinstance(event, yaml.ScalarEvent):
                if event.tag not in (None, "!"):
                    raise self._refusal(f"the tag {event.tag[:40]}")
                self._add(event.value)
            elif isinstance(event, yaml.CollectionStartEvent):
                if event.tag is not None:
                    raise self._refusal(f"the tag {event.tag[:40]}")
                if len(self._open) >= DEEPEST:
                    raise self._refusal(f"more than {DEEPEST} levels")
                mapping = isinstance(event, yaml.MappingStartEvent)
                self._open.append({} if mapping else [])
                self._keys.append(None)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._keys.pop()
                self._add(self._open.pop())
        if not self._done:
            raise ModelFolderError(f"{self._name} is empty; get the model folder again.")
        return self._done[0]

    def _add(self, value: Plain) -> None:
        if not self._open:
            if self._done:
                raise self._refusal("several documents")
            self._done.append(value)
            return
        parent = self._open[-1]
        if isinstance(parent, list):
            parent.append(value)
            return
        key = self._keys[-1]
        if key is not None:
            parent[key] = value
            self._keys[-1] = None
        elif not isinstance(value, str):
            raise self._refusal("a key that is no text")
        elif value in parent:
            raise self._refusal(f"the key {value[:40]!r} twice")
        else:
            self._keys[-1] = value

    def _refusal(self, what: str) -> ModelFolderError:
        return ModelFolderError(f"{self._name} has {what}, which is not read from a model folder.")
