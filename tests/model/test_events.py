"""An event's identity, and the time-based id that Atlas shows."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from headwater.model.events import content_id, time_of, time_uuid
from headwater.model.times import from_micros

NOON = datetime(2026, 4, 20, 12, 0, tzinfo=UTC)
documents = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4),
    max_leaves=12,
)


def test_the_order_of_keys_does_not_change_an_event() -> None:
    assert content_id({"a": {"x": 1, "y": 2}, "b": []}) == content_id({"b": [], "a": {"y": 2, "x": 1}})


def test_the_order_of_a_list_and_every_value_do() -> None:
    one = content_id({"inputs": ["a", "b"], "n": 1})
    assert one != content_id({"inputs": ["b", "a"], "n": 1})
    assert one != content_id({"inputs": ["a", "b"], "n": 2})
    assert one != content_id({"inputs": ["a", "b"], "n": "1"})
    assert one != content_id({"inputs": ["a", "b"], "n": 1, "more": None})


def test_an_events_id_never_changes_because_it_is_stored() -> None:
    assert content_id({"eventTime": "2026-04-20T04:00:00Z"}) == UUID("28e35353-dc25-1808-a00d-4f713ad2952e")


@given(documents)
def test_every_document_has_one_id(document: Any) -> None:
    assert content_id(document) == content_id(document)


@given(st.integers(-2_000_000_000_000_000, 32_000_000_000_000_000).map(from_micros), st.uuids())
def test_the_time_can_be_read_back_from_a_time_uuid(moment: datetime, event_id: UUID) -> None:
    identifier = time_uuid(moment, event_id)
    assert identifier.version == 1
    assert time_of(identifier) == moment


def test_events_of_one_instant_have_different_time_uuids() -> None:
    assert len({time_uuid(NOON, uuid4()) for _ in range(10_000)}) == 10_000


def test_the_same_event_has_the_same_time_uuid() -> None:
    event = uuid4()
    assert time_uuid(NOON, event) == time_uuid(NOON, event)
    assert time_uuid(NOON, event) != time_uuid(NOON + timedelta(microseconds=1), event)
