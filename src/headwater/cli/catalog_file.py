"""`headwater ingest catalog.yaml`: assets and declared lineage that a team keeps under version control."""

from pathlib import Path
from typing import Any

import yaml

from headwater.cli.server import Server
from headwater.errors import BadInputError

SUFFIXES = (".yaml", ".yml")


def is_catalog(path: str) -> bool:
    return path.lower().endswith(SUFFIXES)


def send_catalog(server: Server, path: str) -> tuple[int, int]:
    """How many assets and edges were taken; a catalog is taken as a whole or not at all."""
    reply = server.post("/api/v1/assets/import", read_catalog(path))
    return len(reply["assets"]), len(reply["edges"])


def read_catalog(path: str) -> dict[str, Any]:
    try:
        document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise BadInputError(path, f"can't be read: {error}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise BadInputError(path, f"is not YAML: {error}") from error
    if not isinstance(document, dict) or not document.keys() & {"assets", "lineage"}:
        raise BadInputError(path, "a catalog has `assets`, `lineage` or both at its top")
    return {name: part for name, part in document.items() if part is not None}
