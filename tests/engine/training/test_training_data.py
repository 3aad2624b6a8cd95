"""Reading sentence pairs, and batching them."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from engine.errors import DataError
from engine.training.data import Example, collate, group_references, plan_batches, read_pairs


def test_plain_and_gzip_files_give_the_same_pairs(tmp_path: Path) -> None:
    text = "\ufeffHi.\tSalut\u202f!\textra\r\n\nGo.\tVa\u2028là.\n"
    plain, packed = tmp_path / "a.tsv", tmp_path / "a.tsv.gz"
    plain.write_text(text, encoding="utf-8", newline="")
    packed.write_bytes(gzip.compress(text.encode()))
    expected = [("Hi.", "Salut\u202f!"), ("Go.", "Va\u2028là.")]
    assert read_pairs(plain) == expected
    assert read_pairs(packed) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"Hi.\tSalut !\nno tab here\n", "line 2: not a sentence pair"),
        (b"Hi.\t \n", "line 1: not a sentence pair"),
        (b"Hi.\t\xff\xfe\n", "not UTF-8"),
        (gzip.compress(b"Hi.\tSalut !\n", mtime=0)[:-6], "damaged gzip"),
        (b"\x1f\x8bnot gzip at all", "damaged gzip"),
    ],
)
def test_bad_files_are_named_with_their_trouble(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        read_pairs(path)
    assert str(path) in str(caught.value)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no data file .*absent\.tsv"):
        read_pairs(tmp_path / "absent.tsv")
    with pytest.raises(DataError, match="is a folder"):
        read_pairs(tmp_path)


def test_references_are_grouped_by_source_in_order() -> None:
    pairs = [("a", "1"), ("b", "2"), ("a", "3"), ("a", "1")]
    assert group_references(pairs) == [("a", ["1", "3"]), ("b", ["2"])]


def _examples(count: int) -> list[Example]:
    rng = random.Random(3)
    return [([5] * rng.randint(1, 30), [6] * rng.randint(1, 30)) for _ in range(count)]


def test_batches_hold_every_example_once_within_the_budget() -> None:
    examples = _examples(3000)
    batches = plan_batches(examples, 200, random.Random(1), pool=1000)
    assert sorted(i for batch in batches for i in batch) == list(range(3000))
    for batch in batches:
        for side in (0, 1):
            assert len(batch) * max(len(examples[i][side]) for i in batch) <= 200


def test_a_sentence_beyond_the_budget_is_a_batch_of_its_own() -> None:
    examples: list[Example] = [([5] * 50, [6] * 3), ([5], [6]), ([5] * 2, [6])]
    batches = plan_batches(examples, 20, random.Random(1))
    assert [0] in batches
    assert sorted(i for batch in batches for i in batch) == [0, 1, 2]


def test_batches_waste_little_and_come_in_random_order() -> None:
    examples = _examples(20_000)
    batches = plan_batches(examples, 2000, random.Random(1))
    padded = sum(len(b) * max(len(examples[i][1]) for i in b) for b in batches)
    assert padded / sum(len(target) for _, target in examples) < 1.05
    lengths = [len(examples[batch[0]][1]) for batch in batches]
    assert lengths != sorted(lengths)
    assert batches == plan_batches(examples, 2000, random.Random(1))
    assert batches != plan_batches(examples, 2000, random.Random(2))


def test_collate_pads_right_and_starts_the_target() -> None:
    batch = collate([([7, 8, 3], [9, 3]), ([7, 3], [9, 9, 9, 3])], pad_id=0, start_id=2)
    assert batch.source.tolist() == [[7, 8, 3], [7, 3, 0]]
    assert batch.target.tolist() == [[2, 9, 3, 0, 0], [2, 9, 9, 9, 3]]
