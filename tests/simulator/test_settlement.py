"""Whose word counts where judges differ."""

import pytest

from headwater.simulator.judge import Judgement, QueryVerdict, Reason
from headwater.simulator.settlement import settled
from headwater.sql.binding.text import Fragment

ERROR, SILENT = QueryVerdict.WILL_ERROR, QueryVerdict.WILL_SILENTLY_CHANGE
SAFE, UNKNOWN = QueryVerdict.SAFE, QueryVerdict.COULD_NOT_ANALYZE


def says(verdict: QueryVerdict, judge: str, fragment: Fragment | None = None) -> Judgement:
    return Judgement(verdict, Reason.NO_EFFECT, "", fragment, judge)


@pytest.mark.parametrize(
    ("ours", "own", "expected", "shown"),
    [
        (SAFE, ERROR, "own", 1),
        (ERROR, SAFE, "own", 1),
        (SILENT, SAFE, "ours", 1),
        (SAFE, SILENT, "own", 1),
        (SAFE, UNKNOWN, "ours", 0),
        (UNKNOWN, SAFE, "own", 0),
        (ERROR, ERROR, "own", 0),
    ],
)
def test_the_engine_of_the_text_wins(
    ours: QueryVerdict, own: QueryVerdict, expected: str, shown: int
) -> None:
    found = settled(says(ours, "ours"), [], says(own, "own"))
    assert found.judgement.judge == expected
    assert len(found.others) == shown


def test_of_equal_verdicts_the_one_with_a_place_is_shown() -> None:
    found = settled(says(ERROR, "ours", Fragment(1, 1, 1)), [], says(ERROR, "own"))
    assert found.judgement.judge == "ours"


def test_an_engine_of_another_dialect_is_only_heard() -> None:
    found = settled(says(SAFE, "ours"), [says(ERROR, "other")])
    assert (found.judgement.judge, [one.judge for one in found.others]) == ("ours", ["other"])
    found = settled(says(UNKNOWN, "ours"), [says(ERROR, "other")])
    assert found.judgement.judge == "other"
