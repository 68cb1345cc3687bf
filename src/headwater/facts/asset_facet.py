"""What a person says of an asset: each field is a word of its own, so that one does not take back another."""

import msgspec

from headwater.facts.facets import AssetFacet
from headwater.facts.fact import Fact
from headwater.facts.part import Part, interpreted, is_deleted
from headwater.model.ids import digest

ASSET = "headwater_asset"
FIELDS = AssetFacet.__struct_fields__

encode = msgspec.json.Encoder().encode


def asset_facet(raw: bytes, node: str, where: str) -> Part:
    """A facet for each field that is told, named `headwater_asset.<field>`: the last word on each stands."""
    if is_deleted(raw):
        return Part(tuple(_word(node, field, None) for field in FIELDS))
    return interpreted(raw, AssetFacet, lambda facet: _told(node, facet), where)


def _told(node: str, facet: AssetFacet) -> Part:
    told = ((field, getattr(facet, field)) for field in FIELDS)
    return Part(
        tuple(
            _word(node, field, encode({field: value}).decode()) for field, value in told if value is not None
        )
    )


def _word(node: str, field: str, value: str | None) -> Fact:
    name = f"{ASSET}.{field}"
    return Fact("facet", digest(node, name), node=node, name=name, value=value)
