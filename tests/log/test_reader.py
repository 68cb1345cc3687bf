"""Batches of the log: bounded by count and by bytes, whatever single events are like."""

from collections.abc import Sequence
from uuid import uuid4

import pytest
from psycopg import Connection

from headwater.log import reader
from headwater.log.reader import position_after

INSERT = """
insert into events (event_id, kind, event_time, body) values (%s, 'run', now(), repeat('x', %s))
"""


def fill(connection: Connection, sizes: Sequence[int]) -> None:
    for size in sizes:
        connection.execute(INSERT, [uuid4(), size])


@pytest.mark.parametrize(
    ("sizes", "count", "last"),
    [
        ([10, 10, 10], 10, 3),
        ([10, 10, 10], 2, 2),
        ([60, 60, 60], 10, 1),
        ([40, 60, 10], 10, 2),
        ([500, 10], 10, 1),
        ([], 10, 0),
    ],
)
def test_a_batch_holds_so_many_events_or_so_many_bytes(
    connection: Connection, monkeypatch: pytest.MonkeyPatch, sizes: Sequence[int], count: int, last: int
) -> None:
    monkeypatch.setattr(reader, "MAX_BATCH_BYTES", 100)
    before = position_after(connection, 0, 1_000_000)
    fill(connection, sizes)
    assert position_after(connection, before, count) - before == last
