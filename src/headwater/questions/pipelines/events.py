"""Executions and declared lineage as OpenLineage events, so that every other reader sees them too."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from headwater.model.events import Event, EventKind, content_id, event_keys
from headwater.model.times import iso
from headwater.store.queries.pipelines.executions import ExecutionRow, ParentRun
from headwater.store.queries.pipelines.lineage import TouchedDataset
from headwater.store.queries.pipelines.pipelines import PipelineRow

PRODUCER = "https://headwater.dev/watcher"
SPEC = "https://openlineage.io/spec"
OWN = "https://headwater.dev/spec"

COUNTS = ("inserts", "updates", "soft_deletes", "total_rows")


def started(
    pipeline: PipelineRow,
    execution: ExecutionRow,
    parent: ParentRun | None,
    touched: Sequence[TouchedDataset],
) -> Event:
    facets = {"headwater_execution": _execution(execution)}
    if parent is not None:
        facets["parent"] = _facet(
            f"{SPEC}/facets/1-1-0/ParentRunFacet.json",
            run={"runId": str(parent.run_id)},
            job={"namespace": parent.job_namespace, "name": parent.job_name},
        )
    return _run_event("START", execution.start_date, pipeline, execution, facets, _sides(touched))


def ended(pipeline: PipelineRow, execution: ExecutionRow, touched: Sequence[TouchedDataset]) -> Event:
    """`execution` as it is after its end."""
    assert execution.end_date is not None
    kind = "COMPLETE" if execution.completed_successfully else "FAIL"
    sides = _sides(touched)
    written = _written(execution)
    # Of several outputs it is not known which got how many rows.
    if written is not None and len(sides["outputs"]) == 1:
        statistics = _facet(f"{SPEC}/facets/1-0-2/OutputStatisticsOutputDatasetFacet.json", rowCount=written)
        sides["outputs"][0]["outputFacets"] = {"outputStatistics": statistics}
    facets = {"headwater_execution": _execution(execution)}
    return _run_event(kind, execution.end_date, pipeline, execution, facets, sides)


def declared(pipeline: PipelineRow, touched: Sequence[TouchedDataset], now: datetime) -> Event:
    """What the pipeline reads and writes from now on, whatever its runs show."""
    document = {
        "eventTime": iso(now),
        "producer": PRODUCER,
        "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/JobEvent",
        "job": {"namespace": pipeline.job_namespace, "name": pipeline.job_name},
        **_sides(touched),
    }
    body = msgspec.json.encode(document).decode()
    return Event(content_id(document), EventKind.JOB, now, None, body, event_keys(document))


def _run_event(
    kind: str,
    at: datetime,
    pipeline: PipelineRow,
    execution: ExecutionRow,
    facets: dict[str, Any],
    sides: dict[str, list[dict[str, Any]]],
) -> Event:
    document = {
        "eventType": kind,
        "eventTime": iso(at),
        "producer": PRODUCER,
        "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": str(execution.run_id), "facets": facets},
        "job": {"namespace": pipeline.job_namespace, "name": pipeline.job_name},
        **sides,
    }
    body = msgspec.json.encode(document).decode()
    return Event(content_id(document), EventKind.RUN, at, execution.run_id, body, event_keys(document))


def _execution(execution: ExecutionRow) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pipeline_id": execution.pipeline_id,
        "execution_id": execution.id,
        "full_load": execution.full_load,
        "watermark": execution.watermark,
        "next_watermark": execution.next_watermark,
        **{name: getattr(execution, name) for name in COUNTS},
        "duration_seconds": execution.duration_seconds,
        "execution_metadata": execution.execution_metadata,
    }
    # Left out rather than null: a facet says only what is known.
    given = {name: value for name, value in values.items() if value is not None}
    return _facet(f"{OWN}/ExecutionFacet", **given)


def _written(execution: ExecutionRow) -> int | None:
    """The total that the client sent, or else the rows that changed: the same for any number of targets."""
    if execution.total_rows is not None:
        return execution.total_rows
    counts = (execution.inserts, execution.updates, execution.soft_deletes)
    changed = [count for count in counts if count is not None]
    return sum(changed) if changed else None


def _sides(touched: Sequence[TouchedDataset]) -> dict[str, list[dict[str, Any]]]:
    return {
        side: [
            {"namespace": dataset.namespace, "name": dataset.name}
            for dataset in touched
            if dataset.is_input == is_input
        ]
        for side, is_input in (("inputs", True), ("outputs", False))
    }


def _facet(schema: str, **body: Any) -> dict[str, Any]:
    return {"_producer": PRODUCER, "_schemaURL": schema, **body}
