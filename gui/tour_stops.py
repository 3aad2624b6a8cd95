"""What the tour shows, step by step. Its texts are English; they are translated when shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gui.language import QT_TR_NOOP

SEEN: Final = "tour/seen"
"""Setting: whether the tour was shown."""
SAMPLE: Final = "I love you very much."
"""The text of the first start, so that there is something to show."""


@dataclass(frozen=True)
class Stop:
    """One step of the tour.

    Attributes:
        title, text: what its card says; ``{names}`` are commands, whose keys are put in, and
            ``{name_menu}`` the names of menus.
        panel: the panel that it is about, which is shown; empty if it is about no panel.
        transport: whether it is about the transport too.
        menus: commands in whose menus it is lit.
    """

    title: str
    text: str
    panel: str = ""
    transport: bool = False
    menus: tuple[str, ...] = ()


STOPS: Final = (
    Stop(
        QT_TR_NOOP("Type a text"),
        QT_TR_NOOP(
            "Type or paste a text here: to translate, to fill in or to continue, as the model "
            "does. While “Live” is on the model works as you type, and {translate} has it begin "
            "at any time. The words that light up are those that the network looks at."
        ),
        "source",
    ),
    Stop(
        QT_TR_NOOP("Watch what comes of it"),
        QT_TR_NOOP(
            "What the model writes comes piece by piece; tint and bar of a piece show how probable "
            "it was. Click a piece, or use the buttons at the bottom, and all panels show that "
            "step again. {back} and {step} go back and on by one step from anywhere."
        ),
        "translation",
        transport=True,
    ),
    Stop(
        QT_TR_NOOP("See where it looks"),
        QT_TR_NOOP(
            "These are the attention weights: a row is a query, a column a key, and the colour "
            "says how much the one looks at the other. Choose the kind, the layer and the head "
            "above. Point at a cell to read its exact weight."
        ),
        "attention",
    ),
    Stop(
        QT_TR_NOOP("Find everything else"),
        QT_TR_NOOP(
            "The menu {panels_menu} has all other panels, and arrangements of them: "
            "{preset_watch} to {preset_learn}. {palette} finds any command by a few letters, and "
            "{explain_panel} explains the panel that you are in, with its formula. This tour "
            "waits in the menu {help_menu}."
        ),
        menus=("preset_watch", "palette"),
    ),
)
