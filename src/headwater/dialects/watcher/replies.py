"""Watcher's words: what it answers, rows in full and with the names of the job or dataset that they are."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict


class ReplyModel(BaseModel):
    # Most replies are made from rows of the store, whose fields have the same names.
    model_config = ConfigDict(from_attributes=True, use_attribute_docstrings=True, frozen=True)


class HealthMessage(ReplyModel):
    message: str


class Refusal(ReplyModel):
    detail: str


class Fault(ReplyModel):
    type: str
    loc: list[str | int]
    """Where in the request: `body`, then the field."""
    msg: str


class Invalid(ReplyModel):
    detail: list[Fault]


# At 400 a body that is not UTF-8 gives a sentence, a bad cursor a list that names the parameter.
class Unreadable(ReplyModel):
    detail: str | list[Fault]


class Created(ReplyModel):
    id: int


class PipelineReply(ReplyModel):
    id: int
    active: bool
    load_lineage: bool
    watermark: str | None
    """Where the next execution begins to read. Before the first success it is `0` if `next_watermark` is a
    number, and null otherwise."""


class PipelineType(ReplyModel):
    id: int
    name: str
    group_name: str | None
    timely_number: int | None
    timely_datepart: str | None
    mute_timely_check: bool
    created_at: datetime
    updated_at: datetime | None


class Pipeline(ReplyModel):
    id: int | str
    """A number; for a job that no pipeline is, `job:namespace/name`."""
    name: str
    # The defaults are for a job that no pipeline is: nobody has set any of these for it.
    pipeline_type_id: int | None = None
    watermark: str | None = None
    next_watermark: str | None = None
    pipeline_args: dict[str, Any] | None = None
    # Ends of the latest successful executions that counted at least one such row.
    last_target_insert: datetime | None = None
    last_target_update: datetime | None = None
    last_target_soft_delete: datetime | None = None
    timely_number: int | None = None
    timely_datepart: str | None = None
    mute_timely_check: bool = False
    load_lineage: bool = False
    active: bool = True
    job_namespace: str
    job_name: str
    created_at: datetime | None = None
    updated_at: datetime | None = None


class AddressType(ReplyModel):
    id: int
    name: str
    group_name: str | None
    created_at: datetime
    updated_at: datetime | None


class Address(ReplyModel):
    id: int
    name: str
    address_type_id: int
    database_name: str | None
    schema_name: str | None
    table_name: str | None
    primary_key: str | None
    deprecated: bool
    dataset_namespace: str
    dataset_name: str
    created_at: datetime
    updated_at: datetime | None


class DeclaredLineage(ReplyModel):
    pipeline_id: int
    lineage_relationships_created: int
    message: str
    position: int | None = None
    """Of the event in the log; null when nothing was written."""


class Related(ReplyModel):
    source_address_id: int
    target_address_id: int
    depth: int
    """The fewest edges that lead from the source to the target."""
    source_address_name: str
    target_address_name: str


class Started(ReplyModel):
    id: int
    run_id: UUID
    watermark: str | None
    next_watermark: str | None
    """The range that this execution got: after `watermark`, up to and with `next_watermark`."""
    active_executions: list[int]
    """Others of the same pipeline that have not ended, newest first."""
    overlaps: list[int]
    """Those of them whose range has something in common with this one's."""
    position: int
    """Of the event in the log."""


class Execution(ReplyModel):
    id: int | str
    """A number; for a run that only OpenLineage knows, the run's UUID."""
    run_id: UUID
    parent_id: int | str | None
    pipeline_id: int | None
    pipeline_name: str | None
    job_namespace: str | None
    job_name: str | None
    source: str
    """`watcher` or `openlineage`: who reported it."""
    start_date: datetime
    end_date: datetime | None
    duration_seconds: int | None
    completed_successfully: bool | None
    # Null for a run that only OpenLineage knows: its events say at most how many rows it wrote in all.
    inserts: int | None
    updates: int | None
    soft_deletes: int | None
    total_rows: int | None
    full_load: bool | None
    watermark: str | None
    next_watermark: str | None
    execution_metadata: dict[str, Any] | None


class ExecutionPage(ReplyModel):
    items: list[Execution]
    total: int
    next_cursor: str | None = None
    """Send it back as `cursor` for the next page; null on the last."""


class ExecutionDetail(Execution):
    children: list[Execution]
    """Executions and runs that name this one as their parent, newest first, 1000 at the most."""
    children_total: int


class Downstream(ReplyModel):
    total: int
    items: list[str]
    """The nearest datasets by name."""


class LatePipeline(ReplyModel):
    pipeline_id: int | None
    """Null for a job that only OpenLineage knows."""
    name: str
    job_namespace: str
    job_name: str
    # The same two words as `kind` of a logged breach.
    check: str = "data_age"
    since: datetime
    """When the data should have changed again."""
    late_by_seconds: int
    limit: str
    last_change: datetime
    downstream: Downstream | None
    """Null beyond the first 200 pipelines."""


class LongRun(ReplyModel):
    pipeline_id: int | None
    name: str
    job_namespace: str
    job_name: str
    check: str = "execution"
    execution_id: int | None
    """Null for a run that only OpenLineage knows."""
    run_id: UUID
    running: bool
    start_date: datetime
    end_date: datetime | None
    duration_seconds: int
    limit_seconds: int
    limit_from: str
    """The `rule` of the pipeline or its type, the job's own `history`, or the `default`."""
    since: datetime
    late_by_seconds: int
    downstream: Downstream | None


class Timeliness(ReplyModel):
    status: str
    """`late` when data is late or a run under way takes too long; otherwise `success`."""
    checked: int
    """Active pipelines that are not muted, and jobs that only OpenLineage knows."""
    late: list[LatePipeline]
    long_running: list[LongRun]
    logged: int
    """Breaches that were not known before."""


class Breach(ReplyModel):
    id: int
    pipeline_id: int | None
    """Null for a job that only OpenLineage knows."""
    name: str | None
    job_namespace: str | None
    job_name: str | None
    kind: str
    """`data_age` or `execution`."""
    since: datetime
    """When the data was due, or when the execution started."""
    run_id: UUID | None
    duration_seconds: int | None
    """How long the execution had taken when it was found."""
    limit_seconds: int | None
    rule: str
    """How old the data may be, or where the limit of an execution came from."""
    created_at: datetime


class BreachPage(ReplyModel):
    items: list[Breach]
    total: int
    next_cursor: str | None = None
