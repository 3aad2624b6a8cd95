"""What the package brings along that is the work of others, or was made from it.

This is the table behind the SBOM; ``NOTICE`` says the same in words, and a test holds the two
and the files in ``resources`` together.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from release import ROOT

OFL = [{"license": {"id": "OFL-1.1"}}]
APACHE = [{"license": {"id": "Apache-2.0"}}]
MODEL = "resources/models/en-fr"


def components(root: Path = ROOT) -> list[dict[str, Any]]:
    """A CycloneDX component for each, with the hash of each of its files."""
    return [
        _component(
            root,
            "resources/fonts/Inter-*.otf",
            type="file",
            name="Inter",
            version="3.19",
            description="The typeface of the window.",
            copyright="Copyright © 2020 The Inter Project Authors",
            licenses=OFL,
        ),
        _component(
            root,
            "resources/fonts/NotoSansMono-blocks.ttf",
            type="file",
            name="Noto Sans Mono",
            version="2.006",
            description="Its block elements only, for bars in text.",
            copyright="Copyright 2015 Google LLC. Copyright 2018 The Noto Project Authors.",
            licenses=OFL,
            pedigree={"notes": "A subset of the font, made by Diaphane's authors."},
        ),
        _component(root, f"{MODEL}/*", **_model(root / MODEL)),
    ]


def _model(folder: Path) -> dict[str, Any]:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    return {
        "type": "machine-learning-model",
        "name": config["name"],
        "description": "The built-in model, trained by Diaphane's authors.",
        "licenses": APACHE,
        "copyright": "Attribution of the training data: tatoeba.org and www.manythings.org/anki",
        "modelCard": {
            "modelParameters": {
                "task": "translation",
                "architectureFamily": "encoder-decoder Transformer",
                "datasets": [
                    {
                        "type": "dataset",
                        "name": "Sentence pairs of the Tatoeba Project",
                        "contents": {"url": "https://www.manythings.org/anki/"},
                        "description": "English and French, in the selection of "
                        "manythings.org/anki; Creative Commons Attribution 2.0 France, "
                        "https://creativecommons.org/licenses/by/2.0/fr/",
                    }
                ],
            }
        },
    }


def _component(root: Path, pattern: str, **fields: Any) -> dict[str, Any]:
    files = [path for path in sorted(root.glob(pattern)) if path.is_file()]
    return {
        "bom-ref": f"bundled:{fields['name']}",
        **fields,
        "components": [_file(path, path.relative_to(root).as_posix()) for path in files],
    }


def _file(path: Path, name: str) -> dict[str, Any]:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    hashes = [{"alg": "SHA-256", "content": digest}]
    return {"bom-ref": f"file:{name}", "type": "file", "name": name, "hashes": hashes}
