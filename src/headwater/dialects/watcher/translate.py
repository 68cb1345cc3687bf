"""From Watcher's words to questions of ours, and from answers back to its rows."""

from decimal import Decimal
from uuid import UUID

from fastapi import Response

from headwater.dialects.watcher import replies, wire
from headwater.model.timeliness import LateJob, SlowRun
from headwater.questions.pipelines.address_lineage import AddressReference, LineageDeclaration
from headwater.questions.pipelines.execution_list import ExecutionWithChildren
from headwater.questions.pipelines.executions import ExecutionEnd, ExecutionStart, StartedExecution
from headwater.questions.pipelines.pipelines import PipelineSpec, RegisteredPipeline
from headwater.questions.pipelines.timeliness import DownstreamDatasets, TimelinessCheck
from headwater.store.queries.paging import RowPage
from headwater.store.queries.pipelines.breaches import LoggedBreach
from headwater.store.queries.pipelines.execution_search import ListedExecution
from headwater.store.queries.pipelines.pipelines import PipelineRow, UnclaimedJob

PIPELINE_SETTINGS = {
    "pipeline_args",
    "timely_number",
    "timely_datepart",
    "mute_timely_check",
    "load_lineage",
}
TYPE_SETTINGS = {"group_name", "timely_number", "timely_datepart", "mute_timely_check"}
ADDRESS_SETTINGS = {"database_name", "schema_name", "table_name", "primary_key", "deprecated"}


def to_pipeline(body: wire.NewPipeline) -> PipelineSpec:
    return PipelineSpec(
        body.name,
        body.pipeline_type_name,
        body.pipeline_type_group_name,
        body.next_watermark,
        body.model_dump(include=PIPELINE_SETTINGS),
    )


def to_start(body: wire.StartExecution) -> ExecutionStart:
    # Same names on both sides: a field that only the body has fails at the first call.
    return ExecutionStart(**body.model_dump())


def to_end(body: wire.EndExecution) -> ExecutionEnd:
    return ExecutionEnd(**body.model_dump())


def to_ends(addresses: list[wire.LineageAddress]) -> list[AddressReference]:
    return [
        AddressReference(address.address_name, address.address_type_name, address.address_type_group_name)
        for address in addresses
    ]


def pipeline(row: PipelineRow) -> replies.Pipeline:
    return replies.Pipeline.model_validate(row)


def unclaimed(job: UnclaimedJob) -> replies.Pipeline:
    """A job that is no pipeline, in the shape of one."""
    return replies.Pipeline(
        # Not a number, so that it can't be taken for a pipeline's; `GET /pipeline/{id}` takes it too.
        id=f"job:{job.namespace}/{job.name}",
        name=job.name,
        job_namespace=job.namespace,
        job_name=job.name,
        created_at=job.first_seen,
        updated_at=job.last_seen,
    )


def created(number: int, is_new: bool, response: Response) -> replies.Created:
    """Get-or-create answers alike both times; only the status tells a client which it was."""
    response.status_code = 201 if is_new else 200
    return replies.Created(id=number)


def registered(found: RegisteredPipeline) -> replies.PipelineReply:
    row = found.pipeline
    return replies.PipelineReply(
        id=row.id, active=row.active, load_lineage=row.load_lineage, watermark=found.watermark
    )


def declared(pipeline_id: int, result: LineageDeclaration) -> replies.DeclaredLineage:
    return replies.DeclaredLineage(
        pipeline_id=pipeline_id,
        lineage_relationships_created=result.created,
        message=result.message,
        position=result.position,
    )


def started(result: StartedExecution) -> replies.Started:
    execution = result.execution
    return replies.Started(
        id=execution.id,
        run_id=execution.run_id,
        watermark=execution.watermark,
        next_watermark=execution.next_watermark,
        active_executions=list(result.active_executions),
        overlaps=list(result.overlaps),
        position=result.position,
    )


def execution(seen: ListedExecution) -> replies.Execution:
    return replies.Execution.model_validate(_execution(seen))


def execution_page(page: RowPage[ListedExecution]) -> replies.ExecutionPage:
    return replies.ExecutionPage(
        items=[execution(seen) for seen in page.items], total=page.total, next_cursor=page.next_cursor
    )


def execution_detail(found: ExecutionWithChildren) -> replies.ExecutionDetail:
    children = [execution(child) for child in found.children.items]
    return replies.ExecutionDetail.model_validate(
        {**_execution(found.execution), "children": children, "children_total": found.children.total}
    )


def _execution(seen: ListedExecution) -> dict[str, object]:
    # Whatever the reply has and the row lacks is filled in below.
    values = {name: getattr(seen, name, None) for name in replies.Execution.model_fields}
    return values | {
        "id": seen.id if seen.id is not None else str(seen.run_id),
        "parent_id": seen.parent_id if seen.parent_id is not None else _text(seen.parent_run_id),
        "source": "openlineage" if seen.id is None else "watcher",
        # For a run this is a sum in SQL, which comes as numeric; whole rows are meant.
        "total_rows": int(seen.total_rows) if isinstance(seen.total_rows, Decimal) else seen.total_rows,
    }


def _text(run_id: UUID | None) -> str | None:
    return None if run_id is None else str(run_id)


def timeliness(checked: TimelinessCheck) -> replies.Timeliness:
    report = checked.report
    return replies.Timeliness(
        status="late" if report.is_late else "success",
        checked=report.checked,
        late=[_late(late, checked.downstream.get(late.pipeline.job_key)) for late in report.late],
        long_running=[
            _long(run, checked.downstream.get(run.pipeline.job_key)) for run in report.long_running
        ],
        logged=report.logged,
    )


def breach_page(page: RowPage[LoggedBreach]) -> replies.BreachPage:
    return replies.BreachPage(
        items=[replies.Breach.model_validate(row) for row in page.items],
        total=page.total,
        next_cursor=page.next_cursor,
    )


def _late(late: LateJob, downstream: DownstreamDatasets | None) -> replies.LatePipeline:
    return replies.LatePipeline(
        pipeline_id=late.pipeline.pipeline_id,
        name=late.pipeline.name,
        job_namespace=late.pipeline.job_namespace,
        job_name=late.pipeline.job_name,
        since=late.since,
        late_by_seconds=late.late_by_seconds,
        limit=late.limit,
        last_change=late.last_change,
        downstream=_downstream(downstream),
    )


def _long(run: SlowRun, downstream: DownstreamDatasets | None) -> replies.LongRun:
    return replies.LongRun(
        pipeline_id=run.pipeline.pipeline_id,
        name=run.pipeline.name,
        job_namespace=run.pipeline.job_namespace,
        job_name=run.pipeline.job_name,
        execution_id=run.execution_id,
        run_id=run.run_id,
        running=run.running,
        start_date=run.start_date,
        end_date=run.end_date,
        duration_seconds=run.duration_seconds,
        limit_seconds=run.limit.seconds,
        limit_from=run.limit.says,
        since=run.since,
        late_by_seconds=run.late_by_seconds,
        downstream=_downstream(downstream),
    )


def _downstream(found: DownstreamDatasets | None) -> replies.Downstream | None:
    return None if found is None else replies.Downstream(total=found.total, items=list(found.items))
