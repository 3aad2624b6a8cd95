from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.analysis.positions import KINDS, ROTARY, Sinusoids
from gui.widgets.position_waves import PositionWaves

WIDE = Sinusoids(32)
SMALL = (
    *(Sinusoids(8, kind) for kind in KINDS),
    Sinusoids(8, ROTARY, frequencies=(1.0, 0.5, 0.2, 0.01)),
    None,
)
"""The last is a table that was learnt."""


def show(waves: PositionWaves, formula: Sinusoids | None, width: int) -> None:
    table = np.zeros((20, width)) if formula is None else formula.table(range(20))
    waves.set_table(table.astype(np.float32), formula)


@pytest.fixture
def waves(qtbot: QtBot) -> PositionWaves:
    made = PositionWaves()
    qtbot.addWidget(made)
    made.resize(700, 300)
    show(made, WIDE, 32)
    made.show()
    return made


@pytest.mark.parametrize("formula", SMALL, ids=lambda each: each and each.kind)
def test_another_table_has_none_of_the_pairs_that_it_lacks(
    waves: PositionWaves, formula: Sinusoids | None
) -> None:
    for pair in (2, 14):
        waves.pair_box.setValue(pair)
        waves.keep_button.click()
    waves.pair_box.setValue(15)
    assert waves.curves.pairs() == (2, 14, 15)
    show(waves, formula, 8)
    QApplication.processEvents()
    assert waves.kept() == (2,) and waves.curves.pairs() == (2, 3)
    assert (waves.slider.value(), waves.slider.maximum()) == (3, 3)
    assert (waves.pair_box.value(), waves.pair_box.maximum()) == (3, 3)
    told = waves.legend.text().replace("&nbsp;", " ")
    assert "i = 2" in told and "i = 3" in told and "i = 1" not in told
    show(waves, WIDE, 32)
    waves.slider.setValue(15)
    assert waves.pair_box.value() == 15 and waves.curves.pairs() == (2, 15)
