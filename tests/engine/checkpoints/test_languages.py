"""Languages and licences of folders that have no place for them in their settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checkpoints.languages import license_of, pair_of


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("opus-mt-en-fr", ("en", "fr")),
        ("opus-mt-tc-big-eng-fra", ("en", "fr")),
        ("opus-mt-zh_Hans-en", ("zh", "en")),
        ("opus-mt-en-mul", ("en", "mul")),
        ("en-de", ("en", "de")),
        ("opus-mt-tc-base-ces_slk-uk", ("", "")),  # two languages are none
        ("my-own-model", ("", "")),
        ("model", ("", "")),
    ],
)
def test_the_name_of_the_folder(tmp_path: Path, name: str, pair: tuple[str, str]) -> None:
    assert pair_of(tmp_path / name) == pair


def test_settings_come_first_then_the_readme(tmp_path: Path) -> None:
    folder = tmp_path / "opus-mt-en-fr"
    folder.mkdir()
    text = "# opus.zip\n\n* source language(s): deu\n* target language(s): fra oci\n"
    (folder / "README.md").write_text(text)
    assert pair_of(folder, "spa", "ita") == ("es", "it")
    assert pair_of(folder, "spa", None) == ("de", ""), "of several the user chooses one"
    (folder / "README.md").write_text(text.replace(" oci", ""))
    assert pair_of(folder) == ("de", "fr")
    (folder / "README.md").write_bytes(b"\xff\xfe\x00")
    assert pair_of(folder) == ("en", "fr")


def test_the_licence(tmp_path: Path) -> None:
    assert license_of(tmp_path) == ""
    (tmp_path / "LICENSE").write_text("CC-BY")
    assert license_of(tmp_path) == "see the file LICENSE"
    (tmp_path / "README.md").write_text("---\nlicense: apache-2.0\ntags: [x]\n---\nlicense: no\n")
    assert license_of(tmp_path) == "apache-2.0"
    (tmp_path / "README.md").write_text("no head\nlicense: mit\n")
    assert license_of(tmp_path) == "see the file LICENSE"
