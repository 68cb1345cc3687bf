"""Our judge for many texts: those of one shape are judged once.

A log of a hundred thousand texts has far fewer shapes: dashboards and programs write the same text with other
columns and aliases. What is said of a shape is put back into the words of each text.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from headwater.simulator.judge import JudgedQuery, Judgement, QueryEffect, Reason, SchemaPair
from headwater.simulator.replay import MOST_TEXT
from headwater.simulator.sqlglot_judge import (
    RENAMED_COLUMNS,
    WRITES,
    SqlglotJudge,
    has_implicit_columns,
    not_touched,
    reached,
)
from headwater.simulator.text_shapes import WORDS, Scan, TextShape, beside, placeholder, scan, shape_of
from headwater.sql.schemas import ColumnSchema, TableSchema

# Whose words depend on the text beyond its names.
OF_THE_TEXT = (Reason.NOT_PARSED, Reason.OVER_BUDGET)
# Where names alone change, these are still found by types, which a shape may leave out.
BY_TYPES = (Reason.RESOLVES_ELSEWHERE, Reason.TYPE_MISMATCH, Reason.NOT_NULL_VIOLATED)
ANY = "n"
"""The class of columns whose type nothing depends on."""
Words = frozenset[str]


@dataclass(slots=True)
class SharedJudge:
    """Of one simulation. Answers as `SqlglotJudge` does, and remembers what it said of which schemas."""

    ours: SqlglotJudge = field(default_factory=SqlglotJudge)
    _known: list["KnownPair"] = field(default_factory=list)
    _scans: dict[tuple[str, str | None], Scan | None] = field(default_factory=dict)
    _implicit: dict[str, bool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.ours.name

    @property
    def version(self) -> str:
        return self.ours.version

    def supports(self, dialect: str | None) -> bool:
        return self.ours.supports(dialect)

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        if not reached(query, schemas, self._has_implicit_columns):
            return not_touched()
        known = self._pair(schemas)
        found = known.judgements.get(query)
        if found is None:
            found = known.judgements[query] = self._judged(query, known)
        return found

    def _has_implicit_columns(self, text: str) -> bool:
        known = self._implicit.get(text)
        if known is None:
            known = self._implicit[text] = has_implicit_columns(text)
        return known

    def _pair(self, schemas: SchemaPair) -> "KnownPair":
        """The steps of a runbook often come back to schemas that were judged."""
        for known in reversed(self._known):
            if known.is_of(schemas):
                return known
        self._known.append(KnownPair(schemas))
        return self._known[-1]

    def _judged(self, query: JudgedQuery, known: "KnownPair") -> Judgement:
        key = (query.text, query.dialect)
        if key not in self._scans:
            # A shape is judged with more columns, which would shift those that go by their place.
            by_place = RENAMED_COLUMNS.search(query.text) is not None
            self._scans[key] = None if by_place else scan(query.text, query.dialect)
        words = self._scans[key]
        if words is None:
            return self.ours.judge_reached(query, known.pair)
        shape = shape_of(words, known.classes(query, words), known.words)
        # A text that names no columns to replace may take all of them, by a star or by their place.
        pair = known.pair if query.named is None else known.extended
        of_shape = (shape.text, query.dialect, query.namespace, pair is known.extended)
        judgement = known.shapes.get(of_shape)
        if judgement is None:
            judgement = known.shapes[of_shape] = self._of_shape(query, shape, pair)
        found = _in_words(shape, judgement) if judgement else None
        return found or self.ours.judge_reached(query, known.pair)

    def _of_shape(self, query: JudgedQuery, shape: TextShape, pair: SchemaPair) -> Judgement | None:
        asked = replace(query, text=shape.text)
        found = self.ours.judge_reached(asked, pair)
        by_types = not pair.typed and any(one.reason in BY_TYPES for one in found.effects)
        return None if by_types or found.reason in OF_THE_TEXT else found


def _in_words(shape: TextShape, judgement: Judgement) -> Judgement | None:
    """Of the text that has this shape; None where a longer name would be cut, or a shorter one was."""
    effects = tuple(
        QueryEffect(one.verdict, one.reason, shape.in_words(one.says), shape.fragment(one.fragment))
        for one in judgement.effects
    )
    if any("…" in one.says or _is_long(one.says) for one in effects):
        return None
    if not effects:
        return judgement
    first = effects[0]
    return Judgement(first.verdict, first.reason, first.says, first.fragment, judgement.judge, effects)


def _is_long(says: str) -> bool:
    return len(says) > MOST_TEXT and any(len(piece) > MOST_TEXT for piece in says.split("`"))


class KnownPair:
    """Two sides of a change, and what was said of texts and shapes."""

    def __init__(self, pair: SchemaPair) -> None:
        self.pair = pair
        self.judgements: dict[JudgedQuery, Judgement] = {}
        self.shapes: dict[tuple[str, str | None, tuple[str, ...], bool], Judgement | None] = {}
        tables = {**pair.after, **pair.before}
        self._alike = {name: _alike(pair, name) for name in tables}
        self._by_small_name = {name.lower(): name for name in tables}
        self.words: Words = _words(pair)
        """Names of tables and columns, which no alias may have that is replaced."""
        self.extended = SchemaPair(self._extended(pair.before), self._extended(pair.after))
        self._classes: dict[Words, tuple[dict[str, str], dict[str, str], set[str]]] = {}

    def is_of(self, schemas: SchemaPair) -> bool:
        return self.pair.before == schemas.before and self.pair.after == schemas.after

    def _extended(self, side: Mapping[str, TableSchema]) -> dict[str, TableSchema]:
        """With columns beside the real ones that a shape may name instead of them."""
        found = {}
        for number, (name, columns) in enumerate(self._alike.items()):
            table = side.get(name)
            if table is None or table.columns is None:
                continue
            places = range(1, len(columns) + 1)
            added = [ColumnSchema(placeholder(_any(number), place), "int") for place in places]
            classes = _classes(number, columns)
            counts: dict[str, int] = {}
            for word, column in columns.items():
                class_ = classes[word]
                counts[class_] = counts.get(class_, 0) + 1
                added.append(replace(column, name=placeholder(class_, counts[class_])))
            found[name] = replace(table, columns=(*table.columns, *added))
        return {name: found.get(name, table) for name, table in side.items()}

    def classes(self, query: JudgedQuery, words: Scan) -> Mapping[str, str]:
        """By column that may be replaced, what it is alike with."""
        if query.named is None:
            return {}
        tables = frozenset(self._by_small_name.get(table, "") for table, _ in query.named)
        own, any_, changed = self._of_tables(tables)
        if not self.pair.typed and WRITES.search(query.text) is None:
            return any_
        needed = beside(words, (word for word in words.tokens if word.lower() in changed))
        return {**any_, **{word: own[word] for word in needed & own.keys()}}

    def _of_tables(self, tables: Words) -> tuple[dict[str, str], dict[str, str], set[str]]:
        """The classes of columns by their type, one class for all, and names that the change touches."""
        known = self._classes.get(tables)
        if known is None:
            numbers = {name: number for number, name in enumerate(self._alike)}
            all_words = Counter(
                word for name in tables if name in numbers for word in self._column_words(name)
            )
            own: dict[str, str] = {}
            any_: dict[str, str] = {}
            for name in tables & numbers.keys():
                for word, class_ in _classes(numbers[name], self._alike[name]).items():
                    # A name of two tables is ambiguous, or joins them.
                    if all_words[word] == 1:
                        own[word], any_[word] = class_, _any(numbers[name])
            known = self._classes[tables] = (own, any_, self._changed_words(tables))
        return known

    def _column_words(self, table: str) -> set[str]:
        return {
            column.name.lower().partition(".")[0]
            for side in (self.pair.before, self.pair.after)
            for column in (side[table].columns or () if table in side else ())
        }

    def _changed_words(self, tables: Words) -> set[str]:
        return {
            word
            for name in tables & self._alike.keys()
            for word in self._column_words(name) - self._alike[name].keys()
        }


def _any(number: int) -> str:
    return f"t{number}n"


def _classes(number: int, columns: Mapping[str, ColumnSchema]) -> dict[str, str]:
    """Columns of one type are alike."""
    kinds: dict[tuple[str, bool | None, bool | None], int] = {}
    found = {}
    for word, column in columns.items():
        kind = ((column.type or "").strip().lower(), column.nullable, column.default)
        found[word] = f"t{number}c{kinds.setdefault(kind, len(kinds))}"
    return found


def _alike(pair: SchemaPair, table: str) -> dict[str, ColumnSchema]:
    """Columns without fields that the change leaves as they are."""
    sides = [side[table].columns or () for side in (pair.before, pair.after) if table in side]
    structures = {column.name.partition(".")[0] for side in sides for column in side if "." in column.name}
    counted = Counter(column for side in sides for column in side)
    words = Counter(column.name.lower() for side in sides for column in side)
    return {
        column.name: column
        for column, number in counted.items()
        if number == words[column.name.lower()] == len(sides)
        and column.name == column.name.lower()
        and column.name not in structures
    }


def _words(pair: SchemaPair) -> Words:
    names: set[str] = set()
    for side in (pair.before, pair.after):
        for table in side.values():
            names.update(WORDS.findall(table.name.lower()))
            names.update(column.name.lower().partition(".")[0] for column in table.columns or ())
    return frozenset(names)
