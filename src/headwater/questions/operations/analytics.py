"""Answers that batch jobs prepared: effective classes, datasets by reach; and requests for such jobs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from psycopg_pool import ConnectionPool

from headwater.model.classification import UNCLASSIFIED_PII, Level
from headwater.questions import resolve
from headwater.questions.compliance.flow_sources import Declared as Said
from headwater.questions.compliance.flow_sources import declared
from headwater.store import work
from headwater.store.analytics import CLASSIFY, REACH
from headwater.store.queries import analytics, nodes
from headwater.store.queries.analytics import ClassFilter, ClassRow, Computed, Order, ReachRow
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection
from headwater.store.work import Work

Item = TypeVar("Item")

# The job keeps what a declaration counts as, which it goes on with; what was said is in the labels.
DECLARED_WITH_CLASS = f"declared {UNCLASSIFIED_PII.word} and personal"
DECLARED_WITHOUT = f"declared personal without a class, which counts as {UNCLASSIFIED_PII.word}"


@dataclass(frozen=True, slots=True)
class Declared:
    """What somebody said of a column; None where nobody did."""

    classification: str | None
    pii: bool | None


@dataclass(frozen=True, slots=True)
class Effective:
    classification: str
    pii: bool


@dataclass(frozen=True, slots=True)
class ClassifiedColumn:
    """`inherited_from` is where the level comes from, or else the flag; `pii_from` where the flag does."""

    column: NodeName
    declared: Declared | None
    effective: Effective
    undeclared: bool
    inherited_from: NodeName | None
    pii_from: NodeName | None
    depth: int
    why: str


@dataclass(frozen=True, slots=True)
class RankedDataset:
    dataset: NodeName
    downstream: int
    upstream: int
    downstream_jobs: int
    downstream_dashboards: int
    downstream_critical: int
    downstream_owners: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Prepared(Generic[Item]):
    """A page of what a job found out; `computed_at` and `position` are None before its first run."""

    items: tuple[Item, ...]
    total: int
    next_cursor: str | None
    computed_at: datetime | None
    position: int | None


@dataclass(frozen=True, slots=True)
class ColumnQuestion:
    inherited: bool | None = None
    undeclared: bool | None = None
    classification: Level | None = None
    pii: bool | None = None
    dataset: str | None = None


class Analytics:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def columns(self, asked: ColumnQuestion, limit: int, cursor: str | None) -> Prepared[ClassifiedColumn]:
        """Columns with a class above public or with personal data, the most sensitive first."""
        with self._pool.connection() as connection:
            page = analytics.classes(connection, _filter(connection, asked), limit, cursor)
            ids = (id for row in page.items for id in (row.column_id, row.source_id, row.pii_source_id))
            known = nodes.names(connection, _some(ids))
            said = declared(connection, [row.column_id for row in page.items])
            run = analytics.computed(connection, CLASSIFY)
        rows = [row for row in page.items if row.column_id in known]
        return _prepared(page, [_column(row, known, said.get(row.column_id)) for row in rows], run)

    def ranking(self, order: Order, limit: int, cursor: str | None) -> Prepared[RankedDataset]:
        """Datasets by how much depends on them, or by how much they depend on."""
        with self._pool.connection() as connection:
            page = analytics.ranking(connection, order, limit, cursor)
            known = nodes.names(connection, [row.dataset_id for row in page.items])
            run = analytics.computed(connection, REACH)
        return _prepared(page, [_ranked(row, known) for row in page.items if row.dataset_id in known], run)

    def run(self, *, whole: bool) -> Work:
        """Ask the worker for both jobs now; if `whole`, from scratch."""
        return self._request("analytics", {"whole": whole})

    def closure(self, arguments: Mapping[str, object]) -> Work:
        return self._request("closure", arguments)

    def closure_estimate(self, arguments: Mapping[str, object]) -> Work:
        return self._request("closure_estimate", arguments)

    def _request(self, kind: str, arguments: Mapping[str, object]) -> Work:
        with self._pool.connection() as connection:
            return work.request(connection, kind, arguments)


def _filter(connection: Connection, asked: ColumnQuestion) -> ClassFilter:
    datasets = None
    if asked.dataset is not None:
        node = resolve.entity(connection, asked.dataset, resolve.DATASET, field="dataset")
        datasets = nodes.members(connection, node.id)
    level = None if asked.classification is None else int(asked.classification)
    return ClassFilter(asked.inherited, asked.undeclared, level, asked.pii, datasets)


def _some(ids: Iterable[int | None]) -> set[int]:
    return {id for id in ids if id is not None}


def _column(row: ClassRow, known: Mapping[int, NodeName], said: Said | None) -> ClassifiedColumn:
    level_from, pii_from = known.get(row.source_id or 0), known.get(row.pii_source_id or 0)
    told = row.declared_level is not None or row.declared_pii is not None
    word = None if row.declared_level is None else Level(row.declared_level).word
    why = row.why
    if said is not None and _only_counts_as(row, said):
        word = said.classification
        why = why.replace(DECLARED_WITH_CLASS, DECLARED_WITHOUT, 1)
    return ClassifiedColumn(
        column=known[row.column_id],
        declared=Declared(word, row.declared_pii) if told else None,
        effective=Effective(Level(row.level).word, row.pii),
        undeclared=row.undeclared,
        inherited_from=level_from or pii_from,
        pii_from=pii_from,
        depth=row.depth if level_from else row.pii_depth,
        why=why,
    )


def _only_counts_as(row: ClassRow, said: Said) -> bool:
    """Whether its class is not declared, but follows from its being personal data."""
    stored_so = bool(row.declared_pii) and row.declared_level == UNCLASSIFIED_PII
    return stored_so and (said.classification or "").lower() != UNCLASSIFIED_PII.word


def _ranked(row: ReachRow, known: Mapping[int, NodeName]) -> RankedDataset:
    return RankedDataset(
        dataset=known[row.dataset_id],
        downstream=row.downstream,
        upstream=row.upstream,
        downstream_jobs=row.downstream_jobs,
        downstream_dashboards=row.downstream_dashboards,
        downstream_critical=row.downstream_critical,
        downstream_owners=row.downstream_owners,
        exact=row.exact,
    )


def _prepared(
    page: Page[ClassRow] | Page[ReachRow], items: list[Item], run: Computed | None
) -> Prepared[Item]:
    moment, position = (run.computed_at, run.position) if run else (None, None)
    return Prepared(tuple(items), page.total, page.next_cursor, moment, position)
