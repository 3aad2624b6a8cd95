"""The façade: text in, a stream of events out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import torch

from engine.checkpoints.detect import load_checkpoint
from engine.devices import resolve_device, resolve_dtype
from engine.errors import InputTooLongError
from engine.events import Event, Finished, ModelInfo, Started, Translated
from engine.model.transformer import Transformer
from engine.resources import resource_path
from engine.search.batch import batches_by_length, greedy_batch
from engine.search.greedy import check_length, greedy
from engine.search.options import SearchOptions
from engine.text import sentences
from engine.text.typography import french_spacing
from engine.text.vocabulary import Vocabulary


def builtin_model() -> Path:
    """The folder of the English-French model that comes with the program."""
    return resource_path("models", "en-fr")


class Translator:
    """A network with its vocabulary.

    Attributes:
        model: the network, in evaluation mode.
        vocabulary: pieces to text and back.
        info: what the model is and where it runs.
    """

    def __init__(self, model: Transformer, vocabulary: Vocabulary, info: ModelInfo) -> None:
        self.model = model
        self.vocabulary = vocabulary
        self.info = info

    @classmethod
    def load(
        cls,
        folder: Path | str | None = None,
        device: str = "auto",
        dtype: str = "float32",
        threads: int | None = None,
    ) -> Translator:
        """Open a model folder (the built-in one by default).

        Args:
            folder: the model folder.
            device: "auto", "cpu", "cuda", "cuda:1", "mps".
            dtype: "float32"; on a GPU also "bfloat16" and "float16".
            threads: CPU threads for the network; the library's choice by default.

        Raises:
            DiaphaneError: the folder, the device or the number type cannot be used.
        """
        if threads is not None:
            torch.set_num_threads(threads)
        place = resolve_device(device)
        numbers = resolve_dtype(dtype, place)
        path = builtin_model() if folder is None else Path(folder)
        checkpoint = load_checkpoint(path)
        config = checkpoint.config
        with torch.device("meta"):
            model = Transformer(config)
        model.load_state_dict(checkpoint.state, assign=True)
        model.requires_grad_(False).eval().to(device=place, dtype=numbers)
        metadata = checkpoint.metadata
        norm = "post-norm" if config.norm == "post" else "pre-norm"
        info = ModelInfo(
            name=str(metadata.get("name", path.name)),
            folder=str(path),
            source_language=str(metadata.get("source_language", "")),
            target_language=str(metadata.get("target_language", "")),
            architecture=f"Transformer, {norm}, {config.activation}",
            encoder_layers=config.encoder_layers,
            decoder_layers=config.decoder_layers,
            heads=config.heads,
            d_model=config.d_model,
            d_ff=config.d_ff,
            vocabulary_size=config.vocabulary_size,
            parameters=model.parameter_count(),
            max_positions=config.max_positions,
            device=str(place),
            dtype=dtype,
        )
        return cls(model, checkpoint.vocabulary, info)

    def stream(
        self, text: str, options: SearchOptions | None = None, record: bool = True
    ) -> Iterator[Event]:
        """Translate, one event at a time; nothing is computed ahead of the caller.

        Args:
            text: any text; each of its sentences is translated by itself.
            options: of the search.
            record: whether steps carry attention.

        Yields:
            ``Started``; for each sentence ``Encoded``, ``Step`` …, ``Finished``; ``Translated``.

        Raises:
            InputTooLongError: before any work, if one sentence has too many pieces.
        """
        options = options or SearchOptions()
        spans = sentences.split(text, self.info.source_language)
        sources = [self.vocabulary.encode(text[start:end], start) for start, end in spans]
        for source in sources:
            check_length(self.model.config, len(source))
        yield Started(text, spans, options, self.info)
        outputs: list[str] = []
        cut: list[int] = []
        full: list[int] = []
        for number, source in enumerate(sources):
            for event in greedy(
                self.model, self.vocabulary, source, number, options, record, self.read
            ):
                yield event
                if isinstance(event, Finished):
                    outputs.append(event.hypotheses[0].text)
                    if event.reason == "length limit":
                        cut.append(number)
                        if len(event.hypotheses[0].pieces) >= self.info.max_positions:
                            full.append(number)
        yield Translated(sentences.join(text, spans, outputs), tuple(cut), tuple(full))

    def translate(self, text: str, options: SearchOptions | None = None) -> str:
        """The translation alone.

        Raises:
            InputTooLongError: one sentence has too many pieces.
        """
        last = Translated("")
        for event in self.stream(text, options, record=False):
            if isinstance(event, Translated):
                last = event
        return last.text

    def translate_lines(
        self,
        lines: Iterable[str],
        options: SearchOptions | None = None,
        batch_tokens: int = 2048,
        window: int = 1024,
    ) -> Iterator[Translated]:
        """Translate many texts in batches; the order is kept and memory is bounded.

        Args:
            lines: the texts, one translation each.
            options: of the search.
            batch_tokens: padded source tokens in one batch.
            window: how many texts are looked at together to form batches.

        Yields:
            One ``Translated`` a text; ``cut`` counts the text's own sentences.

        Raises:
            InputTooLongError: naming the line, counted from 1; the lines before it have been
                yielded, as they have if ``lines`` itself fails.
        """
        options = options or SearchOptions()
        stream = iter(lines)
        done = 0
        trouble: Exception | None = None
        while trouble is None:
            texts: list[str] = []
            spans: list[tuple[tuple[int, int], ...]] = []
            sources: list[list[int]] = []
            while len(texts) < window:
                try:
                    text = next(stream)
                except StopIteration:
                    break
                except Exception as error:  # of whoever reads the lines
                    trouble = error
                    break
                try:
                    parts, ids = self._segment(text)
                except InputTooLongError as error:
                    trouble = InputTooLongError(f"Line {done + len(texts) + 1}: {error}")
                    break
                texts.append(text)
                spans.append(parts)
                sources += ids
            if not texts:
                break
            yield from self._translate_window(texts, spans, sources, options, batch_tokens)
            done += len(texts)
        if trouble is not None:
            raise trouble

    def check(self, text: str) -> None:
        """Refuse a text that cannot be translated, without translating it.

        Raises:
            InputTooLongError: one sentence has too many pieces.
        """
        self._segment(text)

    def _segment(self, text: str) -> tuple[tuple[tuple[int, int], ...], list[list[int]]]:
        spans = sentences.split(text, self.info.source_language)
        sources = [self.vocabulary.encode_ids(text[start:end]) for start, end in spans]
        for source in sources:
            check_length(self.model.config, len(source))
        return spans, sources

    def _translate_window(
        self,
        texts: Sequence[str],
        spans: Sequence[tuple[tuple[int, int], ...]],
        sources: Sequence[Sequence[int]],
        options: SearchOptions,
        batch_tokens: int,
    ) -> Iterator[Translated]:
        outputs = ["" for _ in sources]
        cut = [False for _ in sources]
        full = [False for _ in sources]
        for batch in batches_by_length([len(source) for source in sources], batch_tokens):
            results = greedy_batch(self.model, [sources[i] for i in batch], options)
            for index, result in zip(batch, results, strict=True):
                outputs[index] = self.read(result.ids)
                cut[index] = result.cut
                full[index] = result.cut and len(result.ids) >= self.info.max_positions
        first = 0
        for text, parts in zip(texts, spans, strict=True):
            last = first + len(parts)
            yield Translated(
                sentences.join(text, parts, outputs[first:last]),
                tuple(i for i, was_cut in enumerate(cut[first:last]) if was_cut),
                tuple(i for i, was_full in enumerate(full[first:last]) if was_full),
            )
            first = last

    def read(self, ids: Sequence[int]) -> str:
        """Piece ids to text in the typography of the target language."""
        text = self.vocabulary.decode(ids)
        return french_spacing(text) if self.info.target_language == "fr" else text
