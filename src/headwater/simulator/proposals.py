"""A change that somebody proposes to a table: what kinds there are, and how a request for one is read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from headwater.errors import BadInputError
from headwater.model.nearest import nearest_names
from headwater.sql.schemas import ColumnSchema, TableSchema

MOST_CHANGES = 200


class ChangeType(StrEnum):
    DROP_COLUMN = "drop_column"
    RENAME_COLUMN = "rename_column"
    CHANGE_TYPE = "change_type"
    CHANGE_NULLABLE = "change_nullable"
    ADD_COLUMN = "add_column"
    REORDER_COLUMNS = "reorder_columns"
    DROP_TABLE = "drop_table"
    RENAME_TABLE = "rename_table"
    CREATE_TABLE = "create_table"
    """Made by DDL and by comparing schemas; it breaks nothing by itself."""


# The words of the BreakSight document.
OTHER_NAMES = {
    "rename": ChangeType.RENAME_COLUMN,
    "type_change": ChangeType.CHANGE_TYPE,
    "nullable": ChangeType.CHANGE_NULLABLE,
}
OF_COLUMNS = {
    ChangeType.DROP_COLUMN,
    ChangeType.RENAME_COLUMN,
    ChangeType.CHANGE_TYPE,
    ChangeType.CHANGE_NULLABLE,
    ChangeType.ADD_COLUMN,
}

EXISTING = OF_COLUMNS - {ChangeType.ADD_COLUMN}
"""What changes a column that is there."""

# Beside the target: what a change of each kind takes, and what else of a request must not stand there.
TAKEN = {
    ChangeType.DROP_COLUMN: (),
    ChangeType.RENAME_COLUMN: ("new_name",),
    ChangeType.CHANGE_TYPE: ("new_type",),
    ChangeType.CHANGE_NULLABLE: ("nullable",),
    ChangeType.ADD_COLUMN: ("new_type", "nullable", "position", "default"),
    ChangeType.REORDER_COLUMNS: ("position", "order"),
    ChangeType.DROP_TABLE: (),
    ChangeType.RENAME_TABLE: ("new_name",),
}
OPTIONAL = ("new_name", "new_type", "nullable", "position", "default", "order")


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """One change of one table; which of the later fields count depends on its type."""

    type: ChangeType
    table: str
    target: str | None = None
    """The column, by its name before this change; of an added column its name."""
    new_name: str | None = None
    new_type: str | None = None
    nullable: bool | None = None
    position: int | None = None
    """From 1; None means at the end of an added column, and where it is of all others."""
    default: bool | None = None
    """Whether the table fills the column where an insert leaves it out."""
    order: tuple[str, ...] = ()
    """Of a reordering: all columns in their new order."""
    columns: tuple[ColumnSchema, ...] = ()
    """Of a table that is made."""

    def in_words(self) -> str:
        """
        >>> ProposedChange(ChangeType.RENAME_COLUMN, "shop.orders", "total", new_name="amount").in_words()
        'rename shop.orders.total to amount'
        """
        name = f"{self.table}.{self.target}" if self.target else self.table
        words = {
            ChangeType.DROP_COLUMN: f"drop {name}",
            ChangeType.RENAME_COLUMN: f"rename {name} to {self.new_name}",
            ChangeType.CHANGE_TYPE: f"change the type of {name} to {self.new_type}",
            ChangeType.CHANGE_NULLABLE: f"{'allow' if self.nullable else 'forbid'} nulls in {name}",
            ChangeType.ADD_COLUMN: f"add {name} {self.new_type or ''}".strip(),
            ChangeType.REORDER_COLUMNS: f"reorder the columns of {self.table}",
            ChangeType.DROP_TABLE: f"drop {self.table}",
            ChangeType.RENAME_TABLE: f"rename {self.table} to {self.new_name}",
            ChangeType.CREATE_TABLE: f"create {self.table}",
        }
        return words[self.type]


def refused(field: str, reason: str, name: str = "", known: Sequence[str] = ()) -> BadInputError:
    """The error for one field of a request, with the nearest names where a name is unknown."""
    near = nearest_names(name, known) if name else ()
    return BadInputError(field, f"{reason}; nearest: {', '.join(near)}" if near else reason)


def read_changes(body: Mapping[str, Any], table: str) -> tuple[ProposedChange, ...]:
    """The changes of a request: one in the body itself, or several in `changes`."""
    listed = body.get("changes")
    if listed is None:
        return (read_change(body, table),)
    beside = next((key for key in ("change_type", "target", *OPTIONAL) if body.get(key) is not None), None)
    if beside is not None:
        raise BadInputError(beside, "give either one change or several in `changes`")
    if not isinstance(listed, list) or not listed:
        raise BadInputError("changes", "must be a list of at least one change")
    if len(listed) > MOST_CHANGES:
        raise BadInputError("changes", f"holds {len(listed)} changes, and at most {MOST_CHANGES} are taken")
    found = []
    for place, one in enumerate(listed):
        if not isinstance(one, Mapping):
            raise BadInputError(f"changes[{place}]", "must be an object")
        found.append(read_change(one, table, f"changes[{place}]."))
    return tuple(found)


def as_spelled(changes: Iterable[ProposedChange], table: TableSchema) -> tuple[ProposedChange, ...]:
    """With the column names as the schema has them, so that a change is the same however it was spelled."""
    found = []
    for change in changes:
        known = table.column(change.target) if change.target and change.type in EXISTING else None
        found.append(replace(change, target=known.name) if known else change)
    return tuple(found)


def read_change(body: Mapping[str, Any], table: str, prefix: str = "") -> ProposedChange:
    """One change; an error names the field in the way that `prefix` leads to it."""
    kind = _kind(body, prefix)
    target = _text(body, "target", prefix, required=kind in OF_COLUMNS)
    _check_fields(body, kind, table, prefix)
    return ProposedChange(
        kind,
        _text(body, "table", prefix) or table,
        target,
        new_name=_text(
            body, "new_name", prefix, required=kind in (ChangeType.RENAME_COLUMN, ChangeType.RENAME_TABLE)
        ),
        new_type=_type(body, prefix, required=kind is ChangeType.CHANGE_TYPE),
        nullable=_nullable(body, kind, prefix),
        position=_position(body, prefix, required=kind is ChangeType.REORDER_COLUMNS and bool(target)),
        default=None if kind is not ChangeType.ADD_COLUMN else body.get("default") is not None,
        order=_order(body, kind, target, prefix),
    )


def _check_fields(body: Mapping[str, Any], kind: ChangeType, table: str, prefix: str) -> None:
    """What would be left out in silence was meant to change something."""
    for key in OPTIONAL:
        if key not in TAKEN[kind] and body.get(key) not in (None, "", []):
            takers = " and ".join(one.value for one, taken in TAKEN.items() if key in taken)
            raise BadInputError(f"{prefix}{key}", f"is no part of {kind.value}; it goes with {takers}")
    target = body.get("target")
    of_table = kind in (ChangeType.DROP_TABLE, ChangeType.RENAME_TABLE)
    if of_table and target and not f".{table.lower()}".endswith(f".{str(target).lower()}"):
        raise BadInputError(f"{prefix}target", f"is no part of {kind.value}, which changes the whole table")


def _kind(body: Mapping[str, Any], prefix: str) -> ChangeType:
    field, word = f"{prefix}change_type", body.get("change_type")
    if not isinstance(word, str) or not word:
        raise BadInputError(field, "is missing")
    small = word.strip().lower()
    if small in OTHER_NAMES:
        return OTHER_NAMES[small]
    asked_for = [one.value for one in ChangeType if one is not ChangeType.CREATE_TABLE]
    if small not in asked_for:
        known = f"{word!r} is no kind of change; known are {', '.join(asked_for)}"
        raise refused(field, known, small, [*asked_for, *OTHER_NAMES])
    return ChangeType(small)


def _text(body: Mapping[str, Any], key: str, prefix: str, *, required: bool = False) -> str | None:
    value = body.get(key)
    if value is None or value == "":
        if required:
            raise BadInputError(f"{prefix}{key}", "is missing")
        return None
    if not isinstance(value, str) or len(value) > 2_000:
        raise BadInputError(f"{prefix}{key}", "must be a text of at most 2,000 characters")
    return value.strip()


def _type(body: Mapping[str, Any], prefix: str, *, required: bool) -> str | None:
    """Any word may be a type of somebody's database; one with open brackets or a second statement is none."""
    value = _text(body, "new_type", prefix, required=required)
    unclosed = value and any(value.count(one) != value.count(other) for one, other in ("()", "<>", "[]"))
    if value and (unclosed or ";" in value or not any(map(str.isalpha, value))):
        raise BadInputError(f"{prefix}new_type", f"`{value[:100]}` can't be a type")
    return value


def _nullable(body: Mapping[str, Any], kind: ChangeType, prefix: str) -> bool | None:
    value = body.get("nullable")
    if value is None and kind is ChangeType.CHANGE_NULLABLE:
        raise BadInputError(f"{prefix}nullable", "is missing: true allows nulls, false forbids them")
    if value is not None and not isinstance(value, bool):
        raise BadInputError(f"{prefix}nullable", "must be true or false")
    return value


def _position(body: Mapping[str, Any], prefix: str, *, required: bool) -> int | None:
    value = body.get("position")
    if value is None and not required:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadInputError(f"{prefix}position", "must be a whole number from 1 on")
    return value


def _order(body: Mapping[str, Any], kind: ChangeType, target: str | None, prefix: str) -> tuple[str, ...]:
    value = body.get("order")
    if value is None:
        if kind is ChangeType.REORDER_COLUMNS and not target:
            raise BadInputError(
                f"{prefix}order", "must list all columns, or `target` and `position` move one"
            )
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadInputError(f"{prefix}order", "must be a list of column names")
    return tuple(value)
