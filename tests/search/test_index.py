"""The index beside a slow search: the same things by prefix, in any order of words, and with a slip."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.search.index import SearchIndex, SearchQuery
from headwater.search.matching import ResultPlace
from headwater.search.segment import ResultKind
from tests.search.catalogue import WORDS, Catalogue, Thing, index_of, plain, things

ALL = 1000
beginnings = st.tuples(st.sampled_from(WORDS), st.integers(1, 10)).map(lambda one: one[0][: one[1]])
typed_words = st.lists(beginnings, min_size=1, max_size=3)


def found(index: SearchIndex, text: str, **more: object) -> list[int]:
    return [place.number for place in index.search(SearchQuery(text, **more), None, ALL).matched.places]  # type: ignore[arg-type]


@given(things, typed_words, st.randoms(use_true_random=False))
def test_everything_with_words_that_begin_so_is_found_in_any_order(
    made: list[Thing], typed: list[str], random: object
) -> None:
    catalogue = Catalogue(made)
    expected = catalogue.fitting([plain(word) for word in typed], lambda word, known: known.startswith(word))
    index = index_of(catalogue.segment())
    shuffled = sorted(typed, key=lambda _: random.random())  # type: ignore[attr-defined]
    if expected:
        assert set(found(index, " ".join(shuffled))) == expected == set(found(index, "_".join(typed)))


def test_a_column_is_found_by_its_text_where_its_dataset_has_the_word_too() -> None:
    column = Thing(ResultKind.COLUMN, own=("order",), path=("sales",), text=("sales",))
    assert found(index_of(Catalogue([column]).segment()), "s sa") == [1]


@given(things, st.integers(0, 11), st.integers(0, 5))
def test_a_slip_in_a_word_finds_what_the_word_would(made: list[Thing], which: int, at: int) -> None:
    catalogue = Catalogue(made)
    word = plain(WORDS[which % len(WORDS)])
    if len(word) < 5:
        return
    at %= len(word) - 1
    slipped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    as_typed = catalogue.fitting([slipped], lambda one, known: known.startswith(one))
    meant = catalogue.fitting([word], lambda one, known: known == one)
    assert set(found(index_of(catalogue.segment()), slipped)) >= (as_typed or meant)


@given(things, typed_words, st.integers(1, 5))
def test_pages_hold_everything_once_and_in_one_order(made: list[Thing], typed: list[str], limit: int) -> None:
    index = index_of(Catalogue(made).segment())
    query = SearchQuery(" ".join(typed))
    whole = index.search(query, None, ALL).matched
    paged: list[ResultPlace] = []
    page = index.search(query, None, limit).matched.places
    while page:
        paged += page
        page = index.search(query, page[-1], limit).matched.places
    assert tuple(paged) == whole.places
    assert len(paged) == sum(whole.totals.values())


@given(things, things, typed_words, st.data())
def test_segments_after_another_are_one_index(
    made: list[Thing], later: list[Thing], typed: list[str], data: st.DataObject
) -> None:
    """The first part, then the whole with changes over it, against all of it at once."""
    changed = made[: data.draw(st.integers(0, len(made)))]
    now = [*later[: len(changed)], *made[min(len(later), len(changed)) :]]
    first = index_of(Catalogue(made).segment())
    renewed = Catalogue(now[: len(changed)])
    index = first.with_segment(np.array(renewed.numbers, np.int32), renewed.segment())
    expected = index_of(Catalogue(now).segment())
    for kind in (None, ResultKind.COLUMN):
        query = SearchQuery(" ".join(typed), kind=kind)
        mine, other = index.search(query, None, ALL), expected.search(query, None, ALL)
        assert mine.matched == other.matched or mine.words != other.words


def orders(*own: str, path: tuple[str, ...] = ("shop",), kind: ResultKind = ResultKind.DATASET) -> Thing:
    return Thing(kind, own, path)


def test_the_whole_name_goes_before_a_part_and_that_before_a_beginning() -> None:
    made = [
        orders("orders", "daily"),
        orders("orderships"),
        orders("orders"),
        orders("orders", kind=ResultKind.COLUMN),
    ]
    assert found(index_of(Catalogue(made).segment()), "orders") == [3, 4, 1, 2]
    assert found(index_of(Catalogue(made).segment()), "order") == [2, 3, 1, 4]


def test_a_name_goes_before_a_path_and_that_before_a_description() -> None:
    made = [
        Thing(ResultKind.DATASET, ("a",), ("b",), text=("sales",)),
        Thing(ResultKind.DATASET, ("a",), ("sales",)),
        Thing(ResultKind.DATASET, ("sales", "x"), ("b",)),
    ]
    assert found(index_of(Catalogue(made).segment()), "sales") == [3, 2, 1]


def test_the_tier_decides_between_equals_and_then_the_use() -> None:
    made = Catalogue([orders("orders", "a"), orders("orders", "b"), orders("orders", "c")], tiers={3: 15})
    index = index_of(made.segment())
    assert found(index, "orders") == [3, 1, 2]
    assert found(index.with_use(np.array([0, 0, 9, 0], np.uint8)), "orders") == [3, 2, 1]


def test_a_column_is_not_found_by_its_dataset_alone_but_together_with_a_word_of_its_own() -> None:
    made = [
        Thing(ResultKind.COLUMN, ("amount",), ("orders",)),
        Thing(ResultKind.DATASET, ("orders",), ("shop",)),
    ]
    index = index_of(Catalogue(made).segment())
    assert found(index, "orders") == [2]
    assert found(index, "orders amount") == [1]


def test_what_may_have_been_meant_is_suggested() -> None:
    index = index_of(Catalogue([orders("orders"), orders("customer")]).segment())
    assert index.search(SearchQuery("ordres"), None, 10).suggestions == ("orders",)
    assert index.search(SearchQuery("orders"), None, 10).suggestions == ()


def test_a_slip_finds_the_plural_of_what_was_meant_as_well() -> None:
    made = [
        orders("order", "id", kind=ResultKind.COLUMN),
        orders("orders", path=("sales",)),
        orders("orderships"),
    ]
    assert found(index_of(Catalogue(made).segment()), "ordr") == [2, 1]


def test_segments_are_merged_when_they_are_alike_in_size_and_the_whole_is_read_when_they_grow() -> None:
    index = index_of(Catalogue([orders("orders")] * 5).segment())
    for number in range(10, 14):
        one = Catalogue([orders("orders")], first=number)
        index = index.with_segment(np.array(one.numbers, np.int32), one.segment())
    assert index.to_merge == 4
    assert not index.is_ragged
    assert index.size == 9


def test_a_query_that_touches_too_much_says_that_it_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    index = index_of(Catalogue([orders("orders", "daily")] * 50).segment())
    assert index.search(SearchQuery("orders"), None, ALL).matched.complete
    monkeypatch.setattr("headwater.search.matching.MAX_ENTRIES", 10)
    cut = index.search(SearchQuery("orders daily"), None, ALL).matched
    assert (cut.complete, sum(cut.totals.values()) <= 10) == (False, True)


def test_of_many_words_the_first_ten_count() -> None:
    index = index_of(Catalogue([orders("orders")]).segment())
    assert found(index, "orders " * 100) == [1]
    assert len(index.search(SearchQuery(" ".join(f"w{number}" for number in range(99))), None, 1).words) == 10
