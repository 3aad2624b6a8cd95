"""Search options in a reader's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.events import AttentionKind, Piece
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, quoted, tr
from gui.numbers import significant, whole
from gui.widgets.languages import language_name
from gui.widgets.pieces import label

OPTION_NAMES: Final = {
    "beam": QT_TR_NOOP("Beam"),
    "n_best": QT_TR_NOOP("Outputs"),
    "normalisation": QT_TR_NOOP("Scores are divided by"),
    "alpha": QT_TR_NOOP("α"),
    "stopping": QT_TR_NOOP("Ends when"),
    "max_length": QT_TR_NOOP("Longest output"),
    "length_factor": QT_TR_NOOP("Pieces allowed per source piece"),
    "length_extra": QT_TR_NOOP("Pieces allowed on top"),
    "sample": QT_TR_NOOP("Sampling"),
    "temperature": QT_TR_NOOP("Temperature"),
    "top_k": QT_TR_NOOP("Top-k"),
    "top_p": QT_TR_NOOP("Top-p"),
    "seed": QT_TR_NOOP("Seed"),
    "no_repeat_ngram": QT_TR_NOOP("Repeated n-grams"),
    "repetition_penalty": QT_TR_NOOP("Repetition penalty"),
    "forbidden": QT_TR_NOOP("Never written"),
    "required": QT_TR_NOOP("Must be written"),
    "prefix": QT_TR_NOOP("Forced beginning"),
    "reference": QT_TR_NOOP("Scored reference"),
    "candidates": QT_TR_NOOP("Candidates recorded"),
    "heads_off": QT_TR_NOOP("Heads off"),
    "source_language": QT_TR_NOOP("Source language"),
    "target_language": QT_TR_NOOP("Target language"),
    "begins_with": QT_TR_NOOP("Every sentence begins with"),
}
"""What an option is called where its value stands beside it."""

_WORDS: Final = {
    "gnmt": QT_TR_NOOP("((5 + L) / 6)^α"),
    "average": QT_TR_NOOP("L^α"),
    "none": QT_TR_NOOP("nothing"),
    "exact": QT_TR_NOOP("no live hypothesis can still win"),
    "heuristic": QT_TR_NOOP("none is better at its present length"),
    "first": QT_TR_NOOP("as many as the beam is wide have finished"),
}
_KINDS: Final = {
    AttentionKind.ENCODER_SELF.value: QT_TR_NOOP("encoder"),
    AttentionKind.DECODER_SELF.value: QT_TR_NOOP("decoder self"),
    AttentionKind.CROSS.value: QT_TR_NOOP("cross"),
}
_MOST_NAMED = 6


def search_summary(options: SearchOptions) -> str:
    """The search in two or three words."""
    if options.sample:
        return tr("Sampling, T {temperature}").format(temperature=significant(options.temperature))
    if options.beam == 1:
        return tr("Greedy")
    return tr("Beam {width}").format(width=options.beam)


def option_name(name: str) -> str:
    """What an option is called."""
    return tr(OPTION_NAMES[name]) if name in OPTION_NAMES else name.replace("_", " ")


def option_value(name: str, value: Any, sentence: SentenceTrace) -> str:
    """An option's value, whether the usual one or not.

    Args:
        name: of the option, as ``SearchOptions`` has it.
        value: of it.
        sentence: one that was searched for with it, where ids find their pieces.
    """
    if name in ("forbidden", "required", "begins_with"):
        return ", ".join(quoted(word) for word in _spelt(sentence, value)) or "–"
    if name in ("prefix", "reference"):
        text = forced_text(sentence, value)
        return quoted(text) if text else "–"
    if name in ("source_language", "target_language"):
        return f"{language_name(value)} ({value})" if value else tr("the model’s own")
    if name == "heads_off":
        return _heads(value)
    if name == "sample":
        return tr("yes") if value else tr("no")
    if name == "max_length" and value is None:
        return tr("by the source's length")
    if name == "top_k" and not value:
        return tr("all")
    if name == "no_repeat_ngram":
        return tr("none of {n} pieces").format(n=value) if value else tr("allowed")
    if isinstance(value, float):
        return significant(value)
    if isinstance(value, int) and name != "seed":
        return whole(value)
    return tr(_WORDS[value]) if value in _WORDS else str(value)


def _heads(places: tuple[tuple[str, int, int], ...]) -> str:
    if not places:
        return tr("none")
    named = [
        tr("{kind} layer {layer} head {head}").format(
            kind=tr(_KINDS.get(kind, kind)), layer=layer + 1, head=head + 1
        )
        for kind, layer, head in places[:_MOST_NAMED]
    ]
    more = len(places) - len(named)
    if more:
        named.append(tr("and %n more", "heads", more))
    return ", ".join(named)


def brief(sentence: SentenceTrace, left_out: tuple[str, ...] = ()) -> list[str]:
    """The options that are not the usual ones, each in two or three words.

    Args:
        sentence: one that was searched for with them.
        left_out: options that are told of elsewhere.
    """
    options = sentence.encoded.options
    values = {k: v for k, v in options.differing().items() if k not in left_out}
    # As wide as the beam is the usual thing to ask for in the window.
    if values.get("n_best") == options.beam > 1:
        del values["n_best"]
    languages = [values.pop(f"{side}_language", "") for side in ("source", "target")]
    if not sentence.encoded.pieces:
        # Of a decoder alone it is the text itself.
        values.pop("begins_with", None)
    if any(languages):
        # It is the piece of the target's.
        values.pop("begins_with", None)
        told = [" → ".join(language_name(code) or "…" for code in languages)]
        return told + [_brief(name, value, sentence) for name, value in values.items()]
    return [_brief(name, value, sentence) for name, value in values.items()]


def _brief(name: str, value: Any, sentence: SentenceTrace) -> str:
    shown = option_value(name, value, sentence)
    short = {
        "beam": tr("beam {value}"),
        "n_best": tr("{value} outputs"),
        "sample": tr("sampling"),
        "temperature": tr("T {value}"),
        "top_k": tr("top-k {value}"),
        "top_p": tr("top-p {value}"),
        "seed": tr("seed {value}"),
        "max_length": tr("at most {value} pieces"),
        "forbidden": tr("never {value}"),
        "required": tr("with {value}"),
        "prefix": tr("begins {value}"),
        "reference": tr("reference scored"),
    }
    if name == "heads_off":
        return tr("%n head(s) off", "", len(value))
    return short.get(name, f"{option_name(name)} {{value}}").format(value=shown)


def forced_text(sentence: SentenceTrace, forced: str | tuple[int, ...] | None) -> str:
    """What a forced beginning, or a whole reference, reads like."""
    if isinstance(forced, str):
        return forced
    if not forced:
        return ""
    begin = sentence.encoded.options.begins_with
    if forced[: len(begin)] != begin:  # the language's piece stands before it
        forced = (*begin, *forced)
    # Every hypothesis begins with it; what was cut off by a stop is spelt piece by piece.
    if len(forced) <= len(sentence.steps):
        text = sentence.steps[len(forced) - 1].hypotheses[0].text
        if text:
            return text
    return " ".join(_spelt(sentence, forced))


def _spelt(sentence: SentenceTrace, ids: tuple[int, ...]) -> list[str]:
    """The pieces of these ids, as far as the sentence shows them anywhere."""
    wanted = set(ids)
    found: dict[int, str] = {}
    for piece in _pieces(sentence):
        if piece.id in wanted and piece.id not in found:
            found[piece.id] = label(piece)
            if len(found) == len(wanted):
                break
    return [found.get(number, tr("piece {id}").format(id=number)) for number in ids]


def _pieces(sentence: SentenceTrace) -> Iterator[Piece]:
    for step in sentence.steps:
        for live in step.hypotheses:
            yield live.piece
            yield from (candidate.piece for candidate in live.candidates)
