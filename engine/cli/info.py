"""``python -m engine info``: what a model folder holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.common import model

if TYPE_CHECKING:
    from engine.model_card import ModelCard

SUMMARY = "describe a model folder"
DESCRIPTION = """\
Describe a model folder of any format that can be opened: Diaphane's own; Hugging Face MarianMT,
M2M100, NLLB, mBART-50, BART, FSMT, T5, mT5, BERT, RoBERTa, XLM-RoBERTa, GPT-2, LLaMA, Mistral and
Qwen2; Marian and Firefox; or a zip file of one. Said are its architecture, parameters by part,
vocabulary, languages, licence, file sizes, and the device it would run on. The whole folder is
read and checked.
"""
EXAMPLES = """\
examples:
  %(prog)s
  %(prog)s my-model --json
"""

NETWORKS = {
    "encoder-decoder": "encoder-decoder Transformer",
    "encoder": "Transformer encoder alone",
    "decoder": "Transformer decoder alone",
}
POSITIONS = {
    "interleaved": "sines and cosines in turn (the paper's)",
    "halves": "sines, then cosines",
    "timescales": "sines, then cosines, of Marian's timescales",
    "learned": "learned",
    "relative": "relative: a bias on the scores for each distance",
    "rotary": "rotary: queries and keys turned by their positions",
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
        type=model,
        metavar="MODEL",
        help="a model folder, a zip file of one, or a name that models lists; default: the "
        "built-in model",
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
    from engine.model.compiled.library import why_not

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
        "mask": card.mask,
        "positions_note": origin.positions_note,
        "weights_dtype": origin.dtype,
        "fingerprint": origin.fingerprint,
        "files": dict(card.files),
        "device": card.device,
        "compiled": not why_not() if card.device == "cpu" else None,
        "not_compiled": why_not() if card.device == "cpu" else "",
    }


def _table(values: dict[str, Any]) -> str:
    shape = values["architecture"]
    parameters = dict(values["parameters"])
    total = parameters.pop("total")
    attention = ", ".join(
        f"{kind} {each['layers']} × {each['heads']}" if each["layers"] else f"no {kind}"
        for kind, each in values["attention"].items()
    )
    rows: list[tuple[str, str]] = [
        ("model", values["name"]),
        ("folder", values["folder"]),
        ("format", values["format"]),
        *_languages(values),
        ("licence", values["license"] or "not said"),
        ("architecture", _architecture(shape)),
        ("layers", _layers(shape)),
        ("width", _width(shape)),
        *((("biases", biases),) if (biases := _biases(shape)) else ()),
        ("embeddings", _embeddings(shape)),
        ("output", _output(shape)),
        ("positions", f"{shape['max_positions']:,}{_note(values)}, {_positions(shape)}"),
        ("vocabulary", _vocabulary(values)),
        *((("mask", values["mask"]),) if values["mask"] else ()),
        ("parameters", f"{total:,}, stored as {values['weights_dtype']}"),
        *((f"  {part}", f"{count:,} ({count / total:.1%})") for part, count in parameters.items()),
        ("attention", attention),
        ("files", f"{sum(values['files'].values()):,} bytes"),
        *((f"  {name}", f"{size:,} bytes") for name, size in values["files"].items()),
        ("device", values["device"]),
        *_steps(values),
    ]
    width = max(len(label) for label, _ in rows)
    return "\n".join(f"{label:{width}}  {value}" for label, value in rows)


def _steps(values: dict[str, Any]) -> list[tuple[str, str]]:
    if values["compiled"] is None:
        return []
    if values["compiled"]:
        return [("steps", "compiled for this processor")]
    return [("steps", f"of PyTorch's operations ({values['not_compiled']})")]


def _languages(values: dict[str, Any]) -> list[tuple[str, str]]:
    known = [values[f"{side}_language"] for side in ("source", "target")]
    if values["architecture"]["stacks"] == "encoder-decoder":
        rows = [("languages", " → ".join(code or "not said" for code in known))]
    else:
        rows = [("languages", ", ".join(dict.fromkeys(code for code in known if code)))]
        rows = rows if rows[0][1] else [("languages", "not said")]
    targets = [f">>{code}<<" for code in values["target_languages"]]
    if targets:
        rows.append(("begin with", " ".join(targets) + " to choose the language"))
    if values["source_languages"]:
        rows.append(("from", " ".join(values["source_languages"]) + " by --source-language"))
    return rows


def _architecture(shape: dict[str, Any]) -> str:
    norm = "post-norm (the paper's)" if shape["norm"] == "post" else "pre-norm"
    words = [NETWORKS[shape["stacks"]], norm]
    if shape["norm_kind"] == "rms":
        words.append("RMS norms")
    words.append(
        f"gated feed-forward, {shape['activation']}"
        if shape["feed_forward"] == "gated"
        else shape["activation"]
    )
    if shape["decoder_self"] == "ssru":
        words.append("SSRU in the decoder")
    if not shape["scale_attention"]:
        words.append("scores not divided by √d_k")
    return ", ".join(words)


def _layers(shape: dict[str, Any]) -> str:
    stacks = ("encoder", "decoder") if shape["stacks"] == "encoder-decoder" else (shape["stacks"],)
    return ", ".join(f"{shape[f'{stack}_layers']} {stack}" for stack in stacks)


def _width(shape: dict[str, Any]) -> str:
    inner = str(shape["d_ff"])
    if shape["decoder_ff"] not in (None, shape["d_ff"]):
        inner += f" and {shape['decoder_ff']} in the decoder"
    heads = shape["heads"]
    d_k = shape["head_width"] or shape["d_model"] // heads
    text = f"d_model {shape['d_model']}, d_ff {inner}, {heads} heads of {d_k}"
    shared = shape["key_value_heads"]
    return text if shared in (None, heads) else f"{text}, keys and values of {shared}"


def _biases(shape: dict[str, Any]) -> str:
    """Where they are otherwise than in the default network: all in layers, none at the end."""
    inner, output = shape["attention_bias"], shape["attention_output_bias"]
    output = inner if output is None else output
    found = []
    if not inner and not output:
        found.append("none in the attention")
    elif not inner:
        found.append("in the attention in W_O alone")
    elif not output:
        found.append("none in W_O")
    if not shape["feed_forward_bias"]:
        found.append("none in the feed-forward")
    if shape["output_bias"]:
        found.append("one in the output projection")
    return ", ".join(found)


def _embeddings(shape: dict[str, Any]) -> str:
    text = "one matrix"
    if shape["stacks"] == "encoder-decoder":
        text = "one matrix for both languages" if shape["shared_embeddings"] else "one a language"
    if shape["scale_embeddings"]:
        text += " × √d_model"
    if shape["segments"]:
        rows = shape["segments"]
        text += f" + the first of {rows} segment rows" if rows > 1 else " + the only segment row"
    return f"{text}, then a norm" if shape["embedding_norm"] else text


def _output(shape: dict[str, Any]) -> str:
    if shape["output"] == "none":
        return "none: nothing is predicted"
    text = "tied to the embeddings" if shape["tied_output"] else "a matrix of its own"
    if shape["output"] == "transform":
        text += ", behind a dense layer and a norm"
    return f"{text}, of states divided by √d_model" if shape["scale_output"] else text


def _note(values: dict[str, Any]) -> str:
    """What the settings say, where they say more positions than there are."""
    return f" ({values['positions_note']})" if values["positions_note"] else ""


def _positions(shape: dict[str, Any]) -> str:
    text = POSITIONS[shape["positions"]]
    if shape["positions"] == "relative":
        return f"{text}, in {shape['relative_buckets']} buckets"
    if shape["positions"] != "rotary":
        return text
    text = f"{text}, base {shape['rotary_base']:g}"
    if shape["rotary_factor"] != 1:
        text += f", {shape['rotary_factor']:g} times slower"
    if shape["rotary_llama3"]:
        text += f", long waves {shape['rotary_llama3'][0]:g} times slower"
    return text


def _vocabulary(values: dict[str, Any]) -> str:
    vocabulary = values["vocabulary"]
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in vocabulary["kinds"].items())
    pieces = f"{vocabulary['size']:,} pieces: {kinds}"
    own = values["architecture"]["target_vocabulary_size"]
    if vocabulary["source"] != vocabulary["size"] or own:
        return f"{vocabulary['source']:,} source pieces; of the target {pieces}"
    return pieces
