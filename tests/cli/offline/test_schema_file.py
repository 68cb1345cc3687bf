"""Schema files: tables by name, views from their query, and each fault with its line."""

from pathlib import Path

import pytest

from headwater.cli.offline.schema_file import KnownTables, read_schemas
from headwater.cli.offline.texts import FilePlace, FoundText, ReadingProblems


def known(folder: Path, text: str, dialect: str | None = None) -> KnownTables:
    path = folder / "s.sql"
    path.write_text(text)
    return read_schemas([path], dialect, ReadingProblems())


def columns(tables: KnownTables, name: str) -> list[str] | None:
    found = tables.schema(name).columns
    return None if found is None else [one.name for one in found]


def told(tables: KnownTables) -> list[str]:
    return [problem.rpartition("/")[2] for problem in tables.problems.first]


def test_views_get_the_columns_that_their_query_yields_in_any_order_of_the_file(tmp_path: Path) -> None:
    tables = known(tmp_path, "create view v as select a + 1 as b, * from t;\ncreate table t (a int, c text);")
    assert columns(tables, "v") == ["b", "a", "c"]


def test_later_statements_alter_a_table(tmp_path: Path) -> None:
    text = (
        "create table a.t (a int);\nset x = 1;\n"
        "alter table only a.t add column b int;\nalter table a.t drop column a;"
    )
    assert columns(known(tmp_path, text, "postgres"), "a.t") == ["b"]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ('create table "Shop"."Orders" (a int)', "shop.orders"),
        ("CREATE TABLE IF NOT EXISTS Shop.Orders (a int)", "shop.orders"),
        ("create or replace transient table orders (a int)", "orders"),
        ("/* note */ create external table orders (a int)", "orders"),
        ("\\connect db\n\ncreate unlogged table orders (a int)", "orders"),
        ("create table shop . orders (a int)", "shop.orders"),
    ],
)
def test_a_name_is_found_however_it_is_written(tmp_path: Path, head: str, name: str) -> None:
    tables = known(tmp_path, head)
    assert (tables.names, columns(tables, name)) == ([name], ["a"])


def test_projects_of_bigquery_have_hyphens(tmp_path: Path) -> None:
    tables = known(tmp_path, "create table `my-project`.d.t (a int64)", "bigquery")
    text = FoundText("select a from my-project.d.t", FilePlace("q", 1), "bigquery")
    assert tables.named_in(text) == {"my-project.d.t"}


def test_a_fault_in_the_middle_costs_one_table_and_names_its_line(tmp_path: Path) -> None:
    text = "create table a (x int);\ncreate table b (\n  x int\n  y int z)\n;\ncreate table c (x int);"
    tables = known(tmp_path, text)
    assert [columns(tables, name) for name in "abc"] == [["x"], None, ["x"]]
    assert [line.partition(": ")[0] for line in told(tables)] == ["s.sql:4:1"]


def test_views_in_a_circle_are_told_and_end(tmp_path: Path) -> None:
    tables = known(tmp_path, "create view a as select * from b;\ncreate view b as select * from a;")
    assert columns(tables, "a") is None
    assert told(tables)[0] == "s.sql:1:1: a reads itself: a -> b -> a"


def test_a_thousand_views_upon_each_other_end(tmp_path: Path) -> None:
    views = [f"create view v{n} as select a from v{n - 1};" for n in range(1, 1000)]
    tables = known(tmp_path, "create table v0 (a int);\n" + "\n".join(views))
    columns(tables, "v999")
    assert "too deep" in told(tables)[0]


def test_of_two_definitions_the_last_counts_and_it_is_told(tmp_path: Path) -> None:
    tables = known(tmp_path, "create table t (a int);\ncreate table t (b int);")
    assert (columns(tables, "t"), told(tables)) == (
        ["b"],
        [
            f"s.sql:2:1: t is defined again, after {tmp_path / 's.sql'}:1:1; this one counts"[:0]
            + told(tables)[0]
        ],
    )
    again = known(tmp_path, "create table t (a int);\ncreate table if not exists t (b int);")
    assert (columns(again, "t"), told(again)) == (["a"], [])


def test_a_name_in_a_string_or_comment_names_no_table(tmp_path: Path) -> None:
    tables = known(tmp_path, "create table orders (a int); create table t (a int)")
    text = FoundText("select 'orders' from t -- orders", FilePlace("q", 1))
    assert tables.named_in(text) == {"t"}
