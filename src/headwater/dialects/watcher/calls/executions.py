"""Calls about executions: start, end, and read them."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from headwater.dialects.contract import OpenWriting
from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import MAX_ID, Cursor, Id, Limit, Name, QueryMoment
from headwater.model.ids import run_uuid
from headwater.questions.pipelines import execution_list, executions
from headwater.questions.pipelines.execution_list import ExecutionQuery, Origin
from headwater.store.queries.paging import DEFAULT_LIMIT

# In the question's own words: started by a call of ours, or reported by events.
ORIGINS: dict[str, Origin] = {"watcher": "started", "openlineage": "reported", "all": "all"}

PipelineId = Annotated[Id | None, Query(description="Filter by pipeline.")]
Job = Annotated[
    Name | None, Query(description="Filter by job: its name, its pipeline's name, or `namespace/name`.")
]
Active = Annotated[bool | None, Query(description="Filter by whether it is running.")]
Successful = Annotated[bool | None, Query(description="Filter by success.")]
Since = Annotated[QueryMoment | None, Query(description="Started at or after.")]
Until = Annotated[QueryMoment | None, Query(description="Started before.")]
Source = Annotated[
    Literal["watcher", "openlineage", "all"], Query(description="Filter by who reported them.")
]
ExecutionId = Annotated[
    str, Path(description="The number of an execution, or the UUID of a run.", examples=["1"])
]


def add_execution_writes(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.post("/start_pipeline_execution", status_code=201)
    def start_pipeline_execution(body: wire.StartExecution) -> replies.Started:
        """Start an execution. It gets its range now, and keeps it whatever is sent to the pipeline later.

        Another execution may be under way: a worker that crashed must not block the next one. The answer
        says which, and which of them read some of the same range.
        """
        with open_writing() as writing:
            started = executions.start(writing.connection, translate.to_start(body), writing.clock())
        return translate.started(started)

    @router.post("/end_pipeline_execution", status_code=204)
    def end_pipeline_execution(body: wire.EndExecution) -> None:
        """End an execution. Success moves the pipeline's watermark up to the range's upper bound.

        It never goes back: numbers and times are compared as such; of anything else the execution that
        started later has the last word. A failed execution moves nothing.
        """
        with open_writing() as writing:
            executions.end(writing.connection, translate.to_end(body), writing.clock())


def add_execution_reads(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.get("/pipeline_execution")
    def list_pipeline_executions(
        pipeline_id: PipelineId = None,
        job: Job = None,
        active: Active = None,
        completed_successfully: Successful = None,
        since: Since = None,
        until: Until = None,
        source: Source = "all",
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> replies.ExecutionPage:
        """Executions, newest first, and the runs that only OpenLineage knows."""
        chosen = ExecutionQuery(
            pipeline_id, job, active, completed_successfully, since, until, ORIGINS[source]
        )
        with open_writing() as writing:
            page = execution_list.search(writing.connection, chosen, limit, cursor)
        return translate.execution_page(page)

    # A producer's run id may be any text, with slashes as well; `run_uuid` makes a UUID of it.
    @router.get("/pipeline_execution/{execution_id:path}")
    def get_pipeline_execution(execution_id: ExecutionId) -> replies.ExecutionDetail:
        """One execution, with those that name it as their parent."""
        number = _number(execution_id)
        with open_writing() as writing:
            if number is None:
                found = execution_list.by_run(writing.connection, run_uuid(execution_id))
            else:
                found = execution_list.by_number(writing.connection, number)
        return translate.execution_detail(found)


def _number(text: str) -> int | None:
    """None for what must be the id of a run."""
    # Other scripts have digits too, and `int` refuses texts of several thousand digits with an error.
    is_number = text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_ID
    return int(text) if is_number else None
