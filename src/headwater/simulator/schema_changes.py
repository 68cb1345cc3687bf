"""Schemas before and after: applies proposed changes, and finds the changes between two schemas."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from headwater.documents.words import count
from headwater.simulator.proposals import ChangeType, ProposedChange, refused
from headwater.sql.schemas import ColumnSchema, TableSchema

Schemas = Mapping[str, TableSchema]
Columns = list[ColumnSchema]


def schemas_of(tables: Iterable[TableSchema]) -> dict[str, TableSchema]:
    return {table.name: table for table in tables}


def apply(changes: Sequence[ProposedChange], schemas: Schemas) -> dict[str, TableSchema]:
    """The schemas after all changes, one after the other; raises where one cannot be made.

    >>> before = schemas_of([TableSchema("t", (ColumnSchema("a"), ColumnSchema("b")))])
    >>> after = apply([ProposedChange(ChangeType.DROP_COLUMN, "t", "b")], before)
    >>> [one.name for one in after["t"].columns]
    ['a']
    """
    after = dict(schemas)
    for place, change in enumerate(changes):
        prefix = f"changes[{place}]." if len(changes) > 1 else ""
        _apply_one(change, after, prefix)
    return after


def _apply_one(change: ProposedChange, after: dict[str, TableSchema], prefix: str) -> None:
    if change.type is ChangeType.CREATE_TABLE:
        after[change.table] = TableSchema(change.table, change.columns)
        return
    table = after.get(change.table)
    if table is None:
        raise refused(f"{prefix}table", f"no table named `{change.table}`", change.table, list(after))
    if change.type is ChangeType.DROP_TABLE:
        del after[change.table]
    elif change.type is ChangeType.RENAME_TABLE:
        new = _beside(change.table, change.new_name or "")
        if new in after and new != change.table:
            raise refused(f"{prefix}new_name", f"there is a table named `{new}` already")
        del after[change.table]
        after[new] = replace(table, name=new)
    else:
        columns = STEPS[change.type](list(table.columns or ()), change, prefix)
        after[change.table] = replace(table, columns=tuple(columns))


def _beside(old: str, new: str) -> str:
    """A new name without a schema stays in that of the old one."""
    return new if "." in new or "." not in old else f"{old.rpartition('.')[0]}.{new}"


def _place(columns: Columns, name: str | None, field: str) -> int:
    """Where a column stands; names are compared without case unless that is ambiguous."""
    wanted = name or ""
    exact = [place for place, one in enumerate(columns) if one.name == wanted]
    folded = [place for place, one in enumerate(columns) if one.name.lower() == wanted.lower()]
    found = exact or folded
    if not found:
        raise refused(field, f"no column named `{wanted}`", wanted, [one.name for one in columns])
    return found[0]


def _inside(columns: Columns, name: str) -> set[int]:
    prefix = f"{name.lower()}."
    return {place for place, one in enumerate(columns) if one.name.lower().startswith(prefix)}


def _drop(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    place = _place(columns, change.target, f"{prefix}target")
    gone = {place, *_inside(columns, columns[place].name)}
    return [one for here, one in enumerate(columns) if here not in gone]


def _rename(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    place = _place(columns, change.target, f"{prefix}target")
    old, new = columns[place].name, change.new_name or ""
    if "." in old and "." not in new:
        new = f"{old.rpartition('.')[0]}.{new}"
    taken = [
        one.name for here, one in enumerate(columns) if here != place and one.name.lower() == new.lower()
    ]
    if taken:
        raise refused(f"{prefix}new_name", f"there is a column named `{taken[0]}` already")
    renamed = {here: new + columns[here].name[len(old) :] for here in _inside(columns, old)} | {place: new}
    return [replace(one, name=renamed.get(here, one.name)) for here, one in enumerate(columns)]


def _change_type(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    place = _place(columns, change.target, f"{prefix}target")
    columns[place] = replace(columns[place], type=change.new_type)
    return columns


def _change_nullable(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    place = _place(columns, change.target, f"{prefix}target")
    default = columns[place].default if change.default is None else change.default
    columns[place] = replace(columns[place], nullable=change.nullable, default=default)
    return columns


def _add(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    name = change.target or ""
    taken = [one.name for one in columns if one.name.lower() == name.lower()]
    if taken:
        raise refused(f"{prefix}target", f"there is a column named `{taken[0]}` already")
    added = ColumnSchema(name, change.new_type, change.nullable, change.default)
    place = len(columns) if change.position is None else change.position - 1
    if place > len(columns):
        raise refused(f"{prefix}position", f"the table has only {count(len(columns), 'column')}")
    return [*columns[:place], added, *columns[place:]]


def _reorder(columns: Columns, change: ProposedChange, prefix: str) -> Columns:
    if change.order:
        places = [_place(columns, name, f"{prefix}order") for name in change.order]
        if sorted(places) != list(range(len(columns))):
            raise refused(f"{prefix}order", "must list every column of the table once")
        return [columns[place] for place in places]
    place = _place(columns, change.target, f"{prefix}target")
    to = (change.position or 1) - 1
    if to >= len(columns):
        raise refused(f"{prefix}position", f"the table has only {count(len(columns), 'column')}")
    rest = [one for here, one in enumerate(columns) if here != place]
    return [*rest[:to], columns[place], *rest[to:]]


Step = Callable[[Columns, ProposedChange, str], Columns]
STEPS: dict[ChangeType, Step] = {
    ChangeType.DROP_COLUMN: _drop,
    ChangeType.RENAME_COLUMN: _rename,
    ChangeType.CHANGE_TYPE: _change_type,
    ChangeType.CHANGE_NULLABLE: _change_nullable,
    ChangeType.ADD_COLUMN: _add,
    ChangeType.REORDER_COLUMNS: _reorder,
}


def diff(before: Schemas, after: Schemas) -> tuple[ProposedChange, ...]:
    """The changes that make `after` of `before`: `apply(diff(a, b), a)` is `b`.

    A column that goes while another comes is dropped and added: whether that is a rename only people know.
    """
    found: list[ProposedChange] = []
    for name in before:
        if name not in after:
            found.append(ProposedChange(ChangeType.DROP_TABLE, name))
    for name, table in after.items():
        if name not in before:
            found.append(ProposedChange(ChangeType.CREATE_TABLE, name, columns=table.columns or ()))
        elif table.columns != before[name].columns:
            found.extend(_table_diff(name, before[name].columns or (), table.columns or ()))
    return tuple(found)


def _table_diff(
    table: str, olds: Sequence[ColumnSchema], news: Sequence[ColumnSchema]
) -> Iterator[ProposedChange]:
    wanted = {one.name: one for one in news}
    gone = [one.name for one in olds if one.name not in wanted]
    kept = [one for one in olds if one.name in wanted]
    for name in gone:
        # With a structure go the fields inside it; those that are to stay come again below.
        if not any(name.lower().startswith(f"{other.lower()}.") for other in gone if other != name):
            yield ProposedChange(ChangeType.DROP_COLUMN, table, name)
    kept = [one for one in kept if not any(one.name.lower().startswith(f"{name.lower()}.") for name in gone)]
    for old in kept:
        yield from _column_diff(table, old, wanted[old.name])
    there = {one.name for one in kept}
    added = [one for one in news if one.name not in there]
    for one in added:
        yield ProposedChange(
            ChangeType.ADD_COLUMN,
            table,
            one.name,
            new_type=one.type,
            nullable=one.nullable,
            default=one.default,
        )
    order = [one.name for one in news]
    if [*(one.name for one in kept), *(one.name for one in added)] != order:
        yield ProposedChange(ChangeType.REORDER_COLUMNS, table, order=tuple(order))


def _column_diff(table: str, old: ColumnSchema, new: ColumnSchema) -> Iterator[ProposedChange]:
    if old.type != new.type:
        yield ProposedChange(ChangeType.CHANGE_TYPE, table, old.name, new_type=new.type)
    if (old.nullable, old.default) != (new.nullable, new.default):
        yield ProposedChange(
            ChangeType.CHANGE_NULLABLE, table, old.name, nullable=new.nullable, default=new.default
        )
