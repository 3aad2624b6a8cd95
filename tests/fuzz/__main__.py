"""``python -m tests.fuzz``: look for bytes that a reader does not stand. ``docs/fuzzing.md``.

Needs atheris, which is no dependency of the tests: ``pip install atheris``.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.seeds import ROOT, make_seeds

_MOST_CRASHES = 8
"""Of one target in one run: after so many it is time to look at them."""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--reader", default="all", help="a target, several with commas, or all")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--corpus", type=Path, required=True, help="folder of seeds and findings")
    parser.add_argument("--replay", help="a recipe in base64, as in the first line of a finding")
    parser.add_argument("--timeout", type=int, default=15, help="seconds that one input may take")
    options = parser.parse_args()
    corpus: Path = options.corpus.resolve()
    seeds = corpus / "seeds"
    if not seeds.is_dir():
        make_seeds(seeds)
    from tests.fuzz.targets import TARGETS

    names = list(TARGETS) if options.reader == "all" else options.reader.split(",")
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        parser.error(f"no reader {unknown[0]!r}; there are {', '.join(TARGETS)}")
    if options.replay is not None:
        replay(names[0], seeds, base64.b64decode(options.replay))
        return
    if find_spec("atheris") is None:
        parser.error("atheris is not installed; pip install atheris (Linux)")
    for name in names:
        if TARGETS[name].seeds and not TARGETS[name].seeds_in(seeds):
            print(f"{name}: there are no seeds")
            continue
        found = fuzz(name, corpus, options.seconds, options.timeout)
        print(json.dumps(found), flush=True)
        with (corpus / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(found) + "\n")


def replay(name: str, seeds: Path, recipe: bytes) -> None:
    """Run one recipe in this process, without atheris; what it raises is seen."""
    from engine.errors import DiaphaneError
    from tests.fuzz.choices import Choices
    from tests.fuzz.targets import TARGETS

    target = TARGETS[name]
    paths = target.seeds_in(seeds)
    with tempfile.TemporaryDirectory() as place:
        try:
            print(target.run(Choices(recipe), paths, Path(place)))
        except DiaphaneError as error:
            print(f"refused: {error}")


def fuzz(name: str, corpus: Path, seconds: int, timeout: int) -> dict[str, object]:
    """Fuzz one target for so long, through crashes; gives what was counted."""
    inputs, findings = corpus / "inputs" / name, corpus / "findings" / name
    inputs.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    before = {path.name for path in findings.glob("*.txt")}
    totals: dict[str, float] = {}
    end = time.monotonic() + seconds
    crashes = 0
    while (left := end - time.monotonic()) > 3 and crashes < _MOST_CRASHES:
        begun = time.monotonic()
        counts, crashed = _process(name, corpus, inputs, findings, int(left), timeout)
        if counts:  # the last are written down a second before the process ends
            counts["seconds"] = time.monotonic() - begun
        for key, value in counts.items():
            totals[key] = totals.get(key, 0) + value
        crashes += crashed
        if not counts:
            break
    after = {path.name for path in findings.glob("*.txt")}
    executions = int(sum(value for key, value in totals.items() if key != "seconds"))
    return {
        "target": name,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "executions": executions,
        **{key: round(value, 1) if key == "seconds" else int(value)
           for key, value in sorted(totals.items())},
        "crashes": crashes,
        "new": sorted(after - before),
    }  # fmt: skip


def _process(
    name: str, corpus: Path, inputs: Path, findings: Path, seconds: int, timeout: int
) -> tuple[dict[str, float], int]:
    """One process of a target; its counts, and whether it was ended by an input."""
    (findings / "counts.json").unlink(missing_ok=True)
    temporary = tempfile.mkdtemp(prefix="fuzz-", dir=_fast())
    arguments = [
        sys.executable, "-m", "tests.fuzz.worker", name, str(corpus / "seeds"), str(findings),
        str(inputs), f"-max_total_time={seconds}", f"-timeout={timeout}", "-rss_limit_mb=4096",
        "-max_len=512", "-len_control=20", "-print_final_stats=1",
        f"-artifact_prefix={findings}/",
    ]  # fmt: skip
    environment = {**os.environ, "TMPDIR": temporary, "OMP_NUM_THREADS": "1",
                   "XDG_DATA_HOME": f"{temporary}/place", "PYTHONFAULTHANDLER": "1"}  # fmt: skip
    log = findings / "last.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            arguments, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(seconds + 60)
        except subprocess.TimeoutExpired:
            # libFuzzer's own alarm cannot end everything.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    shutil.rmtree(temporary, ignore_errors=True)
    crashed = 0
    for kind in ("crash", "timeout", "oom", "leak"):
        for path in findings.glob(f"{kind}-*"):
            if path.suffix == ".txt":
                continue
            recipe = base64.b64encode(path.read_bytes()).decode()
            tail = log.read_bytes()[-6000:].decode(errors="replace")
            path.with_suffix(".txt").write_text(f"{recipe}\n{tail}", encoding="utf-8")
            path.unlink()
            crashed = 1
            print(f"{name}: {path.name}", flush=True)
    try:
        counts: dict[str, float] = json.loads((findings / "counts.json").read_text())
    except (OSError, ValueError):
        print(f"{name}: it did not run; see {log}", flush=True)
        counts = {}
    return counts, crashed


def _fast() -> str | None:
    """A folder in memory, if the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    main()
