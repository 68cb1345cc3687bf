"""Calls about pipelines and their types."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import MAX_ID
from headwater.errors import NotFoundError
from headwater.questions.pipelines.pipelines import MISSING, Pipelines

JOB = "job:"
MAX_JOBS = 10_000

Origin = Annotated[
    Literal["watcher", "all"],
    Query(description="`all` also lists jobs that only OpenLineage told of, as `job:namespace/name`."),
]
Jobs = Annotated[int, Query(ge=1, le=MAX_JOBS, description="How many such jobs at the most.")]
PipelineId = Annotated[
    str, Path(description="The number of a pipeline, or `job:namespace/name`.", examples=["1"])
]


def add_pipelines(router: APIRouter, pipelines: Pipelines) -> None:
    @router.post("/pipeline", status_code=201, responses={200: {"model": replies.PipelineTold}})
    def create_pipeline(body: wire.NewPipeline, response: Response) -> replies.PipelineTold:
        """Get a pipeline, or make it. Of one that is there only `next_watermark` is changed.

        Names are matched whatever their case. A pipeline is a job: the known one of its name, or a new one
        in the namespace `watcher`; a job is one pipeline at the most. A pipeline whose job was not known yet
        becomes it when it is told of again, unless it has executions or lineage by then.
        """
        told = pipelines.tell(translate.to_pipeline(body))
        response.status_code = 201 if told.created else 200
        row = told.pipeline
        return replies.PipelineTold(
            id=row.id, active=row.active, load_lineage=row.load_lineage, watermark=told.watermark
        )

    @router.get("/pipeline")
    def list_pipelines(source: Origin = "watcher", limit: Jobs = 1000) -> list[replies.Pipeline]:
        """All pipelines."""
        rows = [translate.pipeline(row) for row in pipelines.listed()]
        jobs = pipelines.unclaimed(limit) if source == "all" else ()
        return rows + [translate.unclaimed(job) for job in jobs]

    @router.get("/pipeline/{pipeline_id:path}")
    def get_pipeline(pipeline_id: PipelineId) -> replies.Pipeline:
        """One pipeline, or a job that no pipeline is."""
        if pipeline_id.startswith(JOB):
            return translate.unclaimed(pipelines.unclaimed_job(pipeline_id.removeprefix(JOB)))
        return translate.pipeline(pipelines.one(_number(pipeline_id)))

    @router.patch("/pipeline")
    def patch_pipeline(body: wire.PatchPipeline) -> replies.Pipeline:
        """Change what is sent. The job that the pipeline is stays the same, whatever its name."""
        return translate.pipeline(pipelines.patch(body.id, body.changes()))


def add_pipeline_types(router: APIRouter, pipelines: Pipelines) -> None:
    @router.post("/pipeline_type", status_code=201, responses={200: {"model": replies.Created}})
    def create_pipeline_type(body: wire.NewPipelineType, response: Response) -> replies.Created:
        """Get a pipeline type, or make it."""
        row, created = pipelines.tell_type(body.name, body.model_dump(include=translate.TYPE_SETTINGS))
        response.status_code = 201 if created else 200
        return replies.Created(id=row.id)

    @router.get("/pipeline_type")
    def list_pipeline_types() -> list[replies.PipelineType]:
        """All pipeline types."""
        return [replies.PipelineType.model_validate(row) for row in pipelines.types()]

    @router.patch("/pipeline_type")
    def patch_pipeline_type(body: wire.PatchPipelineType) -> replies.PipelineType:
        """Change what is sent."""
        return replies.PipelineType.model_validate(pipelines.patch_type(body.id, body.changes()))


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_ID:
        return int(text)
    raise NotFoundError(MISSING)
