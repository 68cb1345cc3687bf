"""Files of queries: SQL, JSON lines, CSV; one bad line never costs the others."""

from pathlib import Path

import pytest

from headwater.cli.offline.query_file import read_queries
from headwater.cli.offline.texts import FoundText, ReadingProblems
from headwater.errors import BadInputError


def read(folder: Path, name: str, text: str) -> tuple[list[FoundText], list[str]]:
    problems = ReadingProblems()
    (folder / name).write_text(text)
    found = read_queries([folder / name], "duckdb", problems)
    return found, [problem.rpartition("/")[2] for problem in problems.first]


def test_statements_have_their_lines(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "q.sql", "select 1;\n\n  select 2")
    assert [(one.text, one.place.line, one.place.column) for one in found] == [
        ("select 1", 1, 1),
        ("select 2", 3, 3),
    ]


def test_a_bad_line_is_told_and_the_others_stay(tmp_path: Path) -> None:
    first = '{"sql": "select 1", "dialect": "PostgreSQL", "schema": "s"}'
    lines = f'{first}\nnonsense\n{{"sql": 3}}\n{{"sql": "select 2"}}\n'
    found, told = read(tmp_path, "q.jsonl", lines)
    assert [(one.text, one.dialect, one.namespace) for one in found] == [
        ("select 1", "postgres", ("s",)),
        ("select 2", "duckdb", ()),
    ]
    assert [line.partition(": ")[0] for line in told] == ["q.jsonl:2:1", "q.jsonl:3:1"]


def test_a_csv_is_read_by_its_header(tmp_path: Path) -> None:
    text = 'usename;calls;query\nann;3;"select 1;\nselect 2"\nbob;;select 3\n'
    found, told = read(tmp_path, "q.csv", text)
    assert [(one.user, one.count, one.text, one.place.line) for one in found] == [
        ("ann", 3, "select 1;\nselect 2", 2),
        ("bob", 1, "select 3", 4),
    ]
    assert told == []


def test_a_csv_without_the_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"q\.csv:1: a CSV of queries needs a header"):
        read(tmp_path, "q.csv", "a,b\n1,2\n")


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "b.sql").write_text("select 2")
    (tmp_path / "a.jsonl").write_text('{"sql": "select 1"}')
    (tmp_path / "notes.md").write_text("select 3")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "c.sql").write_text("select 4")
    found = read_queries([tmp_path], None, ReadingProblems())
    assert [one.text for one in found] == ["select 1", "select 2"]
