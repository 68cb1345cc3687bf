"""The last nights of the two DAGs as one request of OTLP: each task with its wait and its statements.

Spans carry the ids of the runs of `pipeline_runs`, so that the two find each other.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from headwater.demo.facets import PRODUCER
from headwater.demo.history import SEED
from headwater.demo.loader import load_shopflow
from headwater.demo.model import Dag, Identity, Shop, ShopJob
from headwater.demo.plan import DAYS, END, PlannedRun, chance, dag_run_id, moment, planned_runs, seconds
from headwater.model.times import to_micros

NIGHTS = DAYS[-3:]
SCHEDULER, WORKER, WAREHOUSE = SERVICES = ("airflow-scheduler", "airflow-worker", "warehouse")
# How long a statement is tried that names a column that is gone.
TRIED = timedelta(seconds=16)
INTERNAL, CLIENT = 1, 3
OK, ERROR = 1, 2


@dataclass(frozen=True, slots=True)
class DemoSpan:
    trace_id: str
    span_id: str
    parent_id: str
    service: str
    name: str
    started: datetime
    ended: datetime
    attributes: dict[str, str] = field(default_factory=dict)
    error: str | None = None


def traces(seed: int = SEED) -> dict[str, Any]:
    """What an exporter would have sent by the alert: a span is sent once it has ended."""
    shop = load_shopflow()
    found = [
        span
        for dag in shop.dags
        for night in NIGHTS
        for span in _night(dag, night, shop, seed)
        if span.ended <= END
    ]
    by_service = {name: [_sent(span) for span in found if span.service == name] for name in SERVICES}
    return {"resourceSpans": [_resource(name, spans) for name, spans in by_service.items()]}


def _night(dag: Dag, night: date, shop: Shop, seed: int) -> Iterator[DemoSpan]:
    due = moment(night, dag.at)
    run_id = dag_run_id(dag.id, dag.at, night, seed)
    trace_id, root_id = _digest(32, "trace", run_id), _digest(16, "span", run_id)
    # The scheduler hands the tasks out and is done: they go on long after it.
    started = due + seconds(0.5, 2, chance(seed, dag.id.name, night))
    yield DemoSpan(trace_id, root_id, "", SCHEDULER, dag.id.name, due, started, _about(dag.id, run_id))
    for job in (job for job in shop.jobs if job.dag == dag.id.name):
        for run in planned_runs(job, shop, seed):
            if run.due.date() == night:
                yield from _task(job, run, trace_id, root_id, shop)


def _task(job: ShopJob, run: PlannedRun, trace_id: str, root_id: str, shop: Shop) -> Iterator[DemoSpan]:
    task_id = _digest(16, "span", run.run_id)
    about = _about(job.id, run.run_id)
    error = run.error.message if run.error else None
    yield DemoSpan(trace_id, task_id, root_id, WORKER, job.id.name, run.started, run.ended, about, error)
    steps = _steps(job, run, shop)
    for number, (service, name, started, ended) in enumerate(steps):
        said = {"db.system.name": "postgresql", "db.query.text": job.sql} if service == WAREHOUSE else {}
        failed = error if number == len(steps) - 1 else None
        span_id = _digest(16, "span", run.run_id, number)
        yield DemoSpan(trace_id, span_id, task_id, service, name, started, ended, said, failed)


def _steps(job: ShopJob, run: PlannedRun, shop: Shop) -> list[tuple[str, str, datetime, datetime]]:
    """In turn: a wait, what is read, what is written; a run that failed got to its first write."""
    rng = chance(0, run.run_id)
    took = run.ended - run.started
    writes = [f"INSERT {shop.datasets[output.dataset].sql_name}" for output in job.outputs]
    if run.error:
        statements, wait = writes[:1], took - min(TRIED, took / 2)
    else:
        statements = [*(f"SELECT {shop.datasets[key].sql_name}" for key in job.inputs), *writes]
        wait = took * rng.uniform(0.02, 0.12)
    weights = [rng.uniform(1, 3) for _ in statements]
    steps = [(WORKER, "wait for a warehouse slot", run.started, run.started + wait)]
    for name, weight in zip(statements, weights, strict=True):
        before = steps[-1][3]
        steps.append((WAREHOUSE, name, before, before + (took - wait) * (weight / sum(weights))))
    # Shares of a time are rounded: the last ends with its run.
    steps[-1] = (*steps[-1][:3], run.ended)
    return steps


def _about(job: Identity, run_id: str) -> dict[str, str]:
    return {
        "openlineage.run_id": run_id,
        "openlineage.job.namespace": job.namespace,
        "openlineage.job.name": job.name,
    }


def _digest(length: int, *about: object) -> str:
    return hashlib.sha256("/".join(map(str, (PRODUCER, *about))).encode()).hexdigest()[:length]


def _resource(service: str, spans: list[dict[str, Any]]) -> dict[str, Any]:
    scope = {"scope": {"name": PRODUCER}, "spans": spans}
    return {"resource": {"attributes": _attributes({"service.name": service})}, "scopeSpans": [scope]}


def _sent(span: DemoSpan) -> dict[str, Any]:
    raised = {"name": "exception", "timeUnixNano": _nanos(span.ended)}
    return {
        "traceId": span.trace_id,
        "spanId": span.span_id,
        "parentSpanId": span.parent_id,
        "name": span.name,
        "kind": CLIENT if span.service == WAREHOUSE else INTERNAL,
        "startTimeUnixNano": _nanos(span.started),
        "endTimeUnixNano": _nanos(span.ended),
        "attributes": _attributes(span.attributes),
        "status": {"code": ERROR, "message": span.error} if span.error else {"code": OK},
        "events": [raised | {"attributes": _attributes({"exception.message": span.error})}]
        if span.error
        else [],
    }


def _nanos(at: datetime) -> str:
    return str(to_micros(at) * 1000)


def _attributes(said: dict[str, str]) -> list[dict[str, Any]]:
    return [{"key": key, "value": {"stringValue": value}} for key, value in said.items()]
