"""SQL texts without their literals: another day's query is the same text, in every dialect."""

import json
from pathlib import Path

import pytest

from headwater.facts import read_event
from headwater.facts.openlineage.sql_text import MAX_CHARACTERS, without_literals
from headwater.model.events import EventKind, LogEntry
from headwater.sql.lineage import analyse
from tests.builders import run_event
from tests.sql.case_files import CASES, edges, paths, read

ESCAPING = ["mysql", "bigquery", "spark", "databricks", "snowflake", "hive", "clickhouse"]


@pytest.mark.parametrize("dialect", ESCAPING)
def test_an_escaped_quote_does_not_end_a_string(dialect: str) -> None:
    text = r"select a, b from t where name = 'O\'Brien' and day = '2026-04-20'"
    assert without_literals(text, dialect) == "select a, b from t where name = '?' and day = '?'"


def test_where_a_backslash_escapes_nothing_the_quote_ends_the_string() -> None:
    text = r"select 'C:\' as path, b from t where day = '2026-04-20'"
    assert without_literals(text, "postgres") == "select '?' as path, b from t where day = '?'"


def test_an_escaped_quote_in_an_unknown_dialect_leaves_the_text_as_it_is() -> None:
    text = r"select a from t where name = 'O\'Brien'"
    assert without_literals(text, None) == text


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (None, "select \"it's\" from t -- don't\nwhere a = 'x'"),
        ("mysql", "select `it's` from t # don't\nwhere a = 'x'"),
        ("bigquery", 'select `it\'s` from t where a = "x"'),
        ("postgres", "select \"it's\" from t /* don't */ where a = 'x'"),
    ],
)
def test_names_stay_comments_go_and_strings_become_one(dialect: str | None, text: str) -> None:
    words = without_literals(text, dialect).replace('"', "`").split()
    assert words == ["select", "`it's`", "from", "t", "where", "a", "=", "'?'"]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("snowflake", "select * from t pivot (sum(a) for m in ('jan', 'feb'))"),
        ("mysql", "select a as 'day' from t"),
        ("mysql", "select max(a) 'day', b 'night' from t"),
        ("tsql", "select 'day' = a, 'night' = b from t"),
        ("mysql", "replace into o select a, 'x' from t"),
        ("bigquery", "begin insert into o select a from t; end"),
        ("postgres", "do $$ begin insert into o select 'x' from t; end $$"),
        ("snowflake", "execute immediate 'insert into o select a from t'"),
        ("tsql", "exec ('insert into o select a from t')"),
        ("duckdb", "select a from 'day.csv'"),
        ("postgres", "select $$it's$$ from t"),
        ("postgres", "select 'open"),
    ],
)
def test_strings_that_are_names_and_texts_that_cannot_be_split_stay(dialect: str, text: str) -> None:
    assert without_literals(text, dialect) == text


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_no_text_is_read_in_another_way_without_its_literals(path: Path) -> None:
    case = read(path)
    plain = without_literals(case.text, case.dialect)
    found = analyse(plain, dialect=case.dialect, inputs=case.inputs, outputs=case.outputs)
    assert edges(found) == case.edges


def test_lists_of_any_length_are_one_and_other_letters_than_ascii_shift_nothing() -> None:
    text = "select größe, '½' from täble where ß in ('ä', 'ö', 'ü') and x = '→'"
    expected = "select größe, '?' from täble where ß in ('?') and x = '?'"
    assert without_literals(text, None) == expected


def test_a_text_beyond_measure_stays_as_it_is() -> None:
    text = "select '" + "x" * MAX_CHARACTERS + "'"
    assert without_literals(text, None) == text


def test_the_namespaces_of_its_datasets_tell_the_dialect_of_a_text() -> None:
    query = {"query": r"insert into u select a from t where name = 'O\'Brien'"}
    event = run_event("r", "COMPLETE", 0, inputs=("t",), outputs=("u",), job_facets={"sql": query})
    for dataset in (*event["inputs"], *event["outputs"]):
        dataset["namespace"] = "mysql://shop:3306"
    entry = LogEntry(1, "0" * 32, 0, EventKind.RUN, json.dumps(event))

    [text] = [fact.value for fact in read_event(entry) if fact.kind == "sql"]

    assert text == "insert into u select a from t where name = '?'"
