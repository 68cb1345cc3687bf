"""Tell Headwater what your code reads and writes, without ever hurting it.

from headwater_sdk import track

with track("orders.daily") as run:
    run.reads("warehouse/orders")
    run.writes("warehouse/daily_orders", rows=1_204)
"""

from headwater_sdk.clients import (
    AsyncLineageHubClient,
    AsyncTelemetryClient,
    LineageHubClient,
    TelemetryClient,
)
from headwater_sdk.datasets import Dataset
from headwater_sdk.errors import DeliveryError, HeadwaterSdkError, SettingsError
from headwater_sdk.runs import Run, current_run
from headwater_sdk.settings import SdkSettings
from headwater_sdk.spans import telemetry_track
from headwater_sdk.tracker import configure, flush, reset, statistics
from headwater_sdk.tracking import inherit_run, lineage_track, track
from headwater_sdk.version import __version__

__all__ = [
    "AsyncLineageHubClient",
    "AsyncTelemetryClient",
    "Dataset",
    "DeliveryError",
    "HeadwaterSdkError",
    "LineageHubClient",
    "Run",
    "SdkSettings",
    "SettingsError",
    "TelemetryClient",
    "__version__",
    "configure",
    "current_run",
    "flush",
    "inherit_run",
    "lineage_track",
    "reset",
    "statistics",
    "telemetry_track",
    "track",
]
