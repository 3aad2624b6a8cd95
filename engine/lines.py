"""Translating many texts at once: in batches by length, the order kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import CancelledError, InputTooLongError, SearchError
from engine.events import Finished, Hypothesis, Translated
from engine.outputs import Outputs
from engine.reading import Reading, read
from engine.search.admission import check_searches
from engine.search.decode import as_hypothesis
from engine.search.many import decode_many
from engine.search.options import SearchOptions
from engine.search.sentence import Result

if TYPE_CHECKING:
    from engine.translator import Translator


@dataclass(frozen=True)
class LineTranslation:
    """The translation of one of many texts.

    Attributes:
        translated: as :meth:`Translator.stream` ends.
        sentences: the ``n_best`` hypotheses of each of its sentences, best first.
    """

    translated: Translated
    sentences: tuple[tuple[Hypothesis, ...], ...]


@dataclass(frozen=True)
class Segmented:
    """One of many texts, and how the model reads it."""

    text: str
    reading: Reading


def segment(translator: Translator, text: str, options: SearchOptions) -> Segmented:
    """Cut a text into sentences and pieces.

    Raises:
        InputTooLongError: one sentence has too many pieces.
        SearchError: the options do not fit the text or the model.
    """
    reading = read(translator.vocabulary, translator.info, text, options)
    # A blank line has nothing that a reference could be scored against; it stays blank.
    if reading.sources or options.reference is None:
        check_searches(translator.model.config, reading.options, reading.lengths)
    return Segmented(text, reading)


class Lines:
    """One run over many texts; see :meth:`engine.translator.Translator.translate_lines`."""

    def __init__(
        self,
        translator: Translator,
        options: SearchOptions,
        batch_tokens: int,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._translator = translator
        self._options = options
        self._batch_tokens = batch_tokens
        self._cancelled, self._progress = cancelled, progress

    def translate(self, lines: Iterable[str], window: int) -> Iterator[LineTranslation]:
        """The translation of each line; ``window`` lines are looked at together."""
        stream = iter(lines)
        done = 0
        trouble: Exception | None = None
        while trouble is None:
            texts: list[Segmented] = []
            while len(texts) < window:
                try:
                    text = next(stream)
                except StopIteration:
                    break
                except Exception as error:  # of whoever reads the lines
                    trouble = error
                    break
                try:
                    texts.append(segment(self._translator, text, self._options))
                except (InputTooLongError, SearchError) as error:
                    trouble = type(error)(f"Line {done + len(texts) + 1}: {error}")
                    break
            if not texts:
                break
            yield from self._window(texts)
            done += len(texts)
        if trouble is not None:
            raise trouble

    def _window(self, texts: Sequence[Segmented]) -> Iterator[LineTranslation]:
        if self._translator.info.stacks != "encoder-decoder":
            yield from map(self._alone, texts)
            return
        results: dict[int, list[list[Result]]] = {}
        # A batch has one search; texts that ask for different languages have different ones.
        for options in dict.fromkeys(text.reading.options for text in texts):
            alike = [number for number, text in enumerate(texts) if text.reading.options == options]
            found = iter(self._search([texts[number] for number in alike], options))
            for number in alike:
                results[number] = [next(found) for _ in texts[number].reading.sources]
        for number, text in enumerate(texts):
            yield self._line(text, results[number])

    def _alone(self, text: Segmented) -> LineTranslation:
        """A text of a model of one stack: each has a search of its own."""
        sentences: list[tuple[Hypothesis, ...]] = []
        last = Translated(text.text)
        stream = self._translator.stream(text.text, self._options, "none", memory_limit=None)
        for event in stream:
            if self._cancelled is not None and self._cancelled():
                raise CancelledError("The translation was stopped.")
            if isinstance(event, Finished):
                sentences.append(event.hypotheses)
            elif isinstance(event, Translated):
                last = event
        if self._progress is not None:
            self._progress(len(sentences))
        return LineTranslation(last, tuple(sentences))

    def _search(self, texts: Sequence[Segmented], options: SearchOptions) -> list[list[Result]]:
        """The outputs of every sentence of texts that share their options."""
        sources = [[p.id for p in source] for text in texts for source in text.reading.sources]
        numbers = [number for text in texts for number in range(len(text.reading.sources))]
        return decode_many(
            self._translator.model,
            sources,
            options,
            numbers,
            self._batch_tokens,
            self._cancelled,
            self._progress,
        )

    def _line(self, text: Segmented, results: Sequence[Sequence[Result]]) -> LineTranslation:
        translator = self._translator
        readable = translator.reader(text.reading.options)
        hypotheses = tuple(
            tuple(
                as_hypothesis(each, translator.vocabulary, readable, source, text.reading.options)
                for each in sentence
            )
            for source, sentence in zip(text.reading.sources, results, strict=True)
        )
        outputs = Outputs(translator.info.max_positions)
        for number, (best, *_) in enumerate(hypotheses):
            outputs.add(number, best)
        return LineTranslation(outputs.translated(text.text, text.reading.spans), hypotheses)
