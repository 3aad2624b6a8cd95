"""Figures of a model folder on test data: sacreBLEU and chrF against all references."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.errors import InputTooLongError, ModelFolderError
from engine.search.options import SearchOptions
from engine.training.data import group_references, read_pairs
from engine.training.scores import score
from engine.translator import Translator

# Characters of a sentence that a message shows.
_SHOWN = 40


def evaluate(
    model: Path | str | None,
    data: Path | str,
    *,
    device: str = "auto",
    dtype: str = "float32",
    options: SearchOptions | None = None,
    batch_tokens: int = 4096,
) -> dict[str, Any]:
    """Translate every different source of ``data`` once and score the translations.

    Args:
        model: a model folder; ``None`` is the built-in one.
        data: TSV or TSV.gz of source and reference; a source may stand on several lines, each
            with another reference.
        device, dtype: where and how to compute.
        options: of the search.
        batch_tokens: padded source tokens of one batch.

    Returns:
        A JSON-ready dictionary: ``bleu`` and ``chrf`` (0 to 100) with their sacreBLEU
        signatures, ``search`` (options that are not the usual ones), ``sentences`` (different
        sources), ``references``, ``cut`` (translations ended by the length limit), ``model`` and
        ``data``.

    Raises:
        DataError: the data file cannot be used.
        ModelFolderError: the model folder cannot be used.
        DeviceError: the device or number type is not there.
        InputTooLongError: a sentence has more pieces than the model has positions; before
            anything is translated.
    """
    options = options or SearchOptions()
    groups = group_references(read_pairs(data))
    translator = Translator.load(model, device=device, dtype=dtype)
    if translator.info.stacks != "encoder-decoder":
        raise ModelFolderError(
            f"{translator.info.folder} holds one stack alone, the {translator.info.stacks}, and "
            "does not translate; evaluate a model that has both."
        )
    for source, _ in groups:
        try:
            translator.check(source, options)
        except InputTooLongError as error:
            start = source if len(source) <= _SHOWN else f"{source[:_SHOWN].rstrip()}…"
            raise InputTooLongError(f"{data}, the line of {start!r}: {error}") from None
    results = [
        line.translated
        for line in translator.translate_lines(
            [source for source, _ in groups], options, batch_tokens=batch_tokens
        )
    ]
    scores = score([result.text for result in results], [references for _, references in groups])
    return {
        "model": translator.info.folder,
        "data": str(data),
        "search": options.differing(),
        "sentences": len(groups),
        "references": sum(len(references) for _, references in groups),
        "bleu": round(scores.bleu, 2),
        "bleu_signature": scores.bleu_signature,
        "chrf": round(scores.chrf, 2),
        "chrf_signature": scores.chrf_signature,
        "cut": sum(bool(result.cut) for result in results),
    }
