"""What the facets of a dataset state: its schema, its other names, its life, results of quality checks."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from headwater.facts.asset_facet import ASSET, asset_facet
from headwater.facts.declared_edges import DECLARED_EDGES, declared_edges
from headwater.facts.envelope import dataset_id
from headwater.facts.facets import (
    AssertionsFacet,
    AssetFacet,
    DeclaredEdgesFacet,
    LifecycleFacet,
    SchemaFacet,
    SchemaField,
    SymlinksFacet,
    TagsFacet,
)
from headwater.facts.fact import Fact, column_node, dataset_node
from headwater.facts.part import Occasion, Part, Waiting, interpreted, joined, kept, remembered
from headwater.model.ids import ColumnId, DatasetId, digest

Meaning = Callable[[DatasetId, Any], Part]

encode = msgspec.json.Encoder().encode


@remembered
def dataset_facet(raw: bytes, name: str, dataset: DatasetId, where: str) -> Part:
    """The facet itself, kept as it came, and what it means if it is one we know."""
    key = digest(dataset.key, name)

    def keep(value: str | None) -> Part:
        return Part((Fact("facet", key, node=dataset.key, name=name, value=value),))

    meaning = _meaning(raw, name, dataset, where)
    if name == ASSET:
        return joined(asset_facet(raw, dataset.key, f"{where}.{name}"), meaning)
    return joined(kept(raw, f"{where}.{name}", keep), meaning)


@remembered
def io_facet(raw: bytes, name: str, dataset: DatasetId, direction: str, where: str) -> Part:
    """A facet of a dataset as one run used it."""
    stem = digest(dataset.key, direction, name)

    def keep(value: str | None) -> Part:
        fact = Fact("io_facet", stem, node=dataset.key, label=direction, name=name, value=value)
        return Part(waiting=(Waiting(fact, Occasion.RUN),))

    return joined(kept(raw, f"{where}.{name}", keep), _meaning(raw, name, dataset, where))


def lifecycle(node: str, facet: LifecycleFacet) -> Part:
    state = facet.lifecycleStateChange.upper()
    fact = Fact("lifecycle", node, node=node, label=state)
    return Part(waiting=(Waiting(fact, Occasion.EVENT),), is_drop=state == "DROP")


def _meaning(raw: bytes, name: str, dataset: DatasetId, where: str) -> Part:
    known = KNOWN.get(name)
    if known is None:
        return Part()
    shape, meaning = known
    return interpreted(raw, shape, lambda facet: meaning(dataset, facet), f"{where}.{name}")


def _schema(dataset: DatasetId, facet: SchemaFacet) -> Part:
    """A sighting of a schema; versions are derived from all sightings in the order of event time."""
    if not facet.fields:
        return Part()
    # Descriptions are left out: a better wording is not another schema.
    fields = encode(_shape(facet.fields)).decode()
    shape = Fact("schema", digest("schema", fields), value=fields)
    sighting = Fact("sighting", dataset.key, node=dataset.key, target=shape.key)
    columns = (column_node(ColumnId(dataset, field.name)) for field in facet.fields)
    return Part((shape, *columns), (Waiting(sighting, Occasion.EVENT),))


def _shape(fields: list[SchemaField]) -> list[object]:
    return [
        {"name": field.name, "type": field.type, "fields": _shape(field.fields or [])}
        for field in _in_order(fields)
    ]


def _in_order(fields: list[SchemaField]) -> list[SchemaField]:
    if all(field.ordinal_position is not None for field in fields):
        return sorted(fields, key=lambda field: field.ordinal_position or 0)
    return fields


def _symlinks(dataset: DatasetId, facet: SymlinksFacet) -> Part:
    named = (dataset_id(other.namespace, other.name) for other in facet.identifiers or ())
    return joined(*(_alias(alias, dataset, "symlink") for alias in named if alias != dataset))


def _lifecycle(dataset: DatasetId, facet: LifecycleFacet) -> Part:
    happened = lifecycle(dataset.key, facet)
    before = facet.previousIdentifier
    if facet.lifecycleStateChange.upper() != "RENAME" or before is None:
        return happened
    return joined(happened, _alias(dataset_id(before.namespace, before.name), dataset, "rename"))


def _alias(alias: DatasetId, target: DatasetId, reason: str) -> Part:
    key = digest(alias.key, target.key, reason)
    return Part((dataset_node(alias), Fact("alias", key, source=alias.key, target=target.key, label=reason)))


def _assertions(dataset: DatasetId, facet: AssertionsFacet) -> Part:
    """dbt sends the same results among the input facets and the dataset facets: one key for both."""
    waiting = []
    for assertion in facet.assertions or ():
        name = assertion.name or assertion.assertion
        stem = digest(dataset.key, assertion.column or "", assertion.assertion, name)
        value = encode(msgspec.to_builtins(assertion)).decode()
        fact = Fact("assertion", stem, node=dataset.key, name=name, field=assertion.column, value=value)
        waiting.append(Waiting(fact, Occasion.RUN_OR_TIME))
    return Part(waiting=tuple(waiting))


def _tagged(dataset: DatasetId, facet: TagsFacet) -> Part:
    """A tag can speak of a column that no schema has shown yet."""
    return _columns(dataset, (tag.field for tag in facet.tags or () if tag.field))


def _asset(dataset: DatasetId, facet: AssetFacet) -> Part:
    return _columns(dataset, (column.name for column in facet.columns or ()))


def _columns(dataset: DatasetId, names: Iterable[str]) -> Part:
    return Part(tuple(column_node(ColumnId(dataset, name)) for name in names))


KNOWN: dict[str, tuple[type[Any], Meaning]] = {
    "schema": (SchemaFacet, _schema),
    "symlinks": (SymlinksFacet, _symlinks),
    "lifecycleStateChange": (LifecycleFacet, _lifecycle),
    "dataQualityAssertions": (AssertionsFacet, _assertions),
    "tags": (TagsFacet, _tagged),
    ASSET: (AssetFacet, _asset),
    DECLARED_EDGES: (DeclaredEdgesFacet, lambda _target, facet: declared_edges(facet)),
}
