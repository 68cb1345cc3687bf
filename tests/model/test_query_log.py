"""A query of a log: what is checked, and what makes its identity."""

from typing import Any

import pytest

from headwater.errors import BadQueryError
from headwater.model.query_log import check, to_event
from tests.builders import query


def test_what_is_null_is_as_if_it_were_not_there() -> None:
    assert check(query("select 1", rows=None)) == query("select 1")


@pytest.mark.parametrize("document", [None, [], "select 1", 7])
def test_only_an_object_is_a_query(document: Any) -> None:
    with pytest.raises(BadQueryError):
        check(document)


def test_every_field_is_part_of_the_identity() -> None:
    fields: dict[str, Any] = {
        "user": "sam",
        "rows": 3,
        "count": 2,
        "job": "load",
        "dashboard": "d",
        "schema": "s",
    }
    events = {to_event(query("select 1", **{name: value})).event_id for name, value in fields.items()}
    assert len(events) == len(fields)
