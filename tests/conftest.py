"""What every test needs: no display, no trace in the user's own folders, no network, no thread
storm.

And one small, real model folder that many tests read.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from release import lock
from tests import no_network

# Before anything else is imported. A proxy on this machine would lead out of it.
no_network.install()
for _name in [name for name in os.environ if name.lower().endswith("_proxy")]:
    del os.environ[_name]

# Before Qt or torch is imported anywhere.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples in every run: what a change breaks is seen with that change. Other examples
# are drawn with --hypothesis-profile=random.
settings.register_profile("random", settings(derandomize=False))
settings.register_profile("repeatable", settings(derandomize=True))
settings.load_profile("repeatable")

# Settings, caches and data of the tests stay out of the user's own.
_home = tempfile.TemporaryDirectory(prefix="diaphane-tests-", ignore_cleanup_errors=True)
for _name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[_name] = os.path.join(_home.name, _name.lower())  # noqa: PTH118


def pytest_report_header() -> list[str]:
    """Say which packages are not those of the lock: what fails may fail because of them."""
    different = lock.differences()
    return [f"not as in {lock.LOCK.name}: {', '.join(different)}"] if different else []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests out, unless -m names them.

    No ``-m 'not long'`` in addopts: a ``-m 'not slow'`` on the command line would replace it.
    """
    if re.search(r"\blong\b", config.option.markexpr):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine() -> Iterator[None]:
    """Not by any socket but to what the test itself has set up here."""
    with no_network.nothing_leaves():
        yield


@pytest.fixture(scope="session")
def tiny_pieces() -> bytes:
    """A SentencePiece model with byte fallback, pad 0, unk 1, start 2, end 3."""
    import sentencepiece

    texts = [
        f"{subject} {verb} {thing}."
        for subject in ("I", "you", "we", "they", "je", "tu", "nous", "ils")
        for verb in ("love", "see", "like", "aime", "vois")
        for thing in ("cats", "dogs", "bread", "chats", "chiens", "pain")
    ]
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=model,
        model_type="unigram",
        vocab_size=320,
        hard_vocab_limit=False,
        byte_fallback=True,
        pad_id=0,
        unk_id=1,
        bos_id=2,
        eos_id=3,
        num_threads=1,
        minloglevel=2,
    )
    return model.getvalue()


@pytest.fixture(scope="session")
def tiny_folder(tiny_pieces: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A valid model folder with random weights. Shared: copy it before changing it."""
    import sentencepiece
    import torch

    from engine.checkpoints import native
    from engine.model.config import ModelConfig
    from engine.model.transformer import Transformer

    size = sentencepiece.SentencePieceProcessor(model_proto=tiny_pieces).get_piece_size()
    config = ModelConfig(
        vocabulary_size=size,
        d_model=16,
        heads=2,
        d_ff=32,
        encoder_layers=1,
        decoder_layers=2,
        max_positions=64,
    )
    with torch.random.fork_rng():
        torch.manual_seed(7)
        state = Transformer(config).state_dict()
    return native.save(
        tmp_path_factory.mktemp("models") / "tiny",
        config,
        state,
        tiny_pieces,
        source_language="en",
        target_language="fr",
        name="tiny",
        license="CC0-1.0",
        card="# tiny\n\nRandom weights.\n",
        dtype="float32",
    )


def pytest_sessionfinish() -> None:
    """Empty the clipboard: what Python put there may not outlive the interpreter.

    The offscreen platform's clipboard is destroyed by the C library's exit handlers, when
    destroying a Python object ends in a segmentation fault. Other platforms clear theirs
    with the application.
    """
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()
