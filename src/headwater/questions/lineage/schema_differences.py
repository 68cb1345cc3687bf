"""Which schemas changed between two times, column by column, and by which event."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from headwater.answers.lineage import ColumnDifference, SchemaDifference, SchemaDifferences
from headwater.model.ids import NodeKind
from headwater.store.queries import nodes, schemas
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection
from headwater.store.queries.schemas import ChangedSchema


def schema_differences(
    connection: Connection, earlier: datetime, later: datetime | None, about: NodeName | None, limit: int
) -> SchemaDifferences:
    """Of all datasets, of one, or of one column."""
    if about is not None and about.kind == NodeKind.JOB:
        return SchemaDifferences((), 0)
    column = about.field if about is not None and about.kind == NodeKind.COLUMN else None
    found = schemas.changed(connection, earlier, later, members_of(connection, about), column, limit)
    names = nodes.names(connection, {row.dataset_id for row in found.items})
    items = tuple(_difference(row, names[row.dataset_id]) for row in found.items if row.dataset_id in names)
    return SchemaDifferences(items, found.total)


def members_of(connection: Connection, about: NodeName | None) -> list[int] | None:
    """A node, or the dataset of a column, under all its names; None stands for all nodes."""
    if about is None:
        return None
    if about.kind != NodeKind.COLUMN:
        return list(nodes.members(connection, about.id))
    return list(nodes.datasets_of_column(connection, about.id))


def _difference(row: ChangedSchema, name: NodeName) -> SchemaDifference:
    columns = tuple(_columns(_types(row.before), _types(row.after)))
    return SchemaDifference(name.answer, row.valid_from, row.event_id, columns)


def _columns(before: dict[str, str | None], after: dict[str, str | None]) -> Iterator[ColumnDifference]:
    for name, kind in before.items():
        if name not in after:
            yield ColumnDifference(name, "removed", kind, None)
        elif after[name] != kind:
            yield ColumnDifference(name, "retyped", kind, after[name])
    for name, kind in after.items():
        if name not in before:
            yield ColumnDifference(name, "added", None, kind)


def _types(fields: Any) -> dict[str, str | None]:
    listed = fields if isinstance(fields, list) else []
    return {
        str(field["name"]): field.get("type")
        for field in listed
        if isinstance(field, dict) and "name" in field
    }
