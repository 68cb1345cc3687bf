"""Artifacts that dbt writes: read as JSON, distinguished by their own schema version, never guessed."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from headwater.errors import BadInputError

VERSION = re.compile(r"/dbt/([a-z-]+)/v(\d+)(?:\.json)?$")
# Older ones lack what lineage needs.
OLDEST = {"manifest": 4, "catalog": 1, "run-results": 4, "sources": 2}
# A manifest of 5,000 models takes some 60 MB.
MAX_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Artifact:
    """`file` is where it lies, as errors name it."""

    file: str
    version: int
    metadata: dict[str, Any]
    document: dict[str, Any]

    def section(self, name: str) -> dict[str, Any]:
        """A mapping of the artifact; empty if it is not there, as in artifacts of other versions."""
        found = self.document.get(name)
        if found is None:
            return {}
        if not isinstance(found, dict):
            raise BadInputError(f"{self.file}: {name}", "must be an object")
        return found

    @property
    def results(self) -> list[Any]:
        found = self.document.get("results")
        if not isinstance(found, list):
            raise BadInputError(f"{self.file}: results", "required, as a list")
        return found

    @property
    def generated_at(self) -> str:
        moment = self.metadata.get("generated_at")
        if not isinstance(moment, str):
            raise BadInputError(f"{self.file}: metadata.generated_at", "required")
        return moment


def read_artifact(path: Path, kind: str) -> Artifact:
    """The artifact of this kind; an error that names file and field for anything else."""
    document = _document(path)
    metadata = document.get("metadata")
    if not isinstance(metadata, dict):
        raise BadInputError(f"{path}: metadata", "required: this is no artifact of dbt")
    stated = str(metadata.get("dbt_schema_version") or "")
    match = VERSION.search(stated)
    if match is None:
        raise BadInputError(
            f"{path}: metadata.dbt_schema_version", f"`{stated[:200]}` is not the version of an artifact"
        )
    found, version = match[1], int(match[2])
    if found != kind:
        raise BadInputError(f"{path}: metadata.dbt_schema_version", f"this is a {found}, not a {kind}")
    if version < OLDEST[kind]:
        raise BadInputError(
            f"{path}: metadata.dbt_schema_version",
            f"version {version} is too old: versions from {OLDEST[kind]} on are read",
        )
    return Artifact(str(path), version, metadata, document)


def read_optional(path: Path, kind: str) -> Artifact | None:
    return read_artifact(path, kind) if path.exists() else None


def _document(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError(str(path), f"is larger than {MAX_BYTES:,} bytes")
        document = msgspec.json.decode(path.read_bytes())
    except FileNotFoundError as error:
        raise BadInputError(
            str(path), "no such file; `dbt compile` or `dbt build` writes it into the folder `target`"
        ) from error
    except OSError as error:
        raise BadInputError(str(path), f"can't be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInputError(str(path), f"is not whole JSON: {error}") from error
    if not isinstance(document, dict):
        raise BadInputError(str(path), "must be a JSON object")
    return document
