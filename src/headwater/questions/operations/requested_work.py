"""Heavy requests that the worker takes up: replay, batch jobs, exports; and how far one of them is."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from headwater.access.scopes import AccessScope
from headwater.answers.operations import EVENT_ID, Work
from headwater.errors import BadParameterError, BoundToTeamsError, NotFoundError
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.store import work
from headwater.store.queries import quarantine
from headwater.store.queries.rows import Connection

MAX_REPLAY = 10_000

# The most that a bigint holds: a larger number is refused here and not by the database.
WorkId = Annotated[
    int, Parameter("The number that the request was answered with.", minimum=1, maximum=2**63 - 1)
]


class ReplayRequest(BaseModel):
    """Which events to read again: some by id, those of one reason, or all."""

    model_config = ConfigDict(
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"event_ids": [EVENT_ID]}]},
    )

    event_ids: list[UUID] = Field(default=[], max_length=MAX_REPLAY)
    reason: str | None = Field(default=None, min_length=1)
    """The whole reason, as the list gives it."""
    all: bool = False

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if [bool(self.event_ids), self.reason is not None, self.all].count(True) != 1:
            raise ValueError("give one of `event_ids`, `reason` or `all: true`")
        return self


class AnalyticsRequest(BaseModel):
    """How much to work out."""

    model_config = ConfigDict(
        frozen=True, use_attribute_docstrings=True, json_schema_extra={"examples": [{"whole": False}]}
    )

    whole: bool = False
    """From scratch, and not only what changes can have reached."""


class ClosureEstimateRequest(BaseModel):
    """Which pairs of ancestor and descendant are meant."""

    model_config = ConfigDict(
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"level": "column", "depth": 5, "format": "parquet"}]},
    )

    level: Literal["dataset", "column"] = "dataset"
    depth: int | None = Field(default=None, ge=1, le=10_000)
    """Maximum number of hops between the two. Default no maximum."""
    format: Literal["parquet", "csv"] = "parquet"


class ClosureExportRequest(ClosureEstimateRequest):
    """Which pairs to write, and how many at most."""

    max_rows: int = Field(default=50_000_000, ge=1)
    """Refuse if the estimate is above this."""


@write("/quarantine/replay", topic="quarantine", status=202)
def replay(writing: Writing, request: ReplayRequest) -> Work:
    """Read events in quarantine again, after an upgrade that may understand them."""
    if request.all and writing.sees_everything:
        return work.request(writing.connection, "replay", {"all": True})
    # Checked now: by the time the worker finds out, nobody waits for an answer any more.
    event_ids = chosen_events(writing.connection, request)
    # The worker knows no teams: of whoever is bound to some, it gets the events themselves.
    if request.reason is not None and writing.sees_everything:
        return work.request(writing.connection, "replay", {"reason": request.reason})
    return work.request(writing.connection, "replay", {"event_ids": event_ids})


def chosen_events(connection: Connection, request: ReplayRequest) -> list[str]:
    """Their ids as text: arguments of work are kept as JSON, which has no UUIDs."""
    if request.all or request.reason is not None:
        found = quarantine.ids_of_reason(connection, request.reason)
        if request.reason is not None and not found:
            raise BadParameterError("reason", "nothing is in quarantine for this reason")
        return found
    missing = set(request.event_ids) - quarantine.quarantined_ids(connection, request.event_ids)
    if missing:
        shown = ", ".join(sorted(map(str, missing))[:5])
        raise BadParameterError("event_ids", f"{len(missing)} not in quarantine: {shown}")
    return [str(event) for event in request.event_ids]


@write("/analytics/run", topic="analytics", status=202)
def run_analytics(writing: Writing, request: AnalyticsRequest) -> Work:
    """Work out effective classes and reach counts now; they also follow by themselves."""
    _check_unbound(writing)
    return work.request(writing.connection, "analytics", {"whole": request.whole})


@write("/closure", topic="analytics", status=202, scope=AccessScope.READ)
def export_closure(writing: Writing, request: ClosureExportRequest) -> Work:
    """Write all pairs of ancestor and descendant, with their least depth, to files on the server."""
    _check_unbound(writing)
    return work.request(writing.connection, "closure", request.model_dump())


@write("/closure/estimate", topic="analytics", status=202, scope=AccessScope.READ)
def estimate_closure(writing: Writing, request: ClosureEstimateRequest) -> Work:
    """How large such an export would be: rows within bounds, and bytes, in the work item's result."""
    _check_unbound(writing)
    return work.request(writing.connection, "closure_estimate", request.model_dump())


def _check_unbound(writing: Writing) -> None:
    if not writing.sees_everything:
        raise BoundToTeamsError("this is made from everybody's data, and this key is bound to teams")


@question("/work/{work_id}", topic="quarantine")
def work_item(reading: Reading, work_id: WorkId) -> Work:
    """How far a request to the worker is."""
    found = work.find(reading.connection, work_id)
    if found is None:
        raise NotFoundError(f"no work item `{work_id}`")
    return found
