"""Which columns are gone, and that the answer is looked up however many versions and columns there are."""

import re
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.store.publish import Publisher
from headwater.store.queries.gone_columns import OF_COLUMNS, gone
from tests.builders import run_event
from tests.pipeline.test_batch import entries

Connection = psycopg.Connection[Any]

VERSIONS, FIELDS = 30, 40
ROWS = re.compile(r"actual time=\S+ rows=(\d+) loops=(\d+)|Rows Removed by [\w ]+: (\d+)")


def publish(connection: Connection, *schemas: tuple[str, ...]) -> None:
    """One event a minute, each with the next schema of `t`."""
    history = []
    for minute, fields in enumerate(schemas):
        event = run_event(f"r{minute}", "COMPLETE", f"{9 + minute // 60:02}:{minute % 60:02}", outputs=("t",))
        event["outputs"][0]["facets"] = {"schema": {"fields": [{"name": name} for name in fields]}}
        history.append(event)
    Publisher(3).publish(connection, to_table(fold_events(entries(history))), advance=False)


def gone_names(connection: Connection, as_of: datetime | None = None) -> set[str]:
    fields = dict(connection.execute("select id, field from nodes where kind = 'column'").fetchall())
    return {fields[id] for id in gone(connection, list(fields), as_of)}


@pytest.mark.parametrize(
    ("schemas", "expected"),
    [
        ((("a", "b"), ("a",)), {"b"}),
        ((("a", "b"), ("a",), ("a", "b")), set()),
        ((("a", "B"), ("a", "b")), set()),
        ((("a", "s.x"), ("a", "S")), set()),
        ((("a", "s.x"), ("a", "s.y")), {"s.x"}),
        ((("a", "s.x"), ("a", "sx")), {"s.x"}),
        ((("a",), ("a", "b")), set()),
    ],
)
def test_a_column_is_gone_that_an_older_schema_lists_and_the_newest_does_not(
    connection: Connection, schemas: tuple[tuple[str, ...], ...], expected: set[str]
) -> None:
    publish(connection, *schemas)
    assert gone_names(connection) == expected


def test_at_an_earlier_time_the_schema_of_that_time_counts(connection: Connection) -> None:
    publish(connection, ("a", "b"), ("a",), ("c",))
    [(second,)] = connection.execute("select valid_from from schema_versions order by 1 offset 1 limit 1")
    assert gone_names(connection, second) == {"b"}
    assert gone_names(connection, datetime(2020, 1, 1, tzinfo=UTC)) == set()


def test_columns_that_schemas_never_listed_do_not_have_every_version_searched(connection: Connection) -> None:
    """The worst case: each column would have to be sought in every field of every version."""
    publish(connection, *(tuple(f"v{version}_{n}" for n in range(FIELDS)) for version in range(VERSIONS)))
    ids = [id for (id,) in connection.execute("select id from nodes where kind = 'column'")]
    plan = "\n".join(
        row for (row,) in connection.execute(f"explain (analyze) {OF_COLUMNS}", {"ids": ids, "as_of": None})
    )
    seen, loops = 0, 1
    for rows, again, thrown_away in ROWS.findall(plan):
        loops = int(again or loops)
        seen += loops * int(rows or thrown_away)
    assert len(gone(connection, ids, None)) == (VERSIONS - 1) * FIELDS
    assert seen < 20 * len(ids), plan
