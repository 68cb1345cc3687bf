"""Subscriptions as rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from psycopg.types.json import Jsonb

from headwater.answers.base import Node
from headwater.answers.subscriptions import ChangeKind, ChangeSeverity, Subscription, SubscriptionPage
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, fetch, fetch_one, fetch_values

COLUMNS = "id, at, by_name, node, node_key, upstream, kinds, severity, channel, ended_at"
INSERT = """
insert into subscription (at, by_name, node, node_key, upstream, kinds, severity, channel)
values (%(at)s, %(by)s, %(node)s, %(key)s, %(upstream)s, %(kinds)s, %(severity)s, %(channel)s)
returning id
"""
FILTERS = {"by": "by_name = %(by)s", "key": "node_key = %(key)s::uuid", "before": "id < %(before)s"}
PAGE = (
    f"select {COLUMNS} from subscription where ended_at is null and {{where}} order by id desc limit %(rows)s"
)
END = "update subscription set ended_at = %(at)s where id = %(id)s"
MOST_ACTIVE = 1_000


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    id: int
    at: datetime
    by_name: str
    node: Any
    node_key: UUID
    upstream: bool
    kinds: Sequence[ChangeKind]
    severity: ChangeSeverity
    channel: str
    ended_at: datetime | None

    @property
    def answer(self) -> Subscription:
        return Subscription(
            self.id,
            self.at,
            self.by_name,
            msgspec.convert(self.node, Node),
            self.upstream,
            tuple(self.kinds),
            self.severity,
            self.channel,
            self.ended_at,
        )


class SubscriptionCursor(NamedTuple):
    id: Number


def insert(connection: Connection, node: Node, **values: object) -> int:
    (number,) = fetch_values(connection, INSERT, node=Jsonb(msgspec.to_builtins(node)), **values)
    return int(number)


def find(connection: Connection, number: int, *, lock: bool = False) -> SubscriptionRow | None:
    query = f"select {COLUMNS} from subscription where id = %(id)s{' for update' if lock else ''}"
    return fetch_one(connection, SubscriptionRow, query, id=number)


def end(connection: Connection, number: int, at: datetime) -> None:
    connection.execute(END, {"at": at, "id": number})


def active(connection: Connection) -> tuple[SubscriptionRow, ...]:
    """The first of those that have not ended."""
    query = f"select {COLUMNS} from subscription where ended_at is null order by id limit {MOST_ACTIVE}"
    return fetch(connection, SubscriptionRow, query)


def page(
    connection: Connection, by: str | None, key: str | None, limit: int, cursor: str | None
) -> SubscriptionPage:
    after = decode(cursor, SubscriptionCursor)
    chosen = {"by": by, "key": key}
    where = conditions(FILTERS, chosen)
    total = counted(connection, f"1 from subscription where ended_at is null and {where}", chosen)
    given = {**chosen, "before": after.id if after else None}
    query = PAGE.format(where=conditions(FILTERS, given))
    rows = fetch(connection, SubscriptionRow, query, **given, rows=limit + 1)
    following = encode(rows[limit - 1].id) if len(rows) > limit else None
    return SubscriptionPage(
        items=tuple(row.answer for row in rows[:limit]), total=total, next_cursor=following
    )
