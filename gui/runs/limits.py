"""How much unfinished work may take on the disk."""

from __future__ import annotations

from typing import Final

MOST_TEXT: Final = 4_000_000
"""Characters of the source text; a longer one is left out."""
MOST_FILE: Final = 32 << 20
"""Bytes of everything but the trace."""
MOST_TRACE: Final = 6 << 20
"""Bytes that a trace holds in memory; a larger one is left out. Writing it takes a second of
another thread's time, and no single part of that keeps the window's waiting."""
