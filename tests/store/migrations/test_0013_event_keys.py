"""Events of before get the keys that they would get today; one that can't be read stays as it is."""

from importlib import import_module

import msgspec
from psycopg import Connection
from sqlalchemy import create_engine, text

from headwater.log.postgres import append_within
from headwater.model.events import EventKeys
from headwater.model.openlineage import read_event
from tests.builders import dataset_event, job_event, run_event

migration = import_module("headwater.store.migrations.versions.0013_event_keys")


def test_events_of_before_get_the_keys_of_today() -> None:
    for event in (run_event("r", "FAIL", 0), job_event("daily", 0), dataset_event("orders", 0)):
        body = msgspec.json.encode(event)
        assert migration._keys(body.decode()) == read_event(body).keys != EventKeys()


def test_an_event_that_can_not_be_read_has_no_keys() -> None:
    for body in ("{", "[]", "null", '{"job": 3, "run": null, "producer": {}}'):
        assert migration._keys(body) == EventKeys()


def test_the_log_of_before_is_filled_in(connection: Connection, database_url: str) -> None:
    event = read_event(msgspec.json.encode(run_event("r", "FAIL", 0)))
    append_within(connection, [event])
    connection.execute("update events set namespace_key = null, job_key = null, state = null")
    connection.commit()
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as bind:
        for rows in migration._events(bind):
            bind.execute(text(migration.FILL), [migration._values(*row) for row in rows])
    engine.dispose()
    [row] = connection.execute("select namespace_key, job_key, producer_key, state from events").fetchall()
    keys = event.keys
    assert [str(value).replace("-", "") for value in row] == [
        keys.namespace,
        keys.job,
        keys.producer,
        keys.state,
    ]
