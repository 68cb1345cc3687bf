"""What publishing writes of runs."""

import json
from uuid import UUID

from headwater.dialects.openlineage.translate import to_domain
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher
from tests.store.conftest import WatchedWorld
from tests.world import day

REPORTED = UUID("7f1d2c7e-3f0a-4b0e-9a50-3a6f0c1d2e4b")


def start(run_id: UUID, position: int) -> LogEntry:
    """The event that starts a run, as the log has it."""
    sent = {
        "eventType": "START",
        "eventTime": "2026-04-20T10:00:00Z",
        "run": {"runId": str(run_id)},
        "job": {"namespace": "airflow", "name": "load"},
        "producer": "https://example.com/scheduler",
    }
    event = to_domain(json.dumps(sent).encode())
    return LogEntry(position, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)


def with_sql(event: LogEntry, query: str) -> LogEntry:
    sent = json.loads(event.body)
    sent["job"]["facets"] = {"sql": {"_producer": "p", "_schemaURL": "s", "query": query}}
    return event._replace(body=json.dumps(sent))


def test_a_run_is_an_execution_where_a_client_started_it(watched: WatchedWorld) -> None:
    """So that lists of the other runs look no run up among the executions."""
    started = watched.execution(watched.pipeline(), day(20, 10))
    events = [start(started, 1), start(REPORTED, 2)]
    Publisher(10, InPlaceAnalyst()).publish(watched.connection, to_table(fold_events(events)))
    found = watched.connection.execute("select run_id, is_execution from runs").fetchall()
    assert dict(found) == {started: True, REPORTED: False}


def test_a_run_with_sql_is_written_once(watched: WatchedWorld) -> None:
    """Each version of a row costs an entry in each of ten indexes."""
    connection, event = watched.connection, with_sql(start(REPORTED, 1), "select 1 as a")
    publisher = Publisher(10, InPlaceAnalyst())
    with connection.transaction():
        publisher.publish(connection, to_table(fold_events([event])))
        written = connection.execute(
            "select pg_stat_get_xact_tuples_inserted('runs'::regclass),"
            " pg_stat_get_xact_tuples_updated('runs'::regclass)"
        ).fetchone()
    assert written == (1, 0)
    assert connection.execute("select sql_key is not null from runs").fetchall() == [(True,)]


def test_the_sql_of_a_run_is_that_of_its_latest_event(watched: WatchedWorld) -> None:
    """Also where it comes in another batch, and before."""
    texts = ["select 1 as a", "select 2 as b"]
    for order in ((0, 1), (1, 0)):
        run_id = UUID(int=order[0] + 1)
        publisher = Publisher(10, InPlaceAnalyst())
        for which in order:
            event = with_sql(start(run_id, which + 1), texts[which])
            entry = event._replace(at=event.at + which, event_id=f"{which:032x}")
            publisher.publish(watched.connection, to_table(fold_events([entry])), advance=False)
    found = watched.connection.execute(
        "select distinct text from runs join sql_texts on sql_texts.key = runs.sql_key"
    ).fetchall()
    assert found == [("select 2 as b",)]


MANY_RUNS = """
insert into nodes (key, kind, namespace, name)
select md5('job' || number)::uuid, 'job', 'airflow', 'job_' || number from generate_series(1, 500) as number;
insert into runs (run_id, job_id, first_seen, first_event, last_seen, last_event, counts_at)
select md5(name || ' ' || hour)::uuid, nodes.id, at, md5('event')::uuid, at, md5('event')::uuid, at
from nodes
cross join generate_series(1, 20) as hour
cross join lateral (select timestamptz '2026-01-01' + hour * interval '1 hour') as began (at);
analyze runs, nodes
"""
RUNS_READ = """
select sum(pg_stat_get_xact_tuples_returned(oid)) from pg_class
where oid = 'runs'::regclass or oid in (select indexrelid from pg_index where indrelid = 'runs'::regclass)
"""


def test_publishing_a_run_does_not_read_those_of_other_jobs(watched: WatchedWorld) -> None:
    """Or each batch would cost more, the more runs are stored."""
    connection = watched.connection
    connection.execute(MANY_RUNS)
    entry = with_sql(start(REPORTED, 1), "insert into b select x from a")
    with connection.transaction():
        Publisher(10, InPlaceAnalyst()).publish(connection, to_table(fold_events([entry])))
        row = connection.execute(RUNS_READ).fetchone()
    assert row is not None
    assert 0 < row[0] < 100
