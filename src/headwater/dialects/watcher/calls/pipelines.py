"""Calls about pipelines and their types."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from headwater.dialects.contract import OpenWriting
from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import MAX_ID
from headwater.errors import NotFoundError
from headwater.questions.pipelines import pipelines
from headwater.questions.pipelines.pipelines import MISSING
from headwater.questions.pipelines.types import register_type, update_type
from headwater.store.queries.pipelines.pipelines import PIPELINES, unclaimed
from headwater.store.queries.pipelines.types import PIPELINE_TYPES

JOB = "job:"
# Pipelines are registered one by one and all listed; jobs come with events, and there may be very many.
MAX_JOBS = 10_000

Origin = Annotated[
    Literal["watcher", "all"],
    Query(description="`all` also lists jobs that only OpenLineage knows, as `job:namespace/name`."),
]
Jobs = Annotated[int, Query(ge=1, le=MAX_JOBS, description="Maximum number of such jobs.")]
PipelineId = Annotated[
    str, Path(description="The number of a pipeline, or `job:namespace/name`.", examples=["1"])
]


def add_pipelines(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.post("/pipeline", status_code=201, responses={200: {"model": replies.PipelineReply}})
    def create_pipeline(body: wire.NewPipeline, response: Response) -> replies.PipelineReply:
        """Get a pipeline, or create it. Of an existing one only `next_watermark` is changed.

        Names are case-insensitive. A pipeline is a job: the known one of its name, or a new one
        in the namespace `watcher`; a job is one pipeline at the most. A pipeline whose job was not known yet
        becomes it when it is registered again, unless it has executions or lineage by then.
        """
        with open_writing() as writing:
            found = pipelines.register(writing.connection, translate.to_pipeline(body), writing.clock())
        response.status_code = 201 if found.created else 200
        return translate.registered(found)

    @router.get("/pipeline")
    def list_pipelines(source: Origin = "watcher", limit: Jobs = 1000) -> list[replies.Pipeline]:
        """All pipelines."""
        with open_writing() as writing:
            rows = [translate.pipeline(row) for row in PIPELINES.all_rows(writing.connection)]
            jobs = unclaimed(writing.connection, limit) if source == "all" else ()
        return rows + [translate.unclaimed(job) for job in jobs]

    @router.get("/pipeline/{pipeline_id:path}")
    def get_pipeline(pipeline_id: PipelineId) -> replies.Pipeline:
        """One pipeline, or a job that no pipeline is."""
        with open_writing() as writing:
            if pipeline_id.startswith(JOB):
                name = pipeline_id.removeprefix(JOB)
                return translate.unclaimed(pipelines.unclaimed_job(writing.connection, name))
            return translate.pipeline(pipelines.get(writing.connection, _number(pipeline_id)))

    @router.patch("/pipeline")
    def patch_pipeline(body: wire.PatchPipeline) -> replies.Pipeline:
        """Change what is sent. The job that the pipeline is stays the same, whatever its name."""
        with open_writing() as writing:
            row = pipelines.update(writing.connection, body.id, body.changes(), writing.clock())
        return translate.pipeline(row)


def add_pipeline_types(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.post("/pipeline_type", status_code=201, responses={200: {"model": replies.Created}})
    def create_pipeline_type(body: wire.NewPipelineType, response: Response) -> replies.Created:
        """Get a pipeline type, or create it."""
        values = {"name": body.name, **body.model_dump(include=translate.TYPE_SETTINGS)}
        with open_writing() as writing:
            row, created = register_type(writing.connection, PIPELINE_TYPES, values, writing.clock())
        return translate.created(row.id, created, response)

    @router.get("/pipeline_type")
    def list_pipeline_types() -> list[replies.PipelineType]:
        """All pipeline types."""
        with open_writing() as writing:
            rows = PIPELINE_TYPES.all_rows(writing.connection)
        return [replies.PipelineType.model_validate(row) for row in rows]

    @router.patch("/pipeline_type")
    def patch_pipeline_type(body: wire.PatchPipelineType) -> replies.PipelineType:
        """Change what is sent."""
        with open_writing() as writing:
            row = update_type(writing.connection, PIPELINE_TYPES, body.id, body.changes(), writing.clock())
        return replies.PipelineType.model_validate(row)


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_ID:
        return int(text)
    raise NotFoundError(MISSING)
