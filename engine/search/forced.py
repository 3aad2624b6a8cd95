"""What the options force, checked, and how long the output can become with it."""

from __future__ import annotations

from engine.errors import InputTooLongError, SearchError
from engine.model.config import ModelConfig
from engine.model.heads_off import misfit
from engine.search.limits import length_limit
from engine.search.options import SearchOptions


def forced_pieces(config: ModelConfig, options: SearchOptions) -> tuple[int, ...]:
    """The beginning of the output that is not chosen: the prefix, or the whole reference.

    What every output begins with stands in front of it, unless it does already.

    Raises:
        SearchError: an option names a head or a piece that there is not, or a piece that cannot
            stand there, or holds text where ids are needed.
    """
    lacking = misfit(config, options.heads_off)
    if lacking:
        raise SearchError(f"The heads cannot be switched off: {lacking}.")
    for name in ("forbidden", "required"):
        _check_ids(config, name, getattr(options, name))
    # Some families begin with the end piece.
    special = {config.target_pad, config.start_id} - config.ends
    for piece in (*special, config.unk_id, *config.ends):
        if piece in options.required:
            raise SearchError(f"The piece {piece} is special; it cannot be required.")
    name, forced = "prefix", options.prefix
    if options.reference is not None:
        name, forced = "reference", options.reference
    if isinstance(forced, str):
        raise SearchError(f"The {name} is text, and a search needs pieces; use a Translator.")
    _check_ids(config, name, forced)
    if name == "reference" and not config.ends.intersection(forced[-1:]):
        forced = (*forced, config.eos_id)
    begin = options.begins_with
    _check_ids(config, "begins_with", begin)
    # A decoder alone may be given any text to continue.
    if config.stacks != "decoder" and (config.ends | special).intersection(begin):
        raise SearchError("begins_with has a start, an end or a padding piece.")
    own = forced[len(begin) :] if forced[: len(begin)] == begin else forced
    if special.intersection(own):
        raise SearchError(f"The {name} has a start or padding piece; nothing can write that.")
    if config.ends.intersection(own[:-1]):
        raise SearchError(f"The {name} goes on after the end piece; nothing can write that.")
    return (*begin, *own)


def output_limit(
    config: ModelConfig, options: SearchOptions, source_length: int, forced: int
) -> int:
    """Longest output in pieces, the end piece included, where ``forced`` of them are given.

    A reference is scored whatever its length. A prefix has to fit into ``max_length``; where
    there is none, it always leaves room for ``length_extra`` pieces more.

    Raises:
        InputTooLongError: what is forced is longer than the model or the options allow.
    """
    limit = length_limit(config, options, source_length)
    if options.reference is not None:
        if forced > config.max_positions:
            raise InputTooLongError(
                f"The reference has {forced} pieces, and this model writes at most "
                f"{config.max_positions}: split it into shorter sentences."
            )
        return max(limit, forced)
    # A decoder alone begins with the text that it continues.
    own = config.stacks == "decoder" and not options.prefix
    what = "The text" if own else "The prefix"
    if options.max_length is None:
        limit = min(config.max_positions, max(limit, forced + options.length_extra))
    if forced > config.max_positions:
        raise InputTooLongError(
            f"{what} has {forced} pieces, and this model writes at most "
            f"{config.max_positions}: shorten it."
        )
    if forced > limit:
        raise InputTooLongError(
            f"{what} has {forced} pieces, and the length limit is {limit}: "
            "shorten it or raise the limit."
        )
    return limit


def check_forced(config: ModelConfig, options: SearchOptions, source_length: int) -> int:
    """Refuse what a search of one sentence would refuse; its length limit.

    Raises:
        SearchError: as for :func:`forced_pieces`.
        InputTooLongError: as for :func:`output_limit`.
    """
    return output_limit(config, options, source_length, len(forced_pieces(config, options)))


def _check_ids(config: ModelConfig, name: str, ids: tuple[int, ...]) -> None:
    for piece in ids:
        if not 0 <= piece < config.output_size:
            raise SearchError(
                f"{name} names the piece {piece}, and this model has the pieces 0 to "
                f"{config.output_size - 1}."
            )
