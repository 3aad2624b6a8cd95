"""The norms of one position's residual stream, as rows of a chart and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.layer_views import LayerViews, NormKind, Stack, Sublayer
from gui.language import QT_TR_NOOP, tr
from gui.numbers import significant

SUBLAYERS: Final = {
    Sublayer.SELF_ATTENTION: QT_TR_NOOP("self-attention"),
    Sublayer.SSRU: QT_TR_NOOP("SSRU, recurrent"),
    Sublayer.CROSS_ATTENTION: QT_TR_NOOP("cross-attention"),
    Sublayer.FEED_FORWARD: QT_TR_NOOP("feed-forward"),
}
SHORT: Final = {
    Sublayer.SELF_ATTENTION: QT_TR_NOOP("self"),
    Sublayer.SSRU: QT_TR_NOOP("SSRU"),
    Sublayer.CROSS_ATTENTION: QT_TR_NOOP("cross"),
    Sublayer.FEED_FORWARD: QT_TR_NOOP("feed-fwd"),
}
NORM_NAMES: Final[dict[NormKind, str]] = {
    "layer": QT_TR_NOOP("layer norm"),
    "rms": QT_TR_NOOP("RMS norm"),
}
NORM_FUNCTIONS: Final[dict[NormKind, str]] = {"layer": "LayerNorm", "rms": "RMSNorm"}


@dataclass(frozen=True)
class NormRow:
    """One place along the stream.

    Attributes:
        layer: from 0; ``None`` for the embedding and for the last layer norm.
        sublayer: what adds to the stream here; ``None`` where nothing does.
        stream: norm of the stream here, after the sub-layer.
        before, contribution, cosine, summed: as in ``StreamNorms``; ``None`` where nothing is
            added.
        last: whether it is the last layer norm of a pre-norm stack.
    """

    layer: int | None
    sublayer: Sublayer | None
    stream: float
    before: float | None = None
    contribution: float | None = None
    cosine: float | None = None
    summed: float | None = None
    last: bool = False


@dataclass(frozen=True)
class NormTable:
    """A stack at one position, from the input on.

    Attributes:
        stack: which of the two.
        position: which source piece, or which of the decoder's inputs.
        rows: from the embedding on.
        most: norm whose bar has the full length: the largest at this position.
        pre: whether the network is pre-norm.
        norm: which norms it has.
    """

    stack: Stack
    position: int
    rows: tuple[NormRow, ...]
    most: float
    pre: bool
    norm: NormKind = "layer"

    @property
    def function(self) -> str:
        """The norm in a formula."""
        return NORM_FUNCTIONS[self.norm]


def norm_table(views: LayerViews, stack: Stack, position: int) -> NormTable:
    """One position of a stack.

    Raises:
        ValueError: the model has no such stack.
    """
    norms = views.encoder if stack is Stack.ENCODER else views.decoder
    if norms is None:
        raise ValueError("a decoder alone has no norms of an encoder")
    rows = [NormRow(None, None, float(norms.before[0, position]))]
    rows += [
        NormRow(
            layer=place.layer,
            sublayer=place.sublayer,
            stream=float(norms.after[index, position]),
            before=float(norms.before[index, position]),
            contribution=float(norms.contribution[index, position]),
            cosine=float(norms.cosine[index, position]),
            summed=float(norms.summed[index, position]),
        )
        for index, place in enumerate(norms.places)
    ]
    pre = views.norm == "pre"
    if pre:
        rows.append(NormRow(None, None, float(norms.output[position]), last=True))
    most = max(max(row.stream, row.contribution or 0.0) for row in rows)
    return NormTable(stack, position, tuple(rows), most or 1.0, pre, views.norm_kind)


def row_name(row: NormRow) -> str:
    """A row without its layer."""
    if row.sublayer is not None:
        return tr(SUBLAYERS[row.sublayer])
    return tr("last norm") if row.last else tr("embedding")


def row_text(table: NormTable, row: NormRow) -> str:
    """A row in words, with its exact numbers."""
    if row.last:
        return tr("last {norm}: ‖{function}(x)‖ = {x}").format(
            norm=tr(NORM_NAMES[table.norm]), function=table.function, x=significant(row.stream)
        )
    if row.sublayer is None or row.layer is None:
        return tr("what enters layer 1: ‖x‖ = {x}").format(x=significant(row.stream))
    assert row.before is not None and row.contribution is not None
    assert row.cosine is not None and row.summed is not None
    text = tr(
        "layer {layer}, {sublayer}: ‖x‖ = {x} before; adds ‖s‖ = {s}, cos(x, s) = {cos}; "
        "‖x + s‖ = {sum}"
    ).format(
        layer=row.layer + 1,
        sublayer=row_name(row),
        x=significant(row.before),
        s=significant(row.contribution),
        cos=significant(row.cosine, 4),
        sum=significant(row.summed),
    )
    if table.pre:
        return text
    return tr("{text}; ‖{function}(x + s)‖ = {after}").format(
        text=text, function=table.function, after=significant(row.stream)
    )


def as_text(table: NormTable) -> str:
    """The rows for a spreadsheet, the output first as in the chart."""
    names = (
        *(tr("layer"), tr("sub-layer"), tr("‖x‖ before")),
        *("‖s‖", "cos(x, s)", "‖x + s‖", tr("‖x‖ after")),
    )
    lines = ["\t".join(names)]
    for row in reversed(table.rows):
        numbers = (row.before, row.contribution, row.cosine, row.summed, row.stream)
        cells = ["" if row.layer is None else str(row.layer + 1), row_name(row)]
        cells += ["" if value is None else f"{value:.9g}" for value in numbers]
        lines.append("\t".join(cells))
    return "\n".join(lines)
