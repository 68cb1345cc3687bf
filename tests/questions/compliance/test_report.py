"""The compliance report over HTTP: the same finding in each format, and bad input is refused."""

import json
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.builders import column_lineage, dataset, dataset_event, run_event
from tests.published import publish

PII = {"tags": [{"key": "pii", "value": "true", "field": "email"}]}


@pytest.fixture
def ask(connection: psycopg.Connection[Any], client: Callable[[], TestClient]) -> Callable[..., Any]:
    copied = dataset("contacts", columnLineage=column_lineage(address="people.email:IDENTITY"))
    publish(
        connection,
        [
            dataset_event("people", 0, tags=PII),
            run_event("copy", "COMPLETE", 1, job="copy", inputs=("people",), outputs=(copied,)),
        ],
    )
    return lambda **parameters: client().get("/api/v1/compliance/report", params=parameters)


@pytest.mark.parametrize(
    ("form", "ending", "media_type"),
    [
        ("markdown", "md", "text/markdown"),
        ("html", "html", "text/html"),
        ("csv", "csv", "text/csv"),
        ("json", "json", "application/json"),
    ],
)
def test_each_format_tells_where_it_flows(ask: Any, form: str, ending: str, media_type: str) -> None:
    found = ask(tag="pii", file_format=form).json()
    assert (found["format"], found["media_type"]) == (form, media_type)
    assert found["file_name"] == f"where-data-of-columns-tagged-pii-flows.{ending}"
    assert "contacts" in found["text"]


def test_json_holds_the_answers_as_they_are(ask: Any) -> None:
    whole = json.loads(ask(tag="pii", file_format="json").json()["text"])
    assert whole["flows"]["total"] == 1
    assert whole["summary"]["complete"] is True


@pytest.mark.parametrize(
    ("parameters", "status"),
    [
        ({}, 422),
        ({"tag": "pii", "column": "people.email"}, 422),
        ({"tag": "pii", "file_format": "pdf"}, 422),
        ({"tag": "nobody"}, 404),
    ],
)
def test_bad_input_is_refused(ask: Any, parameters: Any, status: int) -> None:
    assert ask(**parameters).status_code == status
