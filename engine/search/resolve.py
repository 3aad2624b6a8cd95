"""What the options of a search mean for one text and one model: words as pieces, languages."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import SearchError
from engine.events import ModelInfo
from engine.search.options import SearchOptions
from engine.text.language_codes import spoken
from engine.text.languages import LanguageChoice
from engine.text.pieces import PieceVocabulary


def resolve(
    vocabulary: PieceVocabulary, info: ModelInfo, text: str, options: SearchOptions
) -> tuple[SearchOptions, LanguageChoice]:
    """The options with ids where they had words, and with the languages that are meant.

    Args:
        vocabulary, info: of the model.
        text: which may ask for a target language itself.
        options: as the user has them.

    Returns:
        The options for a search, and what :meth:`PieceVocabulary.encode` is to be told.

    Raises:
        SearchError: the model has no such language, or needs to be told one.
    """
    vocabulary_of = {"source": vocabulary.source_languages, "target": vocabulary.target_languages}
    for side, choices in vocabulary_of.items():
        wanted = getattr(options, f"{side}_language")
        own = getattr(info, f"{side}_language")
        if wanted and not choices and spoken(wanted) != spoken(own):
            known = f"is {own}" if own else "cannot be chosen"
            raise SearchError(
                f"The {side} language of {info.name} {known}; it cannot take {wanted!r}. Leave "
                "the choice out, or open another model."
            )
    chosen = vocabulary.choose(text, options.source_language, options.target_language)
    prefix, reference = options.prefix, options.reference
    if isinstance(prefix, str):
        ids = vocabulary.target_ids(prefix)[:-1]
        prefix = (*vocabulary.target_begin, *ids) if ids else ()
    if isinstance(reference, str):
        reference = (*vocabulary.target_begin, *vocabulary.target_ids(reference))
    if reference is not None and reference[-1:] != (vocabulary.eos_id,):
        reference = (*reference, vocabulary.eos_id)
    resolved = replace(
        options,
        prefix=prefix,
        reference=reference,
        source_language=chosen.source or options.source_language,
        target_language=chosen.target or options.target_language,
        begins_with=chosen.begins_with,
    )
    return resolved, chosen
