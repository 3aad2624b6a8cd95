"""Compiled steps: the same numbers as a whole pass in float64, and what they cannot do is left
to torch's operations.
"""

from __future__ import annotations

import copy
import ctypes
import math
import os
import pickle
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.model import packed
from engine.model.compiled import library as compiling
from engine.model.compiled.largest import largest
from engine.model.compiled.library import Library, library
from engine.model.compiled.product import CompiledProduct
from engine.model.compiled.stacks import ACTIVATIONS, CompiledDecoder, CompiledEncoder
from engine.model.compiled.structures import ProductOf
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe, Recording
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.translator import Translator
from tests.engine.networks import LLAMA, T5

STEPS = 20


@pytest.fixture(scope="module")
def compiled() -> Library:
    found = library()
    if found is None:
        pytest.skip("there is no C compiler here")
    return found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows of every compiled step."""
    rows: list[int] = []
    call = CompiledDecoder.__call__
    monkeypatch.setattr(
        CompiledDecoder,
        "__call__",
        lambda self, x, *given: (rows.append(x.shape[0]), call(self, x, *given))[1],
    )
    return rows


# ---------------------------------------------------------------------- one product


@torch.inference_mode()
@pytest.mark.parametrize("halves", [True, False])
@pytest.mark.parametrize(("outputs", "inputs"), [(1, 1), (63, 5), (64, 16), (65, 33), (200, 7)])
def test_a_product_of_any_shape(compiled, outputs, inputs, halves) -> None:
    torch.manual_seed(outputs)
    weight, bias = torch.randn(outputs, inputs), torch.randn(outputs)
    if halves:
        weight = weight.half().float()
        weight[0, 0] = 2.0**-24  # the smallest there is
    product = CompiledProduct(compiled, weight, bias)
    unbiased = CompiledProduct(compiled, weight, None)
    assert product.half == (halves and compiled.halves)
    for rows in range(1, 30):
        x = torch.randn(rows, inputs)
        exact = x.double() @ weight.double().T
        torch.testing.assert_close(unbiased(x).double(), exact, atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(product(x).double(), exact + bias, atol=1e-5, rtol=1e-5)
    # What does not lie in order is put in order.
    turned = torch.randn(inputs, 3).T
    exact = turned.double() @ weight.double().T
    torch.testing.assert_close(unbiased(turned).double(), exact, atol=1e-5, rtol=1e-5)


@torch.inference_mode()
def test_a_product_writes_nothing_beyond_its_end(compiled) -> None:
    product = CompiledProduct(compiled, torch.randn(37, 8), None)
    for rows in range(1, 9):
        out = torch.full((rows * 37 + 64,), 7.0)
        x = torch.randn(rows, 8)
        compiled.product(ctypes.byref(product.structure), x.data_ptr(), out.data_ptr(), rows)
        assert (out[: rows * 37] != 7).all() and (out[rows * 37 :] == 7).all()


@torch.inference_mode()
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 1e30])
def test_numbers_that_are_none_stay_none(compiled, value) -> None:
    """Nor is a weight that is too large for 16 bits made infinite."""
    weight = torch.ones(70, 4)
    weight[3, 2] = value
    product = CompiledProduct(compiled, weight, None)
    x = torch.ones(2, 4)
    torch.testing.assert_close(product(x), x @ weight.T, equal_nan=True)


# ---------------------------------------------------------------------- whole steps


def numbers_of(model: Transformer, source: Tensor | None, target: Tensor, share: int) -> Any:
    """Logits and weights of each step, ``share`` hypotheses a sentence."""
    with torch.inference_mode():
        cache = model.start_decoding()
        if source is not None:
            cache = model.start_decoding(model.encode(source), source)
        logits, own, cross = [], [], []
        for step in range(target.shape[1]):
            probe = Probe()
            if step == 1 and share > 1:
                cache.select(torch.arange(len(target) // share).repeat_interleave(share))
            tokens = target[::share, step] if step == 0 else target[:, step]
            found = model.decode_step(tokens, cache, probe)
            logits.append(found if step else found.repeat_interleave(share, dim=0))
            own.append(probe.stacked(AttentionKind.DECODER_SELF))
            if source is not None:
                cross.append(probe.stacked(AttentionKind.CROSS))
    return logits, own, cross


SHAPES: list[dict[str, Any]] = [
    {},
    {"norm": "pre"},
    {"attention_bias": False, "output_bias": True},
    {"d_model": 40, "heads": 5, "head_width": 11, "d_ff": 70, "decoder_ff": 33},
    {"decoder_layers": 1, "encoder_layers": 2, "final_norm": True},
    {"stacks": "decoder", "encoder_layers": 0, "positions": "learned", "norm": "pre"},
    *({"activation": activation} for activation in ACTIVATIONS),
]


@pytest.mark.parametrize("halves", [True, False])
@pytest.mark.parametrize("share", [1, 2])
@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_steps_are_what_a_whole_pass_in_float64_is(
    make_model, source, compiled, steps, options, share, halves
) -> None:
    """Logits to 1e-4, weights to 1e-6; also of weights that are 16-bit numbers."""
    exact: Transformer = make_model(7, **options)
    with torch.no_grad():
        for parameter in exact.parameters():
            parameter.copy_(parameter.half() if halves else parameter.float())
    model: Transformer = make_model(7, **options)
    model.load_state_dict(exact.state_dict())
    model.float()
    alone = exact.config.stacks == "decoder"
    generator = torch.Generator().manual_seed(3)
    target = torch.randint(4, 40, (len(source) * share, STEPS), generator=generator)
    # Before they part, hypotheses of one sentence are one.
    target[:, 0] = target[::share, 0].repeat_interleave(share)
    sources = None if alone else source
    logits, own, cross = numbers_of(model, sources, target, share)
    assert steps == [len(source)] + [len(source) * share] * (STEPS - 1)
    probe = Probe()
    with torch.no_grad():
        if alone:
            states = exact.decode(None, None, target, probe)
        else:
            spread = source.repeat_interleave(share, dim=0)
            states = exact.decode(exact.encode(spread), spread, target, probe)
        expected = exact.project(states)
    torch.testing.assert_close(torch.stack(logits, 1).double(), expected, atol=1e-4, rtol=0)
    whole = probe.stacked(AttentionKind.DECODER_SELF)
    for step in range(1, STEPS):
        torch.testing.assert_close(
            own[step][..., 0, :].double(), whole[..., step, : step + 1], atol=1e-6, rtol=0
        )
        if not alone:
            seen = probe.stacked(AttentionKind.CROSS)[..., step, :]
            torch.testing.assert_close(cross[step][..., 0, :].double(), seen, atol=1e-6, rtol=0)


@torch.inference_mode()
def test_recording_changes_no_number(make_model, source, compiled, steps) -> None:
    model = make_model().float()
    found = []
    for probe in (None, Probe()):
        cache = model.start_decoding(model.encode(source), source)
        found.append([model.decode_step(torch.full((4,), 7), cache, probe) for _ in range(3)])
    assert len(steps) == 6
    for one, other in zip(*found, strict=True):
        assert torch.equal(one, other)


@torch.inference_mode()
@pytest.mark.parametrize(
    "options",
    [
        T5,
        LLAMA,
        {"decoder_self": "ssru"},
        {"activation": "tanh"},
        {"feed_forward": "gated"},
        {"norm_kind": "rms"},
    ],
    ids=["T5", "LLaMA", "SSRU", "tanh", "gated", "RMS norms"],
)
def test_what_it_cannot_do_is_left_to_torch(make_model, source, compiled, steps, options) -> None:
    """Products alone are compiled then."""
    exact = make_model(5, **options)
    model = make_model(5, **options).float()
    sources = None if exact.config.stacks == "decoder" else source
    found = []
    for each in (exact, model):
        cache = each.start_decoding()
        if sources is not None:
            cache = each.start_decoding(each.encode(sources), sources)
        found.append([each.decode_step(torch.full((4,), 9), cache) for _ in range(5)])
    assert not steps
    assert model.start_decoding().weights.output._compiled is not None
    for double, single in zip(*found, strict=True):
        torch.testing.assert_close(single.double(), double, atol=1e-4, rtol=0)


@torch.inference_mode()
def test_a_dead_sentence_and_other_recordings_are_left_to_torch(
    make_model, source, compiled, steps
) -> None:
    model = make_model().float()
    dead = source.clone()
    dead[2] = 0
    for sources, probe in ((dead, None), (source, Probe(Recording.STREAM))):
        cache = model.start_decoding(model.encode(sources), sources)
        model.decode_step(torch.full((4,), 7), cache, probe)
    assert not steps


def test_a_step_that_may_be_learnt_through_is_torch_s(make_model, source, steps) -> None:
    model = make_model().float()
    model.output_weight.requires_grad_(True)
    cache = model.start_decoding(model.encode(source), source)
    assert model.decode_step(torch.full((4,), 7), cache).requires_grad and not steps


def test_large_weights_are_shared_by_the_cores(make_model, source, compiled, monkeypatch) -> None:
    """One core is no match for many there."""
    before = torch.get_num_threads()
    monkeypatch.setattr(packed, "WORTH_ONE_CORE", 0)
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            model = make_model().float()
            assert (model.start_decoding().weights.decoder is not None) == (threads < 3)
    finally:
        torch.set_num_threads(before)


# ---------------------------------------------------------------------- whole passes


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sentences of every compiled pass."""
    sentences: list[int] = []
    call = CompiledEncoder.__call__
    monkeypatch.setattr(
        CompiledEncoder,
        "__call__",
        lambda self, x, *given: (sentences.append(len(x)), call(self, x, *given))[1],
    )
    return sentences


INNER = [shape for shape in SHAPES if shape.get("stacks") != "decoder"] + [
    {"stacks": "encoder", "decoder_layers": 0, "embedding_norm": True, "positions": "learned"},
    {"norm": "pre", "stacks": "encoder", "decoder_layers": 0},
]


@torch.inference_mode()
@pytest.mark.parametrize("options", INNER, ids=str)
def test_a_pass_of_the_encoder_is_what_it_is_in_float64(
    make_model, source, compiled, passes, options
) -> None:
    """Padding is left out; a sentence alone has its weights recorded."""
    exact, model = make_model(3, **options), make_model(3, **options).float()
    ragged = source.clone()
    ragged[1, 1] = 0  # what is no padding behind it is no less real
    ragged[2] = 0  # a sentence of nothing
    real = ragged != 0
    expected, found = exact.encode(ragged), model.encode(ragged)
    assert passes == [4]
    torch.testing.assert_close(found[real].double(), expected[real], atol=1e-5, rtol=0)
    assert (found[~real] == 0).all()
    for length in (1, 9):
        probe, other = Probe(), Probe()
        alone = source[:1, :length]
        torch.testing.assert_close(
            model.encode(alone, other).double(), exact.encode(alone, probe), atol=1e-5, rtol=0
        )
        torch.testing.assert_close(
            other.stacked(AttentionKind.ENCODER_SELF).double(),
            probe.stacked(AttentionKind.ENCODER_SELF),
            atol=1e-6,
            rtol=0,
        )
    assert passes == [4, 1, 1]


@torch.inference_mode()
@pytest.mark.parametrize("share", [1, 2])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_heads_that_are_switched_off(
    make_model, source, compiled, steps, passes, norm, share
) -> None:
    """In all three attentions; they still attend, and other networks of the weights are whole."""
    off = [("encoder self", 0, 1), ("decoder self", 2, 3), ("cross", 1, 0), ("cross", 1, 2)]
    whole = make_model(4, norm=norm)
    exact, model = without_heads(whole, off), make_model(4, norm=norm).float()
    generator = torch.Generator().manual_seed(3)
    target = torch.randint(4, 40, (4 * share, 6), generator=generator)
    target[:, 0] = target[::share, 0].repeat_interleave(share)
    for network, expected in ((without_heads(model, off), exact), (model, whole)):
        found = numbers_of(network, source, target, share)
        wanted = numbers_of(expected, source, target, share)
        for ours, theirs in zip(found, wanted, strict=True):
            for one, other in zip(ours, theirs, strict=True):
                torch.testing.assert_close(one.double(), other, atol=1e-5, rtol=0)
    assert len(steps) == 2 * 6 and passes == [4, 4]
    assert not torch.allclose(exact.encode(source), whole.encode(source))


@torch.inference_mode()
@pytest.mark.parametrize("options", [T5, {"feed_forward": "gated"}, {"norm_kind": "rms"}], ids=str)
def test_other_encoders_are_torch_s(make_model, source, compiled, passes, options) -> None:
    exact, model = make_model(3, **options), make_model(3, **options).float()
    real = source != 0
    torch.testing.assert_close(
        model.encode(source)[real].double(), exact.encode(source)[real], atol=1e-5, rtol=0
    )
    assert not passes


@pytest.mark.parametrize("recording", [Recording.WEIGHTS, Recording.STREAM, Recording.EVERYTHING])
def test_what_an_encoder_writes_down_otherwise_is_torch_s(
    make_model, source, compiled, passes, recording
) -> None:
    """A batch's weights, inputs, the stream; and what may be learnt through."""
    model, probe = make_model().float(), Probe(recording)
    with torch.inference_mode():
        model.encode(source, probe)
    model.encode(source)
    model.train()
    with torch.no_grad():
        model.encode(source)
    assert not passes and (probe.weights or probe.stream)


def test_e_to_the_x(compiled) -> None:
    """To two units in the last place, from the smallest normal number to the largest."""
    x = torch.cat([torch.linspace(-87.3, 88.7, 300_001), torch.linspace(-1, 1, 100_001)])
    found = x.clone()
    compiled.exponentials(found.data_ptr(), len(found))
    exact = x.double().exp()
    assert ((found.double() - exact).abs() / exact).max() < 2 * 2.0**-24
    edges = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -88.0, 89.0])
    compiled.exponentials(edges.data_ptr(), len(edges))
    assert edges[0].isnan() and edges[1:].tolist() == [float("inf"), 0, 1, 0, float("inf")]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 63), (3, 64), (2, 65), (4, 1000)])
def test_the_largest_of_each_row(compiled, rows, columns) -> None:
    """In the order of a sort by value and column, with many that are equal, -inf among them."""
    torch.manual_seed(rows * columns)
    drawn = torch.randn(rows, columns)
    few = (2 * drawn).round()
    blocked = drawn.masked_fill(drawn < 0.5, -torch.inf)
    rising = torch.arange(rows * columns, dtype=torch.float32).view(rows, columns)
    for values in (drawn, few, blocked, rising, -rising, torch.zeros(rows, columns)):
        for count in {1, min(2, columns), min(11, columns), min(70, columns), columns}:
            exact = [
                sorted(enumerate(row), key=lambda pair: (-pair[1], pair[0]))[:count]
                for row in values.tolist()
            ]
            assert largest(compiled, values, count) == exact
            # A view whose rows do not follow one another.
            assert largest(compiled, values.t().contiguous().t(), count) == exact


def test_no_number_is_told_as_none(compiled) -> None:
    values = torch.full((1, 200), torch.nan)
    (row,) = largest(compiled, values, 3)
    assert [column for column, _ in row] == [0, 1, 2]
    assert all(math.isnan(value) for _, value in row)


@torch.inference_mode()
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copied", "pickled"]
)
def test_a_copy_of_a_network_has_its_own(make_model, source, compiled, copied) -> None:
    model = make_model().float()
    before = model.encode(source)
    again = copied(model)
    for parameter in model.parameters():
        parameter.zero_()
    torch.testing.assert_close(again.encode(source), before, atol=0, rtol=0)
    assert not torch.allclose(model.encode(source), before)


# ---------------------------------------------------------------------- compiling


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a compiler that has not run yet would leave its file."""
    monkeypatch.setenv(compiling.VARIABLE, str(tmp_path / "there"))
    return tmp_path / "there"


def anew() -> Library | None:
    found, why = compiling._look.__wrapped__()
    assert (found is None) == bool(why)
    return found


def test_it_is_compiled_once(compiled, place, monkeypatch) -> None:
    assert anew() is not None
    (path,) = place.iterdir()
    assert path.suffix == ".so" and stat.S_IMODE(place.stat().st_mode) == 0o700
    monkeypatch.setattr(compiling, "COMPILERS", ())
    assert anew() is not None


def test_a_damaged_file_is_made_again(compiled, place) -> None:
    """It is never loaded: that would end the process. Cut anywhere, zeroed, or nothing at all."""
    assert anew() is not None
    (path,) = place.iterdir()
    whole = path.read_bytes()
    for damaged in (
        b"", b"\x7fELF and nothing else", whole[:4096], whole[:20000], whole[:-1],
        whole[:8192] + bytes(8192) + whole[16384:],
    ):  # fmt: skip
        path.unlink()
        path.write_bytes(damaged)
        found = anew()
        assert found is not None and found.halves == compiled.halves
        assert compiling._is_whole(path) and [path] == list(place.iterdir())


def test_what_cannot_be_loaded_is_not_made_again_and_again(place, monkeypatch) -> None:
    """As on a file system from which nothing may be run."""
    assert anew() is not None
    made: list[Path] = []
    monkeypatch.setattr(compiling, "_compile", made.append)

    def refused(_: Path) -> None:
        raise OSError("failed to map segment from shared object")

    monkeypatch.setattr(compiling, "Library", refused)
    assert anew() is None and not made


def test_a_home_that_nobody_knows(monkeypatch) -> None:
    monkeypatch.delenv(compiling.VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")

    def nowhere(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("platformdirs.user_cache_path", nowhere)
    assert compiling._look.__wrapped__() == (None, "could not determine the home directory")


@pytest.mark.parametrize("wanted", ["no", "NO", "off", "0", "false"])
def test_many_words_for_no(monkeypatch, wanted, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(compiling.VARIABLE, wanted)
    assert anew() is None and not list(tmp_path.iterdir())


@pytest.mark.parametrize("wanted", ["", "yes", "Yes", "on", "1", "true"])
def test_many_words_for_yes(compiled, monkeypatch, wanted, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(compiling.VARIABLE, wanted)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert anew() is not None
    kept = [each.relative_to(tmp_path) for each in tmp_path.rglob("*.so")]
    assert [each.parent for each in kept] == [Path("cache/diaphane")], "and no folder of that name"


def test_a_folder_at_home(compiled, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(compiling.VARIABLE, "~/there")
    assert anew() is not None and (tmp_path / "there").is_dir()


def test_on_macos_only_by_request(monkeypatch, place) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delenv(compiling.VARIABLE)
    assert anew() is None and not place.exists()


def test_the_compiler_is_given_nothing_and_what_it_said_is_told(
    place, tmp_path, monkeypatch
) -> None:
    """It may not swallow the lines that somebody pipes in for translation."""
    fake = tmp_path / "cc"
    fake.write_text("#!/bin/sh\ncat >&2\necho 'no space left' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    read, write = os.pipe()
    os.write(write, b"a line of somebody's\n")
    os.close(write)
    before = os.dup(0)
    os.dup2(read, 0)
    try:
        assert compiling._look.__wrapped__() == (None, f"{fake} failed: no space left")
        assert os.read(0, 100) == b"a line of somebody's\n"
    finally:
        os.dup2(before, 0)
        os.close(before)
        os.close(read)


def test_another_processor_has_another_file(compiled, place, monkeypatch) -> None:
    assert anew() is not None
    monkeypatch.setattr(compiling, "_processor", lambda: "of another machine")
    assert anew() is not None
    assert len(list(place.iterdir())) == 2


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("none", "no C compiler: none of "),
        ("failing", "cc failed: and said nothing"),
        ("hanging", "cc took more than 0.2 s"),
        ("no folder", "File exists: "),
        ("unwanted", "DIAPHANE_COMPILED says no"),
    ],
)
def test_without_it_everything_goes_on(
    make_model, source, place, tmp_path, monkeypatch, kind, why
) -> None:
    if kind == "none":
        monkeypatch.setenv("PATH", str(tmp_path))
    elif kind in ("failing", "hanging"):
        fake = tmp_path / "cc"
        fake.write_text(
            "#!/bin/sh\nexit 1\n" if kind == "failing" else "#!/bin/sh\nexec sleep 60\n"
        )
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        monkeypatch.setattr(compiling, "PATIENCE_S", 5 if kind == "failing" else 0.2)
    elif kind == "no folder":
        place.write_text("a file")
    else:
        monkeypatch.setenv(compiling.VARIABLE, "no")
    found, told = compiling._look.__wrapped__()
    assert found is None and why in told
    assert not place.is_dir() or not list(place.iterdir())
    monkeypatch.setattr(packed, "library", anew)
    model = make_model().float()
    with torch.inference_mode():
        cache = model.start_decoding(model.encode(source), source)
        found = model.decode_step(torch.full((4,), 7), cache)
    assert cache.weights.decoder is None
    expected = model(source, torch.full((4, 1), 7))[:, 0]
    torch.testing.assert_close(found.clone(), expected, atol=1e-5, rtol=0)


def test_structures_are_those_of_the_compiler(compiled) -> None:
    """A product of one number, read field by field."""
    assert ctypes.sizeof(ProductOf) == 2 * ctypes.sizeof(ctypes.c_void_p) + 3 * 4 + 4
    product = CompiledProduct(compiled, torch.tensor([[2.5]]), torch.tensor([0.25]))
    with torch.inference_mode():
        assert product(torch.tensor([[2.0]])).tolist() == [[5.25]]


def test_a_model_that_is_loaded_has_it_compiled(tiny_folder, monkeypatch) -> None:
    """So that the first translation does not wait for a compiler."""
    asked: list[bool] = []
    monkeypatch.setattr("engine.translator.library", lambda: asked.append(True))
    Translator.load(tiny_folder)
    assert asked == [True]
