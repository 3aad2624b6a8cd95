"""The totals of a scored output: cross-entropy, perplexity, the loss with label smoothing."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from engine.analysis.reference import SMOOTHING, FullPass, ScoredOutput
from gui.language import tr
from gui.numbers import exact, significant
from gui.widgets.fact import Fact

NOT_KNOWN = "–"


class ReferenceTotals(QWidget):
    """Figures under their names, and the button that copies the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = Fact(tr("Cross-entropy (sum)"))
        self.mean = Fact(tr("Per piece"))
        self.perplexity = Fact(tr("Perplexity"))
        self.smoothed = Fact(tr("Label-smoothed (mean)"))
        self.count = Fact(tr("Pieces"))
        self.copy_button = QToolButton()
        self.copy_button.setText(tr("Copy table"))
        self.copy_button.setToolTip(
            tr("Copy the positions with all digits, tabs between, for a spreadsheet (Ctrl+C)")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for fact, share in (
            (self.total, 4),
            (self.mean, 4),
            (self.perplexity, 3),
            (self.smoothed, 4),
            (self.count, 2),
        ):
            row.addWidget(fact, share)
        row.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignBottom)

    def show_output(self, output: ScoredOutput) -> None:
        """Show what the trace tells of an output."""
        self.total.show_value(
            _nats(output.cross_entropy),
            tr("The sum of the losses, −Σ ln p: {exact} nats, {bits} bits").format(
                exact=exact(output.cross_entropy),
                bits=significant(output.cross_entropy / math.log(2)),
            ),
        )
        self.mean.show_value(
            _nats(output.mean),
            tr(
                "Mean cross-entropy a piece, the end token included: the loss of training without "
                "label smoothing; {exact} nats"
            ).format(exact=exact(output.mean)),
        )
        self.perplexity.show_value(
            significant(output.perplexity),
            tr(
                "e to the mean cross-entropy: among how many equally likely pieces the model seems "
                "to choose; {exact}"
            ).format(exact=exact(output.perplexity)),
        )
        done, of_all = len(output.positions), output.expected
        self.count.show_value(
            str(done)
            if of_all is None or of_all == done
            else tr("{done} of {all}").format(done=done, all=of_all),
            tr("How many pieces are scored; the end token is one of them"),
        )

    def show_smoothed(self, full: FullPass | None, why_not: str) -> None:
        """Show the loss with label smoothing, or why it is not known."""
        formula = tr(
            "The mean loss with label smoothing: −(1 − ε) ln p(target) − ε · mean of ln p over "
            "the vocabulary, with ε = {epsilon} as in the paper (section 5.4)"
        ).format(epsilon=significant(SMOOTHING))
        if full is not None:
            mean = float(full.smoothed().mean())
            told = tr("{formula}; {exact} nats").format(formula=formula, exact=exact(mean))
            self.smoothed.show_value(_nats(mean), told)
            return
        why = why_not or tr(
            "It needs the whole distribution of each position, which the model computes once the "
            "sentence is done."
        )
        self.smoothed.show_value(NOT_KNOWN, f"{formula}\n{why}")

    def set_brief(self, brief: bool) -> None:
        """Leave out what is needed less: a narrow panel has no room for it."""
        for extra in (self.smoothed, self.count, self.copy_button):
            extra.setVisible(not brief)


def _nats(value: float) -> str:
    return tr("{value} nats").format(value=significant(value))
