"""The sorted words of a segment: by prefix, exactly, and with one slip."""

import pyarrow as pa
from hypothesis import assume, given
from hypothesis import strategies as st

from headwater.search.dictionary import Dictionary

letters = st.sampled_from("abcdeé订")
vocabularies = st.sets(st.text(letters, min_size=1, max_size=12), min_size=1, max_size=40)


def dictionary(words: set[str]) -> Dictionary:
    return Dictionary.from_words(pa.array(sorted(words), pa.string()))


@given(vocabularies, st.text(letters, min_size=1, max_size=10))
def test_a_prefix_is_the_range_of_the_words_that_begin_so(words: set[str], prefix: str) -> None:
    low, high = dictionary(words).prefixed(prefix)
    assert sorted(words)[low:high] == [word for word in sorted(words) if word.startswith(prefix)]


@given(vocabularies, st.text(letters, min_size=1, max_size=10))
def test_a_word_is_found_exactly_or_not_at_all(words: set[str], word: str) -> None:
    found = dictionary(words).exact(word)
    assert (None if found is None else sorted(words)[found]) == (word if word in words else None)


slips = st.sampled_from(["drop", "add", "change", "swap"])


@given(vocabularies, slips, st.integers(0, 11), st.sampled_from("abcde"))
def test_a_word_with_one_slip_is_found(words: set[str], slip: str, at: int, letter: str) -> None:
    meant = max(words, key=len)
    assume(len(meant) >= 5)
    at %= len(meant) - 1
    typed = {
        "drop": meant[:at] + meant[at + 1 :],
        "add": meant[:at] + letter + meant[at:],
        "change": meant[:at] + letter + meant[at + 1 :],
        "swap": meant[:at] + meant[at + 1] + meant[at] + meant[at + 2 :],
    }[slip]
    found = dictionary(words)
    assert meant in [found.word(number) for number in found.alike(typed)]


def test_a_short_word_is_taken_as_it_is() -> None:
    assert dictionary({"usd", "use"}).alike("usa") == []


def test_a_long_word_may_have_two_slips() -> None:
    found = dictionary({"customers", "products"})
    assert [found.word(number) for number in found.alike("cusotmesr")] == ["customers"]


def test_a_beginning_with_a_slip_is_found_while_it_is_typed() -> None:
    found = dictionary({"customers", "products"})
    assert [found.word(number) for number in found.alike("cutsom")] == ["customers"]
