"""Every table and column that a text names is found, in its role and at its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.sql.analysis import Relation
from headwater.sql.references import Reference, References, references
from tests.sql.case_files import CASES, paths, read

ORDERS = Relation("shop.orders", ("id", "amount", "day", "customer_id"))
CUSTOMERS = Relation("shop.customers", ("id", "name", "country"))


def found(
    text: str, dialect: str | None = None, relations: tuple[Relation, ...] = (ORDERS, CUSTOMERS)
) -> References:
    return references(text, dialect=dialect, relations=relations)


def columns(text: str, dialect: str | None = None) -> set[str]:
    return {f"{one.table}.{one.column} {one.role}" for one in found(text, dialect).references if one.column}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select amount from orders", {"shop.orders.amount projected"}),
        ("select 1 from orders where day > 1", {"shop.orders.day filtered"}),
        (
            "select 1 from orders o join customers c on o.customer_id = c.id",
            {"shop.orders.customer_id joined", "shop.customers.id joined"},
        ),
        ("select count(*) from orders group by day", {"shop.orders.day grouped"}),
        ("select 1 from orders order by day", {"shop.orders.day ordered"}),
        (
            "select sum(amount) over (partition by day order by id) from orders",
            {"shop.orders.amount projected", "shop.orders.day windowed", "shop.orders.id windowed"},
        ),
        (
            "update orders set amount = 1 where id = 2",
            {"shop.orders.amount written", "shop.orders.id filtered"},
        ),
        ("delete from orders where day < 3", {"shop.orders.day filtered"}),
        (
            "insert into orders (id, amount) values (1, 2)",
            {"shop.orders.id written", "shop.orders.amount written"},
        ),
        (
            "merge into orders t using customers s on t.customer_id = s.id "
            "when matched then update set day = s.name when not matched then insert (id) values (s.country)",
            {
                "shop.orders.customer_id joined",
                "shop.customers.id joined",
                "shop.orders.day written",
                "shop.customers.name projected",
                "shop.orders.id written",
                "shop.customers.country projected",
            },
        ),
        ("create view v as select name from customers", {"shop.customers.name projected"}),
        ("create table x as select name from customers", {"shop.customers.name projected"}),
        ("explain select name from customers", {"shop.customers.name projected"}),
    ],
)
def test_each_kind_of_statement_names_its_columns(text: str, expected: set[str]) -> None:
    assert columns(text, "postgres") == expected


def test_a_column_behind_a_star_is_the_table_s() -> None:
    text = "with recent as (select * from orders) select amount from recent"
    assert columns(text) == {"shop.orders.amount projected"}
    assert [one.table for one in found(text).references if one.star] == ["shop.orders"]


def test_a_computed_column_of_a_subquery_is_not_named_again_outside() -> None:
    text = "select x.twice from (select amount * 2 as twice from orders) x"
    assert columns(text) == {"shop.orders.amount projected"}


def test_a_star_of_one_source_is_of_its_table_alone() -> None:
    stars = [one for one in found("select o.* from orders o join customers c on true").references if one.star]
    assert [one.table for one in stars] == ["shop.orders"]


def test_an_insert_without_a_list_goes_by_place() -> None:
    one = [ref for ref in found("insert into orders select * from customers").references if ref.positional]
    assert [(ref.table, ref.role.value) for ref in one] == [("shop.orders", "written")]
    listed = found("insert into orders (id) select id from customers")
    assert not any(ref.positional for ref in listed.references)


def test_an_unqualified_column_without_schemas_lists_its_candidates() -> None:
    result = references("select amount from a join b on a.x = b.x", dialect=None)
    one = next(ref for ref in result.references if ref.column == "amount")
    assert (one.table, one.candidates) == (None, ("a", "b"))


def test_places_are_lines_columns_and_lengths_of_the_text() -> None:
    text = "select o.id,\n       amount\nfrom shop.orders o"
    places = {(ref.column, ref.fragment) for ref in found(text).references}
    assert ("amount", (2, 8, 6)) in places
    assert ("id", (1, 8, 4)) in places
    assert (None, (3, 6, 11)) in places


def test_the_place_of_a_star_is_its_letter() -> None:
    one = next(ref for ref in found("select 2 * 3, *\nfrom orders").references if ref.star)
    assert one.fragment == (1, 15, 1)


def test_the_session_s_schema_decides_between_tables_of_one_name() -> None:
    two = [Relation("a.t", ("x",)), Relation("b.t", ("x",))]
    assert references("select x from t", dialect=None, relations=two, namespace=["b"]).tables == ("b.t",)


def test_a_column_that_no_table_has_is_an_error_in_words() -> None:
    assert found("select price from orders").errors == ("no table of the query has a column price",)


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_whatever_lineage_reads_is_referenced(path: Path) -> None:
    case = read(path)
    result = references(case.text, dialect=case.dialect, relations=[*case.inputs, *case.outputs])
    assert not [one for one in result.problems if "unknown shape" in one]
    analysis = case.analysed()
    if analysis.problems or result.problems:
        return
    read_columns = {
        (one.relation, one.column.lower())
        for written in analysis.written
        for dependencies in (*written.columns.values(), written.whole)
        for one in dependencies
        if one.column and not one.guessed
    }
    assert read_columns <= _named(result.references) | _starred(result.references, read_columns)


def _named(listed: tuple[Reference, ...]) -> set[tuple[str, str]]:
    names = {
        (table, one.column.lower())
        for one in listed
        if one.column
        for table in (one.table, *one.candidates)
        if table
    }
    return names | {(table, column.split(".")[0]) for table, column in names}


def _starred(listed: tuple[Reference, ...], wanted: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """A table as a whole: by a star, or by a statement that moves it."""
    stars = {one.table for one in listed if one.star}
    moved = {one.table for one in listed if one.fragment is None or one.role == "written"}
    return {(table, column) for table, column in wanted if table in stars | moved}


@given(st.text(alphabet="select from t a , ( ) * . ; ' = where \n", max_size=80))
def test_no_text_raises(text: str) -> None:
    references(text, dialect="postgres", relations=[ORDERS])
