"""What teams may see of others: requests, and what was granted."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from headwater.answers.access import AccessGrant, AccessGrantPage, AccessRequest, AccessRequestPage
from headwater.store.queries.paging import Number, decode, encode
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one, fetch_values

GOOD = "revoked_at is null and (expires_at is null or expires_at > %(now)s)"
KEYS = f"select distinct node_key::text from access_grants where team = any(%(teams)s) and {GOOD}"
REQUEST_COLUMNS = (
    "id, team, asset, node_key is not null as known, reason, asked_at, asked_by, expires_at, state, "
    "decided_at, decided_by, comment"
)
GRANT_COLUMNS = "id, team, asset, granted_at, granted_by, expires_at, revoked_at"
ASK = """
insert into public.access_requests (team, asset, node_key, reason, asked_at, asked_by, expires_at, state)
values (%(team)s, %(asset)s, %(node_key)s, %(reason)s, %(now)s, %(by)s, %(expires_at)s, 'open')
returning id
"""
DECIDE = """
update access_requests
set state = %(state)s, decided_at = %(now)s, decided_by = %(by)s, comment = %(comment)s
where id = %(id)s and state = 'open'
"""
GRANT = """
insert into access_grants (team, node_key, asset, granted_at, granted_by, expires_at)
values (%(team)s, %(node_key)s, %(asset)s, %(now)s, %(by)s, %(expires_at)s)
returning id
"""
REVOKE = "update access_grants set revoked_at = coalesce(revoked_at, %(now)s) where id = %(id)s"


# For whoever asks, hidden or not: the answer does not say which. A stand-in is known by its opaque name.
KEY_OF = """
select node.key::text from public.nodes as node
where node.kind <> 'column' and (
    node.namespace || '/' || node.name = %(asset)s or node.name = %(asset)s
    or %(asset)s like 'hidden/%%' and node.id in (
        select id from named_nodes where namespace = 'hidden' and 'hidden/' || name = %(asset)s
    )
)
limit 2
"""


class NumberCursor(NamedTuple):
    id: Number


def granted_keys(connection: Connection, teams: Iterable[str], now: datetime) -> tuple[str, ...]:
    return fetch_values(connection, KEYS, teams=list(teams), now=now)


def key_of(connection: Connection, asset: str) -> str | None:
    """The one dataset or job of this name, whoever's it is."""
    for prefix in ("dataset:", "job:"):
        asset = asset.removeprefix(prefix)
    found = fetch_values(connection, KEY_OF, asset=asset)
    return found[0] if len(found) == 1 else None


def ask(connection: Connection, **values: object) -> int:
    return count(connection, ASK, **values)


def find_request(connection: Connection, number: int) -> AccessRequest | None:
    query = f"select {REQUEST_COLUMNS} from access_requests where id = %(id)s"
    return fetch_one(connection, AccessRequest, query, id=number)


def requested_key(connection: Connection, number: int) -> str | None:
    found = fetch_values(
        connection, "select node_key::text from access_requests where id = %(id)s", id=number
    )
    return found[0] if found else None


def decide(connection: Connection, **values: object) -> bool:
    """Whether it was still open."""
    return connection.execute(DECIDE, values).rowcount == 1


def grant(connection: Connection, **values: object) -> int:
    return count(connection, GRANT, **values)


def find_grant(connection: Connection, number: int) -> AccessGrant | None:
    query = f"select {GRANT_COLUMNS} from access_grants where id = %(id)s"
    return fetch_one(connection, AccessGrant, query, id=number)


def revoke(connection: Connection, number: int, now: datetime) -> None:
    connection.execute(REVOKE, {"id": number, "now": now})


def requests_page(
    connection: Connection, state: str | None, limit: int, cursor: str | None
) -> AccessRequestPage:
    chosen = conditions({"state": "state = %(state)s"}, {"state": state})
    after = decode(cursor, NumberCursor)
    rows = fetch(
        connection,
        AccessRequest,
        f"select {REQUEST_COLUMNS} from access_requests where {chosen} "
        "and (%(after)s::bigint is null or id < %(after)s) order by id desc limit %(rows)s",
        state=state,
        after=after.id if after else None,
        rows=limit + 1,
    )
    total = count(connection, f"select count(*) from access_requests where {chosen}", state=state)
    more = encode(rows[limit - 1].id) if len(rows) > limit else None
    return AccessRequestPage(rows[:limit], total, more)


def grants_page(connection: Connection, limit: int, cursor: str | None) -> AccessGrantPage:
    after = decode(cursor, NumberCursor)
    rows = fetch(
        connection,
        AccessGrant,
        f"select {GRANT_COLUMNS} from access_grants "
        "where %(after)s::bigint is null or id < %(after)s order by id desc limit %(rows)s",
        after=after.id if after else None,
        rows=limit + 1,
    )
    total = count(connection, "select count(*) from access_grants")
    more = encode(rows[limit - 1].id) if len(rows) > limit else None
    return AccessGrantPage(rows[:limit], total, more)
