"""The judge for all dialects: sqlglot's parser and types with our binding, no database needed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from sqlglot import exp

from headwater.simulator.judge import (
    JudgedQuery,
    Judgement,
    QueryEffect,
    QueryVerdict,
    Reason,
    SchemaPair,
    decided,
)
from headwater.simulator.null_effects import null_effects
from headwater.simulator.output_effects import output_effects
from headwater.simulator.refused_arguments import refused_arguments
from headwater.simulator.replay import Replay, Types
from headwater.simulator.type_effects import type_effects
from headwater.simulator.written_effects import insert_effects
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.binding import BindCode, Binding
from headwater.sql.limits import Budget
from headwater.sql.parsing import Statements

# Words after which columns count that the text does not name.
STAR_ENDS = (
    r"[,);]|$|--|/\*|\b(?:from|except|exclude|replace|rename|i?like|into|where|group|order|limit|having|union|"
    r"qualify|window|intersect|minus|by)\b"
)
# `from t as x(a, b)`, `(t join u …) as x(a, b)`: the columns get other names, by their place.
NAMED_ANEW = (
    r"(?:\b(?:from|join)\s+[\w.\"`]+\s+(?:as\s+)?|\)\s*as\s+)"
    r"(?!(?:on|using|where|tablesample|values|order|group|when|and|or|materialized)\b)\w+\s*\("
)
UNNAMED = re.compile(
    # A star that selects, which neither counts nor multiplies.
    rf"(?<!count\()\*\s*(?:{STAR_ENDS})"
    r"|\binsert\b|\bmerge\b|\bnatural\b|json|struct|array_agg|\btable\b|\breplace\b|\bcolumns\s*\(|pivot|^\s*(?:desc|summarize)"
    r"|(?:^|[(;]|\bas)\s*from\b"  # DuckDB's `from t`, which selects everything
    rf"|{NAMED_ANEW}"
)
RENAMED_COLUMNS = re.compile(NAMED_ANEW, re.IGNORECASE)
OVER_BUDGET = ("took longer", "nested", "more than")
# Which columns these go by is not written either, and no reference says so.
IMPLICIT = re.compile(rf"\b(natural|(un)?pivot)\b|{NAMED_ANEW}", re.IGNORECASE)
QUOTES = re.compile(r"[\"`]")
WORDS = re.compile(r"[\w$]+|\S")
# Words behind which a table or an alias is named.
NAMING = frozenset({"from", "join", "into", "update", "table", "as", "using", "only", "lateral", ")"})
# Where the name of a table in a query is a value: its whole row.
ROWS_ARE_VALUES = frozenset(
    {None, "", "postgres", "redshift", "materialize", "risingwave", "duckdb", "bigquery"}
)
WRITES = re.compile(r"\b(insert|merge)\b", re.IGNORECASE)
REASONS = {
    BindCode.UNKNOWN_COLUMN: Reason.UNKNOWN_COLUMN,
    BindCode.UNKNOWN_FIELD: Reason.UNKNOWN_FIELD,
    BindCode.UNKNOWN_TABLE: Reason.UNKNOWN_TABLE,
    BindCode.UNKNOWN_SOURCE: Reason.UNKNOWN_TABLE,
    BindCode.AMBIGUOUS_COLUMN: Reason.AMBIGUOUS_COLUMN,
    BindCode.COLUMN_COUNT: Reason.COLUMN_COUNT,
}


@dataclass(slots=True)
class SqlglotJudge:
    """`seconds` is the processor time that one query may take."""

    seconds: float = 2.0

    @property
    def name(self) -> str:
        return "sqlglot"

    @property
    def version(self) -> str:
        return _version()

    def supports(self, dialect: str | None) -> bool:
        return True

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        return self.judge_reached(query, schemas) if reached(query, schemas) else not_touched()

    def judge_reached(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        """Of a text that is known to have to do with the change."""
        budget = Budget(self.seconds)
        statements = parse(query.text, dialect_named(query.dialect), budget)
        if statements.problems or not statements.trees:
            says = statements.problems[0] if statements.problems else "there is no statement"
            return self._judgement(QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, Reason.NOT_PARSED, says))
        try:
            return self._replayed(query, schemas, statements, budget)
        except RecursionError:
            says = "nested too deep"
            return self._judgement(QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, Reason.OVER_BUDGET, says))

    def _judgement(self, effect: QueryEffect) -> Judgement:
        return decided([effect], f"{self.name} {self.version}")

    def _replayed(
        self,
        query: JudgedQuery,
        schemas: SchemaPair,
        statements: Statements,
        budget: Budget,
        *,
        typed: bool = False,
    ) -> Judgement:
        before, after = schemas.catalogs(query.namespace)
        names = {
            "text": query.text,
            "dialect": dialect_named(query.dialect),
            "dialect_name": query.dialect or "",
        }
        # Values that land in other columns may not fit them.
        typed = typed or schemas.typed or WRITES.search(query.text) is not None
        one = bind_trees(statements.trees, catalog=before, budget=budget, typed=typed, **names)  # type: ignore[arg-type]
        if one.errors:
            error = one.errors[0]
            says = f"fails before the change: {error.message}"
            return self._judgement(
                QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, Reason.FAILS_BEFORE, says, error.fragment)
            )
        types_before = _take_types(statements.trees) if typed else {}
        other = bind_trees(statements.trees, catalog=after, budget=budget, typed=typed, **names)  # type: ignore[arg-type]
        types_after = _take_types(statements.trees) if typed else {}
        replay = Replay(statements.trees, one, other, types_before, types_after, query.dialect or "")
        _find_effects(replay, schemas, typed=typed)
        if not typed and any(each.reason is Reason.RESOLVES_ELSEWHERE for each in replay.effects):
            # What a name means now may not fit where it stands.
            fitted = self._replayed(query, schemas, statements, budget, typed=True)
            if fitted.verdict is QueryVerdict.WILL_ERROR:
                return fitted
        doubtful = one if one.problems else other
        if not replay.effects and doubtful.problems:
            return self._judgement(_not_analysed(doubtful))
        return decided(replay.effects, f"{self.name} {self.version}")


@cache
def not_touched() -> Judgement:
    says = "the text names nothing that the change touches"
    effect = QueryEffect(QueryVerdict.SAFE, Reason.NOT_TOUCHED, says)
    return decided([effect], f"sqlglot {_version()}")


@cache
def _version() -> str:
    """Read from the package's files, which takes longer than to judge a short query."""
    return version("sqlglot")


def has_implicit_columns(text: str) -> bool:
    return IMPLICIT.search(text) is not None


def reached(
    query: JudgedQuery, schemas: SchemaPair, implicit: Callable[[str], bool] = has_implicit_columns
) -> bool:
    """Whether a change can concern a text: by the reference index where it knows, else by the words.

    `implicit` remembers of many texts what is asked of each for every step of a runbook.
    """
    if query.named is not None and not query.named.isdisjoint(schemas.named):
        return True
    if query.named is None or implicit(query.text):
        return touches(query.text, schemas, query.dialect)
    small = query.text.lower()
    return any(word in small for word in schemas.added_words)


def touches(text: str, schemas: SchemaPair, dialect: str | None = None) -> bool:
    """By the words alone: whether the text can have to do with the change."""
    small = text.lower()
    tables = [word for word in schemas.table_words if word in small]
    if not tables:
        return False
    if UNNAMED.search(small) is not None or any(word in small for word in schemas.column_words):
        return True
    return dialect in ROWS_ARE_VALUES and any(_taken_whole(small, word) for word in tables)


def _taken_whole(text: str, table: str) -> bool:
    """Whether a table or its alias stands where a value or a type can: `select o from orders o`."""
    name = rf'(?:[\w"]+\.)*"?{re.escape(table)}\b"?'
    if re.search(rf"::\s*{name}|\bas\s+{name}\s*\)", text):
        return True
    words = WORDS.findall(QUOTES.sub("", text))
    names = {table}
    for place, word in enumerate(words):
        if word == table:
            after = words[place + 1 : place + 3]
            names.update(after[1:] if after[:1] == ["as"] else after[:1])
    return any(_is_value(words, place, table) for place, word in enumerate(words) if word in names)


def _is_value(words: list[str], place: int, table: str) -> bool:
    """Not behind or before a dot, nor where a table or an alias is given its name."""
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    named = before in NAMING or before == table or not (words[place][0].isalpha() or words[place][0] == "_")
    return not named and before != "." and after != "."


def _take_types(trees: tuple[exp.Expr, ...]) -> Types:
    """The types that a binding left on the nodes, which the next one has to find empty."""
    found: Types = {}
    for tree in trees:
        for node in tree.walk():
            # A cast keeps its type among its arguments.
            type_ = node.args.get("to") if isinstance(node, exp.Cast) else node._type
            node._type = None
            if isinstance(type_, exp.DataType) and not type_.is_type(exp.DType.UNKNOWN):
                found[id(node)] = type_
    return found


def _not_analysed(binding: Binding) -> QueryEffect:
    says = next(iter(binding.problems))
    reason = Reason.UNKNOWN_SCHEMA if "could be" in says or "not known" in says else Reason.UNSUPPORTED
    reason = Reason.OVER_BUDGET if any(words in says for words in OVER_BUDGET) else reason
    return QueryEffect(QueryVerdict.COULD_NOT_ANALYZE, reason, says)


def _find_effects(replay: Replay, schemas: SchemaPair, *, typed: bool) -> None:
    for error in replay.after.errors:
        effect = QueryEffect(QueryVerdict.WILL_ERROR, REASONS[error.code], error.message, error.fragment)
        replay.effects.append(effect)
    if replay.effects:
        return
    _resolution_effects(replay)
    output_effects(replay, typed=typed)
    insert_effects(replay, schemas, typed=typed)
    if typed:
        type_effects(replay)
        refused_arguments(replay)
        null_effects(replay)


def _resolution_effects(replay: Replay) -> None:
    """Names that mean another column, and natural joins over other columns."""
    for tree in replay.trees:
        for node in tree.find_all(exp.Column):
            one, other = replay.before.columns.get(id(node)), replay.after.columns.get(id(node))
            if one is None or one.branches:
                continue
            if other is None:
                words = f"no table of the query has a column {node.name} any more"
                replay.error(Reason.UNKNOWN_COLUMN, words, node)
            elif not other.branches and (one.origin, one.value) != (other.origin, other.value):
                _resolved_elsewhere(replay, node)
        for join in tree.find_all(exp.Join):
            _natural_join(replay, join)


def _natural_join(replay: Replay, join: exp.Join) -> None:
    was, now = replay.before.shared.get(id(join)), replay.after.shared.get(id(join))
    if was == now:
        return
    words = f"the natural join now goes by {', '.join(now or ()) or 'nothing'}"
    if not now and replay.dialect == "duckdb":
        replay.error(Reason.UNKNOWN_COLUMN, f"{words}, which the database refuses", join)
    else:
        replay.silent(Reason.NATURAL_JOIN, words, join)


def _resolved_elsewhere(replay: Replay, node: exp.Column) -> None:
    one, other = replay.before.columns[id(node)], replay.after.columns[id(node)]
    now = other.origin
    tables = replay.after.catalog.tables
    known = now is not None and now.table in tables and tables[now.table].columns is not None
    if one.origin is not None and now is not None and not known:
        # Had the table of unknown columns this one too, the name would have been ambiguous before.
        words = f"no table of the query has a column {node.name} any more"
        replay.error(Reason.UNKNOWN_COLUMN, words, node)
        return
    words = f"{node.name} now means {'.'.join(now) if now else 'another value of the query'}"
    replay.silent(Reason.RESOLVES_ELSEWHERE, words, node)
