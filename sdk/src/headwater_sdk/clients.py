"""Clients for those who have events or spans at hand: sent at once, answered, and errors are raised."""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from headwater_sdk.complaints import Complaints
from headwater_sdk.delivery import headers
from headwater_sdk.errors import DeliveryError
from headwater_sdk.events import encode
from headwater_sdk.http_post import request
from headwater_sdk.settings import SdkSettings, read_settings

Result = TypeVar("Result")
Document = Mapping[str, Any]
DEFAULT_URL = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class IngestReply:
    """How many were taken, and why others were not."""

    accepted: int
    rejected: int
    errors: tuple[str, ...]
    namespace: str
    position: int | None = None
    """Where in the log: give it to a read as `min_position`, and it shows what was sent."""


@dataclass(frozen=True)
class ServerHealth:
    status: str
    service: str
    version: str
    dependencies: Mapping[str, str]


class _Caller:
    """Settings by argument or environment, and the one way to ask; closing is for symmetry."""

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        namespace: str | None = None,
        *,
        timeout: float | None = None,
        dry_run: bool | None = None,
    ) -> None:
        arguments = dict(url=url, api_key=api_key, namespace=namespace, timeout=timeout, dry_run=dry_run)
        settings = read_settings(os.environ, arguments, Complaints())
        if settings.url is None:
            settings = read_settings(os.environ, {**arguments, "url": DEFAULT_URL}, Complaints())
        self.settings: SdkSettings = settings

    def ask(self, method: str, path: str, body: Any = None, also: int = 200) -> Any:
        """The JSON that the server answers with, by success or by the status `also`."""
        sent = None if body is None else gzip.compress(encode(body).encode(), 1)
        answer = request(
            f"{self.settings.url}{path}",
            sent,
            headers(self.settings, compressed=sent is not None),
            self.settings.timeout,
            method,
        )
        text = answer.body.decode(errors="replace")
        if not answer.status:
            raise DeliveryError(f"{self.settings.url}{path} does not answer: {text}")
        if not 200 <= answer.status < 300 and answer.status != also:
            raise DeliveryError(
                f"{method} {path} was answered with {answer.status}: {text[:500]}", answer.status
            )
        try:
            return json.loads(text)
        except ValueError:
            raise DeliveryError(f"{method} {path} was answered with something else than JSON") from None

    def ingest(
        self, path: str, content: Mapping[str, Sequence[Document]], namespace: str | None
    ) -> IngestReply:
        team = namespace or self.settings.namespace
        if self.settings.dry_run:
            print(encode({"namespace": team, **content}))
            return IngestReply(sum(map(len, content.values())), 0, (), team)
        reply = self.ask("POST", path, {"namespace": team, **content, "source": "headwater-sdk"})
        kinds = ("", "traces_", "metrics_")
        return IngestReply(
            accepted=sum(int(reply.get(f"{kind}accepted") or 0) for kind in kinds),
            rejected=sum(int(reply.get(f"{kind}rejected") or 0) for kind in kinds),
            errors=tuple(reply.get("errors") or ()),
            namespace=str(reply.get("namespace") or team),
            position=reply.get("position"),
        )


class LineageHubClient(_Caller):
    """Sends OpenLineage events of one's own making.

    with LineageHubClient("http://127.0.0.1:8000", namespace="my-team") as client:
        client.send_events(events).accepted
    """

    def __enter__(self) -> LineageHubClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send_event(self, event: Document, namespace: str | None = None) -> IngestReply:
        return self.send_events([event], namespace)

    def send_events(self, events: Sequence[Document], namespace: str | None = None) -> IngestReply:
        """Taken or refused one by one. A job without a namespace gets the client's."""
        return self.ingest("/api/v1/lineage/ingest", {"events": list(events)}, namespace)

    def health(self) -> ServerHealth:
        # A server that says it is not well has answered.
        reply = self.ask("GET", "/api/v1/health", also=503)
        return ServerHealth(
            str(reply.get("status")),
            str(reply.get("service")),
            str(reply.get("version")),
            dict(reply.get("dependencies") or {}),
        )

    def close(self) -> None:
        """Nothing is held open between calls."""


class TelemetryClient(_Caller):
    """Sends spans and metric points of one's own making, in the shapes of Data Lineage Hub's SDK."""

    def __enter__(self) -> TelemetryClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send_traces(self, traces: Sequence[Document], namespace: str | None = None) -> IngestReply:
        return self.ingest("/api/v1/telemetry/ingest", {"traces": list(traces)}, namespace)

    def send_metrics(self, metrics: Sequence[Document], namespace: str | None = None) -> IngestReply:
        return self.ingest("/api/v1/telemetry/ingest", {"metrics": list(metrics)}, namespace)

    def close(self) -> None:
        """Nothing is held open between calls."""


async def in_a_thread(call: Callable[..., Result], *args: Any) -> Result:
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(call, *args))


class AsyncLineageHubClient:
    """The calls of `LineageHubClient`, to be awaited; each runs in a thread of the loop's executor."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self._client = LineageHubClient(*args, **settings)

    async def __aenter__(self) -> AsyncLineageHubClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send_event(self, event: Document, namespace: str | None = None) -> IngestReply:
        return await in_a_thread(self._client.send_event, event, namespace)

    async def send_events(self, events: Sequence[Document], namespace: str | None = None) -> IngestReply:
        return await in_a_thread(self._client.send_events, events, namespace)

    async def health(self) -> ServerHealth:
        return await in_a_thread(self._client.health)

    async def close(self) -> None:
        self._client.close()


class AsyncTelemetryClient:
    """The calls of `TelemetryClient`, to be awaited."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self._client = TelemetryClient(*args, **settings)

    async def __aenter__(self) -> AsyncTelemetryClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send_traces(self, traces: Sequence[Document], namespace: str | None = None) -> IngestReply:
        return await in_a_thread(self._client.send_traces, traces, namespace)

    async def send_metrics(self, metrics: Sequence[Document], namespace: str | None = None) -> IngestReply:
        return await in_a_thread(self._client.send_metrics, metrics, namespace)

    async def close(self) -> None:
        self._client.close()
