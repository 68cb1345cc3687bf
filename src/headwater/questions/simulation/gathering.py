"""What a simulation works on: schemas, and the texts that name the dataset or what is made from it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.questions.catalog.columns import KnownColumn
from headwater.questions.change.subjects import current_columns
from headwater.simulator.judge import JudgedQuery
from headwater.simulator.propagation import ReplayedText
from headwater.sql.dialects import dialect_of
from headwater.sql.schemas import ColumnSchema, TableSchema
from headwater.store.queries import nodes, replayed_texts
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.replayed_texts import IndexedText, ReferencedDataset
from headwater.store.queries.rows import Connection
from headwater.store.queries.schemas import versions

# Of one simulation; what is beyond is named in the answer.
MOST_TEXTS = 20_000
MOST_NESTING = 30
# How far back a column is looked for that the dataset no longer has.
MOST_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class Gathered:
    """`tables` are the datasets by the name that texts know them by."""

    texts: Mapping[str, IndexedText]
    schemas: Mapping[str, TableSchema]
    datasets: Mapping[str, ReferencedDataset]
    cut: bool
    """There were more texts than a simulation takes."""
    former_until: datetime | None
    """Until when the dataset had the schema that is judged; None where it has it now."""

    def replayed(self) -> list[ReplayedText]:
        names = {one.dataset_id: name for name, one in self.datasets.items()}
        listed: dict[str, tuple[str, str] | None] = {}
        placed: dict[tuple[int, ...], tuple[frozenset[str], tuple[str, ...]]] = {}

        def place(numbers: Sequence[int]) -> tuple[frozenset[str], tuple[str, ...]]:
            """The tables and their namespaces: thousands of texts name the same."""
            key = tuple(numbers)
            if key not in placed:
                found = frozenset(names[one] for one in key if one in names)
                placed[key] = found, tuple(self.datasets[name].namespace for name in found)
            return placed[key]

        return [_replayed(text, place, names, listed) for text in self.texts.values()]


def gather(connection: Connection, dataset: NodeName, columns: Collection[str], hops: int) -> Gathered:
    """Hop by hop: the texts that name a dataset, then those that name what these write.

    `columns` are those that are to change: of a dataset that lost one, the last schema that had them counts.
    """
    found: dict[UUID, IndexedText] = {}
    reached, frontier = {dataset.id}, {dataset.id}
    # One hop more than is judged, to tell whether somebody reads what changes at the last.
    for _ in range(hops + 1):
        keys = replayed_texts.keys_naming(connection, frontier, MOST_TEXTS + 1)
        new = [key for key in keys if key not in found][: MOST_TEXTS - len(found)]
        added = {text.key: text for text in replayed_texts.texts(connection, new)}
        found |= added
        frontier = {written for text in added.values() for written in text.writes} - reached
        reached |= frontier
        if not frontier or len(found) >= MOST_TEXTS:
            break
    named = {number for text in found.values() for number in (*text.reads, *text.writes)} | {dataset.id}
    datasets = _by_name(replayed_texts.schemas(connection, named), dataset)
    schemas = _schemas(datasets)
    known, until = _root_columns(connection, dataset, {name.lower() for name in columns})
    schemas[dataset.name] = TableSchema(dataset.name, known)
    by_fingerprint = {text.fingerprint: text for text in found.values()}
    return Gathered(by_fingerprint, schemas, datasets, len(found) >= MOST_TEXTS, until)


def _by_name(found: Collection[ReferencedDataset], root: NodeName) -> dict[str, ReferencedDataset]:
    """Of datasets that share a name, the one that changes; else the one whose columns are known."""
    best: dict[str, ReferencedDataset] = {}
    for one in found:
        other = best.get(one.name)
        if (
            other is None
            or one.dataset_id == root.id
            or (other.fields is None and other.dataset_id != root.id)
        ):
            best[one.name] = one
    return best


def _schemas(datasets: Mapping[str, ReferencedDataset]) -> dict[str, TableSchema]:
    return {name: TableSchema(name, _columns(one.fields)) for name, one in datasets.items()}


def schemas_of_datasets(
    connection: Connection, numbers: Iterable[int], root: NodeName
) -> dict[str, TableSchema]:
    """By the name that texts know them by."""
    return _schemas(_by_name(replayed_texts.schemas(connection, numbers), root))


def current_schema(connection: Connection, dataset: NodeName) -> tuple[ColumnSchema, ...] | None:
    known = current_columns(connection, dataset)
    return tuple(part for column in known for part in _flat(column)) if known else None


def _root_columns(
    connection: Connection, dataset: NodeName, wanted: Collection[str]
) -> tuple[tuple[ColumnSchema, ...] | None, datetime | None]:
    """With what the catalog knows of nulls; and until when it was so, where it no longer is."""
    current = current_schema(connection, dataset)
    if not _has(current, wanted):
        members = nodes.members(connection, dataset.id)
        for version in versions(connection, members, MOST_VERSIONS).items:
            former = _columns(version.fields)
            if _has(former, wanted):
                return former, version.valid_to
    return current, None


def _has(columns: Sequence[ColumnSchema] | None, wanted: Collection[str]) -> bool:
    return set(wanted) <= {column.name.lower() for column in columns or ()}


def _flat(column: KnownColumn) -> Iterator[ColumnSchema]:
    yield ColumnSchema(column.name, column.type, column.nullable)
    yield from _nested(column.name, column.fields, MOST_NESTING)


def _nested(whole: str, parts: Any, deeper: int) -> Iterator[ColumnSchema]:
    for part in parts if isinstance(parts, list | tuple) and deeper else ():
        if isinstance(part, dict) and isinstance(part.get("name"), str):
            name = f"{whole}.{part['name']}" if whole else part["name"]
            type_ = part.get("type")
            nullable = part.get("nullable")
            yield ColumnSchema(
                name,
                type_ if isinstance(type_, str) else None,
                nullable if isinstance(nullable, bool) else None,
            )
            yield from _nested(name, part.get("fields"), deeper - 1)


def _columns(fields: Any) -> tuple[ColumnSchema, ...] | None:
    return None if fields is None else tuple(_nested("", fields, MOST_NESTING))


def _replayed(
    text: IndexedText,
    place: Callable[[Sequence[int]], tuple[frozenset[str], tuple[str, ...]]],
    names: Mapping[int, str],
    listed: dict[str, tuple[str, str] | None],
) -> ReplayedText:
    (reads, read_in), (writes, written_in) = place(text.reads), place(text.writes)
    namespaces = sorted({*read_in, *written_in})
    session = tuple(word for word in (text.database, text.schema) if word)
    named = _named(text.named, names, listed) if text.named is not None else None
    query = JudgedQuery(text.text, dialect_of(text.dialect, namespaces), session, named)
    return ReplayedText(text.fingerprint, query, reads, writes)


def _named(
    words: Sequence[str], names: Mapping[int, str], listed: dict[str, tuple[str, str] | None]
) -> frozenset[tuple[str, str]] | None:
    """None where one of the datasets shares its name with another, and only that one is known here.

    `listed` are the words that were read before: thousands of texts name the same columns.
    """
    found = set()
    for word in words:
        if word not in listed:
            number, _, column = word.partition(":")
            name = names.get(int(number))
            listed[word] = (name.lower(), column) if name is not None else None
        one = listed[word]
        if one is None:
            return None
        found.add(one)
    return frozenset(found)
