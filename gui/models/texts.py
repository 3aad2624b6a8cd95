"""Models in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.events import ModelInfo
from gui.language import QT_TR_NOOP, tr
from gui.model_words import WORDS, words_for
from gui.models.library import KnownModel
from gui.numbers import whole
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


def model_text(model: ModelInfo) -> str:
    """All figures of a model, for a tooltip or a dialog."""
    lines = (
        model.name,
        tr(
            "{architecture}; {encoder} encoder and {decoder} decoder layers, {heads}, "
            "d_model {d_model}, d_ff {d_ff}"
        ).format(
            architecture=model.architecture,
            encoder=model.encoder_layers,
            decoder=model.decoder_layers,
            heads=tr("%n head(s)", "", model.heads),
            d_model=model.d_model,
            d_ff=model.d_ff,
        ),
        tr("{pieces} pieces, {parameters} parameters, up to {positions} positions").format(
            pieces=whole(model.vocabulary_size),
            parameters=whole(model.parameters),
            positions=whole(model.max_positions),
        ),
        f"{model.device}, {model.dtype}",
        model.folder,
    )
    return "\n".join(lines)
