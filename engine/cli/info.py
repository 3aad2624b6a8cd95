"""``python -m engine info``: what a model folder holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.model_card import ModelCard

SUMMARY = "describe a model folder"
DESCRIPTION = """\
Describe a model folder of any format that can be opened (Diaphane's own; Hugging Face MarianMT,
M2M100, NLLB, mBART-50 and BART; Marian and Firefox; or a zip file of one): architecture, parameters
by part, vocabulary, languages, licence, file sizes, and the device it would run on. The whole
folder is read and checked.
"""
EXAMPLES = """\
examples:
  %(prog)s
  %(prog)s my-model --json
"""

POSITIONS = {
    "interleaved": "sines and cosines in turn (the paper's)",
    "halves": "sines, then cosines",
    "timescales": "sines, then cosines, of Marian's timescales",
    "learned": "learned",
}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "info",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="DIR",
        help="a model folder, or a zip file of one; default: the built-in model",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the description; returns the exit code.

    Raises:
        ModelFolderError: the folder cannot be opened.
    """
    from engine.translator import builtin_model

    values = describe(builtin_model() if args.folder is None else args.folder)
    if args.json:
        print(json.dumps(values, indent=2, ensure_ascii=False))
    else:
        print(_table(values))
    return 0


def describe(folder: Path) -> dict[str, Any]:
    """The description as JSON-ready values.

    Raises:
        ModelFolderError: the folder cannot be opened.
    """
    return values_of(card_of(folder))


def card_of(folder: Path) -> ModelCard:
    """The card of a folder, read and checked, without memory for a network.

    Raises:
        ModelFolderError: the folder cannot be opened.
    """
    from engine.checkpoints.detect import load_checkpoint
    from engine.devices import resolve_device
    from engine.model.skeleton import skeleton
    from engine.model_card import Origin, model_card

    checkpoint = load_checkpoint(folder)
    network = skeleton(checkpoint.config)
    device = str(resolve_device("auto"))
    return model_card(network, checkpoint.vocabulary, Origin.of(checkpoint), device, "float32")


def values_of(card: ModelCard) -> dict[str, Any]:
    """A card as JSON-ready values."""
    origin = card.origin
    return {
        "name": origin.name,
        "folder": origin.folder,
        "format": origin.format,
        "source_language": origin.source_language,
        "target_language": origin.target_language,
        "source_languages": list(card.source_languages),
        "target_languages": list(card.target_languages),
        "license": origin.license,
        "architecture": card.config.to_dict(),
        "parameters": {"total": card.parameters, **card.stacks()},
        "vocabulary": {
            "size": card.target_pieces,
            "kinds": dict(card.kinds),
            "source": card.source_pieces,
        },
        "attention": {
            each.kind.value: {"layers": each.layers, "heads": each.heads} for each in card.attention
        },
        "weights_dtype": origin.dtype,
        "fingerprint": origin.fingerprint,
        "files": dict(card.files),
        "device": card.device,
    }


def _table(values: dict[str, Any]) -> str:
    shape = values["architecture"]
    norm = "post-norm (the paper's)" if shape["norm"] == "post" else "pre-norm"
    embeddings = "one matrix for both languages" if shape["shared_embeddings"] else "one a language"
    output = "tied to the embeddings" if shape["tied_output"] else "a matrix of its own"
    parameters = dict(values["parameters"])
    total = parameters.pop("total")
    vocabulary = values["vocabulary"]
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in vocabulary["kinds"].items())
    source, target = (values[f"{side}_language"] or "not said" for side in ("source", "target"))
    targets = [f">>{code}<<" for code in values["target_languages"]]
    choice = [("begin with", " ".join(targets) + " to choose the language")] if targets else []
    if values["source_languages"]:
        choice.append(("from", " ".join(values["source_languages"]) + " by --source-language"))
    pieces = f"{vocabulary['size']:,} pieces: {kinds}"
    if vocabulary["source"] != vocabulary["size"] or shape["target_vocabulary_size"]:
        pieces = f"{vocabulary['source']:,} source pieces; of the target {pieces}"
    inner = str(shape["d_ff"])
    if shape["decoder_ff"] not in (None, shape["d_ff"]):
        inner += f" and {shape['decoder_ff']} in the decoder"
    attention = ", ".join(
        f"{kind} {each['layers']} × {each['heads']}" if each["layers"] else f"no {kind}"
        for kind, each in values["attention"].items()
    )
    rows: list[tuple[str, str]] = [
        ("model", values["name"]),
        ("folder", values["folder"]),
        ("format", values["format"]),
        ("languages", f"{source} → {target}"),
        *choice,
        ("licence", values["license"] or "not said"),
        ("architecture", f"encoder-decoder Transformer, {norm}, {shape['activation']}"),
        ("layers", f"{shape['encoder_layers']} encoder, {shape['decoder_layers']} decoder"),
        (
            "width",
            f"d_model {shape['d_model']}, d_ff {inner}, "
            f"{shape['heads']} heads of {shape['d_model'] // shape['heads']}",
        ),
        ("embeddings", embeddings),
        ("output", output),
        ("positions", f"{shape['max_positions']:,}, {POSITIONS[shape['positions']]}"),
        ("vocabulary", pieces),
        ("parameters", f"{total:,}, stored as {values['weights_dtype']}"),
        *((f"  {part}", f"{count:,} ({count / total:.1%})") for part, count in parameters.items()),
        ("attention", attention),
        ("files", f"{sum(values['files'].values()):,} bytes"),
        *((f"  {name}", f"{size:,} bytes") for name, size in values["files"].items()),
        ("device", values["device"]),
    ]
    width = max(len(label) for label, _ in rows)
    return "\n".join(f"{label:{width}}  {value}" for label, value in rows)
