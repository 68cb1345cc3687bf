"""Looks at a warehouse, and finds which tables are new, changed or gone since the last look."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from headwater.connectors.contract import Fetched, State
from headwater.connectors.warehouse.state import WarehouseState
from headwater.connectors.warehouse.tables import WarehouseSchema, WarehouseTable

PART_TABLES = 500


@dataclass(frozen=True, slots=True)
class WarehousePart:
    warehouse: WarehouseSchema
    changed: tuple[WarehouseTable, ...]
    gone: tuple[str, ...]
    gone_views: tuple[str, ...]


def fetch_parts(look: Callable[[], WarehouseSchema], kept: State) -> Iterator[Fetched[WarehousePart]]:
    before, warehouse = WarehouseState.read(kept), look()
    now = {table.name: table.digest for table in warehouse.tables}
    views = [table.name for table in warehouse.tables if table.is_view]
    changed = [table for table in warehouse.tables if before.tables.get(table.name) != table.digest]
    gone = tuple(sorted(before.tables.keys() - now.keys()))
    gone_views = tuple(sorted(set(before.views) - set(views)))
    known = {name: digest for name, digest in before.tables.items() if name in now}
    for start in range(0, len(changed), PART_TABLES):
        some = tuple(changed[start : start + PART_TABLES])
        known = {**known, **{table.name: table.digest for table in some}}
        # What is gone is reported in the last part, so it has to stay known until then.
        still = {**{name: before.tables[name] for name in gone}, **known}
        yield Fetched(WarehousePart(warehouse, some, (), ()), WarehouseState(still, before.views).kept())
    if gone or gone_views or views != before.views:
        part = WarehousePart(warehouse, (), gone, gone_views)
        yield Fetched(part, WarehouseState(now, views).kept())
