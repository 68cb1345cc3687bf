"""What a team may send: its rate, its quota, and what becomes of more."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from headwater.errors import QuotaSpentError, TeamTooFastError
from headwater.model.events import Event, EventKeys, EventKind
from headwater.questions.teams.admission import TeamAdmission
from headwater.store.queries.teams import TeamRow

TODAY = date(2026, 4, 20)


def team(name: str = "sales", **more: Any) -> TeamRow:
    values: dict[str, Any] = {
        "id": 1,
        "display_name": name,
        "description": None,
        "owners": [],
        "viewers": [],
        "patterns": ["airflow-*"],
        "dataset_patterns": [],
        "daily_event_quota": 3,
        "over_quota": "mark",
        "events_per_second": None,
        "daily_item_quota": None,
        "items_per_second": None,
        "storage_retention_days": 30,
        "retention_days": {},
        "tags": {},
        "created_at": None,
        "updated_at": None,
    }
    return TeamRow(name=name, **(values | more))


def event(namespace: str | None = "airflow-sales", named: str | None = None) -> Event:
    keys = EventKeys(namespace_name=namespace, team_name=named)
    return Event(uuid4(), EventKind.RUN, datetime(2026, 4, 20, tzinfo=UTC), None, "{}", keys)


def admission(*teams: TeamRow, sent: dict[str, int] | None = None, rate: int = 0) -> TeamAdmission:
    found = TeamAdmission(rate)
    found.know(teams or (team(),), TODAY, sent or {})
    return found


def test_events_beyond_the_quota_are_taken_and_marked() -> None:
    asked = admission(sent={"sales": 1})
    assert [asked.judged(event()).over_quota for _ in range(4)] == [False, False, True, True]
    assert asked.take_counts() == {("sales", "events"): 4, ("sales", "marked"): 2}


def test_what_was_written_down_still_counts_until_it_is_read_back() -> None:
    asked = admission(sent={"sales": 2})
    asked.judged(event())
    asked.take_counts()
    assert asked.judged(event()).over_quota


def test_a_team_that_wants_no_more_refuses_for_good() -> None:
    asked = admission(team(over_quota="refuse"), sent={"sales": 3})
    with pytest.raises(QuotaSpentError, match="team: `sales` has sent its 3 events"):
        asked.judged(event())
    assert asked.judged(event("other")).over_quota is False
    assert asked.take_counts() == {("sales", "refused"): 1, ("default", "events"): 1}


def test_the_team_that_is_named_pays() -> None:
    asked = admission(team(), team("ops", patterns=[]), sent={"ops": 3})
    assert asked.judged(event(named="ops")).over_quota
    assert not asked.judged(event()).over_quota


def test_a_burst_beyond_the_rate_waits_and_takes_nothing() -> None:
    asked = admission(team(events_per_second=2))
    burst = [asked.judged(event()) for _ in range(10)]
    asked.admit(burst, 0.0)
    late = [asked.judged(event())]
    with pytest.raises(TeamTooFastError) as refused:
        asked.admit(late, 0.0)
    # Ten of a bucket of four: the debt of six and one more, at two a second.
    assert refused.value.retry_after == 4
    assert asked.take_counts()["sales", "events"] == 10
    asked.admit([event()], 4.0)


def test_other_teams_do_not_wait() -> None:
    asked = admission(team(events_per_second=1), rate=0)
    asked.admit([event() for _ in range(5)], 0.0)
    asked.admit([event("other")], 0.0)


def test_the_setting_is_the_rate_of_teams_without_one() -> None:
    asked = admission(team(), rate=1)
    asked.admit([event(), event()], 0.0)
    with pytest.raises(TeamTooFastError):
        asked.admit([event()], 0.0)
    asked.admit([event("other") for _ in range(9)], 0.0)
    asked.admit([event("other")], 0.0)


def test_a_team_with_a_mixed_request_keeps_others_out_of_its_debt() -> None:
    asked = admission(team(events_per_second=1), team("ops", patterns=["ops"], events_per_second=1))
    asked.admit([event() for _ in range(2)], 0.0)
    with pytest.raises(TeamTooFastError):
        asked.admit([event("ops"), event()], 0.0)
    asked.admit([event("ops")], 0.0)


def test_a_changed_pattern_is_seen_at_once() -> None:
    asked = admission()
    assert asked.team_of(event()) == "sales"
    asked.know([team(patterns=[])], TODAY, {})
    assert asked.team_of(event()) == "default"
