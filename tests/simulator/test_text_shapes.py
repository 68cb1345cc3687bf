"""What two texts have in common when their names are left out, and the way back to each."""

import pytest

from headwater.simulator.text_shapes import TextShape, beside, scan, shape_of
from headwater.sql.binding.text import Fragment

CLASSES = {"amount": "n", "price": "n", "note": "t"}


def shape(text: str, dialect: str | None = "postgres") -> TextShape:
    words = scan(text, dialect)
    assert words is not None
    return shape_of(words, CLASSES, {"orders", "id"})


@pytest.mark.parametrize(
    "other",
    [
        "select q7.price as sum_1 from orders as q7 where id = '?'",
        "select zz.amount as x from orders as zz where id = '?'",
    ],
)
def test_texts_that_differ_in_aliases_and_like_columns_have_one_shape(other: str) -> None:
    assert shape(other).text == shape("select o.amount as total from orders as o where id = '?'").text


@pytest.mark.parametrize(
    "other",
    [
        "select o.note as total from orders as o where id = '?'",
        "select o.amount as total from orders as o where o = '?'",
        "select o.amount as total from orders as o where amount = '?'",
        "select o.amount as id from orders as o where id = '?'",
    ],
)
def test_another_class_or_another_place_is_another_shape(other: str) -> None:
    assert shape(other).text != shape("select o.amount as total from orders as o where id = '?'").text


@pytest.mark.parametrize(
    "text",
    [
        "select day as day, extract(day from ts) from orders",
        "select cast(id as money), try_cast(id as serial) from orders",
        'select "amount", amount from orders',
        "select AMOUNT, amount from orders",
        "select amount(amount) from orders",
        "select id from orders order by id nulls last",
    ],
)
def test_a_word_that_means_something_else_somewhere_stays(text: str) -> None:
    assert shape(text).text == text


@pytest.mark.parametrize(
    "text", [r"select 'it\'s', amount", "select $$amount$$", "select {{ amount }}", "select hwxn_1"]
)
def test_a_text_whose_words_cannot_be_told_apart_has_no_shape(text: str) -> None:
    assert scan(text, "postgres") is None


def test_what_is_said_of_a_shape_is_said_in_the_words_of_the_text() -> None:
    text = "select\n  longer_name.amount as total\nfrom orders as longer_name"
    found = shape(text)
    line = found.text.splitlines()[1]
    assert found.in_words(f"`{line.strip()}` is gone") == "`longer_name.amount as total` is gone"
    word = line.index(".") + 1
    assert found.fragment(Fragment(2, word + 1, line.index(" as") - word)) == Fragment(2, 15, 6)


def test_what_shares_an_expression_is_beside_a_word() -> None:
    words = scan("select sum(a + b) as s, c from t where d = e and f between a and g order by s, h", None)
    assert words is not None
    assert beside(words, ["a"]) & set("abcdefgh") == set("abfg")


def test_what_is_computed_from_a_word_carries_it_on() -> None:
    words = scan("select a + b as s, c from t having s > d", None)
    assert words is not None
    assert beside(words, ["a"]) & set("abcd") == set("abd")
