"""Pipelines and their types: registered, found again, changed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from psycopg.errors import ForeignKeyViolation, UniqueViolation

from headwater.errors import ConflictError, NotFoundError
from headwater.model.ids import JobId, NodeKind
from headwater.model.watermark import beginning
from headwater.questions.pipelines import claims
from headwater.questions.pipelines.names import spelled_keys
from headwater.questions.pipelines.shared_names import check_changes, check_new_name
from headwater.questions.pipelines.types import MISSING as MISSING_TYPES
from headwater.questions.record import record
from headwater.store.queries.pipelines import breaches, pipelines
from headwater.store.queries.pipelines.pipelines import PIPELINES, PipelineRow, UnclaimedJob
from headwater.store.queries.pipelines.types import PIPELINE_TYPES
from headwater.store.queries.rows import Connection

MISSING = "Pipeline Not Found"


@dataclass(frozen=True, slots=True)
class PipelineSpec:
    """`settings` are columns of the row as the client sent them."""

    name: str
    type_name: str
    type_group_name: str | None
    next_watermark: str | None
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RegisteredPipeline:
    """`watermark` is where its next execution begins to read."""

    pipeline: PipelineRow
    created: bool

    @property
    def watermark(self) -> str | None:
        return beginning(self.pipeline.watermark, self.pipeline.next_watermark)


def register(connection: Connection, new: PipelineSpec, now: datetime) -> RegisteredPipeline:
    """Get it, or make it; only `next_watermark` of one that was there is changed."""
    with connection.transaction():
        known = PIPELINES.by_name(connection, new.name)
        if known is None:
            found, created, written = _create(connection, new)
        else:
            found, written = claims.link(connection, known, now)
            created = False
        if not created and new.next_watermark is not None:
            changes = {"next_watermark": new.next_watermark}
            found = PIPELINES.update(connection, found.id, changes, now) or found
            written = claims.joined(written, {"pipeline": {found.id}})
        if written:
            record(connection, written, now)
    return RegisteredPipeline(found, created)


def registered(connection: Connection, job: JobId, now: datetime) -> int:
    """The number of the pipeline that is this job; a job that none is becomes one, of its own type."""
    with connection.transaction():
        pipelines.lock_claims(connection)
        held = pipelines.of_keys(connection, [job.key])
        if held:
            return held[0].id
        type_name = pipelines.type_of_job(connection, job.key)
        # Whoever else uses the type, or has a pipeline of that name, may be hidden from who asks.
        all_types, others = replace(PIPELINE_TYPES, name="public.pipeline_type"), "public.pipeline"
        kind, new_type = all_types.get_or_create(connection, {"name": type_name, "group_name": None})
        # Names of pipelines are unique, and jobs of two namespaces may share one.
        free = replace(PIPELINES, name=others).by_name(connection, job.name) is None
        values = {"name": job.name if free else str(job), "pipeline_type_id": kind.id, **claims.columns(job)}
        found, _ = PIPELINES.get_or_create(connection, values)
        claimed = breaches.claim(connection, found.id, job.key)
        written = {"timeliness_breach": set(claimed), "pipeline": {found.id}}
        types = {"pipeline_type": {kind.id} if new_type else set()}
        record(connection, claims.joined(types, written), now)
    return found.id


def unclaimed_job(connection: Connection, name: str) -> UnclaimedJob:
    """The job `namespace/name`, if no pipeline is that job."""
    for key in spelled_keys(NodeKind.JOB, name):
        for job in pipelines.unclaimed(connection, 1, key):
            return job
    raise NotFoundError(MISSING)


def get(connection: Connection, number: int) -> PipelineRow:
    return _found(PIPELINES.by_id(connection, number))


def update(connection: Connection, number: int, changes: Mapping[str, Any], now: datetime) -> PipelineRow:
    """A watermark that is set by hand may go back: nobody's execution is to blame for it."""
    by_hand = {"watermark_execution_id": None, "watermark_started_at": None}
    whole = {**changes, **(by_hand if "watermark" in changes else {})}
    missing = MISSING_TYPES[PIPELINE_TYPES.name]
    check_changes(connection, changes, PIPELINE_TYPES, "pipeline_type_id", missing)
    try:
        with connection.transaction():
            changed = _found(PIPELINES.update(connection, number, whole, now))
            record(connection, {"pipeline": {number}}, now)
    except UniqueViolation as error:
        raise ConflictError("another pipeline has that name") from error
    # Of the columns that clients set, only the type refers to another table.
    except ForeignKeyViolation as error:
        raise NotFoundError(missing) from error
    return changed


def _create(connection: Connection, new: PipelineSpec) -> tuple[PipelineRow, bool, claims.Changed]:
    """Or the one that is the job of this name already, under another name for it."""
    check_new_name()
    type_values = {"name": new.type_name, "group_name": new.type_group_name}
    kind, new_type = PIPELINE_TYPES.get_or_create(connection, type_values)
    written: claims.Changed = {"pipeline_type": {kind.id}} if new_type else {}
    # Until the transaction ends: two requests must not both find the job free.
    pipelines.lock_claims(connection)
    held = claims.holder(connection, new.name)
    if held is not None:
        return held, False, written
    job = claims.free_job(connection, new.name)
    values = {
        "name": new.name,
        "pipeline_type_id": kind.id,
        "next_watermark": new.next_watermark,
        **claims.columns(job),
        **new.settings,
    }
    # Somebody may have registered the name while this request waited for the lock.
    found, created = PIPELINES.get_or_create(connection, values)
    # What checks have found of the job so far now belongs to the pipeline that it has become.
    claimed = breaches.claim(connection, found.id, found.job_key.hex)
    changed = {"timeliness_breach": set(claimed), "pipeline": {found.id} if created else set()}
    return found, created, claims.joined(written, changed)


def _found(pipeline: PipelineRow | None) -> PipelineRow:
    if pipeline is None:
        raise NotFoundError(MISSING)
    return pipeline
