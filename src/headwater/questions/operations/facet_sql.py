"""SQL in the facets of an OpenLineage event, masked before the event is stored."""

from typing import Any

import msgspec

from headwater.model.events import Event
from headwater.model.openlineage import to_event
from headwater.sql.dialects import dialect_of
from headwater.sql.fingerprint import mask_literals

# Where facets keep SQL: the `sql` facet as `query`, those of engines and of views as `sql`.
TEXTS = ("query", "sql")
# Deeper facets than this are refused by their readers, and hold nothing that is served.
MAX_DEPTH = 100


def with_masked_sql(event: Event) -> Event:
    """The same event without literals in its SQL; its identity is that of what is stored."""
    if not any(f'"{name}"' in event.body for name in TEXTS):
        return event
    document = msgspec.json.decode(event.body)
    masked = _masked_facets(document)
    return event if masked == document else to_event(masked)


def _masked_facets(document: dict[str, Any]) -> dict[str, Any]:
    masked = dict(document)
    for name in ("run", "job", "dataset"):
        if name in document:
            masked[name] = _of_entity(document[name])
    for side in ("inputs", "outputs"):
        if isinstance(document.get(side), list):
            masked[side] = [_of_entity(one) for one in document[side]]
    return masked


def _of_entity(entity: Any) -> Any:
    if not isinstance(entity, dict):
        return entity
    kinds = [name for name in ("facets", "inputFacets", "outputFacets") if isinstance(entity.get(name), dict)]
    return {**entity, **{name: _masked(entity[name], None, MAX_DEPTH) for name in kinds}}


def _masked(value: Any, dialect: str | None, deeper: int) -> Any:
    """Every text under a name that SQL is kept under, in the dialect that stands beside it."""
    if not deeper:
        return value
    if isinstance(value, list):
        return [_masked(one, dialect, deeper - 1) for one in value]
    if not isinstance(value, dict):
        return value
    stated = value.get("dialect")
    spoken = dialect_of(stated, ()) if isinstance(stated, str) else dialect
    return {
        name: mask_literals(one, spoken)
        if name in TEXTS and isinstance(one, str)
        else _masked(one, spoken, deeper - 1)
        for name, one in value.items()
    }
