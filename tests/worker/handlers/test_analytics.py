"""All batch jobs on one request."""

import pytest

from headwater.store.work import Task
from headwater.worker.handlers.analytics import analytics
from headwater.worker.resources import Resources
from tests.worker.stored_graph import StoredGraph

pytestmark = [pytest.mark.spark, pytest.mark.usefixtures("chain")]


def test_every_job_runs_and_records_the_batch_it_saw(resources: Resources, stored: StoredGraph) -> None:
    result = analytics(resources, Task("analytics", {"whole": True}, id=1))
    assert list(result) == ["classify", "reach", "suggest", "baselines", "query_index"]
    jobs = ("baselines", "classify", "query_index", "reach", "suggest")
    assert stored.rows("analytics_state", "job, batch") == [(job, 1) for job in jobs]
