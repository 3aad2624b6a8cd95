"""The translation: piece by piece as a strip, and as text to read and copy."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.language import QT_TR_NOOP, tr
from gui.model_languages import name_of, of_next, of_started
from gui.model_words import words_of
from gui.offer import Offer, plain
from gui.session import Hover, Session
from gui.widgets.attended import attending
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.how_it_ended import cut_short, remark
from gui.widgets.notice import notice_label, show_notice
from gui.widgets.placeholder import show_placeholder
from gui.widgets.probability import ProbabilityLegend
from gui.widgets.reading import enlarge
from gui.widgets.strip_model import Chip
from gui.widgets.text_difference import TextDifference
from gui.widgets.token_strip import TokenStrip

NOTHING_WRITTEN = QT_TR_NOOP("Nothing was written: the output ended without a word.")
PLACEHOLDER = QT_TR_NOOP("The translation appears here.")
_COPIED_MS = 1200
_BETWEEN = 60
"""Pixels of margins and gaps in the line above the pieces."""


class ReadableText(QPlainTextEdit):
    """The translation as read-only text; no-break spaces survive copying."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setPlaceholderText(tr(PLACEHOLDER))
        self.setAccessibleName(tr("Translation as text"))
        enlarge(self)
        theme.notifier.changed.connect(self._retheme)
        self._shown = ""

    @Slot()
    def _retheme(self) -> None:
        enlarge(self)

    def show_text(self, text: str) -> None:
        """Show another text; a selection survives if the text only grew."""
        if text == self._shown:
            return
        if self._shown and text.startswith(self._shown):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
        else:
            self.setPlainText(text)
        self._shown = text
        self.document().clearUndoRedoStacks()

    def shown_text(self) -> str:
        """The text as it was given."""
        return self._shown

    def createMimeDataFromSelection(self) -> QMimeData:
        # Qt would put a plain space for every no-break space.
        data = QMimeData()
        text = self.textCursor().selectedText()
        data.setText(text.replace("\u2029", "\n").replace("\u2028", "\n"))
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Its menu has what can be done with its panel as well: who has that makes it."""
        event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(420, 3 * self.fontMetrics().lineSpacing() + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.fontMetrics().lineSpacing() + 12)


class TranslationPanel(QWidget):
    """The strip, the text, what a run before wrote otherwise, and how the translation ended."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.strip = TokenStrip()
        self.text_view = ReadableText()
        self.heading = QLabel()
        self.specials = QCheckBox(tr("Special tokens"))
        self.copy_button = QPushButton(tr("Copy"))
        self.legend = ProbabilityLegend()
        self.current = ElidedLabel(colour="muted")
        self.notice = notice_label(tr("How it ended"))
        self.remark = notice_label(tr("Remark"))
        self.difference = TextDifference()
        self._before: str | None = None
        self._compared: tuple[str, str] | None = None
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.timeout.connect(self._on_copied_over)
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self._show_heading()
        self.refresh()

    def _build(self) -> None:
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.specials.setChecked(True)
        self.specials.setToolTip(
            tr("Show the end token and other special tokens among the pieces (display only)")
        )
        self.specials.setAccessibleName(tr("Show special tokens"))
        self.copy_button.setToolTip(tr("Copy the translation as text"))
        self.copy_button.setAccessibleName(tr("Copy translation"))
        self.current.setAccessibleName(tr("Current piece"))
        self.difference.hide()
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.heading)
        top.addStretch(1)
        # It is hidden where there is no room, and must not claim any before that.
        self.legend.setMinimumWidth(1)
        top.addWidget(self.legend)
        top.addWidget(self.specials)
        top.addWidget(self.copy_button)
        pieces = QWidget()
        column = QVBoxLayout(pieces)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(2)
        column.addWidget(self.strip, 1)
        column.addWidget(self.current)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(pieces)
        self.splitter.addWidget(self.text_view)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setSizes([180, 76])
        self.splitter.setAccessibleName(tr("Pieces and text"))
        self.splitter.setObjectName("divided")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.difference)
        layout.addWidget(self.notice)
        layout.addWidget(self.remark)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals)
        # Before the refresh that the same signal asks for.
        session.hypothesisChanged.connect(self.strip.forget_hypotheses)
        session.hoverChanged.connect(self._on_hover)
        session.selectionChanged.connect(self._on_hover)
        session.modelChanged.connect(self._show_heading)
        session.traceReset.connect(self._show_heading)
        session.optionsChanged.connect(self._show_heading)
        self.strip.selected.connect(self._on_selected)
        self.strip.hovered.connect(self._on_hovered)
        self.strip.copyRequested.connect(self.copy)
        self.specials.toggled.connect(self.strip.set_specials_shown)
        self.copy_button.clicked.connect(self.copy)

    def offers(self) -> dict[str, Offer]:
        """What can be copied, in the words of what made it."""
        return {"copy_translation": Offer(tr(words_of(self._session.shape()).copy))}

    # What is shown -------------------------------------------------------------------

    def text(self) -> str:
        """The readable translation, so far or finished."""
        return self._session.text()

    def set_before(self, text: str | None) -> None:
        """Compare with what an earlier run of the same text wrote; ``None`` compares nothing.

        The difference stands beneath the text once the translation is done, if there is one.
        """
        if text != self._before:
            self._before = text
            self._refresh.schedule()

    def flush(self) -> None:
        """Draw what is waiting for the next frames now."""
        while self._refresh.pending:
            self._refresh.flush()

    def refresh(self) -> None:
        """Draw the trace as it is now."""
        session = self._session
        self.strip.show_trace(session.trace, session.can_decode, session.path)
        self.strip.set_current(self._session.position)
        if self.strip.behind:
            self._refresh.schedule()
        chip = self.strip.current_chip()
        self.current.setText("" if chip is None else chip.reading)
        self._on_hover()
        text = self.text()
        self.text_view.show_text(text)
        self._show_placeholder()
        self.copy_button.setEnabled(bool(text.strip()))
        self._compare(text)
        for label, words in ((self.notice, cut_short(session)), (self.remark, remark(session))):
            show_notice(label, words)

    def _show_placeholder(self) -> None:
        """What will stand there; or that nothing does, where there is no more to come."""
        session = self._session
        nothing = session.length() > 0 and session.finished() and not session.text().strip()
        awaited = words_of(session.shape()).awaited
        show_placeholder(self.text_view, tr(NOTHING_WRITTEN if nothing else awaited))

    def _compare(self, text: str) -> None:
        # Of an unfinished one, all that is not written yet would seem to be gone.
        shown = self._session.trace is not None and not self._session.unfinished()
        compared = None if self._before in (None, text) or not shown else (self._before or "", text)
        if compared == self._compared:
            return
        self._compared = compared
        if compared is not None:
            self.difference.show_change(*compared)
        self.difference.setVisible(compared is not None)

    # Slots ---------------------------------------------------------------------------

    @Slot()
    def copy(self) -> None:
        """Put the readable translation on the clipboard."""
        text = self.text()
        if not text.strip():
            return
        QGuiApplication.clipboard().setText(text)
        self.copy_button.setText(tr("Copied"))
        self._copied.start(_COPIED_MS)

    @Slot()
    def _on_copied_over(self) -> None:
        self.copy_button.setText(tr("Copy"))

    @Slot(int)
    def _on_selected(self, position: int) -> None:
        self._session.set_position(position)
        # The keys may repeat faster than frames come: the mark must keep up.
        self.flush()

    @Slot(object)
    def _on_hovered(self, chip: Chip | None) -> None:
        sentence = self._session.sentence()
        if chip is None or sentence is None:
            self._session.set_hover(None)
        elif sentence.encoded.sentence == chip.sentence:
            self._session.set_hover(Hover("target", chip.step))
        else:
            self._session.set_hover(Hover("target", chip.step, chip.sentence))

    @Slot()
    def _on_hover(self) -> None:
        hover, sentence = self._session.hover, self._session.hovered()
        number = 0 if sentence is None else sentence.encoded.sentence
        self.strip.set_attending(number, attending(self._session))
        if hover is None or hover.side != "target" or sentence is None:
            self.strip.set_hover(None)
        else:
            self.strip.set_hover((sentence.encoded.sentence, hover.index))

    @Slot()
    def _show_heading(self) -> None:
        session = self._session
        model, trace = session.model, session.trace
        target = of_next(session, "").target
        if trace is not None:
            model, target = trace.started.model, of_started(trace.started).target
        words = words_of(model)
        text = (name_of(model, "target", target) if model else "") or tr(words.output)
        self._show_placeholder()
        self.text_view.setAccessibleName(tr("{output} as text").format(output=tr(words.output)))
        self.strip.setAccessibleName(tr("{output}, piece by piece").format(output=tr(words.output)))
        self.copy_button.setAccessibleName(plain(tr(words.copy)))
        if trace is not None and trace.started.options.reference is not None:
            # Nothing of it was chosen by the model.
            text = tr("{language}: your reference").format(language=text)
        self.heading.setText(text)
        self._make_room()

    def _make_room(self) -> None:
        """Where not all fits, the legend goes."""
        words = (self.heading, self.specials, self.copy_button)
        wanted = sum(widget.sizeHint().width() for widget in words) + _BETWEEN
        self.legend.setVisible(self.width() >= wanted + self.legend.minimumSizeHint().width())

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(460, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.flush()
