"""Columns in one line each, so that a test shows only what differs."""

from headwater.simulator.schema_diff import Change, Field, compare


def columns(*lines: str) -> list[Field]:
    """Each as `name type`, the type with or without blanks; `!` at the end for not null, `?` for nullable."""
    return [_column(line) for line in lines]


def _column(line: str) -> Field:
    name, _, rest = line.partition(" ")
    nullable = {"!": False, "?": True}.get(rest[-1:])
    return Field(name, rest.rstrip("!?").strip() or None, nullable=nullable)


def only(before: list[Field], after: list[Field]) -> Change:
    """The one change between the two."""
    (change,) = compare(before, after)
    return change


def kinds(changes: tuple[Change, ...]) -> list[str]:
    return [f"{change.kind} {change.column}" for change in changes]
