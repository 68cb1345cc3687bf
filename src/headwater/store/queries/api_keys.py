"""API keys and sessions: made, found, revoked. Only digests of secrets are kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from headwater.access.keys import ApiKey, Token
from headwater.access.scopes import AccessScope
from headwater.answers.access import KeyItem, KeyPage
from headwater.model.times import from_micros, to_micros
from headwater.store.queries.paging import Number, decode, encode
from headwater.store.queries.rows import Connection, count, fetch, fetch_one

COLUMNS = "id, name, scopes, teams, created_at, created_by, expires_at, revoked_at, last_used_at"
PAGE = f"""
select {COLUMNS} from api_keys
where %(at)s::timestamptz is null or (created_at, id) < (%(at)s, %(id)s)
order by created_at desc, id desc limit %(rows)s
"""
FIND = f"select {COLUMNS} from api_keys where id = %(id)s"
GOOD = "revoked_at is null and (expires_at is null or expires_at > %(now)s)"
INSERT = """
insert into api_keys (id, name, scopes, teams, digest, created_at, created_by, expires_at)
values (%(id)s, %(name)s, %(scopes)s, %(teams)s, %(digest)s, %(now)s, %(created_by)s, %(expires_at)s)
on conflict (id) do update
set name = excluded.name, scopes = excluded.scopes, teams = excluded.teams, digest = excluded.digest,
    created_at = excluded.created_at, expires_at = excluded.expires_at, revoked_at = null
"""
REVOKE = "update api_keys set revoked_at = coalesce(revoked_at, %(now)s) where id = %(id)s"
ADMINS = f"select count(*) from api_keys where 'admin' = any(scopes) and name <> %(own)s and {GOOD}"
USED = """
update api_keys set last_used_at = greatest(last_used_at, used.at)
from unnest(%(ids)s::text[], %(times)s::timestamptz[]) as used (id, at) where api_keys.id = used.id
"""
SESSIONS = """
select digest, expires_at, key_id, name, scopes, teams from sessions where expires_at > %(now)s
"""
OPEN_SESSION = """
with ended as (delete from sessions where expires_at <= %(now)s)
insert into sessions (digest, key_id, created_at, expires_at, name, scopes, teams)
values (%(digest)s, %(key_id)s, %(now)s, %(expires_at)s, %(name)s, %(scopes)s, %(teams)s)
"""

# What `headwater up` itself asks with; a new one at every start.
OWN_NAME = "headwater up"


class KeyCursor(NamedTuple):
    at: Number
    id: str


@dataclass(frozen=True, slots=True)
class Session:
    """Of a key, whose rights hold as long as the key does; or of a person whom the provider vouched for."""

    digest: bytes
    expires_at: datetime
    key_id: str
    name: str | None = None
    scopes: list[str] | None = None
    teams: list[str] | None = None


@dataclass(frozen=True, slots=True)
class _StoredKey:
    id: str
    name: str
    scopes: list[str]
    digest: bytes
    expires_at: datetime | None
    revoked_at: datetime | None
    teams: list[str] | None


def known_keys(connection: Connection) -> dict[str, ApiKey]:
    """All of them, by id: a server has dozens, and each request needs one."""
    columns = "id, name, scopes, digest, expires_at, revoked_at, teams"
    rows = fetch(connection, _StoredKey, f"select {columns} from api_keys")
    return {
        row.id: ApiKey(
            row.id,
            row.name,
            frozenset(map(AccessScope, row.scopes)),
            row.digest,
            row.expires_at,
            row.revoked_at,
            None if row.teams is None else frozenset(row.teams),
        )
        for row in rows
    }


def known_sessions(connection: Connection, now: datetime) -> dict[bytes, Session]:
    return {session.digest: session for session in fetch(connection, Session, SESSIONS, now=now)}


def page(connection: Connection, limit: int, cursor: str | None) -> KeyPage:
    """Newest first, also those that are no longer good."""
    after = decode(cursor, KeyCursor)
    place = {"at": from_micros(after.at), "id": after.id} if after else {"at": None, "id": None}
    rows = fetch(connection, KeyItem, PAGE, **place, rows=limit + 1)
    shown = rows[:limit]
    more = encode(to_micros(shown[-1].created_at), shown[-1].id) if len(rows) > limit else None
    return KeyPage(shown, count(connection, "select count(*) from api_keys"), more)


def find_key(connection: Connection, key_id: str) -> KeyItem | None:
    return fetch_one(connection, KeyItem, FIND, id=key_id)


def keep_key(
    connection: Connection,
    token: Token,
    name: str,
    scopes: frozenset[AccessScope],
    now: datetime,
    created_by: str = "",
    expires_at: datetime | None = None,
    teams: Iterable[str] | None = None,
) -> None:
    """Keep what is needed to know this key again. A key with the same id takes the place of the old one."""
    connection.execute(
        INSERT,
        {
            "id": token.key_id,
            "name": name,
            "scopes": sorted(scopes),
            "teams": None if teams is None else sorted(teams),
            "digest": token.digest,
            "now": now,
            "created_by": created_by,
            "expires_at": expires_at,
        },
    )


def revoke(connection: Connection, key_id: str, now: datetime) -> None:
    connection.execute(REVOKE, {"id": key_id, "now": now})


def has_admin(connection: Connection, now: datetime) -> bool:
    """Whether somebody holds a key that can make others."""
    return count(connection, ADMINS, now=now, own=OWN_NAME) > 0


def mark_used(connection: Connection, used: Mapping[str, datetime]) -> None:
    if used:
        connection.execute(USED, {"ids": list(used), "times": list(used.values())})


def open_session(connection: Connection, session: Session, now: datetime) -> None:
    """Keep a session; those that have ended are forgotten."""
    connection.execute(
        OPEN_SESSION,
        {
            "digest": session.digest,
            "key_id": session.key_id,
            "now": now,
            "expires_at": session.expires_at,
            "name": session.name,
            "scopes": session.scopes,
            "teams": session.teams,
        },
    )


def close_session(connection: Connection, digest: bytes) -> None:
    connection.execute("delete from sessions where digest = %(digest)s", {"digest": digest})
