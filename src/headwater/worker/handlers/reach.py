"""How much lies downstream and upstream of datasets, as far as changes reach, or of all with `whole`."""

from headwater.pipeline.analytics import ranking as job
from headwater.store.work import Task
from headwater.worker.handlers.graph_job import run_graph_job
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def reach(resources: Resources, task: Task) -> Result:
    whole = bool(task.arguments.get("whole"))
    return {"reach": run_graph_job(resources, job.ask, job.rank, whole=whole)}
