"""The languages that a model of several can be asked for, and the pieces that ask for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from engine.errors import SearchError
from engine.events import Piece
from engine.text.language_codes import fitting

_MOST_NAMED = 24


@dataclass(frozen=True)
class LanguageChoice:
    """What one text asks for.

    Attributes:
        source, target: the codes that were chosen; empty where there is no choice.
        before, after: pieces in front of each sentence of the source, and behind its end piece.
        begins_with: ids of the pieces that the output of each sentence begins with.
        prompt: text in front of each sentence that does not have it itself.
    """

    source: str = ""
    target: str = ""
    before: tuple[Piece, ...] = ()
    after: tuple[Piece, ...] = ()
    begins_with: tuple[int, ...] = ()
    prompt: str = ""


@dataclass(frozen=True)
class Languages:
    """Which languages there are, and where their pieces stand.

    Attributes:
        sources: the source's piece for each language to translate from, by code; empty where
            the source does not say it.
        targets: the piece for each language to translate to.
        in_output: whether the target's piece is the first that is written; it stands in front
            of the source else.
        source_last: whether the source's piece stands behind its end piece and not in front.
        source, target: the codes that are meant where nothing else is asked for; empty if the
            model says none.
        always: pieces in front of every source, whatever the languages.
        begins_with: ids that every output begins with, whatever the languages.
        prompts: for each language to translate to, the text in front of a sentence that asks for
            it, where no piece does (``translate English to German: ``).
    """

    sources: Mapping[str, Piece] = field(default_factory=dict)
    targets: Mapping[str, Piece] = field(default_factory=dict)
    in_output: bool = False
    source_last: bool = False
    source: str = ""
    target: str = ""
    always: tuple[Piece, ...] = ()
    begins_with: tuple[int, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)

    def usual(self) -> LanguageChoice:
        """The choice of the model alone, for a text whose target language does not matter."""
        return self._choice(self.source, "")

    def choose(self, source: str = "", target: str = "") -> LanguageChoice:
        """The choice of a text.

        Args:
            source, target: codes of the model, or of ISO 639 where these fit one of them.

        Raises:
            SearchError: there is no such language, or one is needed and not said; the message
                names those that there are.
        """
        source = _code("source", source or self.source, self.sources)
        target = target or self.target
        # Without one, a model whose source says the target takes what it has been trained for.
        if target or self.in_output:
            target = _code("target", target, {*self.targets, *self.prompts})
        return self._choice(source, target)

    def asked_by(self, text: str) -> str:
        """The language whose prompt a text begins with; empty if it begins with none."""
        found = (code for code, prompt in self.prompts.items() if text.startswith(prompt.rstrip()))
        return next(found, "")

    def _choice(self, source: str, target: str) -> LanguageChoice:
        own = (self.sources[source],) if source else ()
        wanted = (self.targets[target],) if target in self.targets else ()
        return LanguageChoice(
            source=source,
            target=target,
            before=(
                *self.always,
                *(() if self.in_output else wanted),
                *(() if self.source_last else own),
            ),
            after=own if self.source_last else (),
            begins_with=(
                *self.begins_with,
                *(piece.id for piece in wanted if self.in_output),
            ),
            prompt=self.prompts.get(target, ""),
        )


def _code(side: str, wanted: str, known: Collection[str]) -> str:
    """The code of the model that is meant."""
    if not known:
        return ""
    alike = fitting(wanted, known)
    if len(alike) == 1:
        return alike[0]
    shown = alike or sorted(known)
    names = ", ".join(shown[:_MOST_NAMED])
    if len(shown) > _MOST_NAMED:
        names += f" … ({len(shown)} in all; info lists them)"
    if not wanted:
        raise SearchError(f"This model needs a {side} language; choose one of {names}.")
    if alike:
        raise SearchError(
            f"As {side}, {wanted!r} fits several languages of this model; choose one of {names}."
        )
    raise SearchError(f"This model has no language {wanted!r} as {side}; choose one of {names}.")
