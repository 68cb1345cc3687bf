"""Words of names: separators, camelCase, case, accents, and scripts without spaces."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.search.words import all_indexed, folded, indexed_words, places, query_words, words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("shop.sales.order_items", ["shop", "sales", "order", "items"]),
        ("s3://lake/raw-2024/part.csv", ["s3", "lake", "raw", "2024", "part", "csv"]),
        ("orderItemsHTTPLog", ["order", "items", "http", "log"]),
        ("ORDER_ITEMS", ["order", "items"]),
        ("Größe", ["grosse"]),
        ("___", []),
    ],
)
def test_a_name_is_split_as_people_would_read_it(name: str, expected: list[str]) -> None:
    assert words(name) == expected


def test_a_run_without_spaces_is_found_from_any_of_its_letters() -> None:
    assert indexed_words("订单明细") == ("订单明细", "单明细", "明细", "细")


def test_camel_case_is_found_by_its_parts_and_by_the_whole() -> None:
    assert set(indexed_words("orderItems")) == {"order", "items", "orderitems"}


def test_a_word_that_is_typed_twice_counts_once() -> None:
    assert query_words("orders ORDERS órders") == [("orders", ("orders",))]


@given(st.text(max_size=60))
def test_words_stand_where_they_are_said_to(text: str) -> None:
    for place in places(text):
        assert folded(text[place.start : place.end])[:64] == place.word


@given(st.text(max_size=60))
def test_what_is_typed_is_among_what_is_indexed(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    indexed = set(all_indexed(composed, 1000))
    assert {part for _, parts in query_words(text) for part in parts if part} <= indexed
