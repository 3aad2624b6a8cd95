"""The SBOM of a release, as CycloneDX 1.6 in JSON: what is in it and what it was tested with.

CycloneDX's own tool (``cyclonedx-py``) reads an environment that holds the wheel and what it
depends on, with the licences that each package declares. Added here is what that tool cannot
know: the hashes of the files that pip fetched, and what the package brings along
(:mod:`release.bundled`). The result is checked against the standard's schema.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import Version

from release import ROOT, bundled

SCHEMA = "1.6"


def make(python: Path, report: dict[str, Any], version: str, source: Path = ROOT) -> str:
    """The SBOM of the environment of ``python``, into which pip installed what it reports.

    Args:
        python: the interpreter of that environment.
        report: pip's report of the installation.
        version: of the package.
        source: what the package was built from.

    Raises:
        subprocess.CalledProcessError: cyclonedx-py failed; it has said why.
        ValueError: the result breaks the standard's schema.
    """
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
    command += ["--pyproject", str(source / "pyproject.toml"), "--mc-type", "application"]
    command += ["--spec-version", SCHEMA, "--output-format", "JSON", str(python)]
    made = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    text = json.dumps(complete(json.loads(made.stdout), report, version, source), indent=2) + "\n"
    problem = fault(text)
    if problem is not None:
        raise ValueError(problem)
    return text


def complete(
    sbom: dict[str, Any], report: dict[str, Any], version: str, source: Path = ROOT
) -> dict[str, Any]:
    """``sbom`` with the version, the hashes and what is bundled; nothing about this machine."""
    hashes = {
        canonicalize_name(item["metadata"]["name"]): item["download_info"]["archive_info"]["hashes"]
        for item in report["install"]
        if "archive_info" in item["download_info"]
    }
    main = sbom["metadata"]["component"]
    main["version"] = version
    main["purl"] = f"pkg:pypi/{main['name']}@{version}"
    for component in sbom["components"]:
        local = Version(component["version"]).local is not None
        digest = hashes.get(canonicalize_name(component["name"]), {}).get("sha256")
        if local:
            # Its file is not the one that the index has under the public version.
            _make_public(component)
        elif digest is not None:
            component["hashes"] = [{"alg": "SHA-256", "content": digest}]
    ours = bundled.components(source)
    sbom["components"] += ours
    for entry in sbom["dependencies"]:
        if entry["ref"] == main["bom-ref"]:
            entry["dependsOn"] = sorted(
                [*entry.get("dependsOn", []), *(item["bom-ref"] for item in ours)]
            )
    return sbom


def _make_public(component: dict[str, Any]) -> None:
    """Name a local build by its public version, so that advisories for that are found."""
    version = Version(component["version"])
    tested = {"name": "diaphane:tested-build", "value": str(version)}
    component["properties"] = [*component.get("properties", []), tested]
    component["version"] = version.public
    component["purl"] = f"pkg:pypi/{canonicalize_name(component['name'])}@{version.public}"


def fault(text: str) -> str | None:
    """What breaks the standard's schema in an SBOM; ``None`` if nothing does."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    problem = JsonStrictValidator(SchemaVersion.from_version(SCHEMA)).validate_str(text)
    return None if problem is None else str(problem)
