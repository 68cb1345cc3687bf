"""Telemetry in the store: every span and point counts once, in any order, however often it is sent."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from headwater.facts.telemetry.arrow import read_entries
from headwater.facts.telemetry.sketch import quantile
from headwater.model.telemetry import TelemetryEntry
from headwater.store.telemetry.publish import drop_old_partitions, partitions, publish
from tests.facts.telemetry.requests import AT, SECOND, counter, span, traces

RECEIVED = AT // 1000 + 60_000_000
DAYS = 7

TABLES = {
    "trace_spans": "*",
    "traces": "*",
    "metric_points": "*",
    "telemetry_series": "*",
    "telemetry_rollups": "*",
}


def entry(position: int, body: bytes, kind: str = "traces", received: int = RECEIVED) -> TelemetryEntry:
    return TelemetryEntry(position, kind, "protobuf", None, received, body)


def served(connection: psycopg.Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: sorted(connection.execute(f"select {columns} from {table}").fetchall(), key=repr)
        for table, columns in TABLES.items()
    }


def published(connection: psycopg.Connection, *batches: list[TelemetryEntry]) -> psycopg.Connection:
    for number, batch in enumerate(batches, 1):
        publish(connection, read_entries(batch), number, DAYS)
    return connection


def requests(seed: int) -> list[tuple[str, bytes]]:
    """Traces with parents, errors and doubled ids; counters of both temporalities."""
    chance = random.Random(seed)
    found: list[tuple[str, bytes]] = []
    for _ in range(12):
        spans = [
            span(
                chance.randint(1, 9),
                trace=chance.randint(1, 3),
                parent=chance.choice([None, 1, 2]),
                name=chance.choice(["load", "write"]),
                start=AT + chance.randint(-3600, 30) * SECOND,
                duration=chance.randint(0, 10**10),
                failed=chance.random() < 0.3,
            )
            for _ in range(chance.randint(1, 5))
        ]
        found.append(("traces", traces(*spans)))
    for cumulative in (True, False):
        for _ in range(4):
            values = [(chance.randint(-200, 50), chance.uniform(0, 9)) for _ in range(4)]
            found.append(("metrics", counter(*values, cumulative=cumulative)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_any_order_and_any_repeats_end_in_the_same_rows(new_database: Callable[[], str], seed: int) -> None:
    sent = requests(seed)
    chance = random.Random(seed)
    shuffled = chance.sample(sent, len(sent)) + chance.sample(sent, 5)
    cuts = sorted([0, *chance.sample(range(1, len(shuffled)), 4), len(shuffled)])
    with psycopg.connect(new_database()) as once, psycopg.connect(new_database()) as other:
        published(once, [entry(n, body, kind) for n, (kind, body) in enumerate(sent)])
        batches = [shuffled[a:b] for a, b in pairwise(cuts)]
        published(other, *([entry(n, body, kind) for n, (kind, body) in enumerate(b)] for b in batches))

        assert served(once) == served(other)
        assert served(once)["telemetry_rollups"]


def test_a_batch_that_comes_again_changes_nothing(connection: psycopg.Connection) -> None:
    published(connection, [entry(1, traces(span(1)))])
    again = publish(connection, read_entries([entry(1, traces(span(1)), received=RECEIVED)]), 1, DAYS)
    assert again.skipped
    assert connection.execute("select spans from telemetry_state").fetchone() == (1,)


def test_rollups_count_durations_and_errors_by_minute_hour_and_day(connection: psycopg.Connection) -> None:
    spans = [span(n, start=AT + n * 50 * SECOND, duration=n * SECOND, failed=n == 3) for n in (1, 2, 3)]
    published(connection, [entry(1, traces(*spans))])

    cells = connection.execute(
        "select step, count, errors, total::float8, least, greatest from telemetry_rollups order by 1, bucket"
    ).fetchall()
    assert cells == [
        ("day", 3, 1, 6.0, 1.0, 3.0),
        ("hour", 3, 1, 6.0, 1.0, 3.0),
        ("minute", 1, 0, 1.0, 1.0, 1.0),
        ("minute", 1, 0, 2.0, 2.0, 2.0),
        ("minute", 1, 1, 3.0, 3.0, 3.0),
    ]
    bins, counts = connection.execute(
        "select bins, counts from telemetry_rollups where step = 'day'"
    ).fetchone() or ((), ())
    assert quantile(dict(zip(bins, counts, strict=True)), 0.5) == pytest.approx(2.0, rel=0.01)


def test_what_comes_too_late_is_counted_and_not_served(connection: psycopg.Connection) -> None:
    late = span(2, start=AT - 9 * 86_400 * SECOND)
    done = publish(connection, read_entries([entry(1, traces(span(1), late))]), 1, DAYS)
    assert (done.spans, done.late) == (1, 1)


def test_days_that_nothing_is_taken_for_any_more_are_dropped(connection: psycopg.Connection) -> None:
    spans = [span(n, trace=n, start=AT - n * 86_400 * SECOND) for n in (1, 2, 3)]
    published(connection, [entry(1, traces(*spans))])
    before = datetime.fromtimestamp(AT / 1e9, UTC).date()
    drop_old_partitions(connection, before.replace(day=before.day - 2))

    assert len(partitions(connection, "trace_spans")) == 2
    assert connection.execute("select count(*) from traces").fetchone() == (2,)
    assert connection.execute("select sum(count) from telemetry_rollups where step = 'day'").fetchone() == (
        3,
    )


def test_what_could_not_be_used_is_noted_with_its_place(connection: psycopg.Connection) -> None:
    published(connection, [entry(7, traces(span(1), span(2, trace_id=b"x")))])
    found = connection.execute("select position, place, reason from telemetry_problems").fetchall()
    assert found == [(7, "resourceSpans[0].scopeSpans[0].spans[1]", "traceId: must have 16 bytes, has 1")]


def test_texts_beyond_what_an_index_holds_stop_nobody(connection: psycopg.Connection) -> None:
    # Random, as an index compresses what repeats, and of four bytes each.
    long = "".join(map(chr, random.Random(1).choices(range(0x20000, 0x2A000), k=10_000)))
    named = traces(span(1, name=long, attributes={long: long}), resource={"service.name": long})
    published(connection, [entry(1, named), entry(2, counter((0, 1.0), name=long), "metrics")])
    publish(connection, read_entries([entry(3, traces(span(2, trace_id=b"x" * 10_000)))]), 2, DAYS)
    rows = served(connection)
    assert (len(rows["trace_spans"]), len(rows["metric_points"])) == (1, 1)
    [(place,)] = connection.execute("select place from telemetry_problems").fetchall()
    assert "spans" in place
