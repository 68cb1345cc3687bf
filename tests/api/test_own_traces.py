"""Headwater's own traces: a span for each request, in the trace of its caller, received by a real server."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from headwater.api.own_traces import build_traces
from tests.running import running_api

TRACE = "0af7651916cd43dd8448eb211c80319c"


@contextmanager
def collector() -> Iterator[tuple[str, list[Any]]]:
    spans: list[Any] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            request = ExportTraceServiceRequest.FromString(body)
            spans.extend(
                span for part in request.resource_spans for scope in part.scope_spans for span in scope.spans
            )
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", spans
        server.shutdown()


def test_requests_are_spans_of_their_callers_trace(database_url: str) -> None:
    with collector() as (address, spans):
        with running_api(database_url, otlp_endpoint=address) as api:
            api.client.get("/api/v1/teams", headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})
            api.client.get("/api/v1/teams/nobody", headers={"X-Request-Id": "r-1"})
            api.get("/healthz")
        # The server has stopped, and so has sent what was left.
        named = {span.trace_id.hex(): span for span in spans}
        assert len(spans) == 2
        assert named[TRACE].parent_span_id.hex() == "b7ad6b7169203331"
        [other] = [span for span in spans if span.trace_id.hex() != TRACE]
        attributes = {one.key: one.value for one in other.attributes}
        assert attributes["http.response.status_code"].int_value == 404
        assert attributes["headwater.request_id"].string_value == "r-1"


def test_a_collector_that_is_away_costs_no_answer(database_url: str) -> None:
    with running_api(database_url, otlp_endpoint="http://127.0.0.1:1") as api:
        assert api.get("/api/v1/teams").status_code == 200


def test_without_an_endpoint_nothing_is_traced() -> None:
    assert build_traces(None) is None
