"""A table of numbers and words for a spreadsheet: text to paste, HTML, CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape

import numpy as np
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

Cell = str | int | float | np.floating | None
"""Numbers keep the fewest digits that give the same number again; ``None`` is empty."""


@dataclass(frozen=True)
class Table:
    """Rows under a header.

    Attributes:
        title: what it is of.
        header: one name a column.
        rows: as many cells each as the header has.
        labels: how many of the first columns name the row.

    Raises:
        ValueError: a row is not as long as the header.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"{len(row)} cells under {len(self.header)} names")

    @classmethod
    def of_tsv(cls, title: str, text: str, labels: int = 1) -> Table:
        """A table of a text with tabs between cells, its first line the header."""
        header, *lines = (tuple(line.split("\t")) for line in text.splitlines())
        rows = (line + ("",) * (len(header) - len(line)) for line in lines)
        return cls(title, header, tuple(rows), labels)

    def to_tsv(self) -> str:
        """Cells between tabs, rows between line feeds; no cell has either in it."""
        lines = [self.header, *(tuple(cell_text(cell) for cell in row) for row in self.rows)]
        return "".join("\t".join(map(_on_one_line, line)) + "\n" for line in lines)

    def to_csv(self) -> str:
        """RFC 4180."""
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(self.header)
        writer.writerows([cell_text(cell) for cell in row] for row in self.rows)
        return text.getvalue()

    def to_html(self) -> str:
        """A table for a word processor, with a caption."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.header)
        body = "".join(f"<tr>{self._html_row(row)}</tr>\n" for row in self.rows)
        return (
            f"<table><caption>{escape(self.title)}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"
        )

    def _html_row(self, row: tuple[Cell, ...]) -> str:
        cells = []
        for index, cell in enumerate(row):
            text = escape(cell_text(cell))
            if index < self.labels:
                cells.append(f'<th scope="row">{text}</th>')
            elif isinstance(cell, str) or cell is None:
                cells.append(f"<td>{text}</td>")
            else:
                cells.append(f'<td align="right">{text}</td>')
        return "".join(cells)

    def to_mime(self) -> QMimeData:
        """For the clipboard: as text between tabs, as HTML and as CSV."""
        data = QMimeData()
        data.setText(self.to_tsv())
        data.setHtml(self.to_html())
        data.setData("text/csv", self.to_csv().encode("utf-8", "backslashreplace"))
        return data


def cell_text(cell: Cell) -> str:
    """A cell as it is written; a number that is none is empty."""
    if cell is None or (isinstance(cell, float | np.floating) and np.isnan(cell)):
        return ""
    # NumPy's own text of a float32 has the fewest digits for a float32.
    return str(cell)


def _on_one_line(text: str) -> str:
    return " ".join(text.replace("\t", " ").splitlines())


def copy_table(table: Table) -> None:
    """Put a table on the clipboard."""
    QGuiApplication.clipboard().setMimeData(table.to_mime())
