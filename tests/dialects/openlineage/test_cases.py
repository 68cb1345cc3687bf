"""Every case of tests/cases/openlineage, sent to the running API."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from headwater.facts import read_event
from headwater.model.events import LogEntry
from tests.running import RunningApi

FOLDER = Path(__file__).parents[2] / "cases" / "openlineage"


def cases() -> list[Any]:
    return [
        pytest.param(_body(file["event"], case), case, id=f"{path.stem}: {name}")
        for path in sorted(FOLDER.glob("*.json"))
        for file in [json.loads(path.read_text())]
        for name, case in file["cases"].items()
    ]


def _body(event: dict[str, Any], case: dict[str, Any]) -> bytes:
    if "text" in case:
        return str(case["text"]).encode()
    changed = copy.deepcopy(event)
    for path, value in case.get("set", {}).items():
        holder, key = _place(changed, path)
        holder[key] = value
    for path in case.get("drop", ()):
        holder, key = _place(changed, path)
        del holder[key]
    return json.dumps(changed).encode()


def _place(event: Any, path: str) -> tuple[Any, Any]:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        event = event[step]
    return event, last


def set_aside(kind: str, body: str) -> list[str]:
    facts = read_event(LogEntry(1, "0" * 32, 0, kind, body))
    return sorted(str(fact.name) for fact in facts if fact.kind == "quarantine")


@pytest.mark.parametrize(("body", "case"), cases())
def test_an_event_is_answered_as_its_case_says(api: RunningApi, body: bytes, case: dict[str, Any]) -> None:
    reply = api.send(body)

    assert reply.status_code == case["status"], reply.text
    if reply.status_code == 201:
        [(kind, _run, stored)] = api.stored(reply)
        assert kind == case["kind"]
        assert set_aside(kind, stored) == sorted(case.get("set_aside", []))
    else:
        answer = reply.json()
        assert answer.get("field") == case.get("field")
        assert case.get("field", "") in answer["detail"]
        assert (answer["status"], bool(answer["hint"])) == (case["status"], True)
