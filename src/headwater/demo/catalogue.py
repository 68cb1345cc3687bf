"""What is true before anything runs: a DatasetEvent for each dataset, a JobEvent for each job."""

from collections.abc import Iterator
from hashlib import sha1

from headwater.demo import facets
from headwater.demo.events import Event, Facets, TimedEvent, dataset_event, job_event, mention
from headwater.demo.model import Dag, Shop, ShopDataset, ShopJob, Suite
from headwater.demo.plan import BEGIN


def catalogue(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    """The seed changes nothing here; it is taken so that all parts of the history look alike."""
    # A dataset or job that came later in the month is described when it came.
    for dataset in shop.datasets.values():
        yield dataset_event(dataset.since or BEGIN, dataset, dataset_facets(dataset, shop))
    for dag in shop.dags:
        yield job_event(BEGIN, dag.id, dag_facets(dag, shop), [], [])
    for job in shop.jobs:
        yield _job(job, shop)
    for suite in shop.suites:
        yield job_event(
            BEGIN, suite.id, suite_facets(suite, shop), [mention(shop.datasets[suite.dataset])], []
        )


def dataset_facets(dataset: ShopDataset, shop: Shop) -> Facets:
    always = {
        # As before all migrations, each of which states the schema that it leaves.
        "schema": facets.schema(dataset.columns),
        "dataSource": facets.data_source(dataset),
        "datasetType": facets.dataset_type(dataset),
        "documentation": facets.documentation(dataset.description, "Dataset"),
        "ownership": facets.ownership(shop.people[dataset.owner], "Dataset"),
        "tags": facets.dataset_tags(dataset, dataset.columns),
    }
    return {**always, "symlinks": facets.symlinks(dataset)} if dataset.symlinks else always


def _job(job: ShopJob, shop: Shop) -> TimedEvent:
    inputs: list[Event] = [mention(shop.datasets[key]) for key in job.inputs]
    outputs: list[Event] = [mention(shop.datasets[output.dataset]) for output in job.outputs]
    return job_event(job.since or BEGIN, job.id, job_facets(job, shop), inputs, outputs)


def job_facets(job: ShopJob, shop: Shop) -> Facets:
    return {
        "sql": facets.sql(job.sql),
        "jobType": pipeline_type(job),
        "sourceCodeLocation": facets.source_code(job.path, git_sha(job.path, job.sql)),
        "documentation": facets.documentation(job.description, "Job"),
        "ownership": facets.ownership(shop.people[job.owner], "Job"),
    }


def pipeline_type(job: ShopJob) -> facets.Facet:
    kinds = {"AIRFLOW": "TASK", "SPARK": "APPLICATION", "LOOKER": "DASHBOARD"}
    return facets.job_type(job.integration, kinds[job.integration])


def dag_facets(dag: Dag, shop: Shop) -> Facets:
    return {
        "jobType": facets.job_type("AIRFLOW", "DAG"),
        "documentation": facets.documentation(dag.description, "Job"),
        "ownership": facets.ownership(shop.people[dag.owner], "Job"),
    }


def suite_facets(suite: Suite, shop: Shop) -> Facets:
    names = ", ".join(assertion.name for assertion in suite.assertions)
    return {
        "jobType": facets.job_type("GREAT_EXPECTATIONS", "TEST"),
        "documentation": facets.documentation(f"Tests of {suite.dataset}: {names}.", "Job"),
        "ownership": facets.ownership(shop.people[suite.owner], "Job"),
    }


def git_sha(path: str, text: str) -> str:
    """A commit id that changes when the code does."""
    return sha1(f"{path}\n{text}".encode(), usedforsecurity=False).hexdigest()
