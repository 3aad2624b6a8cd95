"""The language files hold every text of the window; what is compiled is what they say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.resources import resource_path
from gui import language
from gui.language import tr

ROOT = Path(__file__).resolve().parents[2]
FILES = resource_path("translations")


def tool(name: str, *arguments: str) -> None:
    program = shutil.which(f"pyside6-{name}", path=str(Path(sys.executable).parent))
    program = program or shutil.which(f"pyside6-{name}")
    assert program is not None, f"PySide6 came without {name}"
    subprocess.run([program, *arguments], cwd=ROOT, check=True, capture_output=True, timeout=120)


def messages(path: Path) -> Iterator[tuple[str, list[str], bool]]:
    """Source, translations (several for a plural), whether it is finished."""
    for message in ET.parse(path).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")]
        finished = translation.get("type") is None
        yield message.findtext("source", ""), forms or [translation.text or ""], finished


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The language files after the texts of today's code were added to them."""
    folder = tmp_path_factory.mktemp("translations")
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "gui").rglob("*.py"))
    made = {}
    for code in language.LANGUAGES:
        made[code] = folder / f"{code}.ts"
        shutil.copy(FILES / f"diaphane_{code}.ts", made[code])
        plurals = ["-pluralonly"] if code == "en" else []
        tool(
            *("lupdate", *sources, "-locations", "none", "-no-obsolete", *plurals),
            *("-disable-heuristic", "sametext", "-disable-heuristic", "similartext"),
            *("-ts", str(made[code])),
        )
    return made


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_every_text_is_translated_and_none_is_left_over(fresh: dict[str, Path], code: str) -> None:
    now = {source for source, _, _ in messages(fresh[code])}
    kept = {source for source, _, _ in messages(FILES / f"diaphane_{code}.ts")}
    assert sorted(kept - now) == [], "no longer in the code"
    unfinished = [
        source
        for source, forms, finished in messages(fresh[code])
        if not finished or not all(forms)
    ]
    assert unfinished == []


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_what_is_compiled_is_what_the_file_says(code: str, tmp_path: Path) -> None:
    compiled = tmp_path / "compiled.qm"
    tool("lrelease", str(FILES / f"diaphane_{code}.ts"), "-qm", str(compiled))
    assert compiled.read_bytes() == (FILES / f"diaphane_{code}.qm").read_bytes()


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_a_translation_keeps_what_is_filled_in(code: str) -> None:
    for source, forms, _ in messages(FILES / f"diaphane_{code}.ts"):
        for form in forms:
            for pattern in (r"\{[^{}]*\}", r"%n", r"</?\w+[^>]*>", r"\*\.\w+"):
                wanted = sorted(re.findall(pattern, source))
                # "One" may be said in words.
                optional = pattern == "%n" and form == forms[0] and len(forms) > 1
                assert sorted(re.findall(pattern, form)) == wanted or optional, (source, form)
            assert bool(re.search(r"&\w", form)) == bool(re.search(r"&\w", source)), source


def test_a_language_is_put_in_and_taken_out(qapp: QApplication) -> None:
    language.install(qapp, "fr")
    assert language.current_language() == "fr"
    assert tr("Attention") == "Attention"
    assert tr("Heads") == "Têtes"
    assert tr("Translating… %n step(s)", "", 0).endswith("0 étape")
    assert tr("Translating… %n step(s)", "", 2).endswith("2 étapes")
    language.install(qapp, "en")
    assert tr("Heads") == "Heads"
    assert tr("Translating… %n step(s)", "", 1) == "Translating… 1 step"
    assert tr("not in any file") == "not in any file"


def test_what_is_no_language_is_refused(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="'tlh'"):
        language.install(qapp, "tlh")
    assert language.current_language() == "en"


def test_a_language_file_that_is_cut_short_later_does_no_harm(tmp_path: Path) -> None:
    """An update that replaces the file under a running program; in a process of its own."""
    script = f"""
import shutil, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gui import language
folder = Path({str(tmp_path)!r})
shutil.copytree({str(FILES)!r}, folder / "translations")
language.resource_path = lambda *parts: folder.joinpath(*parts)
application = QCoreApplication([])
language.install(application, "fr")
(folder / "translations" / "diaphane_fr.qm").write_bytes(b"")
print(language.tr("Layer &above"))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "Couche &supérieure"), done.stderr
