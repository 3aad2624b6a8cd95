"""``import torch`` and reading the built-in model's weights: when they were there."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    import torch  # noqa: F401
    from safetensors.torch import load_file

    folder = Path(sys.argv[1])
    weights = load_file(folder / "model.safetensors")
    print(json.dumps({"ready": time.perf_counter(), "tensors": len(weights)}))
