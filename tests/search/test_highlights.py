"""Where the words of a query stand in a text."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.search.highlights import MAX_SHOWN, highlighted
from headwater.search.matching import TypedWord


def marked(text: str, *words: TypedWord) -> list[str]:
    found = highlighted(text, words)
    return [found.text[start:end] for start, end in found.spans] if found else []


def test_the_beginning_that_was_typed_is_marked() -> None:
    assert marked("shop.sales.orders", TypedWord("ord"), TypedWord("sales")) == ["sales", "ord"]


def test_of_a_word_that_folding_made_longer_all_is_marked() -> None:
    assert marked("die Größe", TypedWord("gros")) == ["Größe"]


def test_of_a_word_that_was_corrected_all_is_marked() -> None:
    assert marked("shop.orders", TypedWord("ordres", ("orders",))) == ["orders"]


def test_parts_of_camel_case_are_marked_and_the_whole_too() -> None:
    assert marked("orderItems", TypedWord("items")) == ["Items"]
    assert marked("orderItems", TypedWord("orderit")) == ["orderIt"]


def test_a_word_in_a_run_without_spaces_is_marked() -> None:
    assert marked("表.订单明细", TypedWord("明细")) == ["明细"]


def test_of_a_long_text_the_part_around_the_first_word_is_shown() -> None:
    found = highlighted("x " * 500 + "orders " + "y " * 500, (TypedWord("orders"),))
    assert found is not None
    assert len(found.text) == MAX_SHOWN
    [(start, end)] = found.spans
    assert found.text[start:end] == "orders"


@given(st.text(max_size=400), st.lists(st.text("abAB订é", min_size=1, max_size=4), min_size=1, max_size=3))
def test_ranges_lie_in_the_text_and_do_not_overlap(text: str, words: list[str]) -> None:
    found = highlighted(text, tuple(TypedWord(word.lower()) for word in words))
    places = [place for span in found.spans for place in span] if found else []
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] <= len(found.text))  # type: ignore[union-attr]
