"""The statements of a runbook, in the words that most databases share: make a change, and take it back."""

from collections.abc import Mapping

from headwater.simulator.proposals import ChangeType, ProposedChange


def ddl(change: ProposedChange) -> tuple[str, ...]:
    """What makes the change; a reordering has no statement of its own."""
    table, column = f"alter table {change.table}", change.target
    statements = {
        ChangeType.DROP_COLUMN: f"{table} drop column {column};",
        ChangeType.RENAME_COLUMN: f"{table} rename column {column} to {change.new_name};",
        ChangeType.CHANGE_TYPE: f"{table} alter column {column} type {change.new_type};",
        ChangeType.CHANGE_NULLABLE: f"{table} alter column {column} {_null(change.nullable)};",
        ChangeType.ADD_COLUMN: f"{table} add column {column} {change.new_type or '…'};",
        ChangeType.DROP_TABLE: f"drop table {change.table};",
        ChangeType.RENAME_TABLE: f"{table} rename to {change.new_name};",
    }
    return (statements[change.type],) if change.type in statements else ()


def rollback(change: ProposedChange, types: Mapping[str, str]) -> str:
    """`types` are those of the columns before."""
    table, column = f"alter table {change.table}", change.target or ""
    old = types.get(column, "…")
    name, copy = change.table, copy_name(change.table)
    ways = {
        ChangeType.DROP_COLUMN: f"{table} add column {column} {old}; fill it by its key from {copy}",
        ChangeType.RENAME_COLUMN: f"{table} rename column {change.new_name} to {column};",
        ChangeType.CHANGE_TYPE: f"{table} alter column {column} type {old};",
        ChangeType.CHANGE_NULLABLE: f"{table} alter column {column} {_null(not change.nullable)};",
        ChangeType.ADD_COLUMN: f"{table} drop column {column};",
        ChangeType.DROP_TABLE: f"restore {change.table} from a backup",
        ChangeType.RENAME_TABLE: f"alter table {change.new_name} rename to {change.table};",
        ChangeType.REORDER_COLUMNS: f"drop table {name}; alter table {copy} rename to {name};",
        ChangeType.CREATE_TABLE: f"drop table {change.table};",
    }
    return ways[change.type]


def remade(change: ProposedChange) -> tuple[str, ...]:
    """A table in another order of columns is a new table."""
    columns = ", ".join(change.order) or "… in the new order"
    new = f"{change.table}_new"
    return (
        f"create table {new} as select {columns} from {change.table};",
        f"alter table {change.table} rename to {copy_name(change.table)};",
        f"alter table {new} rename to {change.table};",
    )


def copy_name(table: str) -> str:
    return f"{table}_before"


def copy_of(table: str) -> str:
    """What a rollback fills from."""
    return f"create table {copy_name(table)} as select * from {table}; -- unless a backup does the same"


def _null(nullable: bool | None) -> str:
    return "drop not null" if nullable else "set not null"
