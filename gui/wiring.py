"""Which part's signal leads to which command; of panels see :mod:`gui.late_panels`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.language import tr
from gui.model_words import words_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from gui.main_window import MainWindow


def connect_parts(window: MainWindow) -> None:
    """Connect what the parts of a window that are always there ask for with who does it."""
    commands, controller = window.commands, window.controller
    source, transport = window.source, window.transport
    transport.playRequested.connect(commands.toggle_play)
    transport.pauseRequested.connect(controller.pause)
    transport.stepRequested.connect(commands.step)
    window.header.headsOffRequested.connect(commands.switch_heads)
    window.docks.resetAsked.connect(commands.looks.reset_layout)
    window.model_menu.chosen.connect(window.load_model)
    window.message_bar.offerTaken.connect(commands.models.take_offer)
    window.header.madeByRequested.connect(commands.made_by.tell)
    window.header.languageChosen.connect(commands.languages.choose)
    source.editor.textChanged.connect(window.header.show_languages)
    # First: what else is done with a model is done in its languages.
    window.session.modelChanged.connect(commands.languages.on_model)
    window.session.traceReset.connect(commands.languages.on_trace)
    window.session.optionsChanged.connect(commands.languages.on_options)
    window.session.modelChanged.connect(commands.models.on_model)
    window.session.modelChanged.connect(partial(show_words, window))
    window.session.modelChanged.connect(commands.made_by.on_model)
    controller.problem.connect(commands.models.on_problem)
    show_keys(window)


def show_words(window: MainWindow) -> None:
    """Name menus, panels and buttons after what the loaded model does."""
    words = words_of(window.session.model)
    window.actions_.rename_menu("translate", tr(words.menu))
    window.docks.rename("source", tr(words.text_panel))
    window.docks.rename("translation", tr(words.output_panel))
    show_keys(window)


def show_keys(window: MainWindow) -> None:
    """Let the buttons of panels say what their commands say, with the keys."""
    window.actions_.update()
    buttons: list[tuple[QAbstractButton, str]] = [
        (window.source.translate_button, "translate"),
        (window.source.live, "live"),
        (window.source.mask_button, "insert_mask"),
        (window.transport.first_button, "first"),
        (window.transport.back_button, "back"),
        (window.transport.last_button, "last"),
    ]
    if window.made("translation"):
        buttons.append((window.translation.copy_button, "copy_translation"))
    for button, name in buttons:
        button.setToolTip(window.actions_[name].toolTip())
