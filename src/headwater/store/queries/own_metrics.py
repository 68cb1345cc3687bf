"""How much waits or was set aside, in one statement for a scrape."""

from dataclasses import dataclass

from headwater.store.queries.rows import Connection, fetch_one

DEPTHS = """
select (select count(distinct event_id) from quarantine) as quarantined,
       (select count(*) from notification where sent_at is null and gave_up_at is null) as messages,
       (select count(*) from telemetry_log where position > state.position) as telemetry,
       state.batch_seconds
from telemetry_state as state
"""


@dataclass(frozen=True, slots=True)
class Depths:
    quarantined: int
    messages: int
    telemetry: int
    batch_seconds: float


def depths(connection: Connection) -> Depths:
    found = fetch_one(connection, Depths, DEPTHS)
    assert found is not None, "the state of telemetry is one row"
    return found
