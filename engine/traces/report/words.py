"""What a report calls what a model does: it translates, fills in masks, or continues a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.model.kinds import Stacks


@dataclass(frozen=True)
class Words:
    """The words for one family of models.

    Attributes:
        title, heading: of the page.
        source, output: what was typed, and what came of it.
        pieces: of what was typed.
        unfinished, missing: of a trace that is no whole; of ``{count}`` sentences.
        unfinished_sentence: of a sentence of it.
        nothing: where there are no steps.
    """

    title: str
    heading: str
    source: str
    output: str
    pieces: str
    unfinished: str
    missing: str
    unfinished_sentence: str
    nothing: str


WORDS: Final[dict[Stacks, Words]] = {
    "encoder-decoder": Words(
        title="translation report",
        heading="Report of a translation",
        source="Source",
        output="Translation",
        pieces="Source pieces",
        unfinished="This translation is not finished.",
        missing="{count} sentences are not translated.",
        unfinished_sentence="The translation of this sentence is not finished.",
        nothing="Nothing is written yet.",
    ),
    "encoder": Words(
        title="report of an encoder",
        heading="Report of a text with its masks filled in",
        source="Text",
        output="Filled in",
        pieces="Pieces",
        unfinished="This text is not finished.",
        missing="{count} texts are not read.",
        unfinished_sentence="This text is not finished.",
        nothing="No mask was filled in.",
    ),
    "decoder": Words(
        title="report of a continuation",
        heading="Report of a continuation",
        source="Text",
        output="Continued",
        pieces="Pieces",
        unfinished="This continuation is not finished.",
        missing="{count} texts are not continued.",
        unfinished_sentence="This continuation is not finished.",
        nothing="Nothing is written yet.",
    ),
}
