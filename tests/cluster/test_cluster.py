"""On a Spark cluster everything comes out as on one machine: stream, rebuild and batch jobs, row by row.

The tests build on each other, in this order: each adds to the same two databases.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest
from deltalake import DeltaTable
from pyarrow import parquet

from headwater.demo import history
from headwater.facts.arrow import fold_table
from headwater.log import telemetry as telemetry_log
from headwater.model.events import Event
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import from_micros
from headwater.store.tables import TELEMETRY
from tests.builders import to_log
from tests.cluster.sides import Side, Sides
from tests.cluster.spark_cluster import EXECUTOR, USERS, needs_cluster
from tests.facts.telemetry.requests import AT, span, traces
from tests.pipeline.served import natural_rows, served
from tests.server.system import wait_for
from tests.tcp_postgres import PASSWORD

pytestmark = [needs_cluster, pytest.mark.server, pytest.mark.timeout(900)]

FIRST, SECOND = slice(0, 1200), slice(1200, 2400)
OF_BATCH_JOBS = (
    *("effective_classes", "column_suggestions", "dataset_reach", "job_baselines", "run_anomalies"),
    *("query_tables", "query_references", "indexed_datasets"),
)
# When, in which batch, and digests of numbers: not what.
UNCOMPARED = ("computed_at", "batch", "id", "position", "state")


@cache
def events() -> Sequence[Event]:
    """ShopFlow's thirty days."""
    return [to_log(event) for event in history()]


def assert_alike(sides: Sides) -> None:
    on_cluster, locally = map(served_rows, sides.both)
    for table, rows in locally.items():
        assert on_cluster[table] == rows, table


def served_rows(side: Side) -> dict[str, list[tuple[Any, ...]]]:
    with side.connect() as connection:
        return served(connection)


def test_batches_of_the_stream_are_read_by_other_users_python(sides: Sides) -> None:
    begun = sides.append_until_streaming(events()[:300])
    sides.append(events()[begun : FIRST.stop])
    sides.wait_until_published()

    assert_alike(sides)
    assert sides.cluster.rows("select count(*) from runs")[0][0] > 100
    assert sides.spark.users_of_pythons() == set(USERS)


def test_no_password_is_an_option_of_any_process(sides: Sides) -> None:
    lines = sides.spark.command_lines()
    assert any(EXECUTOR in line for line in lines)
    assert not [line for line in lines if PASSWORD in line or sides.spark.secret in line]
    kept = [file for file in (sides.cluster.home / "spark").rglob("*") if file.is_file()]
    assert not [file for file in kept if PASSWORD.encode() in file.read_bytes()]


def test_an_executor_killed_in_a_batch_changes_nothing(sides: Sides) -> None:
    sides.append(events()[SECOND])
    [victim] = sides.spark.executors(0)
    victim.kill()
    sides.wait_until_published()
    assert_alike(sides)
    wait_for("another executor", lambda: sides.spark.executors(0) not in ([], [victim]), 60)


def test_a_rebuild_comes_out_alike_though_an_executor_is_killed(sides: Sides) -> None:
    work = [side.request("rebuild") for side in sides.both]
    wait_for("its beginning", lambda: _progress(sides.cluster, work[0]), 60)
    for victim in sides.spark.executors(1):
        victim.kill()
    results = [side.result(number) for side, number in zip(sides.both, work, strict=True)]
    assert results[0]["positions"] == results[1]["positions"] == SECOND.stop
    assert_alike(sides)


def _progress(side: Side, work: int) -> bool:
    begun = "select progress is not null or finished_at is not null from work where id = %s"
    return side.rows(begun, work) == [(True,)]


def test_batch_jobs_come_out_alike(sides: Sides) -> None:
    for kind in ("query_index", "analytics", "baselines", "suggest"):
        work = [side.request(kind) for side in sides.both]
        for side, number in zip(sides.both, work, strict=True):
            side.result(number)
    found = []
    for side in sides.both:
        with side.connect() as connection:
            found.append(natural_rows(connection, OF_BATCH_JOBS, UNCOMPARED))
    for table, rows in found[1].items():
        assert found[0][table] == rows, table
    assert all(found[0][table] for table in ("dataset_reach", "job_baselines", "query_references"))


def test_the_closure_is_written_below_the_driver_s_home(sides: Sides) -> None:
    work = [side.request("closure", level="column", format="parquet") for side in sides.both]
    pairs = []
    for side, number in zip(sides.both, work, strict=True):
        folder = Path(side.result(number)["folder"])
        rows = [row for file in sorted(folder.glob("part-*")) for row in parquet.read_table(file).to_pylist()]
        names = ("namespace", "name", "field")
        keys = [f"{end}_{part}" for end in ("ancestor", "descendant") for part in names]
        pairs.append(sorted(tuple(str(row[key]) for key in (*keys, "depth")) for row in rows))
    assert pairs[0] == pairs[1] != []


def test_telemetry_comes_out_alike(sides: Sides) -> None:
    texts = {"note": "x" * 400}
    bodies = [
        traces(*(span(n, trace=part + 1, attributes=texts) for n in range(1, 501))) for part in range(8)
    ]
    asked = [
        TelemetryRequest(TelemetryKind.TRACES, Encoding.PROTOBUF, body, from_micros(AT // 1000))
        for body in bodies
    ]
    assert sum(map(len, bodies)) > 1_500_000
    found = []
    for side in sides.both:
        with side.connect() as connection:
            connection.execute(telemetry_log.INSERT, telemetry_log._columns(asked))
    for side in sides.both:
        side.wait_for("telemetry", "select spans = 4000 from telemetry_state")
        with side.connect() as connection:
            kept = sorted(set(TELEMETRY) - {"telemetry_state"})
            found.append(natural_rows(connection, kept, UNCOMPARED))
    assert found[0] == found[1]
    assert len(found[0]["trace_spans"]) == 4000


def test_the_lake_holds_the_same_rows(sides: Sides) -> None:
    on_cluster, locally = (_lake(side) for side in sides.both)
    for table, rows in locally.items():
        # Not `==` of the lists: telling how thousands of rows differ takes longer than the test.
        assert not set(on_cluster[table]).symmetric_difference(rows), table
        assert len(on_cluster[table]) == len(rows), table
    assert len(locally["events"]) == SECOND.stop
    assert len(locally["facts"]) > SECOND.stop


def _lake(side: Side) -> dict[str, list[str]]:
    folder = side.home / "lake"
    [(head,)] = side.rows("select max(position) from events")

    def is_level() -> bool:
        tables = [folder / name for name in ("events", "facts")]
        return all(
            DeltaTable.is_deltatable(str(one)) and DeltaTable(one).transaction_version("headwater") == head
            for one in tables
        )

    wait_for("the lake", is_level, 120)
    found = {name: DeltaTable(folder / name).to_pyarrow_table() for name in ("events", "facts")}
    # A row is what one task folded of one batch, and which events these were is different here and there.
    facts = found["facts"].filter(pc.not_equal(found["facts"]["kind"], "progress"))
    found["facts"] = fold_table(facts)
    return {name: [repr(sorted(row.items())) for row in rows.to_pylist()] for name, rows in found.items()}
