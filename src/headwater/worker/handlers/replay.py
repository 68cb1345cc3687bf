"""Read quarantined events again: those that are named, or all."""

from psycopg import Connection

from headwater.pipeline import replay as pipeline
from headwater.store.queries import quarantine
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def replay(resources: Resources, task: Task) -> Result:
    with resources.connect() as connection, connection.transaction():
        chosen = _chosen(connection, task)
        done = pipeline.replay(connection, resources.publisher, chosen)
    return {"replayed": done.events, "still_quarantined": done.still_quarantined}


def _chosen(connection: Connection, task: Task) -> list[str]:
    if task.arguments.get("all"):
        rows = connection.execute("select distinct event_id::text from quarantine").fetchall()
        return [row[0] for row in rows]
    if reason := task.arguments.get("reason"):
        return quarantine.ids_of_reason(connection, str(reason))
    return [str(event_id) for event_id in task.arguments.get("event_ids") or ()]
