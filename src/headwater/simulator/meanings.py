"""Values and rows that differ while the schema stays: who reads them, and what is made from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from headwater.simulator.judge import JudgedQuery, QueryEffect, QueryVerdict, Reason
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.binding import Reference, Role
from headwater.sql.dependencies import SORT, Dependency
from headwater.sql.limits import Budget
from headwater.sql.lineage import Relation, Written, analyse
from headwater.sql.schemas import Catalog, TableSchema

# Of one text.
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ChangedMeaning:
    """What of a table is no longer what it was, though its columns may be the same."""

    columns: frozenset[str] = frozenset()
    """In lower case."""
    rows: tuple[str, ...] = ()
    """Which clauses choose other rows; empty where the rows are the same."""

    def __bool__(self) -> bool:
        return bool(self.columns or self.rows)

    def in_words(self, table: str) -> Iterator[str]:
        """
        >>> list(ChangedMeaning(frozenset({"b", "a"}), ("where",)).in_words("t"))
        ['t.a means something else', 't.b means something else', 't has other rows: where']
        """
        yield from (f"{table}.{column} means something else" for column in sorted(self.columns))
        if self.rows:
            yield f"{table} has other rows: {', '.join(self.rows)}"


Meanings = Mapping[str, ChangedMeaning]


def meaning_effects(query: JudgedQuery, catalog: Catalog, meanings: Meanings) -> list[QueryEffect]:
    """What a text reads of these columns and rows; and that it could not be read, where that is so."""
    budget = Budget(SECONDS)
    dialect = dialect_named(query.dialect)
    statements = parse(query.text, dialect, budget)
    if statements.problems or not statements.trees:
        says = statements.problems[0] if statements.problems else "there is no statement"
        return [QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, Reason.NOT_PARSED, says)]
    bound = bind_trees(
        statements.trees,
        text=query.text,
        catalog=catalog,
        dialect=dialect,
        dialect_name=query.dialect or "",
        budget=budget,
    )
    found = [effect for one in bound.references for effect in _of_reference(one, meanings)]
    if not found and (bound.errors or bound.problems):
        says = bound.errors[0].message if bound.errors else next(iter(bound.problems))
        return [QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, Reason.UNSUPPORTED, says)]
    return found


def _of_reference(one: Reference, meanings: Meanings) -> Iterator[QueryEffect]:
    changed = meanings.get(one.table or "")
    if changed is None or one.role is Role.WRITTEN:
        return
    named = {one.column.lower()} if one.column else (changed.columns if one.star else frozenset())
    for column in sorted(named & changed.columns):
        says = f"{one.table}.{column} means something else"
        yield QueryEffect(QueryVerdict.WILL_SILENTLY_CHANGE, Reason.MEANING, says, one.fragment)
    if changed.rows and one.column is None and not one.star:
        says = f"{one.table} has other rows: {', '.join(changed.rows)}"
        yield QueryEffect(QueryVerdict.WILL_SILENTLY_CHANGE, Reason.ROWS, says, one.fragment)


def carried_meanings(
    query: JudgedQuery,
    reads: Iterable[str],
    writes: Iterable[str],
    schemas: Mapping[str, TableSchema],
    meanings: Meanings,
) -> dict[str, ChangedMeaning]:
    """What of the tables that a text writes comes from these columns and rows."""
    targets = sorted(writes)
    found = analyse(
        query.text,
        dialect=query.dialect,
        inputs=[_relation(name, schemas) for name in sorted(reads)],
        outputs=[_relation(name, schemas) for name in targets],
        seconds=SECONDS,
    )
    carried = {one.relation: _written(one, meanings) for one in found.written if one.relation in targets}
    for table in targets:
        if table not in carried and found.problems:
            # Never taken for unchanged because it could not be read.
            carried[table] = ChangedMeaning(rows=("not known: " + found.problems[0],))
    return {table: one for table, one in carried.items() if one}


def _relation(name: str, schemas: Mapping[str, TableSchema]) -> Relation:
    known = schemas.get(name)
    columns = known.columns if known else None
    return Relation(name, None if columns is None else tuple(one.name for one in columns))


def _written(one: Written, meanings: Meanings) -> ChangedMeaning:
    columns = {
        column.lower()
        for column, needs in one.columns.items()
        if any(_changed(need, meanings) for need in needs)
    }
    rows = {
        need.subtype.lower().replace("_", " ")
        for need in one.whole
        if need.subtype != SORT and _changed(need, meanings)
    }
    read = {name for name, _ in one.sources}
    rows |= {f"from {name}" for name in read if name in meanings and meanings[name].rows}
    return ChangedMeaning(frozenset(columns), tuple(sorted(rows)))


def _changed(need: Dependency, meanings: Meanings) -> bool:
    return need.relation in meanings and need.column.lower() in meanings[need.relation].columns
