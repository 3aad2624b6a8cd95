"""A trace as a page of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.events import FloatArray, Hypothesis
from engine.model.heads_off import heads_text
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace


def describe(trace: Trace, path: Path) -> str:
    """What a trace holds: the text, who translated it and how, and each sentence's outputs."""
    started, model = trace.started, trace.started.model
    unfinished = "" if trace.translated is not None else "  (unfinished)"
    rows = [
        ("trace", f"{path}, {path.stat().st_size:,} bytes"),
        ("text", started.text),
        ("translation", trace.text + unfinished),
        ("model", f"{model.name}, {model.source_language} → {model.target_language}"),
        (
            "network",
            f"{model.architecture}; {model.encoder_layers} + {model.decoder_layers} layers, "
            f"{model.heads} heads, d_model {model.d_model}, {model.parameters:,} parameters",
        ),
        ("weights", f"SHA-256 {model.fingerprint or 'not known'}"),
        ("computed", f"on {model.device} in {model.dtype}"),
        ("versions", ", ".join(f"{name} {number}" for name, number in started.versions) or "—"),
        ("options", _options(started.options)),
        ("recorded", f"{started.record}, {_size(_recorded(trace.sentences))}"),
    ]
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:{width}}  {printable(value)}" for name, value in rows]
    for number, (begin, end) in enumerate(started.sentences):
        lines += ["", f"sentence {number + 1}: {printable(started.text[begin:end])}"]
        if number < len(trace.sentences):
            inherited = started.options.of_sentence(number)
            lines += _sentence(trace.sentences[number], inherited)
        else:
            lines.append("  not translated")
    return "\n".join(lines)


def printable(text: str) -> str:
    """The same on one line, with escapes for what would steer a terminal."""
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        else character
        for character in text
    )


def _sentence(sentence: SentenceTrace, inherited: SearchOptions) -> Iterator[str]:
    encoded, steps = sentence.encoded, sentence.steps
    live = [sum(not each.finished for each in step.hypotheses) for step in steps]
    lists = {id(each.candidates): each.candidates for s in steps for each in s.hypotheses}
    blocked = sum(one.blocked is not None for each in lists.values() for one in each)
    if encoded.options != inherited:
        yield f"  options   {printable(_options(encoded.options))}"
    yield f"  source    {len(encoded.pieces)} pieces, at most {encoded.max_length} to be written"
    yield (
        f"  search    {len(steps)} steps, {sum(live)} live hypotheses, at most "
        f"{max(live, default=0)} at once, {blocked} blocked candidates"
    )
    yield f"  recorded  {_size(_recorded([sentence]))}"
    if sentence.finished is None:
        yield f"  unfinished: {printable(sentence.text)}"
        return
    yield "  rank       score  = (log-probability + penalty) / normaliser  length  ending"
    for rank, output in enumerate(sentence.finished.hypotheses, 1):
        yield _output(rank, output)
        yield f"        {printable(output.text)}"


def _output(rank: int, output: Hypothesis) -> str:
    parts = output.parts
    return (
        f"  {rank:4}  {parts.score:10.6f}  = ({parts.log_probability:15.6f} + "
        f"{parts.penalty:7.4f}) / {parts.normaliser:10.6f}  {parts.length:6}  {output.ending}"
    )


def _options(options: SearchOptions) -> str:
    """The options that differ from the defaults."""
    changed = [f"{name} {_value(name, value)}" for name, value in options.differing().items()]
    return ", ".join(changed) or "the defaults"


def _value(name: str, value: Any) -> str:
    if name == "heads_off":
        return heads_text(value)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _recorded(sentences: list[SentenceTrace]) -> int:
    """Bytes of the attention and of gates, what hypotheses share counted once."""
    arrays: dict[int, FloatArray] = {}
    for sentence in sentences:
        outputs = sentence.finished.hypotheses if sentence.finished is not None else ()
        found = [sentence.encoded.attention]
        for step in sentence.steps:
            for live in step.hypotheses:
                found += (live.decoder_self, live.cross, live.gates)
        for output in outputs:
            found += (output.decoder_self, output.cross, output.gates)
        arrays |= {id(array): array for array in found if array is not None}
    return sum(array.nbytes for array in arrays.values())


def _size(count: int) -> str:
    return f"{count:,} bytes of attention" if count else "no attention"
