"""Real events with one value replaced by something hostile: each costs at most a part of itself."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from psycopg import Connection

from headwater.model.events import EventKind, LogEntry
from headwater.pipeline.batch import connect, publish_events
from headwater.store.publish import Publisher
from tests.sql.case_files import CASES

EVENTS = CASES.parent / "rules" / "events.ndjson"
COUNT = 150
HOSTILE: tuple[Any, ...] = (
    *(None, "", " ", 0, -1, 2**63, 10**40, 1e308, True, [], {}, [[]], [None], [{}], {"": {}}),
    *("x" * 10_000, "\x00", "a\x00b", "\\u0000", "2026-W18-5", "9999-12-31T23:59:59Z", "infinity"),
    *("@1e400000@", "@-1e-400000@", "@0e-99999999@", "@" + "1" * 5000 + "@", "select " + "(" * 300),
    *([{"namespace": "n", "name": f"t{number}"} for number in range(500)], {"a": {"b": [1] * 500}}),
)


def mutated(random: Random, event: dict[str, Any]) -> str:
    """With one value replaced; numbers that Python can't hold are written between `@`."""
    changed = json.loads(json.dumps(event))
    places = [place for place in _places(changed) if place[1] not in ("eventTime",)]
    holder, key = random.choice(places)
    holder[key] = random.choice(HOSTILE)
    return json.dumps(changed).replace('"@', "").replace('@"', "")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


@pytest.fixture
def publishing(database_url: str) -> Iterator[Connection]:
    with connect(database_url) as connection:
        yield connection


@pytest.mark.parametrize("seed", range(2))
def test_no_hostile_value_costs_a_whole_event(publishing: Connection, seed: int) -> None:
    random = Random(seed)
    real = [json.loads(line) for line in EVENTS.read_text().splitlines() if line.strip()]
    kinds = (("run", EventKind.RUN), ("job", EventKind.JOB), ("dataset", EventKind.DATASET))
    entries = []
    for number in range(1, COUNT + 1):
        event = random.choice([one for one in real if any(key in one for key, _ in kinds)])
        kind = next(kind for key, kind in kinds if key in event)
        at = 1_780_000_000_000_000 + number % 7
        entries.append(LogEntry(number, f"{number:032x}", at, kind, mutated(random, event)))
    done = publish_events(Publisher(3), publishing, entries, advance=True)
    assert (done.position, done.events) == (COUNT, COUNT)
    # A ValueError is an outline that the ingest refuses before it comes to the log.
    refused = "select position, reason from quarantine where part = '' and reason !~ '^ValueError: '"
    assert publishing.execute(refused).fetchall() == []
