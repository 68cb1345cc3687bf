"""A small warehouse for tests: orders -> load -> daily -> reporting -> report, and a table apart from it."""

from datetime import UTC, datetime, timedelta

from headwater.model.ids import DatasetId, JobId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Alert, IncidentEvidence, Observation, Sign, Suspect, SuspectKind
from headwater.timemachine.lineage_view import LineageView, Link

NOON = datetime(2026, 4, 20, 12, tzinfo=UTC)
ORDERS, DAILY, REPORT, APART = (DatasetId("wh", name) for name in ("orders", "daily", "report", "apart"))
LOAD, REPORTING = JobId("etl", "load"), JobId("etl", "reporting")
ALERT = Alert(REPORT, NOON, NOON - timedelta(days=2))
LINKS = (
    Link(ORDERS, LOAD),
    Link(LOAD, DAILY),
    Link(DAILY, REPORTING),
    Link(REPORTING, REPORT),
    Link(ORDERS, DAILY, "amount", "total", LOAD),
)
LINEAGE = LineageView(LINKS)


def hours_ago(hours: float) -> datetime:
    return NOON - timedelta(hours=hours)


def dropped_column(
    hours: float = 6, dataset: DatasetId = ORDERS, column: str = "amount", name: str = "drop"
) -> Suspect:
    change = Change("removed", column, Verdict.BREAKING, f"{column} is gone")
    return Suspect(
        name,
        SuspectKind.SCHEMA_CHANGE,
        dataset,
        hours_ago(hours),
        f"dropped column {column}",
        column,
        "alex",
        schema=change,
        event_id=f"event-{name}",
    )


def failed(
    hours: float = 5, job: JobId = LOAD, message: str = 'column "amount" does not exist', name: str = "failed"
) -> Observation:
    return Observation(
        f"{name}-{job.name}", Sign.RUN_FAILED, job, hours_ago(hours), message=message, run=f"run-{job.name}"
    )


def worked(hours: float, job: JobId = LOAD) -> Observation:
    return Observation(f"ok-{job.name}-{hours}", Sign.RUN_SUCCEEDED, job, hours_ago(hours))


def the_incident() -> IncidentEvidence:
    """A column is dropped; the job that reads it fails; the one behind finds no data."""
    return IncidentEvidence(
        observations=(
            worked(29),
            worked(28, REPORTING),
            failed(5),
            failed(4, REPORTING, "no data found for partition 2026-04-20"),
        ),
        suspects=(dropped_column(6),),
    )
