"""What a proposed schema would break: each change judged, and the impact of all of them together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from psycopg_pool import ConnectionPool

from headwater.errors import BadParameterError
from headwater.graph import Graph
from headwater.graph.affected import affected
from headwater.graph.related_columns import related_columns, use_counts
from headwater.questions import resolve
from headwater.questions.catalog.columns import Column
from headwater.questions.change.impact import ImpactAnswer, Question, impact_of
from headwater.questions.change.subjects import Subject, current_columns
from headwater.questions.lineage.walk import PRESENT
from headwater.questions.live_graph import LiveGraph
from headwater.simulator.schema_diff import Change, Field, Verdict, compare, schema_unknown
from headwater.store.queries import nodes
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import MAX_LIMIT
from headwater.store.queries.rows import Connection

MAX_NESTING = 30
WORST_FIRST = (Verdict.BREAKING, Verdict.RISKY, Verdict.COMPATIBLE)


@dataclass(frozen=True, slots=True)
class Proposed:
    name: str
    type: str | None = None
    description: str | None = None
    nullable: bool | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    asset: NodeName
    changes: tuple[Change, ...]
    verdict: Verdict
    impact: ImpactAnswer


class BreakingChanges:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def judge(self, asset: str, proposed: Sequence[Proposed]) -> Judgement:
        _check(proposed)
        after = [Field(one.name, one.type, one.description, one.nullable) for one in proposed]
        with self._pool.connection() as connection:
            dataset = resolve.entity(connection, asset, resolve.DATASET, field="asset")
            snapshot = self._live.snapshot
            known = nodes.columns(connection, nodes.members(connection, dataset.id))
            ids = {column.field: column.id for column in known}
            question = Question(str(dataset), limit=MAX_LIMIT)
            columns = current_columns(connection, dataset)
            if columns:
                before = _Before(connection, snapshot.graph, dataset, ids, after).fields(columns)
                # Columns that only lineage speaks of come by name: in which order they stand is not known.
                changes = compare(before, after, ordered=columns[0].in_schema)
                impact = impact_of(connection, snapshot, _subject(dataset, changes, ids), question)
            else:
                impact = impact_of(connection, snapshot, Subject(dataset, roots=(dataset.id,)), question)
                changes = (schema_unknown(downstream=impact.total.assets > 0),)
        # There is no next page to ask for: the totals say how much is not shown.
        return Judgement(dataset, changes, _worst(changes), replace(impact, next_cursor=None))


def _check(columns: Sequence[Proposed]) -> None:
    seen: dict[str, int] = {}
    for number, column in enumerate(columns):
        if not column.name.strip():
            raise BadParameterError(f"columns[{number}].name", "must not be empty")
        first = seen.setdefault(column.name, number)
        if first != number:
            raise BadParameterError(
                f"columns[{number}].name", f"`{column.name}` is already the name of columns[{first}]"
            )


def _subject(dataset: NodeName, changes: Sequence[Change], ids: Mapping[str, int]) -> Subject:
    """All columns that change for the worse; one that lineage never spoke of touches the dataset."""
    worse = [
        change for change in changes if change.verdict is not Verdict.COMPATIBLE and change.kind != "added"
    ]
    names = {name for change in worse for name in change.displaced or (change.column,)}
    roots = tuple(sorted(ids[name] for name in names if name in ids))
    return Subject(dataset, roots=roots, touched=(dataset.id,) if len(roots) < len(names) else ())


def _worst(changes: Sequence[Change]) -> Verdict:
    found = {change.verdict for change in changes}
    return next((verdict for verdict in WORST_FIRST if verdict in found), Verdict.COMPATIBLE)


class _Before:
    """The columns as they are, with what lineage knows of those that are not proposed any more."""

    def __init__(
        self,
        connection: Connection,
        graph: Graph,
        dataset: NodeName,
        ids: Mapping[str, int],
        after: Sequence[Field],
    ) -> None:
        self._connection, self._graph, self._dataset = connection, graph, dataset
        self._ids, self._after = ids, frozenset(field.name for field in after)

    def fields(self, columns: Sequence[Column]) -> list[Field]:
        parents = frozenset(name.partition(".")[0] for name in self._after if "." in name)
        plain = [field for column in columns for field in _flat(column, column.name in parents)]
        used, unknown_readers = (
            use_counts(self._graph, list(self._ids.values()), at=PRESENT),
            self._unknown_readers(),
        )
        kin = self._kin([field.name for field in plain if field.name not in self._after])
        return [
            replace(
                field,
                relatives=kin.get(field.name, frozenset()),
                # Readers that are known count; that there may be others matters only where none is.
                used=used.get(self._ids.get(field.name, -1)) or (None if unknown_readers else 0),
            )
            for field in plain
        ]

    def _unknown_readers(self) -> bool:
        """Whether anything reads the dataset without telling which columns."""
        found = affected(self._graph, [self._dataset.id], "downstream", at=PRESENT, max_depth=1)
        return bool(np.any(~found.assets.known))

    def _kin(self, names: Sequence[str]) -> dict[str, frozenset[str]]:
        """By column that goes: the lower-case names of those that its values come from or go to."""
        of_id = {self._ids[name]: name for name in names if name in self._ids}
        own, kin = related_columns(self._graph, list(of_id), at=PRESENT)
        called = nodes.names(self._connection, set(kin.tolist()))
        found: dict[str, set[str]] = {}
        for column, other in zip(own.tolist(), kin.tolist(), strict=True):
            if other in called:
                found.setdefault(of_id[column], set()).add(called[other].field.lower())
        return {name: frozenset(others) for name, others in found.items()}


def _flat(column: Column, with_parts: bool) -> Iterator[Field]:
    """A column; with what is nested in it, under dotted names, where the proposal names such parts too."""
    yield Field(column.name, column.type, column.description, column.nullable)
    if with_parts:
        yield from _parts(column.name, column.fields, MAX_NESTING)


def _parts(whole: str, parts: object, deeper: int) -> Iterator[Field]:
    for part in parts if isinstance(parts, list | tuple) else ():
        if isinstance(part, dict) and isinstance(part.get("name"), str):
            name = f"{whole}.{part['name']}"
            yield Field(name, _text(part.get("type")), _text(part.get("description")))
            if deeper:
                yield from _parts(name, part.get("fields"), deeper - 1)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
