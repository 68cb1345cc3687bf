"""The consumers of a simulated change: whom it affects, and whether they accept it or object."""

from typing import Annotated, Literal, NamedTuple

from msgspec import structs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.access.scopes import AccessScope
from headwater.answers.consumers import (
    ConsumerResponse,
    ResponseVerdict,
    ResponseWritten,
    SimulationConsumer,
    SimulationConsumerPage,
)
from headwater.errors import BadParameterError, NotFoundError
from headwater.model.nearest import nearest_names
from headwater.model.responses import MAX_NAME, MAX_WHY, response_event
from headwater.questions.parameters import Cursor, Limit, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.simulation.kept import SimulationId
from headwater.store.queries import responses, simulations
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode

Broken = Literal["will_error", "will_silently_change", "could_not_analyze"]
OfVerdict = Annotated[Broken | None, Parameter("Filter by whether a text of theirs has this verdict.")]
OfRole = Annotated[Literal["user", "owner"] | None, Parameter("Filter by what they are.")]
OfResponse = Annotated[
    Literal["accept", "object", "none"] | None, Parameter("Filter by what they said; `none`: nothing yet.")
]
NamePart = Annotated[str | None, Parameter("Part of the name. Case-insensitive.")]
Said = Annotated[str, AfterValidator(storable)]


class ResponseRequest(BaseModel):
    """What a consumer says to a simulated change."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={
            "examples": [{"consumer": "priya.data", "verdict": "object", "why": "quarter end is on Friday"}]
        },
    )

    consumer: Annotated[Said, Field(min_length=1, max_length=MAX_NAME)]
    """As the list of consumers names it."""
    verdict: ResponseVerdict
    why: Annotated[Said, Field(max_length=MAX_WHY)] = ""
    by: Annotated[Said, Field(min_length=1, max_length=MAX_NAME)] | None = None
    """Who says so for the consumer, such as a member of a team. Default the consumer."""


class ConsumerCursor(NamedTuple):
    place: Number


def _consumers(reading: Reading, simulation: int) -> tuple[SimulationConsumer, ...]:
    found = simulations.consumers(reading.connection, simulation)
    if found is None:
        raise NotFoundError(f"no simulation `{simulation}`")
    return found


@question("/simulations/{simulation_id}/consumers", topic="simulations", lists=("items",))
def list_consumers(
    reading: Reading,
    simulation_id: SimulationId,
    verdict: OfVerdict = None,
    role: OfRole = None,
    response: OfResponse = None,
    search: NamePart = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> SimulationConsumerPage:
    """Whom the change affects, with their texts, and what they say to it; the most errors first."""
    found = _consumers(reading, simulation_id)
    said = {one.consumer: one for one in responses.of_simulation(reading.connection, simulation_id)}
    part = (search or "").lower()
    chosen = [
        (place, one)
        for place, one in enumerate(found)
        if (verdict is None or getattr(one.verdicts, verdict))
        and (role is None or role in one.roles)
        and (response is None or response == (said[one.name].verdict if one.name in said else "none"))
        and part in one.name.lower()
    ]
    # By the place in the whole list, which stays as it was computed while responses come in.
    after = decode(cursor, ConsumerCursor)
    rest = [pair for pair in chosen if after is None or pair[0] > after.place]
    shown = rest[:limit]
    more = encode(shown[-1][0]) if len(rest) > limit else None
    items = tuple(structs.replace(one, response=_response(said.get(one.name))) for _, one in shown)
    return SimulationConsumerPage(items=items, total=len(chosen), next_cursor=more)


def _response(said: responses.NamedResponse | None) -> ConsumerResponse | None:
    if said is None:
        return None
    return ConsumerResponse(said.verdict, said.by, said.why, said.at, said.event_id)


@write("/simulations/{simulation_id}/consumers", topic="simulations", status=201, scope=AccessScope.SIMULATE)
def respond(writing: Writing, simulation_id: SimulationId, request: ResponseRequest) -> ResponseWritten:
    """Accept a simulated change as one of its consumers, or object to it; the last word counts."""
    names = [one.name for one in _consumers(writing, simulation_id)]
    if request.consumer not in names:
        names_alike = ", ".join(nearest_names(request.consumer, names))
        near = f"nearest: {names_alike}" if names_alike else "it has none of a similar name"
        raise BadParameterError("consumer", f"no consumer of simulation {simulation_id}; {near}")
    by = writing.actor(request.by or request.consumer)
    event = response_event(simulation_id, request.consumer, request.verdict, by, request.why, writing.clock())
    return ResponseWritten(request.consumer, request.verdict, event.event_id, writing.append([event]))
