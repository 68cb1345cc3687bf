"""Counters of pg_stat_statements grow from export to export: each run is counted once."""

import json
from pathlib import Path
from typing import Any

from headwater.connectors.query_log import QueryLogOptions, connector
from tests.connectors.contract import NOW


def write(file: Path, hour: int, **calls: int) -> None:
    rows = [
        {
            "query": f"select {name} from orders",
            "calls": count,
            "usename": "kira",
            "time": f"2026-04-20T{hour:02}:00:00Z",
        }
        for name, count in calls.items()
    ]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def read(place: Path, state: Any) -> tuple[dict[str, int], Any]:
    found = connector(QueryLogOptions([str(place)], "pg-stat-statements"))
    counted: dict[str, int] = {}
    for part in found.fetch(state, NOW):
        for one in found.translate(part.part, NOW):
            counted[one.body["sql"].split()[1]] = one.body["count"]  # type: ignore[union-attr]
        state = part.state
    return counted, state


def test_a_later_export_tells_only_what_ran_since(tmp_path: Path) -> None:
    write(tmp_path / "1.jsonl", 1, amount=100, note=7)
    first, state = read(tmp_path, {})
    write(tmp_path / "2.jsonl", 2, amount=140, note=7, id=3)
    second, state = read(tmp_path, state)
    assert (first, second) == ({"amount": 100, "note": 7}, {"amount": 40, "id": 3})
    assert read(tmp_path, state) == ({}, state)


def test_an_export_under_the_same_name_is_read_whole(tmp_path: Path) -> None:
    write(tmp_path / "now.jsonl", 1, amount=100)
    _, state = read(tmp_path, {})
    write(tmp_path / "now.jsonl", 2, amount=101)
    assert read(tmp_path, state)[0] == {"amount": 1}


def test_statistics_that_were_reset_count_from_nothing(tmp_path: Path) -> None:
    write(tmp_path / "1.jsonl", 1, amount=100)
    _, state = read(tmp_path, {})
    write(tmp_path / "2.jsonl", 2, amount=4)
    assert read(tmp_path, state)[0] == {"amount": 4}
