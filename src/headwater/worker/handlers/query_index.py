"""What queries reference, read for those that are new or whose datasets changed."""

import time

from psycopg import Connection

from headwater.pipeline.query_index import read_queries
from headwater.pipeline.types import Session
from headwater.sql.references import REFERENCES
from headwater.store import analytics
from headwater.store import query_index as store
from headwater.store.query_binding import bind
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

# So many are read and written at once: a crash costs no more than these.
CHUNK = 2_000


def query_index(resources: Resources, task: Task) -> Result:
    with resources.connect() as connection:
        return {"query_index": update_index(resources.session, connection)}


def update_index(spark: Session | None, connection: Connection) -> Result:
    """Bring the index up to what is published; ends alike however often, and after which batches, it runs."""
    began = time.perf_counter()
    at, last = analytics.now(connection), analytics.last_run(connection, analytics.QUERY_INDEX)
    seen = analytics.whole_run(connection, analytics.QUERY_INDEX, at, 0.0, 0)
    changed = store.changed_datasets(connection)
    tails = sorted({one.tail for one in changed})
    keys = store.pending(connection, REFERENCES, tails, last.batch if last else None)
    read = 0
    for start in range(0, len(keys), CHUNK):
        queries = store.texts(connection, keys[start : start + CHUNK], REFERENCES)
        bound = [one for one in bind(connection, queries) if one.binding != one.query.binding]
        bindings = {one.query.key: one.binding for one in bound}
        found = read_queries(spark, bound)
        store.write(connection, {key: (bindings[key], one) for key, one in found.items()}, REFERENCES)
        read += len(bound)
    store.forget_gone_queries(connection)
    store.remember(connection, changed)
    seconds = round(time.perf_counter() - began, 3)
    # With the batch of the beginning: what was published meanwhile is for the next run.
    done = analytics.JobRun(seen.job, seen.batch, seen.position, at, seconds, True, read)
    analytics.record(connection, done)
    return {"queries": read, "seconds": seconds}
