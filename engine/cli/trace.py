"""``python -m engine trace``: record a translation in full, look at a record, export from it."""

from __future__ import annotations

import argparse
import os
from typing import Literal

from engine.cli.common import (
    add_device_arguments,
    add_model_argument,
    argument_text,
    positive_int,
    report_cut,
    report_loops,
)
from engine.cli.search_arguments import add_search_arguments, search_options
from engine.cli.trace_summary import describe
from engine.command_line import path
from engine.errors import DataError, OutputError
from engine.events import RECORDS, Started
from engine.model.heads_off import KIND_WORDS, lacking
from engine.model.kinds import no_attention
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.traces import export, file
from engine.traces.atomic import check_place

SUMMARY = "record every step of a translation in a file, or look into such a file"
DESCRIPTION = """\
Translate TEXT and write all that happened to a trace file: every step's hypotheses, candidates,
scores, masks and attention. Or, with --show, describe such a file; with --csv or --npz, export
attention from it instead. Sentences, layers, heads and hypotheses are counted from 1.
"""
EXAMPLES = """\
examples:
  %(prog)s "I love you very much." -o love.trace
  %(prog)s "Where is the station?" -o station.trace --beam 4 --n-best 4 --float16
  %(prog)s --show love.trace
  %(prog)s --show love.trace --csv cross.csv --kind cross --layer 1 --head mean
  %(prog)s --show station.trace --npz second.npz --hypothesis 2
"""
_Head = int | Literal["mean"]


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "trace",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", nargs="?", metavar="TEXT", help="what to translate")
    parser.add_argument("-o", "--out", type=path, metavar="F", help="the trace file to write")
    add_model_argument(parser)
    add_device_arguments(parser)
    parser.add_argument(
        "--record",
        choices=RECORDS,
        default="all",
        help="the attention of all hypotheses, of the best alone, or none; default: %(default)s",
    )
    parser.add_argument(
        "--memory-limit",
        type=positive_int,
        metavar="MB",
        help="refuse to begin what may take more memory; default: about 1,000",
    )
    parser.add_argument(
        "--float16", action="store_true", help="halve the file; attention weights are rounded"
    )
    show = parser.add_argument_group("a trace that there is")
    show.add_argument("--show", type=path, metavar="F", help="describe the trace file F")
    show.add_argument(
        "--csv", type=path, metavar="OUT", help="write one attention matrix of it as CSV"
    )
    show.add_argument(
        "--npz", type=path, metavar="OUT", help="write all attention of a hypothesis for NumPy"
    )
    show.add_argument(
        "--sentence", type=positive_int, metavar="I", help="whose attention; default: 1"
    )
    show.add_argument(
        "--hypothesis",
        type=positive_int,
        metavar="RANK",
        help="the best, 1, or another of the n best; default: 1",
    )
    show.add_argument("--kind", choices=KIND_WORDS, help="for --csv")
    show.add_argument("--layer", type=positive_int, metavar="L", help="for --csv")
    show.add_argument(
        "--head", type=_head, metavar="H|mean", help="for --csv; default: the mean over all heads"
    )
    add_search_arguments(parser)
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Translate, or look into a trace; returns the exit code.

    Raises:
        DiaphaneError: the model, the device, the text, the trace or a place cannot be used.
    """
    _check_usage(args)
    if args.show is None:
        _record(args)
    else:
        _look(args)
    return 0


def _check_usage(args: argparse.Namespace) -> None:
    error = args.parser.error
    for_looking = ("csv", "npz", "sentence", "hypothesis", "kind", "layer", "head")
    if args.show is None:
        if args.text is None or args.out is None:
            error("give TEXT and -o F to record a translation, or --show F to look at one")
        for name in for_looking:
            if getattr(args, name) is not None:
                error(f"--{name} needs --show F, a trace that there is")
        return
    searching = vars(args).keys() & SearchOptions.__dataclass_fields__.keys()
    recording = ("text", "out", "model", "memory_limit", "float16", "record", "device", "dtype")
    given = [name for name in recording if getattr(args, name) != args.parser.get_default(name)]
    if given or searching:
        error("--show looks at a trace that there is; it translates nothing")
    if args.csv is not None and args.npz is not None:
        error("give --csv or --npz, not both")
    if args.csv is not None and (args.kind is None or args.layer is None):
        error("--csv needs --kind and --layer")
    for name in ("kind", "layer", "head"):
        if args.csv is None and getattr(args, name) is not None:
            error(f"--{name} needs --csv OUT")
    for name in ("sentence", "hypothesis"):
        if args.csv is None and args.npz is None and getattr(args, name) is not None:
            error(f"--{name} needs --csv OUT or --npz OUT")


def _head(text: str) -> _Head:
    if text == "mean":
        return "mean"
    try:
        return positive_int(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, nor mean") from None


# ---------------------------------------------------------------------------- recording


def _record(args: argparse.Namespace) -> None:
    options = search_options(args)
    text = argument_text(args.text)
    check_place(args.out)

    from engine.translator import DEFAULT_MEMORY_LIMIT, Translator

    limit = DEFAULT_MEMORY_LIMIT if args.memory_limit is None else args.memory_limit * 1_000_000
    translator = Translator.load(args.model, device=args.device, dtype=args.dtype)
    events = translator.stream(text, options, args.record, limit)
    started = next(events)
    assert isinstance(started, Started)
    trace = Trace(started)
    for event in events:
        trace.add(event)
    file.save(trace, args.out, "float16" if args.float16 else "float32")
    print(trace.text)
    if trace.translated is not None:
        done = [sentence.finished for sentence in trace.sentences if sentence.finished is not None]
        blocked = any(finished.reason == "nothing allowed" for finished in done)
        report_cut("the trace", trace.translated, blocked, translator.info)
        report_loops(
            "the trace", [finished.hypotheses[0] for finished in done], translator.info.stacks
        )


# ------------------------------------------------------------------------------ looking


def _look(args: argparse.Namespace) -> None:
    trace = file.load(args.show)
    out = args.csv or args.npz
    if out is not None and os.path.realpath(out) == os.path.realpath(args.show):
        raise OutputError(f"{out} is the trace itself and is left alone; name another file.")
    if args.csv is None and args.npz is None:
        print(describe(trace, args.show))
        return
    sentence = _sentence(trace, args.sentence or 1)
    step, place = _hypothesis(sentence, args.hypothesis or 1)
    if args.npz is not None:
        export.write_npz(sentence, args.npz, step, place, trace.started.model.stacks)
        return
    kind = KIND_WORDS[args.kind]
    model = trace.started.model
    head = None if args.head in (None, "mean") else args.head - 1
    if reason := lacking(model, kind, args.layer - 1, head):
        gated = no_attention(model, kind) and model.decoder_self == "ssru"
        raise DataError(f"{reason} --npz writes its gates." if gated else reason)
    matrix = sentence.attention_matrix(kind, args.layer - 1, head, step, place)
    if matrix is None:
        raise DataError(
            f"{args.show} has no {kind} attention of this hypothesis (it was made with "
            f"--record {trace.started.record}); make the trace with --record all."
        )
    export.write_csv(matrix, args.csv)


def _sentence(trace: Trace, number: int) -> SentenceTrace:
    if number > len(trace.sentences):
        raise DataError(f"There is no sentence {number}: the trace has {len(trace.sentences)}.")
    return trace.sentences[number - 1]


def _hypothesis(sentence: SentenceTrace, rank: int) -> tuple[int | None, int]:
    """Where one of the outputs ends: the step, if it has any, and its place there."""
    if sentence.finished is not None:
        outputs = sentence.finished.hypotheses
        count, places = len(outputs), [(output.step, output.index) for output in outputs]
    else:
        last = len(sentence.steps) - 1
        count = len(sentence.steps[-1].hypotheses) if sentence.steps else 1
        places = [(last, index) for index in range(count)]
    if rank > count:
        raise DataError(f"There is no hypothesis {rank}: the sentence has {count}.")
    step, place = places[rank - 1]
    return (step, place) if step >= 0 else (None, 0)
