"""The runs of the twenty-five pipelines, and of the two DAGs most of them belong to."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from headwater.demo import facets
from headwater.demo.catalogue import pipeline_type
from headwater.demo.events import Event, Facets, RunIdentity, TimedEvent, mention, run_event
from headwater.demo.model import Dag, Output, Shop, ShopDataset, ShopJob
from headwater.demo.plan import DAYS, PlannedRun, chance, dag_run_id, moment, planned_runs, rows_on, seconds


def pipeline_runs(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for job in shop.jobs:
        for run in planned_runs(job, shop, seed):
            yield _start(job, run, shop, seed)
            yield _end(job, run, shop, seed)


def dag_runs(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for dag in shop.dags:
        ends = _last_ends(dag, shop, seed)
        for day in DAYS:
            due = moment(day, dag.at)
            run = RunIdentity(
                job=dag.id,
                run_id=dag_run_id(dag.id, dag.at, day, seed),
                run_facets={"nominalTime": facets.nominal_time(due, due + timedelta(days=1))},
                job_facets={"jobType": facets.job_type("AIRFLOW", "DAG")},
            )
            yield run_event("START", due + seconds(0.5, 2, chance(seed, dag.id.name, day)), run)
            # Airflow closes a DAG some seconds after its last task.
            yield run_event("COMPLETE", ends[day] + timedelta(seconds=12), run)


def _last_ends(dag: Dag, shop: Shop, seed: int) -> dict[date, datetime]:
    """A DAG ends with its last task; on the last day that is after the alert, so it is still running."""
    ends: dict[date, datetime] = {}
    for job in (job for job in shop.jobs if job.dag == dag.id.name):
        for run in planned_runs(job, shop, seed):
            day = run.due.date()
            ends[day] = max(run.ended, ends.get(day, run.ended))
    return ends


def _start(job: ShopJob, run: PlannedRun, shop: Shop, seed: int) -> TimedEvent:
    of = RunIdentity(
        job=job.id,
        run_id=run.run_id,
        run_facets={
            "nominalTime": facets.nominal_time(run.due, run.next_due),
            **_parent(job, run, shop, seed),
        },
        job_facets={"sql": facets.sql(job.sql), "jobType": pipeline_type(job)},
    )
    # The schema at that moment: in the last night a migration changes one between two runs.
    inputs = [_described(key, run.started, shop) for key in job.inputs]
    return run_event("START", run.started, of, inputs)


def _end(job: ShopJob, run: PlannedRun, shop: Shop, seed: int) -> TimedEvent:
    of = RunIdentity(
        job=job.id, run_id=run.run_id, run_facets={**_parent(job, run, shop, seed), **_error(run)}
    )
    inputs = [_read(shop.datasets[key], run, seed) for key in job.inputs]
    outputs = [_written(output, run, shop, seed) for output in job.outputs]
    return run_event(run.outcome, run.ended, of, inputs, outputs)


def _parent(job: ShopJob, run: PlannedRun, shop: Shop, seed: int) -> Facets:
    dag = next((dag for dag in shop.dags if dag.id.name == job.dag), None)
    if dag is None:
        return {}
    return {"parent": facets.parent(dag.id, dag_run_id(dag.id, dag.at, run.due.date(), seed))}


def _error(run: PlannedRun) -> Facets:
    if run.error is None:
        return {}
    return {"errorMessage": facets.error_message(run.error.message, run.error.language, run.error.trace)}


def _described(key: str, at: datetime, shop: Shop) -> Event:
    return mention(shop.datasets[key], {"schema": facets.schema(shop.columns_at(key, at))})


def _read(dataset: ShopDataset, run: PlannedRun, seed: int) -> Event:
    # A run that failed half-way does not know how much it would have read.
    if run.error:
        return mention(dataset)
    rows = rows_on(dataset, run.due.date(), seed)
    return mention(
        dataset, inputFacets={"inputStatistics": facets.input_statistics(rows, rows * dataset.row_bytes)}
    )


def _written(output: Output, run: PlannedRun, shop: Shop, seed: int) -> Event:
    """A failed run names what it meant to write, and claims nothing more about it."""
    dataset = shop.datasets[output.dataset]
    if run.error:
        return mention(dataset)
    rows = rows_on(dataset, run.due.date(), seed)
    known = {
        "schema": facets.schema(shop.columns_at(output.dataset, run.ended)),
        "columnLineage": facets.column_lineage(output, shop.datasets),
    }
    aliases = {"symlinks": facets.symlinks(dataset)} if dataset.symlinks else {}
    return mention(
        dataset,
        {**known, **aliases},
        outputFacets={"outputStatistics": facets.output_statistics(rows, rows * dataset.row_bytes)},
    )
