"""From a run to a model folder, with a model card that says how it was made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.checkpoints.folder import PIECES
from engine.checkpoints.writer import save
from engine.errors import DataError
from engine.model.config import ModelConfig
from engine.model.transformer import Transformer
from engine.training.saved import FOLDER, average_checkpoints, checkpoint_paths, read_checkpoint
from engine.training.scores import Scores


def export(
    folder: Path,
    config: ModelConfig,
    state: Mapping[str, Tensor],
    pieces: bytes | Path,
    options: Mapping[str, Any],
    *,
    step: int,
    weights: str,
    scores: Scores | None = None,
) -> Path:
    """Write weights (float16), vocabulary and model card to ``folder``, replacing a model there.

    Args:
        folder: the model folder.
        config, state: the network.
        pieces: the SentencePiece model.
        options: of the run, as :meth:`TrainingOptions.to_dict` gives them.
        step: updates done.
        weights: which weights these are: "last", "ema" or "average-N".
        scores: on the validation data.

    Raises:
        OutputError: the folder cannot be written.
    """
    source, target = str(options["source_language"]), str(options["target_language"])
    name = str(options["name"]) or f"{source}-{target}"
    training = {
        key: options[key]
        for key in (
            "batch_tokens", "learning_rate", "warmup", "cooldown", "smoothing", "augment",
            "augment_share", "sample_alpha", "sample_source", "sample_target", "seed",
        )
    }  # fmt: skip
    return save(
        folder,
        config,
        state,
        pieces,
        source_language=source,
        target_language=target,
        name=name,
        license=str(options["license"]),
        card=_card(name, config, options, step, weights, scores),
        metadata={"training": {"steps": step, "weights": weights, **training}},
    )


def export_checkpoints(run: Path, folder: Path, last: int = 1, ema: bool = False) -> Path:
    """Make a model folder of a run that has ended, or goes on.

    Args:
        run: the run's folder.
        folder: the model folder.
        last: how many of the newest checkpoints are averaged.
        ema: take the moving average that the newest checkpoint holds instead.

    Raises:
        DataError: there is no checkpoint, or it is damaged, or holds no moving average.
        OutputError: the folder cannot be written.
    """
    paths = checkpoint_paths(run)[-last:]
    if not paths:
        raise DataError(f"There is no checkpoint in {run / FOLDER}; name the folder of a run.")
    newest = read_checkpoint(paths[-1])
    config = ModelConfig.from_dict(newest["config"])
    if not ema:
        weights = "last" if len(paths) == 1 else f"average-{len(paths)}"
        state = average_checkpoints(paths)
    else:
        if newest["average"] is None:
            raise DataError(f"{run} keeps no moving average; leave out --ema.")
        weights = "ema"
        model = Transformer(config)
        model.load_state_dict(newest["model"])
        with torch.no_grad():
            for parameter, value in zip(model.parameters(), newest["average"], strict=True):
                parameter.copy_(value)
        state = model.state_dict()
    # A run started by an older version may lack the newer options.
    options = {"license": "", "attribution": ""} | newest["options"]
    pieces = run / PIECES
    if not pieces.is_file():
        raise DataError(f"The vocabulary {pieces} is missing.")
    return export(folder, config, state, pieces, options, step=newest["step"], weights=weights)


def _card(
    name: str,
    config: ModelConfig,
    options: Mapping[str, Any],
    step: int,
    weights: str,
    scores: Scores | None,
) -> str:
    sampled = f"{options['sample_source']:g} of the sources, {options['sample_target']:g} of "
    lines = [
        f"# {name}",
        "",
        f"A Transformer that translates {options['source_language']} to "
        f"{options['target_language']}.",
        "",
        "## Network",
        "",
        f"{config.encoder_layers} encoder and {config.decoder_layers} decoder layers, d_model "
        f"{config.d_model}, {config.heads} heads, d_ff {config.d_ff}, {config.norm}-norm, "
        f"{config.activation}, dropout {config.dropout:g}, "
        f"{config.vocabulary_size} joint SentencePiece pieces.",
        "",
        "## Recipe",
        "",
        f"- Data: {Path(str(options['train'])).name}",
        f"- {step} updates of up to {options['batch_tokens']} padded tokens a side, Adam, peak "
        f"learning rate {options['learning_rate']:g}, warm-up {options['warmup']}, cool-down "
        f"{options['cooldown']}, gradient norm at most {options['clip']:g}",
        f"- Label smoothing {options['smoothing']:g}, augmentation {options['augment']}, "
        f"subword regularisation with alpha {options['sample_alpha']:g} for {sampled}"
        "the targets",
        f"- Weights: {weights}",
    ]
    if scores is not None:
        lines += [
            "",
            "## Figures",
            "",
            "Greedy decoding of the validation data, all references:",
            "",
            f"- BLEU {scores.bleu:.1f} (`{scores.bleu_signature}`)",
            f"- chrF {scores.chrf:.1f} (`{scores.chrf_signature}`)",
        ]
    if options["license"] or options["attribution"]:
        lines += ["", "## Licence and attribution", ""]
        lines += [str(options[key]) for key in ("license", "attribution") if options[key]]
    return "\n".join(lines) + "\n"
