"""What each layer would say, as the grid and the list of the Layers panel show it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import ModelInfo, Piece
from engine.layer_views import Guess, LayerViews
from gui.language import tr
from gui.numbers import fixed, whole
from gui.widgets.pieces import label, log_text, weight_text

Cell = tuple[int, int]
"""(state, step); state 0 is the embedding, state i the stream after layer i."""


@dataclass(frozen=True, eq=False)
class LensTable:
    """The steps up to the one that is shown, and as much as is known of them.

    Attributes:
        layers: of the decoder.
        inputs: [step] the decoder's inputs.
        written: [step] what each step wrote.
        current: the step that is shown.
        vocabulary: how many pieces there are.
        views: what the layers would say; ``None`` while nothing is known.
        covered: how many of the steps ``views`` tells about.
    """

    layers: int
    inputs: tuple[Piece, ...]
    written: tuple[Piece, ...]
    current: int
    vocabulary: int
    views: LayerViews | None
    covered: int

    @property
    def states(self) -> int:
        """Rows: the layers and the embedding."""
        return self.layers + 1

    @property
    def steps(self) -> int:
        """Columns."""
        return len(self.written)

    def known(self, cell: Cell) -> LayerViews | None:
        """The views, if they tell about this cell."""
        state, step = cell
        inside = 0 <= state < self.states and 0 <= step < self.covered
        return self.views if inside else None

    def top(self, cell: Cell) -> tuple[Guess, ...]:
        """The likeliest pieces of a cell, best first; none while they are not known."""
        views = self.known(cell)
        return () if views is None else views.top(*cell)

    def best(self, cell: Cell) -> Guess | None:
        """The likeliest piece of a cell."""
        return next(iter(self.top(cell)), None)


def agreement(views: LayerViews | None, written: Sequence[Piece]) -> int:
    """How many of the first steps of an output ``views`` tells about."""
    if views is None:
        return 0
    count = 0
    for told, piece in zip(views.written, written, strict=False):
        if told is not piece and told != piece:
            break
        count += 1
    return count


def lens_table(
    model: ModelInfo, start: Piece, written: Sequence[Piece], current: int, views: LayerViews | None
) -> LensTable:
    """The table of an output.

    Args:
        model: that wrote it.
        start: what the decoder is fed at first.
        written: [step] what each step wrote.
        current: the step that is shown.
        views: what is known of the layers, of an output that begins alike.
    """
    return LensTable(
        layers=model.decoder_layers,
        inputs=(start, *written[:-1]),
        written=tuple(written),
        current=current,
        vocabulary=model.vocabulary_size,
        views=views,
        covered=agreement(views, written),
    )


def state_name(state: int) -> str:
    """A row of the grid."""
    return tr("layer {layer}").format(layer=state) if state else tr("embedding")


def state_told(state: int, layers: int) -> str:
    """A row of the grid, and what it is."""
    if state == 0:
        return tr(
            "The decoder's input as it enters layer 1: the piece's embedding, with its position "
            "where the network adds one. No layer has worked on it yet."
        )
    if state == layers:
        return tr(
            "After layer {layer}, the last one: what the network really says. These are the "
            "probabilities of the Candidates panel."
        ).format(layer=state)
    return tr(
        "After layer {layer} of {layers}: what the network would say if it ended here."
    ).format(layer=state, layers=layers)


def place_text(table: LensTable, cell: Cell) -> str:
    """Which cell: its state and its step."""
    state, step = cell
    return tr("{state}, step {step}").format(state=state_name(state), step=step + 1)


def rank_text(table: LensTable, cell: Cell) -> str:
    """What a cell gives to the piece that its step wrote; empty while that is not known."""
    views = table.known(cell)
    if views is None:
        return ""
    wrote = views.wrote(*cell)
    return tr("written “{piece}”: rank {rank} of {vocabulary}, p = {p}").format(
        piece=label(wrote.piece),
        rank=whole(int(views.written_ranks[cell])),
        vocabulary=whole(table.vocabulary),
        p=weight_text(wrote.probability),
    )


def entropy_text(table: LensTable, cell: Cell) -> str:
    """The entropy of a cell's distribution; empty while it is not known."""
    views = table.known(cell)
    if views is None:
        return ""
    return tr("entropy {nats} nats").format(nats=fixed(float(views.entropies[cell]), 4))


def cell_text(table: LensTable, cell: Cell) -> str:
    """A cell in words, with its exact numbers, on one line."""
    best = table.best(cell)
    if best is None:
        return tr("{place}: being computed").format(place=place_text(table, cell))
    told = tr("{place}: “{piece}” p = {p}, ln p = {log}").format(
        place=place_text(table, cell),
        piece=label(best.piece),
        p=weight_text(best.probability),
        log=log_text(best.log_probability),
    )
    return "   ".join((told, rank_text(table, cell), entropy_text(table, cell)))


def cell_tooltip(table: LensTable, cell: Cell) -> str:
    """A cell in words, one likely piece a line."""
    views = table.known(cell)
    if views is None:
        return cell_text(table, cell)
    lines = [place_text(table, cell)]
    lines += [
        f"{rank}.  {label(guess.piece)}   {weight_text(guess.probability)}"
        for rank, guess in enumerate(views.top(*cell), 1)
    ]
    return "\n".join((*lines, rank_text(table, cell), entropy_text(table, cell)))


def as_text(table: LensTable) -> str:
    """The grid for a spreadsheet: for each cell the likeliest piece and its probability."""
    header = [tr("layer"), *(f"{step + 1}: {label(p)}" for step, p in enumerate(table.written))]
    lines = ["\t".join(column for name in header[1:] for column in (name, "p"))]
    lines[0] = f"{header[0]}\t{lines[0]}"
    for state in range(table.states - 1, -1, -1):
        row = [state_name(state)]
        for step in range(table.steps):
            best = table.best((state, step))
            row += ["", ""] if best is None else [label(best.piece), f"{best.probability:.9g}"]
        lines.append("\t".join(row))
    inputs = [tr("input"), *(column for p in table.inputs for column in (label(p), ""))]
    return "\n".join((*lines, "\t".join(inputs)))
