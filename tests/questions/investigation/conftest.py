"""A table, the job that reads it and what it writes: three weeks of good nights, then what a test adds."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import psycopg
import pytest

from headwater.api.process import Process
from headwater.questions import resolve
from headwater.questions.investigation.evidence import GatheredEvidence, gather
from tests.builders import at, column_lineage, dataset, dataset_event, run_event, schema
from tests.published import publish

Event = dict[str, Any]
Gather = Callable[..., GatheredEvidence]

TEXT = "insert into daily (total) select sum(amount) from orders"
DAY = 24 * 60
# Minutes of the day of the tests.
NIGHT, ALERT = 120, 240


def night(
    number: int, state: str = "COMPLETE", *, rows: int = 1000, message: str = "", **more: Any
) -> list[Event]:
    """The run of the load so many days before that of the alert."""
    minute, run = NIGHT - number * DAY, f"load-{number}"
    output = dataset("daily", columnLineage=column_lineage(total="orders.amount:AGGREGATION"))
    output["outputFacets"] = {"outputStatistics": {"rowCount": rows, "size": rows * 10}}
    failed = {"errorMessage": {"message": message, "programmingLanguage": "SQL"}} if message else {}
    facets = {"sql": {"query": more.pop("text", TEXT)}} | more.pop("job_facets", {})
    end = minute + more.pop("minutes", 10)
    return [
        run_event(run, "START", minute, job="load", inputs=("orders",), job_facets=facets),
        run_event(run, state, end, job="load", inputs=("orders",), outputs=(output,), run_facets=failed),
    ]


def weeks() -> list[Event]:
    first = -20 * DAY
    tables = [
        dataset_event("orders", first, schema=schema("id int", "amount int")),
        dataset_event("daily", first, schema=schema("total int")),
    ]
    return [*tables, *(event for number in range(1, 20) for event in night(number))]


@pytest.fixture
def gathered(connection: psycopg.Connection[Any], process: Callable[[], Process]) -> Gather:
    """What is gathered for an alert on `daily`, after these events on top of the good weeks."""

    def look(
        *events: Event, entity: str = "warehouse/daily", when: datetime | None = None
    ) -> GatheredEvidence:
        publish(connection, [*weeks(), *events])
        with process().reading() as reading:
            root = resolve.entity(reading.connection, entity)
            return gather(reading, root, at(ALERT - 2 * DAY), when or at(ALERT))

    return look
