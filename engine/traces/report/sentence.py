"""One sentence of a report: pieces, outputs, steps, attention, the search."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.events import AttentionKind, Candidate, Hypothesis, LiveHypothesis
from engine.model.kinds import NO_DECODER_SELF
from engine.trace import AttentionMatrix, SentenceTrace
from engine.traces.report.markup import (
    Room,
    note,
    number,
    piece_mark,
    short,
    table,
    text,
)
from engine.traces.report.matrices import figure, name_of
from engine.traces.report.tree import tree
from engine.traces.report.words import Words

Matrix = tuple[AttentionKind, int, int | None]
"""Which attention: kind, layer, head (``None`` is the mean over heads), counted from 0."""


def section(
    sentence: SentenceTrace,
    source: str,
    path: list[int],
    matrices: Sequence[Matrix],
    room: Room,
    words: Words,
) -> str:
    """All of one sentence.

    Args:
        sentence: of the trace.
        source: its text, to stand above it; empty where it is the only one.
        path: which of each step's hypotheses is shown.
        matrices: the attention that is drawn, if it was recorded.
        room: what the page has room for.
        words: what the model does, and to what.
    """
    number_ = sentence.encoded.sentence + 1
    return "\n".join(
        [
            f'<section id="sentence-{number_}"><h2>Sentence {number_}</h2>',
            f'<div class="text">{text(source)}</div>' if source else "",
            f"<h3>{words.pieces}</h3>",
            _source(sentence),
            "<h3>Outputs, best first</h3>",
            _outputs(sentence, words),
            f"<h3>Step by step{_which(sentence, path)}</h3>",
            _steps(sentence, path, room, words),
            "<h3>Attention</h3>",
            *_attention(sentence, path, matrices, room),
            "<h3>The search</h3>",
            _search(sentence, path, room),
            "</section>",
        ]
    )


def _which(sentence: SentenceTrace, path: list[int]) -> str:
    return "" if path == sentence.path() else ": the hypothesis that was followed"


def _source(sentence: SentenceTrace) -> str:
    if not sentence.encoded.pieces:
        start = sentence.encoded.start
        return note(
            "The decoder reads its own output: its first input is "
            f"“{start.surface or start.text}”, id {start.id}, and the other pieces of the text are "
            "the forced steps below."
        )
    rows = [
        (
            str(place),
            piece_mark(piece),
            str(piece.id),
            "" if piece.span is None else f"{piece.span[0]}–{piece.span[1]}",
        )
        for place, piece in enumerate(sentence.encoded.pieces, 1)
    ]
    return table(("position", "piece", "id", "characters"), rows, "source")


def _outputs(sentence: SentenceTrace, words: Words) -> str:
    if sentence.finished is None:
        return note(words.unfinished_sentence)
    rows = (_output(rank, each) for rank, each in enumerate(sentence.finished.hypotheses, 1))
    head = (
        "rank", "score", "= (log-probability", "+ penalty)", "/ normaliser", "pieces", "ending",
        "text",
    )  # fmt: skip
    return table(head, rows, "outputs")


def _output(rank: int, output: Hypothesis) -> tuple[str, ...]:
    parts = output.parts
    return (
        str(rank),
        number(parts.score),
        number(parts.log_probability),
        number(parts.penalty),
        number(parts.normaliser),
        str(parts.length),
        text(output.ending),
        text(output.text),
    )


def _steps(sentence: SentenceTrace, path: list[int], room: Room, words: Words) -> str:
    fitting = path[: room.steps]
    room.steps -= len(fitting)
    rows = [
        _step(index, sentence.steps[index].hypotheses[place]) for index, place in enumerate(fitting)
    ]
    head = (
        "step", "piece", "id", "probability", "log-probability", "score if it ended here",
        "likeliest pieces",
    )  # fmt: skip
    drawn = table(head, rows, "steps") if rows else note(words.nothing)
    left = len(path) - len(fitting)
    if left:
        number_ = sentence.encoded.sentence + 1
        drawn += room.leave_out(f"the last {left} of {len(path)} steps of sentence {number_}")
    return drawn + _loss(sentence, path)


def _step(index: int, live: LiveHypothesis) -> tuple[str, ...]:
    forced = ' <span class="quiet">forced</span>' if live.forced else ""
    return (
        str(index + 1),
        piece_mark(live.piece) + forced,
        str(live.piece.id),
        number(math.exp(live.log_probability)),
        number(live.log_probability),
        number(live.score),
        " ".join(_candidate(each, each.piece.id == live.piece.id) for each in live.candidates),
    )


def _candidate(candidate: Candidate, written: bool) -> str:
    names = "candidate" + (" written" if written else "")
    why = ""
    if candidate.blocked is not None:
        names += " blocked"
        why = f' <small class="why">blocked: {text(candidate.blocked)}</small>'
    chance = ""
    if candidate.chance is not None:
        chance = f" <small>drawn with {number(candidate.chance, 3)}</small>"
    return (
        f'<span class="{names}">{piece_mark(candidate.piece)} '
        f"<small>{number(candidate.probability, 3)}</small>{chance}{why}</span>"
    )


def _loss(sentence: SentenceTrace, path: list[int]) -> str:
    """The cross-entropy of a reference, which is scored and not searched for."""
    if sentence.encoded.options.reference is None or not path:
        return ""
    values = [
        sentence.steps[index].hypotheses[place].log_probability for index, place in enumerate(path)
    ]
    loss = -math.fsum(values) / len(values)
    return (
        f'<p class="loss">A given translation is scored. Cross-entropy {number(loss)} nats a piece '
        f"over {len(values)} pieces; perplexity {number(math.exp(min(loss, 700.0)))}.</p>"
    )


def _attention(
    sentence: SentenceTrace, path: list[int], matrices: Sequence[Matrix], room: Room
) -> Iterator[str]:
    found = False
    for kind, layer, head in matrices:
        matrix = _matrix(sentence, path, kind, layer, head)
        if matrix is None:
            gated = bool(path) and sentence.gates(len(path) - 1, path[-1]) is not None
            if gated and kind is AttentionKind.DECODER_SELF:
                yield note(f"{name_of(kind, layer, head)}: {NO_DECODER_SELF}")
            continue
        found = True
        rows, columns = matrix.weights.shape
        if rows * columns > room.cells:
            number_ = sentence.encoded.sentence + 1
            yield room.leave_out(
                f"{name_of(kind, layer, head)} of sentence {number_}, {rows} × {columns} numbers"
            )
            continue
        room.cells -= rows * columns
        yield figure(name_of(kind, layer, head), matrix)
    if not found:
        yield note("No attention was recorded of what is shown here.")


def _matrix(
    sentence: SentenceTrace, path: list[int], kind: AttentionKind, layer: int, head: int | None
) -> AttentionMatrix | None:
    step = len(path) - 1 if path else None
    if step is None and kind is not AttentionKind.ENCODER_SELF:
        return None
    return sentence.attention_matrix(kind, layer, head, step, path[-1] if path else 0)


def _search(sentence: SentenceTrace, path: list[int], room: Room) -> str:
    options = sentence.encoded.options
    widest = max((len(step.hypotheses) for step in sentence.steps), default=0)
    if not sentence.steps:
        how = "Nothing was searched for."
    elif options.sample:
        how = "Every piece was drawn at random."
    elif options.reference is not None:
        how = "A given translation was scored; nothing was searched for."
    elif options.beam == 1:
        how = "Greedy search: the likeliest piece at every step, one hypothesis, no tree."
    else:
        how = (
            f"Beam search with {options.beam} hypotheses. Bold: the path shown above. Pale: "
            "pruned. ✓: ended. Under each piece the score if it ended there; higher is better. "
            "Point at one for the score's parts."
        )
    words = f'<p class="quiet">{text(how)}</p>'
    return words + (tree(sentence, path, room) if widest > 1 else "")


def best_score(sentence: SentenceTrace) -> str:
    """The score of the best output, for an overview; empty while there is none."""
    if sentence.finished is None:
        return ""
    return short(sentence.finished.hypotheses[0].score)
