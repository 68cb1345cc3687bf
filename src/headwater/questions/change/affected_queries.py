"""The queries of people and dashboards that a change reaches, told apart from pipelines, with who runs them.

The walk knows what lineage says. The index of references knows which columns a text reads, also where it only
filters by them; so a query that does not read the column in question is not among what is affected.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from headwater.answers.change import AffectedQueries, AffectedQuery
from headwater.graph import Graph
from headwater.graph.affected import Affected, AffectedAssets
from headwater.graph.trail import ROOT
from headwater.model.edges import EdgeKind
from headwater.model.ids import NodeKind
from headwater.questions.change.subjects import Subject
from headwater.questions.reading import Reading
from headwater.store.queries import query_log, query_readers
from headwater.store.queries.query_readers import JobReader, QueryReader, ReadPlaces
from headwater.store.queries.rows import Connection

# Nearest first; queries of what lies beyond are not looked for.
MOST_PLACES = 10_000
# Jobs that lineage does not know as readers are few, and each is looked up by itself.
MOST_JOBS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class SeparatedReaders:
    """`found` has no queries among its assets; `places` are where to look for them."""

    found: Affected
    places: ReadPlaces
    unread: int
    """Jobs that are queries and sent no text."""


def separate_readers(
    reading: Reading, about: Subject, found: Affected, max_depth: int | None
) -> SeparatedReaders:
    connection = reading.connection
    places = _places(reading, about, found, max_depth)
    assets = found.assets
    jobs = assets.nodes[assets.is_job].tolist()
    queries = reading.labels.query_jobs(jobs)
    kept = ~np.isin(assets.nodes, list(queries))
    readers = query_readers.jobs(connection, places)[:MOST_JOBS]
    without = _with_readers(reading.graph, assets.chosen(kept), readers, about.asset.id, found)
    return SeparatedReaders(
        replace(found, assets=without), places, query_readers.without_text(connection, sorted(queries))
    )


def _places(reading: Reading, about: Subject, found: Affected, max_depth: int | None) -> ReadPlaces:
    """The columns in question, those that depend on them, and datasets of which no column is known."""
    rows = [(about.asset.id, name.lower(), 0, True) for name in about.columns]
    if not about.columns and about.roots and about.asset.kind == NodeKind.DATASET:
        rows.append((about.asset.id, "", 0, True))
    before_last = np.iinfo(np.int32).max if max_depth is None else max_depth
    near = (found.column_depth < before_last).nonzero()[0][:MOST_PLACES]
    numbers = found.columns[near].tolist()
    known = query_readers.column_places(reading.connection, numbers)
    depths = dict(zip(numbers, found.column_depth[near].tolist(), strict=True))
    rows += [(one.dataset_id, one.field, depths[one.id], True) for one in known.values()]
    assets = found.assets
    whole = (~assets.known & ~assets.is_job & (assets.depth < before_last)).nonzero()[0][:MOST_PLACES]
    rows += [(int(assets.nodes[place]), "", int(assets.depth[place]), False) for place in whole]
    read = query_readers.read_datasets(reading.connection, {row[0] for row in rows})
    rows = [row for row in rows if row[0] in read]
    datasets, fields, deep, sure = zip(*rows, strict=True) if rows else ((), (), (), ())
    return ReadPlaces(datasets, fields, deep, sure)


def _with_readers(
    graph: Graph, assets: AffectedAssets, readers: Sequence[JobReader], root: int, found: Affected
) -> AffectedAssets:
    """Jobs whose text reads a column are known by it, whether lineage says so or not."""
    read = np.array([one.job_id for one in readers], np.int32)
    known = assets.known | (np.isin(assets.nodes, read) & assets.is_job)
    listed = frozenset(assets.nodes.tolist())
    new = [one for one in readers if one.job_id not in listed and one.job_id < graph.size]
    if not new:
        return replace(assets, known=known)
    entries = dict(zip(assets.nodes.tolist(), assets.entry.tolist(), strict=True)) | {root: ROOT}
    added = [_entry(graph, one.job_id, entries, found) for one in new]
    size = len(new)
    return AffectedAssets(
        np.concatenate([assets.nodes, np.array([one.job_id for one in new], np.int32)]),
        np.concatenate([assets.depth, np.array([one.depth for one in new], assets.depth.dtype)]),
        np.concatenate([known, np.ones(size, np.bool_)]),
        np.concatenate([assets.direct, np.zeros(size, np.bool_)]),
        np.concatenate([assets.is_job, np.ones(size, np.bool_)]),
        np.concatenate([assets.entry, np.array(added, assets.entry.dtype)]),
    )


def _entry(graph: Graph, job: int, entries: dict[int, int], found: Affected) -> int:
    """The way to a job: that to a dataset which was reached, and the edge by which the job reads it."""
    arcs = graph.arcs
    reads = np.flatnonzero((arcs.target == job) & (arcs.kind == EdgeKind.READS))
    for arc in reads.tolist():
        before = entries.get(int(arcs.source[arc]))
        if before is not None:
            return found.trail.add_one(arc, before)
    return ROOT


WINDOW = timedelta(days=30)
SHOWN = 100


def affected_queries(
    connection: Connection, apart: SeparatedReaders, as_of: datetime | None
) -> AffectedQueries:
    # Up to the newest use and not to the clock: a history that has ended is judged as it ended.
    until = as_of or query_log.newest_use(connection)
    since = until - WINDOW if until else None
    total = query_readers.totals(connection, apart.places, since)
    users = query_readers.users(connection, apart.places, since) if total.queries else ()
    items = query_readers.queries(connection, apart.places, since, SHOWN) if total.queries else ()
    return AffectedQueries(
        total=total.queries,
        certain=total.certain,
        runs=total.runs,
        since=since,
        users=users[:SHOWN],
        users_total=len(users),
        items=tuple(_query(one) for one in items),
        unread=apart.unread,
    )


def _query(one: QueryReader) -> AffectedQuery:
    return AffectedQuery(
        fingerprint=one.fingerprint,
        text=one.text,
        level="column" if one.sure else "dataset",
        depth=one.depth,
        runs=one.runs,
        last_used=one.last_used,
        users=tuple(one.users),
        users_total=one.users_total,
        dashboards=tuple(one.dashboards),
        roles=tuple(one.roles),
        columns=tuple(one.columns),
    )
