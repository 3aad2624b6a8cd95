"""The lock: the version of each package that was tested together, in ``constraints.txt``.

``python -m release.lock`` asks pip what a fresh environment with every extra gets today and
writes that down; ``--keep`` leaves the versions that are there and adds what is missing.

Constraints, and not a list with hashes or a ``pylock.toml``: any pip reads them, they hold for
whatever part of the extras somebody installs, and for a checkout (``pip install -e .``), which
pip refuses where hashes are asked for. The builds of torch for the CPU and for GPUs differ in
their files and in what else they need, so a list of files would fit one of them only. A version
without its local label ("2.13.0" for "2.13.0+cpu") fits both. The hash of each file that went
into a release is in its SBOM.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import Version

from release import ROOT

LOCK = ROOT / "constraints.txt"
OURS = "diaphane"


def read(path: Path = LOCK) -> dict[str, str]:
    """The version of each package of a lock, by normalised name."""
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return dict(line.split("==") for line in lines if line)


def text_of(report: dict[str, Any]) -> str:
    """The lock that pip's installation report amounts to: no address, no path, no label."""
    found = {
        canonicalize_name(item["metadata"]["name"]): Version(item["metadata"]["version"]).public
        for item in report["install"]
    }
    found.pop(canonicalize_name(OURS), None)
    return "".join(
        [
            "# What was tested together: python -m release.lock\n",
            f"# Python {platform.python_version()}, {platform.system()} {platform.machine()}\n",
            *(f"{name}=={version}\n" for name, version in sorted(found.items())),
        ]
    )


def resolve(requirements: Iterable[str], constraints: Path | None = None) -> dict[str, Any]:
    """What pip would install for ``requirements`` into an empty environment: its report.

    Raises:
        subprocess.CalledProcessError: pip found no solution; it has said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--report", str(file)]
        command += ["--constraint", str(constraints)] if constraints else []
        subprocess.run([*command, *requirements], check=True)
        report: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return report


def extras() -> list[str]:
    """The names of all extras of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return sorted(project["optional-dependencies"])


def differences() -> list[str]:
    """The installed packages that have another version than the lock says, in words."""
    lock = read()
    lines = {}
    for distribution in metadata.distributions():
        name = canonicalize_name(distribution.metadata["Name"])
        version = Version(distribution.version).public
        # What comes with the environment rather than from the lock.
        if name in lock and version != lock[name] and name not in ("pip", "setuptools"):
            lines[name] = f"{name} {version} (tested: {lock[name]})"
    return [lines[name] for name in sorted(lines)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m release.lock``; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m release.lock", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="only add what is missing")
    options = parser.parse_args(arguments)
    before = read() if LOCK.exists() else {}
    try:
        report = resolve(
            [f"{ROOT}[{','.join(extras())}]"], LOCK if options.keep and before else None
        )
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    LOCK.write_text(text_of(report), "utf-8")
    after = read()
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            print(f"{name}: {before.get(name, 'new')} → {after.get(name, 'gone')}")
    print(f"{LOCK.name}: {len(after)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
