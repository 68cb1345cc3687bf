"""Lists for people show what they look for, lists for programs every field as it came."""

from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from headwater.answers.base import Answer
from headwater.answers.runs import Run
from headwater.cli.default_view import detail_grids, list_grid
from headwater.cli.list_columns import LIST_COLUMNS

RUN = Run(
    run_id=UUID("f2cc9b87-ba01-5b19-8112-cbf1c34e017e"),
    job_namespace="airflow",
    job_name="load_orders",
    state="COMPLETE",
    began_at=datetime(2026, 4, 20, 3, 53, 4, 447000, UTC),
    started_at=None,
    ended_at=None,
    duration_seconds=95.55300000001,
    first_seen=None,
    last_seen=None,
    parent_run_id=None,
    root_run_id=None,
)


def test_people_see_the_state_first_whole_seconds_and_few_digits() -> None:
    (row,) = list_grid([RUN], for_people=True).rows
    assert row[:4] == ("COMPLETE", "2026-04-20T03:53:04Z", "load_orders", "95.553")


def test_programs_get_every_field_as_it_came() -> None:
    grid = list_grid([RUN])
    assert len(grid.headers) == len(Run.__struct_fields__)
    assert dict(zip(grid.headers, grid.rows[0], strict=True))["duration seconds"] == "95.55300000001"


class Two(Answer, frozen=True):
    name: str
    runs: tuple[Run, ...]


def test_lists_inside_an_answer_are_written_for_people_as_well() -> None:
    (_, fields), (title, runs) = detail_grids(Two("nightly", (RUN,)), for_people=True)
    assert fields.rows == (("name", "nightly"),)
    assert title == "runs"
    assert runs.rows[0][:4] == ("COMPLETE", "2026-04-20T03:53:04Z", "load_orders", "95.553")


@pytest.mark.parametrize("answer", LIST_COLUMNS)
def test_columns_are_fields_of_their_answer(answer: type[Answer]) -> None:
    assert set(LIST_COLUMNS[answer]) <= {field.name for field in msgspec.structs.fields(answer)}
