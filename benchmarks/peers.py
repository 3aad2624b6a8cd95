"""The other engines, with the weights of the built-in model.

All of them are given ids and give ids back, the end piece included, so that what is compared is
the network and the search: nobody's tokenizer is in the time.
"""

from __future__ import annotations

import importlib.util
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.errors import BenchmarkError

if TYPE_CHECKING:
    from engine.translator import Translator

Ids = list[int]
MODULES = ("transformers", "ctranslate2")
LONGEST = 250
"""Pieces that an output may have, with every engine; the sentences end long before."""


def missing() -> list[str]:
    """The peers that are not installed."""
    return [name for name in MODULES if importlib.util.find_spec(name) is None]


class Peers:
    """The built-in model in the formats of the others, in a temporary folder.

    Raises:
        BenchmarkError: on the first use of a peer that is not installed.
    """

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._folder = tempfile.TemporaryDirectory(prefix="diaphane-benchmarks-")
        self._library: dict[str, Library] = {}
        self._converted: dict[tuple[str, int, int], CTranslate2] = {}

    def __enter__(self) -> Peers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._library.clear()
        self._converted.clear()
        self._folder.cleanup()

    def library(self, attention: str) -> Library:
        """``transformers`` with its "eager" or "sdpa" attention."""
        if attention not in self._library:
            self._library[attention] = Library(self._exported(), attention)
        return self._library[attention]

    def ctranslate2(
        self, numbers: str = "float32", threads: int = 1, parallel: int = 1
    ) -> CTranslate2:
        """CTranslate2.

        Args:
            numbers: what it computes in, "float32" or "int8".
            threads: of each translation.
            parallel: translations at once.
        """
        key = (numbers, threads, parallel)
        if key not in self._converted:
            folder = self._convert()
            self._converted[key] = CTranslate2(folder, self._translator, *key)
        return self._converted[key]

    def _require(self, name: str) -> None:
        if name in missing():
            raise BenchmarkError(
                f"{name} is not installed, and it is what is compared with: "
                "pip install -e '.[benchmarks]'."
            )

    def _exported(self) -> Path:
        self._require("transformers")
        from transformers.utils import logging

        # Bars and advice, at every call, would stand between the lines of the table.
        logging.set_verbosity_error()
        logging.disable_progress_bar()
        folder = Path(self._folder.name) / "hugging-face"
        if not folder.exists():
            from engine.checkpoints.detect import load_checkpoint
            from engine.checkpoints.export_hf import export
            from engine.translator import builtin_model

            export(load_checkpoint(builtin_model()), folder)
        return folder

    def _convert(self) -> Path:
        self._require("ctranslate2")
        folder = Path(self._folder.name) / "ctranslate2"
        if not folder.exists():
            exported = self._exported()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the converter's own imports
                from ctranslate2.converters import TransformersConverter

                TransformersConverter(str(exported)).convert(str(folder))
        return folder


class Library:
    """``transformers``, which people use from Python, on torch."""

    def __init__(self, folder: Path, attention: str) -> None:
        from transformers import MarianMTModel

        self._model = MarianMTModel.from_pretrained(folder, attn_implementation=attention).eval()

    def translate(self, ids: Sequence[int], beam: int = 1, record: bool = False) -> Ids:
        """One sentence.

        Args:
            ids: of the source, the end piece included.
            beam: with more than 1, the score is divided by the length, and the search ends when
                so many outputs have finished.
            record: give back every weight of attention.
        """
        written: Ids = self._generate(ids, beam, record).sequences[0, 1:].tolist()
        return written

    def cross(self, ids: Sequence[int]) -> np.ndarray:
        """The cross-attention of a greedy search, [layers, heads, target, source]."""
        steps = self._generate(ids, beam=1, record=True).cross_attentions
        return np.concatenate(
            [np.stack([layer[0].numpy() for layer in step]) for step in steps], axis=2
        )

    def _generate(self, ids: Sequence[int], beam: int, record: bool) -> Any:
        import torch

        settings: dict[str, Any] = {"num_beams": beam, "do_sample": False}
        if beam > 1:
            settings |= {"length_penalty": 1.0, "early_stopping": True}
        with torch.inference_mode():
            source = torch.tensor([list(ids)])
            output = self._model.generate(
                input_ids=source,
                attention_mask=torch.ones_like(source),
                max_new_tokens=LONGEST,
                max_length=None,
                output_attentions=record,
                return_dict_in_generate=True,
                **settings,
            )
        if record and (output.cross_attentions[0][0] is None or not output.encoder_attentions):
            raise BenchmarkError("transformers gave no attention weights back.")
        return output


class CTranslate2:
    """CTranslate2, the fast engine that people use for such models, in C++."""

    def __init__(
        self, folder: Path, translator: Translator, numbers: str, threads: int, parallel: int
    ) -> None:
        from ctranslate2 import Translator as Other

        vocabulary = translator.vocabulary
        self._spellings = [vocabulary.piece(i).text for i in range(vocabulary.size)]
        self._ids = {text: number for number, text in enumerate(self._spellings)}
        config = translator.model.config
        self._never = [[self._spellings[config.start_id]], [f"<no {self._padding(config.pad_id)}>"]]
        self._engine = Other(
            str(folder),
            device="cpu",
            compute_type=numbers,
            intra_threads=threads,
            inter_threads=parallel,
        )

    def _padding(self, pad: int) -> str:
        # The export gives the name of the padding to its last row.
        return self._spellings[pad].strip("<>")

    def spell(self, sources: Sequence[Sequence[int]]) -> list[list[str]]:
        """Ids as the spellings that the engine takes: not a part of what is timed."""
        return [[self._spellings[number] for number in ids] for ids in sources]

    def read(self, outputs: Sequence[Sequence[str]]) -> list[Ids]:
        """The spellings that it gives as ids, likewise."""
        return [[self._ids[text] for text in output] for output in outputs]

    def translate(
        self, sources: list[list[str]], beam: int = 1, batch_tokens: int = 0
    ) -> list[list[str]]:
        """Sentences that :meth:`spell` gave, at once or in batches.

        With ``return_end_token`` the length that a score is divided by counts the end piece;
        a beam ends when ``beam`` outputs have finished (patience 1). That is what our search
        does with normalisation "average", alpha 1 and stopping "first".

        Args:
            sources: one or many.
            beam: as of :meth:`Library.translate`.
            batch_tokens: padded source pieces of one batch; 0 is one batch of all.
        """
        results = self._engine.translate_batch(
            sources,
            beam_size=beam,
            length_penalty=1.0,
            return_end_token=True,
            min_decoding_length=0,
            max_decoding_length=LONGEST,
            max_batch_size=batch_tokens,
            batch_type="tokens",
            disable_unk=True,
            suppress_sequences=self._never,
        )
        return [result.hypotheses[0] for result in results]
