"""Two versions of a model: what differs in meaning is told, what differs in writing is not."""

import pytest

from headwater.errors import BadInputError
from headwater.simulator.models import ModelComparison, compare_models
from headwater.simulator.schema_changes import schemas_of
from headwater.sql.schemas import ColumnSchema, TableSchema

SHOP = schemas_of(
    [
        TableSchema(
            "shop.orders",
            (ColumnSchema("id", "int"), ColumnSchema("amount", "int"), ColumnSchema("c", "int")),
        ),
        TableSchema("shop.customers", (ColumnSchema("id", "int"), ColumnSchema("name", "text"))),
    ]
)
JOINED = "from orders o join customers c on c.id = o.c"
OLD = f"select o.id, o.amount, c.name {JOINED} where o.amount > 0 and c.name is not null"


def compared(new: str, old: str = OLD) -> ModelComparison:
    return compare_models(old, new, dialect="postgres", schemas=SHOP)


def parts(found: ModelComparison) -> tuple[tuple[str, ...], ...]:
    return found.added, found.removed, found.changed, found.rows


@pytest.mark.parametrize(
    "new",
    [
        OLD,
        OLD.upper().replace("O.", "x.").replace("ORDERS O", "ORDERS x"),
        f"select o.id, o.amount, c.name {JOINED} where c.name is not null and o.amount > 0",
        f"create view v as select o.id, amount, name {JOINED} where amount > 0 and name is not null",
    ],
)
def test_another_way_of_writing_is_no_change(new: str) -> None:
    assert parts(compared(new)) == ((), (), (), ())


def test_a_cte_around_a_column_is_no_change_of_its_meaning() -> None:
    old = "select id, amount * 2 as twice from orders"
    new = "with x as (select id as key, amount from orders) select key as id, amount * 2 as twice from x"
    assert parts(compared(new, old))[:3] == ((), (), ())


def test_columns_that_come_go_and_change_are_told_apart() -> None:
    found = compared(
        "select id, amount + 1 as amount, id as extra from orders", "select id, amount, c from orders"
    )
    assert parts(found) == (("extra",), ("c",), ("amount",), ())


def test_a_change_deep_inside_changes_the_column_that_shows_it() -> None:
    old = "with x as (select id, amount as a from orders) select id, a from x"
    new = "with x as (select id, amount * 100 as a from orders) select id, a from x"
    assert parts(compared(new, old)) == ((), (), ("a",), ())


@pytest.mark.parametrize(
    ("new", "clause"),
    [
        ("select id from orders where amount > 1", "where"),
        ("select distinct id from orders where amount > 0", "distinct"),
        ("select o.id from orders o left join customers c on c.id = o.c where amount > 0", "joins"),
        ("select id from orders where amount > 0 limit 5", "limit"),
        ("select id from orders where amount > 0 union all select id from customers", "union"),
    ],
)
def test_other_rows_are_told_by_their_clause(new: str, clause: str) -> None:
    found = compared(new, "select id from orders where amount > 0")
    assert clause in found.rows


def test_the_new_columns_come_with_their_types() -> None:
    found = compared("select id, amount::bigint as amount from orders")
    assert [(one.name, one.type) for one in found.columns] == [("id", "INT"), ("amount", "BIGINT")]


@pytest.mark.parametrize(
    "new", ["select nothing from orders", "select (", "select 1; select 2", "drop table orders"]
)
def test_a_model_that_does_not_fit_is_refused(new: str) -> None:
    with pytest.raises(BadInputError) as caught:
        compared(new)
    assert caught.value.field == "model_sql"


MADE = TableSchema("shop.made", (ColumnSchema("id", "int"), ColumnSchema("amount", "int")))


def changes(old: str, new: str, target: TableSchema = MADE) -> list[str]:
    found = compare_models(old, new, dialect="postgres", schemas=SHOP, target=target)
    return [one.in_words() for one in found.schema_changes(target)]


def test_a_view_takes_over_the_columns_of_its_text() -> None:
    old = "create view made as select id, amount from orders"
    assert changes(old, "select id, c as extra from orders") == [
        "drop shop.made.amount",
        "add shop.made.extra INT",
    ]
    assert changes(old, "select id, amount::bigint as amount from orders") == [
        "change the type of shop.made.amount to BIGINT"
    ]
    assert changes(old, "select amount, id from orders") == ["reorder the columns of shop.made"]
    assert changes(old, "select amount as id, id as amount from orders") == []


def test_columns_that_the_text_does_not_yield_stay() -> None:
    wider = TableSchema("shop.made", (*(MADE.columns or ()), ColumnSchema("loaded_at", "timestamp")))
    assert changes("select id, amount from orders", "select id from orders", wider) == [
        "drop shop.made.amount"
    ]


def test_an_insert_fills_columns_and_changes_none() -> None:
    old = "insert into made (id, amount) select id, amount from orders"
    new = "insert into made (id) select id from orders"
    found = compare_models(old, new, dialect="postgres", schemas=SHOP, target=MADE)
    assert not found.schema_changes(MADE)
    assert found.meaning().columns == {"amount"}
    by_place = "insert into made select id, amount + 1 from orders"
    found = compare_models(old, by_place, dialect="postgres", schemas=SHOP, target=MADE)
    assert (found.removed, found.added, found.changed) == ((), (), ("amount",))
    with pytest.raises(BadInputError, match="no column amuont; nearest: amount"):
        changes(old, "insert into made (id, amuont) select id, amount from orders")
