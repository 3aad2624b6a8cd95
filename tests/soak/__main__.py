"""``python -m tests.soak``: hours of use of the real window, watched. ``docs/soak.md``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def main() -> int:
    """The command line; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0, help="active time")
    parser.add_argument("--seed", type=int, default=0, help="of all that is done")
    parser.add_argument("--log", type=Path, required=True, help="the log; the rest lies beside it")
    parser.add_argument("--sitting", type=float, default=8.0, help="minutes until it is closed")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines")
    parser.add_argument("--warm-up", type=float, help="minutes (default: half of all)")
    parser.add_argument("--pause", type=float, default=0.4, help="seconds at most between acts")
    parser.add_argument("--models", type=Path, help="folder of model folders (default: made)")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        parser.error("what a process holds is read from Linux' /proc")
    log: Path = options.log.resolve()
    home = log.with_suffix(".home")
    # Before Qt and the program are imported.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    for name in [each for each in os.environ if each.lower().endswith("_proxy")]:
        del os.environ[name]
    from tests import no_network
    from tests.soak.run import Plan, soak

    no_network.install()
    warm_up = options.minutes / 2 if options.warm_up is None else options.warm_up
    plan = Plan(
        seed=options.seed,
        seconds=60 * options.minutes,
        sitting=60 * options.sitting,
        every=options.every,
        warm_up=60 * warm_up,
        pause=options.pause,
    )
    return soak(log, home, plan, None if options.models is None else options.models.resolve())


if __name__ == "__main__":
    sys.exit(main())
