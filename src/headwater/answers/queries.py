"""Answers about queries: what was asked, by whom and how often, and which columns that reads."""

from datetime import date
from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.lineage import ORDERS_NODE

FINGERPRINT = "3f1c9a6e0b7d4c2e8f5a1b2c3d4e5f60"
ORDERS = "dataset:ecommerce_warehouse/shopflow.sales.orders"
QUERY_ITEM: dict[str, Any] = {
    "fingerprint": FINGERPRINT,
    "text": "select sum(amount_usd) from shopflow.sales.orders where placed_at > '?'",
    "dialect": "postgres",
    "database": None,
    "schema": None,
    "kind": "query",
    "runs": 412,
    "users": ["priya.data"],
    "users_total": 1,
    "last_used": "2026-04-19T09:30:00Z",
    "mean_duration_ms": 380.5,
    "daily": [24, 0, 12],
    "datasets": [ORDERS],
    "datasets_total": 1,
    "problems": [],
}
USER: dict[str, Any] = {
    "name": "priya.data",
    "queries": 14,
    "runs": 1204,
    "last_used": "2026-04-19T09:30:00Z",
}

QueryKind = Literal["query", "job_text"]


class QueryItem(Answer, frozen=True):
    """A query: one text, whatever its literals and format."""

    fingerprint: str
    text: str
    """The first 4000 characters, with literals masked."""
    dialect: str | None
    database: str | None
    schema: str | None
    kind: QueryKind
    """`query`: people or dashboards ran it. `job_text`: only jobs run it."""
    runs: int
    """How often it was run, in the window that was asked for."""
    users: tuple[str, ...]
    """The first 10, most runs first."""
    users_total: int
    last_used: Time | None
    mean_duration_ms: float | None
    daily: tuple[int, ...]
    """Runs on each of the 30 days up to the newest use of any query on this page, oldest first."""
    datasets: tuple[str, ...]
    """The first 20 that it references."""
    datasets_total: int
    problems: tuple[str, ...]
    """Why it, or a part of it, could not be analysed."""


class QueryPage(Page[QueryItem], frozen=True):
    """Queries, most used first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [QUERY_ITEM], "total": 1, "next_cursor": None}


class UserUse(Answer, frozen=True):
    """What somebody ran."""

    name: str
    """Empty where it is not known who asked."""
    queries: int
    runs: int
    last_used: Time


class QueryReference(Answer, frozen=True):
    """A dataset or column that a query references."""

    dataset: str
    column: str | None
    """Null for the dataset as a whole."""
    role: str
    """projected, filtered, joined, grouped, ordered, windowed or written."""
    star: bool
    positional: bool
    """An insert that lists no columns."""
    certain: bool
    """False where several datasets could be meant."""


class QueryDay(Answer, frozen=True):
    day: date
    runs: int


class QueryDetails(Answer, frozen=True):
    """All that is known of one query."""

    query: QueryItem
    text: str
    users: tuple[UserUse, ...]
    """The first 100, most runs first."""
    dashboards: tuple[str, ...]
    """The first 100 that run it."""
    jobs: tuple[str, ...]
    """The first 100 that run it."""
    days: tuple[QueryDay, ...]
    """The last 90 days on which it was run, newest first."""
    references: tuple[QueryReference, ...]
    """The first 1,000."""
    references_total: int
    analysed: bool
    """Whether it was read for what it references; that happens some seconds after it came."""
    problems: tuple[str, ...]
    """Why it, or a part of it, could not be analysed."""
    errors: tuple[str, ...]
    """Names in it that no table supplies."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "query": QUERY_ITEM,
        "text": QUERY_ITEM["text"],
        "users": [USER],
        "dashboards": [],
        "jobs": [],
        "days": [{"day": "2026-04-19", "runs": 24}],
        "references": [
            {
                "dataset": ORDERS,
                "column": "amount_usd",
                "role": "projected",
                "star": False,
                "positional": False,
                "certain": True,
            }
        ],
        "references_total": 1,
        "analysed": True,
        "problems": [],
        "errors": [],
    }


class UsedColumn(Answer, frozen=True):
    """Who reads a column."""

    name: str
    queries: int
    """Queries of people that name it."""
    runs: int
    """How often these were run in the window."""
    roles: dict[str, int]
    """By role, the queries in which it has it."""
    users: tuple[UserUse, ...]
    """The first 20, most runs first."""
    users_total: int
    last_used: Time | None
    jobs: tuple[str, ...]
    """The first 20 jobs whose text names it."""
    jobs_total: int
    lineage: int
    """Readers that lineage knows of."""


class ReasonCount(Answer, frozen=True):
    reason: str
    queries: int


class UsageProof(Answer, frozen=True):
    """What the counts rest on."""

    queries: int
    """Queries of people that were run in the window and name the dataset."""
    runs: int
    analysed: int
    not_analysed: tuple[ReasonCount, ...]
    """Those that could not be analysed, or not in full, by the first reason, the first 20."""
    stars: int
    """Those that take over all columns by a star: they name none."""
    unread: int
    """Queries of which not even the tables are known; they may name this dataset."""
    complete: bool
    """Whether every query was analysed, and no star hides what is read."""


class ColumnUsage(Answer, frozen=True):
    """Who reads the columns of a dataset, and which columns nobody reads."""

    asset: Node
    since: Time | None
    until: Time | None
    """The newest use of any query."""
    columns: tuple[UsedColumn, ...]
    unused: tuple[str, ...]
    """Columns that no query and no job names, and that lineage knows no reader of."""
    proof: UsageProof

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "asset": ORDERS_NODE,
        "since": "2026-03-20T09:30:00Z",
        "until": "2026-04-19T09:30:00Z",
        "columns": [
            {
                "name": "amount_usd",
                "queries": 18,
                "runs": 3981,
                "roles": {"projected": 17, "filtered": 2},
                "users": [USER],
                "users_total": 1,
                "last_used": "2026-04-19T09:30:00Z",
                "jobs": ["job:airflow/revenue_etl_pipeline"],
                "jobs_total": 1,
                "lineage": 3,
            }
        ],
        "unused": [],
        "proof": {
            "queries": 31,
            "runs": 4120,
            "analysed": 31,
            "not_analysed": [],
            "stars": 2,
            "unread": 0,
            "complete": False,
        },
    }
