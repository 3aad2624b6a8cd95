"""Which attention is looked at."""

from __future__ import annotations

from gui.commands.command import MOVE, Command
from gui.language import QT_TR_NOOP

ATTENTION: tuple[Command, ...] = (
    Command(
        "kind_encoder",
        QT_TR_NOOP("&Encoder self-attention"),
        "choose_kind",
        "attention/kind",
        QT_TR_NOOP("How source pieces look at one another"),
        ("Alt+1",),
        choice="kind",
        argument="encoder self",
    ),
    Command(
        "kind_decoder",
        QT_TR_NOOP("&Decoder masked self-attention"),
        "choose_kind",
        "attention/kind",
        QT_TR_NOOP("How the written pieces look back at one another"),
        ("Alt+2",),
        choice="kind",
        argument="decoder masked self",
    ),
    Command(
        "kind_cross",
        QT_TR_NOOP("&Cross-attention"),
        "choose_kind",
        "attention/kind",
        QT_TR_NOOP("How the written pieces look at the source"),
        ("Alt+3",),
        choice="kind",
        argument="cross",
    ),
    Command(
        "layer_down",
        QT_TR_NOOP("&Layer below"),
        "move_layer",
        "attention/layer",
        QT_TR_NOOP("Show the layer before this one"),
        (f"{MOVE}+Down",),
        argument=-1,
    ),
    Command(
        "layer_up",
        QT_TR_NOOP("Layer &above"),
        "move_layer",
        "attention/layer",
        QT_TR_NOOP("Show the layer after this one"),
        (f"{MOVE}+Up",),
        argument=1,
    ),
    Command(
        "head_before",
        QT_TR_NOOP("&Head before"),
        "move_head",
        "attention/head",
        QT_TR_NOOP("Show the head before this one"),
        ("Ctrl+Alt+,",),
        argument=-1,
    ),
    Command(
        "head_after",
        QT_TR_NOOP("Head a&fter"),
        "move_head",
        "attention/head",
        QT_TR_NOOP("Show the head after this one"),
        ("Ctrl+Alt+.",),
        argument=1,
    ),
    Command(
        "head_mean",
        QT_TR_NOOP("&Mean over heads"),
        "mean_over_heads",
        "attention/head",
        QT_TR_NOOP("Show the mean over all heads of the layer"),
        ("Alt+0",),
    ),
)
