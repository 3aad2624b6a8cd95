"""Where the hypotheses of a search stand when they are drawn as a tree: no painting, no Qt.

A column a step, a row a hypothesis. In each column the hypotheses stand in the order of their
parents, so that no two lines ever cross, and without gaps. The children of one parent stand in
the search's own order, best first; one path can be put before its siblings everywhere (``settle``)
and is then a straight line along the top. A new step changes no column before it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

Node = tuple[int, int]
"""(step, place among the step's hypotheses)."""

HIDDEN = -1
"""The row of a hypothesis that is not shown."""


class _Column:
    """The hypotheses of one step.

    Attributes:
        parents: of each, its place in the column before.
        finished: whether each ended here.
        children: of each, their places in the next column.
        offspring: of each, how many of its children are kept.
        kept: whether each is, as ``TreeLayout`` says.
        order: all of them, from top to bottom.
        shown: those that are not hidden, from top to bottom.
        rows: of each; ``HIDDEN`` if it is.
    """

    __slots__ = (
        "children", "finished", "kept", "offspring", "order", "parents", "rows", "shown",
    )  # fmt: skip

    def __init__(self, parents: Sequence[int], finished: Sequence[bool]) -> None:
        size = len(parents)
        self.parents, self.finished = list(parents), list(finished)
        self.children: list[list[int]] = [[] for _ in range(size)]
        self.offspring = [0] * size
        self.kept = [True] * size
        self.order: list[int] = []
        self.shown: list[int] = []
        self.rows = [HIDDEN] * size


class TreeLayout:
    """The tree of one sentence's search; grows by ``add``.

    A hypothesis is kept if something that grew from it is in the newest step, or if it or
    something that grew from it has finished. The others are pruned.

    Args:
        start: left edge of the first column.
        gap: between columns.

    Attributes:
        total: how many hypotheses there are.
        pruned: how many of them are pruned.
        hidden: how many of them are not shown.
        rows: how many the longest column shows.
        folded: whether pruned hypotheses are hidden, but for those that are pinned.
    """

    def __init__(self, start: float = 0.0, gap: float = 1.0) -> None:
        self._start, self._gap = start, gap
        self.folded = False
        self.clear()

    def clear(self) -> None:
        """Begin again without a column."""
        self._columns: list[_Column] = []
        self._lefts: list[float] = []
        self._widths: list[float] = []
        self._trunk: tuple[int, ...] = ()
        self._pinned: tuple[int, ...] = ()
        self.total = self.pruned = self.hidden = self.rows = 0

    # Growing -------------------------------------------------------------------------

    def add(self, parents: Sequence[int], finished: Sequence[bool], width: float) -> None:
        """Add the next step's hypotheses.

        Args:
            parents: of each hypothesis, its place in the column before; -1 in the first.
            finished: whether each ended in this step.
            width: of the column.

        Raises:
            ValueError: a parent does not exist.
        """
        step = len(self._columns)
        before = self._columns[-1] if step else None
        known = range(-1, 0) if before is None else range(len(before.parents))
        if any(parent not in known for parent in parents):
            raise ValueError(f"a parent of step {step} does not exist")
        self._lefts.append(self.extent + self._gap if step else self._start)
        self._widths.append(width)
        self._columns.append(_Column(parents, finished))
        self.total += len(parents)
        self.hidden += len(parents)
        dirty = {step}
        if before is not None:
            for place, parent in enumerate(parents):
                before.children[parent].append(place)
                before.offspring[parent] += 1
            for place in range(len(before.parents)):
                self._prune(step - 1, place, dirty)
        self._sort(step)
        self._fill(dirty if self.folded else (step,))

    def _prune(self, step: int, place: int, dirty: set[int]) -> None:
        """If nothing came of a hypothesis, prune it, and its ancestors likewise."""
        while step >= 0:
            column = self._columns[step]
            if column.finished[place] or column.offspring[place]:
                return
            column.kept[place] = False
            self.pruned += 1
            dirty.add(step)
            place = column.parents[place]
            step -= 1
            if step >= 0:
                self._columns[step].offspring[place] -= 1

    def _sort(self, step: int) -> None:
        """Order a column by its parents, and the trunk before its siblings."""
        column = self._columns[step]
        if step:
            before = self._columns[step - 1]
            column.order = [child for parent in before.order for child in before.children[parent]]
        else:
            column.order = list(range(len(column.parents)))
        if step < len(self._trunk):
            # Its parent is the first already, so that nothing but siblings stands before it.
            column.order.remove(self._trunk[step])
            column.order.insert(0, self._trunk[step])

    def _fill(self, steps: Iterable[int]) -> None:
        """Give the hypotheses of these columns their rows."""
        fewer = False
        for step in steps:
            column = self._columns[step]
            shown = column.order
            if self.folded:
                pinned = self._pinned[step] if step < len(self._pinned) else HIDDEN
                shown = [each for each in shown if column.kept[each] or each == pinned]
            self.hidden += len(column.shown) - len(shown)
            fewer = fewer or len(shown) < len(column.shown)
            column.shown = shown
            column.rows = [HIDDEN] * len(column.parents)
            for row, place in enumerate(shown):
                column.rows[place] = row
            self.rows = max(self.rows, len(shown))
        if fewer:
            self.rows = max(len(column.shown) for column in self._columns)

    # Arranging -----------------------------------------------------------------------

    def settle(self, path: Sequence[int]) -> None:
        """Let a path run straight along the top: its place in each column, from the first on."""
        trunk = tuple(path[: len(self._columns)])
        if trunk == self._trunk:
            return
        first = next(
            (step for step, (old, new) in enumerate(zip(self._trunk, trunk, strict=False))
             if old != new),
            min(len(self._trunk), len(trunk)),
        )  # fmt: skip
        self._trunk = trunk
        changed = range(first, len(self._columns))
        for step in changed:
            self._sort(step)
        self._fill(changed)

    def keep(self, node: Node) -> None:
        """Count a hypothesis among the finished ones after all."""
        step, place = node
        self._columns[step].finished[place] = True
        dirty = []
        while step >= 0 and not self._columns[step].kept[place]:
            self._columns[step].kept[place] = True
            self.pruned -= 1
            dirty.append(step)
            place = self._columns[step].parents[place]
            step -= 1
            if step >= 0:
                self._columns[step].offspring[place] += 1
        if self.folded:
            self._fill(dirty)

    def set_folded(self, folded: bool) -> None:
        """Hide pruned hypotheses, or show them."""
        if folded != self.folded:
            self.folded = folded
            self._fill(range(len(self._columns)))

    def pin(self, path: Sequence[int]) -> None:
        """Never hide a path: its place in each column, from the first on."""
        before, self._pinned = self._pinned, tuple(path)
        after = self._pinned
        if not self.folded or before == after:
            return
        longest = min(max(len(before), len(after)), len(self._columns))
        self._fill(
            step for step in range(longest) if before[step : step + 1] != after[step : step + 1]
        )

    def set_widths(self, start: float, widths: Sequence[float]) -> None:
        """Give all columns other widths.

        Raises:
            ValueError: there are not as many columns.
        """
        if len(widths) != len(self._columns):
            raise ValueError(f"{len(widths)} widths for {len(self._columns)} columns")
        self._start = start
        self._widths = list(widths)
        left = start
        for step, width in enumerate(widths):
            self._lefts[step] = left
            left += width + self._gap

    # Looking up ----------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._columns)

    def size(self, step: int) -> int:
        """How many hypotheses a column has, hidden ones too."""
        return len(self._columns[step].parents)

    def left(self, step: int) -> float:
        """Left edge of a column."""
        return self._lefts[step]

    def width(self, step: int) -> float:
        """Width of a column."""
        return self._widths[step]

    @property
    def extent(self) -> float:
        """Right edge of the last column; the first one's left edge if there is none."""
        return self._lefts[-1] + self._widths[-1] if self._lefts else self._start

    def between(self, left: float, right: float) -> range:
        """The columns that lie between two edges at least in part."""
        first = bisect_right(self._lefts, left) - 1
        if first < 0 or self._lefts[first] + self._widths[first] < left:
            first += 1
        return range(first, max(first, bisect_left(self._lefts, right)))

    def column_at(self, x: float) -> int | None:
        """The column at a place, if not in a gap."""
        columns = self.between(x, x + 1e-9)
        return columns[0] if columns else None

    def shown(self, step: int) -> Sequence[int]:
        """The hypotheses of a column that are shown, from top to bottom."""
        return self._columns[step].shown

    def row(self, node: Node) -> int:
        """The row of a hypothesis; ``HIDDEN`` if it is not shown."""
        return self._columns[node[0]].rows[node[1]]

    def kept_of(self, step: int) -> Sequence[bool]:
        """Of each hypothesis of a column whether it is not pruned."""
        return self._columns[step].kept

    def lines(self, step: int) -> Iterator[tuple[int, int, int]]:
        """What leads to the shown hypotheses of a column: row of the parent, row, place."""
        column = self._columns[step]
        if not step:
            for row, place in enumerate(column.shown):
                yield 0, row, place
            return
        before, parents = self._columns[step - 1].rows, column.parents
        for row, place in enumerate(column.shown):
            yield before[parents[place]], row, place

    def kept(self, node: Node) -> bool:
        """Whether a hypothesis is not pruned."""
        return self._columns[node[0]].kept[node[1]]

    def parent(self, node: Node) -> Node | None:
        """What a hypothesis grew from; ``None`` in the first column."""
        step, place = node
        return (step - 1, self._columns[step].parents[place]) if step else None

    def children(self, node: Node) -> list[Node]:
        """What grew from a hypothesis and is shown, best first."""
        step, place = node
        return [
            (step + 1, child)
            for child in self._columns[step].children[place]
            if self.row((step + 1, child)) != HIDDEN
        ]

    def beside(self, node: Node, direction: int) -> Node | None:
        """The next one above (-1) or below (1) in the column."""
        step, _ = node
        shown = self._columns[step].shown
        row = self.row(node) + direction
        return (step, shown[row]) if 0 <= row < len(shown) else None
