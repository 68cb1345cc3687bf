"""From tables of a warehouse to events: a schema version for each change, a job for each view, drops."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, event
from headwater.connectors.warehouse.fetch import WarehousePart
from headwater.connectors.warehouse.tables import TableColumn, WarehouseSchema, WarehouseTable
from headwater.model.times import iso

KIND = "warehouse"


def translate_tables(part: WarehousePart, run_at: datetime) -> Iterator[SourceDocument]:
    """A warehouse does not say when a table changed: it is dated when it was seen."""
    namespace, seen = part.warehouse.namespace, iso(run_at)
    for table in part.changed:
        name = (namespace, table.name)
        yield event(ol.dataset_event(name, seen, _facets(table), KIND))
        if table.sql:
            yield event(_view(part.warehouse, table, seen))
    dropped = {"lifecycleStateChange": ol.dropped()}
    for gone in part.gone:
        yield event(ol.dataset_event((namespace, gone), seen, dropped, KIND))
    for view in part.gone_views:
        yield event(ol.job_event((namespace, view), seen, dropped, KIND))


def _facets(table: WarehouseTable) -> ol.Facets:
    facets = {"datasetType": ol.dataset_type("VIEW" if table.is_view else "TABLE")}
    if table.columns:
        facets["schema"] = ol.schema([_field(column) for column in table.columns])
    if table.comment:
        facets["documentation"] = ol.documentation(table.comment)
    return facets


def _field(column: TableColumn) -> dict[str, Any]:
    said = {"name": column.name, "type": column.type, "description": column.comment}
    return {name: value for name, value in said.items() if value}


def _view(warehouse: WarehouseSchema, table: WarehouseTable, seen: str) -> dict[str, Any]:
    facets = {
        "jobType": ol.job_type("DATABASE", "VIEW" if table.is_view else "TABLE"),
        "sql": ol.sql(table.sql or "", warehouse.dialect),
    }
    name = (warehouse.namespace, table.name)
    inputs = [(warehouse.namespace, read) for read in table.reads]
    return ol.job_event(name, seen, facets, KIND, inputs, [ol.dataset(name)])
