"""Which pipelines and other jobs are watched, and the least that the rule of each allows."""

from dataclasses import dataclass

from headwater.model.timeliness import Rule, Watched, rule

# The least that a part of the calendar lasts, in seconds; of several, the least is so many times that.
UNIT = """
case {part} when 'minute' then 60 when 'hour' then 3600 when 'day' then 86400 when 'week' then 604800
            when 'month' then 28 * 86400 when 'quarter' then 89 * 86400 when 'year' then 365 * 86400 end
"""


def least_allowed(number: str, part: str, type_number: str, type_part: str) -> str:
    """A rule is the pipeline's own if it is whole, else its type's; null without either."""
    return (
        f"coalesce({number}::float8 * {UNIT.format(part=part)},"
        f" {type_number}::float8 * {UNIT.format(part=type_part)}) as least_allowed"
    )


OWN_RULE = ("pipeline.timely_number", "pipeline.timely_datepart")
TYPE_RULE = ("type.timely_number", "type.timely_datepart")

# A job that no pipeline is has a type all the same, by what its jobType facet says: `airflow dag`, or
# `airflow`, or, for every job that has none of these, `openlineage`.
WATCHED = f"""
watched as (
    select pipeline.id as pipeline_id, pipeline.name, pipeline.job_namespace, pipeline.job_name,
           pipeline.job_key, job.id as job_id, coalesce(job.canonical_id, job.id) as baseline_id,
           coalesce(job.streaming, false) as streaming,
           pipeline.timely_number as number, pipeline.timely_datepart as datepart,
           type.timely_number as type_number, type.timely_datepart as type_datepart,
           {least_allowed(*OWN_RULE, *TYPE_RULE)},
           pipeline.pipeline_args -> 'timeliness_execution_seconds_threshold' as threshold,
           greatest(last_target_insert, last_target_update, last_target_soft_delete) as reported_change
    from pipeline
    join pipeline_type as type on type.id = pipeline.pipeline_type_id
    left join nodes as job on job.key = pipeline.job_key
    where pipeline.active and not pipeline.mute_timely_check and not type.mute_timely_check
    union all
    select null, job.name, job.namespace, job.name, job.key, job.id, job.id, job.streaming,
           null, null, type.timely_number, type.timely_datepart,
           {least_allowed("null", "null", *TYPE_RULE)}, null, null
    from nodes as job
    left join facets as said on said.node_id = job.id and said.name = 'jobType'
    cross join lateral (
        select array[lower(said.value ->> 'integration') || ' ' || lower(said.value ->> 'jobType'),
                     lower(said.value ->> 'integration'), 'openlineage'] as names
    ) as called
    left join lateral (
        select timely_number, timely_datepart, mute_timely_check
        from pipeline_type
        where lower(name) = any(called.names)
        order by array_position(called.names, lower(name))
        limit 1
    ) as type on true
    where job.kind = 'job' and job.dropped_at is null
      and (job.canonical_id is null or job.canonical_id = job.id)
      and not coalesce(type.mute_timely_check, false)
      and not exists (select from pipeline where pipeline.job_key = job.key)
)
"""
SUBJECT = """
    watched.pipeline_id, watched.name, watched.job_namespace, watched.job_name, watched.job_key,
    watched.number, watched.datepart, watched.type_number, watched.type_datepart
"""


@dataclass(frozen=True, slots=True)
class WatchedByRule(Watched):
    """With the rules of the pipeline and of its type."""

    number: int | None
    datepart: str | None
    type_number: int | None
    type_datepart: str | None

    @property
    def rule(self) -> Rule | None:
        """The pipeline's own, if it is whole; else its type's."""
        return rule(self.number, self.datepart) or rule(self.type_number, self.type_datepart)


def may_be_late(change: str) -> str:
    """Whether what changed then can be late at all; also where no rule says anything."""
    return (
        f"(watched.least_allowed is null or {change} is null"
        f" or extract(epoch from %(now)s - {change}) >= watched.least_allowed - 1)"
    )
