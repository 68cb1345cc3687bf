"""Which job a pipeline is: a job is one pipeline at the most, or each would erase what the other declares."""

from collections.abc import Iterator
from datetime import datetime
from itertools import count

from headwater.model.ids import JobId, NodeKind
from headwater.questions.pipelines.names import NAMESPACE, known_job, spelled_keys
from headwater.store.queries.pipelines import breaches, pipelines
from headwater.store.queries.pipelines.pipelines import PIPELINES, PipelineRow
from headwater.store.queries.rows import Connection

Changed = dict[str, set[int]]
"""Keys of rows that were written, by table."""


def holder(connection: Connection, name: str) -> PipelineRow | None:
    """The pipeline that is the job of this name; not one that was renamed to something else since."""
    job = known_job(connection, name)
    keys = spelled_keys(NodeKind.JOB, name) if job is None else [job.key]
    held = pipelines.of_keys(connection, keys)
    return next((pipeline for pipeline in held if _goes_by_its_job(connection, pipeline)), None)


def free_job(connection: Connection, name: str) -> JobId:
    """The known job of this name; where there is none, or it is taken, one of its own."""
    known = known_job(connection, name)
    if known is not None and not _is_taken(connection, known):
        return known
    return next(job for job in _own_jobs(name) if not _is_taken(connection, job))


def link(connection: Connection, pipeline: PipelineRow, now: datetime) -> tuple[PipelineRow, Changed]:
    """The pipeline, as the known job of its name if that was not known when it was registered.

    Once there are events under the pipeline's own job, the pipeline stays that job.
    """
    if pipeline.job_namespace != NAMESPACE or not pipelines.is_untouched(connection, pipeline.id):
        return pipeline, {}
    job = known_job(connection, pipeline.name)
    # Looked at here and again below: only a request that may claim a job takes the lock.
    if job is None or _is_taken(connection, job):
        return pipeline, {}
    pipelines.lock_claims(connection)
    # A start locks the row as well: no execution can begin between the next look and the update.
    PIPELINES.locked(connection, pipeline.id)
    if _is_taken(connection, job) or not pipelines.is_untouched(connection, pipeline.id):
        return pipeline, {}
    changed = PIPELINES.update(connection, pipeline.id, columns(job), now)
    claimed = breaches.claim(connection, pipeline.id, job.key)
    return changed or pipeline, {"pipeline": {pipeline.id}, "timeliness_breach": set(claimed)}


def joined(one: Changed, other: Changed) -> Changed:
    """All keys of both, by table; tables without any are left out."""
    both = {table: one.get(table, set()) | other.get(table, set()) for table in {**one, **other}}
    return {table: keys for table, keys in both.items() if keys}


def columns(job: JobId) -> dict[str, str]:
    """The job as a pipeline's row holds it."""
    return {"job_namespace": job.namespace, "job_name": job.name, "job_key": job.key}


def _goes_by_its_job(connection: Connection, pipeline: PipelineRow) -> bool:
    named = known_job(connection, pipeline.name)
    keys = [*spelled_keys(NodeKind.JOB, pipeline.name), *([named.key] if named else [])]
    return pipeline.name.lower() == pipeline.job_name.lower() or pipeline.job_key.hex in keys


def _is_taken(connection: Connection, job: JobId) -> bool:
    return bool(pipelines.of_keys(connection, [job.key]))


def _own_jobs(name: str) -> Iterator[JobId]:
    yield JobId(NAMESPACE, name)
    for number in count(2):
        yield JobId(NAMESPACE, f"{name} ({number})")
