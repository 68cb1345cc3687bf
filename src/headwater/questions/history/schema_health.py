"""How healthy the schema of a dataset is, from what happened to it over some days."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Annotated

import numpy as np

from headwater.answers.dataset_history import DatasetSchemaHealth, HealthFactor
from headwater.graph.arcs import ArcKind
from headwater.health.schema_health import SchemaRecord, schema_health
from headwater.questions import resolve
from headwater.questions.history.judged_changes import JudgedVersion, judged
from headwater.questions.operations.job_health import next_run_of
from headwater.questions.parameters import AsOf, Asset
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.simulator.changes import Verdict
from headwater.store.queries import catalog, nodes, schema_history, schema_record
from headwater.store.queries.schema_history import VersionFilter

MOST_VERSIONS = 200
# Writers that are looked at for being late.
MOST_WRITERS = 20

Days = Annotated[int, Parameter("How many days are looked at. Default 30.", minimum=1, maximum=3650)]


@question("/schema-health", topic="history")
def dataset_schema_health(
    reading: Reading, asset: Asset, days: Days = 30, as_of: AsOf = None
) -> DatasetSchemaHealth:
    """A score from 0 to 100 and a grade from A to F, and each risk that takes points off."""
    connection, until = reading.connection, as_of or reading.clock()
    since = until - timedelta(days=days)
    dataset = resolve.entity(connection, asset, resolve.DATASET, field="asset")
    members = nodes.members(connection, dataset.id)
    wanted = VersionFilter(
        datasets=members, since=since, until=until + timedelta(microseconds=1), changed=True
    )
    rows, _ = schema_history.page(connection, wanted, MOST_VERSIONS, None)
    versions = judged(reading, rows)
    found = schema_health(_record(reading, dataset.id, members, versions, (since, until)))
    return DatasetSchemaHealth(
        node=dataset.answer,
        since=since,
        until=until,
        score=found.score,
        grade=found.grade,  # type: ignore[arg-type]
        factors=tuple(
            HealthFactor(one.name, one.count, one.points, one.says, one.recommendation)
            for one in found.factors
        ),
        versions=len(versions),
    )


def _record(
    reading: Reading,
    dataset: int,
    members: list[int],
    versions: list[JudgedVersion],
    window: tuple[datetime, datetime],
) -> SchemaRecord:
    connection, (since, until) = reading.connection, window
    verdicts = Counter(change.verdict for one in versions for change in one.changes)
    kinds = Counter(change.kind for one in versions for change in one.changes)
    known = schema_record.record(connection, members, since, until)
    writers, readers = _neighbours(reading, dataset)
    runs = schema_record.writers(connection, writers, since, until)
    at_risk = verdicts[Verdict.BREAKING] + verdicts[Verdict.RISKY] > 0
    return SchemaRecord(
        breaking_changes=verdicts[Verdict.BREAKING],
        risky_changes=verdicts[Verdict.RISKY],
        type_changes=kinds["type_changed"],
        renames=kinds["renamed"],
        failing_tests=known.failing_tests,
        tests=known.tests,
        failed_writer_runs=runs.failed,
        late_writers=sum(_is_late(reading, job, until) for job in writers[:MOST_WRITERS]),
        has_owner=known.has_owner,
        has_description=known.has_description,
        undeclared_columns=known.undeclared_columns,
        readers_at_risk=len(readers) if at_risk else 0,
    )


def _neighbours(reading: Reading, dataset: int) -> tuple[list[int], list[int]]:
    """The jobs that write it, and the jobs that read it, at any time."""
    graph = reading.graph
    if dataset >= graph.size:
        return [], []
    place = np.array([dataset], np.int32)
    into, out = graph.into.members(place), graph.out.members(place)
    writes, reads = (
        into[graph.arcs.kind[into] == ArcKind.WRITES],
        out[graph.arcs.kind[out] == ArcKind.READS],
    )
    writers, readers = np.unique(graph.arcs.source[writes]), np.unique(graph.arcs.target[reads])
    return writers.tolist(), readers.tolist()


def _is_late(reading: Reading, job: int, until: datetime) -> bool:
    entry = catalog.find(reading.connection, job)
    streaming = bool(entry and entry.streaming)
    due = next_run_of(reading.connection, nodes.members(reading.connection, job), streaming, until)
    return due is not None and due.overdue
