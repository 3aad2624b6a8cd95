"""Which languages a model of several is asked for: the choices it has, and what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.events import ModelInfo, Started
from engine.search.options import SearchOptions
from engine.text.language_codes import bare, code_at_start, fitting, is_spelled_like_one
from gui.session import Session, Side
from gui.widgets.languages import language_name, language_names, normal_code

_TRIED = ("en", "fr")
"""Languages to translate to where nothing else tells one."""


@dataclass(frozen=True)
class Pair:
    """A source and a target language, as codes; empty where none is asked for."""

    source: str = ""
    target: str = ""

    @classmethod
    def of(cls, options: SearchOptions) -> Pair:
        """What the options of a search ask for."""
        return cls(options.source_language, options.target_language)

    def put_into(self, options: SearchOptions) -> SearchOptions:
        """The options, asking for these."""
        return replace(options, source_language=self.source, target_language=self.target)


def codes(info: ModelInfo, side: Side) -> tuple[str, ...]:
    """The codes that a model has for a side; empty where its language is not said at all."""
    return info.source_languages if side == "source" else info.target_languages


def choosable(info: ModelInfo | None, side: Side) -> bool:
    """Whether a model lets the language of a side be chosen."""
    return info is not None and len(codes(info, side)) > 1


def may_be_silent(info: ModelInfo) -> bool:
    """Whether nothing need be said of the target.

    A code in front of the text can be left out; the first piece of the output cannot. Only
    models of the second kind are told the source's language too.
    """
    return not info.source_languages


def said(info: ModelInfo | None, text: str) -> str:
    """The ``>>fra<<`` with which a text itself says its target to this model; else empty.

    It comes before any choice, even if it is that of a language which the model has not and
    refuses, or that fits several of its own; what is spelled like no code is text to all models
    but those that have the code in front of the text, where it is an unknown piece.
    """
    if info is None or not info.target_languages:
        return ""
    code = code_at_start(text.lstrip())
    known = bare(code) in info.target_languages or is_spelled_like_one(bare(code))
    return code if code and (known or may_be_silent(info)) else ""


def without_code(text: str, code: str) -> str:
    """A text that no longer begins with a code that :func:`said` gave."""
    return text.lstrip().removeprefix(code).lstrip()


def alike(wanted: str, known: Sequence[str]) -> list[str]:
    """The codes of a model for a language: the very code, or those of other standards."""
    if not wanted or wanted in known:
        return [wanted] if wanted else []
    return [code for code in known if normal_code(code) == normal_code(wanted)]


def usual(info: ModelInfo, before: Pair, interface: str) -> Pair:
    """The languages to begin with, for a model that nobody has chosen languages of.

    Args:
        info: the model.
        before: the languages that were in use before: the text is in one of them.
        interface: the language of the user.
    """
    source = ""
    if info.source_languages:
        tried = [*alike(before.source, info.source_languages)]
        tried += alike(info.source_language, info.source_languages)
        tried += [code for each in _TRIED for code in alike(each, info.source_languages)]
        source = [*tried, info.source_languages[0]][0]
    target = ""
    known = info.target_languages
    if choosable(info, "target") or (known and not may_be_silent(info)):
        own = normal_code(source or info.source_language)
        wanted = (before.target, info.target_language, interface, *_TRIED, *known)
        others = [c for each in wanted for c in alike(each, known) if normal_code(c) != own]
        target = [*others, known[0]][0]
    return Pair(source, target)


def fits(info: ModelInfo, pair: Pair) -> bool:
    """Whether a model can be asked for these."""
    source = pair.source in info.source_languages if pair.source else not info.source_languages
    silent = may_be_silent(info) or not info.target_languages
    return source and (pair.target in info.target_languages if pair.target else silent)


def meant(info: ModelInfo, pair: Pair, text: str = "") -> Pair:
    """The languages of a translation by a model, as far as they are known.

    Args:
        info: the model.
        pair: what is asked for.
        text: which may say its target itself.
    """
    code = said(info, text)
    if not code:
        return Pair(pair.source or info.source_language, pair.target or info.target_language)
    found = fitting(bare(code), info.target_languages)
    return Pair(pair.source or info.source_language, found[0] if len(found) == 1 else "")


def of_started(started: Started) -> Pair:
    """The languages that a translation was made with."""
    return meant(started.model, Pair(*started.languages), started.text)


def of_next(session: Session, text: str) -> Pair:
    """The languages that the loaded model would translate a text with."""
    if session.model is None:
        return Pair()
    return meant(session.model, Pair.of(session.options), text)


def exchanged(info: ModelInfo, pair: Pair) -> Pair | None:
    """The other direction of the same model; ``None`` if it has none.

    Args:
        info: the model.
        pair: the languages that are meant now.
    """
    sides: list[str] = []
    for side, wanted in (("source", pair.target), ("target", pair.source)):
        known = info.source_languages if side == "source" else info.target_languages
        found = alike(wanted, known)
        if not found:
            return None
        sides.append(found[0])
    return Pair(*sides)


def name_of(info: ModelInfo, side: Side, code: str) -> str:
    """What a language of a model is called, told apart from its others; empty for none."""
    if not code:
        return ""
    known = codes(info, side)
    return language_names(known)[code] if code in known else language_name(code)
