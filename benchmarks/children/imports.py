"""torch and PySide6 imported, and nothing else: how much memory that took at most."""

from __future__ import annotations

import json

if __name__ == "__main__":
    import torch  # noqa: F401
    from PySide6 import QtCore, QtGui, QtWidgets  # noqa: F401

    from benchmarks.process import peak_mb

    print(json.dumps({"peak": peak_mb()}))
