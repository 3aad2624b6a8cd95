"""From the tensors of another program's checkpoint to the network's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor

from engine.checkpoints.files import and_more, brief, finite
from engine.checkpoints.folder import MOST_POSITIONS, by, layout
from engine.errors import ModelFolderError
from engine.model.config import ModelConfig


def as_it_is(tensor: Tensor) -> Tensor:
    """No change."""
    return tensor


def transposed(tensor: Tensor) -> Tensor:
    """[in, out] to [out, in]: other programs write x W, ``nn.Linear`` computes x Wᵀ."""
    return tensor.t()


def flat(tensor: Tensor) -> Tensor:
    """[1, n] to [n]."""
    return tensor.flatten()


@dataclass(frozen=True)
class Source:
    """Where one of the network's tensors comes from.

    Attributes:
        name: in the checkpoint.
        change: from its shape there to the network's.
    """

    name: str
    change: Callable[[Tensor], Tensor] = as_it_is


def check_size(path: Path, config: ModelConfig, count: int) -> None:
    """Refuse, before it is built, a network that only damage or malice can mean.

    Raises:
        ModelFolderError: it has more layers than the file has tensors, or endless positions.
    """
    if config.max_positions > MOST_POSITIONS:
        raise ModelFolderError(
            f"{path}: {config.max_positions} positions are more than the {MOST_POSITIONS} that "
            "can be computed."
        )
    layers = config.encoder_layers + config.decoder_layers
    if layers > count:
        raise ModelFolderError(
            f"{path} has {count} tensors, too few for the {layers} layers of its settings."
        )


def convert(
    path: Path,
    config: ModelConfig,
    tensors: Mapping[str, Tensor],
    source_of: Callable[[str], Source],
    known: Collection[str] = (),
) -> dict[str, Tensor]:
    """The state of the network, every tensor of the checkpoint accounted for.

    Args:
        path: of the weights, for messages.
        config: of the network.
        tensors: of the checkpoint, as they lie there.
        source_of: for each of the network's own names (:meth:`Transformer.state_dict`) where
            it comes from; several may come from one tensor.
        known: names of the checkpoint that are not needed.

    Raises:
        ModelFolderError: a tensor is missing, not understood, or has another shape; or holds
            what is no number.
    """
    check_size(path, config, len(tensors))
    try:
        shapes, aliases = layout(config)
    except (RuntimeError, OverflowError, TypeError) as error:
        raise ModelFolderError(
            f"{path}: its settings describe a network that cannot be built: {brief(error)}."
        ) from None
    needed = {ours: source_of(ours) for ours in shapes}
    missing = sorted({source.name for source in needed.values()} - tensors.keys())
    if missing:
        raise ModelFolderError(
            f"{path} lacks the tensor {missing[0]!r}{and_more(missing)} that its settings ask for."
        )
    used = {source_of(ours).name for ours in (*shapes, *aliases)}
    extra = sorted(tensors.keys() - used - set(known))
    if extra:
        raise ModelFolderError(
            f"{path} has the tensor {extra[0]!r}{and_more(extra)} that its settings do not "
            "account for; a network without it would compute something else."
        )
    state: dict[str, Tensor] = {}
    for ours, source in needed.items():
        given = finite(path, source.name, tensors[source.name])
        try:
            changed = source.change(given)
        except (RuntimeError, IndexError):  # it has too many or too few axes for that
            changed = given
        if tuple(changed.shape) != shapes[ours]:
            there, becomes = tuple(tensors[source.name].shape), tuple(changed.shape)
            raise ModelFolderError(
                f"{path}: the tensor {source.name!r} has shape {by(there)}"
                + (f", which becomes {by(becomes)}" if becomes != there else "")
                + f"; its settings ask for {by(shapes[ours])}."
            )
        state[ours] = changed.contiguous()
    for alias, ours in aliases.items():
        state[alias] = state[ours]
    return state
