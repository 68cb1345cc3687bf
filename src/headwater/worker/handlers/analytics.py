"""All batch jobs, one after the other."""

from headwater.store.work import Task
from headwater.worker.handlers.baselines import baselines
from headwater.worker.handlers.classify import classify
from headwater.worker.handlers.handler import Result
from headwater.worker.handlers.query_index import query_index
from headwater.worker.handlers.reach import reach
from headwater.worker.handlers.suggest import suggest
from headwater.worker.resources import Resources


def analytics(resources: Resources, task: Task) -> Result:
    return {
        **classify(resources, task),
        **reach(resources, task),
        **suggest(resources, task),
        **baselines(resources, task),
        **query_index(resources, task),
    }
