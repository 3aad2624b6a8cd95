"""The options of a search on the command line; shared by all commands that translate."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from engine.cli.common import argument_text
from engine.errors import SearchError
from engine.model.heads_off import HeadPlace, parse_heads
from engine.search.options import NORMALISATIONS, STOPPINGS, SearchOptions

# Command-line names that differ from those of SearchOptions by more than dashes.
_NAMES = {"normalisation": "--length-penalty"}


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """``--beam`` and its like. Only what is given is set, so the defaults stand in one place."""
    group = parser.add_argument_group("search")

    def add(
        name: str,
        kind: Callable[[str], object] | None,
        metavar: str | None,
        meaning: str,
        **more: object,
    ) -> None:
        typed = {"type": kind, "metavar": metavar} if kind is not None else {}
        default = argparse.SUPPRESS
        group.add_argument(_flag(name), dest=name, default=default, help=meaning, **typed, **more)  # type: ignore[arg-type]

    standard = SearchOptions()
    for side in ("source", "target"):
        add(f"{side}_language", str, "CODE", f"the {side}'s language, for a model of several: "
            "one of its codes (info lists them), or fr, fra …; default: its own")  # fmt: skip
    add("beam", int, "N", "hypotheses kept at every step, 1 to 32; 1, the default, is greedy")
    add("n_best", int, "N", "hypotheses shown; with --sample, independent draws")
    add("normalisation", None, None, "what a score is divided by, for L pieces: "
        "average L^alpha, gnmt ((5+L)/6)^alpha, none 1; "
        f"default: {standard.normalisation}", choices=NORMALISATIONS)  # fmt: skip
    add("alpha", float, "X", f"exponent of the length penalty; default: {standard.alpha}")
    add("stopping", None, None, "end a beam search when no live hypothesis can still win "
        "(exact), none is better at its present length (heuristic), or as soon as a beam of "
        f"them has finished (first); default: {standard.stopping}", choices=STOPPINGS)  # fmt: skip
    add("max_length", int, "N", "longest translation of a sentence in pieces, or text of a decoder "
        "alone, what it was given included; "
        "default: 20 more than twice the pieces that are given")  # fmt: skip
    add("no_repeat_ngram", int, "N", "never write the same N pieces in a row twice")
    add("repetition_penalty", float, "X",
        "multiply the log-probability of pieces already written by it; default: 1")  # fmt: skip
    add("prefix", str, "TEXT", "how the translation of each text has to begin")
    add("sample", None, None, "draw each piece at random instead of searching",
        action="store_true")  # fmt: skip
    add("temperature", float, "X", "with --sample: below 1 draws likelier pieces; default: 1")
    add("top_k", int, "N", "with --sample: draw among the N likeliest pieces; 0, the default: all")
    add("top_p", float, "X", "with --sample: draw among the likeliest pieces that together "
        "have probability X; default: 1")  # fmt: skip
    add("seed", int, "N", "with --sample: the same seed draws the same; default: 0")
    add("heads_off", _heads, "HEADS", "switch attention heads off: KIND:LAYER:HEAD, with commas "
        "between several, like cross:2:4,encoder:1:1; the kinds are encoder, self and cross, "
        "layers and heads count from 1. Such a head still attends; zeros take the place of what "
        "it mixes (Michel et al. 2019)")  # fmt: skip


def search_options(args: argparse.Namespace) -> SearchOptions:
    """The options that :func:`add_search_arguments` has read.

    Raises:
        SearchError: they cannot be, or contradict each other.
    """
    names = SearchOptions.__dataclass_fields__
    values = {name: value for name, value in vars(args).items() if name in names}
    for name in ("prefix", "source_language", "target_language"):
        if name in values:
            values[name] = argument_text(values[name])
    if values.get("n_best", 1) > 1 and "beam" not in values and not values.get("sample"):
        raise SearchError(
            f"--n-best {values['n_best']} needs --beam of at least as many, or --sample."
        )
    try:
        return SearchOptions(**values)
    except ValueError as error:
        raise SearchError(f"The search cannot be: {_with_flags(str(error))}.") from None


def _heads(text: str) -> tuple[HeadPlace, ...]:
    try:
        return parse_heads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _with_flags(message: str) -> str:
    """A message of SearchOptions with the names that its options have on the command line."""
    names = "|".join(SearchOptions.__dataclass_fields__)
    return re.sub(rf"\b({names})\b", lambda match: _flag(match[0]), message)


def _flag(name: str) -> str:
    return _NAMES.get(name, "--" + name.replace("_", "-"))
