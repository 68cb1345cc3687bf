"""Known breaks that may pass: who says so, why, until when, and for which finding."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.access.scopes import AccessScope
from headwater.answers.consumers import AcknowledgementPage, AcknowledgementsWritten
from headwater.errors import BadParameterError
from headwater.model.nearest import nearest_names
from headwater.model.responses import MAX_NAME, MAX_WHY, MOST_FINDINGS, acknowledgement_event
from headwater.questions.parameters import Cursor, Limit, Moment, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.simulation.kept import SimulationId, findings, kept_simulation
from headwater.store.queries import responses
from headwater.store.queries.paging import DEFAULT_LIMIT

# A gate that is open for ever is none.
LONGEST = timedelta(days=366)
PATTERN = "^[0-9a-f]{32}$"

Said = Annotated[str, AfterValidator(storable)]
Finding = Annotated[str, Field(pattern=PATTERN)]
OfFinding = Annotated[str | None, Parameter("Filter by finding.", pattern=PATTERN)]
By = Annotated[str | None, Parameter("Filter by who said so.")]
Active = Annotated[bool | None, Parameter("Filter by whether the time has not passed.")]


class AcknowledgementRequest(BaseModel):
    """Findings of a simulation that are known and may pass the gate."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={
            "examples": [
                {
                    "findings": ["9b2f6c1e0d7a4b3c8e5f1a2b3c4d5e6f"],
                    "by": "dana.lead",
                    "why": "the report is retired in May",
                    "until": "2026-06-01T00:00:00Z",
                }
            ]
        },
    )

    findings: Annotated[list[Finding], Field(min_length=1, max_length=MOST_FINDINGS)]
    """As the simulation names them."""
    by: Annotated[Said, Field(min_length=1, max_length=MAX_NAME)]
    """Who lets it pass. With a key or a session it is its holder, whatever stands here."""
    why: Annotated[Said, Field(min_length=1, max_length=MAX_WHY)]
    until: Moment
    """At most a year from now. A time that has passed ends an earlier acknowledgement of the same person."""


@write(
    "/simulations/{simulation_id}/acknowledgements",
    topic="simulations",
    status=201,
    scope=AccessScope.SIMULATE,
)
def acknowledge(
    writing: Writing, simulation_id: SimulationId, request: AcknowledgementRequest
) -> AcknowledgementsWritten:
    """Let known breaks pass until a time. They hold for every simulation of the same change."""
    known, now = findings(kept_simulation(writing, simulation_id)), writing.clock()
    for place, finding in enumerate(request.findings):
        if finding not in known:
            names = ", ".join(nearest_names(finding, known))
            near = f"; nearest: {names}" if names else ""
            raise BadParameterError(f"findings.{place}", f"no finding of simulation {simulation_id}{near}")
    until = _until(request.until, now)
    by = writing.actor(request.by)
    event = acknowledgement_event(simulation_id, request.findings, by, request.why, until, now)
    position = writing.append([event])
    return AcknowledgementsWritten(tuple(dict.fromkeys(request.findings)), until, event.event_id, position)


def _until(until: datetime, now: datetime) -> datetime:
    if until > now + LONGEST:
        raise BadParameterError("until", f"at most a year from now, {(now + LONGEST).date()}")
    return until


@question("/acknowledgements", topic="simulations", lists=("items",))
def list_acknowledgements(
    reading: Reading,
    finding: OfFinding = None,
    by: By = None,
    active: Active = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> AcknowledgementPage:
    """Known breaks that may pass, or might once, newest first."""
    return responses.page(reading.connection, finding, by, active, reading.clock(), limit, cursor)
