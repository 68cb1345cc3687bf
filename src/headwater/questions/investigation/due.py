"""When what is probably wrong, but has not alerted, is written again: until then it can be saved."""

from collections.abc import Mapping
from datetime import datetime

from headwater.model.ids import JobId
from headwater.questions import resolve
from headwater.questions.reading import Reading
from headwater.store.expected_runs import expected_run
from headwater.store.queries import nodes
from headwater.timemachine.evidence import Entity
from headwater.timemachine.explanation import Explanation
from headwater.timemachine.lineage_view import LineageView

# Each job is one more statement.
MOST_JOBS = 40


def next_due(
    reading: Reading, found: Explanation, lineage: LineageView, at: datetime
) -> Mapping[Entity, datetime]:
    """By asset; without those whose writers have no rhythm."""
    writers: dict[Entity, Entity] = {}
    for link in lineage.links:
        if isinstance(link.source, JobId) and link.target_column is None:
            writers[link.target] = link.source
    waiting = {one.entity: writers[one.entity] for one in found.silent if one.entity in writers}
    jobs = list(dict.fromkeys(waiting.values()))[:MOST_JOBS]
    due = {job: _expected(reading, job, at) for job in jobs}
    return {asset: when for asset, job in waiting.items() if (when := due.get(job)) is not None}


def _expected(reading: Reading, job: Entity, at: datetime) -> datetime | None:
    node = resolve.entity(reading.connection, f"job:{job}", resolve.JOB)
    members = nodes.members(reading.connection, node.id)
    expectation = expected_run(reading.connection, members, at)
    return expectation.expected_at if expectation else None
