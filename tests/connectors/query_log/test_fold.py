"""Large logs are counted by text, day and person before they are sent: the same counts in fewer documents."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.query_log import QueryLogConnector, QueryLogOptions, connector, folded, ranges
from headwater.connectors.query_log.on_spark import on_spark
from headwater.sql.fingerprint import fingerprint
from tests.connectors.contract import NOW


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "RANGE_BYTES", 4_000)
    monkeypatch.setattr(folded, "PART_RANGES", 3)


def write_log(file: Path, lines: int, first: int = 0) -> None:
    """Three texts, five people, four days; every seventh without a duration."""
    rows = (
        {
            "sql": f"select {('amount', 'note', 'id')[n % 3]} from orders where id = {n}",
            "time": f"2026-04-{10 + n % 4}T{n % 24:02}:{n % 60:02}:00Z",
            "user": f"user{n % 5}",
            **({"duration_ms": n % 100} if n % 7 else {}),
        }
        for n in range(first, first + lines)
    )
    text = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    with file.open("ab") as opened:
        opened.write(gzip.compress(text) if file.suffix == ".gz" else text)


def reader(spark: Any, file: Path, fold: bool | None = True) -> QueryLogConnector:
    found = connector(QueryLogOptions([str(file)], fold=fold))
    return found.folding_with(on_spark(lambda: spark))


def read(found: QueryLogConnector, state: Any = None) -> tuple[list[Any], dict[str, Any]]:
    said: list[Any] = []
    last = dict(state or {})
    for one in found.fetch(last, NOW):
        said += found.translate(one.part, NOW)
        last = dict(one.state)
    return said, last


def totals(said: list[Any]) -> tuple[Counter[Any], Counter[Any]]:
    runs: Counter[Any] = Counter()
    spent: Counter[Any] = Counter()
    for one in said:
        assert isinstance(one, SourceDocument), one
        body, count = one.body, one.body.get("count", 1)
        key = (fingerprint(body["sql"], None), body["time"][:10], body["user"])
        runs[key] += count
        spent[key] += round(body.get("duration_ms", 0) * count)
    return runs, spent


def test_a_folded_log_counts_what_its_rows_say(spark: Any, tmp_path: Path) -> None:
    write_log(tmp_path / "log.jsonl", 1_000)
    plain, _ = read(reader(spark, tmp_path / "log.jsonl", fold=False))
    found, _ = read(reader(spark, tmp_path / "log.jsonl"))
    assert totals(found) == totals(plain)
    assert len(found) < len(plain) == 1_000


def test_a_log_that_grew_is_folded_from_where_it_ended(spark: Any, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    write_log(file, 300)
    first, state = read(reader(spark, file))
    assert read(reader(spark, file), state) == ([], state)
    write_log(file, 200, first=300)
    more, _ = read(reader(spark, file), state)
    plain, _ = read(reader(spark, file, fold=False))
    assert totals([*first, *more]) == totals(plain)


def test_a_log_that_was_read_by_rows_is_folded_from_there_and_the_other_way_round(
    spark: Any, tmp_path: Path
) -> None:
    file = tmp_path / "log.jsonl"
    write_log(file, 100)
    first, state = read(reader(spark, file, fold=False))
    write_log(file, 100, first=100)
    second, state = read(reader(spark, file), state)
    write_log(file, 100, first=200)
    third, _ = read(reader(spark, file, fold=False), state)
    plain, _ = read(reader(spark, file, fold=False))
    assert totals([*first, *second, *third]) == totals(plain)


def test_a_packed_log_is_folded_as_a_whole(spark: Any, tmp_path: Path) -> None:
    write_log(tmp_path / "log.jsonl", 200)
    write_log(tmp_path / "log.jsonl.gz", 200)
    assert totals(read(reader(spark, tmp_path / "log.jsonl.gz"))[0]) == totals(
        read(reader(spark, tmp_path / "log.jsonl"))[0]
    )


def test_what_can_not_be_used_is_listed_first_and_then_counted(spark: Any, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    write_log(file, 20)
    with file.open("a") as opened:
        opened.write("{\n" * 100)
    found, _ = read(reader(spark, file))
    problems = [one for one in found if isinstance(one, SourceProblem)]
    assert sum(one.times for one in problems) == 100
    assert len(problems) < 50
    assert {one.reason for one in problems} == {"is no JSON object"}


def test_only_large_logs_are_folded_unless_it_is_asked_for(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "log.jsonl"
    write_log(file, 200)
    assert len(read(reader(spark, file, fold=None))[0]) == 200
    monkeypatch.setattr(folded, "LARGE_BYTES", 1_000)
    assert len(read(reader(spark, file, fold=None))[0]) < 200
