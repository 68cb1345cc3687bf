"""What people set for a pipeline: active, muted, when its data is late, when a run is too long."""

import re
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from headwater.answers.pipelines import LateRule, PipelineSettings, PipelineSettingsWritten, RunLimit
from headwater.health.lateness import run_limit
from headwater.health.normal import Normal
from headwater.model.ids import JobId
from headwater.model.timeliness import datepart, threshold
from headwater.questions import resolve
from headwater.questions.parameters import JobName
from headwater.questions.pipelines import pipelines
from headwater.questions.reading import Writing
from headwater.questions.registry import write
from headwater.store.queries import job_health, nodes
from headwater.store.queries.pipelines import pipeline_labels
from headwater.store.queries.pipelines.pipeline_labels import PipelineLabel
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection

THRESHOLD = "timeliness_execution_seconds_threshold"
# A year: what takes longer is not a run that anyone waits for.
MAX_SECONDS = 31_536_000

NONE = "none"
RULE = r"(?i)^\s*([1-9]\d{0,3})\s+(minute|hour|day|week|month|quarter|year)s?\s*$"


class PipelineSettingsRequest(BaseModel):
    """Only what is sent is changed."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"muted": True, "late_after": "1 day"}]},
    )

    active: bool | None = None
    """Whether it is expected to run at all."""
    muted: bool | None = None
    """Report nothing of it when it is late or takes too long."""
    late_after: str | None = None
    """How old its data may be, such as `2 hours`; `none` for what its rhythm says."""
    too_long_seconds: int | None = Field(default=None, ge=0, le=MAX_SECONDS)
    """How long a run may take; 0 for what its history says."""

    @field_validator("late_after")
    @classmethod
    def _rule(cls, text: str | None) -> str | None:
        if text is None or text.strip().lower() == NONE or re.match(RULE, text):
            return text
        raise ValueError("must be a number and a unit, such as `2 hours`, or `none`")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if all(value is None for value in (self.active, self.muted, self.late_after, self.too_long_seconds)):
            raise ValueError("give at least one of active, muted, late_after, too_long_seconds")
        return self


@write("/pipelines/{name}/settings", topic="pipelines")
def set_pipeline(
    writing: Writing, name: JobName, settings: PipelineSettingsRequest
) -> PipelineSettingsWritten:
    """Change what is set for a pipeline; it holds from the answer on, and later events do not undo it."""
    connection, now = writing.connection, writing.clock()
    job = resolve.entity(connection, name, resolve.JOB)
    with connection.transaction():
        number = pipelines.registered(connection, JobId(job.namespace, job.name), now)
        pipelines.update(connection, number, _changes(connection, number, settings), now)
    label = pipeline_labels.of_jobs(connection, [job.id])[job.id]
    found = settings_of(connection, label)
    return PipelineSettingsWritten(**{name: getattr(found, name) for name in found.__struct_fields__})


def settings_of(connection: Connection, label: PipelineLabel) -> PipelineSettings:
    own = threshold(label.threshold)
    limit = run_limit(own, _usual(connection, label.job_id), None)
    return PipelineSettings(
        active=label.active,
        muted=label.muted,
        late_after=_rule(label.number, label.part),
        type_late_after=_rule(label.type_number, label.type_part),
        too_long_seconds=own,
        run_limit=RunLimit(limit.seconds, limit.says) if limit else None,
        changed_at=label.changed_at,
    )


def _usual(connection: Connection, job: int) -> Normal | None:
    """Over all hours of the week, of the job under all its names."""
    for found in job_health.baselines(connection, nodes.members(connection, job)):
        if found.measure == "duration" and found.hour_of_week is None:
            return Normal(found.runs, found.median, found.mad, found.spread)
    return None


def _rule(number: int | None, part: str | None) -> LateRule | None:
    return LateRule(number, part) if number is not None and part is not None else None


def _changes(connection: Connection, number: int, asked: PipelineSettingsRequest) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if asked.active is not None:
        changes["active"] = asked.active
    if asked.muted is not None:
        changes["mute_timely_check"] = asked.muted
    if asked.late_after is not None:
        rule = re.match(RULE, asked.late_after)
        changes["timely_number"] = int(rule[1]) if rule else None
        changes["timely_datepart"] = datepart(rule[2]) if rule else None
    if asked.too_long_seconds is not None:
        # The other arguments are the client's own.
        known = PIPELINES.by_id(connection, number)
        others = (known and known.pipeline_args) or {}
        changes["pipeline_args"] = others | {THRESHOLD: asked.too_long_seconds or None}
    return changes
