"""What is said before a release is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from release import __main__ as making


def test_without_the_extra_nothing_is_begun(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "find_spec", lambda name: None if name == "cyclonedx_py" else name)
    monkeypatch.setattr(making, "commit_into", lambda _: pytest.fail("it has begun"))
    with pytest.raises(SystemExit) as ended:
        making.main(["--out", str(tmp_path / "dist")])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "cyclonedx_py cannot be imported" in said and "'.[release]'" in said


def test_what_an_earlier_release_left_is_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.whl").write_bytes(b"old")
    with pytest.raises(SystemExit) as ended:
        making.main(["--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "is not empty" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["old.whl"]
