"""How a model reads a text: its sentences, their pieces, and what decoding begins with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import InputTooLongError
from engine.events import ModelInfo, Piece
from engine.search.options import SearchOptions
from engine.search.resolve import resolve
from engine.text import sentences
from engine.text.continuation import following
from engine.text.language_codes import spoken
from engine.text.languages import LanguageChoice
from engine.text.pieces import PieceVocabulary
from engine.text.segmenter import REPLACEMENT

_OPENING = 30
"""Characters that tell a sentence from others."""


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
        InputTooLongError: a sentence has too many pieces; what comes after it is not read.
        SearchError: the options do not fit the text or the model.
    """
    asked = options
    options, chosen = resolve(vocabulary, info, text, options)
    start = vocabulary.piece(vocabulary.start_id)
    if info.stacks == "encoder-decoder":
        spans = sentences.split(text, spoken(chosen.source) or info.source_language)
        sources = _sources(vocabulary, info, text, spans, chosen)
        return Reading(spans, sources, options, start)
    spans = ((0, len(text)),) if text.strip() else ()
    if info.stacks == "encoder":
        sources = _sources(vocabulary, info, text, spans, chosen)
        return Reading(spans, sources, options, start)
    if not spans:
        return Reading((), (), options, start)
    reading = _prompt(vocabulary, info, text, spans, options, chosen)
    return replace(reading, options=_behind(vocabulary, asked, reading))


def _sources(
    vocabulary: PieceVocabulary,
    info: ModelInfo,
    text: str,
    spans: tuple[tuple[int, int], ...],
    chosen: LanguageChoice,
) -> tuple[tuple[Piece, ...], ...]:
    """The pieces of each sentence, no more than the model has positions."""
    sources: list[tuple[Piece, ...]] = []
    for number, (begin, end) in enumerate(spans, 1):
        source = vocabulary.encode(text[begin:end], begin, chosen)
        if len(source) > info.max_positions:
            # Which one, where there are several: nobody finds it among thousands.
            opening = " ".join(text[begin : min(end, begin + 4 * _OPENING)].split())[:_OPENING]
            # Marks of direction would turn the message round.
            shown = "".join(each if each.isprintable() else REPLACEMENT for each in opening)
            which = f"Sentence {number} (“{shown}…”)"
            raise InputTooLongError(
                f"{which if len(spans) > 1 else 'A sentence'} has {len(source)} pieces, and this "
                f"model reads at most {info.most_positions}: split it into shorter sentences."
            )
        sources.append(source)
    return tuple(sources)


def _behind(vocabulary: PieceVocabulary, asked: SearchOptions, reading: Reading) -> SearchOptions:
    """The options with the words that were asked for as they stand behind the text."""
    options = reading.options
    before = (reading.start.id, *options.begins_with)
    if isinstance(asked.prefix, str) and asked.prefix:
        options = replace(options, prefix=following(vocabulary, before, asked.prefix))
    if isinstance(asked.reference, str):
        words = following(vocabulary, before, asked.reference)
        options = replace(options, reference=(*words, vocabulary.eos_id))
    return options


def _prompt(
    vocabulary: PieceVocabulary,
    info: ModelInfo,
    text: str,
    spans: tuple[tuple[int, int], ...],
    options: SearchOptions,
    chosen: LanguageChoice,
) -> Reading:
    """What a decoder alone is to continue: its first input, and pieces that are then forced."""
    usual = (vocabulary.piece(vocabulary.start_id),)
    start, *rest = vocabulary.encode(text, 0, chosen)[:-1] or usual
    given = tuple(piece.id for piece in rest)
    begin = (*given, *options.begins_with)
    if len(begin) > info.max_positions:
        raise InputTooLongError(
            f"The text has {len(begin)} pieces, and this model writes at most "
            f"{info.most_positions}: shorten it."
        )
    return Reading(spans, ((),), replace(options, begins_with=begin), start)
