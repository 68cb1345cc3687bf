"""Requests for access: a team asks to see something of another, an admin decides, and what was given ends."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.access.callers import current_caller
from headwater.access.scopes import AccessScope
from headwater.answers.access import (
    AccessGranted,
    AccessGrantPage,
    AccessRequest,
    AccessRequested,
    AccessRequestPage,
)
from headwater.errors import AccessRequestNotFoundError, BadParameterError, ConflictError
from headwater.questions import resolve
from headwater.questions.parameters import Cursor, Limit, Moment, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.teams.stored_teams import find_team
from headwater.store.queries import access_grants, nodes
from headwater.store.queries.paging import DEFAULT_LIMIT

MAX_TEXT = 1000

Text = Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=MAX_TEXT)]
RequestNumber = Annotated[int, Parameter("Number of the request.", minimum=1)]
GrantNumber = Annotated[int, Parameter("Number of the grant.", minimum=1)]
OfState = Annotated[Literal["open", "granted", "refused"] | None, Parameter("Filter by what was decided.")]
CONFIG = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class AccessAsked(BaseModel):
    """What a team wants to see."""

    model_config = CONFIG | {
        "json_schema_extra": {
            "examples": [{"asset": "hidden/1f0c2a9d71be4480", "reason": "our report joins it"}]
        }
    }

    asset: Text
    """Name of a dataset or job, or of the stand-in that an answer shows."""
    reason: Text
    team: Text | None = None
    """The team that asks. Default the one that the key is bound to."""
    expires_at: Moment | None = None
    """Until when it is needed. Default as long as possible."""


class AccessDecided(BaseModel):
    """What an admin says to a request."""

    model_config = CONFIG

    comment: Text | None = None
    expires_at: Moment | None = None
    """Until when it is given. Default what was asked for."""


class AccessGiven(BaseModel):
    """What a team may see from now on."""

    model_config = CONFIG | {
        "json_schema_extra": {"examples": [{"team": "sales-data", "asset": "finance.ledger"}]}
    }

    team: Text
    asset: Text
    """Name of a dataset or job."""
    expires_at: Moment | None = None


@write("/access/requests", topic="access", status=201, scope=AccessScope.READ)
def request_access(writing: Writing, request: AccessAsked) -> AccessRequested:
    """Ask to see something of another team. The answer is the same whether there is such a thing or not."""
    connection, now, caller = writing.connection, writing.clock(), current_caller.get()
    number = access_grants.ask(
        connection,
        team=_asking_team(request.team, caller.teams),
        asset=request.asset,
        node_key=access_grants.key_of(connection, request.asset),
        reason=request.reason,
        now=now,
        by=caller.name,
        expires_at=_later(request.expires_at, now),
    )
    return AccessRequested(_request(writing, number))


def _asking_team(given: str | None, bound_to: frozenset[str] | None) -> str:
    if bound_to is None:
        if given is None:
            raise BadParameterError("team", "is needed, as this key is bound to none")
        return given
    if given is None and len(bound_to) == 1:
        return next(iter(bound_to))
    if given not in bound_to:
        raise BadParameterError("team", f"has to be one of {', '.join(sorted(bound_to))}")
    return given


def _later(expires_at: datetime | None, now: datetime) -> datetime | None:
    if expires_at is not None and expires_at <= now:
        raise BadParameterError("expires_at", "has passed already")
    return expires_at


@question("/access/requests", topic="access", lists=("items",))
def list_access_requests(
    reading: Reading, state: OfState = None, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> AccessRequestPage:
    """Requests for access, newest first; of the key's own teams, if it is bound to any."""
    return access_grants.requests_page(reading.connection, state, limit, cursor)


@write("/access/requests/{number}/grant", topic="access", scope=AccessScope.ADMIN)
def grant_access(writing: Writing, number: RequestNumber, decision: AccessDecided) -> AccessRequested:
    """Grant a request: the team sees the asset from now on, until the request, or you, say."""
    connection, now = writing.connection, writing.clock()
    asked = _request(writing, number)
    key = access_grants.requested_key(connection, number)
    if key is None:
        raise ConflictError(f"nothing is named `{asked.asset}`; refuse the request, or grant by name")
    ends = _later(decision.expires_at, now) or asked.expires_at
    with connection.transaction():
        _decide(writing, number, "granted", decision, now)
        _give(writing, asked.team, key, asked.asset, ends, now)
    return AccessRequested(_request(writing, number))


@write("/access/requests/{number}/refuse", topic="access", scope=AccessScope.ADMIN)
def refuse_access(writing: Writing, number: RequestNumber, decision: AccessDecided) -> AccessRequested:
    """Refuse a request."""
    _request(writing, number)
    _decide(writing, number, "refused", decision, writing.clock())
    return AccessRequested(_request(writing, number))


@question("/access/grants", topic="access", lists=("items",))
def list_access_grants(
    reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> AccessGrantPage:
    """What teams may see of others, newest first, also what no longer holds."""
    return access_grants.grants_page(reading.connection, limit, cursor)


@write("/access/grants", topic="access", status=201, scope=AccessScope.ADMIN)
def give_access(writing: Writing, request: AccessGiven) -> AccessGranted:
    """Let a team see something of another without a request."""
    connection, now = writing.connection, writing.clock()
    find_team(connection, request.team)
    node = resolve.entity(connection, request.asset, field="asset")
    [key] = nodes.keys(connection, [node.id])
    ends = _later(request.expires_at, now)
    return _granted(writing, _give(writing, request.team, str(key), str(node), ends, now))


@write("/access/grants/{number}", topic="access", method="DELETE", scope=AccessScope.ADMIN)
def take_access_back(writing: Writing, number: GrantNumber) -> AccessGranted:
    """Take a grant back; it holds for a second more at the most."""
    _granted(writing, number)
    access_grants.revoke(writing.connection, number, writing.clock())
    return _granted(writing, number)


def _give(
    writing: Writing, team: str, key: str, asset: str, expires_at: datetime | None, now: datetime
) -> int:
    values: dict[str, Any] = {"team": team, "node_key": key, "asset": asset, "expires_at": expires_at}
    return access_grants.grant(writing.connection, **values, now=now, by=current_caller.get().name)


def _decide(writing: Writing, number: int, state: str, decision: AccessDecided, now: datetime) -> None:
    values = {"id": number, "state": state, "comment": decision.comment, "now": now}
    if not access_grants.decide(writing.connection, **values, by=current_caller.get().name):
        raise ConflictError(f"request {number} was decided already")


def _request(reading: Reading, number: int) -> AccessRequest:
    found = access_grants.find_request(reading.connection, number)
    if found is None:
        raise AccessRequestNotFoundError("request", number)
    return found


def _granted(reading: Reading, number: int) -> AccessGranted:
    found = access_grants.find_grant(reading.connection, number)
    if found is None:
        raise AccessRequestNotFoundError("grant", number)
    return AccessGranted(found)
