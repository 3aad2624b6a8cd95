"""What the package brings along stands in NOTICE and in the SBOM, file by file."""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

from release import bundled, sbom

ROOT = Path(__file__).resolve().parent.parent.parent

# As cyclonedx-py writes it and as pip reports it, shortened to what is read.
RAW: dict[str, Any] = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "version": 1,
    "metadata": {
        "component": {"bom-ref": "root-component", "name": "diaphane", "type": "application"}
    },
    "components": [
        {
            "bom-ref": "PyYAML==6.0.4",
            "name": "PyYAML",
            "properties": [{"name": "cdx:python:package:required-extra", "value": "x"}],
            "purl": "pkg:pypi/pyyaml@6.0.4",
            "type": "library",
            "version": "6.0.4",
        },
        {
            "bom-ref": "torch==2.13.0+cpu",
            "name": "torch",
            "purl": "pkg:pypi/torch@2.13.0%2Bcpu",
            "type": "library",
            "version": "2.13.0+cpu",
        },
    ],
    "dependencies": [
        {"dependsOn": ["PyYAML==6.0.4", "torch==2.13.0+cpu"], "ref": "root-component"},
        {"ref": "PyYAML==6.0.4"},
        {"ref": "torch==2.13.0+cpu"},
    ],
}
REPORT = {
    "install": [
        {
            "metadata": {"name": name, "version": version},
            "download_info": {"url": "file:///x", "archive_info": {"hashes": {"sha256": digest}}},
        }
        for name, version, digest in (
            ("PyYAML", "6.0.4", "a" * 64),
            ("torch", "2.13.0+cpu", "b" * 64),
            ("diaphane", "0.1.0", "c" * 64),
        )
    ]
}


@pytest.fixture
def made() -> dict[str, Any]:
    return sbom.complete(copy.deepcopy(RAW), REPORT, "0.1.0")


def test_every_font_and_model_file_is_named_with_its_hash() -> None:
    hashes = {
        file["name"]: file["hashes"][0]["content"]
        for component in bundled.components()
        for file in component["components"]
    }
    files = [
        path
        for folder in ("fonts", "models")
        for path in (ROOT / "resources" / folder).rglob("*")
        if path.is_file() and path.name != "OFL.txt"
    ]
    assert hashes == {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_notice_names_each_with_its_licence_and_whom_to_name() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for component in bundled.components():
        assert f"{component['name']} {component.get('version', '')}".strip() in notice
        if component["type"] == "file":
            assert component["copyright"] in notice
    names = {"OFL-1.1": "SIL Open Font License 1.1", "Apache-2.0": "Apache License 2.0"}
    for identifier in {c["licenses"][0]["license"]["id"] for c in bundled.components()}:
        assert names[identifier] in notice
    for word in (
        "tatoeba.org",
        "www.manythings.org/anki",
        "creativecommons.org/licenses/by/2.0/fr",
    ):
        assert word in notice
        assert word.removeprefix("www.") in json.dumps(bundled.components())


def test_the_fonts_say_of_themselves_what_is_said_of_them() -> None:
    """Version and copyright out of each font's own name table, where they stand in UTF-16."""
    for component in bundled.components():
        for file in component["components"]:
            if file["name"].endswith((".otf", ".ttf")):
                said = (ROOT / file["name"]).read_bytes()
                major, minor = component["version"].split(".")
                assert f"Version {major}.{int(minor):03}".encode("utf-16-be") in said
                holder = re.split(r"\. |$", component["copyright"])[0]
                assert holder.encode("utf-16-be") in said


def test_what_is_bundled_is_a_part_of_the_whole(made: dict[str, Any]) -> None:
    names = {component["name"] for component in made["components"]}
    assert {"Inter", "Noto Sans Mono", "Diaphane English to French", "PyYAML", "torch"} == names
    references = {component["bom-ref"] for component in made["components"]}
    (root,) = [entry for entry in made["dependencies"] if entry["ref"] == "root-component"]
    assert set(root["dependsOn"]) == references
    assert made["metadata"]["component"]["purl"] == "pkg:pypi/diaphane@0.1.0"


def test_hashes_are_those_of_the_files_and_a_local_build_has_the_public_version(
    made: dict[str, Any],
) -> None:
    yaml, torch = made["components"][:2]
    assert yaml["hashes"] == [{"alg": "SHA-256", "content": "a" * 64}]
    assert (torch["version"], torch["purl"]) == ("2.13.0", "pkg:pypi/torch@2.13.0")
    assert torch["properties"][0]["value"] == "2.13.0+cpu"
    assert "hashes" not in torch
    assert "file:///" not in json.dumps(made)


@pytest.mark.skipif(importlib.util.find_spec("cyclonedx") is None, reason="needs the extra release")
def test_the_standard_s_schema_holds(made: dict[str, Any]) -> None:
    assert sbom.fault(json.dumps(made)) is None
    made["components"][-1]["type"] = "a model"
    assert "a model" in (sbom.fault(json.dumps(made)) or "")
