"""The heads in words: their names, their numbers, and which are switched off."""

from __future__ import annotations

import math

from engine.analysis.heads import Measure
from gui.language import QT_TR_NOOP, tr
from gui.numbers import fixed, style
from gui.session import Session
from gui.widgets import head_mark
from gui.widgets.head_orders import WORDS
from gui.widgets.heads_layout import Place
from gui.widgets.heads_model import HeadsModel

MAX_HINT = QT_TR_NOOP(
    "The largest weight that any head of the layer gives. Its rows do not sum to 1: it is no "
    "attention, has no entropy, and cannot be selected."
)


def _exact(value: float) -> str:
    return fixed(value, style().digits)


def _short(value: float) -> str:
    """As it stands in a line with seven others."""
    return fixed(value, style().digits - 2)


class HeadsWords:
    """Describes what a model holds of the kind that the session has selected."""

    def __init__(self, session: Session, model: HeadsModel) -> None:
        self._session = session
        self._model = model

    def name(self, place: Place) -> str:
        """Layer and head, and whether it is off."""
        layer, column = place
        model = self._model
        if column == model.max_column:
            return tr("layer {layer}, maximum over heads").format(layer=layer + 1)
        if column == model.mean_column:
            name, head = tr("layer {layer}, mean over heads").format(layer=layer + 1), None
        else:
            name = tr("layer {layer}, head {head}").format(layer=layer + 1, head=column + 1)
            head = column
        return head_mark.with_mark(name, self._session, self._session.kind, layer, head)

    def text(self, place: Place) -> str:
        """All numbers of a head, one a line."""
        model = self._model
        if not model.queries:
            return ""
        lines = [self.name(place)]
        if place[1] == model.max_column:
            lines.append(tr(MAX_HINT))
        elif model.missing:
            lines.append(self._progress())
        else:
            numbers = self._numbers(place)
            lines.append(
                tr("entropy {value} of at most {most} nats").format(
                    value=_exact(numbers[Measure.ENTROPY]), most=_exact(model.most_entropy())
                )
            )
            lines += [
                f"{tr(WORDS[measure])} {_exact(value)}"
                for measure, value in numbers.items()
                if measure in WORDS and not math.isnan(value)
            ]
        kind, (layer, column) = self._session.kind, place
        if column < model.heads and head_mark.off(self._session, kind, layer, column):
            lines += ["", tr(head_mark.OFF_HINT)]
        return "\n".join(lines)

    def readout(self, place: Place | None) -> tuple[str, str]:
        """A head and its entropy in one line, where it looks in another."""
        model = self._model
        if not model.queries or place is None:
            return "", ""
        name = self.name(place)
        if place[1] == model.max_column:
            return name, tr(MAX_HINT)
        if model.missing:
            return name, self._progress()
        numbers = self._numbers(place)
        first = [
            name,
            tr("entropy {value} nats").format(value=_short(numbers[Measure.ENTROPY])),
        ]
        rest: list[str] = []
        for measure, word in WORDS.items():
            if not math.isnan(numbers[measure]):
                text = f"{tr(word)} {_short(numbers[measure])}"
                (first if measure is Measure.CONFIDENCE else rest).append(text)
        first.append(
            tr("highest possible entropy {value}").format(value=_short(model.most_entropy()))
        )
        return "   ".join(first), "   ".join(rest)

    def _progress(self) -> str:
        model = self._model
        return tr("{read} of {rows} rows have been read").format(
            read=model.queries, rows=model.queries + model.missing
        )

    def _numbers(self, place: Place) -> dict[Measure, float]:
        numbers = self._model.measures()
        return {measure: float(numbers[(index, *place)]) for index, measure in enumerate(Measure)}
