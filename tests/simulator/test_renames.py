"""Which removed column is found again under an added name, and with what certainty."""

import re
from pathlib import Path

import pytest

from headwater.simulator.renames import THRESHOLD, WORTH_NAMING
from headwater.simulator.schema_diff import Field, compare
from tests.simulator.columns import columns, kinds, only

CASES = Path(__file__).parent.parent / "cases" / "renames"


def cases(name: str) -> list[str]:
    lines = (CASES / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def around(column: Field) -> list[Field]:
    return [Field("stays_before"), column, Field("stays_after")]


def compared(case: str) -> list[str]:
    old, new = (columns(side)[0] for side in re.split(r" -/?> ", case))
    return [change.kind for change in compare(around(old), around(new)) if change.kind != "type_changed"]


@pytest.mark.parametrize("case", cases("true_pairs.txt"))
def test_a_column_under_a_new_name_is_found(case: str) -> None:
    assert compared(case) == ["renamed"]


@pytest.mark.parametrize("case", cases("false_pairs.txt"))
def test_two_different_columns_are_not_taken_for_one(case: str) -> None:
    assert compared(case) == ["removed", "added"]


def test_every_case_says_what_its_file_is_about() -> None:
    assert all(" -> " in case for case in cases("true_pairs.txt"))
    assert all(" -/> " in case for case in cases("false_pairs.txt"))


def test_the_weights_listed_add_up_to_the_probability() -> None:
    change = only(around(Field("email", "text")), around(Field("email_address", "text")))
    assert [piece.what for piece in change.evidence] == ["name", "type", "position"]
    assert [piece.weight for piece in change.evidence] == [2.27, 1.0, 0.8]
    assert change.probability == 0.956  # the logistic of these and the prior of -1


def test_lineage_outweighs_names_that_have_nothing_in_common() -> None:
    without = around(Field("nm", "text")), around(Field("customer", "text"))
    assert kinds(compare(*without)) == ["removed nm", "added customer"]
    with_relatives = around(Field("nm", "text", relatives=frozenset({"customer"})))
    change = only(with_relatives, around(Field("Customer", "text")))
    assert (change.kind, change.new_name) == ("renamed", "Customer")
    assert change.evidence[-1].says == "right beside it in the lineage the same data is called `Customer`"


def test_descriptions_that_say_the_same_speak_for_a_rename() -> None:
    meant = "What the customer owes, in US dollars"
    change = only(around(Field("bal", "int", meant)), around(Field("owed_usd", "int", f"{meant}.")))
    assert (change.kind, change.evidence[-1].what) == ("renamed", "description")


def test_descriptions_that_differ_speak_against_it() -> None:
    change = only(
        around(Field("email", "text", "Where we write to")),
        around(Field("email_address", "text", "0 or 1: bounced lately?")),
    )
    assert change.evidence[-1].weight < 0


def test_each_column_is_paired_once_and_the_best_total_wins() -> None:
    before = columns("customer_name text", "customer text")
    after = columns("customer_full_name text", "customer_id text")
    changes = compare(before, after)
    assert {(change.column, change.new_name) for change in changes} == {
        ("customer_name", "customer_full_name"),
        ("customer", "customer_id"),
    }


def test_a_candidate_right_below_the_threshold_is_named_in_the_reason() -> None:
    removed, added = compare(
        around(Field("customer_id", "text", used=3)), around(Field("customer_name", "text"))
    )
    assert (removed.kind, added.kind) == ("removed", "added")
    assert removed.reason == (
        "`customer_id` is gone: the 3 that read it directly fail. It may have become `customer_name`, but "
        "with probability 0.46 that is below the 0.5 from which we call it a rename."
    )
    assert WORTH_NAMING < 0.46 < THRESHOLD


def test_a_name_far_off_is_not_even_named() -> None:
    removed, _ = compare(around(Field("email", "text")), around(Field("phone", "text")))
    assert "phone" not in removed.reason


def test_a_column_taken_by_a_better_pair_is_no_candidate_for_another() -> None:
    before = columns("first", "customer_id text", "cust_name text", "last")
    after = columns("first", "customer_name text", "last")
    removed, renamed = compare(before, after)
    assert (renamed.column, renamed.kind, removed.kind) == ("cust_name", "renamed", "removed")
    assert "customer_name" not in removed.reason


def test_a_tie_falls_the_same_way_however_the_columns_are_listed() -> None:
    before, after = columns("mail", "e_mail"), columns("email")
    assert set(compare(before, after)) == set(compare(before[::-1], after))


def test_in_a_very_wide_table_the_likely_and_the_related_are_still_found() -> None:
    before = [Field(f"metric_{number}_amt", "int") for number in range(200)]
    after = [Field(f"metric_{number}_amount", "int") for number in range(200)]
    before.append(Field("nm", "text", "Who bought", relatives=frozenset({"buyer"})))
    after.append(Field("buyer", "text", "Who bought"))
    found = {change.column: change.new_name for change in compare(before, after) if change.kind == "renamed"}
    assert found == {old.name: new.name for old, new in zip(before, after, strict=True)}
