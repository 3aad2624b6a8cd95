"""Real tiny translators for whole windows: random weights, outputs that vary and that end."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import ModelFolderError
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui.worker import Loader, LoadRequest
from tests.engine.conftest import MakeTranslator

END_BIAS = 0.8
"""So that some hypotheses end early and others go on."""


def options(beam: int) -> SearchOptions:
    """Short outputs in which no piece comes twice: random weights would repeat one for ever."""
    return SearchOptions(beam=beam, n_best=beam, max_length=9, no_repeat_ngram=1)


MASK = "g"
"""The piece that plays the mask."""
ONE_STACK: dict[str, dict[str, object]] = {
    "encoder": {"stacks": "encoder", "decoder_layers": 0, "output_bias": True,
                "output": "transform"},
    "headless": {"stacks": "encoder", "decoder_layers": 0, "output": "none"},
    "decoder": {"stacks": "decoder", "encoder_layers": 0, "never_written": ()},
}  # fmt: skip


def tiny_loader(make_translator: MakeTranslator) -> Loader:
    """Loads a translator; for a folder "other" one of another shape; "broken" it refuses.

    "encoder" is an encoder alone that fills in "g", "headless" one without an output, and
    "decoder" a decoder alone.
    """
    made: dict[str, Translator] = {}

    def load(request: LoadRequest) -> Translator:
        name = "" if request.model is None else request.model.name
        if name == "broken":
            raise ModelFolderError("This folder holds no model.")
        if name not in made and name in ONE_STACK:
            made[name] = _alone(make_translator, name)
        if name not in made:
            shape = {"encoder_layers": 1, "decoder_layers": 2, "heads": 2} if name else {}
            made[name] = _ending(
                make_translator(9 if name else 13, tied_output=False, output_bias=True, **shape),
                name or "tiny",
            )
        return made[name]

    return load


def _ending(translator: Translator, name: str) -> Translator:
    bias = translator.model.output_bias
    assert bias is not None
    bias.data[translator.vocabulary.eos_id] = END_BIAS
    translator.info = replace(translator.info, name=name, fingerprint=f"weights of {name}")
    return translator


def _alone(make_translator: MakeTranslator, name: str) -> Translator:
    mask = None
    if name != "decoder":
        pieces = make_translator().vocabulary.encode("dog")
        mask = next(piece.id for piece in pieces if piece.text == MASK)
    made = make_translator(5, mask=mask, **ONE_STACK[name])
    made.info = replace(made.info, name=name, folder=name, fingerprint=f"weights of {name}",
                        source_language="", target_language="")  # fmt: skip
    return made
