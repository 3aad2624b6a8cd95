"""The panels and their arrangements."""

from __future__ import annotations

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

PANELS: tuple[Command, ...] = (
    Command(
        "preset_watch",
        QT_TR_NOOP("&Watch"),
        "arrange",
        "panels/presets",
        QT_TR_NOOP("The sentence, its translation and one attention matrix"),
        ("Ctrl+1",),
        argument="watch",
    ),
    Command(
        "preset_attention",
        QT_TR_NOOP("&Attention"),
        "arrange",
        "panels/presets",
        QT_TR_NOOP("All heads and the matrix of one"),
        ("Ctrl+2",),
        argument="attention",
    ),
    Command(
        "preset_search",
        QT_TR_NOOP("S&earch"),
        "arrange",
        "panels/presets",
        QT_TR_NOOP("The tree of the search and each step's candidates"),
        ("Ctrl+3",),
        argument="search",
    ),
    Command(
        "preset_learn",
        QT_TR_NOOP("&Learn"),
        "arrange",
        "panels/presets",
        QT_TR_NOOP("One head from Q, K and V to its output, and the masks"),
        ("Ctrl+4",),
        argument="learn",
    ),
    Command(
        "panel_source",
        QT_TR_NOOP("&Source panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the source panel in front of the others"),
        argument="source",
    ),
    Command(
        "panel_translation",
        QT_TR_NOOP("&Translation panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the translation panel in front of the others"),
        argument="translation",
    ),
    Command(
        "panel_heads",
        QT_TR_NOOP("&Heads panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the heads panel in front of the others"),
        argument="heads",
    ),
    Command(
        "panel_attention",
        QT_TR_NOOP("Attenti&on panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the attention panel in front of the others"),
        argument="attention",
    ),
    Command(
        "panel_scores",
        QT_TR_NOOP("S&cores panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the scores panel in front of the others"),
        argument="scores",
    ),
    Command(
        "panel_masks",
        QT_TR_NOOP("&Masks panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the masks panel in front of the others"),
        argument="masks",
    ),
    Command(
        "panel_candidates",
        QT_TR_NOOP("Ca&ndidates panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the candidates panel in front of the others"),
        argument="candidates",
    ),
    Command(
        "panel_beams",
        QT_TR_NOOP("&Beams panel"),
        "show_panel",
        "panels/panels",
        QT_TR_NOOP("Show the beams panel in front of the others"),
        argument="beams",
    ),
)
