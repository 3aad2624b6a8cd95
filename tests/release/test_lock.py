"""constraints.txt has everything that pyproject.toml asks for, in a version that it allows."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release import lock

ROOT = Path(__file__).resolve().parent.parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def asked_for() -> list[str]:
    """Every direct dependency, of the package, of all its extras, and of its build."""
    project = PYPROJECT["project"]
    listed = [*project["dependencies"], *PYPROJECT["build-system"]["requires"]]
    listed += [line for extra in project["optional-dependencies"].values() for line in extra]
    return sorted({line for line in listed if Requirement(line).name != "diaphane"})


def fault(line: str, locked: dict[str, str]) -> str | None:
    """What a lock lacks for a line of pyproject.toml."""
    wanted = Requirement(line)
    version = locked.get(canonicalize_name(wanted.name))
    if version is None:
        return f"{wanted.name} is not locked"
    if not wanted.specifier.contains(version, prereleases=True):
        return f"{wanted.name} is locked to {version}, which {line!r} does not allow"
    return None


@pytest.mark.parametrize("line", asked_for())
def test_what_is_asked_for_is_locked(line: str) -> None:
    # Lines for other Pythons count too: the lock holds for whoever installs by it.
    assert fault(line, lock.read()) is None


def test_a_gap_and_a_contradiction_are_found() -> None:
    assert fault("torch==2.13.0", {"numpy": "2.0"}) == "torch is not locked"
    assert "2.12.0" in (fault("torch==2.13.0", {"torch": "2.12.0"}) or "")
    assert fault("PySide6_Essentials>=6", {"pyside6-essentials": "6.11.3"}) is None


def test_what_that_needs_is_locked() -> None:
    """Of what is installed here, down to the last: nothing comes in unlocked."""
    locked = lock.read()
    seen: set[str] = set()
    todo = [Requirement("diaphane[test]")]
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        try:
            requires = metadata.requires(wanted.name) or []
        except metadata.PackageNotFoundError:
            continue  # Not installed here, where a part of the extras may be.
        for line in requires:
            needed = Requirement(line)
            key = f"{name}[{','.join(sorted(wanted.extras))}]{line}"
            of_extras = [{"extra": extra} for extra in wanted.extras or {""}]
            applies = needed.marker is None or any(map(needed.marker.evaluate, of_extras))
            if key in seen or not applies:
                continue
            seen.add(key)
            todo.append(needed)
            # A build of torch for GPUs has these, each tied to its version by itself.
            if re.match(r"(?i)diaphane|nvidia|cuda|triton", needed.name) is None:
                assert canonicalize_name(needed.name) in locked, line
    assert len(seen) > 30


def test_the_lock_is_names_and_versions_and_nothing_else() -> None:
    lines = lock.LOCK.read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line) for line in pins)
    assert pins == sorted(set(pins), key=lambda line: line.partition("==")[0])
    assert not re.search(r"://|@|--|\w/\w", "".join(lines))


def test_a_lock_is_made_of_pip_s_report(tmp_path: Path) -> None:
    def item(name: str, version: str) -> dict[str, object]:
        return {"metadata": {"name": name, "version": version}, "download_info": {"url": "file:x"}}

    packages = [item("torch", "2.13.0+cpu"), item("diaphane", "0.1.0"), item("Py.YAML", "6.0")]
    file = tmp_path / "constraints.txt"
    file.write_text(lock.text_of({"install": packages}), encoding="utf-8")
    assert lock.read(file) == {"py-yaml": "6.0", "torch": "2.13.0"}


def test_all_extras_are_locked() -> None:
    assert lock.extras() == sorted(PYPROJECT["project"]["optional-dependencies"])


def test_what_differs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest_here = metadata.version("pytest")
    monkeypatch.setattr(lock, "read", lambda: {"pytest": "1.0", "numpy": metadata.version("numpy")})
    assert lock.differences() == [f"pytest {pytest_here} (tested: 1.0)"]
