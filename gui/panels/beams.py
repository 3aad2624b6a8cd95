"""The search of the current sentence as a tree, and the outputs it ended with."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.events import Hypothesis, LiveHypothesis
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, tr
from gui.offer import Offer, open_menu
from gui.session import Session
from gui.widgets.beam_tree import BeamTree
from gui.widgets.blanks import fills_in
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.output_list import OutputList
from gui.widgets.probability import ProbabilityLegend
from gui.widgets.score_text import (
    explanation,
    number,
    place_text,
    reading,
    score_formula,
    state_text,
)
from gui.widgets.tree_layout import Node
from gui.widgets.why_not import ask_to_run, why_nothing_filled
from gui.widgets.zoom_bar import ZoomBar

ASK_TO_TRANSLATE = QT_TR_NOOP("Translate a sentence to see its search grow as a tree.")
NOTHING_WRITTEN = QT_TR_NOOP("Nothing could be written: every first piece is blocked.")
GREEDY = QT_TR_NOOP("Greedy search keeps one hypothesis. Choose a beam of 2 or more to see a tree.")
REFERENCE = QT_TR_NOOP("A given translation is scored here: there is nothing to search for.")
LEGEND_FROM = 740
"""Pixels of width from which on there is room for the legend."""
_ROWS = 4
"""Outputs that are listed without scrolling, if there is room."""
_AROUND = 110
"""Pixels that the lines above and below the tree and the list take."""


class BeamsPanel(QWidget):
    """The tree, the outputs, and the score of one hypothesis written out.

    Signals:
        goOnRequested: the sentence, step and hypothesis from which the user wants to go on in
            another way.
    """

    goOnRequested = Signal(int, int, int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._moved = False
        self._menu_node: Node | None = None
        self._offered: tuple[SentenceTrace | None, Node] | None = None
        self.tree = BeamTree(self.node_text, self.spoken_text)
        self.summary = ElidedLabel(colour="muted")
        self.legend = ProbabilityLegend()
        self.fold_box = QCheckBox(tr("Fold p&runed"))
        self.best_button = QPushButton(tr("Follow the best again"))
        self.zoom_bar = ZoomBar(self.tree)
        self.note = QLabel()
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.outputs = OutputList()
        self.readout = ElidedLabel()
        self.formula = ElidedLabel(colour="muted")
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    # Construction --------------------------------------------------------------------

    def _build(self) -> None:
        self.fold_box.setToolTip(
            tr(
                "Hide the pruned hypotheses: those of which nothing is left in the newest step and "
                "nothing has finished"
            )
        )
        self.best_button.setToolTip(
            tr("Show the best hypothesis of every sentence everywhere again")
        )
        self.summary.setAccessibleName(tr("Search"))
        self.readout.setAccessibleName(tr("Hypothesis"))
        self.formula.setAccessibleName(tr("Score"))
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.summary, 1)
        # It is hidden where there is no room, and must not claim any before that.
        self.legend.setMinimumWidth(1)
        top.addWidget(self.legend)
        top.addSpacing(4)
        top.addWidget(self.fold_box)
        top.addSpacing(4)
        top.addWidget(self.zoom_bar)
        self.note.setWordWrap(True)
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setObjectName("divided")
        self.splitter.setAccessibleName(tr("Tree and outputs"))
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.tree)
        self.splitter.addWidget(self.outputs)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.note)
        column.addWidget(self.splitter, 1)
        lines = QVBoxLayout()
        lines.setSpacing(1)
        lines.addWidget(self.readout)
        lines.addWidget(self.formula)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addLayout(lines, 1)
        foot.addWidget(self.best_button)
        column.addLayout(foot)
        self._stack.addWidget(self.message)
        self._stack.addWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self._stack)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals)
        self.tree.chosen.connect(self._on_chosen)
        self.tree.stepChosen.connect(self._on_step)
        self.tree.pointed.connect(self._on_pointed)
        self.tree.goOnRequested.connect(self._on_go_on)
        self.tree.menuRequested.connect(self._on_menu)
        self.fold_box.toggled.connect(self._on_folded)
        self.best_button.clicked.connect(session.follow_best)
        self.splitter.splitterMoved.connect(self._on_moved)
        self.outputs.followed.connect(self._on_output)

    def entrance(self) -> QWidget:
        """What takes the focus first."""
        return self.tree

    # What is shown -------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frames now."""
        # A long search is opened in several frames.
        while self._refresh.pending:
            self._refresh.flush()

    def refresh(self) -> None:
        """Draw the search of the current sentence as it is now."""
        if not self.isVisible():
            # ``showEvent`` catches up; until then an old trace need not be kept alive.
            if self.tree.sentence is not self._session.sentence():
                self.tree.show_sentence(None, ())
                self._list_outputs(None)
            return
        sentence, message = self._fetch()
        if sentence is None:
            self.message.setText(message)
            self._stack.setCurrentIndex(0)
            self.tree.show_sentence(None, ())
            self._list_outputs(None)
            return
        session, place = self._session, self._session.place()
        path = session.path(sentence)
        # The note and the list come first: they take room from the tree.
        self._show_note(sentence)
        self._list_outputs(sentence)
        self._stack.setCurrentIndex(1)
        self.tree.filling = fills_in(session.shape())
        if not self.tree.show_sentence(sentence, path):
            # A long search is opened in several frames, so that the window stays fluid.
            self._refresh.schedule()
        node = None
        if place is not None and place[1] < len(self.tree.layout_):
            node = place[1], session.hypothesis()
        self.tree.set_shown(node, gently=session.following)
        self.tree.tell()
        self.outputs.mark((len(path) - 1, path[-1]) if path else None)
        other = sentence.encoded.sentence in session.followed or session.ended_at() is not None
        self.best_button.setVisible(other)
        self._summarise()
        self._update_readout()

    def _fetch(self) -> tuple[SentenceTrace | None, str]:
        """The sentence to show, or why there is none."""
        session = self._session
        sentence = session.sentence()
        if sentence is not None and sentence.steps:
            return sentence, ""
        if sentence is not None and sentence.finished is not None:
            return None, why_nothing_filled(session) or tr(NOTHING_WRITTEN)
        if session.unfinished():
            return None, tr(ASK_TO_WAIT)
        return None, ask_to_run(session, ASK_TO_TRANSLATE)

    def sentence(self) -> SentenceTrace | None:
        """The sentence that is drawn."""
        return self.tree.sentence

    def _show_note(self, sentence: SentenceTrace) -> None:
        options = sentence.encoded.options
        if options.reference is not None:
            text = tr(REFERENCE)
        elif options.beam == 1 and not options.sample:
            text = tr(GREEDY)
        else:
            text = ""
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.fold_box.setVisible(not text)

    def _summarise(self) -> None:
        layout, sentence = self.tree.layout_, self.tree.sentence
        if sentence is None:
            return
        parts = []
        options = sentence.encoded.options
        if options.sample:
            parts.append(tr("sampling"))
        elif options.beam > 1:
            parts.append(tr("beam {width}").format(width=options.beam))
        if layout.folded:
            parts.append(tr("%n pruned hidden", "hypotheses", layout.hidden))
        elif layout.pruned:
            text = tr("%n of {total} pruned", "hypotheses", layout.pruned)
            parts.append(text.format(total=layout.total))
        elif layout.total == 1 or self.note.text():
            # The tree has one at each step, each the one before with one more piece.
            parts.append(tr("1 hypothesis"))
        else:
            parts.append(tr("%n hypotheses", "", layout.total))
        self.summary.setText(" · ".join(parts))

    # The outputs ---------------------------------------------------------------------

    def _list_outputs(self, sentence: SentenceTrace | None) -> None:
        finished = None if sentence is None else sentence.finished
        # The one output of a greedy search is the one line that is drawn.
        self.outputs.setVisible(finished is not None and not self.note.text())
        if self.outputs.show_outputs(finished):
            self._size_outputs()

    def _size_outputs(self) -> None:
        """As high as the outputs want, if that leaves the larger part to the tree."""
        outputs = self.outputs
        count = outputs.topLevelItemCount()
        if not count:
            return
        outputs.setMaximumHeight(outputs.height_of(count))
        outputs.setMinimumHeight(outputs.height_of(1))
        if self._moved:
            return
        # The splitter itself may not know its height yet; what it is given is shared out.
        room = max(self.height() - _AROUND, outputs.height_of(2))
        wanted = min(outputs.height_of(min(count, _ROWS)), max(outputs.height_of(1), room * 2 // 5))
        self.splitter.setSizes([max(1, room - wanted), wanted])

    @Slot()
    def _on_moved(self, *_: int) -> None:
        # From now on the user says how high the list is.
        self._moved = True

    @Slot(object)
    def _on_output(self, output: Hypothesis) -> None:
        sentence, which, session = self.tree.sentence, self._number(), self._session
        if sentence is None or which is None:
            return
        end = output.step, output.index
        path = session.followed_path(sentence)
        if (len(path) - 1, path[-1]) != end:
            session.follow(which, *end)
        place = session.place()
        if place is not None and place[1] > output.step:
            # What is shown has ended by then.
            session.set_position(session.position_of(which, output.step))
        self.flush()

    # The hypotheses in words ---------------------------------------------------------

    def _live(self, node: Node) -> LiveHypothesis | None:
        sentence = self.tree.sentence
        if sentence is None or node[0] >= len(sentence.steps):
            return None
        return sentence.steps[node[0]].hypotheses[node[1]]

    def _place_and_state(self, node: Node, live: LiveHypothesis) -> tuple[str, str]:
        layout = self.tree.layout_
        place = place_text(*node, layout.size(node[0]))
        path = self.tree.on_path(node)
        return place, state_text(live, layout.kept(node), path, self.tree.filling)

    def node_text(self, node: Node) -> str:
        """All of a hypothesis, with its score written out, on several lines."""
        live, sentence = self._live(node), self.tree.sentence
        if live is None or sentence is None:
            return ""
        place, state = self._place_and_state(node, live)
        return explanation(live, place, state, sentence.encoded.options)

    def spoken_text(self, node: Node) -> str:
        """A hypothesis on one line."""
        live = self._live(node)
        if live is None:
            return ""
        text = reading(live, *self._place_and_state(node, live))
        score = tr("score {number}").format(number=number(live.score))
        return ", ".join((*text.split("   "), score))

    def _update_readout(self) -> None:
        node = self.tree.pointed_node or self.tree.shown
        live = None if node is None else self._live(node)
        sentence = self.tree.sentence
        if node is None or live is None or sentence is None:
            self.readout.setText("")
            self.formula.setText("")
            return
        self.readout.setText(reading(live, *self._place_and_state(node, live)))
        self.formula.setText(score_formula(live.parts, sentence.encoded.options))

    @Slot(object)
    def _on_pointed(self, _: Node | None) -> None:
        self._update_readout()

    # Choosing ------------------------------------------------------------------------

    def _number(self) -> int | None:
        """Which sentence is drawn, if it still is part of the trace: that may be a frame ahead."""
        trace, drawn = self._session.trace, self.tree.sentence
        sentences = () if trace is None else trace.sentences
        return next((n for n, sentence in enumerate(sentences) if sentence is drawn), None)

    @Slot(int, int)
    def _on_chosen(self, step: int, hypothesis: int) -> None:
        sentence, session = self._number(), self._session
        if sentence is None:
            return
        # On the path that is shown only the step is another: to follow the path's own middle
        # would let its best continuation take over from the one that is shown.
        if not self.tree.on_path((step, hypothesis)):
            session.follow(sentence, step, hypothesis)
        session.set_position(session.position_of(sentence, step))
        # The keys may repeat faster than frames come: the mark must keep up.
        self.flush()

    @Slot(int)
    def _on_step(self, step: int) -> None:
        sentence = self._number()
        if sentence is not None:
            self._session.set_position(self._session.position_of(sentence, step))

    @Slot(int, int)
    def _on_go_on(self, step: int, hypothesis: int) -> None:
        sentence = self._number()
        if sentence is not None:
            self.goOnRequested.emit(sentence, step, hypothesis)

    @Slot(object, QPoint)
    def _on_menu(self, node: Node, place: QPoint) -> None:
        self._menu_node = node
        open_menu(self, place)
        self._menu_node = None

    def offers(self) -> dict[str, Offer]:
        """What can be done with the hypothesis of the menu, else with the one that is shown."""
        node = self.tree.shown if self._menu_node is None else self._menu_node
        live = None if node is None or not self.isVisible() else self._live(node)
        self._offered = None if node is None or live is None else (self.tree.sentence, node)
        some = Offer(possible=live is not None)
        return {
            "follow_here": some,
            "go_on": some,
            "copy_hypothesis": Offer(possible=live is not None and bool(live.text)),
        }

    def _offered_node(self) -> Node | None:
        """What was offered; what is drawn may be another sentence by the time of the choice."""
        sentence, node = self._offered or (None, None)
        return node if sentence is self.tree.sentence else None

    @Slot()
    def follow_offered(self) -> None:
        """Show the offered hypothesis everywhere."""
        node = self._offered_node()
        if node is not None:
            self._on_chosen(*node)

    @Slot()
    def go_on_offered(self) -> None:
        """Ask to go on from the offered hypothesis in another way."""
        node = self._offered_node()
        if node is not None:
            self._on_go_on(*node)

    @Slot()
    def copy_offered(self) -> None:
        """Put the text of the offered hypothesis on the clipboard."""
        node = self._offered_node()
        live = None if node is None else self._live(node)
        if live is not None:
            QGuiApplication.clipboard().setText(live.text)

    # The view ------------------------------------------------------------------------

    @Slot(bool)
    def _on_folded(self, folded: bool) -> None:
        self.tree.set_folded(folded)
        self._summarise()
        self._update_readout()

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.legend.setVisible(self.width() >= LEGEND_FROM)
        self._size_outputs()
