"""What a person says of an asset: each field is a facet of its own, so that none takes back another."""

import msgspec

from headwater.facts import kinds
from headwater.facts.openlineage.facets import AssetFacet
from headwater.facts.part import Part, interpret, is_deleted
from headwater.model.ids import DatasetId, JobId

ASSET = "headwater_asset"
FIELDS = AssetFacet.__struct_fields__

encode = msgspec.json.Encoder().encode


def asset_facet(raw: bytes, asset: DatasetId | JobId, where: str) -> Part:
    """A facet for each field that is set, named `headwater_asset.<field>`: the latest of each stands."""
    if is_deleted(raw):
        return Part(tuple(kinds.facet(asset.key, f"{ASSET}.{field}", None) for field in FIELDS))
    return interpret(raw, AssetFacet, lambda facet: _fields(asset, facet), where)


def _fields(asset: DatasetId | JobId, facet: AssetFacet) -> Part:
    values = {field: getattr(facet, field) for field in FIELDS}
    return Part(
        tuple(
            kinds.facet(asset.key, f"{ASSET}.{field}", encode({field: value}).decode())
            for field, value in values.items()
            if value is not None
        )
    )
