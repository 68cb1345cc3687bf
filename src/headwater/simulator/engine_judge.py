"""A database as the judge: it binds the text to empty tables of both schemas, and never runs it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol
from weakref import ref

from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError

from headwater.documents.words import count
from headwater.simulator.engine_safety import MOST_CHARACTERS, outside_call, refusal
from headwater.simulator.engine_text import RefusedWord, flattened, place_of, without_masks
from headwater.simulator.judge import (
    JudgedQuery,
    Judgement,
    QueryEffect,
    QueryVerdict,
    Reason,
    SchemaPair,
    decided,
)
from headwater.simulator.output_effects import star_reason
from headwater.simulator.type_changes import Harm, type_change
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.text import Fragment, Lines
from headwater.sql.binding.typing import data_type
from headwater.sql.limits import Budget
from headwater.sql.schemas import TableSchema
from headwater.sql.table_names import Parts

BEFORE, AFTER = "hw_before", "hw_after"
READABLE = (exp.Query, exp.Insert, exp.Update, exp.Delete, exp.Merge)


class EngineColumn(NamedTuple):
    name: str
    type: str
    not_null: bool = False


class EngineCast(NamedTuple):
    """From one type to another, of a value that the text does not cast itself."""

    before: str
    after: str
    of: str


class EngineRefusedError(Exception):
    """The database's own words for why it does not take a text, the kind of fault, and the word it minds."""

    def __init__(self, reason: Reason, message: str, word: RefusedWord | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.word = word


class EngineSession(Protocol):
    """Two empty schemas side by side. Nothing that is described is ever run."""

    name: str
    version: str
    dialect: str
    """The dialect that the engine itself speaks."""
    own: frozenset[str]
    """Dialects whose texts it takes as they are."""
    computes_constants: bool
    """Whether it computes constants while it binds; then it sees only what we wrote from a tree we read."""

    def clear(self) -> None:
        """Forgets all tables."""
        ...

    def create_table(self, side: str, table: str, columns: Sequence[EngineColumn]) -> None: ...

    def describe(self, side: str, text: str) -> tuple[EngineColumn, ...]:
        """What a text yields; raises EngineRefusedError."""
        ...

    def casts(self) -> tuple[EngineCast, ...]:
        """In the plan of the text that was described last; none where the engine does not show its plan."""
        ...


@dataclass(frozen=True, slots=True)
class EngineStatement:
    """`shown` is the part of a statement that an engine is asked about: of `create … as` the query."""

    tree: exp.Expr
    shown: exp.Expr


@dataclass(slots=True)
class EngineJudge:
    """One session for many queries; the tables stay as long as the schemas are the same."""

    session: EngineSession
    seconds: float = 2.0
    _pair: "ref[SchemaPair] | None" = None
    _made: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.session.name

    @property
    def version(self) -> str:
        return self.session.version

    def supports(self, dialect: str | None) -> bool:
        return True

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        budget = Budget(self.seconds)
        if len(query.text) > MOST_CHARACTERS:
            return self._not_analysed(Reason.OVER_BUDGET, f"longer than {MOST_CHARACTERS:,} characters")
        statements = parse(query.text, dialect_named(query.dialect), budget)
        if statements.problems or len(statements.trees) != 1:
            says = statements.problems[0] if statements.problems else f"{len(statements.trees)} statements"
            return self._not_analysed(Reason.NOT_PARSED, says)
        tree = statements.trees[0]
        shown = tree.expression if isinstance(tree, exp.Create) else tree
        if not isinstance(shown, READABLE):
            return self._not_analysed(Reason.UNSUPPORTED, f"a statement of kind {tree.key.upper()}")
        outside = outside_call(tree)
        if outside is not None:
            return self._not_analysed(Reason.OTHER_ENGINE, outside)
        try:
            return self._judged(query, schemas, EngineStatement(tree, shown), budget)
        except RecursionError:
            return self._not_analysed(Reason.OVER_BUDGET, "nested too deep")

    def _judged(
        self, query: JudgedQuery, schemas: SchemaPair, statement: EngineStatement, budget: Budget
    ) -> Judgement:
        tables = self._tables(query, schemas, statement.tree, budget)
        if isinstance(tables, Judgement):
            return tables
        text = self._text(query, statement, tables)
        if text is None:
            return self._not_analysed(Reason.OTHER_ENGINE, f"cannot be written for {self.name}")
        return self._compared(query, statement, text)

    def _not_analysed(self, reason: Reason, says: str) -> Judgement:
        return self._judgement(QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, reason, says))

    def _judgement(self, *effects: QueryEffect) -> Judgement:
        return decided(list(effects), f"{self.name} {self.version}")

    def _tables(
        self, query: JudgedQuery, schemas: SchemaPair, tree: exp.Expr, budget: Budget
    ) -> list[Parts] | Judgement:
        """Makes the tables that the text names; a judgement where their columns are not all known."""
        if self._pair is None or self._pair() is not schemas:
            self.session.clear()
            self._made.clear()
            self._pair = ref(schemas)
        written: list[Parts] = []
        for side, catalog in zip((BEFORE, AFTER), schemas.catalogs(query.namespace), strict=True):
            binding = bind_trees(
                [tree],
                text=query.text,
                catalog=catalog,
                dialect=dialect_named(query.dialect),
                dialect_name=query.dialect or "",
                budget=budget,
            )
            refused = refusal(tree, binding, constants=self.session.computes_constants)
            if refused is not None:
                return self._not_analysed(Reason.OVER_BUDGET, refused)
            for parts, found in binding.tables():
                fault = self._make(side, parts, found.schema, query.dialect or "")
                if fault is not None:
                    return self._not_analysed(Reason.UNKNOWN_SCHEMA, fault)
                written.append(parts)
        return written

    def _make(self, side: str, parts: Parts, schema: TableSchema | None, dialect: str) -> str | None:
        key = (side, parts[-1])
        if key in self._made:
            # A name that stands for no table must not find the one that an earlier text meant by it.
            name = schema.name if schema is not None else "no table that is known"
            return (
                None
                if self._made[key] == name
                else f"{parts[-1]} stands for {name} and for {self._made[key]}"
            )
        if schema is None:
            return None
        columns = list(self._columns(schema, dialect))
        unknown = next((one.name for one in columns if not one.type), None)
        if schema.columns is None or unknown is not None:
            return f"the type of {schema.name}.{unknown or '*'} is not known"
        try:
            self.session.create_table(side, parts[-1], columns)
        except EngineRefusedError as error:
            # A type of an extension, say: only texts that name this table can't be judged.
            return f"{self.name} does not take {schema.name}: {error}"
        self._made[key] = schema.name
        return None

    def _columns(self, schema: TableSchema, dialect: str) -> Iterator[EngineColumn]:
        names = {one.name.lower() for one in schema.columns or ()}
        for one in schema.columns or ():
            if "." in one.name and one.name.lower().split(".")[0] in names:
                continue
            kind = data_type(one.type, dialect) if one.type else None
            words = kind.sql(self.session.dialect) if kind is not None else ""
            yield EngineColumn(one.name.lower(), words, one.nullable is False)

    def _text(self, query: JudgedQuery, statement: EngineStatement, tables: Iterable[Parts]) -> str | None:
        """The text with short table names; written anew where the engine can't have it as it stands."""
        text = query.text
        as_written = query.dialect in self.session.own and not self.session.computes_constants
        if not as_written or statement.shown is not statement.tree:
            try:
                shown = without_masks(statement.shown) if self.session.computes_constants else statement.shown
                text = shown.sql(self.session.dialect, unsupported_level=ErrorLevel.RAISE, comments=False)
            except (SqlglotError, ValueError):
                return None
        return flattened(text, self.session.dialect, tables)

    def _compared(self, query: JudgedQuery, statement: EngineStatement, text: str) -> Judgement:
        try:
            before, casts = self.session.describe(BEFORE, text), self.session.casts()
        except EngineRefusedError as error:
            if error.reason is Reason.OVER_BUDGET:
                return self._not_analysed(error.reason, str(error))
            return self._not_analysed(Reason.FAILS_BEFORE, f"fails before the change: {error}")
        try:
            after = self.session.describe(AFTER, text)
        except EngineRefusedError as error:
            if error.reason is Reason.OVER_BUDGET:
                return self._not_analysed(error.reason, str(error))
            place = place_of(query.text, query.dialect, error.word)
            return self._judgement(QueryEffect(QueryVerdict.WILL_ERROR, error.reason, str(error), place))
        found = [*differences(before, after, OutputPlaces(query.text, statement.shown))]
        for cast in new_casts(casts, self.session.casts()):
            place = place_of(query.text, query.dialect, RefusedWord(cast.of.lower(), 0))
            says = f"{cast.of} is now read as {cast.after} instead of {cast.before}"
            found.append(QueryEffect(QueryVerdict.WILL_SILENTLY_CHANGE, Reason.IMPLICIT_CAST, says, place))
        return self._judgement(*found)


def new_casts(before: Iterable[EngineCast], after: Iterable[EngineCast]) -> list[EngineCast]:
    """Casts that the change brings and that do not keep every value as it was read before."""
    known = list(dict.fromkeys(before))
    return [
        cast
        for cast in dict.fromkeys(after)
        if cast not in known
        and type_change(cast.before, cast.after).harm > Harm.WIDER
        and not any(_reads_alike(one, cast) for one in known)
    ]


def _reads_alike(one: EngineCast, other: EngineCast) -> bool:
    """As an integer that is read as text, and so is the wider one that it became."""
    same = (one.of, one.after) == (other.of, other.after)
    return same and type_change(one.before, other.before).harm <= Harm.WIDER


@dataclass(frozen=True, slots=True)
class OutputPlaces:
    """Where the columns that a query yields stand in its text."""

    text: str
    query: exp.Expr

    def at(self, place: int, count: int) -> Fragment | None:
        """Of one of `count` columns; None where a star brings some of them."""
        selects = self.query.selects if isinstance(self.query, exp.Query) else []
        return Lines(self.text).of_node(selects[place]) if len(selects) == count else self.star()

    def star(self) -> Fragment | None:
        found = next(
            (one for one in self.query.find_all(exp.Star) if not isinstance(one.parent, exp.Count)), None
        )
        lines = Lines(self.text)
        return (lines.of_node(found) or lines.star(found)) if found is not None else None


def differences(
    before: Sequence[EngineColumn], after: Sequence[EngineColumn], places: OutputPlaces
) -> Iterator[QueryEffect]:
    """What changes in silence of the columns that a query yields."""
    names, new_names = [one.name.lower() for one in before], [one.name.lower() for one in after]
    silent = QueryVerdict.WILL_SILENTLY_CHANGE
    if names != new_names:
        says = f"the output goes from {len(names)} to {count(len(new_names), 'column')}"
        if len(names) == len(new_names):
            says = "the output columns have other names or another order"
        yield QueryEffect(silent, star_reason(names, new_names), says, places.star())
        return
    for place, (one, other) in enumerate(zip(before, after, strict=True)):
        if one.type != other.type:
            says = f"output column {one.name} goes from {one.type} to {other.type}"
            yield QueryEffect(silent, Reason.OUTPUT_TYPE, says, places.at(place, len(before)))
