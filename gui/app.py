"""Start-up: arguments, the check of the platform, the application, the window.

Nothing here imports Qt before the arguments are read and the platform is checked.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from engine import home
from engine.command_line import (
    BROKEN_PIPE,
    USAGE_ERROR,
    Parser,
    drop_output,
    path,
    there_is,
    use_utf8,
)
from engine.errors import ModelFolderError, reason_of
from engine.model.heads_off import KIND_WORDS
from engine.model.kinds import AttentionKind
from engine.search.options import WIDEST_BEAM, SearchOptions
from gui import heap, platform_check, signals
from gui.presets import PANELS, PRESETS

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.shot import Shot
    from gui.trail import Trail

# Python gives the interpreter lock up this often if asked; the default of 5 ms, a few
# times in a row, is what makes a window stutter beside a busy thread.
SWITCH_INTERVAL = 0.001
SMALLEST_SHOT, LARGEST_SHOT = 200, 16_384


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line. Leaves with 2 and a sentence on stderr if it is wrong."""
    parser = Parser(
        prog="python main.py" if Path(sys.argv[0]).name == "main.py" else "diaphane",
        description="A desktop translator you can see through.",
        epilog="Without arguments the window opens with the built-in English–French model.",
    )
    parser.add_argument(
        "--model",
        type=_model,
        metavar="MODEL",
        help="model folder, a zip file of one, or a name that 'python -m engine models' lists "
        "(default: the built-in one)",
    )
    parser.add_argument(
        "--device", default="auto", help="auto, cpu, cuda, cuda:1, mps (default: auto)"
    )
    parser.add_argument("--text", help="translate this text at once")
    parser.add_argument("--theme", choices=("light", "dark"), help="look of the window")
    parser.add_argument("--language", choices=("en", "fr"), help="language of the interface")
    parser.add_argument(
        "--shot",
        type=_picture,
        metavar="PNG",
        help="translate, draw the window into this file and exit; needs no display",
    )
    parser.add_argument("--layout", choices=PRESETS, help="arrangement of the panels")
    parser.add_argument("--panel", choices=PANELS, help="show this panel alone")
    parser.add_argument(
        "--attention",
        type=_attention,
        metavar="KIND[:LAYER[:HEAD]]",
        help="which attention to show: encoder, self or cross, a layer and a head from 1; "
        "without a head their mean",
    )
    parser.add_argument(
        "--beam", type=_beam, metavar="N", help="search with a beam of N hypotheses, 1 to 32"
    )
    parser.add_argument("--size", type=_size, metavar="WxH", help="size of the window in pixels")
    parser.add_argument(
        "--step",
        type=_step,
        metavar="N",
        help="with --shot: show step N, counted from 1 over all sentences (default: the last)",
    )
    parser.add_argument("--version", action="version", version=f"diaphane {engine.__version__}")
    try:
        options = parser.parse_args(arguments)
    except ModelFolderError as error:
        parser.exit(USAGE_ERROR, f"{error}\n")
    if options.step is not None and options.shot is None:
        parser.error("--step goes with --shot")
    return options


def _size(text: str) -> tuple[int, int]:
    width, separator, height = text.lower().partition("x")
    if not separator or not width.isdecimal() or not height.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no size like 1280x800")
    size = int(width), int(height)
    if not all(SMALLEST_SHOT <= side <= LARGEST_SHOT for side in size):
        raise argparse.ArgumentTypeError(
            f"{text} is out of range: each side has {SMALLEST_SHOT} to {LARGEST_SHOT} pixels"
        )
    return size


def _attention(text: str) -> tuple[AttentionKind, int, int | None]:
    kind, _, place = text.partition(":")
    layer, _, head = place.partition(":")
    numbers = (layer or "1", head or "1")
    if kind not in KIND_WORDS or not all(n.isdecimal() and int(n) for n in numbers):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no attention like cross:2:4 "
            f"({', '.join(KIND_WORDS)}; layers and heads count from 1)"
        )
    return KIND_WORDS[kind], int(numbers[0]) - 1, int(head) - 1 if head else None


def _beam(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= WIDEST_BEAM:
        raise argparse.ArgumentTypeError(f"{text!r} is no beam: 1 to {WIDEST_BEAM} hypotheses")
    return int(text)


def _step(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no step number: steps count from 1")
    return int(text)


def _model(text: str) -> Path:
    found = _at_home(text)
    if not there_is(found):
        from engine.checkpoints.hub import named_model

        found = named_model(text)
    if not found.is_dir() and not (found.is_file() and found.suffix.lower() == ".zip"):
        raise argparse.ArgumentTypeError(f"{text} is no folder, and no zip file of one")
    return found


def _at_home(text: str) -> Path:
    # That of Path raises where there is no such user.
    return path(os.path.expanduser(text))  # noqa: PTH111


def _picture(text: str) -> Path:
    place = _at_home(text)
    if place.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text} does not end in .png")
    if place.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a folder")
    if not place.parent.is_dir():
        raise argparse.ArgumentTypeError(f"the folder {place.parent} does not exist")
    if not os.access(place.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"the folder {place.parent} cannot be written to")
    return place


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the desktop application; the exit code."""
    signals.end_at_once()
    use_utf8()
    try:
        options = parse(arguments)
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except OSError as error:  # of --help into a full disk
        drop_output()
        print(f"The output cannot be written: {reason_of(error)}.", file=sys.stderr)
        return USAGE_ERROR
    offscreen = options.shot is not None and sys.platform.startswith("linux")
    if offscreen:
        # A picture needs no display, and a window manager would change its size.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    lacking = platform_check.problem(offscreen=offscreen) if home.is_known() else home.NO_HOME
    if lacking is not None:
        print(lacking, file=sys.stderr)
        return USAGE_ERROR
    sys.setswitchinterval(SWITCH_INTERVAL)
    heap.keep_less()
    # Until the window is there next to nothing becomes garbage.
    gc.disable()
    try:
        return _run(options)
    except Exception as error:
        from gui.logs.log import LOG, error_of

        LOG.critical("the program could not go on:\n%s", error_of(error))
        raise
    finally:
        gc.enable()


def _run(options: argparse.Namespace) -> int:
    import PySide6.QtWidgets  # noqa: F401

    _spare_feature_search()
    from gui.trail import Trail

    trail = Trail(quiet=options.shot is not None)
    try:
        return _show(options, trail)
    except Exception:
        # No signal: the next start tells of it.
        trail.has_started()
        raise


def _show(options: argparse.Namespace, trail: Trail) -> int:
    from PySide6.QtWidgets import QApplication

    from gui import language
    from gui.engine_thread import EngineThread
    from gui.errors import ErrorReporter
    from gui.main_window import DEFAULT_SIZE, MainWindow
    from gui.preferences import Preferences
    from gui.session import Session
    from gui.settings import Settings, default_path
    from gui.tour_stops import SAMPLE

    taking_shot = options.shot is not None
    app = QApplication([sys.argv[0]])
    app.setApplicationName("diaphane")
    app.setApplicationDisplayName("Diaphane")
    app.setDesktopFileName("diaphane")
    app.setApplicationVersion(engine.__version__)
    settings = Settings(None if taking_shot else default_path())
    asked = {name: getattr(options, name) for name in ("theme", "language")}
    asked = {name: value for name, value in asked.items() if value is not None}
    preferences = replace(Preferences.read(settings), **asked)
    language.install(app, preferences.language_code())
    preferences.apply(app)
    session = Session()
    thread = EngineThread()
    window = MainWindow(session, thread, settings, options.device, asked)
    reporter = ErrorReporter(window)
    shot = _shot(window, options) if taking_shot else None
    reporter.raised.connect(window.show_error if shot is None else shot.give_up)
    reporter.install()
    trail.follow(window)
    app.aboutToQuit.connect(thread.close)
    if options.size is not None or taking_shot:
        window.resize(*(options.size or DEFAULT_SIZE))
    if options.layout is not None:
        window.docks.arrange(PRESETS[options.layout])
    if options.panel is not None:
        window.docks.arrange(options.panel)
    if options.attention is not None:
        from gui import asked_attention

        asked_attention.choose(window, options.attention, shot)
    if options.beam is not None:
        session.set_options(SearchOptions(beam=options.beam, n_best=options.beam))
    first = SAMPLE if taking_shot else settings.text("source/text", SAMPLE)
    window.source.set_text(first if options.text is None else options.text)

    def begin() -> None:
        # What is there by now stays: no collection needs to look at it again.
        gc.freeze()
        gc.enable()
        if taking_shot and options.size is not None:
            # The first layout may have made room that the panels, once laid out, do not need.
            window.resize(*options.size)
        if taking_shot and options.size not in (None, window.size().toTuple()):
            least = window.minimumSizeHint()
            print(
                f"--size {options.size[0]}x{options.size[1]} is too small: the window needs at "
                f"least {least.width()}x{least.height()}.",
                file=sys.stderr,
            )
            window.close()
            app.exit(USAGE_ERROR)
            return
        thread.start()
        # Who asks for one panel alone wants to see that, and no others.
        if not taking_shot and options.panel is None:
            window.commands.start_first_tour()

    def load() -> None:
        window.load_model(options.model, translate=options.text is not None or taking_shot)

    def leave() -> None:
        if shot is not None:
            shot.give_way()
        window.close()
        # A dialog may keep Qt from seeing that the last window is closed.
        app.exit()

    window.painted.connect(begin)
    # The libraries of torch and NumPy wait for one another, and so would what draws with NumPy.
    window.filling.filled.connect(load)
    window.show()
    caught = signals.Signals(leave, window)
    trail.has_started()
    code = app.exec()
    code = caught.code(code if shot is None else shot.code)
    reporter.remove()
    ended = window.commands.models.close()
    ended &= trail.end(window)
    if not thread.close() or not ended or reporter.used:
        # The engine is in a call that cannot be interrupted, as while it loads a model. Or an
        # exception came out of something that Qt called, after which PySide may crash while the
        # interpreter ends. Nothing is left to save.
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
    caught.forget()
    return code


def _shot(window: MainWindow, options: argparse.Namespace) -> Shot:
    from gui.shot import Shot

    # A picture is of all that is seen, and of the size that that needs.
    window.filling.finish()
    return Shot(window, options.shot, options.step)


def _spare_feature_search() -> None:
    """Have PySide not read the source of every module that is imported after it.

    It looks for ``from __feature__ import``, which nothing here says: of torch alone that takes a
    tenth of a second. Where PySide has no such function any more, nothing is spared.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", lambda _: False)  # noqa: B010
