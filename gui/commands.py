"""The table of all commands: name, keys, tooltip, slot.

Menus, buttons and the list of shortcuts are all made from it (:mod:`gui.actions`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from PySide6.QtGui import QAction

_MAC = sys.platform == "darwin"
# On a Mac Alt+arrow moves by words in a text.
_MOVE = "Ctrl+Alt" if _MAC else "Alt"

MENUS = {
    "file": "&File",
    "edit": "&Edit",
    "translate": "&Translate",
    "attention": "&Attention",
    "panels": "Pa&nels",
    "view": "&View",
    # Alt+H is the head's, in the attention panel.
    "help": "Hel&p",
}


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        id: unique.
        text: as it stands in the menu, with a mnemonic.
        slot: name of the method of :class:`gui.window_commands.WindowCommands` that does it.
        menu: key of :data:`MENUS`, with ``/name`` for a group in it (a separator is put
            between groups).
        keys: shortcuts; the first one is shown.
        tip: what it does, for tooltips and the status bar.
        checkable: whether it is on or off.
        choice: name of the group of which one is on.
        argument: passed to the slot (not for plain checkable commands, which pass their state).
        also: a key that works only where it does not type or press something.
        role: the place that macOS gives it.
    """

    id: str
    text: str
    slot: str
    menu: str
    tip: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    choice: str | None = None
    argument: str | int | None = None
    also: str | None = None
    role: QAction.MenuRole = QAction.MenuRole.NoRole

    @property
    def name(self) -> str:
        """The text without the mnemonic and the dots."""
        return self.text.replace("&", "").rstrip("…")


COMMANDS: tuple[Command, ...] = (
    Command(
        "open_model",
        "&Open model folder…",
        "open_model",
        "file/model",
        "Choose a folder with a model to translate with",
        ("Ctrl+O",),
    ),
    Command(
        "builtin_model",
        "&Built-in model",
        "load_builtin_model",
        "file/model",
        "Go back to the English–French model that comes with Diaphane",
    ),
    Command(
        "open_trace",
        "Open &trace…",
        "open_trace",
        "file/trace",
        "Show a translation that was saved with all it showed",
        ("Ctrl+Shift+O",),
    ),
    Command(
        "save_trace",
        "S&ave trace…",
        "save_trace",
        "file/trace",
        "Save everything this translation showed: steps, candidates, scores, attention",
        ("Ctrl+S",),
    ),
    Command(
        "export_attention",
        "&Export attention…",
        "export_attention",
        "file/trace",
        "Write the selected matrix as CSV, or all attention of this hypothesis for NumPy",
        ("Ctrl+E",),
    ),
    Command(
        "save_picture",
        "&Save picture of the window…",
        "save_picture",
        "file/save",
        "Save what the window shows as a PNG file",
        ("Ctrl+Shift+S",),
    ),
    Command(
        "quit",
        "&Quit",
        "close_window",
        "file/quit",
        "Close the window and end the program",
        ("Ctrl+Q",),
        role=QAction.MenuRole.QuitRole,
    ),
    Command(
        "copy_translation",
        "&Copy translation",
        "copy_translation",
        "edit/copy",
        "Copy the whole translation as text",
        ("Ctrl+Shift+C",),
    ),
    Command(
        "edit_source",
        "&Go to source text",
        "edit_source",
        "edit/go",
        "Put the cursor into the source editor",
        ("Ctrl+L",),
    ),
    Command(
        "clear",
        "C&lear",
        "clear",
        "edit/go",
        "Empty the source text and begin anew",
        ("Ctrl+Shift+Backspace",),
    ),
    Command(
        "translate",
        "&Translate",
        "translate",
        "translate/run",
        "Translate the source text",
        ("Ctrl+Return", "Ctrl+Enter"),
    ),
    Command(
        "stop",
        "&Stop",
        "stop",
        "translate/run",
        "Give the running translation up; what is decoded stays",
        ("Esc",),
    ),
    Command(
        "live",
        "&Live translation",
        "set_live",
        "translate/run",
        "Translate by itself a quarter of a second after typing stops",
        ("Ctrl+Shift+L",),
        checkable=True,
    ),
    Command(
        "search",
        "Sea&rch…",
        "choose_search",
        "translate/search",
        "Choose how translations are searched for: greedy, beam, sampling",
        ("Ctrl+Shift+B",),
    ),
    Command(
        "undo",
        "&Undo what if",
        "undo_what_if",
        "translate/search",
        "Bring back the translation that the last “what if” went on from",
        ("Ctrl+Alt+Z",),
    ),
    Command(
        "follow_best",
        "Follow the best &hypothesis",
        "follow_best",
        "translate/search",
        "Show the best hypothesis everywhere again",
        ("Ctrl+Alt+B",),
    ),
    Command(
        "first",
        "&First step",
        "first",
        "translate/steps",
        "Show the first step",
        (f"{_MOVE}+Home",),
    ),
    Command(
        "back",
        "Step &back",
        "back",
        "translate/steps",
        "Show the step before",
        (f"{_MOVE}+Left",),
    ),
    Command(
        "play",
        "&Play or pause",
        "toggle_play",
        "translate/steps",
        "Play the steps one after the other, or hold",
        ("F5",),
        also="Space",
    ),
    Command(
        "step",
        "&Next step",
        "step",
        "translate/steps",
        "Show the next step; decode it if it is new",
        (f"{_MOVE}+Right",),
    ),
    Command(
        "last",
        "L&ast step",
        "last",
        "translate/steps",
        "Show the newest step",
        (f"{_MOVE}+End",),
    ),
    Command(
        "kind_encoder",
        "&Encoder self-attention",
        "choose_kind",
        "attention/kind",
        "How source pieces look at one another",
        ("Alt+1",),
        choice="kind",
        argument="encoder self",
    ),
    Command(
        "kind_decoder",
        "&Decoder masked self-attention",
        "choose_kind",
        "attention/kind",
        "How the written pieces look back at one another",
        ("Alt+2",),
        choice="kind",
        argument="decoder masked self",
    ),
    Command(
        "kind_cross",
        "&Cross-attention",
        "choose_kind",
        "attention/kind",
        "How the written pieces look at the source",
        ("Alt+3",),
        choice="kind",
        argument="cross",
    ),
    Command(
        "layer_down",
        "&Layer below",
        "move_layer",
        "attention/layer",
        "Show the layer before this one",
        (f"{_MOVE}+Down",),
        argument=-1,
    ),
    Command(
        "layer_up",
        "Layer &above",
        "move_layer",
        "attention/layer",
        "Show the layer after this one",
        (f"{_MOVE}+Up",),
        argument=1,
    ),
    Command(
        "head_before",
        "&Head before",
        "move_head",
        "attention/head",
        "Show the head before this one",
        ("Ctrl+Alt+,",),
        argument=-1,
    ),
    Command(
        "head_after",
        "Head a&fter",
        "move_head",
        "attention/head",
        "Show the head after this one",
        ("Ctrl+Alt+.",),
        argument=1,
    ),
    Command(
        "head_mean",
        "&Mean over heads",
        "mean_over_heads",
        "attention/head",
        "Show the mean over all heads of the layer",
        ("Alt+0",),
    ),
    Command(
        "preset_watch",
        "&Watch",
        "arrange",
        "panels/presets",
        "The sentence, its translation and one attention matrix",
        ("Ctrl+1",),
        argument="watch",
    ),
    Command(
        "preset_attention",
        "&Attention",
        "arrange",
        "panels/presets",
        "All heads and the matrix of one",
        ("Ctrl+2",),
        argument="attention",
    ),
    Command(
        "preset_search",
        "S&earch",
        "arrange",
        "panels/presets",
        "The tree of the search and each step's candidates",
        ("Ctrl+3",),
        argument="search",
    ),
    Command(
        "preset_learn",
        "&Learn",
        "arrange",
        "panels/presets",
        "One head from Q, K and V to its output, and the masks",
        ("Ctrl+4",),
        argument="learn",
    ),
    Command(
        "panel_source",
        "&Source panel",
        "show_panel",
        "panels/panels",
        "Show the source panel in front of the others",
        argument="source",
    ),
    Command(
        "panel_translation",
        "&Translation panel",
        "show_panel",
        "panels/panels",
        "Show the translation panel in front of the others",
        argument="translation",
    ),
    Command(
        "panel_heads",
        "&Heads panel",
        "show_panel",
        "panels/panels",
        "Show the heads panel in front of the others",
        argument="heads",
    ),
    Command(
        "panel_attention",
        "Attenti&on panel",
        "show_panel",
        "panels/panels",
        "Show the attention panel in front of the others",
        argument="attention",
    ),
    Command(
        "panel_scores",
        "S&cores panel",
        "show_panel",
        "panels/panels",
        "Show the scores panel in front of the others",
        argument="scores",
    ),
    Command(
        "panel_masks",
        "&Masks panel",
        "show_panel",
        "panels/panels",
        "Show the masks panel in front of the others",
        argument="masks",
    ),
    Command(
        "panel_candidates",
        "Ca&ndidates panel",
        "show_panel",
        "panels/panels",
        "Show the candidates panel in front of the others",
        argument="candidates",
    ),
    Command(
        "panel_beams",
        "&Beams panel",
        "show_panel",
        "panels/panels",
        "Show the beams panel in front of the others",
        argument="beams",
    ),
    Command(
        "theme_light",
        "&Light theme",
        "choose_theme",
        "view/theme",
        "Dark on light",
        choice="theme",
        argument="light",
    ),
    Command(
        "theme_dark",
        "&Dark theme",
        "choose_theme",
        "view/theme",
        "Light on dark",
        choice="theme",
        argument="dark",
    ),
    Command(
        "theme_toggle",
        "&Switch theme",
        "toggle_theme",
        "view/theme",
        "Switch between light and dark",
        ("Ctrl+Shift+D",),
    ),
    Command(
        "font_larger",
        "L&arger text",
        "change_font",
        "view/font",
        "Make all text larger",
        ("Ctrl++", "Ctrl+="),
        argument=1,
    ),
    Command(
        "font_smaller",
        "S&maller text",
        "change_font",
        "view/font",
        "Make all text smaller",
        ("Ctrl+-",),
        argument=-1,
    ),
    Command(
        "font_normal",
        "&Normal text size",
        "change_font",
        "view/font",
        "Bring the text back to its normal size",
        ("Ctrl+0",),
        argument=0,
    ),
    Command(
        "full_screen",
        "&Full screen",
        "set_full_screen",
        "view/layout",
        "Use the whole screen",
        ("F11",),
        checkable=True,
    ),
    Command(
        "reset_layout",
        "&Reset layout",
        "reset_layout",
        "view/layout",
        "Bring all sizes back to how they came",
    ),
    Command(
        "shortcuts",
        "&Keyboard shortcuts",
        "show_shortcuts",
        "help/help",
        "All commands with their keys",
        ("F1",),
    ),
    Command(
        "about",
        "&About Diaphane",
        "show_about",
        "help/help",
        "Versions, licence and the loaded model",
        role=QAction.MenuRole.AboutRole,
    ),
)
