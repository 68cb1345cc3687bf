"""Answers about SQL that runs carry."""

from datetime import datetime
from typing import Self

from headwater.api.wire.base import Page, Wire, example
from headwater.questions.operations.sql_readings import SqlReport


class SqlTotals(Wire):
    texts: int
    """Distinct texts, literals aside."""
    analyses: int
    """A text is analysed once for each set of schemas that it met."""
    with_problems: int
    with_unknown_schemas: int


class SqlProblem(Wire):
    job: str
    dialect: str | None
    text: str
    """The first 4,000 characters, with string literals as `?`."""
    problems: list[str]
    """Why the text, or some statements of it, gave no lineage."""
    unknown_schemas: list[str]
    edges: int
    """How many edges the rest of the text gave."""
    last_seen: datetime | None


class SqlProblems(Page[SqlProblem]):
    model_config = example(
        items=[
            {
                "job": "job:airflow/load_orders",
                "dialect": "snowflake",
                "text": "copy into orders from @stage",
                "problems": ["a statement of kind COPY"],
                "unknown_schemas": [],
                "edges": 0,
                "last_seen": "2026-04-20T02:15:00Z",
            }
        ],
        total=1,
        totals={"texts": 40, "analyses": 52, "with_problems": 1, "with_unknown_schemas": 3},
        next_cursor=None,
    )

    totals: SqlTotals

    @classmethod
    def of(cls, report: SqlReport) -> Self:
        return cls(
            items=[
                SqlProblem(
                    job=f"job:{row.namespace}/{row.name}",
                    dialect=row.dialect,
                    text=row.text,
                    problems=list(row.problems),
                    unknown_schemas=list(row.unknown_schemas),
                    edges=row.edges,
                    last_seen=row.last_seen,
                )
                for row in report.page.items
            ],
            total=report.page.total,
            next_cursor=report.page.next_cursor,
            totals=SqlTotals.model_validate(report.totals),
        )
