"""Each incident is told once, whatever the receiver does; old ones and muted ones not at all."""

import hashlib
import hmac
import logging
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from headwater.settings import Settings
from headwater.store.queries.incidents import activity, incidents
from headwater.worker.notifications.notifier import MOST_ATTEMPTS, Notifier
from tests.store.test_stored_rows import rows
from tests.worker.notifications.receiver import Receiver, receiving
from tests.world import day

Connection = psycopg.Connection[Any]
NOW = day(20, hour=4)
NONE = {"pipelines": 1, "tables": 1, "tests": 0, "alerts": 0, "at_risk": 0}


class Office:
    """Incidents, a receiver, and a clock that goes on when a test says so."""

    def __init__(
        self, connection: Connection, folder: Path, receiver: Receiver, form: str = "webhook"
    ) -> None:
        self.connection, self.receiver, self.now = connection, receiver, NOW
        path = folder / "routes.yaml"
        path.write_text(
            f"channels: [{{name: hook, format: {form}, url: '{receiver.url}', secret: s3cret}}]\n"
            "routes: [{to: [hook]}]\n"
        )
        self.settings = Settings(notifications_file=path, notify_private_addresses=True)
        self.notifier = self.started()

    def started(self) -> Notifier:
        return Notifier(self.settings, "", now=lambda: self.now, jitter=lambda: 1.0)

    def open(self, at: datetime | None = None, key: int = 1) -> int:
        happened = at or self.now
        number = incidents.insert(
            self.connection,
            key=f"{key:032x}",
            recorded_at=self.now,
            opened_at=happened,
            last_at=happened,
            examined_at=happened,
            widened=0,
            title="amount dropped from <orders>",
            summary="somebody dropped it",
            confidence=90,
            label="HIGH",
            severity="error",
            owners=[],
            counts=Jsonb(NONE),
            members=[],
            nodes=[],
        )
        self.happens(number, "opened", happened)
        return number

    def happens(self, number: int, kind: str, at: datetime | None = None) -> None:
        activity.add(self.connection, number, kind, at or self.now, self.now, text="load failed")

    def turn(self, seconds: float = 0) -> None:
        self.now += timedelta(seconds=seconds)
        self.notifier.run_once(self.connection)

    def bodies(self) -> list[Any]:
        return [body for _, body, _ in self.receiver.taken]

    def states(self) -> list[tuple[Any, ...]]:
        return rows(
            self.connection,
            "select sent_at is not null, gave_up_at is not null, attempts from notification order by id",
        )


def test_an_incident_is_told_once_and_signed(connection: Connection, tmp_path: Path) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        for _ in range(3):
            office.turn(60)
    ((headers, body, raw),) = receiver.taken
    assert (body["name"], body["what"], body["state"]) == ("INC-1", "opened", "open")
    signed = f"{headers['headwater-timestamp']}.".encode() + raw
    expected = hmac.new(b"s3cret", signed, hashlib.sha256).hexdigest()
    assert headers["headwater-signature"] == f"v1={expected}"
    assert rows(connection, "select kind from incident_activity order by id") == [("opened",), ("notified",)]


def test_all_that_is_new_of_one_incident_is_one_message(connection: Connection, tmp_path: Path) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        number = office.open()
        for kind in ("widened", "widened", "cause_changed"):
            office.happens(number, kind)
        office.turn()
        office.happens(number, "note")
        office.happens(number, "resolved")
        office.turn(60)
    assert [(body["what"], len(body["news"])) for body in office.bodies()] == [("opened", 4), ("resolved", 1)]


@pytest.mark.parametrize("trouble", ["500", "garbage", "cut", "killed"])
def test_a_receiver_in_trouble_is_told_later_and_once(
    connection: Connection, tmp_path: Path, trouble: str
) -> None:
    with receiving(trouble, trouble) as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        office.turn()
        office.turn(1)
        assert receiver.asked == 1, "it is not tried again before its time"
        office.turn(2)
        office.turn(10)
        office.turn(60)
    keys = {headers["idempotency-key"] for headers, _, _ in receiver.taken}
    assert (len(receiver.taken), len(keys), office.states()) == (1, 1, [(True, False, 3)])


def test_a_receiver_that_hangs_is_told_once_it_answers(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.worker.notifications.sending.post.__kwdefaults__", {"seconds": 0.3})
    with receiving("hang") as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        office.turn()
        assert office.states() == [(False, False, 1)]
        office.turn(60)
    assert (len(receiver.taken), office.states()) == (1, [(True, False, 2)])


def test_a_crash_after_it_was_taken_repeats_it_under_the_same_key(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()

        def crash(*_arguments: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(Notifier, "_note", crash)
            with pytest.raises(KeyboardInterrupt):
                office.turn()
        assert office.states() == [(False, False, 0)]
        office.notifier = office.started()
        office.turn()
    keys = {headers["idempotency-key"] for headers, _, _ in receiver.taken}
    assert (len(receiver.taken), len(keys), office.states()) == (2, 1, [(True, False, 1)])


def test_what_is_refused_for_good_is_given_up_and_the_next_incident_is_told(
    connection: Connection, tmp_path: Path
) -> None:
    with receiving("404") as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        office.open(key=2)
        office.turn()
    assert [body["name"] for body in office.bodies()] == ["INC-2"]
    assert office.states() == [(False, True, 1), (True, False, 1)]


def test_one_that_never_answers_is_given_up_in_the_end(connection: Connection, tmp_path: Path) -> None:
    with receiving(*["500"] * 50) as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        office.turn()
        for _ in range(MOST_ATTEMPTS + 5):
            office.turn(3600)
    assert office.states() == [(False, True, MOST_ATTEMPTS)]


def test_history_is_not_told(connection: Connection, tmp_path: Path) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open(at=office.now - timedelta(hours=2))
        office.turn()
        office.turn(60)
    assert (receiver.asked, office.states()) == (0, [])


def test_a_muted_incident_is_not_told_and_not_made_up_for(connection: Connection, tmp_path: Path) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        number = office.open()
        incidents.change(connection, number, muted_at=office.now, muted_until=office.now + timedelta(hours=1))
        office.turn()
        office.turn(3000)
        office.turn(1000)
        assert receiver.asked == 0
        office.happens(number, "widened")
        office.turn()
    assert [body["what"] for body in office.bodies()] == ["widened"]


def test_an_incident_that_comes_and_goes_is_told_less_and_less(
    connection: Connection, tmp_path: Path
) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        number = office.open()
        for minute in range(1, 121):
            office.turn(60)
            office.happens(number, "resolved" if minute % 2 else "reopened")
        after_two_hours = len(office.bodies())
        other = office.open(key=2)
        office.turn()
        assert office.bodies()[-1]["id"] == other, "others are told at once"
        office.turn(15 * 60)
    # After 1, 2, 4, 8 and then every 15 minutes.
    assert 8 <= after_two_hours <= 13
    assert sum(len(body["news"]) for body in office.bodies() if body["id"] == number) == 121


def test_what_is_resolved_is_not_told_before_it_is_open(connection: Connection, tmp_path: Path) -> None:
    with receiving("500") as receiver:
        office = Office(connection, tmp_path, receiver)
        number = office.open()
        office.turn()
        office.happens(number, "resolved")
        office.turn(1)
        assert receiver.taken == []
        office.turn(60)
        office.turn()
    assert [body["what"] for body in office.bodies()] == ["opened", "resolved"]


def test_the_pager_rings_once_an_incident_and_slack_gets_no_markup(
    connection: Connection, tmp_path: Path
) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver, form="pagerduty")
        number = office.open()
        office.turn()
        incidents.change(connection, number, resolved_at=office.now, resolution="mended")
        office.happens(number, "resolved")
        office.turn(60)
    one, other = office.bodies()
    assert (one["event_action"], other["event_action"]) == ("trigger", "resolve")
    assert one["dedup_key"] == other["dedup_key"]
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver, form="slack")
        office.open(key=2)
        office.turn()
    assert "&lt;orders&gt;" in receiver.taken[0][1]["text"]


def test_no_secret_reaches_the_log_or_the_tables(
    connection: Connection, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="headwater")
    with receiving("500", "garbage", "404") as receiver:
        office = Office(connection, tmp_path, receiver)
        office.open()
        for _ in range(4):
            office.turn(3600 if receiver.asked else 0)
        (tmp_path / "routes.yaml").write_text("channels: [{name: s3cret2, url: x}]")
        office.turn(1)
    stored = str(rows(connection, "select row_to_json(notification)::text from notification"))
    for text in (caplog.text, stored):
        assert "s3cret'" not in text
        assert str(receiver.port) not in text
