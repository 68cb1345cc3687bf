"""What the facets of a dataset state: its schema, its other names, its life, results of quality checks."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import msgspec

from headwater.facts import kinds
from headwater.facts.budgets import ASSERTIONS, SCHEMA_FIELDS, SYMLINKS, TAGS, Problems, within
from headwater.facts.openlineage.asset_facet import ASSET, asset_facet, within_asset
from headwater.facts.openlineage.attribute_history import stated
from headwater.facts.openlineage.attributes import dataset_type, long_tags, ownership
from headwater.facts.openlineage.declared_edges import DECLARED_EDGES, declared_edges
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.openlineage.facets import (
    AssertionsFacet,
    AssetFacet,
    DatasetTypeFacet,
    DeclaredEdgesFacet,
    LifecycleFacet,
    OwnershipFacet,
    SchemaFacet,
    SchemaField,
    SignalFacet,
    SymlinksFacet,
    TagsFacet,
)
from headwater.facts.part import (
    EventPart,
    KeyScope,
    PendingFact,
    cached_by_bytes,
    interpret,
    join_parts,
    raw_facet,
)
from headwater.facts.problem import PartProblem
from headwater.facts.reports import signal_text
from headwater.model.ids import ColumnId, DatasetId, JobId

SIGNAL = "headwater_signal"

Meaning = Callable[[DatasetId, Any], EventPart]

encode = msgspec.json.Encoder().encode


@cached_by_bytes
def dataset_facet(raw: bytes, name: str, dataset: DatasetId, where: str) -> EventPart:
    """The facet itself, kept as it came, and what it means if it is one we know."""

    def as_it_came(body: str | None) -> EventPart:
        return EventPart((kinds.facet(dataset.key, name, body),))

    meaning = _meaning(raw, name, dataset, where)
    if name == ASSET:
        return join_parts(asset_facet(raw, dataset, f"{where}.{name}"), meaning)
    return join_parts(raw_facet(raw, f"{where}.{name}", as_it_came), meaning, stated(raw, name, dataset))


@cached_by_bytes
def io_facet(
    raw: bytes, name: str, dataset: DatasetId, direction: str, where: str, of_run: bool
) -> EventPart:
    """A facet of a dataset as one run used it; without the run only what it means can be kept."""

    def as_it_came(body: str | None) -> EventPart:
        fact = kinds.io_facet(dataset, direction, name, body)
        return EventPart(pending=(PendingFact(fact, KeyScope.RUN),) if of_run else ())

    return join_parts(raw_facet(raw, f"{where}.{name}", as_it_came), _meaning(raw, name, dataset, where))


def lifecycle(node: DatasetId | JobId, facet: LifecycleFacet) -> EventPart:
    state = facet.lifecycleStateChange.upper()
    fact = kinds.lifecycle(node.key, state)
    # Keyed within the event: each change is kept, and none replaces an earlier one.
    return EventPart(pending=(PendingFact(fact, KeyScope.EVENT),), is_drop=state == "DROP")


def _meaning(raw: bytes, name: str, dataset: DatasetId, where: str) -> EventPart:
    known = KNOWN.get(name)
    if known is None:
        return EventPart()
    shape, meaning = known
    return interpret(raw, shape, lambda facet: meaning(dataset, facet), f"{where}.{name}")


def _schema(dataset: DatasetId, facet: SchemaFacet) -> EventPart:
    """A sighting of a schema; versions are derived from all sightings in the order of event time."""
    listed, problems = _within_budget(facet.fields or [])
    if not listed:
        return EventPart(problems=problems)
    # Descriptions are left out: a better wording is not another schema.
    fields = encode(_shape(listed)).decode()
    schema = kinds.schema(fields)
    columns = (kinds.node(ColumnId(dataset, field.name)) for field in listed)
    sighting = PendingFact(kinds.sighting(dataset, schema.key, len(listed)), KeyScope.EVENT)
    return EventPart((schema, *columns), (sighting,), problems=problems)


def _within_budget(fields: list[SchemaField]) -> tuple[list[SchemaField], Problems]:
    """The fields that fit with all that is nested in them, in their order."""
    sizes = [_size(field) for field in fields]
    if sum(sizes) <= SCHEMA_FIELDS.limit:
        return fields, ()
    kept, used = [], 0
    for field, size in zip(fields, sizes, strict=True):
        if used + size <= SCHEMA_FIELDS.limit:
            kept.append(field)
            used += size
    reason = f"{sum(sizes):,} {SCHEMA_FIELDS.unit}, where {used:,} are read"
    return kept, (PartProblem(".fields", reason),)


def _size(field: SchemaField) -> int:
    size, inner = 1, [field]
    while inner:
        inner = [nested for outer in inner for nested in outer.fields or ()]
        size += len(inner)
    return size


def _shape(fields: list[SchemaField]) -> list[object]:
    return [
        {"name": field.name, "type": field.type, "fields": _shape(field.fields or [])}
        for field in _in_order(fields)
    ]


def _in_order(fields: list[SchemaField]) -> list[SchemaField]:
    # With some positions missing, the order in which the fields are listed is the only whole one.
    if all(field.ordinal_position is not None for field in fields):
        return sorted(fields, key=lambda field: field.ordinal_position or 0)
    return fields


def _symlinks(dataset: DatasetId, facet: SymlinksFacet) -> EventPart:
    identifiers, problems = within(facet.identifiers, SYMLINKS, ".identifiers")
    named = (dataset_id(other.namespace, other.name) for other in identifiers)
    aliases = (_alias(alias, dataset, "symlink") for alias in named if alias != dataset)
    return join_parts(*aliases, EventPart(problems=problems))


def _lifecycle(dataset: DatasetId, facet: LifecycleFacet) -> EventPart:
    happened = lifecycle(dataset, facet)
    before = facet.previousIdentifier
    if facet.lifecycleStateChange.upper() != "RENAME" or before is None:
        return happened
    return join_parts(happened, _alias(dataset_id(before.namespace, before.name), dataset, "rename"))


def _alias(alias: DatasetId, target: DatasetId, reason: str) -> EventPart:
    return EventPart((kinds.node(alias), kinds.alias(alias, target, reason)))


def _assertions(dataset: DatasetId, facet: AssertionsFacet) -> EventPart:
    """dbt sends the same results among the input facets and the dataset facets: one key for both."""
    results = []
    assertions, problems = within(facet.assertions, ASSERTIONS, ".assertions")
    for assertion in assertions:
        name = assertion.name or assertion.assertion
        result = encode(msgspec.to_builtins(assertion)).decode()
        fact = kinds.assertion(dataset, assertion.column, assertion.assertion, name, result)
        results.append(PendingFact(fact, KeyScope.RUN_OR_TIME))
    return EventPart(pending=tuple(results), problems=problems)


def _signal(dataset: DatasetId, facet: SignalFacet) -> EventPart:
    fact = kinds.signal(dataset.key, None, signal_text(msgspec.to_builtins(facet)))
    return EventPart(pending=(PendingFact(fact, KeyScope.EVENT),))


def _tagged(dataset: DatasetId, facet: TagsFacet) -> EventPart:
    """A tag can name a column that no schema has shown yet."""
    tags, _cut = within(facet.tags, TAGS, ".tags")
    columns = _columns(dataset, (tag.field for tag in tags if tag.field))
    return replace(columns, problems=long_tags(facet))


def _asset(dataset: DatasetId, facet: AssetFacet) -> EventPart:
    return _columns(dataset, (column.name for column in within_asset(facet).columns or ()))


def _columns(dataset: DatasetId, names: Iterable[str]) -> EventPart:
    return EventPart(tuple(kinds.node(ColumnId(dataset, name)) for name in names))


# A facet that is not listed here is kept as it came, and nothing is derived from it.
KNOWN: dict[str, tuple[type[Any], Meaning]] = {
    "schema": (SchemaFacet, _schema),
    "symlinks": (SymlinksFacet, _symlinks),
    "lifecycleStateChange": (LifecycleFacet, _lifecycle),
    "dataQualityAssertions": (AssertionsFacet, _assertions),
    SIGNAL: (SignalFacet, _signal),
    "tags": (TagsFacet, _tagged),
    "datasetType": (DatasetTypeFacet, lambda _dataset, facet: dataset_type(facet)),
    "ownership": (OwnershipFacet, lambda _dataset, facet: ownership(facet)),
    ASSET: (AssetFacet, _asset),
    DECLARED_EDGES: (DeclaredEdgesFacet, lambda _target, facet: declared_edges(facet)),
}
