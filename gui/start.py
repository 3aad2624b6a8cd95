"""The way into the program: signals first, then what takes time to import."""

from __future__ import annotations

from gui import signals


def main() -> int:
    """Run the desktop application; the exit code."""
    signals.end_at_once()
    from gui.app import main as run

    return run()
