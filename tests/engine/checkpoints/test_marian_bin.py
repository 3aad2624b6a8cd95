"""Marian's own binary files."""

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.checkpoints.marian_bin import read_bin
from engine.errors import ModelFolderError
from tests.engine.checkpoints.marian_bin_files import INTGEMM8, bin_bytes, quantised, write_bin

GENERATOR = np.random.default_rng(3)
MATRIX = GENERATOR.normal(size=(5, 7)).astype(np.float32)
EMBEDDING = GENERATOR.normal(size=(9, 4)).astype(np.float32)


def example() -> bytes:
    shape, blob, _ = quantised("decoder_W", MATRIX, 20.0)
    return bin_bytes(
        {
            "special:model.yml": np.frombuffer(b"type: transformer\n\0", np.int8),
            "decoder_W": (INTGEMM8, shape, blob),
            "b": np.ones((1, 7), np.float32),
        }
    )


@pytest.mark.parametrize("kind", ["i1", "<i2", "<i4", "<i8", "<u4", "<f2", "<f4", "<f8"])
def test_plain_arrays_come_as_they_lie(tmp_path: Path, kind: str) -> None:
    values = (10 * MATRIX).astype(kind) if kind != "<u4" else np.arange(35, dtype="<u4")
    others = np.array([[1.5]], np.float32)
    found = read_bin(write_bin(tmp_path / "m.bin", {"a": values, "ü": others}))
    assert list(found) == ["a", "ü"]
    np.testing.assert_array_equal(found["a"], values)
    np.testing.assert_array_equal(found["ü"], others)


@pytest.mark.parametrize("code", [0x4101, 0x10001])
@pytest.mark.parametrize(
    ("name", "values"), [("encoder_l1_self_Wq", MATRIX), ("decoder_Wemb", EMBEDDING)]
)
def test_eight_bits_stand_for_the_quotient(
    tmp_path: Path, code: int, name: str, values: np.ndarray
) -> None:
    shape, blob, expected = quantised(name, values, 31.5)
    found = read_bin(write_bin(tmp_path / "m.bin", {name: (code, shape, blob)}))[name]
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_allclose(found, values, atol=0.5 / 31.5 + 1e-6)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (0x4102, "intgemm16"),
        (0x10002, "intgemm16"),
        (0x4804, "packed"),
        (0x4901, "packed"),
        (0x4201, "0x4201"),
        (0, "0x0"),
    ],
)
def test_other_types_are_refused_by_name(tmp_path: Path, code: int, told: str) -> None:
    path = write_bin(tmp_path / "m.bin", {"encoder_W": (code, (2, 2), b"\0" * 64)})
    with pytest.raises(ModelFolderError) as caught:
        read_bin(path)
    assert "'encoder_W'" in str(caught.value)
    assert told in str(caught.value)
    assert f"0x{code:x}" in str(caught.value)


@pytest.mark.parametrize(("version", "told"), [(2, "encrypted"), (0, "version is 0"), (7, "is 7")])
def test_other_versions_are_refused(tmp_path: Path, version: int, told: str) -> None:
    with pytest.raises(ModelFolderError, match=told):
        read_bin(write_bin(tmp_path / "m.bin", {"a": MATRIX}, version))


@pytest.mark.parametrize(
    ("tensors", "told"),
    [
        ({"a": (0x404, (30, 30), b"\0" * 4)}, "'a' is \\(30, 30\\)"),
        ({"a": (0x404, (2**30, 2**30), b"\0" * 4)}, "'a' is"),
        ({"a": (0x404, (-1, 3), b"\0" * 4)}, "the shape"),
        ({"a": (INTGEMM8, (20, 20), b"\0" * 9)}, "'a' is"),
        ({"a": (INTGEMM8, (2, 2), b"\0" * 8)}, "quantised with 0"),
        ({"a": (INTGEMM8, (2, 2), b"\0" * 4 + np.float32("nan").tobytes())}, "quantised with nan"),
        (
            {"a": (INTGEMM8, (2, 2), b"\1" * 4 + np.float32(1e-44).tobytes())},
            "quantised with 9",
        ),
        ({"a": (INTGEMM8, (4,), b"\1" * 8)}, "'a' is"),
    ],
)
def test_headers_that_lie_are_found_out(
    tmp_path: Path, tensors: dict[str, object], told: str
) -> None:
    with pytest.raises(ModelFolderError, match=told):
        read_bin(write_bin(tmp_path / "m.bin", tensors))


@pytest.mark.parametrize("place", range(0, 16 + 3 * 32, 8))
@pytest.mark.parametrize("value", [2**63, 2**40, 2**31])
def test_huge_counts_and_lengths_ask_for_nothing(tmp_path: Path, place: int, value: int) -> None:
    data = bytearray(example())
    data[place : place + 8] = struct.pack("<Q", value)
    path = tmp_path / "m.bin"
    path.write_bytes(data)
    with pytest.raises(ModelFolderError):
        read_bin(path)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    data, path = example(), tmp_path / "m.bin"
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(ModelFolderError):
            read_bin(path)


def test_two_tensors_of_one_name_are_refused(tmp_path: Path) -> None:
    data = bin_bytes({"a": MATRIX, "c": MATRIX}).replace(b"c\0", b"a\0", 1)
    (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(ModelFolderError, match="two tensors have the name 'a'"):
        read_bin(tmp_path / "m.bin")


@settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    changes=st.lists(st.tuples(st.integers(0, 700), st.binary(min_size=1, max_size=9)), max_size=6),
    cut=st.integers(0, 1500),
)
def test_hostile_files_are_read_or_refused(
    tmp_path: Path, changes: list[tuple[int, bytes]], cut: int
) -> None:
    data = bytearray(example())
    for place, new in changes:
        data[place : place + len(new)] = new
    path = tmp_path / "m.bin"
    path.write_bytes(data[:cut])
    try:
        found = read_bin(path)
    except ModelFolderError as error:
        assert str(path) in str(error) or "tensor" in str(error)
    else:
        assert all(isinstance(name, str) for name in found)
