"""Files of a tokenizer that are shorter than they were, and real ones that only look so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.hf_tokenizer import _check_whole, check_merges
from engine.errors import ModelFolderError
from tests.engine.checkpoints.hf_families import change
from tests.engine.checkpoints.tiny_folders import bert, make_all


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """Every file that stays a list when its end is missing, by family and name."""
    made = make_all(tmp_path_factory.mktemp("whole"))
    found = {
        (name, file): folder
        for name, folder in made.items()
        for file in ("merges.txt", "vocab.txt")
        if (folder / file).is_file() and not (folder / "tokenizer.json").is_file()
    }
    assert {file for _, file in found} == {"merges.txt", "vocab.txt"}
    return found


@pytest.mark.parametrize("left", [0, 0.1, 0.4])
def test_a_file_without_its_end_is_refused(folders, tmp_path, left) -> None:
    for (name, file), whole in folders.items():
        load_checkpoint(whole)
        folder = Path(shutil.copytree(whole, tmp_path / name))
        lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / file).write_text("".join(lines[: int(left * len(lines))]), encoding="utf-8")
        with pytest.raises(ModelFolderError, match=r"get the model folder again|has no "):
            load_checkpoint(folder)


class _Sized:
    def __init__(self, size: int) -> None:
        self.size = size


@pytest.mark.parametrize(
    ("pieces", "rows"),
    [
        (30522, 30522),  # BERT
        (30522, 30528),  # MosaicBERT
        (32100, 32128),  # T5
        (151646, 151936),  # Qwen2
        (151665, 152064),  # Qwen2.5
        (100015, 102400),  # DeepSeek
        (50257, 50304),
        (21128, 21130),
        (1000, 1024),
        (100, 128),
        (30524, 30522),
    ],
)
def test_rows_to_spare_are_no_damage(pieces: int, rows: int) -> None:
    _check_whole(_Sized(rows), Path("vocab.txt"), range(pieces))  # type: ignore[arg-type]


@pytest.mark.parametrize(("pieces", "rows"), [(30000, 30522), (15000, 30528), (80, 160), (1, 9)])
def test_more_rows_than_anybody_spares(pieces: int, rows: int) -> None:
    with pytest.raises(ModelFolderError, match=f"has {pieces:,} pieces, and config.json says"):
        _check_whole(_Sized(rows), Path("vocab.txt"), range(pieces))  # type: ignore[arg-type]


def test_pieces_that_stand_for_no_text_need_no_merge() -> None:
    pairs = [("a", "b"), ("ab", "c</w>")]
    words = ["a", "b", "c</w>", "ab", "abc</w>", "<|im_start|>", "[SEP]"]
    check_merges(Path("merges.txt"), pairs, words, most=0)
    check_merges(Path("merges.txt"), pairs, [*words, *(f"madeupword{i:04}" for i in range(16))])
    with pytest.raises(ModelFolderError, match=r"makes the piece 'ab' \(and 1 more\)"):
        check_merges(Path("merges.txt"), [], words, most=0)


def test_pieces_that_the_settings_add_count(tmp_path: Path) -> None:
    bert(tmp_path)
    if not (tmp_path / "vocab.txt").is_file() or (tmp_path / "tokenizer.json").is_file():
        pytest.skip("the folder has no list of pieces")
    lines = (tmp_path / "vocab.txt").read_text(encoding="utf-8").splitlines()
    (tmp_path / "vocab.txt").write_text("\n".join(lines[: len(lines) // 2]), encoding="utf-8")
    with pytest.raises(ModelFolderError, match="the end of the file is missing"):
        load_checkpoint(tmp_path)
    added = {
        str(number): {"content": f"w{number}"} for number in range(len(lines) // 2, len(lines))
    }
    if (tmp_path / "tokenizer_config.json").is_file():
        change(tmp_path, "tokenizer_config.json", added_tokens_decoder=added)
    else:
        (tmp_path / "tokenizer_config.json").write_text(json.dumps({"added_tokens_decoder": added}))
    load_checkpoint(tmp_path)
