"""Watcher's words: what its clients send, field by field as its document names them."""

from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from headwater.dialects.watcher.fields import (
    Count,
    Datepart,
    Detail,
    Id,
    Json,
    Moment,
    Name,
    Number,
    PipelineArgs,
    Watermark,
)

# Every source feeds every target, so two lists that are short enough may still make too many edges.
MAX_ADDRESSES = 1000
MAX_EDGES = 100_000


class Body(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True, frozen=True)


class Patch(Body):
    """The id is in the body, and only what is sent changes; what nobody knows is not taken for a change."""

    model_config = ConfigDict(extra="forbid")

    # Columns that are never null in the store: a change may leave them out, but not empty them.
    needed: ClassVar[frozenset[str]] = frozenset({"name"})

    id: Id

    @model_validator(mode="after")
    def _nothing_needed_is_null(self) -> Self:
        for name in sorted(self.model_fields_set & self.needed):
            if getattr(self, name) is None:
                raise ValueError(f"{name} must not be null")
        return self

    def changes(self) -> dict[str, Any]:
        # A null that was sent is a change, a field left out is none: only `model_fields_set` knows which.
        # Sorted, so that the same fields give the same SQL statement.
        return {name: getattr(self, name) for name in sorted(self.model_fields_set - {"id"})}


class TimelyRule(Body):
    timely_number: Number | None = None
    """How many `timely_datepart`s old the data may be, and how long a run may take; both are needed for a
    rule."""
    timely_datepart: Datepart | None = None
    mute_timely_check: bool = False


class NewPipelineType(TimelyRule):
    name: Name
    group_name: Name | None = None


class PatchPipelineType(Patch):
    needed = frozenset({"name", "mute_timely_check"})

    name: Name | None = None
    group_name: Name | None = None
    timely_number: Number | None = None
    timely_datepart: Datepart | None = None
    mute_timely_check: bool | None = None


class NewPipeline(TimelyRule):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "stock-price-worker",
                    "pipeline_type_name": "api-integration",
                    "pipeline_type_group_name": "extraction",
                    "next_watermark": 150,
                }
            ]
        }
    )

    name: Name
    """The name of a job that OpenLineage knows, or its `namespace/name`, links the pipeline to that job."""
    pipeline_type_name: Name
    pipeline_type_group_name: Name | None = None
    next_watermark: Watermark | None = None
    """The upper bound of what the next execution reads: an id, a time, anything; kept as text."""
    pipeline_args: PipelineArgs | None = None
    """`timeliness_execution_seconds_threshold` in it limits how long an execution may take; it goes before
    the rules of the pipeline and of its type."""
    load_lineage: bool = True
    """Whether the next call of `/address_lineage` is to be heard; a successful execution makes it false."""


class PatchPipeline(Patch):
    needed = frozenset({"name", "pipeline_type_id", "mute_timely_check", "load_lineage", "active"})

    name: Name | None = None
    pipeline_type_id: Id | None = None
    watermark: Watermark | None = None
    """Set by hand it may also go back, to read a range again."""
    next_watermark: Watermark | None = None
    pipeline_args: PipelineArgs | None = None
    timely_number: Number | None = None
    timely_datepart: Datepart | None = None
    mute_timely_check: bool | None = None
    load_lineage: bool | None = None
    active: bool | None = None


class NewAddressType(Body):
    name: Name
    group_name: Name | None = None


class PatchAddressType(Patch):
    name: Name | None = None
    group_name: Name | None = None


class NewAddress(Body):
    name: Name
    """The name of a known dataset, or its `namespace/name`, makes the address that dataset."""
    address_type_name: Name
    address_type_group_name: Name | None = None
    database_name: Detail | None = None
    schema_name: Detail | None = None
    table_name: Detail | None = None
    primary_key: Detail | None = None
    deprecated: bool = False


class PatchAddress(Patch):
    needed = frozenset({"name", "address_type_id", "deprecated"})

    name: Name | None = None
    address_type_id: Id | None = None
    database_name: Detail | None = None
    schema_name: Detail | None = None
    table_name: Detail | None = None
    primary_key: Detail | None = None
    deprecated: bool | None = None


class LineageAddress(Body):
    address_name: Name
    address_type_name: Name
    address_type_group_name: Name | None = None


class NewLineage(Body):
    """Every source feeds every target. Without sources or without targets the pipeline has no lineage."""

    pipeline_id: Id
    source_addresses: list[LineageAddress] = Field(max_length=MAX_ADDRESSES)
    target_addresses: list[LineageAddress] = Field(max_length=MAX_ADDRESSES)

    @model_validator(mode="after")
    def _is_not_too_large(self) -> Self:
        if len(self.source_addresses) * len(self.target_addresses) > MAX_EDGES:
            raise ValueError(f"source_addresses × target_addresses must not be more than {MAX_EDGES}")
        return self


class StartExecution(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"pipeline_id": 1, "start_date": "2026-04-20T02:00:00Z"}]}
    )

    pipeline_id: Id
    start_date: Moment | None = None
    """Now, if it is left out."""
    full_load: bool = False
    """Everything is read again: the execution has no lower bound."""
    watermark: Watermark | None = None
    """The lower bound, which is not read itself; that of the pipeline if it is left out."""
    next_watermark: Watermark | None = None
    """The upper bound, which is read; that of the pipeline if it is left out. Send it where several
    workers share a pipeline: another one may have sent a higher bound meanwhile."""
    parent_id: Id | None = None
    execution_metadata: Json | None = None


class EndExecution(Body):
    id: Id
    end_date: Moment | None = None
    """Now, if it is left out."""
    completed_successfully: bool = True
    inserts: Count | None = None
    updates: Count | None = None
    soft_deletes: Count | None = None
    total_rows: Count | None = None
    execution_metadata: Json | None = None
    """Added to what was sent at the start."""


class CheckTimeliness(Body):
    lookback_minutes: int = Field(default=60, ge=5, le=60 * 24 * 366)
    """How long after its end an execution that took too long is still listed."""
