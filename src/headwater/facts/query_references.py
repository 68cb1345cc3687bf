"""What a query references, bound to the datasets that it may mean: read once for each set of schemas."""

from collections.abc import Iterator, Sequence

import msgspec

from headwater.facts.budgets import WORD
from headwater.sql.dialects import dialect_of
from headwater.sql.references import References, references
from headwater.sql.schemas import ColumnSchema, TableSchema

# Processor time for one text: the others of its chunk wait meanwhile.
SECONDS = 2.0
MOST_REASONS = 20
MOST_CHARACTERS = 300
# Columns and tables are looked up by an index, whose entries are small.
TOO_LONG = f"names a column or table in more than {WORD.limit} characters, which is not looked up"


class BoundTable(msgspec.Struct, frozen=True):
    """A name that a text may mean, and the datasets that bear it: several, if namespaces share the name."""

    name: str
    datasets: list[int]
    namespaces: list[str]
    columns: list[str] | None = None
    former: list[str] = []
    """Columns that it had before, and has no more: queries that were run then still name them."""


class IndexedReference(msgspec.Struct, frozen=True, array_like=True):
    """A dataset, or a column of it, that a query references; without a field, the dataset as a whole."""

    dataset: int
    field: str
    role: str
    star: bool
    positional: bool
    certain: bool


class IndexedQuery(msgspec.Struct, frozen=True):
    references: list[IndexedReference]
    tables: list[str]
    """The last part of each table that it names, known or not, in lower case."""
    problems: list[str]
    """Why it, or a part of it, could not be analysed."""
    errors: list[str]
    """Names in it that no table supplies."""


def read_references(
    text: str, dialect: str | None, session: Sequence[str], tables: Sequence[BoundTable]
) -> IndexedQuery:
    """`session` is the database and schema in which names without one are looked for."""
    namespaces = [namespace for table in tables for namespace in table.namespaces]
    spoken = dialect_of(dialect, namespaces)
    found = _read(text, spoken, session, tables, former=False)
    if found.errors and any(table.former for table in tables):
        earlier = _read(text, spoken, session, tables, former=True)
        found = earlier if len(earlier.errors) < len(found.errors) else found
    by_name = {table.name: table for table in tables}
    named = set(_indexed(found, by_name))
    tails = {name.lower().rpartition(".")[2].strip('"`[]') for name in found.tables}
    kept = {one for one in named if len(one.field) <= WORD.limit}
    short = {tail for tail in tails if len(tail) <= WORD.limit}
    too_long = (TOO_LONG,) if (named, tails) != (kept, short) else ()
    return IndexedQuery(
        sorted(kept, key=msgspec.structs.astuple),
        sorted(short),
        _reasons((*too_long, *found.problems)),
        _reasons(found.errors),
    )


def _read(
    text: str, dialect: str | None, session: Sequence[str], tables: Sequence[BoundTable], *, former: bool
) -> References:
    relations = [_schema(table, former) for table in tables]
    return references(text, dialect=dialect, relations=relations, namespace=session, seconds=SECONDS)


def _schema(table: BoundTable, former: bool) -> TableSchema:
    if table.columns is None:
        return TableSchema(table.name)
    names = [*table.columns, *table.former] if former else table.columns
    return TableSchema(table.name, tuple(map(ColumnSchema, names)))


def _indexed(found: References, by_name: dict[str, BoundTable]) -> Iterator[IndexedReference]:
    for one in found.references:
        for name in (one.table,) if one.table else one.candidates:
            table = by_name.get(name)
            for dataset in table.datasets if table else ():
                yield IndexedReference(
                    dataset,
                    one.column or "",
                    one.role.value,
                    one.star,
                    one.positional,
                    certain=one.table is not None and len(table.datasets if table else ()) == 1,
                )


def _reasons(words: Sequence[str]) -> list[str]:
    return [reason[:MOST_CHARACTERS].replace("\x00", "\ufffd") for reason in words[:MOST_REASONS]]
