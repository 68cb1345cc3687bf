"""Events that ended or failed the worker whenever they were tried alone: a rebuild passes over them."""

from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Connection

from headwater.facts.rules import CURRENT, RulesVersion
from headwater.model.events import LINEAGE

REMEMBER = """
insert into fatal_events (event_id, rules, analyser, reason)
select event_id, %(rules)s, %(analyser)s, %(reason)s from events
where stream = %(stream)s and position > %(after)s and position <= %(upto)s
on conflict (event_id) do update
set rules = excluded.rules, analyser = excluded.analyser, reason = excluded.reason, at = excluded.at
"""
BY_POSITION = """
select position, rules, analyser, reason from fatal_events join events using (event_id) where stream = %s
"""
FORGET = "delete from fatal_events where event_id = any(%s::text[]::uuid[])"


@dataclass(frozen=True, slots=True)
class FatalEvent:
    tried_by: RulesVersion
    reason: str


def remember(connection: Connection, after: int, upto: int, reason: str) -> None:
    """The events of the lineage after one position up to another."""
    values = {"rules": CURRENT.events, "analyser": CURRENT.sql, "reason": reason}
    connection.execute(REMEMBER, values | {"stream": LINEAGE, "after": after, "upto": upto})


def by_position(connection: Connection) -> dict[int, FatalEvent]:
    rows = connection.execute(BY_POSITION, [LINEAGE]).fetchall()
    return {position: FatalEvent(RulesVersion(events, sql), reason) for position, events, sql, reason in rows}


def forget(connection: Connection, event_ids: Sequence[str]) -> None:
    """They were read after all."""
    connection.execute(FORGET, [list(event_ids)])
