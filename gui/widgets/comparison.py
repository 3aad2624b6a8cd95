"""Two translations that are compared: which they are, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.analysis.compare import Mismatch, Missing, Side, differing_options
from engine.events import AttentionKind
from engine.model.heads_off import layers_of
from engine.trace import Trace
from gui import numbers
from gui.language import tr
from gui.model_words import alone
from gui.widgets.option_text import option_name, option_value
from gui.widgets.score_text import number

NAMES = ("A", "B")
"""What the two are called; differences are B − A."""


@dataclass(frozen=True, eq=False)
class Compared:
    """One sentence of one of the two.

    Attributes:
        name: "A" or "B".
        trace: its translation.
        number: of the sentence, from 0.
        side: the sentence along the hypothesis that is followed.
        shown: whether the window shows this translation now.
    """

    name: str
    trace: Trace
    number: int
    side: Side
    shown: bool

    def layers(self, kind: AttentionKind) -> int:
        """How many layers its model has of a kind."""
        return layers_of(self.trace.started.model, kind)

    @property
    def alone(self) -> bool:
        """Whether its model is one stack, which has but its own text."""
        return alone(self.trace.started.model)

    @property
    def heads(self) -> int:
        """How many heads a layer of its model has."""
        return self.trace.started.model.heads

    @property
    def source(self) -> str:
        """What was translated, of this sentence."""
        start, end = self.trace.started.sentences[self.number]
        return self.trace.started.text[start:end]

    @property
    def score(self) -> str:
        """The score of the hypothesis, as far as it is written."""
        written = self.side.written
        return number(written[-1].score) if written else "–"


def compared(
    name: str,
    trace: Trace,
    followed: Mapping[int, tuple[int, int]],
    sentence: int,
    shown: bool,
) -> Compared | None:
    """A sentence of a translation; ``None`` if it has not got so far."""
    if not 0 <= sentence < len(trace.sentences):
        return None
    place = trace.sentences[sentence]
    path = tuple(place.path(followed.get(sentence)))
    return Compared(name, trace, sentence, Side(place, path), shown)


@dataclass(frozen=True)
class Fact:
    """Something of which each has its own.

    Attributes:
        name: what it is.
        values: of the first and of the second.
        words: whether it is text whose differing words are to be marked.
    """

    name: str
    values: tuple[str, str]
    words: bool = False

    @property
    def differs(self) -> bool:
        """Whether they are not the same."""
        return self.values[0] != self.values[1]


def facts(first: Compared, second: Compared) -> list[Fact]:
    """What is told of both: the translations, in what they were asked differently, the scores.

    The source too where it differs, or is one sentence of several.
    """
    one, other = first.trace.started.model, second.trace.started.model
    told: list[Fact] = []
    source = Fact(tr("Source"), (first.source, second.source), words=True)
    if source.differs or len(first.trace.started.sentences) > 1:
        told.append(source)
    told.append(Fact(tr("Translation"), (first.side.text, second.side.text), words=True))
    if one.name != other.name:
        told.append(Fact(tr("Model"), (one.name, other.name)))
    elif one.fingerprint != other.fingerprint:
        # The same name, but other weights: where they lie may tell them apart.
        names = tuple(f"{model.name} ({model.folder})" for model in (one, other))
        told.append(Fact(tr("Model"), (names[0], names[1])))
    sides = (first.side.sentence, second.side.sentence)
    for name, values in differing_options(*sides).items():
        left, right = (
            option_value(name, value, sentence)
            for value, sentence in zip(values, sides, strict=True)
        )
        told.append(Fact(option_name(name), (left, right)))
    told.append(Fact(tr("Score"), (first.score, second.score)))
    return told


def why_missing(of: Compared, missing: Missing, kind: AttentionKind, layer: int, head: int) -> str:
    """Why one of the two has no matrix; layer and head count from 0."""
    if missing is Missing.LAYER:
        return tr(
            "{name} has no layer {layer} of this kind: its model has %n.", "", of.layers(kind)
        ).format(name=of.name, layer=layer + 1)
    if missing is Missing.HEAD:
        return tr("{name} has no head {head}: its model has %n in a layer.", "", of.heads).format(
            name=of.name, head=head + 1
        )
    if missing is Missing.STEP:
        return tr("{name} has not written anything yet.").format(name=of.name)
    return tr("The attention of {name} was not recorded.").format(name=of.name)


def why_no_difference(mismatch: Mismatch) -> str:
    """Why two matrices have no difference."""
    if mismatch is Mismatch.SOURCE:
        return tr(
            "The source pieces differ, so a cell of A and the same cell of B are about "
            "different things: there is no difference to take. Side by side they can be seen."
        )
    return tr(
        "The decoders begin with different start pieces, so their rows do not answer to each "
        "other. Side by side they can be seen."
    )


def signed_text(value: float) -> str:
    """A difference with its sign, with as many digits as the user chose."""
    if value == 0:
        return "0"
    digits = numbers.style().digits
    if abs(value) >= 0.001:
        return numbers.fixed(value, digits, sign=True)
    power = numbers.scientific(value, max(1, digits - 3))
    return f"+{power}" if value > 0 else power
