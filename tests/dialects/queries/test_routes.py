"""Queries as they are sent: one, an array, lines; good ones are taken, bad ones named."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.builders import query
from tests.running import RunningApi, running_api

QUERIES = "/api/v1/queries"
LINES = {"Content-Type": "application/x-ndjson"}


def a_query(**more: Any) -> dict[str, Any]:
    """A query that nobody has sent before."""
    return query(f"select * from t_{uuid4().hex}") | more


def stored(api: RunningApi, mark: str) -> list[dict[str, Any]]:
    found = api.rows("select kind, body from events where strpos(body, %s) > 0", mark)
    assert all(kind == "query" for kind, _ in found)
    return [json.loads(body) for _, body in found]


def test_a_query_is_kept_as_an_event_of_its_own_kind(api: RunningApi) -> None:
    sent = a_query(dialect="postgres", count=3, duration_ms=1.5, rows=7, tags=["x"], dashboard="weekly")
    reply = api.send(sent, QUERIES)

    assert (reply.status_code, reply.json()["summary"]["successful"]) == (200, 1)
    assert stored(api, sent["sql"]) == [sent]


@pytest.mark.parametrize("form", ["array", "lines"])
def test_one_bad_query_does_not_sink_its_neighbours(api: RunningApi, form: str) -> None:
    good = [a_query(), a_query()]
    batch = [good[0], {"sql": "select 1"}, a_query(count=0), a_query(text="x"), good[1]]
    body = json.dumps(batch) if form == "array" else "\n".join(json.dumps(one) for one in batch)
    reply = api.send(body.encode(), QUERIES, headers=LINES if form == "lines" else {}).json()

    assert reply["summary"] == {
        **{"received": 5, "successful": 2, "duplicates": 0, "failed": 3},
        **{"retriable": 0, "non_retriable": 3},
    }
    assert [(one["index"], one["field"]) for one in reply["failed_events"]] == [
        *((1, "time"), (2, "count"), (3, "text")),
    ]
    assert all(len(stored(api, one["sql"])) == 1 for one in good)


def test_a_query_sent_twice_is_stored_once(api: RunningApi) -> None:
    sent = a_query()
    first, second = api.send(sent, QUERIES).json(), api.send(sent, QUERIES).json()

    assert first["position"] == second["position"]
    assert len(stored(api, sent["sql"])) == 1


def test_literals_are_masked_before_a_query_is_stored(api: RunningApi) -> None:
    mark, secret = uuid4().hex, uuid4().hex
    reply = api.send(query(f"select a from t_{mark} where mail = '{secret}' and age = 4242424242"), QUERIES)

    assert reply.status_code == 200
    (kept,) = stored(api, mark)
    assert kept["sql"] == f"select a from t_{mark} where mail = '?' and age = 0"
    assert stored(api, secret) == []


def test_queries_that_differ_in_literals_alone_are_one_event(api: RunningApi) -> None:
    mark = uuid4().hex
    for number in range(3):
        api.send(query(f"select a from t_{mark} where x = {number} and y = '{number}'"), QUERIES)
    assert len(stored(api, mark)) == 1


def test_literals_stay_where_the_setting_says_so(shared_database: str) -> None:
    secret = uuid4().hex
    with running_api(shared_database, keep_sql_literals=True) as keeping:
        keeping.send(query(f"select a from t where mail = '{secret}'"), QUERIES)
        assert len(stored(keeping, secret)) == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("sql", ""), ("sql", 7), ("sql", "x" * 1_000_001), ("time", "yesterday"), ("time", "0001-01-01")),
        *(("count", 1.5), ("count", True), ("count", 10**30), ("rows", -1), ("duration_ms", "1")),
        *(("duration_ms", 1e300), ("tags", "x"), ("user", "x" * 201), ("user", {}), ("dialect", 7)),
    ],
)
def test_a_field_that_can_not_be_used_is_named(api: RunningApi, field: str, value: Any) -> None:
    reply = api.send(a_query() | {field: value}, QUERIES)
    assert (reply.status_code, reply.json()["field"], reply.json()["code"]) == (422, field, "bad-query")


def test_a_bad_tag_is_named_by_its_place(api: RunningApi) -> None:
    assert api.send(a_query(tags=["x", 7]), QUERIES).json()["field"] == "tags[1]"


def test_an_unknown_field_is_refused_with_the_nearest_name(api: RunningApi) -> None:
    reply = api.send(a_query() | {"durationms": 7}, QUERIES).json()
    assert (reply["field"], "duration_ms" in reply["detail"]) == ("durationms", True)
