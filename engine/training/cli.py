"""The commands ``train``, ``average`` and ``evaluate``."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any

from engine.cli.common import model
from engine.cli.search_arguments import add_search_arguments, search_options
from engine.command_line import path
from engine.errors import DataError, DiaphaneError
from engine.model.config import ModelConfig
from engine.training.options import TrainingOptions
from engine.training.registry import AUGMENTATIONS

# What of the network's shape can be asked for; the rest is the paper's.
_SHAPE = (
    "d_model", "heads", "d_ff", "encoder_layers", "decoder_layers", "activation", "norm",
    "dropout", "attention_dropout", "max_positions",
)  # fmt: skip
_CHOICES = {"activation": ("relu", "gelu", "silu"), "norm": ("post", "pre")}
_TRAIN_EXAMPLES = """\
examples:
  %(prog)s --data train.tsv.gz --valid valid.tsv.gz --out runs/en-fr --steps 20000 --cooldown 7000
  %(prog)s --data train.tsv.gz --valid valid.tsv.gz --out runs/en-fr --steps 30000 --resume
  torchrun --nproc-per-node 4 -m engine train --data train.tsv.gz --out runs/en-fr
"""


def add_arguments(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to ``python -m engine``; each parser's ``run`` default runs it."""
    _add_train(subparsers)
    _add_average(subparsers)
    _add_evaluate(subparsers)


class _Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Defaults in the help, and the examples as they are."""


def _add_train(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "train",
        help="train a model on sentence pairs",
        description=(
            "Train a Transformer on a TSV of sentence pairs. The run's folder gets the "
            "vocabulary, checkpoints, log.jsonl and, at the end, the model folder 'model'.\n"
            "Ctrl-C writes a checkpoint and stops; --resume goes on exactly. Under torchrun, "
            "several processes share the work."
        ),
        epilog=_TRAIN_EXAMPLES,
        formatter_class=_Help,
    )
    _add_files(parser)
    _add_learning(parser)
    _add_text(parser)
    _add_machine(parser)
    shape = parser.add_argument_group(
        "the network (a resumed run, or one that starts from a model, keeps its own)"
    )
    for field in dataclasses.fields(ModelConfig):
        if field.name in _SHAPE:
            shape.add_argument(
                "--" + field.name.replace("_", "-"),
                type=type(field.default),
                default=field.default,
                choices=_CHOICES.get(field.name),
                metavar=None if field.name in _CHOICES else "N",
                help="see ModelConfig",
            )
    parser.set_defaults(run=run_train)


def _option(group: Any, name: str, meaning: str, **more: Any) -> None:
    """``--name`` with the type and the default of :class:`TrainingOptions`."""
    default = _DEFAULTS[name]
    if "choices" not in more:
        more.setdefault("metavar", "TEXT" if isinstance(default, str) else "N")
    group.add_argument(
        "--" + name.replace("_", "-"), type=type(default), default=default, help=meaning, **more
    )


_DEFAULTS = {field.name: field.default for field in dataclasses.fields(TrainingOptions)}


def _add_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files")
    add = group.add_argument
    none = argparse.SUPPRESS
    add("--data", dest="train", type=path, required=True, metavar="FILE", default=none,
        help="pairs to learn from, .tsv or .tsv.gz: source, tab, target")  # fmt: skip
    add("--valid", type=path, metavar="FILE", default=none, help="held-out pairs to validate on")
    add("--out", type=path, required=True, metavar="DIR", default=none, help="the run's folder")
    add("--held-out", type=path, nargs="+", metavar="FILE", default=none,
        help="pairs, test data for example, whose sources augmentation must not produce; "
        "those of --valid never are")  # fmt: skip
    add("--start-from", type=model, metavar="MODEL", default=none,
        help="a model folder, or a name that models lists: a new run starts from its weights, "
        "shape and vocabulary")  # fmt: skip
    add("--resume", action="store_true",
        help="go on from the newest checkpoint in --out; options may differ from before, "
        "those not given take their defaults again")  # fmt: skip
    _option(group, "keep", "newest checkpoints that are kept")
    _option(group, "checkpoint_minutes", "minutes between checkpoints, 0 for never")
    _option(group, "checkpoint_steps", "steps between checkpoints, 0 for never")
    _option(group, "valid_minutes", "minutes between validations, 0 for never")
    _option(group, "valid_steps", "steps between validations, 0 for never")
    _option(group, "log_steps", "steps between lines of the log")
    _option(group, "name", "name of the model")
    _option(group, "source_language", "language code of the source")
    _option(group, "target_language", "language code of the target")
    _option(group, "license", "licence of the model, for its card")
    _option(group, "attribution", "whom the data's licence asks to name, for the model's card")


def _add_learning(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("learning")
    _option(group, "steps", "updates of the whole run")
    _option(group, "batch_tokens", "padded tokens of a batch, on each side")
    _option(group, "learning_rate", "peak learning rate")
    _option(group, "warmup", "steps of linear rise to it; it falls with 1/sqrt(step) then")
    _option(group, "cooldown", "steps of linear fall to 0 at the end")
    _option(group, "clip", "largest norm of a gradient, 0 for any")
    _option(group, "smoothing", "label smoothing")
    _option(group, "ema", "decay of a moving average of the weights, 0 for none")
    _option(group, "average", "newest checkpoints whose average is tried at the end, 0 for none")
    _option(group, "seed", "of weights, order, dropout, augmentation and segmentation")


def _add_text(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("text")
    _option(group, "vocabulary_size", "pieces of the joint vocabulary")
    group.add_argument(
        "--vocabulary", type=path, metavar="FILE", default=argparse.SUPPRESS,
        help="use this SentencePiece model instead of training one",
    )  # fmt: skip
    _option(group, "augment", "other names, numbers, case …; made for one pair of languages",
            choices=AUGMENTATIONS)  # fmt: skip
    _option(group, "augment_share", "share of the pairs that augmentation varies")
    _option(group, "sample_source", "subword regularisation: share of sources it segments")
    _option(group, "sample_target", "subword regularisation: share of targets it segments")
    _option(group, "sample_alpha", "subword regularisation: near 0, segmentations are all alike")


def _add_machine(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("machine")
    _option(group, "device", "auto (CUDA, else MPS, else CPU), cpu, cuda, mps")
    _option(
        group, "precision", "number type of the products; auto takes bfloat16 where it is fast",
        choices=("auto", "float32", "bfloat16"),
    )  # fmt: skip
    _option(group, "threads", "CPU threads, 0 for PyTorch's choice")


def _add_average(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "average",
        help="make a model folder of a run's newest checkpoints",
        description=(
            "Average the weights of a run's newest checkpoints into a model folder. "
            "Works while the run goes on."
        ),
        formatter_class=_Help,
    )
    none = argparse.SUPPRESS
    parser.add_argument("--run", dest="folder", type=path, required=True, metavar="DIR",
                        default=none, help="the run's folder")  # fmt: skip
    parser.add_argument("--out", type=path, required=True, metavar="DIR", default=none,
                        help="the model folder")  # fmt: skip
    parser.add_argument("--last", type=int, default=5, metavar="N", help="how many checkpoints")
    parser.add_argument(
        "--ema", action="store_true",
        help="take the moving average of the newest checkpoint instead",
    )  # fmt: skip
    parser.set_defaults(run=run_average)


def _add_evaluate(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "evaluate",
        help="print the BLEU and chrF of a model on test data as JSON",
        description=(
            "Translate the different sources of a TSV and print sacreBLEU and chrF as JSON. "
            "A source on several lines has several references."
        ),
        formatter_class=_Help,
    )
    none = argparse.SUPPRESS
    parser.add_argument("--data", type=path, required=True, metavar="FILE", default=none,
                        help="source, tab, reference; .tsv or .tsv.gz")  # fmt: skip
    parser.add_argument("--model", type=model, metavar="MODEL", default=none,
                        help="a model folder, a zip file of one, or a name that models lists; "
                        "without it the built-in one")  # fmt: skip
    parser.add_argument("--device", default="auto", metavar="DEVICE", help="as for translate")
    parser.add_argument("--dtype", default="float32", metavar="TYPE",
                        help="float32; on a GPU also bfloat16 and float16")  # fmt: skip
    parser.add_argument("--batch-tokens", type=int, default=4096, metavar="N",
                        help="padded source tokens of one batch")  # fmt: skip
    add_search_arguments(parser)
    parser.set_defaults(run=run_evaluate)


def run_train(args: argparse.Namespace) -> int:
    """``python -m engine train``.

    Raises:
        DiaphaneError: something the user can mend.
    """
    given = vars(args)
    values = {name: given[name] for name in _DEFAULTS if name in given}
    values["held_out"] = tuple(values.get("held_out", ()))
    try:
        options = TrainingOptions(**values)
    except ValueError as error:
        raise DiaphaneError(f"The run cannot be: {error}.") from None
    from engine.training.trainer import train

    folder = train(options, {name: given[name] for name in _SHAPE})
    print(folder)
    return 0


def run_average(args: argparse.Namespace) -> int:
    """``python -m engine average``.

    Raises:
        DiaphaneError: something the user can mend.
    """
    from engine.training.export import export_checkpoints

    if args.last < 1:
        raise DataError(f"--last must be at least 1, not {args.last}.")
    print(export_checkpoints(args.folder, args.out, args.last, args.ema))
    return 0


def run_evaluate(args: argparse.Namespace) -> int:
    """``python -m engine evaluate``.

    Raises:
        DiaphaneError: something the user can mend.
    """
    from engine.training.evaluate import evaluate

    if args.batch_tokens < 1:
        raise DataError(f"--batch-tokens must be at least 1, not {args.batch_tokens}.")
    figures = evaluate(
        getattr(args, "model", None),
        args.data,
        device=args.device,
        dtype=args.dtype,
        options=search_options(args),
        batch_tokens=args.batch_tokens,
    )
    print(json.dumps(figures, indent=2, ensure_ascii=False))
    return 0
