"""Translating many texts at once: in batches by length, the order kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import InputTooLongError, SearchError
from engine.events import Hypothesis, Translated
from engine.outputs import Outputs
from engine.search.admission import check_searches
from engine.search.batch import decode_batch
from engine.search.batches import MOST_ROWS, batches_by_length
from engine.search.decode import as_hypothesis
from engine.search.options import SearchOptions
from engine.search.resolve import resolve
from engine.search.sentence import Result
from engine.text import sentences
from engine.text.language_codes import spoken

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
    """One of many texts: [start, end) of its sentences, their piece ids, and its search."""

    text: str
    spans: tuple[tuple[int, int], ...]
    sources: list[list[int]]
    options: SearchOptions


def segment(translator: Translator, text: str, options: SearchOptions) -> Segmented:
    """Cut a text into sentences and pieces.

    Raises:
        InputTooLongError: one sentence has too many pieces.
        SearchError: the options do not fit the text or the model.
    """
    vocabulary = translator.vocabulary
    options, chosen = resolve(vocabulary, translator.info, text, options)
    spans = sentences.split(text, spoken(chosen.source) or translator.info.source_language)
    sources = [vocabulary.encode_ids(text[start:end], chosen) for start, end in spans]
    # A blank line has nothing that a reference could be scored against; it stays blank.
    if sources or options.reference is None:
        check_searches(translator.model.config, options, [len(source) for source in sources])
    return Segmented(text, spans, sources, options)


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
        results: dict[int, list[list[Result]]] = {}
        # A batch has one search; texts that ask for different languages have different ones.
        for options in dict.fromkeys(text.options for text in texts):
            alike = [number for number, text in enumerate(texts) if text.options == options]
            found = iter(self._search([texts[number] for number in alike], options))
            for number in alike:
                results[number] = [next(found) for _ in texts[number].sources]
        for number, text in enumerate(texts):
            yield self._line(text, results[number])

    def _search(self, texts: Sequence[Segmented], options: SearchOptions) -> list[list[Result]]:
        """The outputs of every sentence of texts that share their options."""
        sources = [source for text in texts for source in text.sources]
        numbers = [number for text in texts for number in range(len(text.sources))]
        results: list[list[Result]] = [[] for _ in sources]
        lengths = [len(source) for source in sources]
        rows = options.n_best if options.sample else options.beam
        for batch in batches_by_length(lengths, self._batch_tokens, max(1, MOST_ROWS // rows)):
            outputs = decode_batch(
                self._translator.model,
                [sources[i] for i in batch],
                options,
                [numbers[i] for i in batch],
                self._cancelled,
            )
            for index, output in zip(batch, outputs, strict=True):
                results[index] = output
            if self._progress is not None:
                self._progress(len(batch))
        return results

    def _line(self, text: Segmented, results: Sequence[Sequence[Result]]) -> LineTranslation:
        translator = self._translator
        read = translator.reader(text.options)
        hypotheses = tuple(
            tuple(as_hypothesis(each, translator.vocabulary, read) for each in sentence)
            for sentence in results
        )
        outputs = Outputs(translator.info.max_positions)
        for number, (best, *_) in enumerate(hypotheses):
            outputs.add(number, best.text, len(best.pieces), best.ending)
        return LineTranslation(outputs.translated(text.text, text.spans), hypotheses)
