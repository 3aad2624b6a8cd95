"""How a model reads a text: its sentences, their pieces, and what decoding begins with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import SearchError
from engine.events import ModelInfo, Piece
from engine.search.options import SearchOptions
from engine.search.resolve import resolve
from engine.text import sentences
from engine.text.language_codes import spoken
from engine.text.languages import LanguageChoice
from engine.text.pieces import PieceVocabulary


@dataclass(frozen=True)
class Reading:
    """A text as a model gets it.

    A translator reads sentence by sentence. An encoder or a decoder alone reads all of a text at
    once; what a decoder continues is no source, but the beginning of its output.

    Attributes:
        spans: [start, end) of each sentence in the text.
        sources: the source pieces of each, the end piece included; none for a decoder alone.
        options: of the search, with ids where they had words.
        start: the decoder's first input.
    """

    spans: tuple[tuple[int, int], ...]
    sources: tuple[tuple[Piece, ...], ...]
    options: SearchOptions
    start: Piece

    @property
    def lengths(self) -> list[int]:
        """Pieces of each sentence, of what a decoder continues too."""
        begins = len(self.options.begins_with)
        return [len(source) or 1 + begins for source in self.sources]


def read(
    vocabulary: PieceVocabulary, info: ModelInfo, text: str, options: SearchOptions
) -> Reading:
    """Cut a text into sentences and pieces.

    Raises:
        SearchError: the options do not fit the text or the model.
    """
    options, chosen = resolve(vocabulary, info, text, options)
    start = vocabulary.piece(vocabulary.start_id)
    if info.stacks == "encoder-decoder":
        spans = sentences.split(text, spoken(chosen.source) or info.source_language)
        sources = tuple(vocabulary.encode(text[a:b], a, chosen) for a, b in spans)
        return Reading(spans, sources, options, start)
    spans = ((0, len(text)),) if text.strip() else ()
    if info.stacks == "encoder":
        sources = tuple(vocabulary.encode(text, 0, chosen) for _ in spans)
        return Reading(spans, sources, options, start)
    if not spans:
        return Reading((), (), options, start)
    return _prompt(vocabulary, text, spans, options, chosen)


def _prompt(
    vocabulary: PieceVocabulary,
    text: str,
    spans: tuple[tuple[int, int], ...],
    options: SearchOptions,
    chosen: LanguageChoice,
) -> Reading:
    """What a decoder alone is to continue: its first input, and pieces that are then forced."""
    usual = (vocabulary.piece(vocabulary.start_id),)
    start, *rest = vocabulary.encode(text, 0, chosen)[:-1] or usual
    given = tuple(piece.id for piece in rest)
    for piece in rest:
        if piece.id in (vocabulary.eos_id, vocabulary.start_id):
            raise SearchError(
                f"The text has {piece.text} in it, which this model begins or ends a text with: "
                "take it out."
            )
    begin = (*given, *options.begins_with)
    return Reading(spans, ((),), replace(options, begins_with=begin), start)
