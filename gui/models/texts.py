"""Models in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gui.language import QT_TR_NOOP, tr
from gui.model_words import WORDS, words_for
from gui.models.library import KnownModel
from gui.widgets.languages import language_name

ORIGINS: Final = {
    "built-in": QT_TR_NOOP("built in"),
    "downloaded": QT_TR_NOOP("downloaded"),
    "own": QT_TR_NOOP("added by hand"),
    "opened": QT_TR_NOOP("opened folder"),
}
FEW: Final = 4
"""Languages that are named; of more their number is told."""


def pair_text(source: str, target: str, languages: Sequence[str] = ()) -> str:
    """What is translated to what, as far as that is known."""
    if source and target:
        return f"{language_name(source)} → {language_name(target)}"
    if source or target:
        some = tr("several languages")
        one, other = (language_name(code) if code else some for code in (source, target))
        return f"{one} → {other}"
    if len(languages) > FEW:
        return tr("%n language(s)", "", len(languages))
    return ", ".join(map(language_name, languages)) or tr("Languages not said")


def model_pair(model: KnownModel) -> str:
    """The languages of a known model, or what it does instead of translating."""
    stacks = next((each for each in WORDS if each == model.stacks), None)
    does = "" if stacks is None else words_for(stacks, model.predicts).does
    if does:
        return tr(does)
    return pair_text(model.source_language, model.target_language, model.languages)
