"""Which datasets a query may mean: those whose names end as the names in its text do."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec

from headwater.facts.query_references import BoundTable
from headwater.sql.dialects import dialect_of
from headwater.sql.identifiers import dotted_names
from headwater.sql.table_names import Parts
from headwater.store import query_index
from headwater.store.queries.rows import Connection
from headwater.store.query_index import TAIL_CHARACTERS, CandidateDataset, DatasetColumns, QueryToRead

# Of one chunk of queries: more than a hundred for each of their names would tell nothing.
MOST_CANDIDATES = 100_000
MOST_OF_A_QUERY = 200


@dataclass(frozen=True, slots=True)
class BoundQuery:
    """A query with the tables that it may mean; `binding` is a digest of these."""

    query: QueryToRead
    session: tuple[str, ...]
    tables: tuple[BoundTable, ...]
    binding: UUID


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What is known of the datasets that a chunk of queries may mean."""

    by_tail: Mapping[str, Sequence[tuple[Parts, CandidateDataset]]]
    columns: Mapping[int, DatasetColumns]


def bind(connection: Connection, queries: Sequence[QueryToRead]) -> list[BoundQuery]:
    """In a handful of statements for all of them."""
    names = {query.key: dotted_names(query.text, dialect_of(query.dialect, ())) for query in queries}
    tails = {name[-1][:TAIL_CHARACTERS] for found in names.values() for name in found}
    found = query_index.candidates(connection, tails, MOST_CANDIDATES)
    known = _Knowledge(_by_tail(found), query_index.columns(connection, {one.dataset_id for one in found}))
    meant = query_index.named_by_jobs(connection, [query.key for query in queries])
    return [_bound(query, names[query.key], known, meant.get(query.key, frozenset())) for query in queries]


def _by_tail(found: Iterable[CandidateDataset]) -> dict[str, list[tuple[Parts, CandidateDataset]]]:
    by_tail: dict[str, list[tuple[Parts, CandidateDataset]]] = {}
    for one in found:
        # Producers quote names in their own ways.
        parts = tuple(part.strip('"`[]') for part in one.name.lower().split("."))
        by_tail.setdefault(parts[-1][:TAIL_CHARACTERS], []).append((parts, one))
    return by_tail


def _bound(
    query: QueryToRead, names: Sequence[Parts], known: _Knowledge, meant: frozenset[int]
) -> BoundQuery:
    session = tuple(word for word in (query.database, query.schema) if word)
    chosen: dict[str, dict[int, str]] = {}
    for name in names:
        fitting = _fitting(name, known.by_tail.get(name[-1][:TAIL_CHARACTERS], ()))
        for one in _narrowed(fitting, query.dialect, meant):
            if one.name in chosen or len(chosen) < MOST_OF_A_QUERY:
                chosen.setdefault(one.name, {})[one.dataset_id] = one.namespace
    tables = tuple(_table(name, chosen[name], known.columns) for name in sorted(chosen))
    spelled = msgspec.json.encode((session, tables))
    return BoundQuery(query, session, tables, UUID(bytes=hashlib.blake2b(spelled, digest_size=16).digest()))


def _fitting(name: Parts, candidates: Sequence[tuple[Parts, CandidateDataset]]) -> list[CandidateDataset]:
    """The shorter of both decides: the text may leave out the schema, or the producer the database."""
    found = []
    for parts, one in candidates:
        shared = min(len(name), len(parts))
        if name[-shared:] == parts[-shared:]:
            found.append(one)
    return found


def _narrowed(
    found: Sequence[CandidateDataset], dialect: str | None, meant: frozenset[int]
) -> Sequence[CandidateDataset]:
    """Those that the jobs of the text read or write; else those of its dialect's namespaces; else all."""
    if len({one.dataset_id for one in found}) < 2:
        return found
    of_jobs = [one for one in found if one.dataset_id in meant]
    spoken = dialect_of(dialect, ())
    of_dialect = [one for one in found if spoken and dialect_of(None, (one.namespace,)) == spoken]
    return of_jobs or of_dialect or found


def _table(name: str, datasets: Mapping[int, str], columns: Mapping[int, DatasetColumns]) -> BoundTable:
    # Datasets of one name in several namespaces have, as a rule, the same columns; what one lacks is former.
    schemas = [columns[dataset] for dataset in sorted(datasets) if dataset in columns]
    current = list(dict.fromkeys(column for schema in schemas for column in schema.current))
    former = {column for schema in schemas for column in schema.former}.difference(current)
    return BoundTable(
        name, sorted(datasets), sorted(set(datasets.values())), current if schemas else None, sorted(former)
    )
