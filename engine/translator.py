"""The façade: text in, a stream of events out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import sentencepiece
import torch

from engine import __version__
from engine.analysis.reference import FullPass
from engine.checkpoints.detect import load_checkpoint
from engine.devices import resolve_device, resolve_dtype
from engine.embeddings import Embeddings, PositionTable, RelativePositions, Side
from engine.errors import SearchError
from engine.events import (
    Event,
    ModelInfo,
    Piece,
    Record,
    Started,
    Translated,
)
from engine.explanation import Explanation
from engine.layer_views import LayerViews
from engine.lines import Lines, LineTranslation, segment
from engine.model.compiled.library import library
from engine.model.heads_off import misfit
from engine.model.kinds import NO_DECODER, NO_ENCODER, AttentionKind
from engine.model.skeleton import skeleton
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.model_card import ModelCard, Origin, model_card
from engine.model_info import model_info
from engine.outputs import Outputs
from engine.reading import Reading, read
from engine.resources import resource_path
from engine.search.admission import check_memory, check_searches
from engine.search.batches import BATCH_TOKENS
from engine.search.decode import decode
from engine.search.embed import embed, position_table
from engine.search.explain import explain
from engine.search.fill import fill
from engine.search.forced import check_forced
from engine.search.layer_views import layer_views
from engine.search.options import SearchOptions
from engine.search.reuse import Reuse
from engine.search.teacher_forcing import teacher_force
from engine.search.what_if import Change, Force, changed
from engine.text.continuation import following
from engine.text.language_codes import spoken
from engine.text.pieces import PieceVocabulary
from engine.text.typography import french_spacing
from engine.trace import SentenceTrace, Trace

# Bytes that the record of one translation may take.
DEFAULT_MEMORY_LIMIT = 1 << 30


LoadStage = Literal["read", "build"]
"""Reading and checking the files; putting the network together where it runs."""


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


class Translator:
    """A network with its vocabulary.

    Attributes:
        model: the network, in evaluation mode.
        vocabulary: pieces to text and back.
        info: what the model is and where it runs.
    """

    def __init__(
        self,
        model: Transformer,
        vocabulary: PieceVocabulary,
        info: ModelInfo,
        origin: Origin | None = None,
    ) -> None:
        self.model = model
        self.vocabulary = vocabulary
        self.info = info
        self._origin = origin
        self._reuse = Reuse()

    @classmethod
    def load(
        cls,
        folder: Path | str | None = None,
        device: str = "auto",
        dtype: str = "float32",
        threads: int | None = None,
        report: Callable[[LoadStage], None] | None = None,
    ) -> Translator:
        """Open a model folder (the built-in one by default).

        Args:
            folder: the model folder.
            device: "auto", "cpu", "cuda", "cuda:1", "mps".
            dtype: "float32"; on a GPU also "bfloat16" and "float16".
            threads: CPU threads for the network; the library's choice by default.
            report: told what is done next.

        Raises:
            DiaphaneError: the folder, the device or the number type cannot be used.
        """
        if threads is not None:
            torch.set_num_threads(threads)
        place = resolve_device(device)
        numbers = resolve_dtype(dtype, place)
        path = builtin_model() if folder is None else Path(folder)
        if report is not None:
            report("read")
        checkpoint = load_checkpoint(path)
        if report is not None:
            report("build")
        config = checkpoint.config
        model = skeleton(config)
        model.load_state_dict(checkpoint.state, assign=True)
        model.requires_grad_(False).eval().to(device=place, dtype=numbers)
        if place.type == "cpu":
            library()  # compiled now, if it is not yet, and not while somebody waits for a text
        info = model_info(checkpoint, model, str(place), dtype)
        return cls(model, checkpoint.vocabulary, info, Origin.of(checkpoint))

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
            ValueError: before any work, if there is no such ``record``.
        """
        reading = read(self.vocabulary, self.info, text, options or SearchOptions())
        options = reading.options
        check_searches(self.model.config, options, reading.lengths)
        check_memory(self.model.config, options, reading.lengths, record, memory_limit)
        yield Started(text, reading.spans, options, self.info, record, versions())
        outputs = Outputs(self.info.max_positions)
        for number in range(len(reading.spans)):
            run = self._search(text, reading, number, options.of_sentence(number), record)
            yield from outputs.gather(run)
        yield outputs.translated(text, reading.spans)

    def _search(
        self, text: str, reading: Reading, number: int, options: SearchOptions, record: Record
    ) -> Iterator[Event]:
        """One sentence of a text, with options of its own."""
        source = reading.sources[number]
        if self.info.stacks == "encoder":
            return fill(self.model, self.vocabulary, source, text, options, record)
        readable = self.reader(options)
        return decode(
            self.model,
            self.vocabulary,
            source,
            number,
            options,
            record,
            readable if source else lambda ids: readable((reading.start.id, *ids)),
            self._reuse,
            reading.start,
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
            alone = self.info.stacks == "decoder"
            before = (place.encoded.start.id, *written) if alone else ()
            change = Force(following(self.vocabulary, before, change.pieces))
        try:
            options = changed(place.encoded.options, written, change)
        except ValueError as error:
            raise SearchError(f"That cannot be: {error}.") from None
        reading = read(self.vocabulary, self.info, started.text, started.options)
        check_forced(self.model.config, options, reading.lengths[sentence])
        yield started
        outputs = Outputs(self.info.max_positions)
        for number in range(len(started.sentences)):
            old = trace.sentences[number] if number < len(trace.sentences) else None
            if number != sentence and old is not None and old.finished is not None:
                run: Iterator[Event] = iter((old.encoded, *old.steps, old.finished))
            else:
                if number == sentence:
                    own = options
                else:  # an earlier change of it stays
                    own = old.encoded.options if old else started.options.of_sentence(number)
                run = self._search(started.text, reading, number, own, started.record)
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
            SearchError: the trace is another model's, no head is given, or the model has no
                attention of this kind.
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
        return explain(
            self.model,
            encoded.pieces,
            encoded.start,
            written,
            kind,
            layer,
            head,
            encoded.options.heads_off,
        )

    def embeddings(
        self,
        trace: Trace,
        sentence: int,
        side: Side,
        step: int | None = None,
        hypothesis: int = 0,
    ) -> Embeddings:
        """A sentence's pieces as vectors, as the encoder or the decoder gets them.

        Args:
            trace: made by this model.
            sentence: the place in it.
            side: "source", or "target" for the decoder's inputs, shifted right.
            step, hypothesis: up to where, and along which hypothesis; the source has no step.

        Raises:
            IndexError: the trace has no such place, or no step is given for the target.
            SearchError: the trace is another model's, or longer than this model allows.
        """
        place = self._sentence_of(trace, sentence)
        pieces = place.encoded.pieces
        if side == "target":
            if step is None:
                raise IndexError("the decoder's inputs belong to a step; name one")
            pieces = (place.encoded.start, *place.pieces(step, hypothesis)[:-1])
        self._check_stack("encoder" if side == "source" else "decoder")
        self._check_positions(pieces)
        return embed(self.model, side, pieces, step if side == "target" else None)

    def positions(self, length: int) -> PositionTable | RelativePositions:
        """The first ``length`` rows of the positional encoding, or the biases of relative ones.

        Raises:
            ValueError: the model has no such rows.
        """
        return position_table(self.model, length)

    def layers(
        self, trace: Trace, sentence: int, step: int, hypothesis: int = 0, top: int = 5
    ) -> LayerViews:
        """What each decoder layer would say at every step up to one, and the stream's norms.

        Args:
            trace: made by this model.
            sentence, step, hypothesis: the place in it.
            top: how many of the likeliest pieces are named.

        Raises:
            IndexError: the trace has no such place.
            SearchError: the trace is another model's, or longer than this model allows.
            ValueError: ``top`` is below 1.
        """
        self._check_stack("decoder")
        place = self._sentence_of(trace, sentence)
        encoded, written = place.encoded, place.pieces(step, hypothesis)
        for pieces in (encoded.pieces, written):
            self._check_positions(pieces)
        network = self._network_of(place)
        return layer_views(network, self.vocabulary, encoded.pieces, encoded.start, written, top)

    def score(self, trace: Trace, sentence: int, step: int, hypothesis: int = 0) -> FullPass:
        """What one teacher-forced pass tells of an output that a trace does not record.

        Args:
            trace: made by this model.
            sentence, step, hypothesis: the place in it; the output up to there is scored.

        Raises:
            IndexError: the trace has no such place.
            SearchError: the trace is another model's, or longer than this model allows.
        """
        self._check_stack("decoder")
        place = self._sentence_of(trace, sentence)
        encoded, pieces = place.encoded, place.pieces(step, hypothesis)
        for each in (encoded.pieces, pieces):
            self._check_positions(each)
        source = tuple(piece.id for piece in encoded.pieces)
        written = tuple(piece.id for piece in pieces)
        scored = teacher_force(self._network_of(place), source, encoded.start.id, written)
        arrays = (each.numpy() for each in scored)
        off = encoded.options.heads_off
        return FullPass(trace.started.model.fingerprint, off, source, written, *arrays)

    def card(self) -> ModelCard:
        """What the model is, in figures: its parts, vocabulary, licence, files, description."""
        origin = self._origin or Origin.of_memory(self.info)
        return model_card(self.model, self.vocabulary, origin, self.info.device, self.info.dtype)

    def _check_stack(self, stack: str) -> None:
        """Refuse what a model has no such stack for."""
        if self.info.stacks not in ("encoder-decoder", stack):
            raise SearchError(NO_DECODER if stack == "decoder" else NO_ENCODER)

    def _check_positions(self, pieces: Sequence[Piece]) -> None:
        """Refuse more pieces in a row than the model has positions."""
        if len(pieces) > self.info.max_positions:
            raise SearchError(
                f"The trace has {len(pieces)} pieces in a row, and this model has "
                f"{self.info.max_positions} positions: the file is not what it says; translate "
                "the text again."
            )

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
        place = trace.sentences[sentence]
        # A file may say of itself that this model made it.
        config = self.model.config
        written = (live.piece for step in place.steps for live in step.hypotheses)
        if any(piece.id >= config.output_size for piece in written) or any(
            piece.id >= config.vocabulary_size for piece in place.encoded.pieces
        ):
            raise SearchError(
                "The trace has pieces that this model does not know: the file is not what it "
                "says; translate the text again."
            )
        lacking = misfit(config, place.encoded.options.heads_off)
        if lacking:
            raise SearchError(
                f"The trace names heads that this model does not have ({lacking}): the file is "
                "not what it says; translate the text again."
            )
        return place

    def _network_of(self, place: SentenceTrace) -> Transformer:
        """The network that computed a sentence: without the heads that were switched off."""
        return without_heads(self.model, place.encoded.options.heads_off)

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
        batch_tokens: int = BATCH_TOKENS,
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
            ValueError: at once, if ``window`` or ``batch_tokens`` is below 1.
        """
        for name, value in (("window", window), ("batch_tokens", batch_tokens)):
            if value < 1:  # with no window there would be no line, and no word about it
                raise ValueError(f"{name} must be at least 1, not {value}")
        many = Lines(self, options or SearchOptions(), batch_tokens, cancelled, progress)
        return many.translate(lines, window)

    def check(self, text: str, options: SearchOptions | None = None) -> None:
        """Refuse a text that cannot be translated, without translating it.

        Raises:
            InputTooLongError: one sentence has too many pieces.
            SearchError: the options do not fit the text or the model.
        """
        segment(self, text, options or SearchOptions())

    def read(self, ids: Sequence[int], language: str = "") -> str:
        """Piece ids to text in the typography of a language, by default the model's target."""
        text = self.vocabulary.decode(ids)
        french = spoken(language or self.info.target_language) == "fr"
        return french_spacing(text) if french else text

    def reader(self, options: SearchOptions) -> Callable[[Sequence[int]], str]:
        """:meth:`read` for the language that is translated to."""
        language = options.target_language
        if spoken(language) in ("", spoken(self.info.target_language)):
            return self.read
        return partial(self.read, language=language)
