"""One key's bucket: a burst passes, then the rate holds, and other keys are not concerned."""

from headwater.api.rate_limit import RateLimit


def test_a_burst_passes_and_then_the_rate_holds() -> None:
    limit = RateLimit(10)
    waits = [limit.wait("a", 0.0) for _ in range(21)]
    assert waits == [0] * 20 + [1]
    assert limit.wait("a", 0.11) == 0


def test_one_key_does_not_use_up_what_another_may_send() -> None:
    limit = RateLimit(1)
    assert [limit.wait("a", 0.0) for _ in range(3)] == [0, 0, 1]
    assert limit.wait("b", 0.0) == 0


def test_no_rate_is_no_limit() -> None:
    limit = RateLimit(0)
    assert {limit.wait("a", 0.0) for _ in range(1000)} == {0}
