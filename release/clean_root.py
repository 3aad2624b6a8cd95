"""Tries the wheel where there is nothing but Python: a minimal Debian made for it.

``sudo python -m release.clean_root`` builds the wheel, makes the root with debootstrap, and in it

1. installs the wheel with pip into a virtual environment, and translates;
2. starts the window and does what its messages say until it opens, without a display and on one;
3. installs what README.md names into a second root, where the window has to open at once;
4. takes each system library that Qt uses away in turn: the window has to open all the same, or
   the program has to name the library in words. A traceback or an abort is a failure.

Nothing is mounted outside a namespace that ends with each command, so that nothing is left
mounted when the root is deleted. For a display there has to be Xvfb; without it those parts are
left out, and that is said.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from release import ROOT

PYTHON = "/opt/diaphane"
SENTENCE = "I love you very much."
SECONDS = 20  # for a window to open and be drawn
STOP = "tmp/stop"
# Opens the window; when the file is there or the time is over, closes it as a logout would.
WINDOW = f"""
rm -f /{STOP}; diaphane & window=$!; ticks=0
while kill -0 $window 2>/dev/null && [ ! -e /{STOP} ] && [ $ticks -lt {SECONDS * 5} ]
do sleep 0.2; ticks=$((ticks + 1)); done
kill -TERM $window 2>/dev/null; wait $window
"""
SHOT = "tmp/shot.png"
COLOURS = 40  # A drawn window has hundreds, an empty screen one.
# The C library, and what Python and its ctypes cannot do without.
OF_PYTHON = re.compile(
    r"(ld-linux|libc\.|libm\.|libdl|libpthread|librt|libutil|libz\.|libexpat|libffi)"
)
ADVICE = re.compile(r"sudo apt-get install ([\w.+ -]+)$")


@dataclass(frozen=True)
class Outcome:
    """How a command in the root ended, and what it said."""

    code: int
    output: str
    errors: str
    colours: int = 0

    def opened(self) -> bool:
        """The window stood until it was asked to close, and nothing was complained about."""
        return self.code == 0 and not self.errors.strip()


@dataclass(frozen=True)
class Root:
    """A folder with a system in it, and the folders of this machine that it may read."""

    folder: Path
    shared: tuple[Path, ...] = ()

    def run(self, command: str, watch: Path | None = None, **variables: str) -> Outcome:
        """Run a shell command inside; ``watch`` is a display's picture, looked at meanwhile."""
        mounts = ["mount --make-rprivate /"]
        mounts += [f"mount -t proc proc {shlex.quote(str(self.folder / 'proc'))}"]
        for shared in self.shared:
            place = self.folder / shared.relative_to("/")
            place.mkdir(parents=True, exist_ok=True)
            mounts += [f"mount --rbind {shlex.quote(str(shared))} {shlex.quote(str(place))}"]
        environment = {
            "PATH": f"{PYTHON}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            # How pip and apt reach their sources is this machine's affair.
            **{k: v for k, v in os.environ.items() if re.match(r"(?i)pip_|ssl_|.*_proxy$", k)},
            **variables,
        }
        inside = ["chroot", str(self.folder), "/bin/sh", "-c", command]
        script = f"{'; '.join(mounts)}; exec {shlex.join(inside)}"
        process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-ec", script],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        colours = 0
        while watch is not None and process.poll() is None:
            time.sleep(0.5)
            colours = colours_of(watch)
            if colours >= COLOURS:
                time.sleep(2)  # What goes wrong on opening goes wrong by now.
                (self.folder / STOP).touch()
                break
        output, errors = process.communicate()
        return Outcome(process.returncode, output, errors, colours)

    def window(self, display: Display | None) -> Outcome:
        """Open the window and close it when it is drawn, or after some seconds."""
        if display is None:
            return self.run(WINDOW, QT_QPA_PLATFORM="offscreen")
        return self.run(WINDOW, display.picture, DISPLAY=display.name)

    def shot(self) -> Outcome:
        """Draw a picture of the window, without a display."""
        return self.run(f"diaphane --text {shlex.quote(SENTENCE)} --shot /{SHOT}")

    def apt(self, packages: Sequence[str]) -> None:
        """Install Debian packages, and nothing that they merely recommend."""
        command = "apt-get update -qq && apt-get install -qq -y --no-install-recommends"
        outcome = self.run(f"{command} {' '.join(packages)}")
        if outcome.code:
            raise SystemExit(f"apt-get install {' '.join(packages)}: {outcome.errors}")


@dataclass(frozen=True)
class Display:
    """An X display with nothing on it, and the file that holds its picture."""

    name: str
    picture: Path


def colours_of(picture: Path) -> int:
    """How many colours an Xvfb's frame buffer shows, counted on every 97th pixel."""
    try:
        data = picture.read_bytes()
    except OSError:
        return 0
    pixels = memoryview(data[len(data) % 4 :]).cast("I")
    return len(set(pixels[4096::97]))


@contextmanager
def a_display() -> Iterator[Display | None]:
    """An Xvfb for as long as it is needed; ``None`` where there is no such program."""
    if shutil.which("Xvfb") is None:
        print("No Xvfb here: the parts that need a display are left out.")
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = os.pipe()
        command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x800x24"]
        command += ["-nolisten", "tcp", "-fbdir", folder]
        server = subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL)
        os.close(theirs)
        try:
            with os.fdopen(ours) as pipe:
                number = pipe.readline().strip()
            yield Display(f":{number}", Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()


class Report:
    """Says what happens, and remembers what failed."""

    def __init__(self) -> None:
        self.failures: list[str] = []

    def check(self, what: str, fine: bool, outcome: Outcome | None = None) -> None:
        """Say whether something is as it should be, and where it is not, what was said."""
        print(f"{'ok    ' if fine else 'FAILED'} {what}", flush=True)
        if fine:
            return
        self.failures.append(what)
        if outcome is not None:
            print(f"       exit {outcome.code}, {outcome.colours} colours", flush=True)
            print("       " + (outcome.errors or outcome.output).strip().replace("\n", "\n       "))


def bootstrap(folder: Path, suite: str) -> None:
    """A minimal Debian with Python, as debootstrap makes it from its own mirror."""
    packages = "python3,python3-venv,ca-certificates"
    command = ["debootstrap", "--variant=minbase", f"--include={packages}", suite, str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise SystemExit(f"debootstrap {suite}: {result.stdout[-500:]}{result.stderr[-500:]}")


def install(root: Root, wheel: Path, report: Report) -> None:
    """The wheel, alone, by pip into a virtual environment; then the commands without a window."""
    shutil.copy(wheel, root.folder / "tmp")
    pip = f"{PYTHON}/bin/python -m pip"
    outcome = root.run(f"python3 -m venv {PYTHON} && {pip} install -q /tmp/{wheel.name}")
    report.check(f"pip install {wheel.name}", outcome.code == 0, outcome)
    outcome = root.run(f"{pip} check")
    report.check("pip check", outcome.code == 0, outcome)
    for command, expected in (
        ("diaphane --version", "diaphane "),
        ("diaphane-engine info", "Diaphane English to French"),
        (f"diaphane-engine translate {shlex.quote(SENTENCE)}", "aime"),
    ):
        outcome = root.run(command)
        report.check(command, outcome.code == 0 and expected in outcome.output, outcome)


def follow_the_advice(root: Root, display: Display | None, report: Report) -> list[str]:
    """Start the window and install what it asks for until it opens; the packages, in order."""
    asked: list[str] = []
    where = "without a display" if display is None else "on a display"
    while True:
        outcome = root.window(display)
        said = ADVICE.search(outcome.errors.strip())
        new = [p for p in said[1].split() if p not in asked] if said else []
        if outcome.code != 2 or not new or "Traceback" in outcome.errors:
            break
        print(f"       {outcome.errors.strip()}")
        root.apt(new)
        asked += new
    drawn = display is None or outcome.colours >= COLOURS
    report.check(
        f"the window opens {where} after its own advice", outcome.opened() and drawn, outcome
    )
    return asked


def libraries(root: Root) -> dict[str, Path]:
    """What PySide's files link to outside the environment: the link to each, by its name."""
    listing = root.run(f"find {PYTHON}/lib -path '*PySide6*' -name '*.so*' -exec ldd {{}} +").output
    found = re.findall(r"^\s+(\S+) => (/\S+)", listing, re.MULTILINE)
    return {
        name: root.folder / path.lstrip("/")
        for name, path in sorted(found)
        if not path.startswith(PYTHON) and not OF_PYTHON.match(name)
    }


def without_each(root: Root, display: Display | None, report: Report) -> None:
    """Take each library away in turn, look, and put it back."""
    where = "" if display is None else " on a display"
    for name, path in libraries(root).items():
        aside = path.with_name(f"{path.name}.aside")
        path.rename(aside)
        try:
            outcome = root.shot() if display is None else root.window(display)
        finally:
            aside.rename(path)
        named = outcome.code == 2 and name in outcome.errors and "Traceback" not in outcome.errors
        fine = named or (outcome.opened() and (display is None or outcome.colours >= COLOURS))
        report.check(f"without {name}{where}: {how(outcome)}", fine, outcome)


def how(outcome: Outcome) -> str:
    """What became of a start, in a word or in the program's own."""
    return "opens" if outcome.opened() else outcome.errors.strip().partition("\n")[0]


def readme_packages() -> list[str]:
    """The packages of the line of README.md that installs what a minimal Linux lacks."""
    (line,) = re.findall(
        r"^sudo apt-get install -y (.+)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    return str(line).split()


def build(folder: Path) -> Path:
    """The wheel of this checkout, by way of the source distribution."""
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def try_all(root: Path, wheel: Path, options: argparse.Namespace) -> list[str]:
    """Everything, in folders below ``root``; what failed."""
    report = Report()
    first = Root(root / "bare", tuple(options.share))
    second = Root(root / "readme", tuple(options.share))
    bootstrap(first.folder, options.suite)
    install(first, wheel, report)
    subprocess.run(["cp", "-a", str(first.folder), str(second.folder)], check=True)
    with a_display() as display:
        places = [None] if display is None else [None, display]
        asked = [package for place in places for package in follow_the_advice(first, place, report)]
        print(f"       it asked for {len(asked)} packages")
        named = readme_packages()
        unnamed = sorted(set(asked) - set(named))
        second.apt(named)
        missing = [package for package in unnamed if second.run(f"dpkg -s {package}").code]
        report.check(f"README.md's packages bring them all (not: {missing})", not missing)
        for place in places:
            outcome = second.window(place)
            drawn = place is None or outcome.colours >= COLOURS
            name = "without a display" if place is None else "on a display"
            report.check(f"with README.md's packages, {name}", outcome.opened() and drawn, outcome)
        outcome, picture = second.shot(), second.folder / SHOT
        fine = outcome.code == 0 and picture.is_file() and picture.stat().st_size > 20_000
        report.check("--shot draws a picture", fine, outcome)
        if options.shot is not None and picture.is_file():
            shutil.copy(picture, options.shot)
        for place in places:
            without_each(second, place, report)
    return report.failures


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m release.clean_root``; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m release.clean_root", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--wheel", type=Path, help="try this wheel instead of one built anew")
    parser.add_argument("--suite", default="bookworm", help="Debian's name (default: bookworm)")
    parser.add_argument(
        "--share",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="show the root this folder, as one with wheels or certificates; may be repeated",
    )
    parser.add_argument("--shot", type=Path, help="keep the picture that was drawn in there")
    parser.add_argument("--folder", type=Path, help="work in there, and leave the roots there")
    options = parser.parse_args(arguments)
    if os.geteuid() or not sys.platform.startswith("linux"):
        parser.error("needs Linux, and root for chroot")
    for program in ("debootstrap", "unshare"):
        if shutil.which(program) is None:
            parser.error(f"needs {program}: sudo apt-get install debootstrap util-linux")
    with tempfile.TemporaryDirectory(prefix="clean-root-") as temporary:
        folder = options.folder or Path(temporary)
        wheel = options.wheel or build(Path(temporary) / "dist")
        failures = try_all(folder, wheel, options)
    print(f"{len(failures)} failed" if failures else "all fine")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
