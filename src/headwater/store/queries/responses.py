"""What people said of simulations: acknowledgements by finding, responses by consumer."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.answers.consumers import AcknowledgementPage, ConsumerResponse
from headwater.answers.responses import Acknowledgement
from headwater.model.times import from_micros, to_micros
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, fetch

COLUMNS = """
replace(kept.finding::text, '-', '') as finding, by_name as by, why, until, simulation_id as simulation, at,
event_id
"""
# Of one finding, the word that holds longest.
HOLDING = f"""
select distinct on (kept.finding) {COLUMNS}
from acknowledgements as kept
where kept.finding = any(%(findings)s::uuid[]) and until > %(now)s
order by kept.finding, until desc, key
"""


def holding(connection: Connection, findings: Collection[str], now: datetime) -> tuple[Acknowledgement, ...]:
    """Those of these findings that may pass now."""
    return fetch(connection, Acknowledgement, HOLDING, findings=sorted(findings), now=now)


FILTERS = {
    "finding": "kept.finding = %(finding)s",
    "by": "by_name = %(by)s",
    "after": "until > %(after)s",
    "before": "until <= %(before)s",
    "at": "(at, key) < (%(at)s, %(key)s)",
}
PAGE = """
select {columns}, key from acknowledgements as kept where {where} order by at desc, key desc limit %(rows)s
"""


class AcknowledgementCursor(NamedTuple):
    at: Number
    key: UUID


class _Listed(Acknowledgement, frozen=True):
    key: UUID


def page(
    connection: Connection,
    finding: str | None,
    by: str | None,
    active: bool | None,
    now: datetime,
    limit: int,
    cursor: str | None,
) -> AcknowledgementPage:
    """Newest first; `active` are those whose time has not passed."""
    after = decode(cursor, AcknowledgementCursor)
    chosen = {
        "finding": finding,
        "by": by,
        "after": now if active else None,
        "before": now if active is False else None,
    }
    total = counted(
        connection, f"1 from acknowledgements as kept where {conditions(FILTERS, chosen)}", chosen
    )
    given = {**chosen, "at": from_micros(after.at) if after else None, "key": after.key if after else None}
    where = conditions(FILTERS, {name: value for name, value in given.items() if name != "key"})
    query = PAGE.format(columns=COLUMNS, where=where)
    rows = fetch(connection, _Listed, query, **given, rows=limit + 1)
    shown = rows[:limit]
    more = encode(to_micros(shown[-1].at), shown[-1].key.hex) if len(rows) > limit else None
    items = tuple(
        Acknowledgement(**{name: getattr(row, name) for name in Acknowledgement.__struct_fields__})
        for row in shown
    )
    return AcknowledgementPage(items=items, total=total, next_cursor=more)


class NamedResponse(ConsumerResponse, frozen=True):
    consumer: str


SAID = """
select consumer, verdict, by_name as by, why, at, event_id from responses
where simulation_id = %(simulation)s order by consumer
"""


def of_simulation(connection: Connection, simulation: int) -> tuple[NamedResponse, ...]:
    return fetch(connection, NamedResponse, SAID, simulation=simulation)
