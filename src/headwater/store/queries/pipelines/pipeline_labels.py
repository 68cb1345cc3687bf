"""What people see of pipelines beside their runs: names, owners, tags, and what is set for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class PipelineLabel:
    """`number` and `part` are the rule of the pipeline, `type_number` and `type_part` that of its type."""

    job_id: int
    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: Sequence[str]
    tags: Sequence[str]
    streaming: bool
    pipeline_id: int | None
    active: bool
    muted: bool
    number: int | None
    part: str | None
    type_number: int | None
    type_part: str | None
    threshold: Any
    watermark: str | None
    next_watermark: str | None
    changed_at: datetime | None


QUERY = """
select job.id as job_id, job.namespace, job.name, job.type, job.description, job.owners, job.tags,
       job.streaming, pipeline.id as pipeline_id, coalesce(pipeline.active, true) as active,
       coalesce(pipeline.mute_timely_check, false) as muted,
       pipeline.timely_number as number, pipeline.timely_datepart as part,
       type.timely_number as type_number, type.timely_datepart as type_part,
       pipeline.pipeline_args -> 'timeliness_execution_seconds_threshold' as threshold,
       pipeline.watermark, pipeline.next_watermark, pipeline.updated_at as changed_at
from nodes as job
left join lateral (
    select * from pipeline where pipeline.job_key = job.key order by id limit 1
) as pipeline on true
left join pipeline_type as type on type.id = pipeline.pipeline_type_id
where job.id = any(%(jobs)s)
"""


def of_jobs(connection: Connection, jobs: Sequence[int]) -> dict[int, PipelineLabel]:
    return {row.job_id: row for row in fetch(connection, PipelineLabel, QUERY, jobs=list(jobs))}
