"""What a person says of an asset: each field is a facet of its own, so that none takes back another."""

from collections.abc import Iterator
from itertools import accumulate

import msgspec

from headwater.facts import kinds
from headwater.facts.budgets import SCHEMA_FIELDS, TAGS, within
from headwater.facts.openlineage.attribute_history import stated_asset
from headwater.facts.openlineage.facets import AssetFacet
from headwater.facts.part import EventPart, interpret, is_deleted, join_parts
from headwater.facts.problem import PartProblem
from headwater.model.ids import DatasetId, JobId

ASSET = "headwater_asset"
FIELDS = AssetFacet.__struct_fields__

encode = msgspec.json.Encoder().encode


def asset_facet(raw: bytes, asset: DatasetId | JobId, where: str) -> EventPart:
    """A facet for each field that is set, named `headwater_asset.<field>`: the latest of each stands."""
    if is_deleted(raw):
        facts = tuple(kinds.facet(asset.key, f"{ASSET}.{field}", None) for field in FIELDS)
        return join_parts(EventPart(facts), *stated_asset(asset, ASSET, None))
    return interpret(raw, AssetFacet, lambda facet: _fields(asset, facet), where)


def within_asset(facet: AssetFacet) -> AssetFacet:
    """The facet with as many tags and columns as are read."""
    tags, _ = within(facet.tags, TAGS, ".tags")
    columns, _ = within(facet.columns, SCHEMA_FIELDS, ".columns")
    tagged = accumulate(len(column.tags or ()) for column in columns)
    kept = [column for column, count in zip(columns, tagged, strict=True) if count <= TAGS.limit]
    return msgspec.structs.replace(
        facet,
        tags=None if facet.tags is None else list(tags),
        columns=None if facet.columns is None else kept,
    )


def _fields(asset: DatasetId | JobId, facet: AssetFacet) -> EventPart:
    kept = within_asset(facet)
    values = {field: getattr(kept, field) for field in FIELDS}
    facts = tuple(
        kinds.facet(asset.key, f"{ASSET}.{field}", encode({field: value}).decode())
        for field, value in values.items()
        if value is not None
    )
    return join_parts(
        EventPart(facts, problems=tuple(_left_out(facet, kept))), *stated_asset(asset, ASSET, kept)
    )


def _left_out(facet: AssetFacet, kept: AssetFacet) -> Iterator[PartProblem]:
    for field, budget in (("tags", TAGS), ("columns", SCHEMA_FIELDS)):
        given, read = len(getattr(facet, field) or ()), len(getattr(kept, field) or ())
        if read < given:
            yield PartProblem(f".{field}", f"{given:,} {budget.unit}, where {read:,} are read")
