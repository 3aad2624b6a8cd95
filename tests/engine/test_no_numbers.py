"""A network whose weights, or what comes of them, are no numbers says so instead of translating."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.errors import ModelFolderError, SearchError
from engine.events import Step
from engine.search.options import SearchOptions
from engine.translator import Translator

SEARCHES = [
    SearchOptions(),
    SearchOptions(beam=4, n_best=4),
    SearchOptions(sample=True),
    SearchOptions(reference="Je vous aime."),
]
IDS = ["greedy", "beam", "sample", "reference"]


def inner_weight(translator: Translator) -> torch.Tensor:
    """Of the last decoder layer's feed-forward network."""
    return translator.model.get_parameter("decoder.layers.1.feed_forward.w_1.weight")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_folder_with_them_is_not_opened(tiny_folder: Path, tmp_path: Path, value: float) -> None:
    folder = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
    config = folder / "config.json"
    state = load_file(folder / "model.safetensors")
    name = sorted(state)[3]
    state[name].view(-1)[0] = value
    save_file(state, folder / "model.safetensors")
    # Without the checksums, which would notice first.
    values = json.loads(config.read_text())
    values.pop("files")
    config.write_text(json.dumps(values))
    with pytest.raises(ModelFolderError, match="not finite") as error:
        Translator.load(folder)
    assert name in str(error.value)


@pytest.mark.parametrize("options", SEARCHES, ids=IDS)
def test_what_the_network_makes_of_them_stops_the_search(
    tiny_folder: Path, options: SearchOptions
) -> None:
    """As where numbers overflow: the weights themselves are fine."""
    translator = Translator.load(tiny_folder)
    with torch.no_grad():
        inner_weight(translator).fill_(math.nan)
    steps = []
    with pytest.raises(SearchError, match=r"no number \(NaN\).*try float32 or another model"):
        steps = [e for e in translator.stream("I love cats.", options) if isinstance(e, Step)]
    assert not steps


def test_the_same_translator_translates_once_they_are_gone(tiny_folder: Path) -> None:
    translator = Translator.load(tiny_folder)
    expected = translator.translate("I love cats.")
    weight = inner_weight(translator)
    kept = weight.clone()
    with torch.no_grad():
        weight.fill_(math.nan)
    with pytest.raises(SearchError):
        translator.translate("I love cats.")
    with torch.no_grad():
        weight.copy_(kept)
    assert translator.translate("I love cats.") == expected
