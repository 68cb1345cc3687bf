"""What an offline simulation is asked, and how its files become an answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from headwater.cli.offline.answer import OfflineSimulation
from headwater.cli.offline.judging import judges_at_hand
from headwater.cli.offline.query_file import read_queries
from headwater.cli.offline.schema_file import KnownTables, placed, read_schemas, written_by
from headwater.cli.offline.simulation import OfflineChange
from headwater.cli.offline.texts import FilePlace, FoundText, ReadingProblems, read_file
from headwater.errors import BadInputError
from headwater.model.nearest import nearest_names
from headwater.simulator.ddl import read_ddl
from headwater.simulator.judges import Judges
from headwater.simulator.meanings import Meanings
from headwater.simulator.models import compare_models
from headwater.simulator.propagation import DEFAULT_HOPS
from headwater.simulator.proposals import ProposedChange, as_spelled, read_changes, refused
from headwater.simulator.schema_changes import apply
from headwater.sql.dialects import NAMES, dialect_of
from headwater.sql.schemas import TableSchema
from headwater.sql.splitting import split


@dataclass(frozen=True, slots=True)
class OfflineRequest:
    schemas: Sequence[Path]
    queries: Sequence[Path]
    table: str | None = None
    changes: Sequence[Mapping[str, Any]] = ()
    scripts: Sequence[Path] = ()
    model: Path | None = None
    old_model: Path | None = None
    dialect: str | None = None
    hops: int | None = None


def simulate_files(request: OfflineRequest, judges: Judges | None = None) -> OfflineSimulation | None:
    """None where the files hold no query to check. Raises, with file and line, what can't be used."""
    dialect = _dialect(request.dialect)
    problems = ReadingProblems()
    tables = read_schemas(list(request.schemas), dialect, problems)
    texts = read_queries(list(request.queries), dialect, problems)
    for text in texts:
        made = written_by(text)
        # A table of the schema files is what it is there, whatever a job does to make it again.
        if made is not None and made[0] == "create" and ".".join(made[1]) not in tables.definitions:
            tables.define(text)
    if not tables.names:
        raise BadInputError(_listed(request.schemas), "defines no table or view")
    changes, meanings = _proposed(request, tables, dialect)
    if not changes and not meanings:
        return None
    if not texts and not any(one.is_query for one in tables.definitions.values()):
        return None
    hops = request.hops or DEFAULT_HOPS
    return OfflineChange(tables, texts, changes, meanings, hops, judges or judges_at_hand()).answer()


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))


def _dialect(word: str | None) -> str | None:
    if not word:
        return None
    found = dialect_of(word, ())
    if found is None:
        near = nearest_names(word.lower(), list(NAMES))
        known = ", ".join(near or sorted(set(NAMES.values())))
        raise BadInputError("--dialect", f"`{word}` is no dialect that is known; perhaps {known}")
    return found


def _proposed(
    request: OfflineRequest, tables: KnownTables, dialect: str | None
) -> tuple[tuple[ProposedChange, ...], Meanings]:
    """The changes of schemas, and what differs beside these where a model is to change."""
    if request.model is not None:
        return _of_model(request, request.model, tables, dialect)
    if request.scripts:
        return _of_scripts(request.scripts, tables, dialect), {}
    return _of_options(request, tables), {}


def _of_options(request: OfflineRequest, tables: KnownTables) -> tuple[ProposedChange, ...]:
    table = _table(request.table or "", tables)
    if table.columns is None:
        place = tables.problems.first[0] if tables.problems.first else "its statement is not understood"
        raise BadInputError("--table", f"the columns of {table.name} are not known: {place}")
    changes = tuple(
        replace(change, table=table.name)
        for change in read_changes({"changes": [dict(one) for one in request.changes]}, table.name)
    )
    apply(changes, {table.name: table})
    return as_spelled(changes, table)


def _table(name: str, tables: KnownTables) -> TableSchema:
    if not name:
        raise BadInputError("--table", "is missing")
    parts = tuple(part for part in name.lower().split(".") if part)
    found = tables.tables_named(parts, ())
    if not found:
        raise refused("--table", f"no table named `{name}` in the schema files", name.lower(), tables.names)
    if len(found) > 1:
        raise BadInputError("--table", f"`{name}` could be {' or '.join(sorted(found))}")
    return tables.schema(found.pop())


def _of_model(
    request: OfflineRequest, path: Path, tables: KnownTables, dialect: str | None
) -> tuple[tuple[ProposedChange, ...], Meanings]:
    """The new text of a view or table beside the one that the files have of it."""
    table = _table(request.table or "", tables)
    definition = tables.definitions.get(table.name)
    old = read_file(request.old_model) if request.old_model is not None else None
    if old is None and (definition is None or not definition.is_query):
        raise BadInputError(
            "--old-model", f"no query is known that makes {table.name}: give its present text"
        )
    if old is None and definition is not None:
        old = definition.texts[0].text
    new = read_file(path)
    texts = [FoundText(text, FilePlace(str(path), 1), dialect) for text in (old or "", new)]
    names = {name for text in texts for name in tables.named_in(text)} - {table.name}
    schemas = {name: tables.schema(name) for name in names}
    try:
        found = compare_models(old or "", new, dialect=dialect, schemas=schemas, target=table)
        changes, meaning = found.schema_changes(table), found.meaning()
    except BadInputError as error:
        where = str(request.old_model or "the present model") if error.field == "old_sql" else str(path)
        raise BadInputError(
            *map(str, placed(error.reason, replace(texts[1], place=FilePlace(where, 1))))
        ) from None
    if not changes and not meaning:
        raise BadInputError(str(path), f"changes nothing of {table.name}: it means what it meant")
    tables.replaced.add(table.name)
    return changes, {table.name: meaning} if meaning else {}


def _statements(path: Path, dialect: str | None) -> Iterator[FoundText]:
    for piece in split(read_file(path), dialect):
        yield FoundText(piece.text, FilePlace(str(path), piece.line, piece.column), dialect)


def _of_scripts(
    paths: Sequence[Path], tables: KnownTables, dialect: str | None
) -> tuple[ProposedChange, ...]:
    """Statement by statement, so that an error can say at which line; none where no table changes."""
    changes: list[ProposedChange] = []
    schemas: dict[str, TableSchema] = {}
    seen: set[str] = set()
    for text in (text for path in paths for text in _statements(path, dialect)):
        # What an earlier statement dropped stays dropped.
        new = tables.named_in(text) - seen
        schemas |= {name: tables.schema(name) for name in new}
        seen |= new
        try:
            found = read_ddl(text.text, dialect=dialect, schemas=schemas)
        except BadInputError as error:
            raise BadInputError(str(text.place), error.reason) from None
        # A script of which a part is not understood could break what the rest does not.
        if found.problems:
            raise BadInputError(*map(str, placed(found.problems[0], text)))
        schemas = apply(found.changes, schemas)
        changes += found.changes
        made = written_by(text)
        if made is not None and made[0] == "create":
            # The text that the script gives a view is the one that counts from now on.
            tables.replaced.update(tables.tables_named(made[1], ()))
    return tuple(changes)
