"""What the statements of one text write, gathered relation by relation."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from headwater.sql.answer import Dependency, Written
from headwater.sql.flows import Flow, Flows, distinct
from headwater.sql.names import Match, Parts, parts_of
from headwater.sql.rows import Field, Open, Rows, Source
from headwater.sql.scope import Scope
from headwater.sql.world import World


@dataclass(slots=True)
class Draft:
    """One relation's lineage while statements still add to it."""

    match: Match
    columns: dict[str, Field] = field(default_factory=dict)
    whole: Flows = ()
    sources: dict[Source, None] = field(default_factory=dict)

    def add(self, fields: Iterable[Field], rows: Rows) -> None:
        for one in fields:
            mine = self.columns.get(one.name.lower())
            flows = distinct((*mine.flows, *one.flows)) if mine else one.flows
            self.columns[one.name.lower()] = Field(mine.name if mine else one.name, flows)
        self.whole = distinct((*self.whole, *rows.whole))
        self.sources.update(rows.sources)

    def written(self) -> Written:
        columns = {one.name: tuple(map(_dependency, one.flows)) for one in self.columns.values()}
        whole = tuple(map(_dependency, self.whole))
        return Written(self.match.name, self.match.told, columns, whole, tuple(self.sources))


def _dependency(flow: Flow) -> Dependency:
    return Dependency(*flow)


@dataclass(slots=True)
class Script:
    """`queries` are those without a target: they count only if nothing else is written."""

    world: World
    drafts: dict[str, Draft] = field(default_factory=dict)
    queries: list[Rows] = field(default_factory=list)
    dropped: Counter[Parts] = field(default_factory=Counter)  # by statements still to come

    def scope(self) -> Scope:
        return Scope(self.world, {})

    def target(self, table: exp.Expr, *, temporary: bool = False) -> "Target":
        parts = parts_of(table)
        if temporary:
            return Target(parts, Match(".".join(parts), False), temporary=True)
        key = self.world.temporary_key(parts)
        if key is not None:
            rows = self.world.temporary[key]
            columns = tuple(one.name for one in rows.fields)
            return Target(parts, Match(key, False, columns or None), temporary=True)
        match = self.world.names.written(parts)
        columns_made = match.columns or self.world.made.get(match.name)
        return Target(parts, match._replace(columns=columns_made), temporary=_hash(parts))

    def write(self, target: "Target", fields: Sequence[Field], rows: Rows) -> None:
        kept = [one for one in fields if one.named or one.flows]
        if target.temporary:
            self._keep(target.parts, kept, rows)
            return
        draft = self.drafts.setdefault(target.match.name, Draft(target.match))
        draft.add(kept, rows)

    def _keep(self, parts: Parts, fields: Sequence[Field], rows: Rows) -> None:
        """A temporary table stands for what it was filled from, by all statements so far."""
        key = self.world.temporary_key(parts) or ".".join(parts)
        draft = Draft(Match(key, False))
        before = self.world.temporary.get(key)
        if before:
            draft.add(before.fields, before)
        draft.add(fields, rows)
        opens: tuple[Open, ...] = tuple(
            dict.fromkeys(((*before.opens, *rows.opens)) if before else rows.opens)
        )
        self.world.temporary[key] = Rows(list(draft.columns.values()), opens, draft.whole, draft.sources)

    def made(self, target: "Target", fields: Sequence[Field], *, complete: bool) -> None:
        """Later statements know the columns of a table that this text made."""
        if complete and not target.match.columns:
            self.world.made[target.match.name] = tuple(one.name for one in fields)
            self.world.tables.clear()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a statement writes; `match.columns` are the known ones, in order."""

    parts: Parts
    match: Match
    temporary: bool = False

    def spelled(self, name: str) -> str:
        known = (one for one in self.match.columns or () if one.lower() == name.lower())
        return next(known, name)


def _hash(parts: Parts) -> bool:
    return bool(parts) and parts[-1].startswith("#")
