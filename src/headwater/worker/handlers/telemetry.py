"""What telemetry needs besides its stream: the lake filled, and days that are over dropped."""

from datetime import timedelta

from headwater.pipeline.telemetry import TelemetryReader, fill_telemetry_lake
from headwater.store.lake.lake import Lake
from headwater.store.telemetry.publish import drop_old_partitions
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def telemetry(resources: Resources, _task: Task) -> Result:
    settings = resources.settings
    read = TelemetryReader(resources.session, resources.database_url, resources.settings.spark_tasks)
    with resources.connect() as connection:
        written = fill_telemetry_lake(connection, Lake(settings.home, settings.lake_url), read)
        # One day more than is served: on its last day an item may be received until midnight.
        before = resources.now().date() - timedelta(days=settings.telemetry_days + 1)
        return {"written": written, "dropped": drop_old_partitions(connection, before)}
