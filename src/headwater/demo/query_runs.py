"""Questions asked by hand, on working days: one COMPLETE event for several times that one was run."""

from collections.abc import Iterator
from datetime import datetime, time
from hashlib import sha256
from random import Random

from headwater.demo import facets
from headwater.demo.events import RunIdentity, TimedEvent, mention, run_event, run_id
from headwater.demo.model import QUERY_JOBS, Identity, Query, Shop
from headwater.demo.plan import DAYS, NIGHT, chance, moment, seconds

# Nobody works on the last day: the history ends at four in the morning.
WORKING_DAYS = tuple(day for day in DAYS if day.weekday() < 5 and day != NIGHT)
# In seconds after midnight, UTC.
OPENING, CLOSING = 7 * 3600, 18 * 3600


# The warehouse reports a query once for every so many times that it was run.
TIMES = 25


def query_runs(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for query in shop.queries:
        for number in range(query.runs):
            yield _run(query, number, shop, seed)


def fingerprint(sql: str) -> str:
    """The same question has the same name, however it was spaced or cased."""
    return "q_" + sha256(" ".join(sql.lower().split()).encode()).hexdigest()[:12]


def _run(query: Query, number: int, shop: Shop, seed: int) -> TimedEvent:
    job = Identity(QUERY_JOBS, fingerprint(query.sql))
    rng = chance(seed, job.name, number)
    at = _when(rng)
    rows = query.rows if query.rows < 10 else round(query.rows * rng.uniform(0.9, 1.1))
    of = RunIdentity(
        job=job,
        run_id=run_id(seed, job, at, number),
        run_facets={"headwater_query": facets.query(query.user, rows, TIMES)},
        job_facets={"sql": facets.sql(query.sql), "jobType": facets.job_type("WAREHOUSE", "QUERY")},
    )
    return run_event("COMPLETE", at, of, [mention(shop.datasets[key]) for key in query.inputs])


def _when(rng: Random) -> datetime:
    return moment(rng.choice(WORKING_DAYS), time()) + seconds(OPENING, CLOSING, rng)
