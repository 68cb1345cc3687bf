"""What the statements of one text write, gathered relation by relation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from sqlglot import exp

from headwater.sql.analysis import Written
from headwater.sql.context import Context
from headwater.sql.dependencies import Dependencies, distinct
from headwater.sql.row_sets import OpenRelation, RowField, Rows, Source, all_sources
from headwater.sql.scope import Scope
from headwater.sql.table_names import Match, Parts, lives_in_script, parts_of


@dataclass(slots=True)
class Draft:
    """One relation's lineage while statements still add to it."""

    match: Match
    columns: dict[str, RowField] = field(default_factory=dict)
    whole: Dependencies = ()
    sources: dict[Source, None] = field(default_factory=dict)

    def add(self, fields: Iterable[RowField], rows: Rows) -> None:
        for one in fields:
            mine = self.columns.get(one.name.lower())
            dependencies = distinct((*mine.dependencies, *one.dependencies)) if mine else one.dependencies
            self.columns[one.name.lower()] = RowField(mine.name if mine else one.name, dependencies)
        self.whole = distinct((*self.whole, *rows.whole))
        self.sources.update(rows.sources)

    def written(self) -> Written:
        columns = {one.name: one.dependencies for one in self.columns.values()}
        return Written(self.match.name, self.match.reported, columns, self.whole, tuple(self.sources))


@dataclass(slots=True)
class Script:
    """`queries` are those without a target: they count only if nothing else is written."""

    context: Context
    drafts: dict[str, Draft] = field(default_factory=dict)
    queries: list[Rows] = field(default_factory=list)
    dropped: Counter[Parts] = field(default_factory=Counter)  # by statements still to come
    into_variables: bool = False  # what `select … into` fills, in a procedure
    around: Mapping[str, Rows] = field(default_factory=dict)  # CTEs around statements
    exports: int = 0  # queries among them whose rows leave the database

    def scope(self) -> Scope:
        return Scope(self.context, self.around)

    @contextmanager
    def inside(self, ctes: Mapping[str, Rows]) -> Iterator[None]:
        """What runs meanwhile sees these."""
        before, self.around = self.around, ctes
        try:
            yield
        finally:
            self.around = before

    def target(self, table: exp.Expr, *, temporary: bool = False) -> "Target":
        self.context.visited.add(id(table))
        return self.target_of(parts_of(table), temporary=temporary)

    def target_of(self, parts: Parts, *, temporary: bool = False) -> "Target":
        if temporary:
            return Target(parts, Match(".".join(parts), False), temporary=True)
        # Writes to a temporary table never become lineage of their own.
        key = self.context.temporary_key(parts)
        if key is not None:
            rows = self.context.temporary[key]
            columns = tuple(one.name for one in rows.fields)
            return Target(parts, Match(key, False, columns or None), temporary=True)
        match = self.context.names.written(parts)
        columns_made = match.columns or self.context.columns_made.get(match.name)
        return Target(parts, match._replace(columns=columns_made), temporary=lives_in_script(parts))

    def write(self, target: "Target", fields: Sequence[RowField], rows: Rows) -> None:
        rows = self._with_records(rows)
        # A literal without a name tells nothing.
        kept = [one for one in fields if one.named or one.dependencies]
        if target.temporary:
            self._write_temporary(target.parts, kept, rows)
            return
        draft = self.drafts.setdefault(target.match.name, Draft(target.match))
        draft.add(kept, rows)

    def _with_records(self, rows: Rows) -> Rows:
        """What decides the rows of a loop decides what is written in it."""
        read = self.context.records_read.values()
        if not read:
            return rows
        whole = distinct((*rows.whole, *(one for record in read for one in record.whole)))
        return replace(rows, whole=whole, sources={**rows.sources, **all_sources(read)})

    def export(self, rows: Rows) -> None:
        """Rows that leave the database: for the run's only output."""
        self.queries.append(rows)
        self.exports += 1

    def rename(self, old: Parts, target: "Target") -> bool:
        """What was written under an old name was written under the new one; false if nothing was."""
        draft = self.drafts.pop(self.context.names.written(old).name, None)
        if draft is None:
            return False
        rows = Rows(whole=draft.whole, sources=draft.sources)
        self.write(target, list(draft.columns.values()), rows)
        return True

    def _write_temporary(self, parts: Parts, fields: Sequence[RowField], rows: Rows) -> None:
        """A temporary table stands for what it was filled from, by all statements so far."""
        key = self.context.temporary_key(parts) or ".".join(parts)
        draft = Draft(Match(key, False))
        before = self.context.temporary.get(key)
        if before:
            draft.add(before.fields, before)
        draft.add(fields, rows)
        open_relations: tuple[OpenRelation, ...] = tuple(
            dict.fromkeys(((*before.open_relations, *rows.open_relations)) if before else rows.open_relations)
        )
        self.context.temporary[key] = Rows(
            list(draft.columns.values()), open_relations, draft.whole, draft.sources
        )

    def record_columns(self, target: "Target", fields: Sequence[RowField], *, complete: bool) -> None:
        """Later statements know the columns of a table that this text made."""
        # A schema that the run reports is better than what the text lets us see.
        if complete and not target.match.columns:
            self.context.columns_made[target.match.name] = tuple(one.name for one in fields)
            # Tables that were looked up before do not have these columns yet.
            self.context.tables.clear()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a statement writes; `match.columns` are the known ones, in order."""

    parts: Parts
    match: Match
    temporary: bool = False

    def spelled(self, name: str) -> str:
        known = (one for one in self.match.columns or () if one.lower() == name.lower())
        return next(known, name)
