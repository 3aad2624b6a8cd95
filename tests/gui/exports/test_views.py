from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.errors import DataError, OutputError
from engine.events import AttentionKind, Event
from gui import theme
from gui.exports.views import copy_view, export_view, image_of, view_bytes
from gui.panels.attention import AttentionPanel
from gui.panels.beams import BeamsPanel
from gui.panels.candidates import CandidatesPanel
from gui.panels.heads import HeadsPanel
from gui.panels.masks import MasksPanel
from gui.panels.translation import TranslationPanel
from gui.session import Session
from gui.widgets.chain_view import ChainView
from gui.widgets.choice import ChoiceBox
from gui.widgets.matrix_card import CardContent, MatrixCard
from gui.widgets.pieces import label
from gui.widgets.scale import MASK, WEIGHTS
from gui.widgets.vector import ON_SCREEN_ONLY, draw_cells, is_vector
from tests.gui.beam_traces import grown
from tests.gui.explanations import explanation
from tests.gui.exports import pdf_text
from tests.gui.traces import MODEL, Sentence, events, long, paragraphs, trace_of

SVG = "{http://www.w3.org/2000/svg}"
Show = Callable[[type[QWidget], list[Event], QSize], QWidget]


@pytest.fixture
def session(themed: None) -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def show(qtbot: QtBot, session: Session) -> Show:
    """Shows a panel in a frame of this size, as a dock does, at the end of a trace."""

    frames: list[QWidget] = []  # what nobody holds is deleted

    def build(kind: type[QWidget], happened: list[Event], size: QSize) -> QWidget:
        session.show(trace_of(happened))
        frame = QFrame()
        frames.append(frame)
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(0, 0, 0, 0)
        panel = kind(session)  # type: ignore[arg-type]
        layout.addWidget(panel)
        qtbot.addWidget(frame)
        frame.resize(size)
        frame.show()
        qtbot.waitExposed(frame)
        panel.flush()  # type: ignore[attr-defined]
        QApplication.processEvents()
        return panel

    return build


@pytest.fixture
def dark(themed: None, qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, theme.DARK)
    yield
    theme.apply(qapp, theme.LIGHT)


def svg_of(panel: QWidget) -> ElementTree.Element:
    return ElementTree.fromstring(view_bytes(panel, ".svg"))


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def drawn_pieces(session: Session) -> set[str]:
    """The pieces of the path that is shown, as they are drawn: the space mark by itself."""
    sentence, place = session.sentence(), session.place()
    assert sentence is not None and place is not None
    found = sentence.pieces(place[1], session.hypothesis())
    return {label(piece).removeprefix("\u2581") for piece in found}


class Plain(QWidget):
    """A caption, controls, and a picture of pixels for those who want no shapes."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Plain <panel>")
        self.caption, self.box = QLabel("La&yer"), ChoiceBox()
        self.box.addItems(["one & only", "two"])
        self.caption.setBuddy(self.box)
        self.button, self.check = QPushButton("Press"), QCheckBox("Tick")
        self.picture = Picture()
        row = QHBoxLayout(self)
        for widget in (self.caption, self.box, self.button, self.check, self.picture):
            row.addWidget(widget)
        self.hidden = QLabel("hidden", self)
        self.hidden.hide()


class Picture(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(40, 40)
        self.painted: Callable[[], None] = lambda: None

    def paintEvent(self, event: object) -> None:
        self.painted()
        with QPainter(self) as painter:
            if is_vector(painter):
                # Much larger than the widget: it has to be cut off where that ends.
                painter.fillRect(QRectF(-500, -500, 1000, 1000), QColor("#ff0000"))
            else:
                pixmap = QPixmap(40, 40)
                pixmap.fill(QColor("#0000ff"))
                painter.drawPixmap(0, 0, pixmap)


@pytest.fixture
def plain(qtbot: QtBot, themed: None) -> Plain:
    panel = Plain()
    qtbot.addWidget(panel)
    panel.resize(400, 80)
    panel.show()
    return panel


# ------------------------------------------------------------------- any panel


def test_controls_are_left_out_and_boxes_become_words(plain: Plain) -> None:
    texts = words(svg_of(plain))

    assert texts == ["Layer", "one & only"]


def test_what_a_label_says_is_not_said_twice(plain: Plain) -> None:
    for text, written in (("layer 2", "2"), ("layers 2", "layers 2"), ("Layer", "Layer")):
        plain.box.setItemText(0, text)
        assert words(svg_of(plain)) == ["Layer", written]
    plain.box.setItemText(0, "layer 2")
    plain.caption.hide()
    assert words(svg_of(plain)) == ["layer 2"]


def test_what_is_for_the_screen_only_is_left_out(plain: Plain) -> None:
    plain.caption.setProperty(ON_SCREEN_ONLY, True)

    assert words(svg_of(plain)) == ["one & only"]


def test_a_picture_is_as_large_as_the_panel_and_has_its_name(plain: Plain) -> None:
    root = svg_of(plain)

    assert (root.get("width"), root.get("height")) == ("400", "80")
    assert root.get("viewBox") == "0 0 400 80"
    assert root.findtext(f"{SVG}title") == "Plain <panel>"


def test_widgets_are_told_to_draw_shapes_only_while_a_picture_is_taken(plain: Plain) -> None:
    red, blue = QColor("#ff0000"), QColor("#0000ff")
    centre = plain.picture.geometry().center()

    assert plain.grab().toImage().pixelColor(centre) == blue
    assert image_of(plain).pixelColor(centre * 2) == red
    assert plain.grab().toImage().pixelColor(centre) == blue


def test_a_widget_is_cut_off_where_it_ends(plain: Plain) -> None:
    surface = theme.current().color("surface")
    beyond = plain.picture.geometry().topLeft()

    assert image_of(plain).pixelColor((beyond.x() - 3) * 2, (beyond.y() + 9) * 2) == surface
    group = next(
        each for each in svg_of(plain).iter(f"{SVG}g") if each.find(f".//{SVG}rect") is not None
    )
    name = re.fullmatch(r"url\(#(\w+)\)", group.get("clip-path", ""))
    assert name is not None
    path = svg_of(plain).find(f".//{SVG}clipPath[@id='{name.group(1)}']/{SVG}path")
    assert path is not None and path.get("d") == "M0,0h40v40h-40z"


def test_a_png_has_twice_the_dots_and_is_not_blank(plain: Plain, tmp_path: Path) -> None:
    export_view(plain, tmp_path / "view.png")
    image = QImage(str(tmp_path / "view.png"))

    assert image.size() == QSize(800, 160)
    assert image.text("Title") == "Plain <panel>"
    assert len({image.pixel(x, y) for x in range(0, 800, 3) for y in range(0, 160, 3)}) > 5


def test_a_very_large_panel_gets_fewer_dots(plain: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.exports.views._MOST_DOTS", 32_000)

    assert image_of(plain).size() == QSize(400, 80)


def test_a_pdf_has_one_page_of_the_panels_size_with_real_text(plain: Plain) -> None:
    data = view_bytes(plain, ".pdf")

    wide, high = (pixels * 72 / plain.logicalDpiX() for pixels in (400, 80))
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert box is not None
    assert [float(side) for side in box.groups()] == pytest.approx([wide, high], abs=1)
    assert pdf_text.text(data).splitlines() == ["Layer", "one & only"]
    assert pdf_text.embedded_fonts(data) > 0
    assert pdf_text.pictures(data) == 0


@pytest.mark.parametrize("written", ["a->b", "3x4", "\u22120.5", "12:30", "<=", "fi"])
def test_characters_are_drawn_as_they_are(plain: Plain, written: str) -> None:
    plain.caption.setText(written)
    plain.box.setItemText(0, written)

    assert pdf_text.text(view_bytes(plain, ".pdf")).splitlines() == [written, written]


def test_the_picture_has_the_colours_of_the_theme(plain: Plain, dark: None) -> None:
    root = svg_of(plain)

    background = root.find(f"{SVG}rect")
    assert background is not None and background.get("fill") == theme.DARK.surface
    assert image_of(plain).pixelColor(2, 2) == QColor(theme.DARK.surface)


def test_the_clipboard_gets_the_picture(plain: Plain) -> None:
    copy_view(plain)

    image = QGuiApplication.clipboard().image()
    assert image.size() == QSize(800, 160)
    assert image.pixelColor(plain.picture.geometry().center() * 2) == QColor("#ff0000")


def test_the_focus_is_not_in_the_picture_and_comes_back(qtbot: QtBot, plain: Plain) -> None:
    plain.button.setFocus()
    qtbot.waitUntil(plain.button.hasFocus)
    seen: list[bool] = []
    plain.picture.painted = lambda: seen.append(plain.button.hasFocus())

    svg_of(plain)

    assert seen == [False]
    assert plain.button.hasFocus()


def test_what_cannot_be_written_says_why_and_leaves_nothing(plain: Plain, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="there is no folder"):
        export_view(plain, tmp_path / "none" / "view.svg")
    with pytest.raises(OutputError, match=r"\.png, \.svg, \.pdf"):
        export_view(plain, tmp_path / "view.gif")
    with pytest.raises(OutputError, match=r"\.png, \.svg, \.pdf"):
        export_view(plain, tmp_path / "view")
    plain.hide()
    with pytest.raises(DataError, match="not shown"):
        export_view(plain, tmp_path / "view.pdf")

    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_drawn(
    plain: Plain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(panel: QWidget, ending: str, title: str) -> bytes:
        drawn.append(ending)
        return b"drawn"

    monkeypatch.setattr("gui.exports.views.view_bytes", draw)
    for place, why in (("none/view.svg", "there is no folder"), (".", "is a folder")):
        with pytest.raises(OutputError, match=why):
            export_view(plain, tmp_path / place)
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        with pytest.raises(OutputError, match="is write-protected"):
            export_view(plain, tmp_path / "view.svg")
    assert drawn == [] and list(tmp_path.iterdir()) == []
    export_view(plain, tmp_path / "view.svg")
    assert drawn == [".svg"]


def test_a_file_that_was_there_is_replaced(plain: Plain, tmp_path: Path) -> None:
    path = tmp_path / "VIEW.SVG"
    path.write_text("old")

    export_view(plain, path)

    assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"
    assert [file.name for file in tmp_path.iterdir()] == ["VIEW.SVG"]


# -------------------------------------------------------------------- cells


@pytest.fixture
def card(qtbot: QtBot, themed: None) -> Callable[[CardContent], MatrixCard]:
    parents: list[QWidget] = []

    def build(content: CardContent) -> MatrixCard:
        parent = QWidget()
        parents.append(parent)
        qtbot.addWidget(parent)
        card = MatrixCard(lambda row, column: "", parent)
        card.set_content(content)
        card.resize(160, 140)
        parent.resize(160, 140)
        parent.show()
        return card

    return build


def test_a_card_has_a_rectangle_of_the_right_colour_for_every_cell(
    card: Callable[[CardContent], MatrixCard],
) -> None:
    values = np.random.default_rng(3).random((5, 7), dtype=np.float32)
    shown = card(CardContent("Weights", "5 × 7", "told", values, None, WEIGHTS))

    root = svg_of(shown)

    table, shades = WEIGHTS.table(), WEIGHTS.shades(values)
    wanted = sorted("#{:02x}{:02x}{:02x}".format(*table[shade]) for shade in shades.reshape(-1))
    found = [
        (group.get("fill"), rect)
        for group in root.iter(f"{SVG}g")
        if group.get("shape-rendering") == "crispEdges"
        for rect in group.findall(f"{SVG}rect")
    ]
    assert sorted(str(fill) for fill, _ in found) == wanted
    area = shown.picture_rect()
    for fill, rect in found:
        column = round((float(rect.get("x", "")) - area.left()) / area.width() * 7)
        row = round((float(rect.get("y", "")) - area.top()) / area.height() * 5)
        assert fill == "#{:02x}{:02x}{:02x}".format(*table[shades[row, column]])
    assert not list(root.iter(f"{SVG}image"))
    assert {"Weights", "5 × 7"} <= set(words(root))


def test_masked_cells_are_hatched_by_shapes(card: Callable[[CardContent], MatrixCard]) -> None:
    masked = np.triu(np.ones((4, 4), dtype=np.bool_), 1)
    zeros = np.zeros((4, 4), dtype=np.float32)

    root = svg_of(card(CardContent("Mask", "4 × 4", "told", zeros, masked, MASK)))

    hatched = [
        float(rect.get("width", ""))
        for group in root.iter(f"{SVG}g")
        if "pattern" in group.get("fill", "")
        for rect in group.findall(f"{SVG}rect")
    ]
    one = hatched[-1]
    assert [round(width / one) for width in hatched] == [3, 2, 1]
    assert not list(root.iter(f"{SVG}image"))


def test_cells_of_one_colour_come_in_one_go() -> None:
    shades = np.array([[1, 2, 1], [2, 2, 1]], dtype=np.ubyte)
    calls: list[list[QRectF]] = []

    class Pen:
        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *args: calls.append(args[0]) if name == "drawRects" else None

    draw_cells(
        Pen(),  # type: ignore[arg-type]
        QRectF(10, 20, 30, 20),
        shades,
        np.zeros((3, 3), dtype=np.ubyte),
    )

    assert calls == [
        [QRectF(10, 20, 10, 10), QRectF(30, 20, 10, 10), QRectF(30, 30, 10, 10)],
        [QRectF(20, 20, 10, 10), QRectF(10, 30, 10, 10), QRectF(20, 30, 10, 10)],
    ]


# ------------------------------------------------------------------ the panels


def test_a_beam_tree_is_whole_with_every_node_as_text(show: Show, session: Session) -> None:
    panel = show(BeamsPanel, grown(30, 4, seed=2), QSize(420, 300))
    assert isinstance(panel, BeamsPanel)
    bar = panel.tree.horizontalScrollBar()
    bar.setValue(37)
    before = panel.size(), panel.splitter.sizes(), bar.value(), bar.maximum()
    assert before[3] > 0

    root = svg_of(panel)

    sentence = session.sentence()
    assert sentence is not None
    texts = words(root)
    for step in sentence.steps:
        for live in step.hypotheses:
            score = f"{live.score:.2f}".replace("-", "\u2212")
            assert score in texts
            texts.remove(score)
    assert not list(root.iter(f"{SVG}image"))
    assert float(root.get("width", "")) >= 420 + before[3]
    QApplication.processEvents()
    assert (panel.size(), panel.splitter.sizes(), bar.value(), bar.maximum()) == before


def test_a_pdf_of_a_tree_has_its_pieces_and_no_pixels(show: Show, session: Session) -> None:
    panel = show(BeamsPanel, grown(12, 3, seed=4), QSize(500, 300))

    data = view_bytes(panel, ".pdf")

    drawn = pdf_text.text(data).splitlines()
    assert drawn_pieces(session) <= set(drawn)
    sentence = session.sentence()
    assert sentence is not None
    scores = {f"{live.score:.2f}" for step in sentence.steps for live in step.hypotheses}
    assert {score.replace("-", "\u2212") for score in scores} <= set(drawn)
    assert pdf_text.pictures(data) == 0
    assert pdf_text.embedded_fonts(data) > 0


def test_candidates_that_are_scrolled_away_are_in_the_picture(show: Show, session: Session) -> None:
    panel = show(CandidatesPanel, paragraphs(), QSize(330, 200))
    assert isinstance(panel, CandidatesPanel)
    table = panel.table()
    assert table is not None

    texts = words(svg_of(panel))

    assert table.rows[-1].name in texts
    assert drawn_pieces(session) & set(texts)


def test_a_long_translation_is_whole(show: Show, session: Session) -> None:
    panel = show(TranslationPanel, long(20, 120), QSize(320, 220))
    assert isinstance(panel, TranslationPanel)
    bar = panel.strip.verticalScrollBar()
    before = panel.size(), bar.value()
    assert bar.maximum() > 0

    root = svg_of(panel)

    texts = words(root)
    chips = panel.strip.chips()
    assert len(chips) == 120
    assert sum(text == "uncharacteristically" for text in texts) == sum(
        chip.text == "uncharacteristically" for chip in chips
    )
    assert texts.count("</s>") == 1
    assert not list(root.iter(f"{SVG}image"))
    QApplication.processEvents()
    assert (panel.size(), bar.value()) == before


@pytest.mark.parametrize("panel_class", [AttentionPanel, MasksPanel])
def test_matrices_get_room_for_every_label(
    show: Show, session: Session, panel_class: type[QWidget]
) -> None:
    session.select(kind=AttentionKind.CROSS)
    panel = show(panel_class, long(30, 25), QSize(420, 330))
    heatmap = panel.heatmap  # type: ignore[attr-defined]
    assert heatmap.thinned()
    before = panel.size()

    root = svg_of(panel)

    texts = words(root)
    sentence = session.sentence()
    assert sentence is not None
    for piece in sentence.encoded.pieces:
        assert label(piece).removeprefix("\u2581") in texts
    assert drawn_pieces(session) <= set(texts)
    assert panel.size() == before


def cells(root: ElementTree.Element) -> list[tuple[str, ElementTree.Element]]:
    """The rectangles without an outline: colour and rectangle."""
    return [
        (group.get("fill", ""), rect)
        for group in root.iter(f"{SVG}g")
        if group.get("shape-rendering") == "crispEdges"
        for rect in group.findall(f"{SVG}rect")
    ]


def test_the_cursor_is_not_in_the_picture(show: Show, session: Session) -> None:
    panel = show(AttentionPanel, long(8, 6), QSize(640, 460))
    assert isinstance(panel, AttentionPanel)
    panel.heatmap.set_cursor_cell((2, 3))
    panel.flush()
    with_cursor = image_of(panel, 1.0)
    shown = panel.heatmap.grab().toImage()
    area = panel.heatmap.view.geometry().translated(panel.heatmap.mapTo(panel, QPoint()))
    panel.heatmap.set_cursor_cell(None)
    panel.flush()

    assert panel.heatmap.grab().toImage() != shown
    # The line below tells its cell.
    assert with_cursor.copy(area) == image_of(panel, 1.0).copy(area)


@pytest.mark.parametrize("zoom", [None, 1.7])
def test_an_attention_matrix_has_a_rectangle_for_every_cell(
    show: Show, session: Session, zoom: float | None
) -> None:
    session.select(kind=AttentionKind.CROSS, layer=1, head=2)
    panel = show(AttentionPanel, long(22, 17), QSize(500, 360))
    assert isinstance(panel, AttentionPanel)
    if zoom is not None:
        panel.heatmap.view.set_zoom(zoom)
        QApplication.processEvents()
    before = panel.size(), panel.heatmap.view.zoom, panel.heatmap.view.offset()
    sentence, place = session.sentence(), session.place()
    assert sentence is not None and place is not None
    matrix = sentence.attention_matrix(AttentionKind.CROSS, 1, 2, place[1])
    assert matrix is not None
    table, shades = WEIGHTS.table(), WEIGHTS.shades(matrix.weights)

    root = svg_of(panel)

    found: dict[tuple[str, str], list[tuple[float, float, str]]] = {}
    for fill, rect in cells(root):
        size = rect.get("width", ""), rect.get("height", "")
        x, y = float(rect.get("x", "")), float(rect.get("y", ""))
        found.setdefault(size, []).append((y, x, fill))
    of_matrix = next(each for each in found.values() if len(each) == shades.size)
    wanted = ["#{:02x}{:02x}{:02x}".format(*table[shade]) for shade in shades.reshape(-1)]
    assert [fill for _, _, fill in sorted(of_matrix)] == wanted
    assert not list(root.iter(f"{SVG}image"))
    assert pdf_text.pictures(view_bytes(panel, ".pdf")) == 0
    QApplication.processEvents()
    assert (panel.size(), panel.heatmap.view.zoom, panel.heatmap.view.offset()) == before


def test_thumbnails_of_heads_are_shapes_unless_there_are_too_many(
    show: Show, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.select(kind=AttentionKind.CROSS)
    panel = show(HeadsPanel, long(9, 7), QSize(700, 420))

    root = svg_of(panel)

    thumbnails = MODEL.decoder_layers * (MODEL.heads + 2)
    sizes = Counter((rect.get("width"), rect.get("height")) for _, rect in cells(root))
    assert thumbnails * 9 * 7 in sizes.values()
    assert not list(root.iter(f"{SVG}image"))
    monkeypatch.setattr("gui.widgets.heads_art._MOST_CELLS", thumbnails * 9 * 7 - 1)
    assert len(list(svg_of(panel).iter(f"{SVG}image"))) == thumbnails


def test_the_chain_of_a_head_has_no_pixels(qtbot: QtBot, themed: None) -> None:
    sentence = trace_of(long(8, 6)).sentences[0]
    view = ChainView()
    qtbot.addWidget(view)
    view.resize(700, 460)
    view.show()
    head = explanation(sentence, AttentionKind.CROSS, 0, 1, 5)
    view.show_explanation(head, "Layer 1", anew=True)
    QApplication.processEvents()

    root = svg_of(view)

    texts = words(root)
    assert not list(root.iter(f"{SVG}image"))
    assert "Layer 1" in texts
    # A line may come in pieces: the space mark has a font of its own.
    drawn = "".join("".join(texts).split())
    for line in view.arithmetic.toPlainText().splitlines():
        assert "".join(line.split()) in drawn


def test_markup_in_a_piece_stays_text(show: Show) -> None:
    pieces = ("\u2581<b>", "&amp;", '"', "]]>", "</s>")
    happened = list(events("a b c d", [Sentence("a b c d", pieces)]))
    panel = show(TranslationPanel, happened, QSize(420, 240))

    texts = words(svg_of(panel))

    assert {"<b>", "&amp;", '"', "]]>"} <= set(texts)


def test_a_control_character_does_not_break_the_file(plain: Plain) -> None:
    plain.caption.setText("a\x01b\x0cc")

    assert words(svg_of(plain))[0].replace("\ufffd", "") == "abc"


def test_texts_keep_their_width_in_another_font(plain: Plain) -> None:
    text = svg_of(plain).find(f".//{SVG}text")

    assert text is not None
    width = plain.caption.fontMetrics().horizontalAdvance("Layer")
    assert float(text.get("textLength", "")) == pytest.approx(width, abs=1)
    assert text.get("font-family", "").endswith(", sans-serif")
