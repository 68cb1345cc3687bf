"""A query log's words over HTTP: the call as OpenAPI describes it."""

from typing import Any

from headwater.dialects import batches

PATH = "/api/v1/queries"

QUERY = {
    "sql": "select sum(amount_usd) from shopflow.sales.orders where placed_at >= '2026-04-19'",
    "dialect": "postgres",
    "database": "shopflow",
    "schema": "sales",
    "user": "priya.data",
    "time": "2026-04-19T09:30:00Z",
    "duration_ms": 412.5,
    "rows": 1,
    "count": 1,
    "tags": ["notebook"],
}
DESCRIPTION = """
One query as a JSON object, an array of them, or one a line as `application/x-ndjson`. `sql` and `time` are
required. `database` and `schema` are where a name without them is looked for; `count` is how often the query
was run, 1 unless it says more; `dashboard` and `job` name who asked, where that was no person. Literals are
masked before a query is stored, unless `HEADWATER_KEEP_SQL_LITERALS` is set. A duplicate is taken as well,
and changes nothing.

One bad query does not sink its neighbours: the reply names those that were refused, by their place in the
batch and the field, the first 1000 of them; the summary counts all. A batch holds at most 100,000 queries.
"""


def operation() -> dict[str, Any]:
    return batches.operation("queries", "take_queries", "Take queries", DESCRIPTION, QUERY, "sql")
