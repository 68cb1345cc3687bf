"""A migration script is read as the changes that it makes, in the words of each dialect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import BadInputError
from headwater.simulator.ddl import read_ddl
from headwater.simulator.schema_changes import apply, schemas_of
from headwater.sql.schemas import ColumnSchema, TableSchema

SHOP = schemas_of(
    [
        TableSchema(
            "shop.t", (ColumnSchema("a", "int"), ColumnSchema("b", "text"), ColumnSchema("c", "date"))
        ),
        TableSchema("shop.v", (ColumnSchema("a", "int"), ColumnSchema("total", "bigint"))),
    ]
)

BIGINT = "change the type of shop.t.a to BIGINT"
RENAMED = "rename shop.t.a to x"
GONE = ["drop shop.v.a", "drop shop.v.total"]


def words(text: str, dialect: str | None = "postgres") -> list[str]:
    return [one.in_words() for one in read_ddl(text, dialect=dialect, schemas=SHOP).changes]


@pytest.mark.parametrize(
    ("dialect", "text", "expected"),
    [
        ("postgres", "alter table t drop column b", ["drop shop.t.b"]),
        ("postgres", "alter table shop.t add column d int not null default 5", ["add shop.t.d INT"]),
        ("postgres", "alter table t alter column a type bigint", ["change the type of shop.t.a to BIGINT"]),
        ("postgres", "alter table t alter column a set not null", ["forbid nulls in shop.t.a"]),
        ("postgres", "alter table t alter column a drop not null", ["allow nulls in shop.t.a"]),
        ("postgres", "alter table t rename column a to x", ["rename shop.t.a to x"]),
        ("postgres", "alter table t rename to u", ["rename shop.t to shop.u"]),
        ("postgres", "drop table t; drop view v", ["drop shop.t", "drop shop.v"]),
        ("postgres", "drop table if exists nothing", []),
        ("mysql", "alter table t change a x bigint", [BIGINT, "allow nulls in shop.t.a", RENAMED]),
        ("mysql", "alter table t add column d int after a, drop b", ["add shop.t.d INT", "drop shop.t.b"]),
        ("mysql", "rename table t to u", ["rename shop.t to u"]),
        ("tsql", "exec sp_rename 'shop.t.a', 'x', 'COLUMN'", ["rename shop.t.a to x"]),
        ("tsql", "alter table t drop column a, b", ["drop shop.t.a", "drop shop.t.b"]),
        ("snowflake", "alter table t alter column a set data type bigint", [BIGINT]),
        ("spark", "alter table t change column a x bigint", [BIGINT, "rename shop.t.a to x"]),
        ("spark", "alter table t add columns (d int, e string)", ["add shop.t.d INT", "add shop.t.e STRING"]),
        ("databricks", "alter table t drop columns (a, b)", ["drop shop.t.a", "drop shop.t.b"]),
        ("oracle", "alter table t drop (a, b)", ["drop shop.t.a", "drop shop.t.b"]),
        ("oracle", "alter table t modify (a number(20))", ["change the type of shop.t.a to number(20)"]),
        ("bigquery", "alter table t drop column if exists zz", []),
        ("postgres", "create or replace view v as select a from t", ["drop shop.v.total"]),
        ("postgres", "create or replace view v as select c as day from t", [*GONE, "add shop.v.day DATE"]),
        ("postgres", "create table if not exists t (a int)", []),
        ("hive", "alter table t replace columns (a int, b string)", ["drop shop.t.c"]),
    ],
)  # fmt: skip
def test_a_statement_is_read_as_its_changes(dialect: str, text: str, expected: list[str]) -> None:
    assert words(text, dialect) == expected


def test_each_statement_sees_those_before_it() -> None:
    assert words("alter table t rename column a to x; alter table t drop column x") == [
        "rename shop.t.a to x",
        "drop shop.t.x",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("alter table nothing drop column a", "no table named `nothing`"),
        ("alter table t drop column aa", "no column named `aa`"),
        ("alter table t rename column a to b", "there is a column named `b` already"),
    ],
)
def test_what_cannot_be_made_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInputError, match=says) as caught:
        words(text)
    assert caught.value.field == "ddl"


def test_what_changes_no_column_is_no_change() -> None:
    found = read_ddl(
        "create index i on t (a); alter table t drop constraint k", dialect="postgres", schemas=SHOP
    )
    assert found.changes == ()


def test_a_statement_that_is_not_understood_is_told() -> None:
    found = read_ddl("call migrate('t')", dialect="postgres", schemas=SHOP)
    assert found.problems == ("a statement of kind CALL is not read as a change",)


@given(
    st.lists(
        st.sampled_from(["alter", "table", "t", "drop", "column", "a", ";", "add", "int", "rename", "to"]),
        max_size=12,
    )
)
def test_no_script_raises_anything_but_a_bad_input(listed: list[str]) -> None:
    try:
        found = read_ddl(" ".join(listed), dialect="postgres", schemas=SHOP)
    except BadInputError:
        return
    apply(found.changes, SHOP)
