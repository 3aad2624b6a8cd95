"""``python -m engine find``: models for a language pair on the hub."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

from engine.cli.common import positive_int
from engine.errors import HubError

if TYPE_CHECKING:
    from engine.checkpoints.hub import Found, Hub, HubModel

SUMMARY = "list models for a language pair on the Hugging Face hub"
DESCRIPTION = """\
List models that translate from one language to another, the most downloaded first: name, size of
what would be downloaded, downloads of the last month, licence.
"""
EXAMPLES = """\
examples:
  %(prog)s en de
  %(prog)s fr en --limit 5 --json
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "find",
        help=SUMMARY,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="SOURCE", help="language of the text, as en")
    parser.add_argument("target", metavar="TARGET", help="language of the translation, as de")
    parser.add_argument(
        "--limit",
        type=positive_int,
        metavar="N",
        default=20,
        help="list N models at most; default: %(default)s",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list; returns the exit code.

    Raises:
        HubError: the hub refuses or cannot be reached.
    """
    from engine.checkpoints.hub import Hub, size_text

    hub = Hub()
    found = hub.search(args.source, args.target, limit=args.limit)
    usable = [each for each in found if not each.problem]
    if args.json:
        print(json.dumps([_values(hub, each) for each in usable], indent=2, ensure_ascii=False))
    else:
        width = max((len(each.repo) for each in usable), default=0)
        for each in usable:
            model = _model(hub, each)
            size = "size ?" if model is None else size_text(model.size)
            licence = each.license or "not said"
            gated = "; its terms have to be accepted first" if each.gated else ""
            print(
                f"{each.repo:{width}}  {size:>7}  {each.downloads:>10,}  {licence}{gated}",
                flush=True,
            )
    if not found:
        print("diaphane: no model of this pair was found.", file=sys.stderr)
    elif len(usable) < len(found):
        left_out = len(found) - len(usable)
        print(f"diaphane: {left_out} more cannot be opened and are left out.", file=sys.stderr)
    return 0


def _values(hub: Hub, found: Found) -> dict[str, object]:
    model = _model(hub, found)
    values = dataclasses.asdict(found)
    del values["problem"]
    return {**values, "size": None if model is None else model.size}


def _model(hub: Hub, found: Found) -> HubModel | None:
    """The model with its sizes; ``None``, and a word on standard error, if it is refused."""
    try:
        return hub.model(found.repo)
    except HubError as error:
        print(f"diaphane: {error}", file=sys.stderr)
        return None
