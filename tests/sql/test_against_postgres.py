"""PostgreSQL judges random queries: which columns a view depends on, and what changes when a column does."""

import random
from collections.abc import Iterator, Mapping

import psycopg
import pytest
from psycopg import Connection

from headwater.sql.lineage import Analysis, Relation, analyse
from tests.sql.random_queries import TABLES, Random

QUERIES = 160
ROWS = 6
Column = tuple[str, str]
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]
KNOWN = [Relation(table, columns) for table, columns in TABLES.items()]
UNKNOWN = [Relation(table) for table in TABLES]
DEPENDS = """
select distinct read.relname, attribute.attname from pg_depend
join pg_rewrite on pg_depend.classid = 'pg_rewrite'::regclass and pg_depend.objid = pg_rewrite.oid
join pg_class as read on read.oid = pg_depend.refobjid and read.relname <> 'judged'
join pg_attribute as attribute on attribute.attrelid = read.oid and attribute.attnum = pg_depend.refobjsubid
where pg_rewrite.ev_class = 'plain.judged'::regclass and pg_depend.refobjsubid > 0
"""


def fill(connection: Connection, schema: str, changed: Column | None = None) -> None:
    """The same rows in every schema, in the same order, but for the values of one column."""
    values, other = random.Random(5), random.Random(schema)
    connection.execute(f"create schema {schema}")
    for table, columns in TABLES.items():
        listed = ", ".join(f"{column} int" for column in columns)
        connection.execute(f"create table {schema}.{table} ({listed})")
        for _ in range(ROWS):
            row = [values.choice([0, 1, 1, 2, 3, None]) for _ in columns]
            if changed and changed[0] == table:
                row[columns.index(changed[1])] = other.choice([0, 1, 2, 4, None])
            marks = ", ".join(["%s"] * len(row))
            connection.execute(f"insert into {schema}.{table} values ({marks})", row)


@pytest.fixture(scope="module")
def judge(postgres_url: str) -> Iterator[Connection]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("set statement_timeout = 3000")
        fill(connection, "plain")
        for table, column in COLUMNS:
            for version in "ab":
                fill(connection, f"p_{table}_{column}_{version}", (table, column))
        yield connection
        for schema in ("plain", *(f"p_{t}_{c}_{version}" for t, c in COLUMNS for version in "ab")):
            connection.execute(f"drop schema {schema} cascade")


def results(judge: Connection, schema: str, query: str) -> Mapping[str, set[object]]:
    """By output column, the values it has: how often does not matter."""
    judge.execute(f"set search_path = {schema}")
    cursor = judge.execute(query)
    rows = cursor.fetchall()
    return {one.name: {row[place] for row in rows} for place, one in enumerate(cursor.description or ())}


def changing(judge: Connection, query: str, tables: set[str]) -> dict[str, set[Column]]:
    """By output column, the columns of these tables whose values change it."""
    before = results(judge, "plain", query)
    found: dict[str, set[Column]] = {name: set() for name in before}
    for table, column in (one for one in COLUMNS if one[0] in tables):
        for version in "ab":
            try:
                after = results(judge, f"p_{table}_{column}_{version}", query)
            except psycopg.Error:  # a scalar or a cast that other values do not allow
                continue
            for name in found:
                if before[name] != after[name]:
                    found[name].add((table, column))
    return found


@pytest.fixture(scope="module")
def judged(judge: Connection) -> list[tuple[str, set[Column], dict[str, set[Column]]]]:
    """Valid queries, with the columns each names and those that change each of its output columns."""
    found = []
    for seed in range(QUERIES):
        text, _ = Random(seed).query(seed % 4)
        try:
            judge.execute("set search_path = plain")
            judge.execute("drop view if exists judged")
            judge.execute(f"create view judged as {text}")
        except psycopg.Error:
            continue
        named = {(str(table), str(column)) for table, column in judge.execute(DEPENDS).fetchall()}
        found.append((text, named, changing(judge, text, {table for table, _ in named})))
    return found


def read(text: str, relations: list[Relation]) -> Analysis:
    return analyse(
        f"create view judged as {text}", dialect="postgres", inputs=relations, outputs=[Relation("judged")]
    )


def certain(analysis: Analysis) -> set[Column]:
    return {
        (one.relation, one.column)
        for written in analysis.written
        for dependencies in (written.whole, *written.columns.values())
        for one in dependencies
        if not one.guessed
    }


def missed(analysis: Analysis, changed: dict[str, set[Column]]) -> dict[str, set[Column]]:
    (written,) = analysis.written
    whole = {(one.relation, one.column) for one in written.whole}
    own = {name: {(one.relation, one.column) for one in found} for name, found in written.columns.items()}
    return {name: left for name in changed if (left := changed[name] - own.get(name, set()) - whole)}


Judged = list[tuple[str, set[Column], dict[str, set[Column]]]]


def test_most_random_queries_are_valid(judged: Judged) -> None:
    assert len(judged) > QUERIES / 2


def test_with_known_schemas_every_query_is_read_without_a_problem(judged: Judged) -> None:
    assert {text: found for text, *_ in judged if (found := read(text, KNOWN).problems)} == {}


def test_every_column_that_is_named_is_one_that_the_view_depends_on(judged: Judged) -> None:
    assert {text: wrong for text, named, _ in judged if (wrong := certain(read(text, KNOWN)) - named)} == {}


def test_every_column_that_changes_an_output_is_among_its_dependencies(judged: Judged) -> None:
    found = {text: missed(read(text, KNOWN), changed) for text, _, changed in judged}
    assert {text: left for text, left in found.items() if left} == {}


def test_the_output_columns_are_those_of_the_view(judged: Judged) -> None:
    for text, _, changed in judged:
        (written,) = read(text, KNOWN).written
        assert set(written.columns) == set(changed), text


def test_without_schemas_nothing_wrong_is_certain_and_nothing_is_lost_in_silence(judged: Judged) -> None:
    for text, named, changed in judged:
        analysis = read(text, UNKNOWN)
        assert certain(analysis) <= named, text
        if not analysis.problems and not analysis.unknown:
            assert missed(analysis, changed) == {}, text
