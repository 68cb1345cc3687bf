"""The tables of schema files: found by name at once, read only when a text or the change names them."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from headwater.cli.offline.schema_json import read_json
from headwater.cli.offline.texts import FilePlace, FoundText, ReadingProblems, files_in, read_file
from headwater.errors import BadInputError
from headwater.simulator.ddl import read_ddl
from headwater.simulator.schema_changes import apply
from headwater.sql.limits import MOST_CHARACTERS
from headwater.sql.schemas import Catalog, TableSchema
from headwater.sql.splitting import split, without_values
from headwater.sql.table_names import Parts

SUFFIXES = (".sql", ".ddl", ".json")
# Views upon views upon views; deeper ones are not read.
MOST_DEPTH = 60
MOST_HEAD = 2_000
PLAIN_WORD = re.compile(r"[^\W\d][\w$]*")
TEMPLATE = re.compile(r"\{[{%][^{}]{0,2000}[%}]\}")
WORD = r'(?:"[^"]+"|`[^`]+`|\[[^\]]+\]|[\w$#@]+)'
NAME = re.compile(rf"{WORD}(?:\s*\.\s*{WORD})*")
# BigQuery's projects have hyphens, which are a minus elsewhere.
HYPHENED = re.compile(rf"(?:`[^`]+`|[\w$-]+)(?:\s*\.\s*{WORD})*")
KINDS = (
    r"(?:(?:global|local|temp|temporary|transient|external|unlogged|materialized|volatile|recursive|secure|"
    r"dynamic|iceberg|multiset|set|force|foreign|live|streaming|hybrid)\s+)*"
)
CREATE = re.compile(
    rf"create\s+(?:or\s+(?:replace|alter)\s+)?{KINDS}(table|view)\s+(if\s+not\s+exists\s+)?", re.IGNORECASE
)
ALTER = re.compile(r"alter\s+(?:table|view)\s+(?:if\s+exists\s+)?(?:only\s+)?", re.IGNORECASE)
WRITE = re.compile(
    r"\b(?:insert\s+(?:ignore\s+)?(?:into|overwrite)\s+(?:table\s+)?|merge\s+into\s+|replace\s+into\s+)"
    r"|^\s*(?:update\s+(?:only\s+)?|delete\s+from\s+)",
    re.IGNORECASE,
)
SELECTS = re.compile(r"\b(?:select|with|from)\b", re.IGNORECASE)
LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)
# Lines that a client of the database reads itself, as pg_dump writes them.
CLIENT_LINES = re.compile(r"^\\.*$", re.MULTILINE)


@dataclass(slots=True)
class Definition:
    """What makes a table: its statement, and those that alter it, in the order of the file."""

    texts: list[FoundText]
    is_query: bool


def written_by(text: FoundText) -> tuple[str, Parts] | None:
    """`create` or `write`, and the name of the table that a statement makes or fills.

    >>> written_by(FoundText("CREATE VIEW Shop.V as select 1", FilePlace("q.sql", 1)))
    ('create', ('shop', 'v'))
    """
    plain = without_values(text.text, text.dialect)
    create = CREATE.match(plain[:MOST_HEAD].lstrip())
    if create is not None:
        return "create", _parts(plain.lstrip(), create.end(), text.dialect)
    write = WRITE.search(plain)
    return ("write", _parts(plain, write.end(), text.dialect)) if write is not None else None


def _parts(text: str, start: int, dialect: str | None) -> Parts:
    found = (HYPHENED if dialect == "bigquery" else NAME).match(text, start)
    return _words(found[0]) if found else ()


def _words(name: str) -> Parts:
    plain = re.sub(r"\s*\.\s*", ".", name)
    return tuple(part for part in re.sub(r'["`\[\]]', "", plain).lower().split(".") if part)


@dataclass(slots=True, eq=False)
class KnownTables:
    """All tables by their full name in lower case."""

    dialect: str | None
    problems: ReadingProblems
    definitions: dict[str, Definition] = field(default_factory=dict)
    given: dict[str, TableSchema] = field(default_factory=dict)
    tiers: dict[str, str] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    """Views whose text the proposed change replaces."""
    _read: dict[str, TableSchema] = field(default_factory=dict)
    _catalogs: dict[Parts, Catalog] = field(default_factory=dict)
    _by_word: dict[str, list[str]] | None = None
    _open: dict[str, None] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [*self.given, *self.definitions]

    def define(self, text: FoundText) -> None:
        """Takes a `create` or `alter`; whatever else a schema file holds changes no column."""
        plain = without_values(CLIENT_LINES.sub("", text.text), text.dialect).lstrip()
        altered = ALTER.match(plain[:MOST_HEAD])
        if altered is not None:
            known = self.definitions.get(".".join(_parts(plain, altered.end(), text.dialect)))
            if known is not None:
                known.texts.append(text)
            return
        create = CREATE.match(plain[:MOST_HEAD])
        name = ".".join(_parts(plain, create.end(), text.dialect)) if create is not None else ""
        if create is None or not name:
            return
        known = self.definitions.get(name)
        if known is not None:
            if create[2]:
                return
            if "replace" not in create[0].lower():
                first = known.texts[0].place
                self.problems.add(text.place, f"{name} is defined again, after {first}; this one counts")
        is_query = SELECTS.search(plain, create.end()) is not None
        self.definitions[name] = Definition([text], is_query)
        self._by_word = None

    def named_in(self, text: FoundText) -> frozenset[str]:
        """The tables that a text may mean, by its words alone; of an ambiguous name all that end alike."""
        known = self.names_by_last_part
        found: set[str] = set()
        if len(text.text) > MOST_CHARACTERS:
            # Too long to be parsed: whatever name stands in it may be meant.
            words = {match[0] for match in PLAIN_WORD.finditer(text.text.lower())}
            return frozenset(name for word in words & known.keys() for name in known[word])
        for template in TEMPLATE.findall(text.text):
            # Not rendered, so it can't be judged; but a table that it names is named.
            for word in PLAIN_WORD.findall(template.lower()):
                found |= set(known.get(word, ()))
        pattern = HYPHENED if text.dialect == "bigquery" else NAME
        for match in pattern.finditer(without_values(text.text, text.dialect)):
            parts = _words(match[0])
            if parts and parts[-1] in known:
                found |= self.tables_named(parts, text.namespace)
        return frozenset(found)

    def tables_named(self, parts: Parts, namespace: Parts) -> set[str]:
        """The table of a name; of an ambiguous one, or one that ends several, all of them."""
        if not parts or parts[-1] not in self.names_by_last_part:
            return set()
        catalog = self._catalogs.get(namespace)
        if catalog is None:
            catalog = self._catalogs[namespace] = Catalog(map(TableSchema, self.names), namespace=namespace)
        found = catalog.find(parts)
        if found.given:
            return {found.name}
        return set(self.names_by_last_part[parts[-1]]) if parts in catalog.doubts else set()

    @property
    def names_by_last_part(self) -> dict[str, list[str]]:
        if self._by_word is None:
            self._by_word = {}
            self._catalogs.clear()
            for name in self.names:
                self._by_word.setdefault(name.rpartition(".")[2], []).append(name)
        return self._by_word

    def schema(self, name: str) -> TableSchema:
        """With None for columns that could not be read."""
        known = self.given.get(name) or self._read.get(name)
        if known is not None:
            return known
        definition = self.definitions[name]
        if name in self._open or len(self._open) >= MOST_DEPTH:
            self.problems.add(definition.texts[0].place, self._too_deep(name))
            return TableSchema(name)
        self._open[name] = None
        try:
            self._read[name] = self._read_definition(name, definition)
        finally:
            del self._open[name]
        return self._read[name]

    def _too_deep(self, name: str) -> str:
        if name not in self._open:
            return f"{name} lies under {MOST_DEPTH} views, which is too deep"
        chain = list(self._open)
        return f"{name} reads itself: {' -> '.join([*chain[chain.index(name) :], name])}"

    def _read_definition(self, name: str, definition: Definition) -> TableSchema:
        schemas: dict[str, TableSchema] = {}
        if definition.is_query:
            schemas = {other: self.schema(other) for other in self.named_in(definition.texts[0]) - {name}}
        for text in definition.texts:
            script = CLIENT_LINES.sub("", text.text)
            try:
                found = read_ddl(script, dialect=text.dialect, schemas=schemas)
                schemas = apply(found.changes, schemas)
            except BadInputError as error:
                self.problems.add(text.place, error.reason)
                continue
            for problem in found.problems if name not in schemas else ():
                self.problems.add(*placed(problem, text))
        return schemas.get(name) or TableSchema(name)


def placed(problem: str, text: FoundText) -> tuple[FilePlace, str]:
    """A problem of the reader, whose lines count from the statement's, as one of the file."""
    found = LINE.fullmatch(problem)
    if found is None:
        return text.place, problem
    return FilePlace(text.place.file, text.place.line + int(found[1]) - 1), found[2]


def read_schemas(paths: list[Path], dialect: str | None, problems: ReadingProblems) -> KnownTables:
    tables = KnownTables(dialect, problems)
    for path in files_in(paths, SUFFIXES):
        if path.suffix.lower() == ".json":
            _take_json(path, tables)
            continue
        for piece in split(read_file(path), dialect):
            place = FilePlace(str(path), piece.line, piece.column)
            if not piece.closed:
                problems.add(place, "a quote or comment that begins in this statement never ends")
            tables.define(FoundText(piece.text, place, dialect, in_schema=True))
    return tables


def _take_json(path: Path, tables: KnownTables) -> None:
    for one in read_json(path):
        if one.sql is not None:
            text = f"create view {one.schema.name} as {one.sql}"
            tables.define(FoundText(text, FilePlace(str(path), 1), tables.dialect, in_schema=True))
        else:
            tables.given[one.schema.name] = one.schema
        if one.tier is not None:
            tables.tiers[one.schema.name] = one.tier
