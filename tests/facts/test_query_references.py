"""What the index keeps of a text is small enough for an index of PostgreSQL."""

from headwater.facts.budgets import WORD
from headwater.facts.query_references import TOO_LONG, BoundTable, read_references

ORDERS = BoundTable("orders", [1], ["warehouse"])


def test_a_name_up_to_the_limit_is_looked_up() -> None:
    column = "c" * WORD.limit
    found = read_references(f'select "{column}" from orders', "postgres", (), [ORDERS])
    assert {one.field for one in found.references} >= {column}
    assert found.problems == []


def test_a_longer_column_is_told_and_the_rest_is_kept() -> None:
    long = "c" * (WORD.limit + 1)
    found = read_references(f'select id, "{long}" from orders', "postgres", (), [ORDERS])
    assert {one.field for one in found.references} == {"", "id"}
    assert found.problems == [TOO_LONG]


def test_a_longer_table_is_told_and_the_rest_is_kept() -> None:
    long = "t" * (WORD.limit + 1)
    found = read_references(f'select * from orders, "{long}"', "postgres", (), [ORDERS])
    assert found.tables == ["orders"]
    assert TOO_LONG in found.problems
