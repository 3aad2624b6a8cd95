"""The whole page of a report: what was translated, by what, and each sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import __version__
from engine.events import AttentionKind
from engine.model.heads_off import heads_text
from engine.model.kinds import no_attention
from engine.text.language_codes import spoken
from engine.trace import Trace
from engine.traces.atomic import check_place, replacing
from engine.traces.report.card import licence
from engine.traces.report.markup import Room, facts, note, table, text
from engine.traces.report.sentence import Matrix, best_score, section
from engine.traces.report.style import STYLE
from engine.traces.report.words import WORDS, Words

# Nothing may be loaded from anywhere, whatever stands in a translated text.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def usual_matrices(trace: Trace) -> tuple[Matrix, ...]:
    """The cross-attention of every decoder layer, or a lone stack's: the mean over its heads."""
    model = trace.started.model
    kind, layers = {
        "encoder-decoder": (AttentionKind.CROSS, model.decoder_layers),
        "encoder": (AttentionKind.ENCODER_SELF, model.encoder_layers),
        "decoder": (AttentionKind.DECODER_SELF, model.decoder_layers),
    }[model.stacks]
    return tuple((kind, layer, None) for layer in range(layers))


def write_report(
    trace: Trace,
    path: Path | str,
    chosen: Sequence[Matrix] = (),
    followed: Mapping[int, tuple[int, int]] | None = None,
    name: str = "",
) -> None:
    """Write :func:`report` as a UTF-8 file, whole or not at all.

    Raises:
        OutputError: it cannot be written there.
        IndexError: as :func:`report`.
    """
    check_place(path)
    page = report(trace, chosen, followed, name)
    with replacing(path) as file:
        # A lone surrogate, which UTF-8 has no bytes for, is written as its escape.
        file.write(page.encode("utf-8", "backslashreplace"))


def report(
    trace: Trace,
    chosen: Sequence[Matrix] = (),
    followed: Mapping[int, tuple[int, int]] | None = None,
    name: str = "",
) -> str:
    """A trace as one HTML page that needs no network and no script.

    All numbers are the trace's: those of tables in full in the ``value`` of a ``data`` element,
    those of matrices in the title of each cell. What a long trace has no room for on a page is
    named in its place and at the end.

    Args:
        trace: it; may be unfinished.
        chosen: attention that is drawn beside the usual one.
        followed: (step, hypothesis) by sentence, as in ``Trace.text_along``; of the others the
            best hypothesis is shown.
        name: of the trace's file, for how to open it again.

    Raises:
        IndexError: there is no such layer, head, step or hypothesis.
    """
    started = trace.started
    followed = followed or {}
    words = WORDS[started.model.stacks]
    matrices = tuple(dict.fromkeys((*chosen, *usual_matrices(trace))))
    room = Room()
    sections = []
    for number, sentence in enumerate(trace.sentences):
        begin, end = started.sentences[number]
        path = sentence.path(followed.get(number))
        source = started.text[begin:end] if len(started.sentences) > 1 else ""
        sections.append(section(sentence, source, path, matrices, room, words))
    missing = len(started.sentences) - len(trace.sentences)
    if missing:
        sections.append(note(words.missing.format(count=missing)))
    title = started.text if len(started.text) <= 60 else f"{started.text[:59]}…"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="Diaphane {text(__version__)}">',
            f"<title>{text(title)} – {words.title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{words.heading}</h1>",
            _texts(trace, followed, words),
            "</header>",
            "<h2>How it was made</h2>",
            _made(trace),
            _overview(trace),
            *sections,
            _left_out(room, name),
            _footer(trace, name),
            "</body>",
            "</html>",
            "",
        ]
    )


def _texts(trace: Trace, followed: Mapping[int, tuple[int, int]], words: Words) -> str:
    source, target = trace.started.languages
    translation = trace.text_along(followed) if followed else trace.text
    unfinished = "" if trace.translated is not None else note(words.unfinished)
    cut = trace.translated.cut if trace.translated is not None else ()
    ended = ""
    if cut:
        which = ", ".join(str(number + 1) for number in cut)
        ended = note(f"Ended early, not by an end piece: sentence {which}.")
    ended += _loops(trace)
    given = trace.started.options.reference is not None
    what = "Reference, given and scored" if given else words.output
    return (
        f'<p class="quiet">{words.source}{_in(source)}</p>\n'
        f'<div class="text" id="source" lang="{text(spoken(source))}">'
        f"{text(trace.started.text)}</div>\n"
        f'<p class="quiet">{what}{_in(target)}</p>\n'
        f'<div class="text" id="translation" lang="{text(spoken(target))}">'
        f"{text(translation)}</div>{unfinished}{ended}"
    )


def _in(language: str) -> str:
    return f" ({text(language)})" if language else ""


def _loops(trace: Trace) -> str:
    """Which sentences repeat themselves, and what."""
    said = ""
    for number, sentence in enumerate(trace.sentences, 1):
        best = None if sentence.finished is None else sentence.finished.hypotheses[0]
        if best is not None and best.loop is not None:
            said += note(
                f"Sentence {number} repeats “{best.looped}” {best.loop.repeats} times at its end."
            )
    return said


def _made(trace: Trace) -> str:
    started, model = trace.started, trace.started.model
    rows = [
        ("Model", text(model.name)),
        *([("Languages", text(" → ".join(started.languages)))] if any(started.languages) else []),
        ("Architecture", text(model.architecture)),
        *([("Encoder layers", str(model.encoder_layers))] if model.stacks != "decoder" else []),
        *([("Decoder layers", str(model.decoder_layers))] if model.stacks != "encoder" else []),
        ("Heads a layer", str(model.heads)),
        ("d_model", str(model.d_model)),
        ("d_ff", str(model.d_ff)),
        ("Vocabulary", f"{model.vocabulary_size:,} pieces"),
        ("Parameters", f"{model.parameters:,}"),
        ("Positions", str(model.max_positions)),
        ("Weights", f"SHA-256 {text(model.fingerprint or 'not known')}"),
        ("Computed", text(f"on {model.device} in {model.dtype}")),
        (
            "Versions",
            text(", ".join(f"{each} {number}" for each, number in started.versions)) or "–",
        ),
        ("Search", _options(trace)),
        ("Recorded", text(f"attention: {started.record}")),
    ]
    lacking = dict.fromkeys(filter(None, (no_attention(model, kind) for kind in AttentionKind)))
    rows += [("Attention", text(reason)) for reason in lacking]
    said = licence(model) or ["In the card of the model: README.md in its folder."]
    rows.append(("Licence and attribution", "<br>".join(text(line) for line in said)))
    return facts(rows)


def _options(trace: Trace) -> str:
    """The options that are not the usual ones."""
    options = trace.started.options
    changed = options.differing()
    if options.reference is not None:
        # Its pieces are numbers here; as words they are what the trace writes.
        changed["reference"] = f"“{trace.text}”"
    beam = "greedy" if options.beam == 1 and not options.sample else ""
    words = [
        f"<strong>{text(key)} {text(_value(key, value))}</strong>" for key, value in changed.items()
    ]
    if beam and options.reference is None:
        words.insert(0, beam)
    return ", ".join(words) + "; the rest as usual" if words else "as usual"


def _value(key: str, value: Any) -> str:
    if key == "heads_off":
        return heads_text(value)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _overview(trace: Trace) -> str:
    """The sentences of a longer text, to go to."""
    if len(trace.sentences) < 2:
        return ""
    rows = [
        (
            f'<a href="#sentence-{number}">{number}</a>',
            text(trace.started.text[begin:end]),
            text(sentence.text),
            text(best_score(sentence)),
        )
        for number, ((begin, end), sentence) in enumerate(
            zip(trace.started.sentences, trace.sentences, strict=False), 1
        )
    ]
    return "<h2>Sentences</h2>\n" + table(("", "source", "translation", "score"), rows, "overview")


def _left_out(room: Room, name: str) -> str:
    if not room.left_out:
        return ""
    items = "".join(f"<li>{text(words)}</li>" for words in room.left_out)
    where = text(name or "the trace's file")
    return (
        f'<section id="left-out"><h2>Left out</h2>\n<p>A page has room for so much. {where} has '
        f"all of it:</p>\n<ul>{items}</ul></section>"
    )


def _footer(trace: Trace, name: str) -> str:
    if name:
        again = (
            f"To look at it again step by step: in Diaphane, File, Open trace…, {text(name)}. On "
            f"the command line: <code>python -m engine trace --show {text(_quoted(name))}</code>."
        )
    else:
        again = (
            "Made in the window. To keep all of its steps: File, Save trace…; "
            "File, Open trace… shows them again."
        )
    return f"<footer><p>{again}</p>\n<p>Written by Diaphane {text(__version__)}.</p></footer>"


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
