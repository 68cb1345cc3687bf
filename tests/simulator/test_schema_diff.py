"""What changes between two sets of columns, and how bad each change is."""

import pytest

from headwater.simulator.schema_diff import Field, Verdict, compare
from tests.simulator.columns import columns, kinds, only


def test_a_removed_column_breaks_those_that_read_it() -> None:
    change = only([Field("id"), Field("email", "text", used=8)], [Field("id")])
    assert (change.kind, change.column, change.old_type) == ("removed", "email", "text")
    assert change.verdict is Verdict.BREAKING
    assert change.reason == "`email` is gone: the 8 that read it directly fail."


def test_a_removed_column_of_unknown_use_breaks() -> None:
    change = only(columns("email"), [])
    assert change.verdict is Verdict.BREAKING
    assert change.reason == "`email` is gone: who reads it is not known, and whoever does fails."


def test_a_removed_column_that_nothing_reads_is_compatible_but_not_proven() -> None:
    change = only([Field("fax", used=0)], [])
    assert change.verdict is Verdict.COMPATIBLE
    assert change.reason == (
        "`fax` is gone; nothing reads it, as far as lineage knows; "
        "readers that send no lineage are not ruled out."
    )


def test_a_renamed_column_breaks_whoever_uses_the_old_name() -> None:
    change = only([Field("email", "text", used=1)], [Field("email_address", "text")])
    assert (change.kind, change.new_name, change.verdict) == ("renamed", "email_address", Verdict.BREAKING)
    assert change.reason.endswith(": the one that reads it directly fails.")


def test_a_rename_that_nobody_notices_is_compatible() -> None:
    change = only([Field("email", "text", used=0)], [Field("email_address", "text")])
    assert (change.kind, change.verdict) == ("renamed", Verdict.COMPATIBLE)


def test_a_rename_in_case_only_is_certain_and_risky() -> None:
    change = only(columns("Email text"), columns("EMAIL text"))
    assert (change.kind, change.new_name, change.probability) == ("renamed", "EMAIL", 1.0)
    assert change.verdict is Verdict.RISKY


def test_case_counts_where_two_columns_differ_only_in_it() -> None:
    changes = compare(columns("id int", "ID int"), columns("id int"))
    assert kinds(changes) == ["removed ID"]


def test_a_renamed_column_may_change_its_type_as_well() -> None:
    renamed, retyped = compare(columns("cust_id bigint"), columns("customer_id int"))
    assert (renamed.kind, retyped.kind, retyped.how) == ("renamed", "type_changed", "narrowing")
    assert (retyped.column, retyped.new_name) == ("cust_id", "customer_id")


@pytest.mark.parametrize(
    ("old", "new", "how", "verdict"),
    [
        ("int", "bigint", "widening", Verdict.COMPATIBLE),
        ("int", "double", "widening", Verdict.RISKY),
        ("bigint", "int", "narrowing", Verdict.BREAKING),
        ("text", "int", "incompatible", Verdict.BREAKING),
        ("text", "hllsketch", "unknown", Verdict.RISKY),
    ],
)
def test_a_type_is_judged_by_what_happens_to_its_values(
    old: str, new: str, how: str, verdict: Verdict
) -> None:
    change = only(columns(f"amount {old}"), columns(f"amount {new}"))
    assert (change.kind, change.how, change.verdict) == ("type_changed", how, verdict)
    assert (change.old_type, change.new_type) == (old, new)


def test_a_narrower_type_of_a_column_that_nothing_reads_is_no_worse_than_its_removal() -> None:
    change = only([Field("amount", "bigint", used=0)], [Field("amount", "int")])
    assert change.verdict is Verdict.COMPATIBLE
    assert change.reason == (
        "The type of `amount` narrows from bigint to int: "
        "numbers outside of -2147483648 to 2147483647 no longer fit; "
        "nothing reads it, as far as lineage knows; readers that send no lineage are not ruled out."
    )


def test_a_removed_column_of_a_dataset_whose_readers_tell_no_columns_is_risky() -> None:
    change = only([Field("fax", used=0, silent=31)], [])
    assert change.verdict is Verdict.RISKY
    assert change.reason == (
        "`fax` is gone; no reader is known to use it, but 31 that read the dataset do not say which columns."
    )


def test_nulls_that_become_possible_are_risky_for_readers() -> None:
    change = only(columns("email text!"), columns("email text?"))
    assert (change.kind, change.how, change.verdict) == ("nullability_changed", "loosened", Verdict.RISKY)
    assert "readers" in change.reason


def test_nulls_that_become_impossible_are_risky_for_writers() -> None:
    change = only(columns("email text?"), columns("email text!"))
    assert (change.how, change.verdict, "writers" in change.reason) == ("tightened", Verdict.RISKY, True)


def test_nullability_that_was_not_told_is_no_change() -> None:
    assert compare(columns("email text"), columns("email text!")) == ()


def test_an_added_column_is_compatible() -> None:
    change = only([], columns("email text"))
    assert (change.kind, change.new_type, change.verdict) == ("added", "text", Verdict.COMPATIBLE)


def test_an_added_column_that_must_not_be_null_is_risky() -> None:
    assert only([], columns("email text!")).verdict is Verdict.RISKY


def test_a_new_order_is_told_once_and_names_the_fewest_that_moved() -> None:
    before, after = columns("a", "b", "c", "d"), columns("a", "d", "b", "c")
    change = only(before, after)
    assert (change.kind, change.column, change.verdict) == ("reordered", "d", Verdict.RISKY)
    assert [piece.says for piece in change.evidence] == ["`d` is now column 2"]


def test_a_new_order_displaces_every_column_that_is_at_another_place() -> None:
    change = only(columns("a", "b", "c", "d"), columns("a", "d", "b", "c"))
    assert change.displaced == ("b", "c", "d")
    assert change.reason == (
        "The order of the columns changes (`d` moved), which mixes up reads by position: "
        "3 columns are at other places."
    )


def test_columns_that_come_and_go_do_not_make_a_new_order() -> None:
    changes = compare(columns("a", "gone_one int", "b"), columns("a", "x9 bytes", "b"))
    assert kinds(changes) == ["removed gone_one", "added x9"]
    assert kinds(compare(columns("a", "gone_one int", "b"), columns("a", "b"))) == ["removed gone_one"]
    gone = columns("gone_one int", "gone_two date", "a")
    assert "reordered" not in {change.kind for change in compare(gone, columns("x9 bytes", "a"))}


def test_a_column_added_before_others_shifts_them_and_one_at_the_end_does_not() -> None:
    added, order = compare(columns("a", "b", "c"), columns("a", "x9 bytes", "b", "c"))
    assert (added.kind, added.verdict) == ("added", Verdict.COMPATIBLE)
    assert (order.kind, order.verdict, order.displaced) == ("reordered", Verdict.RISKY, ("b", "c"))
    assert "(`x9` added before others)" in order.reason
    assert kinds(compare(columns("a", "b"), columns("a", "b", "x9 bytes"))) == ["added x9"]


def test_a_field_added_to_a_structure_shifts_no_column_after_the_structure() -> None:
    before = columns("at struct", "at.zip text", "note text")
    after = columns("at struct", "at.zip text", "at.x9 bytes", "note text")
    assert kinds(compare(before, after)) == ["added at.x9"]
    within = columns("at struct", "at.x9 bytes", "at.zip text", "note text")
    assert compare(before, within)[-1].displaced == ("at.zip",)


def test_an_order_that_is_not_known_does_not_change() -> None:
    assert compare(columns("a", "b"), columns("b", "a"), ordered=False) == ()


def test_very_many_columns_that_move_are_not_all_named() -> None:
    before = columns(*(f"c{number}" for number in range(30)))
    reason = only(before, before[::-1]).reason
    assert "and 19 more moved" in reason
    assert "30 columns are at other places" in reason


def test_nested_fields_are_columns_like_any_other() -> None:
    change = only(columns("address struct", "address.zip int"), columns("address struct", "address.zip text"))
    assert (change.column, change.how) == ("address.zip", "incompatible")


def test_changes_come_in_the_order_of_the_old_columns_then_the_added_then_the_order() -> None:
    before = columns("z int", "a int", "email text", "m int")
    after = columns("m bigint", "new_one uuid", "z text", "email text")
    assert kinds(compare(before, after)) == [
        "type_changed z",
        "removed a",
        "type_changed m",
        "added new_one",
        "reordered m",
    ]
