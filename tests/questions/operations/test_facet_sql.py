"""SQL in facets is masked wherever facets keep it, and nothing else is touched."""

import json
from typing import Any

import pytest

from headwater.model.openlineage import check, to_event
from headwater.questions.operations.facet_sql import with_masked_sql
from tests.builders import dataset, dataset_event, run_event

SECRET = "select a from t where mail = 'kira@example.com'"
MASKED = "select a from t where mail = '?'"


def masked(event: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(with_masked_sql(to_event(check(event))).body)
    return document


@pytest.mark.parametrize(
    "event",
    [
        run_event("r1", "COMPLETE", 1, job_facets={"sql": {"query": SECRET, "dialect": "postgres"}}),
        run_event("r1", "COMPLETE", 1, run_facets={"engine": {"steps": [{"sql": SECRET}]}}),
        run_event("r1", "COMPLETE", 1, inputs=(dataset("v", view={"sql": SECRET}),)),
        dataset_event("v", 1, view={"definition": {"query": SECRET}}),
    ],
)
def test_a_literal_in_a_facet_is_masked(event: dict[str, Any]) -> None:
    assert masked(event) == json.loads(json.dumps(event).replace(SECRET, MASKED))


def test_an_event_without_literals_stays_as_it_came() -> None:
    event = run_event("r1", "COMPLETE", 1, job_facets={"sql": {"query": "select a from t"}})
    taken = to_event(check(event), json.dumps(event))
    assert with_masked_sql(taken) is taken


def test_the_identity_is_that_of_what_is_stored() -> None:
    facets = [{"sql": {"query": f"select a from t where x = {number}"}} for number in (1, 2)]
    first, second = (
        with_masked_sql(to_event(check(run_event("r1", "COMPLETE", 1, job_facets=one)))) for one in facets
    )
    assert first.event_id == second.event_id
