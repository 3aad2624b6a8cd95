"""What the panels of texts show: source, translation, transport, history, header, commands."""

from __future__ import annotations

import math
import re

import numpy as np
from PySide6.QtCore import Qt

from engine.events import AttentionKind
from gui.main_window import MainWindow
from gui.widgets.attended import LEAST
from gui.widgets.pieces import SPACE_MARK, label
from tests.gui.agreement.shown import Array, Shown, Tell, ends_of, figures, ids, path_of, text_of


def check_source(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, editor = window.source, window.source.editor
    text = panel.text()
    tell.same("the count of characters", figures_joined(panel.count.text()), len(text))
    lit = panel.attended()
    marked = [
        selection.cursor.selectedText().replace("\u2029", "\n")
        for selection in editor.extraSelections()
        # Others are only underlined, under the pointer.
        if selection.format.background().style() is not Qt.BrushStyle.NoBrush
    ]
    tell.same("what is lit in the editor", marked, [text[word.start : word.end] for word in lit])
    row = None if shown is None else source_row(window, shown)
    if shown is None or row is None or text != shown.trace.started.text:
        tell.same("what is lit", lit, ())
        return
    pieces = window.session.hovered().encoded.pieces
    covered: set[int] = set()
    for word in lit:
        inside = {
            index
            for index, piece in enumerate(pieces)
            if piece.span is not None and in_word(text, piece.span, word.start, word.end)
        }
        covered |= inside
        tell.close(
            f"the light on {text[word.start : word.end]!r}",
            word.weight,
            sum(row[i] for i in inside),
        )
    for index, piece in enumerate(pieces):
        faint = piece.kind == "special" or index in covered or row[index] < LEAST
        if not faint and text[slice(*piece.span)].strip():
            tell.say(f"“{piece.surface}” is not lit, though its weight is {row[index]}")


def figures_joined(text: str) -> int:
    """The one number of a text, whatever stands between its thousands."""
    return int("".join(filter(str.isdigit, text)))


def in_word(text: str, span: tuple[int, int], start: int, end: int) -> bool:
    """Whether a piece belongs to the word [start, end): the space before a word does."""
    begin, stop = span
    if begin < end and stop > start:
        return True
    return stop == start and not text[begin:stop].strip()


def source_row(window: MainWindow, shown: Shown) -> Array | None:
    """The weights on the source pieces that light up words; ``None`` for none."""
    session, hover = window.session, window.session.hover
    number = shown.number if hover is None or hover.sentence is None else hover.sentence
    if number >= len(shown.trace.sentences):
        return None
    sentence = shown.trace.sentences[number]
    if hover is not None and hover.side == "source":
        if shown.kind is not AttentionKind.ENCODER_SELF:
            return None
        weights = sentence.encoded.attention[:, :, hover.index]
    else:
        index = shown.step if hover is None else hover.index
        if index is None or index >= len(sentence.steps):
            return None
        path = path_of(sentence, ends_of(session).get(number))
        place = path[index] if index < len(path) else 0
        blank = shown.blank(sentence, index)
        if blank is not None:
            weights = sentence.encoded.attention[:, :, blank]
            chosen = weights[min(shown.layer, len(weights) - 1)]
            return chosen.mean(axis=0) if shown.head is None else chosen[shown.head]
        if shown.stacks == "decoder":
            return None
        weights = sentence.steps[index].hypotheses[place].cross
    chosen = weights[min(shown.layer, len(weights) - 1)]
    return chosen.mean(axis=0) if shown.head is None else chosen[shown.head]


def check_translation(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.translation, window.session
    trace = session.trace
    text = "" if trace is None else text_of(trace, ends_of(session))
    tell.same("the text", panel.text_view.shown_text(), text)
    # A model may write any control character; an editor knows one kind of line break.
    drawn, expected_text = (
        re.sub("[\r\n\u2028\u2029]+", "\n", each)
        for each in (panel.text_view.toPlainText(), text.replace("\u00a0", " "))
    )
    tell.same("the text as it is drawn", drawn, expected_text)
    tell.same("whether it can be copied", panel.copy_button.isEnabled(), bool(text.strip()))
    expected = []
    position = 0
    for number, sentence in enumerate([] if trace is None else trace.sentences):
        path = path_of(sentence, ends_of(session).get(number))
        for step in range(len(sentence.steps)):
            if step < len(path):
                live = sentence.steps[step].hypotheses[path[step]]
                chance = math.exp(live.log_probability)
                expected.append((position, number, step, label(live.piece), chance))
            position += 1
    chips = [
        (c.position, c.sentence, c.step, f"{SPACE_MARK if c.spaced else ''}{c.text}", c.probability)
        for c in panel.strip.chips()
    ]
    tell.same("the pieces", chips, expected)
    current = next((each for each in expected if each[0] == session.position), None)
    chip = panel.strip.current_chip()
    tell.same("the current piece", None if chip is None else chip.position, current and current[0])
    if current is not None and current[3] not in panel.current.text():
        tell.say(f"“{current[3]}” is not in the line {panel.current.text()!r}")
    cut = [
        sentence.encoded.max_length
        for sentence in ([] if trace is None else trace.sentences)
        if sentence.finished and sentence.finished.hypotheses[0].ending == "length limit"
    ]
    tell.same("the notes of cut sentences", [figures(n)[-1] for n in panel.strip.notes()], cut)
    tell.same("whether a cut is told", panel.notice.isVisibleTo(panel), bool(cut))
    before = window.controller.before()
    done = trace is not None and not session.unfinished()
    differs = done and before is not None and before != text
    tell.same("whether a difference is told", panel.difference.isVisibleTo(panel), differs)


def check_transport(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, session = window.transport, window.session
    trace, position = session.trace, session.position
    steps = sum(len(sentence.steps) for sentence in ([] if trace is None else trace.sentences))
    expected: list[int] = []
    if shown is not None and shown.step is not None:
        sentences = len(shown.trace.started.sentences)
        expected = [shown.step + 1, len(shown.sentence.steps), shown.number + 1, sentences]
    tell.same("the place", figures(panel.label.text()), expected)
    tell.same("the slider", panel.slider.value(), max(0, position))
    tell.same("the slider's end", panel.slider.maximum(), max(0, steps - 1))
    back, forward = position > 0, position < steps - 1
    tell.same("First", panel.first_button.isEnabled(), back)
    tell.same("Back", panel.back_button.isEnabled(), back)
    tell.same("Last", panel.last_button.isEnabled(), forward)
    tell.same("Step", panel.step_button.isEnabled(), forward or session.unfinished())


def check_history(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    panel, history, session = window.history, window.history_, window.session
    entries = history.entries()
    listed = panel.model.entries()
    if not panel.filter.text():
        tell.same("how many entries are listed", len(listed), len(entries))
    tell.same("the order", [e for e in entries if e in listed], listed)
    traces = [id(entry.trace) for entry in entries]
    tell.same("how many entries share a trace", len(traces) - len(set(traces)), 0)
    for row, entry in enumerate(listed):
        text = panel.model._rows[row][1]
        words = " ".join(text_of(entry.trace, entry.followed).split())
        tell.same(f"the translation in row {row}", text.translation, words)
        tell.same(f"the source in row {row}", text.source, " ".join(entry.text.split()))
        tell.same(f"whether row {row} is marked", text.shown, entry.trace is session.trace)
        if entry.trace is session.trace:
            tell.same("the place of the entry", entry.position, session.position)
            tell.same("what the entry follows", entry.followed, session.followed)
    pair, sides = panel.page.pair(), panel.page.sides()
    if not panel.page.isVisible() or sides is None:
        return
    for entry, side in zip(pair, sides, strict=True):
        trace = session.trace if entry is None else entry.trace
        followed = session.followed if trace is session.trace else entry.followed
        sentence = trace.sentences[side.number]
        tell.same(f"what {side.name} compares", side.trace, trace)
        tell.same(
            f"the path of {side.name}",
            list(side.side.path),
            path_of(sentence, followed.get(side.number)),
        )
        tell.same(f"whether {side.name} is the one shown", side.shown, trace is session.trace)
    if panel.page.attention.isVisible():
        tell.same(
            "the compared kind",
            panel.page.controls.kind_box.currentIndex(),
            kind_index(session.kind),
        )


def kind_index(kind: AttentionKind) -> int:
    """Where a kind stands in the boxes."""
    kinds = (AttentionKind.ENCODER_SELF, AttentionKind.DECODER_SELF, AttentionKind.CROSS)
    return kinds.index(kind)


def check_header(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    header, session = window.header, window.session
    options = session.options
    if options.beam > 1:
        tell.same("the width of the beam", figures(header.search_button.text()), [options.beam])
    now: set[object] = set()
    if shown is not None:
        now = set(shown.encoded.options.heads_off)
    elif session.trace is not None:
        now = set(session.trace.started.options.heads_off)
    then = set(options.heads_off)
    chip = header.heads_button
    tell.same("whether it tells of heads off", chip.isVisibleTo(header), bool(now or then))
    if now or then:
        told = set(figures(chip.text()))
        counts = {len(now), len(then)} if session.trace is not None else {len(then)}
        tell.same("how many heads are off", told, counts - {0})


def check_commands(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    """What can be done, as menus have it, and what is checked in them."""
    actions, session = window.actions_, window.session
    trace, position = session.trace, session.position
    steps = sum(len(sentence.steps) for sentence in ([] if trace is None else trace.sentences))
    for name, expected in {
        "first": position > 0,
        "back": position > 0,
        "last": 0 <= position < steps - 1,
        "stop": session.busy or session.playing,
        "undo": bool(window.controller._earlier),
        "save_trace": trace is not None,
        "export_report": trace is not None,
        "export_attention": shown is not None,
        "follow_best": bool(ends_of(session)),
    }.items():
        tell.same(f"whether “{name}” is possible", actions[name].isEnabled(), expected)
    kinds = ("kind_encoder", "kind_decoder", "kind_cross")
    checked = [name for name in kinds if actions[name].isChecked()]
    tell.same("the kind in the menu", checked, [kinds[kind_index(session.kind)]])
    tell.same("Live in the menu", actions["live"].isChecked(), window.source.live.isChecked())
    tell.same("the status bar", window.status.text(), session.status)
    check_session(window, shown, tell)


def check_session(window: MainWindow, shown: Shown | None, tell: Tell) -> None:
    """That the session itself is whole, by its own answers."""
    session = window.session
    if shown is None:
        tell.same("the place", session.place(), None)
        return
    tell.same("the hypothesis", session.hypothesis(), shown.hypothesis)
    tell.same("the path", session.path(shown.sentence), shown.path)
    tell.same("the text", session.text(), text_of(shown.trace, ends_of(session)))
    model = shown.trace.started.model
    encoder = shown.kind is AttentionKind.ENCODER_SELF
    layers = model.encoder_layers if encoder else model.decoder_layers
    layers = 1 if shown.lacks else layers
    if not 0 <= shown.layer < layers or not 0 <= (shown.head or 0) < model.heads:
        tell.say(f"layer {shown.layer}, head {shown.head} of {layers} × {model.heads}")
    if shown.step is not None:
        written = ids(live.piece for live in shown.sentence.ancestry(shown.step, shown.hypothesis))
        tell.same("the ancestry", written, ids(shown.written))
        matrix = shown.sentence.attention_matrix(
            shown.kind, shown.layer, shown.head, shown.step, shown.hypothesis
        )
        if matrix is None:
            tell.same("whether there is attention", shown.lacks, True)
        else:
            tell.close("the attention of the trace", matrix.weights, shown.matrix())
            tell.same("its mask", np.array_equal(matrix.masked, shown.blocked()), True)
