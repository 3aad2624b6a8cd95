"""One process that fuzzes one target, with atheris, until its time is over or it is killed.

An exception that is not the program's own is written down and the work goes on; what ends the
process (a crash in native code, a hang, memory) is libFuzzer's to report: it leaves the recipe
in a file, and the process that has started this one writes it down.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

_MEMORY = 3 << 30
"""Bytes that a process may have beyond those that it has when it begins."""
_LEAKED = 1 << 30
"""Bytes after which a process makes place for another: libraries lose a little now and then."""
_INSTRUMENTED = ("engine.checkpoints", "engine.text", "engine.traces")


def _resident() -> int:
    """Bytes of memory that the process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def signature(error: BaseException) -> str:
    """What tells findings apart: the exception, and the innermost line of the engine."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}engine{os.sep}" in frame.filename]
    frame = (ours or frames)[-1]
    name = Path(frame.filename).name
    return f"{type(error).__name__}-{name}-{frame.name}-{frame.lineno}"


class Once:
    """Runs a recipe, and keeps the count and the findings.

    Args:
        name: of the target.
        seeds: the folder of all seeds.
        out: where findings and counts are written.
    """

    def __init__(self, name: str, seeds: Path, out: Path) -> None:
        from tests.fuzz.targets import TARGETS

        self.target = TARGETS[name]
        self.seeds = self.target.seeds_in(seeds)
        self.out = out
        self.root = Path(tempfile.gettempdir())
        self.place = self.root / "place"
        self.counts: dict[str, int] = {}
        self.begun = self.noted = time.monotonic()
        self.resident = _resident()

    def __call__(self, data: bytes) -> None:
        """Run one recipe."""
        from engine.errors import DiaphaneError
        from tests.fuzz.choices import Choices

        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()
        try:
            outcome = self.target.run(Choices(data), self.seeds, self.place)
        except DiaphaneError as error:
            message = str(error)
            outcome = "refused"
            if not message or "\n" in message or message[-1] not in ".!)?":
                self.note(f"Message-{hashlib.sha1(message[-20:].encode()).hexdigest()[:8]}", data,
                          f"no sentence: {message!r}")  # fmt: skip
            if len(message) > 3000:
                self.note("Message-long", data, message)
            try:
                message.encode()
            except UnicodeEncodeError:
                self.note("Message-surrogate", data, f"cannot be printed: {message!r}")
        except Exception as error:  # each is a finding
            outcome = "found"
            self.note(signature(error), data, traceback.format_exc())
        left = [path.name for path in self.root.iterdir() if path.name != "place"]
        if left:
            self.note("Outside", data, f"left behind: {left}")
            for name in left:
                shutil.rmtree(self.root / name, ignore_errors=True)
                (self.root / name).unlink(missing_ok=True)
        self.counts[outcome] = self.counts.get(outcome, 0) + 1
        if time.monotonic() > self.noted + 1:
            self.write()

    def note(self, what: str, data: bytes, detail: str) -> None:
        """Write a finding down, once."""
        path = self.out / f"{what}.txt"
        if not path.exists():
            recipe = base64.b64encode(data).decode()
            path.write_text(f"{recipe}\n{detail}\n", encoding="utf-8", errors="backslashreplace")
            print(f"FINDING {what}", file=sys.stderr, flush=True)

    def write(self) -> None:
        """The counts so far."""
        self.noted = time.monotonic()
        values = {"seconds": self.noted - self.begun, **self.counts}
        new = self.out / "counts.new"
        new.write_text(json.dumps(values))
        new.replace(self.out / "counts.json")
        if _resident() > self.resident + _LEAKED:
            os._exit(0)


def _not_instrumented(root: Path) -> list[str]:
    """The modules of the engine that read nothing: atheris takes a package, and what to leave."""
    names = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in names if not name.startswith(_INSTRUMENTED)]


def main(arguments: list[str]) -> None:
    """``NAME SEEDS OUT`` and options of libFuzzer."""
    import atheris
    import torch  # not instrumented: before the hook

    name, seeds, out = arguments[0], Path(arguments[1]), Path(arguments[2])
    others = _not_instrumented(Path(__file__).resolve().parents[2] / "engine")
    with atheris.instrument_imports(include=["engine"], exclude=others):
        import engine.checkpoints.detect
        import engine.checkpoints.formats
        import engine.checkpoints.hub.answers
        import engine.checkpoints.hub.store
        import engine.cli.trace_summary
        import engine.traces.file
        import engine.translator  # noqa: F401
    torch.set_num_threads(1)
    once = Once(name, seeds, out)
    # What is loaded on first use is there before the memory is limited.
    once(b"")
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + _MEMORY,) * 2)
    atheris.Setup([sys.argv[0], *arguments[3:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
