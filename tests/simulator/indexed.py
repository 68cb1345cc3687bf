"""What the reference index says of a text."""

from collections.abc import Mapping

from headwater.sql.binding.binding import Role
from headwater.sql.references import references
from headwater.sql.schemas import TableSchema


def named(text: str, schemas: Mapping[str, TableSchema]) -> frozenset[tuple[str, str]] | None:
    """Every table and column that it names; None where it takes columns without naming them."""
    found = references(text, dialect="duckdb", relations=schemas.values())
    implicit = [one for one in found.references if one.star or one.positional or one.candidates]
    written = any(one.role is Role.WRITTEN for one in found.references)
    if implicit or found.problems or found.errors or written:
        return None
    return frozenset(((one.table or "").lower(), (one.column or "").lower()) for one in found.references)
