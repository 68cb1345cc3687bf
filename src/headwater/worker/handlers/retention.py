"""Remove what teams keep no longer, in small steps between which everything else goes on."""

from datetime import timedelta

import psycopg

from headwater.store import retention as store
from headwater.store.telemetry.publish import drop_old_partitions
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

# Of each team and kind in one run; what is left is for the next.
STEPS = 50


def retention(resources: Resources, task: Task) -> Result:
    now, settings = resources.now(), resources.settings
    # What is still served has to be there for a rebuild.
    days = max(settings.telemetry_log_days, settings.telemetry_days + 1)
    with psycopg.connect(resources.database_url, autocommit=True) as connection:
        done = {
            f"{cut.team}/{cut.kind}": store.apply(connection, cut, now, STEPS)
            for cut in store.cuts(connection, now, days)
        }
        # One day more than is served: on its last day an item may be received until midnight.
        before = now.date() - timedelta(days=settings.telemetry_days + 1)
        dropped = drop_old_partitions(connection, before)
    return {"removed": {name: rows for name, rows in done.items() if rows}, "dropped": dropped}
