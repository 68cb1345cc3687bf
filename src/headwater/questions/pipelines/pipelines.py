"""Pipelines and their types: told of, found again, changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.errors import ForeignKeyViolation, UniqueViolation
from psycopg_pool import ConnectionPool

from headwater.errors import ConflictError, NotFoundError
from headwater.model.ids import NodeKind
from headwater.model.watermark import beginning
from headwater.questions.pipelines import claims
from headwater.questions.pipelines.names import spelled_keys
from headwater.store.queries.pipelines import breaches, pipelines
from headwater.store.queries.pipelines.pipelines import PIPELINES, Pipeline, UnclaimedJob
from headwater.store.queries.pipelines.types import PIPELINE_TYPES, PipelineType
from headwater.store.queries.rows import Connection

MISSING = "Pipeline Not Found"
TYPE_MISSING = "Pipeline Type Not Found"


@dataclass(frozen=True, slots=True)
class NewPipeline:
    """`settings` are columns of the row as the client sent them."""

    name: str
    type_name: str
    type_group_name: str | None
    next_watermark: str | None
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A pipeline after it was told of; `watermark` is where its next execution begins to read."""

    pipeline: Pipeline
    created: bool

    @property
    def watermark(self) -> str | None:
        return beginning(self.pipeline.watermark, self.pipeline.next_watermark)


class Pipelines:
    def __init__(self, pool: ConnectionPool[Connection], now: Callable[[], datetime]) -> None:
        self._pool, self._now = pool, now

    def tell(self, new: NewPipeline) -> Told:
        """Get it, or make it; only `next_watermark` of one that was there is changed."""
        with self._pool.connection() as connection:
            found, created = PIPELINES.named(connection, new.name), False
            if found is None:
                found, created = _created(connection, new)
            else:
                found = claims.linked(connection, found, self._now())
            if not created and new.next_watermark is not None:
                changes = {"next_watermark": new.next_watermark}
                found = PIPELINES.patched(connection, found.id, changes, self._now()) or found
        return Told(found, created)

    def listed(self) -> tuple[Pipeline, ...]:
        with self._pool.connection() as connection:
            return PIPELINES.listed(connection)

    def unclaimed(self, limit: int) -> tuple[UnclaimedJob, ...]:
        """Jobs that only OpenLineage told of."""
        with self._pool.connection() as connection:
            return pipelines.unclaimed(connection, limit)

    def one(self, number: int) -> Pipeline:
        with self._pool.connection() as connection:
            return _found(PIPELINES.one(connection, number))

    def unclaimed_job(self, name: str) -> UnclaimedJob:
        """The job `namespace/name`, if no pipeline is that job."""
        with self._pool.connection() as connection:
            for key in spelled_keys(NodeKind.JOB, name):
                for job in pipelines.unclaimed(connection, 1, key):
                    return job
        raise NotFoundError(MISSING)

    def patch(self, number: int, changes: Mapping[str, Any]) -> Pipeline:
        """A watermark that is set by hand may go back: nobody's execution is to blame for it."""
        by_hand = {"watermark_execution_id": None, "watermark_started_at": None}
        whole = {**changes, **(by_hand if "watermark" in changes else {})}
        with self._pool.connection() as connection:
            try:
                return _found(PIPELINES.patched(connection, number, whole, self._now()))
            except UniqueViolation as error:
                raise ConflictError("another pipeline has that name") from error
            except ForeignKeyViolation as error:
                raise NotFoundError(TYPE_MISSING) from error

    def tell_type(self, name: str, settings: Mapping[str, Any]) -> tuple[PipelineType, bool]:
        with self._pool.connection() as connection:
            return PIPELINE_TYPES.created(connection, {"name": name, **settings})

    def types(self) -> tuple[PipelineType, ...]:
        with self._pool.connection() as connection:
            return PIPELINE_TYPES.listed(connection)

    def patch_type(self, number: int, changes: Mapping[str, Any]) -> PipelineType:
        with self._pool.connection() as connection:
            try:
                changed = PIPELINE_TYPES.patched(connection, number, changes, self._now())
            except UniqueViolation as error:
                raise ConflictError("another pipeline type has that name") from error
        if changed is None:
            raise NotFoundError(TYPE_MISSING)
        return changed


def _created(connection: Connection, new: NewPipeline) -> tuple[Pipeline, bool]:
    """Or the one that is the job of this name already, under another name for it."""
    kind, _ = PIPELINE_TYPES.created(connection, {"name": new.type_name, "group_name": new.type_group_name})
    with connection.transaction():
        pipelines.lock_claims(connection)
        held = claims.holder(connection, new.name)
        if held is not None:
            return held, False
        job = claims.free_job(connection, new.name)
        values = {
            "name": new.name,
            "pipeline_type_id": kind.id,
            "next_watermark": new.next_watermark,
            **claims.columns(job),
            **new.settings,
        }
        found, created = PIPELINES.created(connection, values)
        breaches.claim(connection, found.id, found.job_key.hex)
        return found, created


def _found(pipeline: Pipeline | None) -> Pipeline:
    if pipeline is None:
        raise NotFoundError(MISSING)
    return pipeline
