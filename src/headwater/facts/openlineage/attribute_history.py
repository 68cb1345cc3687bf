"""What facets say of owners, description, tags, classes and source code, kept for its history.

In the shortest form that is the same whoever says it: another producer, another order or another wording
around it is no change.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from headwater.facts import kinds
from headwater.facts.budgets import OWNERS, TAGS, WORD
from headwater.facts.openlineage.facets import AssetFacet, DeclaredColumn
from headwater.facts.part import EventPart, KeyScope, PendingFact, is_deleted
from headwater.model.ids import DatasetId, JobId

# A history shows the beginning of a long description: what changes behind that is not reported.
MAX_DESCRIPTION = 2000
YES = ("true", "yes", "1")
SOURCE = "sourceCodeLocation"
ASSET_FIELDS = ("owner", "description", "tier", "tags", "columns")

encode = msgspec.json.Encoder(order="sorted").encode


def stated(raw: bytes, name: str, node: DatasetId | JobId) -> EventPart:
    """Of a facet as its producer sent it; one that can't be read is reported where it is interpreted."""
    said = FACETS.get(name)
    if said is None:
        return EventPart()
    if is_deleted(raw):
        return _part(node, name, None)
    try:
        facet = msgspec.json.decode(raw)
        return _part(node, name, said(facet)) if isinstance(facet, dict) else EventPart()
    except (msgspec.DecodeError, ValueError, RecursionError):
        return EventPart()


def stated_asset(node: DatasetId | JobId, prefix: str, facet: AssetFacet | None) -> Iterator[EventPart]:
    """Of what a person declares: each field by itself; without a facet, all are taken back."""
    for field in ASSET_FIELDS:
        value = getattr(facet, field) if facet else None
        if facet is None or value is not None:
            yield _part(node, f"{prefix}.{field}", _declared(field, value))


def _part(node: DatasetId | JobId, name: str, value: object) -> EventPart:
    fact = kinds.attribute(node.key, name, encode(value).decode())
    return EventPart(pending=(PendingFact(fact, KeyScope.DAY),))


def _declared(field: str, value: Any) -> object:
    if value is None:
        return None
    if field == "columns":
        return {column.name: said for column in value if (said := _declared_class(column))}
    if field == "tags":
        return sorted(set(value))
    return str(value)[:MAX_DESCRIPTION]


def _declared_class(column: DeclaredColumn) -> dict[str, object]:
    classification = column.classification.lower() if column.classification else None
    return _class(classification, column.is_pii, sorted(set(column.tags or ())))


def _owners(facet: dict[str, Any]) -> list[str]:
    names = (owner.get("name") for owner in _objects(facet.get("owners"))[: OWNERS.limit])
    return sorted({name for name in names if isinstance(name, str) and len(name) <= WORD.limit})


def _description(facet: dict[str, Any]) -> str | None:
    text = facet.get("description")
    return text[:MAX_DESCRIPTION] if isinstance(text, str) else None


def _tags(facet: dict[str, Any]) -> dict[str, Any]:
    """Those of the dataset or job, and by column what is said of it."""
    tags = [tag for tag in _objects(facet.get("tags"))[: TAGS.limit] if isinstance(tag.get("key"), str)]
    by_column: dict[str, list[dict[str, Any]]] = {}
    for tag in tags:
        if isinstance(tag.get("field"), str):
            by_column.setdefault(tag["field"], []).append(tag)
    return {
        "own": sorted({_spelled(tag) for tag in tags if "field" not in tag}),
        "columns": {field: _tagged_class(found) for field, found in by_column.items()},
    }


def _tagged_class(tags: Iterable[dict[str, Any]]) -> dict[str, object]:
    words = [(tag["key"].lower(), _text(tag.get("value"))) for tag in tags]
    levels = [value.lower() for key, value in words if key == "classification" and value]
    flags = [(value or "true").lower() in YES for key, value in words if key in ("pii", "is_pii")]
    return _class(
        max(levels, default=None), any(flags) if flags else None, sorted({_spelled(tag) for tag in tags})
    )


def _class(classification: str | None, pii: bool | None, tags: list[str]) -> dict[str, object]:
    said: dict[str, object] = {"classification": classification, "pii": pii, "tags": tags}
    return {name: value for name, value in said.items() if value not in (None, [])}


def _spelled(tag: dict[str, Any]) -> str:
    value = _text(tag.get("value"))
    return tag["key"] if value in (None, "true") else f"{tag['key']}:{value}"


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return encode(value).decode()


def _source(facet: dict[str, Any]) -> dict[str, str]:
    """Which state of the code it is."""
    fields = {"version": "version", "pull_request": "pullRequestNumber", "url": "url"}
    said = {name: _text(facet.get(field)) for name, field in fields.items()}
    return {name: text[:MAX_DESCRIPTION] for name, text in said.items() if text}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


FACETS: dict[str, Callable[[dict[str, Any]], object]] = {
    "ownership": _owners,
    "documentation": _description,
    "tags": _tags,
    SOURCE: _source,
}
