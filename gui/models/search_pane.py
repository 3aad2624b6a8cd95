"""The search for models of a language pair on the hub."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.errors import HubError
from gui import theme
from gui.failure import Failure
from gui.language import QT_TR_NOOP, tr
from gui.models.background import Background, Job
from gui.models.language_box import LanguageBox
from gui.models.sources import Sources
from gui.models.texts import pair_text
from gui.numbers import file_size, whole
from gui.widgets.cut_in_middle import CutInMiddle
from gui.widgets.wheel import wheel_needs_focus

if TYPE_CHECKING:
    from engine.checkpoints.hub import Found, HubModel

HEADERS: Final = (
    QT_TR_NOOP("Model"),
    QT_TR_NOOP("Size"),
    QT_TR_NOOP("Downloads a month"),
    QT_TR_NOOP("Licence"),
)
QUIET: Final = QT_TR_NOOP(
    "Nothing is asked of the network until you search. Then the Hugging Face hub learns which "
    "languages and models you ask for."
)
_MOST_REFUSALS: Final = 3
"""In a row: then the hub has trouble, and the others are not asked for."""


@dataclass(frozen=True)
class Refused:
    """A model of which no more can be learnt, and why."""

    repo: str
    reason: str


@dataclass
class Row:
    """What is known of a result.

    Attributes:
        found: by the search.
        model: with its files; ``None`` until it was asked for.
        refusal: why it cannot be downloaded; empty if it can, or is not known yet.
    """

    found: Found
    model: HubModel | None = None
    refusal: str = ""


class SearchPane(QWidget):
    """Two languages, the results, and what is known of the selected one.

    Signals:
        downloadRequested: ``owner/name`` of a model.
        detailsRequested: a message and its details.
    """

    downloadRequested = Signal(str)
    detailsRequested = Signal(str, str)

    def __init__(self, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources = sources
        self._rows: dict[str, Row] = {}
        self._asked = ("", "")
        self._details = ""
        self._downloading = False
        self._background = Background("find", self)
        self.source = LanguageBox(tr("Language of the text"))
        self.target = LanguageBox(tr("Language of the translation"))
        self.search_button = QPushButton(tr("&Search"))
        self.search_button.setToolTip(tr("Ask the Hugging Face hub for models of these languages"))
        self.tree = QTreeWidget()
        self.message = QLabel(tr(QUIET))
        self.details_button = QPushButton(tr("D&etails…"))
        self.download_button = QPushButton(tr("Down&load"))
        self.download_button.setProperty("primary", True)
        self._build()
        self._background.reported.connect(self._on_reported)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._background.stopped.connect(self._on_stopped)
        self.search_button.clicked.connect(self._on_button)
        for box in (self.source, self.target):
            box.entered.connect(self.search)
        wheel_needs_focus(self)
        self.tree.itemSelectionChanged.connect(self._show_selected)
        self.tree.itemActivated.connect(self._on_download)
        self.download_button.clicked.connect(self._on_download)
        self.details_button.clicked.connect(self._on_details)
        theme.notifier.changed.connect(self._on_theme)
        self._show_selected()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for text, box in ((tr("&From"), self.source), (tr("&To"), self.target)):
            caption = QLabel(text)
            caption.setBuddy(box)
            row.addWidget(caption)
            row.addWidget(box, 1)
        row.addWidget(self.search_button)
        self.tree.setColumnCount(len(HEADERS))
        self.tree.setHeaderLabels([tr(name) for name in HEADERS])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setItemDelegateForColumn(0, CutInMiddle(self.tree))
        self.tree.setAccessibleName(tr("Models found"))
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setStretchLastSection(False)
        # Before anything is found the columns have their names to show.
        for column in range(1, len(HEADERS)):
            self.tree.resizeColumnToContents(column)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details_button.hide()
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self.message, 1)
        for button in (self.details_button, self.download_button):
            foot.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        for button in (self.details_button, self.download_button, self.search_button):
            button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self.tree, 1)
        layout.addLayout(foot)

    # What is asked -------------------------------------------------------------------

    def set_pair(self, source: str, target: str) -> None:
        """Fill in the languages; the search is left to the user."""
        self.source.set_code(source)
        self.target.set_code(target)

    def set_downloading(self, downloading: bool) -> None:
        """There is one download at a time."""
        self._downloading = downloading
        self._show_selected()

    @Slot()
    def search(self) -> None:
        """Ask the hub."""
        source, target = self.source.code(), self.target.code()
        for box, code in ((self.source, source), (self.target, target)):
            if not code:
                self._say(
                    tr("Choose both languages first; one without a name here by its code.")
                    if not box.currentText().strip()
                    else tr("“{text}” is no language that is known here; write its code.").format(
                        text=box.currentText()
                    )
                )
                box.setFocus()
                return
        self._asked = (source, target)
        self._rows.clear()
        self.tree.clear()
        sources = self._sources

        def work(job: Job) -> object:
            return ask_hub(sources, source, target, job)

        self._background.ask(work)
        self.search_button.setText(tr("Stop searc&hing"))
        self._say(tr("Asking for models for {pair}…").format(pair=pair_text(source, target)))
        self._show_selected()

    @Slot()
    def _on_button(self) -> None:
        if self._background.busy:
            self._background.cancel()
            self.search_button.setEnabled(False)
        else:
            self.search()

    def close_down(self) -> bool:
        """Stop and leave the thread."""
        return self._background.close()

    # Answers -------------------------------------------------------------------------

    @Slot(object)
    def _on_reported(self, value: object) -> None:
        if isinstance(value, tuple):
            self._fill(value)
        elif isinstance(value, Refused):
            self._rows[value.repo].refusal = value.reason
            self._show_row(value.repo)
        elif hasattr(value, "repo"):
            row = self._row_of(str(value.repo))
            if row is not None:
                row.model = value  # type: ignore[assignment]
                self._show_row(row.found.repo)

    def _row_of(self, repo: str) -> Row | None:
        # A model may have been renamed in other letters only.
        rows = self._rows.values()
        return next((row for row in rows if row.found.repo.lower() == repo.lower()), None)

    def _fill(self, found: tuple[Found, ...]) -> None:
        self._rows = {each.repo: Row(each, refusal=each.problem) for each in found}
        for each in found:
            item = QTreeWidgetItem([each.repo])
            for column in (1, 2):
                right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                item.setTextAlignment(column, right)
            self.tree.addTopLevelItem(item)
            self._show_row(each.repo)
        for column in (1, 2, 3):
            self.tree.resizeColumnToContents(column)
        pair = pair_text(*self._asked)
        if found:
            many = tr("%n model(s) for {pair}. Choose one to read its licence.", "", len(found))
            self._say(many.format(pair=pair))
        else:
            self._say(tr("The hub has no model for {pair}.").format(pair=pair))

    def _show_row(self, repo: str) -> None:
        found = self.tree.findItems(repo, Qt.MatchFlag.MatchExactly)
        if not found:
            return
        item, row = found[0], self._rows[repo]
        size = "…" if self._background.busy and not row.refusal else "–"
        texts = (
            repo,
            size if row.model is None else file_size(row.model.size),
            whole(row.found.downloads),
            row.found.license or tr("not said"),
        )
        for column, text in enumerate(texts):
            item.setText(column, text)
            item.setToolTip(column, row.refusal or text)
            colour = "muted" if row.refusal else "text"
            item.setForeground(column, theme.current().color(colour))
        self.tree.resizeColumnToContents(1)
        if item.isSelected():
            self._show_selected()

    def _over(self) -> None:
        self.search_button.setText(tr("&Search"))
        self.search_button.setEnabled(True)
        for repo in self._rows:
            self._show_row(repo)

    @Slot(object)
    def _on_done(self, _: object) -> None:
        self._over()

    @Slot()
    def _on_stopped(self) -> None:
        self._over()
        self._say(tr("The search was stopped."))

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self._over()
        self._say(failure.message, failure.details)

    # Showing -------------------------------------------------------------------------

    def selected(self) -> Row | None:
        """The result whose row is selected."""
        items = self.tree.selectedItems()
        return self._rows.get(items[0].text(0)) if items else None

    def _say(self, text: str, details: str = "") -> None:
        self._details = details
        self.message.setText(text)
        self.details_button.setVisible(bool(details))

    @Slot()
    def _show_selected(self) -> None:
        row = self.selected()
        possible = row is not None and not row.refusal and not self._downloading
        self.download_button.setEnabled(possible)
        if self._downloading:
            tip = tr("One model is downloaded at a time")
        else:
            tip = tr("Download the files that are needed, and check them")
        self.download_button.setToolTip(tip)
        if row is not None:
            self._say(self._words(row))

    def _words(self, row: Row) -> str:
        if row.refusal:
            return row.refusal
        licence = row.found.license or tr("not said by its card")
        parts = [tr("{model}: licence {licence}.").format(model=row.found.repo, licence=licence)]
        if row.model is not None:
            parts.append(
                tr("{size} in %n file(s).", "", len(row.model.files)).format(
                    size=file_size(row.model.size)
                )
            )
        if row.found.gated:
            parts.append(
                tr("Its terms have to be accepted on its page of the hub first, with HF_TOKEN set.")
            )
        return "  ".join(parts)

    @Slot()
    def _on_theme(self, *_: object) -> None:
        for repo in self._rows:
            self._show_row(repo)

    @Slot()
    def _on_download(self, *_: object) -> None:
        row = self.selected()
        if row is not None and not row.refusal and not self._downloading:
            self.downloadRequested.emit(row.found.repo)

    @Slot()
    def _on_details(self) -> None:
        self.detailsRequested.emit(self.message.text(), self._details)


def ask_hub(sources: Sources, source: str, target: str, job: Job) -> int:
    """Report the models of a pair, then each with its files; how many there are.

    Raises:
        DiaphaneError: the hub cannot be reached or refuses, or it was cancelled.
    """
    hub = sources.hub()
    found = hub.search(source, target, cancelled=job.cancelled)
    job.report(tuple(found))
    refusals = 0
    for each in found:
        if each.problem:
            continue
        try:
            job.report(hub.model(each.repo, cancelled=job.cancelled))
            refusals = 0
        except HubError as error:
            refusals += 1
            if refusals >= _MOST_REFUSALS:
                raise
            job.report(Refused(each.repo, str(error)))
    return len(found)
