"""A trace as a page of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.cli.common import shortened
from engine.events import FloatArray, Hypothesis, ModelInfo
from engine.model.heads_off import heads_text
from engine.model.kinds import Stacks
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace

_OUTPUTS: dict[Stacks, str] = {
    "encoder-decoder": "translation",
    "encoder": "filled in",
    "decoder": "continuation",
}


def describe(trace: Trace, path: Path) -> str:
    """What a trace holds: the text, what made what of it and how, and each sentence's outputs."""
    started, model = trace.started, trace.started.model
    unfinished = "" if trace.translated is not None else "  (unfinished)"
    rows = [
        ("trace", f"{path}, {path.stat().st_size:,} bytes"),
        ("text", started.text),
        (_OUTPUTS[model.stacks], trace.text + unfinished),
        ("model", ", ".join((model.name, *_languages(trace)))),
        (
            "network",
            f"{model.architecture}; {_layers(model)} layers, "
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
        what = f"sentence {number + 1}" if model.stacks == "encoder-decoder" else "text"
        lines += ["", f"{what}: {printable(started.text[begin:end])}"]
        if number < len(trace.sentences):
            inherited = started.options.of_sentence(number)
            lines += _sentence(trace.sentences[number], inherited, model.stacks)
        else:
            lines.append("  nothing yet")
    return "\n".join(lines)


def printable(text: str) -> str:
    """The same on one line, with escapes for what would steer a terminal."""
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        else character
        for character in text
    )


def _languages(trace: Trace) -> tuple[str, ...]:
    """From which to which; nothing if neither is known."""
    known = trace.started.languages
    return (" → ".join(code or "not said" for code in known),) if any(known) else ()


def _layers(model: ModelInfo) -> str:
    counts = {"encoder": model.encoder_layers, "decoder": model.decoder_layers}
    alone = counts.get(model.stacks)
    return " + ".join(map(str, counts.values())) if alone is None else str(alone)


def _read(sentence: SentenceTrace, stacks: Stacks) -> str:
    """What was read before anything was written."""
    pieces = len(sentence.encoded.pieces)
    most = f"at most {sentence.encoded.max_length} to be written"
    if stacks == "encoder":
        count = len(sentence.steps)
        masks = "1 mask" if count == 1 else f"{count} masks"
        return f"text      {pieces} pieces, {masks} filled in"
    if stacks == "decoder":
        forced = sum(step.hypotheses[0].forced for step in sentence.steps)
        return f"text      {forced + 1} pieces given, {most}"
    return f"source    {pieces} pieces, {most}"


def _sentence(sentence: SentenceTrace, inherited: SearchOptions, stacks: Stacks) -> Iterator[str]:
    encoded, steps = sentence.encoded, sentence.steps
    live = [sum(not each.finished for each in step.hypotheses) for step in steps]
    lists = {id(each.candidates): each.candidates for s in steps for each in s.hypotheses}
    blocked = sum(one.blocked is not None for each in lists.values() for one in each)
    if encoded.options != inherited:
        yield f"  options   {printable(_options(encoded.options))}"
    yield f"  {_read(sentence, stacks)}"
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
        if output.loop is not None:
            round_ = printable(shortened(output.looped))
            yield f"        repeats itself at its end: {output.loop.repeats} times “{round_}”"


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
