"""Causes that people confirmed or corrected, as cases for the back-test."""

from tests.questions.incidents.conftest import Warehouse


def test_a_confirmed_cause_is_a_case_and_a_corrected_one_the_other(broken: Warehouse) -> None:
    assert broken.get("/cases")["total"] == 0
    broken.act("confirm")
    (case,) = broken.get("/cases")["items"]
    assert (case["verdict"], case["cause"]["says"]) == ("confirmed", "dropped column amount")
    broken.act("correct", asset="orders", says="the file came twice", why="seen")
    (case,) = broken.get("/cases")["items"]
    assert (case["verdict"], case["cause"]["kind"], case["by"]) == ("corrected", "other", "tom.ops")
