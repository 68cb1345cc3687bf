"""How OpenLineage clients really send: compressed, in chunks, with odd headers, twice, and wrongly."""

import gzip
import http.client
import json
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.builders import dataset_event, job_event, run_event
from tests.running import RunningApi, running_api

GZIP = {"Content-Encoding": "gzip"}


def an_event(**more: Any) -> dict[str, Any]:
    """An event that nobody has sent before."""
    return run_event(uuid4().hex, "COMPLETE", "09:30", inputs=("orders",), outputs=("daily",)) | more


def encoded(event: Any) -> bytes:
    return json.dumps(event).encode()


def test_sql_in_facets_is_masked_where_the_setting_says_so(shared_database: str) -> None:
    secret = uuid4().hex
    event = an_event()
    event["job"]["facets"] = {"sql": {"query": f"select a from t where mail = '{secret}'"}}
    with running_api(shared_database, mask_facet_sql=True) as masking:
        kept = masking.stored(masking.send(event))
        masking.send(encoded([event]), "/api/v1/lineage/batch")
        body = {"namespace": "a-team", "events": [event]}
        masking.send(body, "/api/v1/lineage/ingest")
        assert "select a from t where mail = '?'" in kept[0][2]
        assert masking.rows("select from events where strpos(body, %s) > 0", secret) == []


def test_an_event_is_answered_with_its_id_and_its_position(api: RunningApi) -> None:
    reply = api.send(an_event())

    assert (reply.status_code, reply.headers["content-type"]) == (201, "application/json")
    assert sorted(reply.json()) == ["event_id", "position"]
    assert int(reply.headers["content-length"]) == len(reply.content)
    rows = api.rows("select position from events where event_id = %s", reply.json()["event_id"])
    assert rows == [(reply.json()["position"],)]


def test_an_event_is_kept_to_the_letter(api: RunningApi) -> None:
    body = encoded(an_event()).replace(b'"daily"', b'"da\\u00efly",  "order": 1.50')
    [(_kind, _run, kept)] = api.stored(api.send(body))
    assert kept == body.decode()


def test_what_only_a_lenient_reader_understands_is_kept_as_json(api: RunningApi) -> None:
    body = b"\xef\xbb\xbf" + encoded(an_event(score=float("nan"), note="NaN stays a word"))
    [(_kind, _run, kept)] = api.stored(api.send(body))
    assert (json.loads(kept)["score"], json.loads(kept)["note"]) == (None, "NaN stays a word")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32-be"])
def test_a_body_in_another_unicode_encoding_is_kept_as_utf8(api: RunningApi, encoding: str) -> None:
    event = an_event()
    [(_kind, _run, kept)] = api.stored(api.send(json.dumps(event).encode(encoding)))
    assert json.loads(kept) == event


def test_a_duplicate_succeeds_and_is_stored_once(api: RunningApi) -> None:
    event = an_event()
    first = api.send(event)
    again = api.send(json.dumps(event, indent=3, sort_keys=True).encode())

    assert again.status_code == 201
    assert again.json() == first.json()
    assert len(api.stored(first)) == 1


@pytest.mark.parametrize("path", ["", "/", "?tenant=a&x=%20"])
@pytest.mark.parametrize(
    "base", ["/api/v1/lineage", "/api/v1/openlineage/lineage", "/openapi/openlineage/api/v1/lineage"]
)
def test_every_path_that_clients_use_takes_events_without_a_redirect(
    api: RunningApi, base: str, path: str
) -> None:
    reply = api.send(an_event(), base + path)
    assert (reply.status_code, reply.history) == (201, [])
    assert api.send([an_event()], f"{base}/batch{path}").status_code == 200


@pytest.mark.parametrize(
    "content_type", ["application/json; charset=UTF-8", "application/json;charset=utf-8", "text/plain", None]
)
def test_the_content_type_does_not_matter(api: RunningApi, content_type: str | None) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    assert api.send(an_event(), headers=headers).status_code == 201


def test_tokens_and_unknown_headers_are_ignored(api: RunningApi) -> None:
    headers = {
        "Authorization": "Bearer whatever",
        "X-Custom": "1",
        "Accept": "application/json; charset=UTF-8",
    }
    assert api.send(an_event(), headers=headers).status_code == 201


def test_a_gzip_body_is_unpacked(api: RunningApi) -> None:
    event = an_event()
    [(_kind, _run, kept)] = api.stored(api.send(gzip.compress(encoded(event)), headers=GZIP))
    assert json.loads(kept) == event


def test_a_gzip_body_of_several_members_is_one_body(api: RunningApi) -> None:
    text = encoded(an_event())
    body = gzip.compress(text[:40]) + gzip.compress(b"") + gzip.compress(text[40:])
    assert api.send(body, headers=GZIP | {"Content-Encoding": "X-GZip"}).status_code == 201


def test_a_large_gzip_body_is_unpacked(api: RunningApi) -> None:
    noise = [uuid4().hex for _ in range(2000)]
    reply = api.send(gzip.compress(encoded(an_event(noise=noise))), headers=GZIP)
    assert json.loads(api.stored(reply)[0][2])["noise"] == noise


@pytest.mark.parametrize(
    "body",
    [
        gzip.compress(b'{"eventTime": "2026-04-20T00:00:00Z"}')[:-9],
        gzip.compress(b"{}") + b"garbage",
        b"{}",
        zlib.compress(b"{}"),
        gzip.compress(b"{}")[:-8] + b"\0" * 8,
    ],
    ids=["truncated", "trailing garbage", "plain", "deflate", "wrong checksum"],
)
def test_what_is_no_gzip_is_refused(api: RunningApi, body: bytes) -> None:
    reply = api.send(body, headers=GZIP)
    assert (reply.status_code, reply.json()["code"]) == (415, "bad-encoding")


def test_an_unknown_encoding_is_refused(api: RunningApi) -> None:
    reply = api.send(encoded(an_event()), headers={"Content-Encoding": "br"})
    assert (reply.status_code, reply.json()["field"]) == (415, "Content-Encoding")


def test_a_chunked_body_is_joined(api: RunningApi) -> None:
    text = gzip.compress(encoded(an_event()))
    pieces = (text[start : start + 7] for start in range(0, len(text), 7))
    reply = api.client.post("/api/v1/lineage", content=pieces, headers=GZIP)
    assert reply.request.headers["transfer-encoding"] == "chunked"
    assert reply.status_code == 201


def test_a_body_nested_too_deeply_is_refused(api: RunningApi) -> None:
    for depth in (200, 900, 950, 960, 970, 980, 985, 990, 995, 1000, 100_000):
        deep = b"[" * depth + b"]" * depth
        body = encoded(an_event())[:-1] + b', "deep": ' + deep + b"}"
        assert api.send(body).status_code in (201, 400), depth
    assert api.send(body).json()["code"] == "not-json"
    assert api.send(b"[" * 100_000, "/api/v1/lineage/batch").status_code == 400


def test_an_event_nested_as_deeply_as_is_taken_can_be_read_again(api: RunningApi) -> None:
    for depth in range(880, 1000, 4):
        event = an_event()
        body = encoded(event)[:-1] + b', "deep": ' + b"[" * depth + b"]" * depth + b"}"
        if api.send(body).status_code == 201:
            shown = api.get(f"/api/atlas/v2/openlineage/runs/{event['run']['runId']}")
            assert (shown.status_code, shown.json()["eventCount"]) == (200, 1)


def test_a_batch_is_answered_event_by_event(api: RunningApi) -> None:
    name = uuid4().hex
    good = [an_event(), job_event(name, 1, inputs=["orders"]), dataset_event(name, 2)]
    reply = api.send([good[0], {"eventTime": "x"}, good[1], 7, good[2]], "/api/v1/lineage/batch")

    answer = reply.json()
    assert (reply.status_code, answer["status"]) == (200, "partial_success")
    assert answer["summary"] == {
        "received": 5,
        "successful": 3,
        "duplicates": 0,
        "failed": 2,
        "retriable": 0,
        "non_retriable": 2,
    }
    assert answer["failed_events"] == [
        {"index": 1, "reason": "run: one of run, job or dataset is required", "retriable": False},
        {"index": 3, "reason": "an event is a JSON object, not a number", "retriable": False},
    ]
    assert (
        answer["position"]
        == api.rows("select max(position) from events where position <= %s", answer["position"])[0][0]
    )


def test_a_whole_batch_is_stored_at_or_before_its_position(api: RunningApi) -> None:
    events = [an_event() for _ in range(30)]
    answer = api.send(events, "/api/v1/lineage/batch").json()
    runs = [event["run"]["runId"] for event in events]
    [(count, last)] = api.rows(
        "select count(*), max(position) from events where run_id = any(%s::uuid[])", runs
    )
    assert (count, last, answer["status"]) == (30, answer["position"], "success")


def test_an_event_twice_in_one_batch_is_stored_once(api: RunningApi) -> None:
    event = an_event()
    answer = api.send([event, event, event], "/api/v1/lineage/batch").json()
    assert answer["summary"]["successful"] == 3
    assert api.rows("select position from events where run_id = %s", event["run"]["runId"]) == [
        (answer["position"],)
    ]


def test_an_empty_batch_succeeds_with_nothing(api: RunningApi) -> None:
    answer = api.send([], "/api/v1/lineage/batch")
    assert (answer.status_code, answer.json()["summary"]["received"], answer.json()["position"]) == (
        200,
        0,
        None,
    )


def test_a_batch_that_is_no_array_is_refused(api: RunningApi) -> None:
    assert api.send(an_event(), "/api/v1/lineage/batch").status_code == 422
    assert api.send(b"nonsense", "/api/v1/lineage/batch").status_code == 400


@pytest.mark.parametrize("bad", [b'{"a": "\\ud800"}', b'"\xff"', b'{"n": NaN}', b'{"n": 1e999}'])
def test_an_element_that_is_no_proper_json_does_not_sink_its_neighbours(api: RunningApi, bad: bytes) -> None:
    body = b"[" + encoded(an_event()) + b"," + bad + b"," + encoded(an_event()) + b"]"
    answer = api.send(body, "/api/v1/lineage/batch").json()
    assert (answer["summary"]["successful"], [one["index"] for one in answer["failed_events"]]) == (2, [1])


@pytest.mark.parametrize("content_type", ["application/x-ndjson", "application/jsonl; charset=utf-8"])
def test_a_batch_may_have_a_line_for_each_event(api: RunningApi, content_type: str) -> None:
    lines = [encoded(an_event()), b"", b"nonsense", encoded(an_event(n=float("nan"))), b""]
    answer = api.send(
        b"\r\n".join(lines), "/api/v1/lineage/batch", headers={"Content-Type": content_type}
    ).json()
    assert answer["summary"]["received"] == 3
    assert [(one["index"], "not JSON" in one["reason"]) for one in answer["failed_events"]] == [(1, True)]


def test_other_methods_are_left_to_the_routes_behind(api: RunningApi) -> None:
    assert api.client.put("/api/v1/lineage", content=b"{}").status_code in (404, 405)


def test_a_client_that_hangs_up_in_the_middle_stores_nothing(api: RunningApi) -> None:
    before = api.count()
    body = encoded(an_event())
    with socket.create_connection(("127.0.0.1", api.port)) as line:
        head = f"POST /api/v1/lineage HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body) + 1}\r\n\r\n"
        line.sendall(head.encode() + body)
        time.sleep(0.2)
    time.sleep(0.3)
    assert api.count() == before
    assert api.send(an_event()).status_code == 201


@pytest.fixture
def small(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    """A server with little patience, below a prefix."""
    with running_api(
        new_database(), max_body_bytes=2000, max_pending_bytes=1024, root_path="/headwater"
    ) as running:
        yield running


def test_a_body_over_the_limit_is_refused_however_it_comes(small: RunningApi) -> None:
    large = encoded(an_event(filling="x" * 2000))
    bomb = gzip.compress(b" " * 50_000_000)
    assert len(bomb) < 50_000
    replies = [
        small.send(large),
        small.client.post(
            "/api/v1/lineage", content=(large[start : start + 100] for start in range(0, 2400, 100))
        ),
        small.send(gzip.compress(large), headers=GZIP),
        small.send(bomb, headers=GZIP),
        small.send(large, "/api/v1/lineage/batch"),
        small.send(large, "/api/v1/lineage/ingest", headers={"Content-Type": "application/json"}),
    ]
    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(413, "too-large")] * 6
    assert replies[0].json()["limit"] == 2000
    assert small.count() == 0
    assert small.send(an_event()).status_code == 201


def test_a_large_refused_body_leaves_the_connection_usable(small: RunningApi) -> None:
    line = http.client.HTTPConnection("127.0.0.1", small.port, timeout=10)
    for _ in range(2):
        line.request("POST", "/api/v1/lineage", b"x" * 5_000_000)
        reply = line.getresponse()
        assert (reply.status, json.loads(reply.read())["status"]) == (413, 413)
    line.close()


def test_everything_is_also_answered_below_the_prefix(small: RunningApi) -> None:
    for path in ("/headwater/api/v1/lineage", "/headwater/api/v1/lineage/", "/api/v1/lineage"):
        assert small.send(an_event(), path).status_code == 201
    assert small.send([an_event()], "/headwater/api/v1/lineage/batch").status_code == 200
    assert small.get("/headwater/api/v1/pipeline").json()["head"] == 4
    assert small.get("/headwaters/api/v1/pipeline").status_code == 404


def test_overload_is_told_with_when_to_come_back_and_takes_nothing(small: RunningApi) -> None:
    events = [an_event(filling="x" * 400) for _ in range(24)]
    # While somebody else holds the lock of the log, no commit ends and requests pile up.
    with psycopg.connect(small.database_url) as other, ThreadPoolExecutor(len(events)) as pool:
        other.execute("select pg_advisory_xact_lock(%s)", [0x6865616477617465])
        sent = [pool.submit(small.send, event) for event in events]
        time.sleep(1.0)
        other.rollback()
        replies = [one.result() for one in sent]

    refused = [reply for reply in replies if reply.status_code != 201]
    assert 0 < len(refused) < len(events)
    assert {(reply.status_code, reply.headers["retry-after"]) for reply in refused} == {(503, "1")}
    assert refused[0].json()["code"] == "overloaded"
    assert small.count() == len(events) - len(refused)
    assert small.send(events[0]).status_code == 201
