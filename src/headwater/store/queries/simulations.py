"""Simulations that were made, as they were computed."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from psycopg.types.json import Jsonb

from headwater.answers.consumers import SimulationConsumer
from headwater.answers.simulation import Simulation, SimulationPage, SimulationSummary
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, fetch_values

NUMBER = "select nextval(pg_get_serial_sequence('public.simulation', 'id'))"
INSERT = """
insert into simulation (id, at, dataset, summary, result)
values (%(id)s, %(at)s, %(dataset)s, %(summary)s, %(result)s)
"""
FILTERS = {
    "dataset": "md5(dataset) = md5(%(dataset)s) and dataset = %(dataset)s",
    "before": "id < %(before)s",
}
# With the verdict to which proofs led that came later.
PAGE = """
select (summary || coalesce((
           select jsonb_build_object('verdict', verdict) from simulation_proof
           where simulation_id = simulation.id order by simulation_proof.id desc limit 1), '{{}}'))::text
from simulation where {where} order by id desc limit %(rows)s
"""
RESULT = "select result::text from simulation where id = %(id)s"
CONSUMERS = "select coalesce(result -> 'consumers', '[]')::text from simulation where id = %(id)s"
# What results of earlier versions lack: of the whole, of its coverage, of each text and downstream asset.
NONE = {"will_error": 0, "will_silently_change": 0, "safe": 0, "could_not_analyze": 0}
LATER: dict[str, Any] = {
    "model": None,
    "proof": None,
    "proofs": {"proved": 0, "waiting": 0},
    "acknowledgements": (),
    "unacknowledged": NONE,
    "responses": {"consumers": 0, "accepted": 0, "objected": 0, "open": 0},
}
LATER_COVERAGE: dict[str, Any] = {"indexed_position": None, "gaps": ()}
LATER_TEXT: dict[str, Any] = {"finding": None, "others": (), "being_proved_by": None}
LATER_DOWNSTREAM: dict[str, Any] = {"domain": None, "time_machine": ""}


class SimulationCursor(NamedTuple):
    id: Number


def insert(
    connection: Connection,
    computed: Callable[[int], Simulation],
    consumers: Sequence[SimulationConsumer],
) -> Simulation:
    """`computed` makes the result under its number, which is a part of it."""
    (number,) = fetch_values(connection, NUMBER)
    result = computed(int(number))
    summary = {name: getattr(result, name) for name in SimulationSummary.__struct_fields__}
    values = {
        "id": result.id,
        "at": result.at,
        "dataset": result.asset.id,
        "summary": Jsonb(msgspec.to_builtins(summary)),
        "result": Jsonb(msgspec.to_builtins(result) | {"consumers": msgspec.to_builtins(consumers)}),
    }
    connection.execute(INSERT, values)
    return result


def page(connection: Connection, dataset: str | None, limit: int, cursor: str | None) -> SimulationPage:
    after = decode(cursor, SimulationCursor)
    chosen = {"dataset": dataset}
    total = counted(connection, f"1 from simulation where {conditions(FILTERS, chosen)}", chosen)
    given = {**chosen, "before": after.id if after else None}
    query = PAGE.format(where=conditions(FILTERS, given))
    texts = fetch_values(connection, query, **given, rows=limit + 1)
    items = tuple(msgspec.json.decode(text, type=SimulationSummary) for text in texts[:limit])
    more = encode(items[-1].id) if len(texts) > limit else None
    return SimulationPage(items=items, total=total, next_cursor=more)


def result(connection: Connection, number: int) -> Simulation | None:
    texts = fetch_values(connection, RESULT, id=number)
    return _read(msgspec.json.decode(texts[0])) if texts else None


def consumers(connection: Connection, number: int) -> tuple[SimulationConsumer, ...] | None:
    """Whom it affects, the worst first; None where there is no such simulation."""
    texts = fetch_values(connection, CONSUMERS, id=number)
    return msgspec.json.decode(texts[0], type=tuple[SimulationConsumer, ...]) if texts else None


def _read(kept: dict[str, Any]) -> Simulation:
    """As it was computed, by this version or an earlier one."""
    document = LATER | kept
    document["coverage"] = LATER_COVERAGE | document["coverage"]
    for side in ("queries", "job_texts"):
        document[side]["items"] = [LATER_TEXT | one for one in document[side]["items"]]
    document["downstream"] = [LATER_DOWNSTREAM | one for one in document["downstream"]]
    return msgspec.convert(document, Simulation)
