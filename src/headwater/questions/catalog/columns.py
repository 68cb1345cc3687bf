"""The columns of a dataset: from its current schema, with descriptions and tags from facets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from headwater.answers.catalog import SchemaVersion
from headwater.store.queries import nodes
from headwater.store.queries.facets import NamedFacet


@dataclass(frozen=True, slots=True)
class KnownColumn:
    """`in_schema` is false for a column that only lineage or an older schema speaks of."""

    name: str
    type: str | None = None
    ordinal: int | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    fields: tuple[Any, ...] = ()
    in_schema: bool = True
    nullable: bool | None = None


def columns_of(
    current: SchemaVersion | None, stated: Sequence[NamedFacet], mentioned: Sequence[nodes.ColumnNode]
) -> tuple[KnownColumn, ...]:
    """Columns in the order of the schema; then, by name, those that it does not have."""
    facets = {facet.name: facet.value for facet in stated}
    schema, catalog = facets.get("schema"), facets.get("headwater_asset.columns")
    tags = _joined(_tags(facets.get("tags")), _catalog_tags(catalog))
    # What people declare in the catalog goes over what the producer says.
    words = _descriptions(schema, "fields") | _descriptions(catalog, "columns")
    optional = _nullable(schema, "fields") | _nullable(catalog, "columns")
    fields = list(_objects(current.fields if current else None))
    listed = tuple(
        replace(_column(field, ordinal, tags, words), nullable=optional.get(str(field.get("name"))))
        for ordinal, field in enumerate(fields, start=1)
    )
    known = {column.name for column in listed}
    others = sorted(column.field for column in mentioned if column.field not in known)
    return listed + tuple(
        KnownColumn(
            name,
            tags=tags.get(name, ()),
            description=words.get(name),
            in_schema=False,
            nullable=optional.get(name),
        )
        for name in others
    )


def _column(
    field: dict[str, Any], ordinal: int, tags: dict[str, tuple[str, ...]], words: dict[str, str]
) -> KnownColumn:
    name = str(field.get("name"))
    description = words.get(name, field.get("description"))
    nested = tuple(_objects(field.get("fields")))
    return KnownColumn(name, field.get("type"), ordinal, description, tags.get(name, ()), nested)


def _tags(value: Any) -> dict[str, tuple[str, ...]]:
    """Tags by column, spelled as those of datasets are: `key`, or `key:value` where the value says more."""
    found: dict[str, list[str]] = {}
    for tag in _objects(value.get("tags") if isinstance(value, dict) else None):
        field, key = tag.get("field"), tag.get("key")
        if isinstance(field, str) and isinstance(key, str):
            found.setdefault(field, []).append(_tag(key, tag.get("value")))
    return {field: tuple(sorted(set(tags))) for field, tags in found.items()}


def _catalog_tags(value: Any) -> dict[str, tuple[str, ...]]:
    """What the catalog says of columns, in the same spelling."""
    return {
        str(column.get("name")): tuple(_catalog_words(column))
        for column in _objects(value.get("columns") if isinstance(value, dict) else None)
    }


def _catalog_words(column: dict[str, Any]) -> Iterator[str]:
    if column.get("classification"):
        yield _tag("classification", column["classification"])
    # A declared "no" is a tag as well: it differs from nothing said.
    if isinstance(column.get("is_pii"), bool):
        yield _tag("pii", str(column["is_pii"]).lower())
    tags = column.get("tags")
    yield from (tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


def _joined(*parts: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    names = {name for part in parts for name in part}
    return {name: tuple(sorted({tag for part in parts for tag in part.get(name, ())})) for name in names}


def _tag(key: str, value: Any) -> str:
    return key if value in (None, True, "true") else f"{key}:{value}"


def _descriptions(facet: Any, part: str) -> dict[str, str]:
    """A better wording is not another schema, so descriptions stay in the facet."""
    fields = _objects(facet.get(part) if isinstance(facet, dict) else None)
    return {
        str(field.get("name")): field["description"]
        for field in fields
        if isinstance(field.get("description"), str)
    }


def _nullable(facet: Any, part: str) -> dict[str, bool]:
    """Which columns may be null: declared in the catalog, or stated by some producers."""
    fields = _objects(facet.get(part) if isinstance(facet, dict) else None)
    return {
        str(field.get("name")): field["nullable"]
        for field in fields
        if isinstance(field.get("nullable"), bool)
    }


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    # Facets are kept as they came: what is no object there is passed over.
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list | tuple) else iter(())
