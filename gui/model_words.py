"""What a model does, in words: it translates, fills in masks, continues a text, or reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.events import ModelInfo
from engine.model.kinds import Stacks
from gui.commands.command import MENUS
from gui.language import QT_TR_NOOP
from gui.panels.titles import TITLES


@dataclass(frozen=True)
class Words:
    """The words for one family of models. English; they are translated where they are shown.

    Attributes:
        do: on the button.
        command: in a menu, with a mnemonic.
        tip: of both.
        live: the command that does it while one types, with a mnemonic.
        live_tip: of that.
        menu: the menu of all this, with a mnemonic.
        text_panel, output_panel: the panels of what is typed and of what comes of it.
        text: what is typed.
        ask: in the empty editor.
        ask_for: where nothing has been run yet; empty where each panel has words of its own.
        output: what comes of it.
        awaited: where it will stand.
        copy: the command that copies it, with a mnemonic.
        copied: once it was.
        nothing_to_copy: while there is none.
        does: in lists of models; empty where their languages are told instead.
        doing, done, nothing: for the status bar.
        file: how a file that holds it is called at first.
    """

    do: str
    command: str
    tip: str
    live: str
    live_tip: str
    menu: str
    text_panel: str
    output_panel: str
    text: str
    ask: str
    ask_for: str
    output: str
    awaited: str
    copy: str
    copied: str
    nothing_to_copy: str
    does: str
    doing: str
    done: str
    nothing: str
    file: str = "translation"


WORDS: Final[dict[Stacks, Words]] = {
    "encoder-decoder": Words(
        do=QT_TR_NOOP("Translate"),
        command=QT_TR_NOOP("&Translate"),
        tip=QT_TR_NOOP("Translate the source text"),
        live=QT_TR_NOOP("&Live translation"),
        live_tip=QT_TR_NOOP("Translate by itself a quarter of a second after typing stops"),
        menu=MENUS["translate"],
        text_panel=TITLES["source"],
        output_panel=TITLES["translation"],
        text=QT_TR_NOOP("Source text"),
        ask=QT_TR_NOOP("Type or paste text…"),
        ask_for="",
        output=QT_TR_NOOP("Translation"),
        awaited=QT_TR_NOOP("The translation appears here."),
        copy=QT_TR_NOOP("&Copy translation"),
        copied=QT_TR_NOOP("Translation copied."),
        nothing_to_copy=QT_TR_NOOP("No translation to copy yet."),
        does="",
        doing=QT_TR_NOOP("Translating…"),
        done=QT_TR_NOOP("Translated."),
        nothing=QT_TR_NOOP("Nothing to translate."),
    ),
    "encoder": Words(
        do=QT_TR_NOOP("Fill in"),
        command=QT_TR_NOOP("Fill in &the masks"),
        tip=QT_TR_NOOP("Read the text and fill in its masks"),
        live=QT_TR_NOOP("Fill in &live"),
        live_tip=QT_TR_NOOP("Fill in by itself a quarter of a second after typing stops"),
        menu=QT_TR_NOOP("&Text"),
        text_panel=QT_TR_NOOP("Text"),
        output_panel=QT_TR_NOOP("Filled in"),
        text=QT_TR_NOOP("Text"),
        ask=QT_TR_NOOP("Type or paste a text with a mask where a word is to be filled in…"),
        ask_for=QT_TR_NOOP(
            "Type a text and fill in its masks: what the encoder computes is shown here."
        ),
        output=QT_TR_NOOP("Filled in"),
        awaited=QT_TR_NOOP("The text with its masks filled in appears here."),
        copy=QT_TR_NOOP("&Copy the filled text"),
        copied=QT_TR_NOOP("Text copied."),
        nothing_to_copy=QT_TR_NOOP("No text to copy yet."),
        does=QT_TR_NOOP("Fills in masks"),
        doing=QT_TR_NOOP("Filling in…"),
        done=QT_TR_NOOP("Read; nothing was filled in."),
        nothing=QT_TR_NOOP("Nothing to read."),
        file="filled",
    ),
    "decoder": Words(
        do=QT_TR_NOOP("Continue"),
        command=QT_TR_NOOP("Con&tinue the text"),
        tip=QT_TR_NOOP("Let the model continue the text"),
        live=QT_TR_NOOP("Continue &live"),
        live_tip=QT_TR_NOOP("Continue by itself a quarter of a second after typing stops"),
        menu=QT_TR_NOOP("&Text"),
        text_panel=QT_TR_NOOP("Text"),
        output_panel=QT_TR_NOOP("Continuation"),
        text=QT_TR_NOOP("Text to continue"),
        ask=QT_TR_NOOP("Type or paste the beginning of a text…"),
        ask_for=QT_TR_NOOP(
            "Type the beginning of a text and continue it: what the decoder computes is shown here."
        ),
        output=QT_TR_NOOP("Continuation"),
        awaited=QT_TR_NOOP("The text and its continuation appear here."),
        copy=QT_TR_NOOP("&Copy the text"),
        copied=QT_TR_NOOP("Text copied."),
        nothing_to_copy=QT_TR_NOOP("No text to copy yet."),
        does=QT_TR_NOOP("Continues a text"),
        doing=QT_TR_NOOP("Continuing…"),
        done=QT_TR_NOOP("Continued."),
        nothing=QT_TR_NOOP("Nothing to continue."),
        file="continuation",
    ),
}
READS: Final = Words(
    do=QT_TR_NOOP("Read"),
    command=QT_TR_NOOP("Read &the text"),
    tip=QT_TR_NOOP("Have the model read the text: its attention is shown"),
    live=QT_TR_NOOP("Read &live"),
    live_tip=QT_TR_NOOP("Read by itself a quarter of a second after typing stops"),
    menu=QT_TR_NOOP("&Text"),
    text_panel=QT_TR_NOOP("Text"),
    output_panel=QT_TR_NOOP("Text as read"),
    text=QT_TR_NOOP("Text"),
    ask=QT_TR_NOOP("Type or paste a text…"),
    ask_for=QT_TR_NOOP("Type a text and have it read: what the encoder computes is shown here."),
    output=QT_TR_NOOP("Text as read"),
    awaited=QT_TR_NOOP("The text appears here once it is read."),
    copy=QT_TR_NOOP("&Copy the text"),
    copied=QT_TR_NOOP("Text copied."),
    nothing_to_copy=QT_TR_NOOP("No text to copy yet."),
    does=QT_TR_NOOP("Shows its attention"),
    doing=QT_TR_NOOP("Reading…"),
    done=QT_TR_NOOP("Read."),
    nothing=QT_TR_NOOP("Nothing to read."),
    file="attention",
)
"""Of an encoder that was published without the layer that predicts pieces."""


def stacks_of(model: ModelInfo | None) -> Stacks:
    """Which stacks a model has; both while none is known."""
    return "encoder-decoder" if model is None else model.stacks


def alone(model: ModelInfo | None) -> bool:
    """Whether a model is one stack by itself: there is one text, and no translation of it."""
    return stacks_of(model) != "encoder-decoder"


def words_of(model: ModelInfo | None) -> Words:
    """The words for a model; those of a translator while none is known."""
    return words_for(stacks_of(model), model is None or model.predicts)


def words_for(stacks: Stacks, predicts: bool) -> Words:
    """The words for models of some stacks, which predict pieces or do not."""
    return READS if stacks == "encoder" and not predicts else WORDS[stacks]
