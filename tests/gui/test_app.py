from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from engine.checkpoints.hub import store
from engine.events import AttentionKind
from gui.app import parse
from gui.presets import PRESETS
from tests.gui.traces import MODEL

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 180


def run(
    *arguments: str, home: Path, code: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, without a display and with its own settings."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    variables |= {"XDG_CONFIG_HOME": str(home), "OMP_NUM_THREADS": "1", **environment}
    program = [str(ROOT / "main.py")] if code is None else ["-c", textwrap.dedent(code)]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )


def png_size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_arguments_are_read() -> None:
    options = parse(["--size", "1024X700", "--shot", "out.png", "--step", "3", "--theme", "dark"])
    assert (options.size, options.step, options.theme) == ((1024, 700), 3, "dark")
    assert options.shot == Path("out.png")
    assert parse([]).device == "auto"
    options = parse(["--layout", "learn", "--attention", "self:2:4", "--beam", "4"])
    assert (options.layout, options.beam) == ("learn", 4)
    assert options.attention == (AttentionKind.DECODER_SELF, 1, 3)
    assert parse(["--attention", "encoder"]).attention == (AttentionKind.ENCODER_SELF, 0, None)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--size", "large"], "'large' is no size like 1280x800"),
        (["--size", "10x10"], "10x10 is out of range"),
        (["--size", "1280x"], "is no size"),
        (["--step", "0", "--shot", "o.png"], "steps count from 1"),
        (["--step", "2"], "--step goes with --shot"),
        (["--layout", "chaos"], "invalid choice: 'chaos'"),
        (["--beam", "0"], "'0' is no beam: 1 to 32"),
        (["--beam", "33"], "'33' is no beam"),
        (["--attention", "psychic"], "'psychic' is no attention like cross:2:4"),
        (["--attention", "cross:0"], "is no attention"),
        (["--attention", "cross:1:x"], "is no attention"),
        (["--model", "no-such-folder"], "There is no model folder no-such-folder, and no model"),
        (["--model", ""], "--model: an empty name"),
        (["--model", "~no-such-user/x"], "There is no model folder ~no-such-user/x"),
        (["--model", str(Path(__file__))], "is no folder"),
        (["--shot", ""], "--shot: an empty name"),
        (["--shot", "out.jpg"], "does not end in .png"),
        (["--shot", "no-such-folder/out.png"], "no-such-folder does not exist"),
        (["--theme", "sepia"], "sepia"),
        (["--unheard-of"], "--unheard-of"),
    ],
)
def test_bad_arguments_get_one_sentence_and_code_2(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse(arguments)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert named in error
    assert error.count("\n") == 1


def test_help_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    result = run("--help", home=tmp_path, **plain)
    assert (result.returncode, result.stderr) == (0, "")
    assert "English–French" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_help_that_cannot_be_written_is_one_sentence() -> None:
    command = [sys.executable, "main.py", "--help"]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 2
    assert result.stderr == b"The output cannot be written: No space left on device.\n"


def test_a_model_is_named_as_the_list_of_models_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny_folder: Path
) -> None:
    monkeypatch.setattr(store, "models_folder", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(tiny_folder, tmp_path / "somebody" / "tiny")
    for name in ("tiny", "somebody/tiny"):
        assert parse(["--model", name]).model.resolve() == tmp_path / "somebody" / "tiny"


def test_a_model_is_a_folder_or_a_zip_file(tmp_path: Path) -> None:
    archive = tmp_path / "Opus.ZIP"
    archive.write_bytes(b"zip")
    for path in (tmp_path, archive):
        assert parse(["--model", str(path)]).model == path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland only")
def test_without_a_display_the_program_says_so(tmp_path: Path) -> None:
    result = run(home=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("There is no display")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_commands_need_no_display(tmp_path: Path, tiny_folder: Path) -> None:
    code = """
        import sys
        sys.modules["PySide6"] = None  # who imports it fails
        from engine.__main__ import main
        folder, trace, page = sys.argv[1:]
        model = ["--model", folder, "--max-length", "6"]
        sys.exit(
            main(["translate", *model, "I love cats."])
            or main(["trace", *model, "-o", trace, "I love cats."])
            or main(["report", trace, "--out", page])
            or main(["info", folder])
        )
    """
    trace, page = tmp_path / "a.trace", tmp_path / "a.html"
    result = run(str(tiny_folder), str(trace), str(page), home=tmp_path / "home", code=code)
    assert result.returncode == 0 and "Traceback" not in result.stderr
    assert page.stat().st_size > 1000


@pytest.mark.slow
def test_a_shot_is_drawn_without_a_display_and_leaves_the_settings_alone(
    tmp_path: Path, tiny_folder: Path
) -> None:
    picture = tmp_path / "out.png"
    home = tmp_path / "home"
    result = run(
        *("--model", str(tiny_folder), "--text", "I love cats. You see dogs."),
        *("--shot", str(picture), "--size", "1024x700", "--theme", "dark", "--step", "2"),
        home=home,
    )
    assert (result.returncode, result.stderr, result.stdout) == (0, "", "")
    assert png_size(picture) == (1024, 700)
    from PySide6.QtGui import QImage

    image = QImage(str(picture))
    colours = {image.pixel(x, y) for x in range(0, 1024, 3) for y in range(0, 700, 3)}
    assert len(colours) > 50, "an empty picture"
    assert image.pixelColor(2, 2).lightness() < 60
    assert not home.exists()


@pytest.mark.slow
def test_a_shot_of_no_text_is_a_picture_too(tmp_path: Path, tiny_folder: Path) -> None:
    picture = tmp_path / "out.png"
    result = run(
        *("--model", str(tiny_folder), "--text", "", "--shot", str(picture)),
        home=tmp_path / "home",
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert png_size(picture) == (1280, 800)


@pytest.mark.slow
def test_a_step_that_is_not_there_leaves_nothing_behind(tmp_path: Path, tiny_folder: Path) -> None:
    picture = tmp_path / "out.png"
    result = run(
        *("--model", str(tiny_folder), "--text", "I love cats."),
        *("--shot", str(picture), "--step", "999"),
        home=tmp_path / "home",
    )
    assert result.returncode == 2
    assert result.stderr.startswith("--step 999 is out of range: the translation has the steps 1")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run(
        *("--model", str(empty), "--shot", str(tmp_path / "out.png")), home=tmp_path / "home"
    )
    assert result.returncode == 2
    assert str(empty) in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty"]


@pytest.mark.parametrize("platform", [{}, {"QT_QPA_PLATFORM": "xcb"}], ids=["no platform", "xcb"])
def test_a_picture_too_small_for_the_window_is_refused(
    tmp_path: Path, platform: dict[str, str]
) -> None:
    picture = str(tmp_path / "out.png")
    result = run("--shot", picture, "--size", "300x900", home=tmp_path / "home", **platform)
    assert result.returncode == 2
    assert result.stderr.startswith("--size 300x900 is too small: the window needs at least")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


BROKEN = """
    import sys
    sys.path.insert(0, ".")
    import gui.app, gui.engine_thread, gui.session, gui.shot
    from gui.panels.transport import TransportPanel
    from gui.widgets.elided_label import ElidedLabel
    from tests.gui.fakes import FakeTranslator

    gui.engine_thread.EngineThread.__init__.__defaults__ = (lambda request: FakeTranslator(), None)

    ended = []
    whole = PLACE.NAME

    def brittle(*arguments):
        if ended:
            raise KeyError("broken")
        return whole(*arguments)

    def on_ended(self):
        ended.append(self)
        before(self)

    PLACE.NAME = brittle
    before = gui.shot.Shot._on_ended
    gui.shot.Shot._on_ended = on_ended
    sys.exit(gui.app.main(["--text", "I love you very much.", "--shot", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("gui.shot", "grab"),
        ("gui.shot", "save"),
        ("TransportPanel", "place_text"),
        ("ElidedLabel", "paintEvent"),
        ("gui.session.Session", "length"),
    ],
)
def test_a_shot_that_something_breaks_ends_with_code_2(
    tmp_path: Path, place: str, name: str
) -> None:
    picture = tmp_path / "out.png"
    code = BROKEN.replace("PLACE", place).replace("NAME", name)
    result = run(str(picture), home=tmp_path / "home", code=code)
    assert result.returncode == 2
    # Qt wraps what is raised in painting into sentences of its own.
    assert "KeyError" in result.stderr
    assert "broken" in result.stderr
    assert not picture.exists()


def test_a_shot_of_made_up_events_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    code = BROKEN.replace("PLACE.NAME", "gui.shot.grab").replace("if ended", "if not ended")
    result = run(str(picture), home=tmp_path / "home", code=code)
    assert (result.returncode, result.stderr) == (0, "")
    assert png_size(picture) == (1280, 800)


@pytest.mark.parametrize("place", ["gui.shot.grab", "gui.shot.settle", "gui.shot.Shot._on_ended"])
def test_a_shot_that_is_interrupted_says_nothing(tmp_path: Path, place: str) -> None:
    picture = tmp_path / "out.png"
    code = BROKEN.replace("PLACE.NAME", place)
    code = code.replace('raise KeyError("broken")', "import signal; signal.raise_signal(2)")
    result = run(str(picture), home=tmp_path / "home", code=code)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("cross:9:9", "There is no layer 9: there are {layers} of this kind."),
        ("self:77", "There is no layer 77: there are {layers} of this kind."),
        ("encoder:1:99", "There is no head 99: each layer has {heads}."),
    ],
)
def test_a_shot_of_attention_that_the_model_lacks_is_refused(
    tmp_path: Path, asked: str, sentence: str
) -> None:
    picture = tmp_path / "out.png"
    code = BROKEN.replace("PLACE.NAME", "gui.shot.grab").replace("if ended", "if not ended")
    code = code.replace('"--shot"', f'"--attention", "{asked}", "--shot"')
    result = run(str(picture), home=tmp_path / "home", code=code)
    expected = sentence.format(layers=MODEL.decoder_layers, heads=MODEL.heads)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"{expected}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("layout", PRESETS)
def test_every_arrangement_is_drawn_at_the_size_of_a_small_screen(
    tmp_path: Path, layout: str
) -> None:
    picture = tmp_path / "out.png"
    code = BROKEN.replace("PLACE.NAME", "gui.shot.grab").replace("if ended", "if not ended")
    code = code.replace('"--shot"', f'"--size", "1024x700", "--layout", "{layout}", "--shot"')
    result = run(str(picture), home=tmp_path / "home", code=code)
    assert (result.returncode, result.stderr) == (0, "")
    assert png_size(picture) == (1024, 700)


CLOSE = """
    import sys, time
    sys.path.insert(0, ".")
    from PySide6.QtCore import QTimer
    import gui.app, gui.engine_thread, gui.main_window
    from tests.gui.fakes import FakeTranslator, script
    from tests.gui.traces import long

    class Endless(FakeTranslator):
        def stream(self, text, options=None, record="all"):
            try:
                for event in long(10, 2000):
                    time.sleep(0.002)
                    yield event
            finally:
                print("generator closed")

    # What the program would load, without torch.
    gui.engine_thread.EngineThread.__init__.__defaults__ = (lambda request: Endless(), None)
    window_class = gui.main_window.MainWindow
    build = window_class.__init__

    def watch(self, *arguments, **names):
        build(self, *arguments, **names)
        self.session.positionChanged.connect(
            lambda position: QTimer.singleShot(0, self.HOW) if position >= 5 else None
        )

    window_class.__init__ = watch
    window_class.HOW = {how}
    code = gui.app.main(["--text", "go"])
    print("torch" in sys.modules, flush=True)
    sys.exit(code)
"""


KILL = "lambda self: __import__('os').kill(__import__('os').getpid(), {number})"
DIALOG = (
    "lambda self: (__import__('os').kill(__import__('os').getpid(), 2), "
    "__import__('PySide6.QtWidgets').QtWidgets.QMessageBox(self).exec())"
)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("window_class.close", 0),
        ("lambda self: self.actions_['quit'].trigger()", 0),
        ("lambda self: __import__('PySide6.QtCore').QtCore.QCoreApplication.quit()", 0),
        (KILL.format(number=15), 128 + 15),
        (KILL.format(number=2), 130),
        (DIALOG, 130),
    ],
    ids=["close", "quit command", "application quit", "SIGTERM", "SIGINT", "SIGINT, a dialog"],
)
def test_closing_in_mid_decode_ends_the_process_cleanly(
    tmp_path: Path, how: str, code: int
) -> None:
    result = run(home=tmp_path, code=CLOSE.replace("{how}", how), QT_QPA_PLATFORM="offscreen")
    assert (result.returncode, result.stderr) == (code, "")
    assert result.stdout == "generator closed\nFalse\n"


def test_a_process_whose_worker_hangs_ends_when_its_window_is_closed(tmp_path: Path) -> None:
    code = """
        import sys, threading
        sys.path.insert(0, ".")
        from PySide6.QtCore import QTimer
        import gui.app, gui.engine_thread, gui.main_window
        from tests.gui.fakes import FakeTranslator
        from tests.gui.traces import long

        class Hanging(FakeTranslator):
            def stream(self, text, options=None, record="all"):
                yield from list(long(10, 20))[:5]
                print("hangs", flush=True)
                threading.Event().wait()

        assert 100 < gui.engine_thread.STEP_MS < 10_000
        gui.engine_thread.STEP_MS = 100
        gui.engine_thread.EngineThread.__init__.__defaults__ = (lambda request: Hanging(), None)
        build = gui.main_window.MainWindow.__init__

        def watch(self, *arguments, **names):
            build(self, *arguments, **names)
            self.session.positionChanged.connect(lambda _: QTimer.singleShot(300, self.close))

        gui.main_window.MainWindow.__init__ = watch
        gui.app.main(["--text", "go"])
        print("the thread has ended")
    """
    result = run(home=tmp_path, code=code, QT_QPA_PLATFORM="offscreen")
    assert (result.returncode, result.stderr, result.stdout) == (0, "", "hangs\n")


def test_torch_can_be_imported_on_a_thread_without_its_collections(tmp_path: Path) -> None:
    code = """
        import gc, sys, threading
        from engine.preload import import_torch
        pauses = []
        gc.callbacks.append(lambda phase, info: pauses.append(info["generation"]))
        frozen = gc.get_freeze_count()
        thread = threading.Thread(target=import_torch)
        thread.start(); thread.join()
        assert "torch" in sys.modules
        assert 2 not in pauses, "a full collection ran during the import"
        assert gc.isenabled()
        assert gc.get_freeze_count() > frozen + 100_000
        import_torch()
        import torch
        assert float((torch.ones(2, 2) @ torch.ones(2, 2)).sum()) == 8
    """
    result = run(home=tmp_path, code=code)
    assert (result.returncode, result.stderr) == (0, "")
