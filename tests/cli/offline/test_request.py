"""What can't be used is told with file and line; names are found as people write them."""

from pathlib import Path
from typing import Any

import pytest

from headwater.cli.offline.request import OfflineRequest, simulate_files
from headwater.errors import BadInputError
from tests.cli.offline.files import SCHEMA, simulated, texts, verdicts


def refusal(folder: Path, **options: Any) -> str:
    with pytest.raises(BadInputError) as refused:
        simulated(folder, **options)
    return str(refused.value)


def test_an_unknown_table_is_answered_with_the_nearest(tmp_path: Path) -> None:
    assert "nearest: shop.orders" in refusal(tmp_path, table="shop.ordres")


def test_an_unknown_column_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="nearest: amount"):
        simulated(tmp_path, {"change_type": "drop_column", "target": "amuont"})


def test_an_unknown_dialect_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, dialect="posgres").startswith("--dialect: `posgres` is no dialect")


def test_a_table_that_two_schemas_have_is_ambiguous(tmp_path: Path) -> None:
    told = refusal(tmp_path, schema=SCHEMA + "create table b.orders (id int);")
    assert told == "--table: `orders` could be b.orders or shop.orders"


def test_of_two_tables_that_end_alike_only_the_changed_one_counts(tmp_path: Path) -> None:
    schema = "create table a.orders (amount int); create table b.orders (amount int);"
    queries = "select amount from a.orders; select amount from b.orders; select amount from orders;"
    found = simulated(tmp_path, schema=schema, queries=queries, table="a.orders")
    assert list(verdicts(found).items()) == [
        ("queries.sql:1:8", "will_error"),
        ("queries.sql:1:59", "could_not_analyze"),
    ]


def script(folder: Path, text: str, **options: Any) -> Any:
    (folder / "migration.sql").write_text(text)
    return simulated(folder, table=None, scripts=[folder / "migration.sql"], **options)


def test_a_script_names_its_tables_itself(tmp_path: Path) -> None:
    found = script(tmp_path, "begin;\nalter table orders drop column note;\ncommit;")
    assert (found.table, found.changes) == ("shop.orders", ("drop shop.orders.note",))


def test_a_view_that_the_script_writes_anew_is_no_victim(tmp_path: Path) -> None:
    ddl = (
        "alter table shop.orders rename column amount to amount_usd;\n"
        "create or replace view shop.paid as select id, amount_usd as amount, customer_id from shop.orders;"
    )
    assert set(verdicts(script(tmp_path, ddl))) == {"queries.sql:1:12"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "alter table orders\n  drop column nothing",
            "migration.sql:1:1: drop shop.orders.nothing: no column",
        ),
        ("select 1;\n\nalter table nobody drop column a", "migration.sql:3:1: no table named `nobody`"),
        ("select 1;\nalter table orders\n drop drop drop;", "migration.sql:"),
    ],
)
def test_a_script_that_can_not_be_made_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadInputError) as refused:
        script(tmp_path, text)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "select 1",
        "",
        "update orders set note = 'x'; grant select on orders to bob; insert into orders (id) values (1);",
    ],
)
def test_a_script_that_changes_no_table_leaves_nothing_to_check(tmp_path: Path, text: str) -> None:
    for name, content in (
        ("schema.sql", SCHEMA),
        ("queries.sql", "select amount from orders"),
        ("m.sql", text),
    ):
        (tmp_path / name).write_text(content)
    request = OfflineRequest(
        [tmp_path / "schema.sql"], [tmp_path / "queries.sql"], scripts=[tmp_path / "m.sql"]
    )
    assert simulate_files(request) is None


def test_scripts_are_run_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "1.sql").write_text("alter table orders rename column amount to total;")
    (tmp_path / "2.sql").write_text("alter table orders drop column total;")
    found = simulated(tmp_path, table=None, scripts=[tmp_path / "1.sql", tmp_path / "2.sql"])
    assert found.changes == ("rename shop.orders.amount to total", "drop shop.orders.total")


def test_files_without_a_query_or_view_leave_nothing_to_check(tmp_path: Path) -> None:
    (tmp_path / "schema.sql").write_text("create table t (a int)")
    (tmp_path / "queries.sql").write_text(" -- nothing yet\n")
    change = {"change_type": "drop_column", "target": "a"}
    request = OfflineRequest([tmp_path / "schema.sql"], [tmp_path / "queries.sql"], "t", [change])
    assert simulate_files(request) is None


def test_a_schema_without_a_table_is_refused(tmp_path: Path) -> None:
    assert "defines no table" in refusal(tmp_path, schema="-- nothing", queries="select 1")


def model(folder: Path, text: str, **options: Any) -> Any:
    (folder / "new.sql").write_text(text)
    return simulated(folder, table="shop.paid", model=folder / "new.sql", **options)


def test_a_changed_model_reaches_those_who_read_what_it_makes(tmp_path: Path) -> None:
    found = model(
        tmp_path, "select id, amount * 2 as amount, customer_id from shop.orders where note = 'paid'"
    )
    assert found.changes == ("shop.paid.amount means something else",)
    assert {one.reason for one in texts(found)} == {"meaning_changed"}
    assert set(verdicts(found)) == {"schema.sql:4:53", "queries.sql:5:10"}


def test_a_model_that_loses_a_column_breaks_its_readers(tmp_path: Path) -> None:
    found = model(tmp_path, "select id, customer_id from shop.orders where note = 'paid'")
    assert found.changes == ("drop shop.paid.amount",)
    assert found.verdict == "will_error"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "select id, amount, customer_id from shop.orders where note = 'paid'",
            "changes nothing of shop.paid",
        ),
        ("select id,\n frm from where", "new.sql:2:1: "),
        ("select nothing from shop.orders", "new.sql:1:1: no table of the query has a column nothing"),
    ],
)
def test_a_model_that_can_not_be_compared_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadInputError) as refused:
        model(tmp_path, text)
    assert told in str(refused.value)


def test_a_table_that_no_query_makes_needs_its_old_model(tmp_path: Path) -> None:
    (tmp_path / "new.sql").write_text("select 1 as id")
    with pytest.raises(BadInputError, match="no query is known that makes"):
        simulated(tmp_path, table="customers", model=tmp_path / "new.sql")
    (tmp_path / "old.sql").write_text("select id, note as email from orders")
    (tmp_path / "new.sql").write_text("select id, upper(note) as email from orders")
    paths: dict[str, Any] = {"model": tmp_path / "new.sql", "old_model": tmp_path / "old.sql"}
    assert verdicts(simulated(tmp_path, table="customers", **paths)) == {
        "queries.sql:4:8": "will_silently_change"
    }
