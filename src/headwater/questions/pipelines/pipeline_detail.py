"""One pipeline: how it is doing, what it reads and writes, what is set for it, and its runs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from headwater.answers.pipelines import PipelineDatasets, PipelineDetail, PipelineRuns
from headwater.graph import reach
from headwater.model.edges import EdgeKind
from headwater.questions import resolve
from headwater.questions.parameters import AsOf, Cursor, JobName, Limit, Moment
from headwater.questions.pipelines.entries import entries
from headwater.questions.pipelines.pipeline_settings import settings_of
from headwater.questions.pipelines.risk import at_risk
from headwater.questions.reading import Reading, instant
from headwater.questions.registry import Parameter, question
from headwater.store.queries import labels, nodes
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.pipelines import pipeline_labels, recent_runs
from headwater.store.queries.pipelines.latest_states import states_of
from headwater.store.queries.pipelines.touched_datasets import touched
from headwater.store.queries.rows import Connection

SHOWN_DATASETS = 100

Since = Annotated[Moment | None, Parameter("Began at or after.", examples=("2026-04-01T00:00:00Z",))]


@question("/pipelines/{name}", topic="pipelines")
def pipeline(reading: Reading, name: JobName, as_of: AsOf = None) -> PipelineDetail:
    """How it is doing, what is normal for it, what it reads and writes, and what is set for it."""
    connection, until, at = reading.connection, as_of or reading.clock(), instant(as_of)
    job = resolve.entity(connection, name, resolve.JOB)
    members = nodes.members(connection, job.id)
    # Whatever lies upstream of it may have failed: those decide whether it is at risk.
    upstream = reach(reading.graph, members, "upstream", at=at).jobs.tolist()
    states = {one.job_id: one for one in states_of(connection, [job.id, *upstream], until)}
    causes = at_risk(reading.graph, states, at).causes
    (entry,) = entries(connection, [states[job.id]], causes, until, recent_runs.RECENT)
    label = pipeline_labels.of_jobs(connection, [job.id])[job.id]
    good = (run.ended_at for run in entry.runs if run.state == "COMPLETE")
    return PipelineDetail(
        as_of=until,
        pipeline=entry,
        description=label.description,
        streaming=label.streaming,
        last_success=next(good, None),
        watermark=label.watermark,
        next_watermark=label.next_watermark,
        feeds_tier=_feeds_tier(reading, members, at),
        inputs=_touched(connection, members, EdgeKind.READS, until),
        outputs=_touched(connection, members, EdgeKind.WRITES, until),
        settings=settings_of(connection, label),
    )


@question("/pipelines/{name}/runs", topic="pipelines", lists=("items",))
def pipeline_runs(
    reading: Reading,
    name: JobName,
    since: Since = None,
    as_of: AsOf = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PipelineRuns:
    """Its runs, newest first, each with the rows that it wrote, its watermark and its error."""
    connection = reading.connection
    job = resolve.entity(connection, name, resolve.JOB)
    members = nodes.members(connection, job.id)
    page = recent_runs.page(connection, members, since, as_of or reading.clock(), limit, cursor)
    return PipelineRuns(page.items, page.total, page.next_cursor)


def _touched(
    connection: Connection, members: Sequence[int], kind: EdgeKind, until: datetime
) -> PipelineDatasets:
    page = touched(connection, members, kind, until, SHOWN_DATASETS)
    return PipelineDatasets(page.items, page.total)


def _feeds_tier(reading: Reading, members: Sequence[int], at: int) -> str | None:
    below = reach(reading.graph, members, "downstream", at=at).nodes.tolist()
    # Tiers come by name: `1` before `2`, and `bronze` before `gold`, which nobody can know the order of.
    found = [tier.name for tier in labels.tiers(reading.connection, below) if tier.name.isdigit()]
    return min(found, key=int, default=None)
