"""Failures of the past, asked again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import psycopg

from headwater.api.process import Process
from headwater.questions.investigation.past import answers_to
from headwater.store.queries.evidence.failures import past_failures
from tests.builders import at, dataset_event, schema
from tests.published import publish
from tests.questions.investigation.conftest import ALERT, DAY, night, weeks

Connect = psycopg.Connection[Any]
LOOKBACK = timedelta(days=2)


def test_every_failed_run_of_the_window_is_a_past_failure(connection: Connect) -> None:
    broken = night(0, "FAIL", message='column "amount" does not exist')
    publish(connection, [*weeks(), *broken])
    (failure,) = past_failures(connection, at(ALERT - 2 * DAY), at(ALERT), 10)
    assert failure.run_id is not None
    assert past_failures(connection, at(ALERT), at(ALERT + DAY), 10) == ()


def test_both_models_say_what_they_would_have_said_then(
    connection: Connect, process: Callable[[], Process]
) -> None:
    dropped = dataset_event("orders", 60, schema=schema("id int"))
    broken = night(0, "FAIL", message='column "amount" does not exist')
    publish(connection, [*weeks(), dropped, *broken])
    failures = past_failures(connection, at(ALERT - 2 * DAY), at(ALERT), 10)
    with process().reading() as reading:
        found = list(answers_to(reading, failures, LOOKBACK))
    assert [one.model for one in found] == ["default", "baseline"]
    assert found[0].kind == "schema_change"
    assert found[0].entity.endswith("/load")
    assert found[0].probability > 0.7
