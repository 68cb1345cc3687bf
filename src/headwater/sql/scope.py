"""Where the names in one select are looked up: its sources, then its aliases, then the query around."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from headwater.sql.flows import Flow, Flows, guessed
from headwater.sql.names import Parts
from headwater.sql.rows import Field, Rows
from headwater.sql.rows import Source as Read
from headwater.sql.world import World

# Names that databases answer without a table, or that are units of time under a generic dialect.
PSEUDO = {
    "rownum", "sysdate", "systimestamp", "level", "current_date", "current_timestamp", "current_time",
    "current_user", "session_user", "user", "localtimestamp", "getdate", "year", "quarter", "month", "week",
    "day", "hour", "minute", "second", "default", "true", "false", "null", "metadata", "ctid", "rowid",
}  # fmt: skip


class Aliases(Enum):
    """Whether an alias of the select list is meant before a column of the tables."""

    FIRST = "as in order by"
    BEFORE_UNKNOWN = "before a column that a table of unknown schema might have"
    LAST = "only if no table can have the column"


@dataclass(slots=True)
class Source:
    """A table, subquery or function in the from clause; `seen` are columns the text proves to be there."""

    alias: str
    parts: Parts
    rows: Rows
    counts: bool = True
    hidden: bool = False
    seen: set[str] = field(default_factory=set)
    merged: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Scope:
    world: World
    ctes: Mapping[str, Rows]
    parent: "Scope | None" = None
    sources: list[Source] = field(default_factory=list)
    merged: dict[str, Field] = field(default_factory=dict)
    aliases: dict[str, Field] = field(default_factory=dict)
    mode: Aliases = Aliases.LAST
    read: dict[Read, None] = field(default_factory=dict)  # by subqueries in expressions

    def column(self, parts: Sequence[str]) -> tuple[Flows, bool]:
        """What a column reference stands for, and whether it goes into a struct's field."""
        if len(parts) == 1:
            return self._unqualified(parts[0]), False
        found = self._qualified(parts)
        if found is not None:
            return found, False
        return self._inside(parts), True

    def source(self, qualifier: Sequence[str]) -> Source | None:
        """The innermost source of that alias or table name."""
        wanted = tuple(part.lower() for part in qualifier)
        scope: Scope | None = self
        while scope is not None:
            for source in scope.sources:
                if (source.alias,) == wanted or (source.parts and source.parts[-len(wanted) :] == wanted):
                    return source
            scope = scope.parent
        return None

    def _qualified(self, parts: Sequence[str]) -> Flows | None:
        source = self.source(parts[:-1])
        return None if source is None else self._of(source, parts[-1])

    def _inside(self, parts: Sequence[str]) -> Flows:
        """`t.payload.id`, `payload.id`: a field of a struct column."""
        source = self.source(parts[:1])
        if source is not None:
            return self._of(source, parts[1])
        return self._unqualified(parts[0])

    def _of(self, source: Source, name: str) -> Flows:
        rows, key = source.rows, name.lower()
        known = rows.index.get(key)
        if known:
            return known.flows
        if len(rows.opens) == 1:
            source.seen.add(key)
            return rows.opens[0].column(name)
        if rows.anything:
            return rows.rest
        if rows.opens:
            self._several(name, [one.relation for one in rows.opens])
        elif key not in PSEUDO:
            self.world.problem(f"{'.'.join(source.parts) or source.alias} has no column {name}")
        return ()

    def _unqualified(self, name: str) -> Flows:
        key = name.lower()
        for step in self._steps():
            found = step(key, name)
            if found is not None:
                return found
        whole = self.source((name,))
        if whole is not None:
            return tuple(whole.rows.everything())
        if self.parent is not None:
            return self.parent._unqualified(name)
        self._lost(key, name)
        return ()

    def _steps(self) -> tuple[Callable[[str, str], Flows | None], ...]:
        if self.mode is Aliases.FIRST:
            return (self._aliased, self._known, self._possible, self._beside)
        if self.mode is Aliases.BEFORE_UNKNOWN:
            return (self._known, self._aliased, self._possible, self._beside)
        return (self._known, self._possible, self._aliased, self._beside)

    def _known(self, key: str, name: str) -> Flows | None:
        """In a schema that is known, or proven by the text; in two of them it is nobody's."""
        if key in self.merged:
            return self.merged[key].flows
        holders = [one for one in self.sources if key in one.rows.index or key in one.seen]
        if len(holders) > 1:
            self.world.problem(f"column {name} could be of {' or '.join(one.alias for one in holders)}")
            return ()
        return self._of(holders[0], name) if holders else None

    def _possible(self, key: str, name: str) -> Flows | None:
        """In the only source of unknown schema: sure if there is no other source."""
        holders = [one for one in self.sources if one.rows.opens]
        if len(holders) != 1:
            return None
        others = sum(one.counts for one in self.sources) > 1 or self._outside(key)
        if len(holders[0].rows.opens) == 1 and not others:
            holders[0].seen.add(key)
        flows = self._of(holders[0], name)
        if others:
            self.world.needs(one.relation for one in holders[0].rows.opens)
        return guessed(flows) if others else flows

    def _outside(self, key: str) -> bool:
        """Whether a query around might have the column."""
        scope = self.parent
        while scope is not None:
            if any(one.rows.opens or key in one.rows.index for one in scope.sources):
                return True
            scope = scope.parent
        return False

    def _aliased(self, key: str, name: str) -> Flows | None:
        field_ = self.aliases.get(key)
        if field_ is None:
            return None
        possible = [one for source in self.sources for one in source.rows.opens]
        if self.mode is Aliases.FIRST or not possible or field_.flows == possible[0].column(name):
            return field_.flows
        self.world.needs(one.relation for one in possible)
        return guessed(field_.flows)

    def _beside(self, key: str, name: str) -> Flows | None:
        """A field of what an unnest yields, when nothing else can have it."""
        holders = [one for one in self.sources if one.rows.anything]
        opens = any(one.rows.opens for one in self.sources)
        return guessed(holders[0].rows.rest) if len(holders) == 1 and not opens else None

    def _lost(self, key: str, name: str) -> None:
        opens = [one.relation for one in self._all_opens()]
        if opens:
            self._several(name, opens)
        elif key not in PSEUDO and self.sources:
            self.world.problem(f"no table has a column {name}")

    def _all_opens(self) -> Iterator[Flow]:
        for source in self.sources:
            for one in source.rows.opens:
                yield Flow(one.relation, one.told, "")

    def _several(self, name: str, relations: Sequence[str]) -> None:
        self.world.needs(relations)
        self.world.problem(f"column {name} could be of {' or '.join(sorted(set(relations)))}")
