"""What "safe" rests on: how many texts were looked at, over which time, and what lies downstream."""

from datetime import datetime

from headwater.answers.simulation import SafetyProof, SimulationCoverage
from headwater.documents.words import count
from headwater.store.queries import query_log
from headwater.store.queries.rows import Connection


def safety_proof(
    connection: Connection, coverage: SimulationCoverage, downstream: int, newest: datetime
) -> SafetyProof:
    """Of a simulation that is complete and in which nothing breaks."""
    oldest = query_log.oldest_use(connection)
    days = (newest - oldest).days if oldest else 0
    if oldest:
        says = (
            f"of {count(coverage.touching, 'text')} that name it, or what is made from it, none breaks; "
            f"queries are known for {count(days, 'day')}, from {oldest.date()} to {newest.date()}"
        )
    else:
        says = "no query is known at all: that nobody reads it is not proved by this"
    return SafetyProof(
        texts=coverage.touching,
        downstream=downstream,
        known_since=oldest,
        known_until=newest if oldest else None,
        indexed_position=coverage.indexed_position,
        says=says,
    )
