"""A change carried through what is made from it: views and jobs that follow it, and the readers of those.

Round by round: texts that read a changed table are judged; those that make a table or view give it the
columns that their query yields after the change; who reads these is judged in the next round, against
schemas in which all changes so far are made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, SchemaPair, decided
from headwater.simulator.meanings import ChangedMeaning, Meanings, carried_meanings, meaning_effects
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply, diff
from headwater.simulator.settlement import Settlement
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.limits import Budget
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema

DEFAULT_HOPS = 3
READABLE = (QueryVerdict.SAFE, QueryVerdict.WILL_SILENTLY_CHANGE)
# Of one text, for finding out what it writes.
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ReplayedText:
    """A query, or what a job or view runs, with the tables that it names."""

    key: str
    query: JudgedQuery
    reads: frozenset[str]
    writes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """`hop` is 1 for who reads the changed table itself; `table` is what led to the text."""

    key: str
    settlement: Settlement
    hop: int
    table: str

    @property
    def judgement(self) -> Judgement:
        return self.settlement.judgement


@dataclass(frozen=True, slots=True)
class CarriedChange:
    """A table or view that changes because the text that makes it does; without `changes` it is not filled
    any more: its readers find what was there before."""

    table: str
    hop: int
    key: str
    changes: tuple[ProposedChange, ...]
    gone: bool = False
    meaning: ChangedMeaning = field(default_factory=ChangedMeaning)

    @property
    def reaches(self) -> bool:
        """Whether readers find something else."""
        return bool(self.changes or self.meaning)

    def in_words(self) -> tuple[str, ...]:
        return (*(change.in_words() for change in self.changes), *self.meaning.in_words(self.table))


@dataclass(slots=True)
class Propagation:
    verdicts: dict[str, TextVerdict] = field(default_factory=dict)
    carried: dict[str, CarriedChange] = field(default_factory=dict)
    truncated: bool = False
    """There are readers beyond the last hop."""
    after: Mapping[str, TableSchema] = field(default_factory=dict)
    """All schemas with every change made."""


Judging = Callable[[Sequence[JudgedQuery], SchemaPair], Sequence[Settlement]]
"""As `Judges.judge_all`."""


def propagate(
    texts: Sequence[ReplayedText],
    before: Mapping[str, TableSchema],
    changes: Sequence[ProposedChange],
    judge: Judging,
    hops: int = DEFAULT_HOPS,
    meanings: Meanings | None = None,
) -> Propagation:
    """Raises where a change cannot be made. `meanings` are what differs beside the schemas, by table."""
    found = Propagation()
    after = found.after = apply(changes, before)
    differs = dict(meanings or {})
    reached = {name for name in {*before, *after} if before.get(name) != after.get(name)} | differs.keys()
    for hop in range(1, hops + 1):
        touched = [text for text in texts if text.reads & reached or text.writes & reached]
        if not touched:
            return found
        pair = SchemaPair(before, after)
        settlements = judge([text.query for text in touched], pair)
        for text, settlement in zip(touched, settlements, strict=True):
            _note(found, text, _with_meanings(text, settlement, pair, differs), hop, reached)
        carried = _carried(found, touched, pair, hop, differs)
        after = found.after = _with(after, carried)
        differs |= {one.table: one.meaning for one in carried if one.meaning}
        reached = {one.table for one in carried if one.reaches}
    found.truncated = any(text.reads & reached for text in texts)
    return found


def _with_meanings(
    text: ReplayedText, settlement: Settlement, pair: SchemaPair, differs: Meanings
) -> Settlement:
    """No engine sees that values differ, so that a text which reads them is looked at here."""
    judgement = settlement.judgement
    if not text.reads & differs.keys() or judgement.verdict not in READABLE:
        return settlement
    effects = meaning_effects(text.query, pair.catalogs(text.query.namespace)[0], differs)
    if not effects:
        return settlement
    return replace(settlement, judgement=decided([*judgement.effects, *effects], judgement.judge))


def _note(
    found: Propagation, text: ReplayedText, settlement: Settlement, hop: int, reached: Iterable[str]
) -> None:
    """A text that is reached twice keeps its first hop, and is judged against all changes."""
    known = found.verdicts.get(text.key)
    table = min((text.reads | text.writes) & set(reached))
    found.verdicts[text.key] = (
        replace(known, settlement=settlement) if known else TextVerdict(text.key, settlement, hop, table)
    )


def _carried(
    found: Propagation, touched: Sequence[ReplayedText], pair: SchemaPair, hop: int, differs: Meanings
) -> list[CarriedChange]:
    best: dict[str, CarriedChange] = {}
    for text in touched:
        verdict = found.verdicts[text.key].judgement.verdict
        if not text.writes or verdict in (QueryVerdict.SAFE, QueryVerdict.COULD_NOT_ANALYZE):
            continue
        written = {
            one.table: one for one in _written(text, pair, hop, fails=verdict is QueryVerdict.WILL_ERROR)
        }
        if verdict is not QueryVerdict.WILL_ERROR:
            _add_meanings(written, text, pair, hop, differs)
        for one in written.values():
            best[one.table] = min(one, best.get(one.table, one), key=_weight)
    # A table is carried once, unless all that was known so far is that somebody fills it no more.
    carried = [one for table, one in best.items() if one.reaches or table not in found.carried]
    carried = [one for one in carried if not _is_carried(found, one.table)]
    found.carried |= {one.table: one for one in carried}
    return carried


def _is_carried(found: Propagation, table: str) -> bool:
    return table in found.carried and found.carried[table].reaches


def _weight(one: CarriedChange) -> tuple[bool, bool, bool, str]:
    """Of several texts that make a table, the one that changes it most comes first."""
    return not one.gone, not one.changes, not one.meaning, one.key


def _add_meanings(
    written: dict[str, CarriedChange], text: ReplayedText, pair: SchemaPair, hop: int, differs: Meanings
) -> None:
    if not text.reads & differs.keys():
        return
    others = carried_meanings(text.query, text.reads, text.writes, pair.before, differs)
    for table, meaning in others.items():
        known = written.get(table, CarriedChange(table, hop, text.key, ()))
        written[table] = replace(known, meaning=meaning)


def _with(after: Mapping[str, TableSchema], carried: Sequence[CarriedChange]) -> dict[str, TableSchema]:
    changed = dict(after)
    for one in carried:
        changed = apply(one.changes, changed)
    return changed


def _written(text: ReplayedText, pair: SchemaPair, hop: int, *, fails: bool) -> Iterable[CarriedChange]:
    before, after = pair.catalogs(text.query.namespace)
    budget = Budget(SECONDS)
    trees = parse(text.query.text, dialect_named(text.query.dialect), budget).trees
    made = _made(trees, text, before)
    if fails:
        for table in sorted(text.writes & pair.after.keys()):
            # A view is its text: when that fails, whoever reads the view fails. A table keeps its rows.
            maker = made.get(table)
            gone = isinstance(maker, exp.Create) and maker.kind == "VIEW"
            dropped = (ProposedChange(ChangeType.DROP_TABLE, table),) if gone else ()
            yield CarriedChange(table, hop, text.key, dropped, gone)
        return
    one = {name: _yielded(tree, text.query, before, budget) for name, tree in made.items()}
    other = {name: _yielded(tree, text.query, after, budget) for name, tree in made.items()}
    for table, rows in other.items():
        known = pair.after.get(table)
        if known is not None and known.columns is not None and rows is not None and rows.complete:
            schema = _schema(known, one[table], rows)
            changes = diff({table: known}, {table: schema})
            if changes:
                yield CarriedChange(table, hop, text.key, changes)


def _made(trees: Sequence[exp.Expr], text: ReplayedText, catalog: Catalog) -> dict[str, exp.Expr]:
    """By table, the statement that gives it its columns."""
    made: dict[str, exp.Expr] = {}
    for tree in trees:
        if isinstance(tree, exp.Create):
            made[catalog.find(_parts(tree)).name] = tree
        elif isinstance(tree, exp.Query) and len(trees) == 1 and len(text.writes) == 1:
            # A job that runs a select writes what it yields.
            made[next(iter(text.writes))] = tree
    return made


def _yielded(tree: exp.Expr, query: JudgedQuery, catalog: Catalog, budget: Budget) -> RowSet | None:
    """The columns that a statement gives the table it makes."""
    bound = bind_trees(
        [tree],
        text=query.text,
        catalog=catalog,
        dialect=dialect_named(query.dialect),
        dialect_name=query.dialect or "",
        budget=budget,
        typed=True,
    )
    is_create = isinstance(tree, exp.Create)
    rows = bound.outputs.get(id(tree.expression if is_create else tree))
    if rows is None or bound.errors:
        return None
    listed = tree.this.expressions if is_create and isinstance(tree.this, exp.Schema) else ()
    found = rows.renamed([one.name for one in listed])
    # The next binding has to find the tree without types.
    for node in tree.walk():
        node._type = None
    return found


def _parts(tree: exp.Create) -> tuple[str, ...]:
    table = tree.find(exp.Table)
    return tuple(part.name.lower() for part in table.parts) if table else ()


def _schema(known: TableSchema, before: RowSet | None, after: RowSet) -> TableSchema:
    """The columns that the query yields; of those that did not change, what was known of them."""
    return TableSchema(known.name, tuple(_column(known, before, one) for one in after.columns))


def _column(known: TableSchema, before: RowSet | None, column: BoundColumn) -> ColumnSchema:
    was = before.index.get(column.name.lower(), [None])[0] if before else None
    old = known.column(column.name)
    if old is not None and (was is None or was.type == column.type):
        return old
    type_ = column.type.sql().lower() if column.type is not None else None
    return ColumnSchema(old.name if old else column.name, type_, old.nullable if old else None)
