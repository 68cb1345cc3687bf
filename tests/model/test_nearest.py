"""Names that a mistyped one may have meant."""

import pytest

from headwater.model.nearest import MAX_NEAREST, nearest_names

COLUMNS = ("id", "order_id", "customer_id", "amount_usd", "amount_eur", "email", "country", "status", "note")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("emial", "email"), ("AMOUT_USD", "amount_usd"), ("cust_id", "customer_id"), ("ordr_id", "order_id")],
)
def test_a_slip_finds_its_column_first(typed: str, meant: str) -> None:
    assert nearest_names(typed, COLUMNS)[0] == meant


def test_a_word_of_a_longer_name_finds_it() -> None:
    assert nearest_names("usd", COLUMNS) == ("amount_usd",)


def test_nothing_alike_is_nothing_near() -> None:
    assert nearest_names("price", COLUMNS) == ()


def test_a_short_name_is_compared_with_the_ends_of_longer_ones() -> None:
    known = ("warehouse/shop.sales.orders", "warehouse/shop.crm.people")
    assert nearest_names("sales.order", known) == ("warehouse/shop.sales.orders",)


def test_only_the_first_few_are_named() -> None:
    assert len(nearest_names("orders", [f"orders_{number}" for number in range(20)])) == MAX_NEAREST
