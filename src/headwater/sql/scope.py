"""Where the names in one select are looked up: its sources, then its aliases, then the query around."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from headwater.sql.context import Context
from headwater.sql.dependencies import Dependencies, Dependency, guessed
from headwater.sql.loop_records import record_name
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.row_sets import Source as Read
from headwater.sql.table_names import Parts

# Names that databases answer without a table, or that are units of time under a generic dialect.
PSEUDO = {
    "rownum", "sysdate", "systimestamp", "level", "current_date", "current_timestamp", "current_time",
    "current_user", "session_user", "user", "localtimestamp", "getdate", "year", "quarter", "month", "week",
    "day", "hour", "minute", "second", "default", "true", "false", "null", "metadata", "ctid", "rowid",
    "$action", "metadata$action", "metadata$isupdate", "metadata$row_id", "metadata$filename",
    "metadata$file_row_number", "_table_suffix", "_partitiontime", "_partitiondate", "_file_name",
    "input__file__name", "block__offset__inside__file", "connect_by_isleaf", "connect_by_iscycle",
}  # fmt: skip
# Words that no column of Oracle can have as its name, without quotes.
ORACLE_WORDS = {"rownum", "rowid", "level", "sysdate", "user", "uid", "systimestamp"}
# Of Oracle's and Snowflake's sequences, which hold no data.
SEQUENCE_VALUES = {"nextval", "currval"}


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
    context: Context
    ctes: Mapping[str, Rows]
    parent: "Scope | None" = None
    sources: list[Source] = field(default_factory=list)
    merged: dict[str, RowField] = field(default_factory=dict)
    aliases: dict[str, RowField] = field(default_factory=dict)
    mode: Aliases = Aliases.LAST
    selects: bool = False  # a select list stands here, also where nothing is selected from
    read: dict[Read, None] = field(default_factory=dict)  # by subqueries in expressions

    def column(self, parts: Sequence[str]) -> tuple[Dependencies, bool]:
        """What a column reference stands for, and whether it goes into a struct's field."""
        if len(parts) == 1:
            return self._unqualified(parts[0]), False
        found = self._qualified(parts)
        if found is None:
            found = self._of_record(parts)
        if found is not None:
            return found, False
        whole = ".".join(parts)
        if self.has_column(whole):  # a producer lists fields of structures, ClickHouse has nested columns
            return self._unqualified(whole), False
        if self.context.has_structs or self.source(parts[:1]) is not None:
            return self._inside(parts), True
        if parts[-1].lower() not in SEQUENCE_VALUES:
            self.context.problem(f"{'.'.join(parts)}: {'.'.join(parts[:-1])} is no table of the query")
        return (), False

    def has(self, parts: Sequence[str]) -> bool:
        """Whether a source here surely has the column, or is meant by the qualifier."""
        if len(parts) > 1:
            return self.source(parts[:-1]) is not None
        key = parts[0].lower()
        return key in self.aliases or any(key in one.rows.index or key == one.alias for one in self.sources)

    def has_column(self, name: str) -> bool:
        """Whether a source here has a column of this name, so that the name does not mean a row."""
        return any(name.lower() in one.rows.index for one in self.sources)

    def may_have(self, parts: Sequence[str]) -> bool:
        """Whether one of the sources here, and not of a query around, can be meant."""
        if len(parts) > 1:
            wanted = tuple(part.lower() for part in parts[:-1])
            return any((one.alias,) == wanted or one.parts[-len(wanted) :] == wanted for one in self.sources)
        key = parts[0].lower()
        return key in self.merged or any(
            key in one.rows.index or one.rows.open_relations or one.rows.anything for one in self.sources
        )

    def source(self, qualifier: Sequence[str]) -> Source | None:
        """The innermost source of that alias or table name."""
        wanted = tuple(part.lower() for part in qualifier)
        return self._source(wanted) or (self._unqualified_source(wanted) if len(wanted) > 1 else None)

    def _source(self, wanted: Parts) -> Source | None:
        scope: Scope | None = self
        while scope is not None:
            for source in scope.sources:
                if (source.alias,) == wanted or (source.parts and source.parts[-len(wanted) :] == wanted):
                    return source
            scope = scope.parent
        return None

    def _unqualified_source(self, wanted: Parts) -> Source | None:
        """`shop.orders.id` from a table that the text calls `orders`."""
        source = self._source(wanted[-1:])
        by_name = source is not None and source.parts == wanted[-1:]
        return source if by_name and self._source(wanted[:1]) is None else None

    def _qualified(self, parts: Sequence[str]) -> Dependencies | None:
        source = self.source(parts[:-1])
        return None if source is None else self._column_of(source, parts[-1])

    def _of_record(self, parts: Sequence[str]) -> Dependencies | None:
        """`r.id` in a loop over the rows of a query."""
        rows = self.context.temporary.get(record_name(parts[0])) if len(parts) == 2 else None
        if rows is None:
            return None
        self.context.records_read[record_name(parts[0])] = rows
        self.read.update(rows.sources)
        return self._column_of(Source(parts[0].lower(), (), rows), parts[1])

    def _inside(self, parts: Sequence[str]) -> Dependencies:
        """`t.payload.id`, `payload.id`: a field of a struct column."""
        source = self.source(parts[:1])
        if source is not None:
            return self._column_of(source, parts[1])
        return self._unqualified(parts[0])

    def _column_of(self, source: Source, name: str, *, proves: bool = True) -> Dependencies:
        """`proves` says whether the text leaves no doubt that the source has the column."""
        rows, key = source.rows, name.lower()
        known = rows.index.get(key)
        if known:
            return known.dependencies
        if len(rows.open_relations) == 1:
            if proves:
                source.seen.add(key)
            return rows.open_relations[0].column(name)
        if rows.anything:
            return rows.rest
        if rows.open_relations:
            self._report_ambiguous(name, [one.relation for one in rows.open_relations])
        elif key not in PSEUDO:
            self.context.problem(f"{'.'.join(source.parts) or source.alias} has no column {name}")
        return ()

    def _unqualified(self, name: str) -> Dependencies:
        key = name.lower()
        if key in ORACLE_WORDS and self.context.dialect_name == "oracle" and not self.has_column(key):
            return ()
        for step in self._steps():
            found = step(key, name)
            if found is not None:
                return found
        # Of several tables whose columns are not known, each might have it.
        if not any(one.rows.open_relations for one in self._shown):
            # `select array_agg(t) from t`: a row as a value.
            row = self.source((name,))
            if row is not None:
                return self.row(row)
            # Last, because a name of this select hides the same name in the query around.
            if self.parent is not None:
                return self.parent._unqualified(name)
        self._report_unresolved(key, name)
        return ()

    def row(self, source: Source) -> Dependencies:
        """All columns of a source at once, where a row or a star is a value."""
        if source.rows.open_relations:
            self.context.needs_schemas(one.relation for one in source.rows.open_relations)
            self.context.problem(f"all columns of {source.alias} as a value: they are not known")
        return tuple(source.rows.all_dependencies())

    def _steps(self) -> tuple[Callable[[str, str], Dependencies | None], ...]:
        if self.mode is Aliases.FIRST:
            return (self._aliased, self._known, self._unnested, self._possible, self._in_unnested)
        if self.mode is Aliases.BEFORE_UNKNOWN:
            return (self._known, self._unnested, self._aliased, self._possible, self._in_unnested)
        return (self._known, self._unnested, self._possible, self._aliased, self._in_unnested)

    @property
    def _shown(self) -> list[Source]:
        """Without the right side of a semi join, which only its condition sees."""
        return [one for one in self.sources if not one.hidden]

    def _known(self, key: str, name: str) -> Dependencies | None:
        """In a schema that is known, or proven by the text; in two of them it is nobody's."""
        if key in self.merged:
            return self.merged[key].dependencies
        holders = [one for one in self._shown if key in one.rows.index or key in one.seen]
        # Taking either would be right half of the time, and wrong without a sign.
        if len(holders) > 1:
            self.context.problem(f"column {name} could be of {' or '.join(one.alias for one in holders)}")
            return ()
        return self._column_of(holders[0], name) if holders else None

    def _unnested(self, key: str, name: str) -> Dependencies | None:
        """`unnest(items) as item` names the value as well as the source."""
        for source in self.sources:
            if source.alias == key and source.rows.anything:
                return source.rows.rest
        return None

    def _possible(self, key: str, name: str) -> Dependencies | None:
        """In the only source of unknown schema: sure if there is no other source."""
        holders = [one for one in self._shown if one.rows.open_relations]
        if len(holders) != 1:
            return None
        # With another source the column may be that one's after all, and a source's own name means its row.
        others = sum(one.counts for one in self._shown) > 1 or self._outside(key)
        others = others or any(one.alias == key for one in self._shown)
        # A guess proves nothing: the next use of the name is as uncertain as this one.
        dependencies = self._column_of(holders[0], name, proves=not others)
        if others:
            self.context.needs_schemas(one.relation for one in holders[0].rows.open_relations)
        return guessed(dependencies) if others else dependencies

    def _outside(self, key: str) -> bool:
        """Whether a query around might have the column."""
        scope = self.parent
        while scope is not None:
            if any(one.rows.open_relations or key in one.rows.index for one in scope.sources):
                return True
            scope = scope.parent
        return False

    def _aliased(self, key: str, name: str) -> Dependencies | None:
        field_ = self.aliases.get(key)
        if field_ is None:
            return None
        possible = [one for source in self._shown for one in source.rows.open_relations]
        if self.mode is Aliases.FIRST or not possible or field_.dependencies == possible[0].column(name):
            return field_.dependencies
        self.context.needs_schemas(one.relation for one in possible)
        return guessed(field_.dependencies)

    def _in_unnested(self, key: str, name: str) -> Dependencies | None:
        """A field of what an unnest yields, when nothing else can have it."""
        holders = [one for one in self.sources if one.rows.anything]
        open_relations = any(one.rows.open_relations for one in self.sources)
        return guessed(holders[0].rows.rest) if len(holders) == 1 and not open_relations else None

    def _report_unresolved(self, key: str, name: str) -> None:
        open_relations = [one.relation for one in self._all_opens()]
        if key in self.context.variables:
            self.context.problem(f"variable {name}: where its value comes from is not followed")
        elif open_relations:
            self._report_ambiguous(name, open_relations)
        elif key not in PSEUDO and (self.sources or self.selects):
            self.context.problem(f"no table has a column {name}")

    def _all_opens(self) -> Iterator[Dependency]:
        for source in self.sources:
            for one in source.rows.open_relations:
                yield Dependency(one.relation, one.reported, "")

    def _report_ambiguous(self, name: str, relations: Sequence[str]) -> None:
        self.context.needs_schemas(relations)
        self.context.problem(f"column {name} could be of {' or '.join(sorted(set(relations)))}")
