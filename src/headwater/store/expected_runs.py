"""When the next run of a job is due, by all that is known of its runs: whoever asks gets the same answer."""

from collections.abc import Sequence
from datetime import datetime

from headwater.health import Expectation, expected_next
from headwater.health.rhythm import HISTORY, LATEST_STARTS
from headwater.store.queries import job_health
from headwater.store.queries.rows import Connection


def expected_run(connection: Connection, members: Sequence[int], until: datetime) -> Expectation | None:
    """Of the job with these ids; None where it has no rhythm, or has stopped."""
    return expected_after(connection, members, job_health.starts(connection, members, until), until)


def expected_after(
    connection: Connection, members: Sequence[int], starts: Sequence[datetime], until: datetime
) -> Expectation | None:
    """The same by its latest starts, newest first, for who has read them already."""
    hours = job_health.active_hours(connection, members, starts[0], until) if runs_often(starts) else ()
    return expected_next(starts, until, hours)


def runs_often(starts: Sequence[datetime]) -> bool:
    """Whether more is known of a job's hours than its latest starts tell."""
    return len(starts) >= LATEST_STARTS and starts[0] - starts[-1] < HISTORY
