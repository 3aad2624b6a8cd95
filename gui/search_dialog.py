"""How translations are searched for: greedy, beam or sampling, with all options."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.model.heads_off import HeadPlace
from engine.model.kinds import Stacks
from engine.search.options import LARGEST_ALPHA, WIDEST_BEAM, SearchOptions
from gui.language import QT_TR_NOOP, tr
from gui.numbers import locale, significant
from gui.widgets import head_mark
from gui.widgets.spin_box import indent
from gui.widgets.wheel import wheel_needs_focus

METHODS = (
    QT_TR_NOOP("Greedy: the likeliest piece at every step"),
    QT_TR_NOOP("Beam search"),
    QT_TR_NOOP("Sampling"),
)
GREEDY, BEAM, SAMPLING = range(3)
USUAL_BEAM = 4

_NORMALISATIONS = {
    "gnmt": QT_TR_NOOP("((5 + L) / 6)^α, as in the paper"),
    "average": QT_TR_NOOP("L^α"),
    "none": QT_TR_NOOP("nothing"),
}
_STOPPINGS = {
    "exact": QT_TR_NOOP("no live hypothesis can still win"),
    "heuristic": QT_TR_NOOP("none is better at its present length"),
    "first": QT_TR_NOOP("as many as the beam is wide have finished"),
}


class SearchDialog(QDialog):
    """Shows only what belongs to the chosen method."""

    def __init__(
        self,
        options: SearchOptions,
        parent: QWidget | None = None,
        stacks: Stacks = "encoder-decoder",
    ) -> None:
        super().__init__(parent)
        self._stacks: Stacks = stacks
        self.setWindowTitle(tr("Search"))
        self._given = options
        self.method = QComboBox()
        self.method.addItems([tr(method) for method in METHODS])
        self.beam = _whole(2, WIDEST_BEAM, max(options.beam, 2) if options.beam > 1 else USUAL_BEAM)
        self.normalisation = _choice(_NORMALISATIONS, options.normalisation)
        self.alpha = _number(0, LARGEST_ALPHA, options.alpha, 0.1)
        self.stopping = _choice(_STOPPINGS, options.stopping)
        self.draws = _whole(1, WIDEST_BEAM, options.n_best if options.sample else 1)
        self.temperature = _number(0.05, 5, options.temperature, 0.1)
        self.top_k = _whole(0, 100_000, options.top_k, tr("all"))
        self.top_p = _number(0.01, 1, options.top_p, 0.05)
        self.seed = _whole(0, 1_000_000_000, min(options.seed, 1_000_000_000))
        self.no_repeat = _whole(0, 20, options.no_repeat_ngram, tr("allowed"))
        self.penalty = _number(0.1, 10, options.repetition_penalty, 0.1)
        usual = tr("20 more than twice the source's pieces")
        if stacks == "decoder":
            usual = tr("20 more than twice the text's pieces")
        self.longest = _whole(0, 100_000, options.max_length or 0, usual)
        self.heads = QLabel(_heads_text(options.heads_off))
        self.heads.setWordWrap(True)
        self.restore = QPushButton(tr("Switch all on"))
        self._heads_off = options.heads_off
        self.problem = QLabel()
        self.problem.setObjectName("muted")
        self.problem.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.form = QFormLayout()
        self._rows: dict[QWidget, tuple[int, ...]] = {}
        self._build()
        self.method.setCurrentIndex(
            SAMPLING if options.sample else BEAM if options.beam > 1 else GREEDY
        )
        self.method.currentIndexChanged.connect(self._on_changed)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        wheel_needs_focus(self)
        self._on_changed()

    def _build(self) -> None:
        row, every = self._add_row, (GREEDY, BEAM, SAMPLING)
        row(tr("&Method"), tr("Method"), self.method, every, tr("How each piece is chosen"))
        row(tr("&Beam"), tr("Beam"), self.beam, (BEAM,), tr("Hypotheses kept at every step"))
        row(
            tr("&Scores are divided by"),
            tr("Scores are divided by"),
            self.normalisation,
            (BEAM,),
            tr("Without it, short outputs win: each piece adds a negative log-probability"),
        )
        row(
            tr("&α"),
            tr("Alpha"),
            self.alpha,
            (BEAM,),
            tr("Exponent of the length normalisation; {usual} is usual").format(
                usual=significant(SearchOptions().alpha)
            ),
        )
        row(
            tr("&Ends when"), tr("Ends when"), self.stopping, (BEAM,), tr("The early stopping rule")
        )
        row(
            tr("&Draws"), tr("Draws"), self.draws, (SAMPLING,), tr("Independent draws side by side")
        )
        row(
            tr("&Temperature"),
            tr("Temperature"),
            self.temperature,
            (SAMPLING,),
            tr("Logits are divided by it: below 1 likelier pieces, above 1 bolder ones"),
        )
        row(
            tr("Top-&k"),
            tr("Top-k"),
            self.top_k,
            (SAMPLING,),
            tr("Draw among the k likeliest pieces"),
        )
        row(
            tr("Top-&p"),
            tr("Top-p"),
            self.top_p,
            (SAMPLING,),
            tr("Draw among the likeliest pieces that together have this probability"),
        )
        row(tr("&Seed"), tr("Seed"), self.seed, (SAMPLING,), tr("The same seed draws the same"))
        row(
            tr("&Repeated n-grams"),
            tr("Repeated n-grams"),
            self.no_repeat,
            every,
            tr("This many pieces in a row are never written twice"),
        )
        row(
            tr("Repetition pe&nalty"),
            tr("Repetition penalty"),
            self.penalty,
            every,
            tr("Log-probabilities of pieces written already are multiplied by it; 1 does nothing"),
        )
        row(
            tr("&Longest output, in pieces"),
            tr("Longest output"),
            self.longest,
            # One piece a mask: an encoder alone writes nothing longer or shorter.
            every if self._stacks != "encoder" else (),
            tr("A sentence's translation ends there, and says so")
            if self._stacks == "encoder-decoder"
            else tr("The text ends there, what was given included, and says so"),
        )
        self._build_heads()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(self.form)
        layout.addWidget(self.problem)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        accept = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        accept.setProperty("primary", True)
        # Once it is part of the dialog, which else takes the first button for it.
        accept.setDefault(True)
        self.resize(460, 420)

    def _add_row(
        self, label: str, name: str, field: QWidget, methods: tuple[int, ...], tip: str
    ) -> None:
        field.setAccessibleName(name)
        field.setToolTip(tip)
        self.form.addRow(label, field)
        self._rows[field] = methods
        for signal in ("valueChanged", "currentIndexChanged"):
            if field is not self.method and hasattr(field, signal):
                getattr(field, signal).connect(self._on_changed)

    def _build_heads(self) -> None:
        """Which heads are off, where some are; they are switched in the Heads panel."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.heads, 1)
        line.addWidget(self.restore)
        row.setToolTip(tr(head_mark.OFF_HINT))
        self.restore.clicked.connect(self._on_restore)
        self.form.addRow(tr("Heads off"), row)
        self.form.setRowVisible(row, bool(self._heads_off))

    def options(self) -> SearchOptions:
        """What is chosen; what the dialog does not show stays as it was given.

        Raises:
            ValueError: the options contradict each other.
        """
        method = self.method.currentIndex()
        standard = SearchOptions()
        beam, sample = method == BEAM, method == SAMPLING
        return replace(
            self._given,
            beam=self.beam.value() if beam else 1,
            n_best=self.beam.value() if beam else self.draws.value() if sample else 1,
            normalisation=self.normalisation.currentData() if beam else standard.normalisation,
            alpha=self.alpha.value() if beam else standard.alpha,
            stopping=self.stopping.currentData() if beam else standard.stopping,
            sample=sample,
            temperature=self.temperature.value() if sample else standard.temperature,
            top_k=self.top_k.value() if sample else standard.top_k,
            top_p=self.top_p.value() if sample else standard.top_p,
            seed=self.seed.value() if sample else standard.seed,
            no_repeat_ngram=self.no_repeat.value(),
            repetition_penalty=self.penalty.value(),
            max_length=self.longest.value() or None,
            heads_off=self._heads_off,
        )

    @Slot()
    def _on_restore(self) -> None:
        self._heads_off = ()
        self.heads.setText(_heads_text(()))
        self.restore.setEnabled(False)

    @Slot()
    def _on_changed(self, *_: object) -> None:
        method = self.method.currentIndex()
        for field, methods in self._rows.items():
            self.form.setRowVisible(field, method in methods)
        problem = ""
        try:
            self.options()
        except ValueError as error:
            problem = tr("That cannot be: {reason}.").format(reason=error)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)


def _heads_text(heads: tuple[HeadPlace, ...]) -> str:
    return head_mark.names(heads) or tr("none")


def _whole(least: int, most: int, value: int, least_text: str = "") -> QSpinBox:
    box = QSpinBox()
    indent(box)
    box.setRange(least, most)
    box.setValue(value)
    if least_text:
        box.setSpecialValueText(least_text)
    return box


def _number(least: float, most: float, value: float, step: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    indent(box)
    box.setLocale(locale())
    box.setRange(least, most)
    box.setSingleStep(step)
    box.setDecimals(4)
    box.setValue(value)
    return box


def _choice(entries: dict[str, str], current: str) -> QComboBox:
    box = QComboBox()
    for key, text in entries.items():
        box.addItem(tr(text), key)
    box.setCurrentIndex(max(0, box.findData(current)))
    return box
