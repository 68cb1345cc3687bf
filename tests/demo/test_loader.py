"""ShopFlow's data files: all of them are read, and what they name exists."""

from typing import Any

import pytest

from headwater.demo import loader
from headwater.demo.loader import FOLDER, load_shopflow
from headwater.demo.model import RunDelay, RunFailure

SHOPFLOW = load_shopflow()


def test_every_file_of_datasets_and_jobs_is_read() -> None:
    assert {path.stem for path in (FOLDER / "datasets").iterdir()} == set(loader.DATASETS)
    assert {path.stem for path in (FOLDER / "jobs").iterdir()} == set(loader.JOBS)


def test_every_sql_file_belongs_to_a_job() -> None:
    assert {path.stem for path in (FOLDER / "sql").iterdir()} == {job.id.name for job in SHOPFLOW.jobs}


def test_every_owner_is_a_person() -> None:
    owned: list[Any] = [*SHOPFLOW.datasets.values(), *SHOPFLOW.jobs, *SHOPFLOW.dags, *SHOPFLOW.suites]
    asked_or_changed = {query.user for query in SHOPFLOW.queries} | {m.actor for m in SHOPFLOW.migrations}
    assert {thing.owner for thing in owned} | asked_or_changed <= SHOPFLOW.people.keys()


def test_the_incident_names_jobs_suites_assertions_and_tables_that_exist() -> None:
    incident = SHOPFLOW.incident
    assert incident.pipelines_failed.keys() <= {job.id.name for job in SHOPFLOW.jobs}
    assert incident.suites_ended.keys() <= {suite.id.name for suite in SHOPFLOW.suites}
    assert incident.assertions_failed.keys() <= {
        a.name for suite in SHOPFLOW.suites for a in suite.assertions
    }
    assert incident.tables_without_data <= SHOPFLOW.datasets.keys()


def test_every_failure_and_delay_is_of_a_run_that_is_due() -> None:
    due = {(job.id.name, clock) for job in SHOPFLOW.jobs for clock in job.at}
    planned: tuple[RunFailure | RunDelay, ...] = (*SHOPFLOW.failures, *SHOPFLOW.delays)
    for change in planned:
        assert (change.job, change.due.time()) in due


def test_a_question_without_its_counts_is_refused() -> None:
    with pytest.raises(ValueError, match="N runs"):
        list(loader._queries("-- a comment\n\nselect 1"))
