"""The judge of one query under a change: what it is asked, what it answers, and its Protocol."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from headwater.sql.binding.text import Fragment
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema


class QueryVerdict(StrEnum):
    WILL_ERROR = "will_error"
    WILL_SILENTLY_CHANGE = "will_silently_change"
    SAFE = "safe"
    COULD_NOT_ANALYZE = "could_not_analyze"


class Reason(StrEnum):
    """Why; the first group are errors, the second silent changes, the last what could not be analysed."""

    UNKNOWN_COLUMN = "unknown_column"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_TABLE = "unknown_table"
    AMBIGUOUS_COLUMN = "ambiguous_column"
    COLUMN_COUNT = "column_count"
    TYPE_MISMATCH = "type_mismatch"
    NOT_NULL_VIOLATED = "not_null_violated"
    ENGINE_ERROR = "engine_error"

    OUTPUT_TYPE = "output_type_changed"
    OUTPUT_NAME = "output_name_changed"
    IMPLICIT_CAST = "implicit_cast"
    STAR_WIDENED = "star_widened"
    STAR_NARROWED = "star_narrowed"
    STAR_REORDERED = "star_reordered"
    POSITIONAL_INSERT = "positional_insert_shifted"
    NULLABILITY = "nullability"
    UNION_COERCION = "union_coercion"
    GROUPING_KEY = "grouping_key_type"
    PRECISION = "precision_or_overflow"
    COMPARISON = "comparison_across_types"
    SORT_ORDER = "sort_order"
    RESOLVES_ELSEWHERE = "resolves_elsewhere"
    NATURAL_JOIN = "natural_join_columns"
    MEANING = "meaning_changed"
    ROWS = "rows_changed"

    NOT_TOUCHED = "not_touched"
    NO_EFFECT = "no_effect"

    NOT_PARSED = "not_parsed"
    FAILS_BEFORE = "fails_before"
    UNSUPPORTED = "unsupported_statement"
    UNKNOWN_SCHEMA = "unknown_schema"
    OVER_BUDGET = "over_budget"
    OTHER_ENGINE = "needs_another_engine"


@dataclass(frozen=True, slots=True)
class QueryEffect:
    """One thing that the change does to a query, and the piece of SQL that it rests on."""

    verdict: QueryVerdict
    reason: Reason
    says: str
    fragment: Fragment | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what it rests on; `effects` are all that were found, the deciding one first."""

    verdict: QueryVerdict
    reason: Reason
    says: str
    fragment: Fragment | None
    judge: str
    """Name and version of the judge, as in `sqlglot 30.30.0`."""
    effects: tuple[QueryEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    text: str
    dialect: str | None = None
    namespace: tuple[str, ...] = ()
    """Database and schema of the session, in front of tables that the text does not qualify."""
    named: frozenset[tuple[str, str]] | None = None
    """By the reference index, every table and column that the text names, in lower case and without fields;
    a table alone has no column. None where it takes columns without naming them, or was not indexed."""


@dataclass(frozen=True, slots=True)
class ColumnDelta:
    """A column that both schemas have under one name."""

    before: ColumnSchema
    after: ColumnSchema

    @property
    def type_differs(self) -> bool:
        return (self.before.type or "").strip().lower() != (self.after.type or "").strip().lower()

    @property
    def nullable_differs(self) -> bool:
        return self.before.nullable != self.after.nullable


@dataclass(frozen=True, eq=False)
class SchemaPair:
    """All relations that queries may touch, before and after; built once for many queries."""

    before: Mapping[str, TableSchema]
    after: Mapping[str, TableSchema]
    _catalogs: dict[tuple[str, ...], tuple[Catalog, Catalog]] = field(default_factory=dict, repr=False)

    def catalogs(self, namespace: tuple[str, ...]) -> tuple[Catalog, Catalog]:
        known = self._catalogs.get(namespace)
        if known is None:
            before = Catalog(self.before.values(), namespace=namespace)
            after = Catalog(self.after.values(), before=before, namespace=namespace)
            known = self._catalogs[namespace] = (before, after)
        return known

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """Tables that are not alike on both sides."""
        names = dict.fromkeys([*self.before, *self.after])
        return tuple(name for name in names if self.before.get(name) != self.after.get(name))

    @cached_property
    def deltas(self) -> dict[tuple[str, str], ColumnDelta]:
        """Columns whose type or nullability differs, by table and lower-case name."""
        found = {}
        for name in self.changed:
            old, new = self.before.get(name), self.after.get(name)
            if old is None or new is None:
                continue
            for one in old.columns or ():
                other = new.column(one.name)
                if other is not None and (one.type, one.nullable) != (other.type, other.nullable):
                    found[name, one.name.lower()] = ColumnDelta(one, other)
        return found

    @cached_property
    def table_words(self) -> tuple[str, ...]:
        """The last words of the changed tables' names, in lower case."""
        return tuple({name.rpartition(".")[2].strip('"`[]').lower(): None for name in self.changed})

    @cached_property
    def column_words(self) -> tuple[str, ...]:
        """The last words of columns that are not alike on both sides; of a whole table its own name."""
        words: dict[str, None] = {}
        for name in self.changed:
            old, new = self.before.get(name), self.after.get(name)
            if old is None or new is None or old.columns is None or new.columns is None:
                words[name.rpartition(".")[2].lower()] = None
                continue
            sides = [{one.name.lower(): one for one in side.columns or ()} for side in (old, new)]
            for key in dict.fromkeys([*sides[0], *sides[1]]):
                if sides[0].get(key) != sides[1].get(key):
                    words[key.rpartition(".")[2]] = None
        return tuple(words)

    @cached_property
    def named(self) -> frozenset[tuple[str, str]]:
        """What a text has to name to be reached: changed columns; tables that come, go or are not known."""
        found: set[tuple[str, str]] = set()
        for name in self.changed:
            old, new = self.before.get(name), self.after.get(name)
            if old is None or new is None or old.columns is None or new.columns is None:
                found.add((name.lower(), ""))
                continue
            sides = [{one.name.lower(): one for one in side.columns or ()} for side in (old, new)]
            keys = [key for key in {**sides[0], **sides[1]} if sides[0].get(key) != sides[1].get(key)]
            found.update((name.lower(), key.partition(".")[0]) for key in keys)
        return frozenset(found)

    @cached_property
    def added_words(self) -> tuple[str, ...]:
        """Columns that come: a name that the text does not qualify may come to mean them."""
        found: dict[str, None] = {}
        for name in self.changed:
            old, new = self.before.get(name), self.after.get(name)
            known = {one.name.lower() for one in old.columns or ()} if old else set()
            for one in (new.columns or ()) if new else ():
                if one.name.lower() not in known:
                    found[one.name.lower().rpartition(".")[2]] = None
        return tuple(found)

    @cached_property
    def typed(self) -> bool:
        """Whether any type or nullability differs; otherwise names alone decide."""
        return any(one.type_differs or one.nullable_differs for one in self.deltas.values())


class Judge(Protocol):
    """Judges a query without ever executing it, and answers alike for alike questions."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def supports(self, dialect: str | None) -> bool:
        """Whether texts of this dialect can be judged, if need be after transpiling."""
        ...

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement: ...


ORDER = (
    QueryVerdict.WILL_ERROR,
    QueryVerdict.WILL_SILENTLY_CHANGE,
    QueryVerdict.COULD_NOT_ANALYZE,
    QueryVerdict.SAFE,
)


REASONS = tuple(Reason)


def decided(effects: list[QueryEffect], judge: str) -> Judgement:
    """The worst effect decides; of equals the first in the text."""
    if not effects:
        says = "the change reaches this query without an effect on it"
        return Judgement(QueryVerdict.SAFE, Reason.NO_EFFECT, says, None, judge)
    ranked = sorted(dict.fromkeys(effects), key=_rank)
    first = ranked[0]
    return Judgement(first.verdict, first.reason, first.says, first.fragment, judge, tuple(ranked))


def _rank(one: QueryEffect) -> tuple[int, int, int, int, str]:
    line, column, _ = one.fragment or Fragment(1 << 30, 0, 0)
    return ORDER.index(one.verdict), line, column, REASONS.index(one.reason), one.says
