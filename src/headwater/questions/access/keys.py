"""API keys: make one, list them, revoke one."""

import secrets
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.access.callers import current_caller
from headwater.access.keys import ID_BYTES, SECRET_BYTES, new_token
from headwater.access.scopes import AccessScope
from headwater.answers.access import KeyCreated, KeyItem, KeyPage, KeyRevoked
from headwater.errors import BadParameterError, KeyNotFoundError
from headwater.questions.parameters import Cursor, Limit, Moment, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.teams.stored_teams import find_team
from headwater.store.queries import api_keys
from headwater.store.queries.paging import DEFAULT_LIMIT

MAX_NAME = 200
MOST_TEAMS = 100

TeamName = Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=MAX_NAME)]

KeyId = Annotated[str, Parameter("As in the list of keys.", pattern=f"^[0-9a-f]{{{2 * ID_BYTES}}}$")]


class KeyRequest(BaseModel):
    """A key to make."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"name": "airflow production", "scopes": ["ingest"]}]},
    )

    name: Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=MAX_NAME)]
    """What people call it; it stands in the audit log."""
    scopes: Annotated[list[AccessScope], Field(min_length=1, max_length=len(AccessScope))]
    """`read`: ask. `ingest`: send events. `simulate`: simulate changes. `manage`: change the catalog,
    settings and incidents. `admin`: everything."""
    teams: Annotated[list[TeamName], Field(min_length=1, max_length=MOST_TEAMS)] | None = None
    """Teams whose data its holder may see, besides what they were given. Default everybody's."""
    expires_at: Moment | None = None
    """From when on it is refused. Default never."""


@write("/keys", topic="access", status=201, scope=AccessScope.ADMIN)
def create_key(writing: Writing, request: KeyRequest) -> KeyCreated:
    """Make an API key. The answer shows it this once: only a digest is kept."""
    now, token = writing.clock(), new_token(secrets.token_bytes(ID_BYTES + SECRET_BYTES))
    expires_at = _later(request.expires_at, now)
    scopes, maker = frozenset(request.scopes), current_caller.get().name
    if request.teams and AccessScope.ADMIN in request.scopes:
        raise BadParameterError("teams", "a key of scope `admin` sees everything; leave out one of the two")
    for team in request.teams or ():
        find_team(writing.connection, team)
    api_keys.keep_key(writing.connection, token, request.name, scopes, now, maker, expires_at, request.teams)
    return KeyCreated(_kept(writing, token.key_id), str(token))


def _later(expires_at: datetime | None, now: datetime) -> datetime | None:
    if expires_at is not None and expires_at <= now:
        raise BadParameterError("expires_at", "has passed already")
    return expires_at


@question("/keys", topic="access", lists=("items",), scope=AccessScope.ADMIN)
def list_keys(reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None) -> KeyPage:
    """API keys, newest first, with what each may do and when it was last used."""
    return api_keys.page(reading.connection, limit, cursor)


@write("/keys/{key_id}", topic="access", method="DELETE", scope=AccessScope.ADMIN)
def revoke_key(writing: Writing, key_id: KeyId) -> KeyRevoked:
    """Refuse a key, and every session that began with it, from now on."""
    _kept(writing, key_id)
    api_keys.revoke(writing.connection, key_id, writing.clock())
    return KeyRevoked(_kept(writing, key_id))


def _kept(reading: Reading, key_id: str) -> KeyItem:
    found = api_keys.find_key(reading.connection, key_id)
    if found is None:
        raise KeyNotFoundError(key_id)
    return found
