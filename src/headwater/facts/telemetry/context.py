"""What telemetry belongs to, by its attributes: service, team, job, run, and Airflow's task instance.

They are looked for on the span or point first, then on its resource; docs/guides/telemetry.md lists them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from headwater.facts.telemetry.values import text_of
from headwater.model.ids import digest, run_uuid
from headwater.model.teams import DEFAULT

UNKNOWN_SERVICE = "unknown_service"

RUN = ("openlineage.run_id", "openlineage.run.id", "headwater.run_id", "run_id")
JOB_NAME = ("openlineage.job.name", "job_name")
JOB_NAMESPACE = ("openlineage.job.namespace", "job_namespace")
TEAM = ("headwater.team", "service.namespace")
AIRFLOW = (
    *("airflow.dag_id", "airflow.task_id", "airflow.dag_run.run_id"),
    *("airflow.task_instance.try_number", "airflow.task_instance.map_index"),
)
CONTEXT_NAMES = frozenset((*RUN, *JOB_NAME, *JOB_NAMESPACE, *TEAM, *AIRFLOW, "service.name", "namespace"))
"""All that is looked at."""


class TelemetryContext(NamedTuple):
    service: str
    team: str
    job: str
    """`namespace/name`, or the name alone where no namespace is stated; empty for none."""
    run_id: str | None
    airflow_key: str | None


def read_context(own: Mapping[str, Any], resource: Mapping[str, Any], team: str | None) -> TelemetryContext:
    """`team` is the one that the call named; it goes first."""
    both = {**resource, **own} if own else resource
    run = text_of(both, *RUN)
    return TelemetryContext(
        service=_short(text_of(both, "service.name") or UNKNOWN_SERVICE),
        team=_short(team or text_of(both, *TEAM) or DEFAULT),
        job=_job(both, team),
        run_id=run_uuid(run).hex if run else None,
        airflow_key=_airflow_key(both),
    )


def _job(both: Mapping[str, Any], team: str | None) -> str:
    name = text_of(both, *JOB_NAME)
    if name is None:
        dag, task = text_of(both, "airflow.dag_id"), text_of(both, "airflow.task_id")
        name = f"{dag}.{task}" if dag and task else dag
    if name is None:
        return ""
    # The Hub's SDK puts the job's namespace into `namespace`, which elsewhere means many things.
    namespace = text_of(both, *JOB_NAMESPACE) or (text_of(both, "namespace") if team else None)
    return _short(f"{namespace}/{name}" if namespace else name)


def _airflow_key(both: Mapping[str, Any]) -> str | None:
    dag, run = text_of(both, "airflow.dag_id"), text_of(both, "airflow.dag_run.run_id")
    if dag is None or run is None:
        return None
    return airflow_key(
        dag,
        run,
        text_of(both, "airflow.task_id"),
        text_of(both, "airflow.task_instance.try_number"),
        text_of(both, "airflow.task_instance.map_index"),
    )


def airflow_key(dag: str, run: str, task: str | None, attempt: str | None, mapped: str | None) -> str:
    """One try of one task, or with no task a whole run of a DAG; the same from a span and from a run's facet.

    >>> airflow_key("d", "r", "t", "1", None) == airflow_key("d", "r", "t", "1", "-1")
    True
    """
    # Airflow writes -1 for a task that is not mapped, or leaves it out.
    return digest(
        "airflow",
        dag,
        run,
        task or "",
        attempt or "" if task else "",
        "" if mapped in (None, "-1") else mapped,
    )


def _short(text: str) -> str:
    """Bounded, since these are in indexes; whole they stand among the attributes."""
    return text[:256]
