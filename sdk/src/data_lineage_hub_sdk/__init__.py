"""Headwater's SDK under the names of Data Lineage Hub's, for code that was written for that one.

Where nothing is configured, events go to the Hub's own default address. Its clients are asynchronous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import headwater_sdk
from headwater_sdk.clients import Document, IngestReply, ServerHealth, in_a_thread
from headwater_sdk.settings import SdkSettings as LineageHubConfig
from headwater_sdk.tracker import default_url

__all__ = [
    "LineageHubClient",
    "LineageHubConfig",
    "TelemetryClient",
    "configure",
    "lineage_track",
    "telemetry_track",
]

HUB_ENDPOINT = "http://localhost:8000"
# Settings of the Hub's SDK that have no meaning here: there is one way to retry, and logging is the host's.
IGNORED = frozenset({"retry_attempts", "retry_delay", "auto_instrument", "debug"})


def configure(hub_endpoint: str | None = None, **settings: Any) -> LineageHubConfig:
    """As `headwater_sdk.configure`, with the Hub's names for settings."""
    default_url(HUB_ENDPOINT)
    given = {name: value for name, value in settings.items() if name not in IGNORED}
    return headwater_sdk.configure(**({"url": hub_endpoint} if hub_endpoint else {}), **given)


def lineage_track(*args: Any, **declared: Any) -> Any:
    """As `headwater_sdk.lineage_track`."""
    default_url(HUB_ENDPOINT)
    return headwater_sdk.lineage_track(*args, **declared)


def telemetry_track(*args: Any, **declared: Any) -> Any:
    """As `headwater_sdk.telemetry_track`."""
    default_url(HUB_ENDPOINT)
    return headwater_sdk.telemetry_track(*args, **declared)


class LineageHubClient(headwater_sdk.AsyncLineageHubClient):
    """Headwater's asynchronous client, which also goes by the Hub's names."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        namespace: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(base_url, api_key, namespace, **settings)

    async def __aenter__(self) -> LineageHubClient:
        return self

    async def health_check(self) -> ServerHealth:
        return await self.health()

    async def send_lineage_events(
        self, events: Sequence[Document], namespace: str | None = None, source: str | None = None
    ) -> IngestReply:
        return await self.send_events(events, namespace)

    async def list_namespaces(self) -> Sequence[Mapping[str, Any]]:
        reply = await in_a_thread(self._client.ask, "GET", "/api/v1/namespaces")
        found: Sequence[Mapping[str, Any]] = reply.get("namespaces", [])
        return found


class TelemetryClient(headwater_sdk.AsyncTelemetryClient):
    """Headwater's asynchronous client, which also goes by the Hub's names."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        namespace: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(base_url, api_key, namespace, **settings)

    async def __aenter__(self) -> TelemetryClient:
        return self

    async def send_span(self, span_data: Document, namespace: str | None = None) -> IngestReply:
        return await self.send_traces([span_data], namespace)

    async def send_metric(self, metric_data: Document, namespace: str | None = None) -> IngestReply:
        return await self.send_metrics([metric_data], namespace)
