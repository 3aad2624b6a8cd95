"""What makes a release, and what it is made of. Not part of the package.

``python -m release`` makes ``dist/``; ``python -m release.lock`` makes the lock anew;
``python -m release.clean_root`` tries the wheel where there is nothing but Python.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
