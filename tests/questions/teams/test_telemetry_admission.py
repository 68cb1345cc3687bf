"""What a team may send of telemetry: its rate, its quota, and what becomes of more."""

from typing import Any

import pytest

from headwater.errors import NotYourTeamError, TeamTooFastError
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from tests.questions.teams.test_admission import team


def admission(sent: int = 0, rate: int = 0, **more: Any) -> TelemetryAdmission:
    found = TelemetryAdmission(rate)
    found.know([team(**more)], {"sales": sent})
    return found


def test_items_beyond_the_quota_are_taken_and_marked() -> None:
    asked = admission(daily_item_quota=10)
    assert [bool(asked.admit({"sales": 6}, 0.0)) for _ in range(3)] == [False, False, True]
    assert asked.take_counts() == {("sales", "items"): 18, ("sales", "items_marked"): 6}
    assert asked.admit({"sales": 1}, 0.0), "what was written down counts until it is read back"


def test_a_team_that_refuses_is_named_and_its_items_are_counted() -> None:
    asked = admission(sent=10, daily_item_quota=10, over_quota="refuse")
    assert asked.refused({"sales": 4, "default": 2}) == {"sales"}
    assert asked.take_counts() == {("sales", "items_refused"): 4}


def test_without_a_quota_nothing_is_refused() -> None:
    asked = admission(sent=10**9, over_quota="refuse")
    assert (asked.refused({"sales": 4}), asked.admit({"sales": 4}, 0.0)) == (frozenset(), frozenset())


def test_a_burst_is_taken_and_the_next_has_to_wait_for_it() -> None:
    asked = admission(items_per_second=10)
    asked.admit({"sales": 50}, 0.0)
    with pytest.raises(TeamTooFastError) as refusal:
        asked.admit({"sales": 1, "default": 3}, 0.0)
    assert refusal.value.retry_after == 4
    assert asked.take_counts() == {("sales", "items"): 50, ("sales", "items_slowed"): 1}
    asked.admit({"sales": 1}, 4.0)


def test_the_rate_of_the_server_holds_for_teams_and_never_for_nobody() -> None:
    asked = admission(rate=1)
    asked.admit({"sales": 9, "default": 9}, 0.0)
    asked.admit({"default": 9}, 0.0)
    with pytest.raises(TeamTooFastError):
        asked.admit({"sales": 1}, 0.0)


def test_what_was_not_stored_does_not_count() -> None:
    asked = admission(sent=10, daily_item_quota=10)
    spent = asked.admit({"sales": 4}, 0.0)
    asked.take_back({"sales": 4}, spent)
    assert {name: number for name, number in asked.take_counts().items() if number} == {}


def test_counts_that_could_not_be_written_are_written_later() -> None:
    asked = admission(sent=3, daily_item_quota=10)
    asked.admit({"sales": 4}, 0.0)
    asked.put_back(asked.take_counts())
    assert not asked.admit({"sales": 1}, 0.0)
    assert asked.take_counts() == {("sales", "items"): 5}


def test_a_key_of_a_team_sends_for_that_team_alone() -> None:
    asked = admission()
    asked.check_sender(["sales"], frozenset({"sales"}))
    asked.check_sender(["ops"], None)
    with pytest.raises(NotYourTeamError):
        asked.check_sender(["sales", "ops"], frozenset({"sales"}))
