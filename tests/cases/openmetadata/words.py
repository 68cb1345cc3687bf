"""What both files of answers are written with: documents that OpenMetadata's own models have checked."""

import json
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from metadata.generated.schema.type.entityHistory import EntityVersionHistory


def identity(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, name))


def checked(model: Any, document: dict[str, Any]) -> dict[str, Any]:
    """The document as the model writes it: a field that OpenMetadata does not have is an error here."""
    unknown = document.keys() - {field.alias or name for name, field in model.model_fields.items()}
    if unknown:
        raise ValueError(f"{model.__name__} has no {', '.join(sorted(unknown))}")
    found: dict[str, Any] = json.loads(
        model.model_validate(document).model_dump_json(exclude_none=True, by_alias=True)
    )
    return found


def reference(kind: str, name: str) -> dict[str, Any]:
    whole = kind in ("user", "team", "domain")
    short, full = (name, f'"{name}"' if "." in name else name) if whole else (name.rpartition(".")[2], name)
    return {"id": identity(name), "type": kind, "name": short, "fullyQualifiedName": full}


def tag(label: str) -> dict[str, Any]:
    return {"tagFQN": label, "source": "Classification", "labelType": "Manual", "state": "Confirmed"}


def history(versions: list[Any]) -> dict[str, Any]:
    # The server gives each version as text, newest first.
    texts = [json.dumps(one) for one in reversed(versions)]
    return checked(EntityVersionHistory, {"entityType": "table", "versions": texts})


def edge(source: str, target: str, **details: Any) -> dict[str, Any]:
    return {"fromEntity": identity(source), "toEntity": identity(target), "lineageDetails": details}
