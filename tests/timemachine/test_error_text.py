"""What error texts say, in the wordings of many engines."""

import pytest

from headwater.timemachine.error_text import ErrorSort, error_sort, last_name, words_of
from headwater.timemachine.generator.wordings import WORDINGS

CASES = [(sort, text) for sort, texts in WORDINGS.items() for text in texts]


@pytest.mark.parametrize(("sort", "text"), CASES)
def test_an_error_is_of_its_sort(sort: str, text: str) -> None:
    filled = text.format(
        table="daily", table_upper="DAILY", column="fee", column_upper="FEE", type="int", type_upper="INT"
    )
    assert error_sort(filled) is ErrorSort(sort)


def test_no_text_is_silent() -> None:
    assert error_sort("  \n") is ErrorSort.SILENT


def test_a_long_text_has_a_bounded_number_of_words() -> None:
    assert len(words_of(" ".join(f"w{number}" for number in range(5000)))) <= 400


def test_the_last_part_of_a_name_is_what_errors_mention() -> None:
    assert last_name('db."Sales"."Orders"') == "orders"
