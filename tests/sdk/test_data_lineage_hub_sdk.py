"""Code that was written for the Hub's SDK: its names, its settings, its awaitable client."""

import asyncio
from typing import Any

import pytest

import data_lineage_hub_sdk as hub
import headwater_sdk
from tests.running import RunningApi
from tests.sdk.servers import LineageServer


def test_its_settings_are_understood(server: LineageServer) -> None:
    config = hub.configure(
        hub_endpoint=server.url, api_key="k", namespace="team-a", debug=True, retry_attempts=3
    )
    assert (config.url, config.api_key, config.namespace) == (server.url, "k", "team-a")


def test_where_nothing_is_configured_events_go_to_its_own_default_address() -> None:
    hub.lineage_track("daily")(lambda: None)
    assert headwater_sdk.tracker.default_tracker().settings.url == "http://localhost:8000"


@pytest.mark.parametrize("variable", ["LINEAGE_HUB_HUB_ENDPOINT", "HEADWATER_URL"])
def test_a_variable_goes_before_its_default_address(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "http://elsewhere:1")
    hub.lineage_track("daily")(lambda: None)
    assert headwater_sdk.tracker.default_tracker().settings.url == "http://elsewhere:1"


def test_its_client_is_awaited(api: RunningApi) -> None:
    event: dict[str, Any] = {
        "eventType": "START",
        "eventTime": "2024-01-01T10:00:00.000Z",
        "run": {"runId": "manual-run-123"},
        "job": {"name": "manual_data_export"},
    }

    async def direct() -> tuple[str, int]:
        async with hub.LineageHubClient(api.url, namespace="example-namespace") as client:
            health = await client.health_check()
            reply = await client.send_lineage_events([event])
            return health.service, reply.accepted

    assert asyncio.run(direct()) == ("headwater", 1)
