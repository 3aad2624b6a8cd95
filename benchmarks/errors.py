"""What stops a measurement."""

from __future__ import annotations


class BenchmarkError(Exception):
    """A measurement that cannot be made, or whose figures would mean nothing; says why."""
