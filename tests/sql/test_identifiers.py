"""Names in a text, found without parsing it."""

import pytest

from headwater.sql.identifiers import MOST_NAMES, dotted_names


@pytest.mark.parametrize(
    ("text", "dialect", "names"),
    [
        ("select 1 from shop.Orders", None, {("shop", "orders")}),
        ("select 1 from `my-project.shop.orders`", "bigquery", {("my-project", "shop", "orders")}),
        ("select 1 from [dbo].[Order Lines]", "tsql", {("dbo", "order lines")}),
        ('select 1 from a join "B" on 1 = 1', "postgres", {("a",), ("b",)}),
        ("select 1 from a where x = 'b.c'", None, {("a",), ("x",)}),
        ("this 'is no sql from t.u", None, {("t", "u")}),
    ],
)
def test_the_names_of_a_text_are_found(text: str, dialect: str | None, names: set[tuple[str, ...]]) -> None:
    found = set(dotted_names(text, dialect))
    assert names <= found
    assert ("b", "c") not in found


def test_a_text_with_very_many_names_is_cut() -> None:
    assert len(dotted_names(",".join(f"c{number}" for number in range(9999)), None)) == MOST_NAMES
