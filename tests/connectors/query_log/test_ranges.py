"""A log cut into ranges gives the rows of the whole, wherever it is cut."""

import csv
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.connectors.query_log import ranges
from headwater.connectors.query_log.mappings import MAPPINGS
from headwater.connectors.query_log.ranges import cut
from headwater.connectors.query_log.rows import is_csv, rows_of_file, rows_of_range

PLAIN = MAPPINGS["plain"]
cells = st.text(alphabet='ab",\n\r é', max_size=12)


def rows_by_range(file: Path, size: int) -> list[object]:
    whole = ranges.RANGE_BYTES
    ranges.RANGE_BYTES = size
    try:
        places = list(cut(file, 0, file.stat().st_size, is_csv(file), is_csv(file)))
    finally:
        ranges.RANGE_BYTES = whole
    assert [one.begin for one in places[1:]] == [one.end for one in places[:-1]]
    return [row.columns for place in places for row in rows_of_range(place, PLAIN)]


@given(st.lists(st.tuples(cells, cells), max_size=30), st.integers(1, 60), st.sampled_from(["\n", "\r\n"]))
def test_rows_of_a_csv_are_the_same_however_it_is_cut(
    found: list[tuple[str, str]], size: int, ending: str
) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "log.csv"
        with file.open("w", newline="", encoding="utf-8") as opened:
            csv.writer(opened, lineterminator=ending).writerows([("sql", "user"), *found])
        assert rows_by_range(file, size) == [row.columns for row in rows_of_file(file, PLAIN)]


@given(st.lists(cells, max_size=30), st.integers(1, 60), st.booleans())
def test_lines_of_json_are_the_same_however_they_are_cut(found: list[str], size: int, ends: bool) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "log.jsonl"
        file.write_text("\n".join(json.dumps({"sql": one}) for one in found) + "\n" * ends)
        assert rows_by_range(file, size) == [{"sql": one} for one in found]


@pytest.mark.parametrize("size", [8, 64, 1_000_000])
def test_a_range_ends_behind_a_row_and_is_no_longer_than_one_more_row(tmp_path: Path, size: int) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text("".join(f'{{"sql": "select {n}"}}\n' for n in range(100)))
    rows = rows_by_range(file, size)
    assert len(rows) == 100
