"""What the facets of a dataset state: its schema, its other names, its life, results of quality checks."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from headwater.facts import kinds
from headwater.facts.openlineage.asset_facet import ASSET, asset_facet
from headwater.facts.openlineage.declared_edges import DECLARED_EDGES, declared_edges
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.openlineage.facets import (
    AssertionsFacet,
    AssetFacet,
    DeclaredEdgesFacet,
    LifecycleFacet,
    SchemaFacet,
    SchemaField,
    SymlinksFacet,
    TagsFacet,
)
from headwater.facts.part import (
    KeyScope,
    Part,
    PendingFact,
    cached_by_bytes,
    interpret,
    join_parts,
    raw_facet,
)
from headwater.model.ids import ColumnId, DatasetId, JobId

Meaning = Callable[[DatasetId, Any], Part]

encode = msgspec.json.Encoder().encode


@cached_by_bytes
def dataset_facet(raw: bytes, name: str, dataset: DatasetId, where: str) -> Part:
    """The facet itself, kept as it came, and what it means if it is one we know."""

    def as_it_came(body: str | None) -> Part:
        return Part((kinds.facet(dataset.key, name, body),))

    meaning = _meaning(raw, name, dataset, where)
    if name == ASSET:
        return join_parts(asset_facet(raw, dataset, f"{where}.{name}"), meaning)
    return join_parts(raw_facet(raw, f"{where}.{name}", as_it_came), meaning)


@cached_by_bytes
def io_facet(raw: bytes, name: str, dataset: DatasetId, direction: str, where: str) -> Part:
    """A facet of a dataset as one run used it."""

    def as_it_came(body: str | None) -> Part:
        fact = kinds.io_facet(dataset, direction, name, body)
        return Part(pending=(PendingFact(fact, KeyScope.RUN),))

    return join_parts(raw_facet(raw, f"{where}.{name}", as_it_came), _meaning(raw, name, dataset, where))


def lifecycle(node: DatasetId | JobId, facet: LifecycleFacet) -> Part:
    state = facet.lifecycleStateChange.upper()
    fact = kinds.lifecycle(node.key, state)
    # Keyed within the event: each change is kept, and none replaces an earlier one.
    return Part(pending=(PendingFact(fact, KeyScope.EVENT),), is_drop=state == "DROP")


def _meaning(raw: bytes, name: str, dataset: DatasetId, where: str) -> Part:
    known = KNOWN.get(name)
    if known is None:
        return Part()
    shape, meaning = known
    return interpret(raw, shape, lambda facet: meaning(dataset, facet), f"{where}.{name}")


def _schema(dataset: DatasetId, facet: SchemaFacet) -> Part:
    """A sighting of a schema; versions are derived from all sightings in the order of event time."""
    if not facet.fields:
        return Part()
    # Descriptions are left out: a better wording is not another schema.
    fields = encode(_shape(facet.fields)).decode()
    schema = kinds.schema(fields)
    columns = (kinds.node(ColumnId(dataset, field.name)) for field in facet.fields)
    sighting = PendingFact(kinds.sighting(dataset, schema.key), KeyScope.EVENT)
    return Part((schema, *columns), (sighting,))


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


def _symlinks(dataset: DatasetId, facet: SymlinksFacet) -> Part:
    named = (dataset_id(other.namespace, other.name) for other in facet.identifiers or ())
    return join_parts(*(_alias(alias, dataset, "symlink") for alias in named if alias != dataset))


def _lifecycle(dataset: DatasetId, facet: LifecycleFacet) -> Part:
    happened = lifecycle(dataset, facet)
    before = facet.previousIdentifier
    if facet.lifecycleStateChange.upper() != "RENAME" or before is None:
        return happened
    return join_parts(happened, _alias(dataset_id(before.namespace, before.name), dataset, "rename"))


def _alias(alias: DatasetId, target: DatasetId, reason: str) -> Part:
    return Part((kinds.node(alias), kinds.alias(alias, target, reason)))


def _assertions(dataset: DatasetId, facet: AssertionsFacet) -> Part:
    """dbt sends the same results among the input facets and the dataset facets: one key for both."""
    results = []
    for assertion in facet.assertions or ():
        name = assertion.name or assertion.assertion
        result = encode(msgspec.to_builtins(assertion)).decode()
        fact = kinds.assertion(dataset, assertion.column, assertion.assertion, name, result)
        results.append(PendingFact(fact, KeyScope.RUN_OR_TIME))
    return Part(pending=tuple(results))


def _tagged(dataset: DatasetId, facet: TagsFacet) -> Part:
    """A tag can name a column that no schema has shown yet."""
    return _columns(dataset, (tag.field for tag in facet.tags or () if tag.field))


def _asset(dataset: DatasetId, facet: AssetFacet) -> Part:
    return _columns(dataset, (column.name for column in facet.columns or ()))


def _columns(dataset: DatasetId, names: Iterable[str]) -> Part:
    return Part(tuple(kinds.node(ColumnId(dataset, name)) for name in names))


# A facet that is not listed here is kept as it came, and nothing is derived from it.
KNOWN: dict[str, tuple[type[Any], Meaning]] = {
    "schema": (SchemaFacet, _schema),
    "symlinks": (SymlinksFacet, _symlinks),
    "lifecycleStateChange": (LifecycleFacet, _lifecycle),
    "dataQualityAssertions": (AssertionsFacet, _assertions),
    "tags": (TagsFacet, _tagged),
    ASSET: (AssetFacet, _asset),
    DECLARED_EDGES: (DeclaredEdgesFacet, lambda _target, facet: declared_edges(facet)),
}
