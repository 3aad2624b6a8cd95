"""The maps that weights are drawn in, against the library that they are from."""

from __future__ import annotations

import pyqtgraph
import pytest

from gui.colour_maps import colour_map
from gui.theme import COLOUR_MAPS, THEMES


@pytest.mark.parametrize("name", COLOUR_MAPS)
def test_they_are_pyqtgraphs_to_the_digit(name: str) -> None:
    table = pyqtgraph.colormap.get(name).getLookupTable(0.0, 1.0, 256, alpha=False)
    assert colour_map(name) == tuple(map(tuple, table[:, :3].tolist()))


def test_each_theme_has_one_of_them() -> None:
    assert {theme.colormap for theme in THEMES.values()} <= set(COLOUR_MAPS)


def test_another_name_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        colour_map("jet")


def test_a_map_has_256_colours() -> None:
    assert {len(colour_map(name)) for name in COLOUR_MAPS} == {256}
