"""What stands in the context menu of each panel, by the names of commands, groups apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Groups = tuple[tuple[str, ...], ...]

_OWN: Final[dict[str, Groups]] = {
    "source": (("translate", "live", "insert_mask", "clear"),),
    "translation": (("copy_translation",), ("force_words", "undo")),
    "heads": (("switch_head", "switch_layer", "leave_head", "restore_heads"),),
    "attention": (("toggle_face", "toggle_words", "head_mean"), ("export_attention",)),
    "scores": (("head_mean",),),
    "candidates": (("write_candidate", "forbid_candidate", "force_words"), ("undo",)),
    "beams": (("follow_here", "follow_best", "go_on"), ("copy_hypothesis",)),
    "alignment": (("copy_pharaoh", "copy_words"),),
    "history": (
        ("history_reopen", "history_compare"),
        ("history_pin", "history_remove"),
        ("history_clear",),
    ),
}
"""By panel, what is about it alone; first in its menu."""
_COPIES: Final = ("copy_picture", "copy_table", "export_view")
_COMMON: Final[Groups] = (("dock_float", "dock_close"), ("explain_panel",))
"""At the end of every menu."""


def context_of(panel: str, table: bool) -> Iterator[tuple[str, ...]]:
    """The commands in the context menu of a panel, group by group.

    Args:
        panel: its name.
        table: whether it has a table that can be copied.
    """
    yield from _OWN.get(panel, ())
    yield _COPIES if table else tuple(name for name in _COPIES if name != "copy_table")
    yield from _COMMON
