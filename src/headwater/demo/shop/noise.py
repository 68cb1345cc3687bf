"""The ordinary bad days of the month: failures that a retry cured, and runs that came late or slow."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Failure:
    """The first attempt of the run due at `due` fails; the next one, a while later, succeeds."""

    job: str
    due: datetime
    message: str
    language: str
    retry_after_minutes: int


@dataclass(frozen=True, slots=True)
class Delay:
    job: str
    due: datetime
    late_minutes: int = 0
    slower: float = 1.0


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}:00+00:00")


FAILURES: tuple[Failure, ...] = (
    Failure(
        "stage_ad_spend",
        at("2026-03-27T00:20"),
        "botocore.exceptions.ClientError: An error occurred (SlowDown) when calling GetObject",
        "PYTHON",
        3,
    ),
    Failure(
        "load_sales_payments",
        at("2026-04-02T01:00"),
        "psycopg.errors.DeadlockDetected: deadlock detected on relation sales.payments",
        "SQL",
        10,
    ),
    Failure(
        "sessionize_clickstream",
        at("2026-04-07T14:05"),
        "org.apache.spark.SparkException: Executor lost (exit code 137), container over its memory limit",
        "JAVA",
        8,
    ),
    Failure(
        "fulfilment_status_etl",
        at("2026-04-12T01:40"),
        "psycopg.OperationalError: server closed the connection unexpectedly",
        "SQL",
        5,
    ),
    Failure(
        "executive_summary_refresh",
        at("2026-04-16T06:40"),
        "looker: query killed after 300 s",
        "SQL",
        15,
    ),
)

DELAYS: tuple[Delay, ...] = (
    Delay("stage_customers", at("2026-03-29T00:05"), slower=2.5),
    Delay("customer_ltv_pipeline", at("2026-04-03T02:40"), late_minutes=38),
    Delay("revenue_overview_refresh", at("2026-04-10T06:30"), late_minutes=55),
    Delay("campaign_attribution_pipeline", at("2026-04-14T03:05"), slower=2.8),
    Delay("monthly_close_etl", at("2026-04-01T05:00"), slower=4.0),
)
