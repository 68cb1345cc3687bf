"""From Watcher's words to questions of ours, and from answers back to its rows."""

from decimal import Decimal
from uuid import UUID

from headwater.dialects.watcher import replies, wire
from headwater.model.timeliness import LatePipeline, LongRun
from headwater.questions.pipelines.address_lineage import Declared, End
from headwater.questions.pipelines.execution_list import WithChildren
from headwater.questions.pipelines.executions import End as Ending
from headwater.questions.pipelines.executions import Start, Started
from headwater.questions.pipelines.pipelines import NewPipeline, RegisteredPipeline
from headwater.questions.pipelines.timeliness import Checked, Downstream
from headwater.store.queries.paging import RowPage
from headwater.store.queries.pipelines.breaches import Logged
from headwater.store.queries.pipelines.listed import Seen
from headwater.store.queries.pipelines.pipelines import Pipeline, UnclaimedJob

PIPELINE_SETTINGS = {
    "pipeline_args",
    "timely_number",
    "timely_datepart",
    "mute_timely_check",
    "load_lineage",
}
TYPE_SETTINGS = {"group_name", "timely_number", "timely_datepart", "mute_timely_check"}
ADDRESS_SETTINGS = {"database_name", "schema_name", "table_name", "primary_key", "deprecated"}


def to_pipeline(body: wire.NewPipeline) -> NewPipeline:
    return NewPipeline(
        body.name,
        body.pipeline_type_name,
        body.pipeline_type_group_name,
        body.next_watermark,
        body.model_dump(include=PIPELINE_SETTINGS),
    )


def to_start(body: wire.StartExecution) -> Start:
    return Start(**body.model_dump())


def to_end(body: wire.EndExecution) -> Ending:
    return Ending(**body.model_dump())


def to_ends(addresses: list[wire.LineageAddress]) -> list[End]:
    return [
        End(address.address_name, address.address_type_name, address.address_type_group_name)
        for address in addresses
    ]


def pipeline(row: Pipeline) -> replies.Pipeline:
    return replies.Pipeline.model_validate(row)


def unclaimed(job: UnclaimedJob) -> replies.Pipeline:
    """A job that is no pipeline, in the shape of one."""
    return replies.Pipeline(
        id=f"job:{job.namespace}/{job.name}",
        name=job.name,
        job_namespace=job.namespace,
        job_name=job.name,
        created_at=job.first_seen,
        updated_at=job.last_seen,
    )


def registered(found: RegisteredPipeline) -> replies.RegisteredPipeline:
    row = found.pipeline
    return replies.RegisteredPipeline(
        id=row.id, active=row.active, load_lineage=row.load_lineage, watermark=found.watermark
    )


def declared(pipeline_id: int, result: Declared) -> replies.DeclaredLineage:
    return replies.DeclaredLineage(
        pipeline_id=pipeline_id,
        lineage_relationships_created=result.created,
        message=result.message,
        position=result.position,
    )


def started(result: Started) -> replies.Started:
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


def execution(seen: Seen) -> replies.Execution:
    return replies.Execution.model_validate(_execution(seen))


def execution_page(page: RowPage[Seen]) -> replies.ExecutionPage:
    return replies.ExecutionPage(
        items=[execution(seen) for seen in page.items], total=page.total, next_cursor=page.next_cursor
    )


def execution_detail(found: WithChildren) -> replies.ExecutionDetail:
    children = [execution(child) for child in found.children.items]
    return replies.ExecutionDetail.model_validate(
        {**_execution(found.execution), "children": children, "children_total": found.children.total}
    )


def _execution(seen: Seen) -> dict[str, object]:
    values = {name: getattr(seen, name, None) for name in replies.Execution.model_fields}
    return values | {
        "id": seen.id if seen.id is not None else str(seen.run_id),
        "parent_id": seen.parent_id if seen.parent_id is not None else _text(seen.parent_run_id),
        "source": "openlineage" if seen.id is None else "watcher",
        "total_rows": int(seen.total_rows) if isinstance(seen.total_rows, Decimal) else seen.total_rows,
    }


def _text(run_id: UUID | None) -> str | None:
    return None if run_id is None else str(run_id)


def timeliness(checked: Checked) -> replies.Timeliness:
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


def breach_page(page: RowPage[Logged]) -> replies.BreachPage:
    return replies.BreachPage(
        items=[replies.Breach.model_validate(row) for row in page.items],
        total=page.total,
        next_cursor=page.next_cursor,
    )


def _late(late: LatePipeline, downstream: Downstream | None) -> replies.LatePipeline:
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


def _long(run: LongRun, downstream: Downstream | None) -> replies.LongRun:
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


def _downstream(found: Downstream | None) -> replies.Downstream | None:
    return None if found is None else replies.Downstream(total=found.total, items=list(found.items))
