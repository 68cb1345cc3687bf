"""Every column's effective class, as far as changes reach, or all with `whole`."""

from headwater.pipeline.analytics import classify as job
from headwater.store.work import Task
from headwater.worker.handlers.graph_job import run_graph_job
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def classify(resources: Resources, task: Task) -> Result:
    whole = bool(task.arguments.get("whole"))
    return {"classify": run_graph_job(resources, job.ask, job.classify, whole=whole)}
