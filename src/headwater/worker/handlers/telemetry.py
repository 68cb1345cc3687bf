"""What telemetry needs besides its stream: the lake filled."""

from headwater.pipeline.telemetry import TelemetryReader, fill_telemetry_lake
from headwater.store.lake.lake import Lake
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def telemetry(resources: Resources, _task: Task) -> Result:
    settings = resources.settings
    read = TelemetryReader(resources.session, resources.database_url, settings.spark_tasks)
    with resources.connect() as connection:
        return {"written": fill_telemetry_lake(connection, Lake(settings.home, settings.lake_url), read)}
