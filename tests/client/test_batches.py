"""Batches: bounded in number and size, in order, and nothing lost."""

from headwater.client.batches import BATCH_ITEMS, batches


def test_batches_are_bounded_in_number_and_size() -> None:
    assert [len(batch) for batch in batches([b"x"] * (BATCH_ITEMS + 1), len)] == [BATCH_ITEMS, 1]
    large, small = b"x" * 5_000_000, b"x"
    assert list(batches([large, large, small], len)) == [[large], [large, small]]


def test_what_is_larger_than_a_batch_is_one_of_its_own() -> None:
    huge = b"x" * 9_000_000
    assert list(batches([b"a", huge, b"b"], len)) == [[b"a"], [huge], [b"b"]]
