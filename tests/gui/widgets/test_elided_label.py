from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.widgets.elided_label import APART, ElidedLabel, shortened

LINE = APART.join(("“_le”", "probability 0.123456", "log-probability −0.00851234"))


@pytest.fixture
def label(qtbot: QtBot) -> ElidedLabel:
    label = ElidedLabel(LINE)
    qtbot.addWidget(label)
    return label


def test_no_width_shows_half_a_part_where_a_whole_one_fits(label: ElidedLabel) -> None:
    metrics, parts = label.fontMetrics(), LINE.split(APART)
    lines = [APART.join((*parts[:n], "…")) for n in range(1, len(parts))]
    seen = set()
    for width in range(metrics.horizontalAdvance(LINE) + 20, 0, -1):
        label.resize(width, 20)
        shown = label.shown()
        assert metrics.horizontalAdvance(shown) <= max(width, metrics.horizontalAdvance("…"))
        if width >= metrics.horizontalAdvance(lines[0]):
            assert shown in (LINE, *lines)
        seen.add(shown)
    assert {LINE, *lines, "…"} <= seen
    assert label.text() == LINE


@pytest.mark.parametrize("number", ["−0.00851234", "1,234", "7.726e-04", "12", "+0.5"])
def test_no_half_of_a_number_is_shown(qapp: QApplication, label: ElidedLabel, number: str) -> None:
    metrics = label.fontMetrics()
    text = f"entropy {number} nats"
    for width in range(metrics.horizontalAdvance(text)):
        shown = shortened(text, metrics, width)
        assert metrics.horizontalAdvance(shown) <= max(width, metrics.horizontalAdvance("…"))
        cut = shown.removesuffix("…")
        assert text.startswith(cut)
        assert number in cut or not any(character.isdigit() for character in cut), shown
        assert not cut.endswith(("−", "+"))
