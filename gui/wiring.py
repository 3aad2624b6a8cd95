"""Which panel's signal leads to which command: panels know nothing of one another."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.language import tr
from gui.model_words import words_of

if TYPE_CHECKING:
    from gui.main_window import MainWindow


def connect_panels(window: MainWindow) -> None:
    """Connect what the panels of a window ask for with who does it."""
    commands, controller = window.commands, window.controller
    source, transport = window.source, window.transport
    source.asked.connect(window.history_.expect_asked)
    source.asked.connect(commands.made_by.on_asked)
    source.typed.connect(window.history_.expect_typed)
    source.translateRequested.connect(controller.translate)
    source.insertRequested.connect(commands.insert_mask)
    source.live.toggled.connect(window.actions_["live"].setChecked)
    transport.playRequested.connect(commands.toggle_play)
    transport.pauseRequested.connect(controller.pause)
    transport.stepRequested.connect(commands.step)
    window.candidates.forceRequested.connect(commands.force_piece)
    window.candidates.forbidRequested.connect(commands.forbid_piece)
    window.candidates.forceTextRequested.connect(commands.force_text)
    window.beams.goOnRequested.connect(commands.go_on_from)
    window.reference.scoreRequested.connect(commands.score)
    window.history.reopenRequested.connect(commands.reopen)
    window.heads.headsOffRequested.connect(commands.switch_heads)
    window.header.headsOffRequested.connect(commands.switch_heads)
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
    for name, panel in window.asking.items():
        panel.wanted.connect(partial(window.engine.ask, name))
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
    for button, name in (
        (window.source.translate_button, "translate"),
        (window.source.live, "live"),
        (window.source.mask_button, "insert_mask"),
        (window.transport.first_button, "first"),
        (window.transport.back_button, "back"),
        (window.transport.last_button, "last"),
        (window.translation.copy_button, "copy_translation"),
    ):
        button.setToolTip(window.actions_[name].toolTip())
