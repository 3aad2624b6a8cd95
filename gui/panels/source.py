"""The source text, and the words of it that the translation attends to."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.language import tr
from gui.model_languages import name_of, of_next, of_started
from gui.model_words import stacks_of, words_of
from gui.numbers import whole
from gui.offer import Offer, named, plain
from gui.session import Hover, Session
from gui.widgets.attended import Attended, attended_row, pointed_word, span_of, words
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.placeholder import show_placeholder
from gui.widgets.source_editor import SourceEditor
from gui.widgets.why_not import why_nothing_to_fill

LIVE_MS = 250
"""How long typing has to rest before live translation asks."""
_BETWEEN = 10
"""Pixels between the parts of the line above the text."""


class SourcePanel(QWidget):
    """The editor with its Translate button and the switch for live translation.

    Signals:
        translateRequested: a text to translate: on the button, or live after a pause.
        insertRequested: a mask is to be put into the text, for the model to fill in.
        asked: comes before it when the user asked by hand.
        typed: comes before it, with the text, when live translation asks.
    """

    translateRequested = Signal(str)
    insertRequested = Signal()
    asked = Signal()
    typed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sent: str | None = None
        self._other_model = False
        self._attended: tuple[Attended, ...] = ()
        self._pointed: tuple[int, int] | None = None
        self.editor = SourceEditor()
        self.heading = ElidedLabel()
        self.count = QLabel()
        self.live = QCheckBox(tr("Live"))
        self.translate_button = QPushButton(tr("Translate"))
        self.mask_button = QPushButton()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(LIVE_MS)
        self._pause.timeout.connect(self._on_pause)
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self._on_model()
        self._show_count()

    def _build(self) -> None:
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.count.setObjectName("muted")
        self.live.setChecked(True)
        self.live.setAccessibleName(tr("Live translation"))
        self.live.setToolTip(tr("Translate by itself a quarter of a second after typing stops"))
        self.translate_button.setProperty("primary", True)
        self.translate_button.setToolTip(tr("Translate the text (Ctrl+Return)"))
        self.translate_button.setAccessibleName(tr("Translate"))
        self.mask_button.setAccessibleName(tr("Insert mask"))
        self.mask_button.hide()
        top = QHBoxLayout()
        top.setSpacing(_BETWEEN)
        top.addWidget(self.heading, 1)
        top.addWidget(self.count)
        top.addWidget(self.live)
        top.addWidget(self.mask_button)
        top.addWidget(self.translate_button)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.setSpacing(6)
        self._layout.addLayout(top)
        self._layout.addWidget(self.editor, 1)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(
            session.traceReset,
            session.eventAdded,
            session.positionChanged,
            session.selectionChanged,
            session.hoverChanged,
            session.hypothesisChanged,
        )
        session.traceReset.connect(self._on_trace)
        session.modelChanged.connect(self._on_model)
        session.optionsChanged.connect(self._show_language)
        theme.notifier.changed.connect(self._retheme)
        self.editor.textChanged.connect(self._on_text)
        self.editor.composingChanged.connect(self._on_composing)
        self.editor.pointedAt.connect(self._on_pointed)
        self.translate_button.clicked.connect(self.translate_now)
        self.mask_button.clicked.connect(self.insertRequested)
        self.live.toggled.connect(self._on_live)

    def entrance(self) -> QWidget:
        """What takes the focus first."""
        return self.editor

    # The text ------------------------------------------------------------------------

    def text(self) -> str:
        """What stands in the editor, with ``\\n`` for line breaks."""
        return self.editor.text()

    def set_text(self, text: str) -> None:
        """Put another text into the editor; live translation takes it up as if typed.

        Undo brings back what stood there before.
        """
        self.editor.replace_text(text)

    def show_translated(self, text: str) -> None:
        """Put a text into the editor whose translation is shown already: nobody asks for it."""
        self.set_text(text)
        self._pause.stop()
        # As the editor gives it back, which may have other line breaks.
        self._sent = self.text()

    @Slot()
    def translate_now(self) -> None:
        """Ask for the translation of the text as it stands, even if it was asked before."""
        self.asked.emit()
        self._send()

    def _send(self) -> None:
        self._pause.stop()
        self._sent = self.text()
        self.translateRequested.emit(self._sent)

    @Slot()
    def _on_text(self) -> None:
        self._show_heading()
        self._show_count()
        if self._attended or self._pointed:
            # They stood in the text before, even if this one reads the same.
            self._attended, self._pointed = (), None
            self.editor.show_attended(())
        self._refresh.schedule()
        if self.live.isChecked():
            self._pause.start()

    @Slot()
    def _on_pause(self) -> None:
        if not self.live.isChecked() or self.editor.composing:
            # The end of the composition asks again.
            return
        text = self.text()
        # The same text reads differently to another model.
        if text != self._asked() or (self._other_model and text.strip()):
            self.typed.emit(self.text())
            self._send()

    def _asked(self) -> str:
        """The text asked for last; nothing asked is as good as having asked for nothing."""
        return self._sent if self._sent is not None else ""

    @Slot(bool)
    def _on_composing(self, composing: bool) -> None:
        if not composing and self.live.isChecked():
            self._pause.start()

    @Slot(bool)
    def _on_live(self, on: bool) -> None:
        if on:
            self._pause.start()
        else:
            self._pause.stop()

    # What the model does -------------------------------------------------------------

    def _show_words(self) -> None:
        """The words for what the loaded model does with a text."""
        model = self._session.model
        words = words_of(model)
        self.translate_button.setText(tr(words.do))
        self.translate_button.setAccessibleName(tr(words.do))
        self.live.setAccessibleName(plain(tr(words.live)))
        self.editor.setAccessibleName(tr(words.text))
        mask = "" if model is None else model.mask
        self.mask_button.setVisible(bool(mask) and not self.why_no_mask())
        self.mask_button.setText(f"+ {named(mask)}")

    def why_no_mask(self) -> str:
        """Why no mask can be put into the text; empty if one can."""
        model = self._session.model
        if model is None:
            return tr("No model is loaded.")
        if model.stacks != "encoder":
            return tr("Masks are filled in by models that are an encoder alone, as BERT is.")
        if not model.predicts or not model.mask:
            return why_nothing_to_fill(self._session)
        return ""

    def insert_mask(self) -> None:
        """Put a mask where the cursor is, or in the place of what is selected."""
        model = self._session.model
        if model is not None and not self.why_no_mask():
            self.editor.insert_piece(model.mask)
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def offers(self) -> dict[str, Offer]:
        """What the loaded model does with a text, in its words."""
        words, model = words_of(self._session.model), self._session.model
        why = self.why_no_mask()
        mask = "" if model is None or why else model.mask
        put = tr("Put {mask} where the cursor is: the model fills it in").format(mask=mask)
        return {
            "translate": Offer(tr(words.command), tip=tr(words.tip)),
            "live": Offer(tr(words.live), tip=tr(words.live_tip)),
            "insert_mask": Offer(possible=not why, tip=why or put),
        }

    def _show_count(self) -> None:
        number = len(self.text())
        text = tr("%n character(s)", "", number)
        # Qt chooses the plural, but would write the thousands together.
        self.count.setText(text.replace(str(number), whole(number)))
        self._make_room()

    def _make_room(self) -> None:
        """Where both do not fit, the name of the language stays and the count goes."""
        others: list[QWidget] = [self.count, self.live, self.translate_button]
        if not self.mask_button.isHidden():
            others.append(self.mask_button)
        heading = self.heading.fontMetrics().horizontalAdvance(self.heading.text())
        wanted = heading + sum(part.sizeHint().width() for part in others)
        margins = self.contentsMargins() + self._layout.contentsMargins()
        room = self.width() - margins.left() - margins.right() - _BETWEEN * len(others)
        self.count.setVisible(wanted <= room)

    # Highlights ----------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def attended(self) -> tuple[Attended, ...]:
        """The words that are lit up, with their weights."""
        return self._attended

    def pointed(self) -> tuple[int, int] | None:
        """Where the underlined word stands, [start, end) code points."""
        return self._pointed

    def refresh(self) -> None:
        """Light up the attended words and underline the one under the pointer.

        While the text is still the one translated.
        """
        before = self._attended, self._pointed
        self._attended, self._pointed = self._find_lit()
        if before != (self._attended, self._pointed):
            self.editor.show_attended(self._attended, self._pointed)

    def _find_lit(self) -> tuple[tuple[Attended, ...], tuple[int, int] | None]:
        session = self._session
        trace, sentence = session.trace, session.hovered()
        # Spans into a text that has been edited since would lie.
        if trace is None or sentence is None or self.text() != trace.started.text:
            return (), None
        text, pieces = trace.started.text, sentence.encoded.pieces
        row = attended_row(session)
        lit = () if row is None else words(text, pieces, row)
        return lit, span_of(text, [pieces[index] for index in pointed_word(session)])

    @Slot()
    def _retheme(self) -> None:
        if self._attended or self._pointed:
            self.editor.show_attended(self._attended, self._pointed)
        self._make_room()

    @Slot(object)
    def _on_pointed(self, character: int | None) -> None:
        """The source piece under the pointer is hovered."""
        trace, sentence = self._session.trace, self._session.sentence()
        hover: Hover | None = None
        if (
            character is not None
            and trace is not None
            and sentence is not None
            and not trace.started.text[character : character + 1].isspace()
            and self.text() == trace.started.text
        ):
            for index, piece in enumerate(sentence.encoded.pieces):
                if piece.span is not None and piece.span[0] <= character < piece.span[1]:
                    hover = Hover("source", index)
                    break
        self._session.set_hover(hover)

    @Slot()
    def _on_trace(self) -> None:
        trace = self._session.trace
        if trace is None:
            # Nothing is shown any more: whatever was asked for can be asked for again.
            self._sent = None
        else:
            # Begun just now, by the model that is loaded; stepping asks without this panel.
            self._sent = trace.started.text
            self._other_model = False
        self._show_heading()

    @Slot()
    def _on_model(self) -> None:
        model = self._session.model
        self._show_words()
        self._show_language()
        asked = model is not None and self._sent is not None
        self._other_model = asked and not self._is_shown(self._asked())

    @Slot()
    def _show_language(self) -> None:
        model = self._session.model
        source = of_next(self._session, self.text()).source
        name = "" if model is None else name_of(model, "source", source)
        named = name and stacks_of(model) == "encoder-decoder"
        show_placeholder(
            self.editor,
            tr("Type or paste {language} text to translate…").format(language=name)
            if named
            else tr(words_of(model).ask),
        )
        self._show_heading()

    def _is_shown(self, text: str) -> bool:
        """Whether the loaded model's translation of a text is what is shown."""
        session = self._session
        trace = session.trace
        return trace is not None and trace.started.text == text and session.other() is None

    def _show_heading(self) -> None:
        """The language of the text: another model may have made what is shown of it."""
        session, text = self._session, self.text()
        trace, model = session.trace, session.model
        source = of_next(session, text).source
        if trace is not None and trace.started.text == text:
            model, source = trace.started.model, of_started(trace.started).source
        name = "" if model is None else name_of(model, "source", source)
        self.heading.setText(name or tr(words_of(model).text))
        self._make_room()

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def sizeHint(self) -> QSize:
        return QSize(460, 200)
