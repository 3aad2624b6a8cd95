"""Makes a release from the last commit: ``python -m release`` fills ``dist/``.

The source distribution, the wheel that is built from it, an SBOM (CycloneDX), and the hash of
each. On the way the wheel is installed by itself with the versions of the lock, and has to
translate. Needs the extra ``release``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from release import ROOT, sbom
from release.lock import LOCK

SENTENCE = "I love you very much."


def say(*command: str | Path, variables: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it printed; its failure ends the program."""
    environment = {**os.environ, **(variables or {})}
    result = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False
    )
    if result.returncode:
        print(result.stdout, file=sys.stderr)
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    return result.stdout


def commit_into(folder: Path) -> str:
    """Unpack the last commit into ``folder``; when it was made, in seconds since 1970."""
    archive = folder.with_suffix(".tar")
    say("git", "-C", ROOT, "archive", "--output", archive, "HEAD")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    return say("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()


def build(source: Path, out: Path, epoch: str) -> tuple[Path, Path]:
    """The source distribution of a folder, and the wheel made from it."""
    # The same commit gives the same wheel: its files have the commit's time.
    variables = {"SOURCE_DATE_EPOCH": epoch, "PIP_CONSTRAINT": str(source / LOCK.name)}
    say(sys.executable, "-m", "build", "--outdir", out, source, variables=variables)
    (archive,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return archive, wheel


def installed(wheel: Path, folder: Path, lock: Path) -> tuple[Path, Path]:
    """Install a wheel, alone, by a lock; the environment's Python, and pip's report."""
    say(sys.executable, "-m", "venv", "--without-pip", folder)
    python, report = folder / "bin" / "python", folder / "report.json"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python]
    say(*pip, "install", "--quiet", "--report", report, "--constraint", lock, wheel)
    say(*pip, "check")
    translation = say(folder / "bin" / "diaphane-engine", "translate", SENTENCE)
    if not translation.strip():
        raise SystemExit("The wheel that was built translates nothing.")
    print(f"{SENTENCE} → {translation.strip()}")
    return python, report


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m release``; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="default: dist/")
    out = parser.parse_args(arguments).out
    if out.exists() and any(out.iterdir()):
        parser.error(f"{out} is not empty; delete what an earlier release left there")
    lacking = [name for name in ("build", "cyclonedx_py") if find_spec(name) is None]
    if lacking:
        parser.error(
            f"{' and '.join(lacking)} cannot be imported; install the extra: "
            f"pip install -c {LOCK.name} -e '.[release]'"
        )
    changed = say("git", "-C", ROOT, "status", "--porcelain").splitlines()
    if changed:
        print(f"Not in the release, since not committed: {len(changed)} files.")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        source = folder / "source"
        epoch = commit_into(source)
        made = build(source, folder / "built", epoch)
        python, report = installed(made[1], folder / "environment", source / LOCK.name)
        version = made[1].name.split("-")[1]
        os.environ["SOURCE_DATE_EPOCH"] = epoch
        bill = folder / "built" / f"diaphane-{version}.cdx.json"
        bill.write_text(
            sbom.make(python, json.loads(report.read_text("utf-8")), version, source), "utf-8"
        )
        out.mkdir(parents=True, exist_ok=True)
        files = [Path(shutil.copy(file, out)) for file in (*made, bill)]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (out / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print("".join(sums), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
