from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine import resources
from engine.resources import resource_path


def test_the_source_tree_comes_first() -> None:
    root = Path(__file__).resolve().parents[2]
    assert resource_path("models", "en-fr") == root / "resources" / "models" / "en-fr"
    assert resource_path("worked_example.json").is_file()


def test_an_installed_package_is_found_by_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "resources"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "here.txt").touch()
    # No resources lie beside the engine.
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "apart" / "engine" / "resources.py"))
    monkeypatch.delitem(sys.modules, "resources", raising=False)
    monkeypatch.syspath_prepend(str(package.parent))
    try:
        assert resource_path("here.txt") == package / "here.txt"
        assert resource_path("models", "absent") == package / "models" / "absent"
    finally:
        sys.modules.pop("resources", None)
