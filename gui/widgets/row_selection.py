"""Which rows of a matrix are selected, by mouse or by key, as rows come and are regrouped.

What is kept are the queries: a row is selected if one of its queries is, so that a selection
outlives the change from pieces to words and the growth of a word. Knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Pick = Literal["only", "toggle", "range"]
"""Select this row alone (or nothing, if it was alone), turn it on or off, or select all
from the last one picked to it."""


class RowSelection:
    """A set of rows with the one from which ranges begin."""

    def __init__(self) -> None:
        self._queries: set[int] = set()
        self._anchor: int | None = None

    def rows(self, groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The selected rows, ascending; ``groups`` are the queries of each row."""
        if not self._queries:
            return ()
        return tuple(
            row for row, queries in enumerate(groups) if not self._queries.isdisjoint(queries)
        )

    def pick(self, row: int, how: Pick, groups: Sequence[Sequence[int]]) -> None:
        """Change the selection at a row.

        Raises:
            IndexError: there is no such row.
        """
        queries = groups[row]
        if how == "range" and self._anchor is not None:
            start = next(
                (index for index, group in enumerate(groups) if self._anchor in group), row
            )
            first, last = sorted((start, row))
            self._queries = {query for group in groups[first : last + 1] for query in group}
            return
        self._anchor = queries[0]
        if how == "toggle":
            if self._queries.isdisjoint(queries):
                self._queries.update(queries)
            else:
                self._queries.difference_update(queries)
        elif self.rows(groups) == (row,) and how == "only":
            self.clear()
        else:
            self._queries = set(queries)

    def clear(self) -> None:
        """Select nothing."""
        self._queries.clear()
        self._anchor = None
