"""``python -m engine info``: what a model folder holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

SUMMARY = "describe a model folder"
DESCRIPTION = """\
Describe a model folder: architecture, parameters by part, vocabulary, languages, licence,
file sizes, and the device it would run on. The whole folder is read and checked.
"""
EXAMPLES = """\
examples:
  %(prog)s
  %(prog)s my-model --json
"""


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
        "folder", nargs="?", type=Path, metavar="DIR", help="default: the built-in model"
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
    from engine.checkpoints.detect import load_checkpoint
    from engine.devices import resolve_device
    from engine.model.skeleton import skeleton

    checkpoint = load_checkpoint(folder)
    config = checkpoint.config
    network = skeleton(config)
    # A shared matrix has one name here, so that the parts add up to the total.
    parts: dict[str, int] = {}
    for name, parameter in network.named_parameters():
        part = name.split(".")[0].replace("_", " ")
        parts[part] = parts.get(part, 0) + parameter.numel()
    vocabulary = checkpoint.vocabulary
    kinds: dict[str, int] = {}
    for index in range(vocabulary.size):
        kind = vocabulary.piece(index).kind
        kinds[kind] = kinds.get(kind, 0) + 1
    return {
        "name": checkpoint.metadata.get("name", folder.name),
        "folder": str(folder),
        "source_language": checkpoint.metadata["source_language"],
        "target_language": checkpoint.metadata["target_language"],
        "license": checkpoint.metadata.get("license", ""),
        "architecture": config.to_dict(),
        "parameters": {"total": network.parameter_count(), **parts},
        "vocabulary": {"size": vocabulary.size, "kinds": kinds},
        "weights_dtype": checkpoint.dtype,
        "files": {
            path.name: path.stat().st_size for path in sorted(folder.iterdir()) if path.is_file()
        },
        "device": str(resolve_device("auto")),
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
    rows: list[tuple[str, str]] = [
        ("model", values["name"]),
        ("folder", values["folder"]),
        ("languages", f"{values['source_language']} → {values['target_language']}"),
        ("licence", values["license"] or "not said"),
        ("architecture", f"encoder-decoder Transformer, {norm}, {shape['activation']}"),
        ("layers", f"{shape['encoder_layers']} encoder, {shape['decoder_layers']} decoder"),
        (
            "width",
            f"d_model {shape['d_model']}, d_ff {shape['d_ff']}, "
            f"{shape['heads']} heads of {shape['d_model'] // shape['heads']}",
        ),
        ("embeddings", embeddings),
        ("output", output),
        ("positions", f"{shape['max_positions']:,}"),
        ("vocabulary", f"{vocabulary['size']:,} pieces: {kinds}"),
        ("parameters", f"{total:,}, stored as {values['weights_dtype']}"),
        *((f"  {part}", f"{count:,} ({count / total:.1%})") for part, count in parameters.items()),
        ("files", f"{sum(values['files'].values()):,} bytes"),
        *((f"  {name}", f"{size:,} bytes") for name, size in values["files"].items()),
        ("device", values["device"]),
    ]
    width = max(len(label) for label, _ in rows)
    return "\n".join(f"{label:{width}}  {value}" for label, value in rows)
