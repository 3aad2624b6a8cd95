"""The façade: text in, a stream of events out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import sentencepiece
import torch

from engine import __version__
from engine.checkpoints.detect import load_checkpoint
from engine.devices import resolve_device, resolve_dtype
from engine.errors import InputTooLongError, SearchError, TraceTooLargeError
from engine.events import (
    RECORDS,
    Ending,
    Event,
    Finished,
    Hypothesis,
    ModelInfo,
    Piece,
    Record,
    Started,
    Translated,
)
from engine.explanation import Explanation
from engine.model.kinds import AttentionKind
from engine.model.transformer import Transformer
from engine.resources import resource_path
from engine.search.batch import batches_by_length, decode_batch
from engine.search.decode import as_hypothesis, decode
from engine.search.explain import explain
from engine.search.footprint import recorded_bytes
from engine.search.limits import check_length
from engine.search.options import SearchOptions
from engine.search.reuse import Reuse
from engine.search.rules import Rules
from engine.search.sentence import Result, SentenceSearch
from engine.search.what_if import Change, Force, changed
from engine.text import sentences
from engine.text.typography import french_spacing
from engine.text.vocabulary import Vocabulary
from engine.trace import SentenceTrace, Trace

# Bytes that the record of one translation may take.
DEFAULT_MEMORY_LIMIT = 1 << 30


def builtin_model() -> Path:
    """The folder of the English-French model that comes with the program."""
    return resource_path("models", "en-fr")


def versions() -> tuple[tuple[str, str], ...]:
    """What computes: the program and its libraries, for traces."""
    return (
        ("diaphane", __version__),
        ("torch", str(torch.__version__)),  # a str subclass that compares as versions do
        ("sentencepiece", sentencepiece.__version__),
    )


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
class _Text:
    """One of many texts: [start, end) of its sentences, and their piece ids."""

    text: str
    spans: tuple[tuple[int, int], ...]
    sources: list[list[int]]


def _size(number: int) -> str:
    """Bytes for a reader."""
    return f"{number / 1e6:,.1f} MB" if number >= 1e7 else f"{number / 1e3:,.0f} kB"


class _Outputs:
    """Gathers the best output of each sentence of a text."""

    def __init__(self, max_positions: int) -> None:
        self._max_positions = max_positions
        self._texts: list[str] = []
        self._cut: list[int] = []
        self._full: list[int] = []

    def gather(self, events: Iterator[Event]) -> Iterator[Event]:
        """Pass one sentence's events on."""
        for event in events:
            yield event
            if isinstance(event, Finished):
                best = event.hypotheses[0]
                self.add(event.sentence, best.text, len(best.pieces), best.ending)

    def add(self, sentence: int, text: str, length: int, ending: Ending) -> None:
        """One sentence's output of ``length`` pieces."""
        self._texts.append(text)
        if ending != "end":
            self._cut.append(sentence)
            if ending == "length limit" and length >= self._max_positions:
                self._full.append(sentence)

    def translated(self, text: str, spans: Sequence[tuple[int, int]]) -> Translated:
        """The last event."""
        joined = sentences.join(text, spans, self._texts)
        return Translated(joined, tuple(self._cut), tuple(self._full))


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
        self._reuse = Reuse()

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
            fingerprint=checkpoint.fingerprint,
        )
        return cls(model, checkpoint.vocabulary, info)

    def stream(
        self,
        text: str,
        options: SearchOptions | None = None,
        record: Record = "all",
        memory_limit: int | None = DEFAULT_MEMORY_LIMIT,
    ) -> Iterator[Event]:
        """Translate, one event at a time; nothing is computed ahead of the caller.

        Args:
            text: any text; each of its sentences is translated by itself.
            options: of the search. A prefix belongs to the first sentence.
            record: the attention of "all" hypotheses, of the "best" alone, or "none".
            memory_limit: bytes that what is recorded may take at most; ``None`` for any.

        Yields:
            ``Started``; for each sentence ``Encoded``, ``Step`` …, ``Finished``; ``Translated``.

        Raises:
            InputTooLongError: before any work, if one sentence has too many pieces.
            SearchError: before any work, if the options do not fit the text or the model.
            TraceTooLargeError: before any work, with what it would take.
        """
        options = self.resolve(options or SearchOptions())
        spans = sentences.split(text, self.info.source_language)
        sources = [self.vocabulary.encode(text[start:end], start) for start, end in spans]
        lengths = [len(source) for source in sources]
        self._check(lengths, options)
        self._check_memory(lengths, options, record, memory_limit)
        yield Started(text, spans, options, self.info, record, versions())
        outputs = _Outputs(self.info.max_positions)
        for number, source in enumerate(sources):
            run = self._decode(source, number, options.of_sentence(number), record)
            yield from outputs.gather(run)
        yield outputs.translated(text, spans)

    def _decode(
        self, source: tuple[Piece, ...], number: int, options: SearchOptions, record: Record
    ) -> Iterator[Event]:
        return decode(
            self.model, self.vocabulary, source, number, options, record, self.read, self._reuse
        )

    def what_if(
        self, trace: Trace, sentence: int, step: int, hypothesis: int, change: Change
    ) -> Iterator[Event]:
        """Go on from a step of an earlier translation in another way.

        The other sentences stay as they were; of this one nothing is computed again that the
        translator still knows. The result is that of a fresh search whose prefix is what the
        hypothesis had written before the step, with the change.

        Args:
            trace: made by this model.
            sentence, step, hypothesis: the place in it; the step is the one that changes.
            change: what to do there.

        Yields:
            As :meth:`stream`.

        Raises:
            IndexError: before any work, if the trace has no such place.
            SearchError: before any work, if the trace is another model's, or the change does not
                fit its options or the model.
            InputTooLongError: before any work, if what is forced is longer than the length limit.
        """
        place = self._sentence_of(trace, sentence)
        started = trace.started
        written = [live.piece.id for live in place.ancestry(step, hypothesis)[:-1]]
        if isinstance(change, Force) and isinstance(change.pieces, str):
            change = Force(tuple(self.vocabulary.encode_ids(change.pieces)[:-1]))
        try:
            options = changed(place.encoded.options, written, change)
        except ValueError as error:
            raise SearchError(f"That cannot be: {error}.") from None
        rules = Rules(self.model.config, options)
        SentenceSearch(self.model.config, rules, len(place.encoded.pieces), sentence)
        yield started
        outputs = _Outputs(self.info.max_positions)
        for number, (start, end) in enumerate(started.sentences):
            old = trace.sentences[number] if number < len(trace.sentences) else None
            if number != sentence and old is not None and old.finished is not None:
                run: Iterator[Event] = iter((old.encoded, *old.steps, old.finished))
            else:
                source = self.vocabulary.encode(started.text[start:end], start)
                if number == sentence:
                    own = options
                else:  # an earlier change of it stays
                    own = old.encoded.options if old else started.options.of_sentence(number)
                run = self._decode(source, number, own, started.record)
            yield from outputs.gather(run)
        yield outputs.translated(started.text, started.sentences)

    def explain(
        self,
        trace: Trace,
        sentence: int,
        kind: AttentionKind,
        layer: int,
        head: int | None,
        step: int | None,
        hypothesis: int = 0,
    ) -> Explanation:
        """Every stage of one head, from Q, K and V to what it adds to its layer's output.

        Computed again, whatever of the attention the trace records; equal to that.

        Args:
            trace: made by this model.
            sentence, step, hypothesis: the place in it; the encoder's attention has no step.
            kind, layer, head: which head.

        Raises:
            IndexError: the trace has no such place, or the model no such head.
            SearchError: the trace is another model's, or no head is given.
        """
        place = self._sentence_of(trace, sentence)
        if head is None:
            raise SearchError(
                "A mean over heads has no queries, keys and values of its own; choose one head."
            )
        written: tuple[Piece, ...] = ()
        if kind is not AttentionKind.ENCODER_SELF:
            if step is None:
                raise IndexError("the decoder's attention belongs to a step; name one")
            written = place.pieces(step, hypothesis)
        encoded = place.encoded
        return explain(self.model, encoded.pieces, encoded.start, written, kind, layer, head)

    def _sentence_of(self, trace: Trace, sentence: int) -> SentenceTrace:
        """A sentence of a trace that this model has made."""
        model = trace.started.model
        if model.fingerprint != self.info.fingerprint:
            raise SearchError(
                f"This translation was made by {model.name}, and {self.info.name} is open; "
                f"open {model.name} to go on from it."
            )
        if not 0 <= sentence < len(trace.sentences):
            raise IndexError(f"no sentence {sentence}: the trace has {len(trace.sentences)}")
        return trace.sentences[sentence]

    def resolve(self, options: SearchOptions) -> SearchOptions:
        """The same options with the text of a prefix or a reference cut into pieces."""
        prefix, reference = options.prefix, options.reference
        if isinstance(prefix, str):
            prefix = tuple(self.vocabulary.encode_ids(prefix)[:-1])
        if isinstance(reference, str):
            reference = tuple(self.vocabulary.encode_ids(reference))
        return replace(options, prefix=prefix, reference=reference)

    def _check(self, lengths: Sequence[int], options: SearchOptions) -> None:
        """Refuse what a search would refuse later, before any work."""
        for length in lengths:
            check_length(self.model.config, length)
        if options.reference is not None and len(lengths) != 1:
            raise SearchError(
                f"The text has {len(lengths)} sentences, and a reference can be scored against "
                "one; give one sentence."
            )
        rules = Rules(self.model.config, options)
        for number, length in enumerate(lengths):
            SentenceSearch(self.model.config, rules.of_sentence(number), length, number)

    def _check_memory(
        self, lengths: Sequence[int], options: SearchOptions, record: Record, limit: int | None
    ) -> None:
        if limit is None:
            return
        need = {kind: recorded_bytes(self.model.config, options, lengths, kind) for kind in RECORDS}
        if need[record] <= limit:
            return
        less = [f'"{kind}" (up to {_size(need[kind])})' for kind in RECORDS if need[kind] <= limit]
        raise TraceTooLargeError(
            f'Recording "{record}" may take up to {_size(need[record])}, more than the '
            f"limit of {_size(limit)}; "
            + (f"record {' or '.join(less)}, " if less else "")
            + "raise the limit, or translate less at once."
        )

    def translate(self, text: str, options: SearchOptions | None = None) -> str:
        """The translation alone.

        Raises:
            InputTooLongError: one sentence has too many pieces.
            SearchError: as for :meth:`stream`.
        """
        last = Translated("")
        for event in self.stream(text, options, record="none", memory_limit=None):
            if isinstance(event, Translated):
                last = event
        return last.text

    def translate_lines(
        self,
        lines: Iterable[str],
        options: SearchOptions | None = None,
        batch_tokens: int = 2048,
        window: int = 1024,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Iterator[LineTranslation]:
        """Translate many texts in batches; the order is kept and memory is bounded.

        Args:
            lines: the texts, one translation each.
            options: of the search. A prefix belongs to each text's first sentence.
            batch_tokens: padded source tokens in one batch.
            window: how many texts are looked at together to form batches.
            cancelled: asked at every decoding step.
            progress: told after each batch how many sentences it had.

        Yields:
            One ``LineTranslation`` a text.

        Raises:
            InputTooLongError: naming the line, counted from 1; the lines before it have been
                yielded, as they have if ``lines`` itself fails.
            SearchError: the options do not fit a line, which is named, or the model.
            CancelledError: ``cancelled`` said so.
        """
        options = self.resolve(options or SearchOptions())
        stream = iter(lines)
        done = 0
        trouble: Exception | None = None
        while trouble is None:
            texts: list[_Text] = []
            while len(texts) < window:
                try:
                    text = next(stream)
                except StopIteration:
                    break
                except Exception as error:  # of whoever reads the lines
                    trouble = error
                    break
                try:
                    texts.append(self._segment(text, options))
                except (InputTooLongError, SearchError) as error:
                    trouble = type(error)(f"Line {done + len(texts) + 1}: {error}")
                    break
            if not texts:
                break
            yield from self._translate_window(texts, options, batch_tokens, cancelled, progress)
            done += len(texts)
        if trouble is not None:
            raise trouble

    def check(self, text: str, options: SearchOptions | None = None) -> None:
        """Refuse a text that cannot be translated, without translating it.

        Raises:
            InputTooLongError: one sentence has too many pieces.
            SearchError: the options do not fit the text or the model.
        """
        self._segment(text, self.resolve(options or SearchOptions()))

    def _segment(self, text: str, options: SearchOptions) -> _Text:
        spans = sentences.split(text, self.info.source_language)
        sources = [self.vocabulary.encode_ids(text[start:end]) for start, end in spans]
        # A blank line has nothing that a reference could be scored against; it stays blank.
        if sources or options.reference is None:
            self._check([len(source) for source in sources], options)
        return _Text(text, spans, sources)

    def _translate_window(
        self,
        texts: Sequence[_Text],
        options: SearchOptions,
        batch_tokens: int,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[int], None] | None,
    ) -> Iterator[LineTranslation]:
        sources = [source for text in texts for source in text.sources]
        numbers = [number for text in texts for number in range(len(text.sources))]
        results: list[list[Result]] = [[] for _ in sources]
        for batch in batches_by_length([len(source) for source in sources], batch_tokens):
            outputs = decode_batch(
                self.model,
                [sources[i] for i in batch],
                options,
                [numbers[i] for i in batch],
                cancelled,
            )
            for index, output in zip(batch, outputs, strict=True):
                results[index] = output
            if progress is not None:
                progress(len(batch))
        first = 0
        for text in texts:
            last = first + len(text.sources)
            yield self._line(text, results[first:last])
            first = last

    def _line(self, text: _Text, results: Sequence[Sequence[Result]]) -> LineTranslation:
        outputs = _Outputs(self.info.max_positions)
        for number, (best, *_) in enumerate(results):
            outputs.add(number, self.read(best.ids), len(best.ids), best.ending)
        hypotheses = tuple(
            tuple(as_hypothesis(result, self.vocabulary, self.read) for result in sentence)
            for sentence in results
        )
        return LineTranslation(outputs.translated(text.text, text.spans), hypotheses)

    def read(self, ids: Sequence[int]) -> str:
        """Piece ids to text in the typography of the target language."""
        text = self.vocabulary.decode(ids)
        return french_spacing(text) if self.info.target_language == "fr" else text
