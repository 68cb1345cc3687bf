"""What people do about incidents, in the right state and in the wrong one, with good input and bad."""

from itertools import product
from typing import Any

from headwater.questions.incidents.acts import IncidentAct, IncidentNote, acknowledge_incident, note_incident
from headwater.questions.live_graph import FixedGraph
from headwater.questions.reading import Writing
from headwater.store.snapshots import loaded, repeatable_read
from tests.questions.incidents.conftest import Warehouse

ACTS = ("acknowledge", "resolve", "reopen", "notes", "mute", "confirm")


def kinds(warehouse: Warehouse) -> list[str]:
    return [one["kind"] for one in warehouse.get("/1")["activity"]]


def test_whoever_acknowledges_second_learns_who_was_first(broken: Warehouse) -> None:
    assert broken.act("acknowledge").json()["state"] == "acknowledged"
    again = broken.act("acknowledge", by="sam.lead")
    assert (again.status_code, "tom.ops" in again.json()["detail"]) == (409, True)
    assert kinds(broken) == ["acknowledged", "opened"]


def test_an_acknowledgement_can_be_taken_back(broken: Warehouse) -> None:
    broken.act("acknowledge")
    assert broken.act("reopen").json()["state"] == "open"
    assert broken.act("reopen").status_code == 409


def test_it_is_assigned_to_somebody_and_to_nobody(broken: Warehouse) -> None:
    assert broken.act("assign", to="sam.lead").json()["assignee"] == "sam.lead"
    assert broken.act("assign", to="sam.lead").status_code == 409
    assert broken.act("assign", to=None).json()["assignee"] is None
    assert broken.act("assign").status_code == 422


def test_resolving_twice_is_a_conflict_and_leaves_one_line(broken: Warehouse) -> None:
    done = broken.act("resolve", text="column is back").json()
    assert (done["state"], done["resolved_by"], done["resolution"]) == (
        "resolved",
        "tom.ops",
        "column is back",
    )
    assert broken.act("resolve").status_code == 409
    assert kinds(broken) == ["resolved", "opened"]


def test_what_is_over_is_reopened_first(broken: Warehouse) -> None:
    broken.act("resolve")
    for act in ("acknowledge", "mute"):
        reply = broken.act(act)
        assert (reply.status_code, "reopen it first" in reply.json()["detail"]) == (409, True)


def test_a_note_is_taken_in_any_state(broken: Warehouse) -> None:
    broken.act("resolve")
    assert broken.act("notes", text="see you tomorrow").status_code == 201
    assert kinds(broken)[0] == "note"


def test_snoozed_is_muted_until_its_time_and_then_open(broken: Warehouse) -> None:
    # The clock of the application stands at four o'clock on the 20th.
    muted = broken.act("mute", until="2026-04-20T05:00:00Z").json()
    assert (muted["state"], muted["muted_until"]) == ("muted", "2026-04-20T05:00:00Z")
    assert broken.get(state="muted")["total"] == 1
    ended = broken.act("mute", until="2026-04-20T03:00:00Z").json()
    assert (ended["state"], ended["muted_until"]) == ("open", None)
    assert broken.act("mute", until="2026-04-20T03:00:00Z").status_code == 409
    assert broken.act("mute").json()["state"] == "muted"


def test_a_mute_of_more_than_a_year_is_refused(broken: Warehouse) -> None:
    reply = broken.act("mute", until="2028-01-01T00:00:00Z")
    assert (reply.status_code, "until" in reply.json()["detail"]) == (422, True)


def test_a_cause_is_confirmed_once(broken: Warehouse) -> None:
    done = broken.act("confirm").json()
    assert (done["verdict"], done["verdict_by"]) == ("confirmed", "tom.ops")
    assert broken.act("confirm").status_code == 409


def test_a_cause_is_corrected_to_an_alternative(broken: Warehouse) -> None:
    other = broken.get("/1")["alternatives"][0]["change"]
    assert broken.act("correct", change=other["id"], why="saw it").json()["verdict"] == "corrected"
    assert broken.get("/1")["true_cause"]["id"] == other["id"]


def test_a_cause_is_corrected_to_something_that_nothing_recorded(broken: Warehouse) -> None:
    reply = broken.act("correct", asset="orders", says="the file came twice", why="the vendor says so")
    assert reply.status_code == 200, reply.text
    found = broken.get("/1")["true_cause"]
    assert (found["node"]["name"], found["says"]) == ("orders", "the file came twice")


BAD_CORRECTIONS: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"why": "x"}, 422, "change"),
    ({"why": "x", "change": "nothing:1"}, 422, "no alternative"),
    ({"why": "x", "change": "a", "asset": "orders"}, 422, "either"),
    ({"why": "x", "asset": "orders"}, 422, "says"),
    ({"why": "x", "asset": "nobody.knows", "says": "x"}, 404, "nobody.knows"),
    ({"why": "x", "asset": "orders", "says": "x", "at": "2999-01-01T00:00:00Z"}, 422, "future"),
    ({"why": " ", "asset": "orders", "says": "x"}, 422, "why"),
    ({"asset": "orders", "says": "x"}, 422, "why"),
)
BAD_BODIES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"by": ""}, "by"),
    ({"by": "  "}, "by"),
    ({"by": "x" * 201}, "by"),
    ({"by": "a\x00b"}, "by"),
    ({"by": None}, "by"),
    ({"by": 7}, "by"),
    ({"text": "x" * 4001}, "text"),
    ({"text": "a\x00b"}, "text"),
    ({"text": ["x"]}, "text"),
    ({"other": 1}, "other"),
)


# One world for all cases of each: making one takes longer than all of them together.
def test_bad_corrections_are_refused_and_named(broken: Warehouse) -> None:
    for body, status, word in BAD_CORRECTIONS:
        reply = broken.act("correct", **body)
        assert (reply.status_code, word in reply.text) == (status, True), (body, reply.text)
    assert kinds(broken) == ["opened"]


def test_bad_bodies_are_refused_and_the_field_is_named(broken: Warehouse) -> None:
    for act, (body, field) in product(ACTS, BAD_BODIES):
        reply = broken.act(act, **{"text": "fine", **body})
        assert (reply.status_code, field in reply.json()["detail"]) == (422, True), (act, body, reply.text)
    assert kinds(broken) == ["opened"]


def test_half_a_surrogate_pair_is_refused(broken: Warehouse) -> None:
    headers = {"content-type": "application/json"}
    body = b'{"by": "tom.ops", "text": "\\ud83d"}'
    reply = broken.client.post("/api/v1/incidents/1/notes", content=body, headers=headers)
    assert reply.status_code == 422, reply.text


def test_odd_letters_come_back_as_they_were(broken: Warehouse) -> None:
    text = "‮rtl ☃ \U0001f9ea <script>alert(1)</script> '; drop table incident; --"
    assert broken.act("notes", text=text).status_code == 201
    assert broken.get("/1")["activity"][0]["text"] == text


def test_an_unknown_incident_is_not_found(broken: Warehouse) -> None:
    for act, number in product(ACTS, ("2", "999999999999999999", "INC-2")):
        reply = broken.act(act, number, text="x")
        assert (reply.status_code, reply.json()["code"]) == (404, "incident-not-found"), (act, number)


def test_what_is_no_number_is_refused(broken: Warehouse) -> None:
    for number in ("0", "-1", "x", "1.5", "9" * 30, "INC-", "%00"):
        assert broken.client.get(f"/api/v1/incidents/{number}").status_code in (404, 422), number
        assert broken.act("resolve", number).status_code in (404, 422), number


def test_with_a_key_its_holder_acts_whatever_the_request_says(broken: Warehouse) -> None:
    with repeatable_read(broken.connection):
        snapshot = loaded(broken.connection, None)
    writing = Writing(broken.connection, FixedGraph(snapshot), caller="dana.key")
    acknowledge_incident(writing, 1, IncidentAct(by="somebody else"))
    note_incident(writing, 1, IncidentNote(text="looking"))
    assert [one["by"] for one in broken.get("/1")["activity"]] == ["dana.key", "dana.key", None]


def test_without_a_key_the_request_says_who_acts(broken: Warehouse) -> None:
    reply = broken.client.post("/api/v1/incidents/1/acknowledge", json={})
    assert (reply.status_code, "`by`" in reply.text or '"by"' in reply.text) == (422, True), reply.text
