"""Calls about timeliness: check it, and read what earlier checks found."""

from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from headwater.dialects.contract import BoundedThreads, OpenWriting
from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import Cursor, Id, Limit, QueryMoment
from headwater.questions.pipelines import timeliness
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.pipelines.breaches import BreachFilter

PipelineId = Annotated[Id | None, Query(description="Filter by pipeline.")]
Kind = Annotated[
    Literal["data_age", "execution"] | None, Query(description="Filter by kind: old data, or a long run.")
]
Since = Annotated[QueryMoment | None, Query(description="Found at or after.")]
Until = Annotated[QueryMoment | None, Query(description="Found before.")]


def add_timeliness(router: APIRouter, open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> None:
    # A POST, since a check writes: what it finds for the first time is logged.
    @router.post("/timeliness")
    async def check_timeliness(body: wire.CheckTimeliness | None = None) -> replies.Timeliness:
        """What is late, since when, by how much, and what is downstream of it; each breach is logged once.

        Data is late when it last changed longer ago than the rule of its pipeline, or else of the pipeline's
        type, allows. A streaming job's newest event is its last change. Pipelines that are muted or not
        active are left out.

        A run is long against the stricter of its rule and its job's history. The rule is the pipeline's
        `timeliness_execution_seconds_threshold`, or else the same rule as for data, counted from the start of
        the run. A pipeline that has neither rule nor history gets half an hour. Streaming jobs never are.

        A job that only OpenLineage knows has the type whose name is its `jobType` facet's integration and
        job type (`airflow dag`), or its integration (`airflow`), or else the type `openlineage`.
        """
        asked = body or wire.CheckTimeliness()
        lookback = timedelta(minutes=asked.lookback_minutes)

        def check() -> replies.Timeliness:
            with open_writing() as writing:
                checked = timeliness.check(writing.connection, writing.graph, writing.clock(), lookback)
            return translate.timeliness(checked)

        return await in_bounded_thread(check)

    @router.get("/timeliness")
    def list_breaches(
        pipeline_id: PipelineId = None,
        kind: Kind = None,
        since: Since = None,
        until: Until = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> replies.BreachPage:
        """What the checks have found so far, the worker's included, newest first."""
        wanted = BreachFilter(pipeline_id, kind, since, until)
        with open_writing() as writing:
            page = timeliness.logged(writing.connection, wanted, limit, cursor)
        return translate.breach_page(page)
