from __future__ import annotations

from dataclasses import fields
from string import Template

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QFrame
from pytestqt.qtbot import QtBot

from gui import icons, theme
from gui.style import STYLE
from gui.theme import THEMES, Theme
from gui.widgets.colours import contrast


@pytest.mark.parametrize("look", THEMES.values(), ids=lambda look: look.name)
def test_contrast_meets_wcag_aa(look: Theme) -> None:
    for ground in ("window", "surface", "raised"):
        for word in ("text", "muted", "accent", "marker", "good", "warn", "bad"):
            ratio = contrast(look.color(word), look.color(ground))
            assert ratio >= 4.5, f"{look.name}: {word} on {ground} {ratio:.2f}"
    for ground in ("highlight", "selection"):
        assert contrast(look.color("text"), look.color(ground)) >= 4.5
    assert contrast(look.color("on_accent"), look.color("accent")) >= 4.5
    assert contrast(look.color("outline"), look.color("surface")) >= 3
    assert (look.color("window").lightness() < 128) == look.dark


def test_the_style_sheet_names_only_colours_that_exist() -> None:
    known = {field.name for field in fields(Theme)}
    known |= {"title_size", "small_size", "chevron", "chevron_up", "check"}
    assert set(Template(STYLE).get_identifiers()) <= known


@pytest.mark.usefixtures("themed")
def test_applying_a_theme_tells_everybody(qapp: QApplication, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.notifier.changed) as caught:
        theme.apply(qapp, theme.DARK, 11)
    assert caught.args == [theme.DARK]
    assert theme.current() is theme.DARK
    assert qapp.font().pointSizeF() == 11
    assert qapp.palette().window().color() == QColor(theme.DARK.window)


class Told(QObject):
    """Counts how often a widget is told of another style."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.StyleChange
        return False


@pytest.mark.usefixtures("themed")
def test_a_widget_is_not_told_once_for_each_that_it_lies_in(
    qapp: QApplication, qtbot: QtBot
) -> None:
    innermost = outermost = QFrame()
    qtbot.addWidget(outermost)
    for _ in range(10):
        innermost = QFrame(innermost)
    outermost.show()
    told = Told()
    innermost.installEventFilter(told)
    theme.apply(qapp, theme.DARK, 11)
    assert 1 <= told.times <= 2


@pytest.mark.usefixtures("themed")
@pytest.mark.parametrize("text", ["Aé œ→·", "\u2581"])
def test_the_bundled_fonts_draw_what_the_window_writes(qapp: QApplication, text: str) -> None:
    families = theme.load_fonts()
    assert families[0] == "Inter"
    bundled = [name for name in families if name in (theme.FAMILY, theme.SYMBOLS_FAMILY)]
    assert len(bundled) == 2
    for character in text.strip():
        assert any(QFontMetrics(QFont(family)).inFontUcs4(ord(character)) for family in bundled), (
            f"U+{ord(character):04X} is in no bundled font"
        )


def test_icons_take_the_colour_of_the_theme(qapp: QApplication) -> None:
    image = icons.pixmap("close", 24, "#ff0000").toImage()
    drawn = [
        image.pixelColor(x, y)
        for x in range(24)
        for y in range(24)
        if image.pixelColor(x, y).alpha() > 250
    ]
    assert drawn
    assert all(colour.red() > 200 and colour.green() < 60 for colour in drawn)
    assert not icons.application_icon().isNull()
    with pytest.raises(FileNotFoundError):
        icons.pixmap("no such icon", 24)


def test_the_style_is_set_once(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time Qt keeps some of the style before it; other themes need no other style."""
    theme.apply(qapp, theme.LIGHT)
    set_to: list[object] = []
    monkeypatch.setattr(QApplication, "setStyle", lambda *given: set_to.append(given))
    theme.apply(qapp, theme.DARK)
    theme.apply(qapp, theme.LIGHT)
    assert not set_to
