"""Whether another team has data at all makes no difference to any answer: two worlds, asked the same.

Apart, no answer differs by a letter. Where the teams read from each other, walks go on through stand-ins, and
verdicts count a reader more; every other answer is the same.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from headwater.access.policy import PUBLIC
from headwater.api.server import build_applications
from headwater.settings import Settings
from tests.api.two_teams import headers
from tests.api.two_worlds import END, VIEWER, world
from tests.builders import run_id
from tests.databases import Databases
from tests.running import RunningApi

Worlds = tuple[RunningApi, RunningApi]
# What goes on behind a stand-in, and what is judged by who reads from us.
CROSSING = re.compile(
    r"/graph/(downstream|map)|/impact|/ranking|/getDownstreamImpact|/incidents|/alerts|/check|/compliance/report"
    r"|/schema-versions|/changes|/changelog|/timeline|/diff/|/schema-health|/investigations|/time-machine"
)
MOMENT = re.compile(r"20\d\d-\d\d-\d\dT(\d\d)(?::|%3A)(\d\d)(?::|%3A)\d\d(\.\d+)?(Z|\+00:00)")
# Positions in the log and numbers of entries count everybody's: docs/security.md says so.
NUMBERS = re.compile(r"\.(position|graph_position|head)$|\.activity\[\d+\]\.id$")


@pytest.fixture(scope="module", params=[False, True], ids=["apart", "crossing"])
def worlds(databases: Databases, request: pytest.FixtureRequest) -> Iterator[Worlds]:
    with (
        world(databases, other=False, crossing=request.param) as alone,
        world(databases, other=True, crossing=request.param) as beside,
    ):
        yield alone, beside


def values(team: str) -> dict[str, list[str]]:
    """What each parameter is tried with."""
    dataset, job = f"warehouse/{team}_mart.payments", f"{team}_jobs/make_payments"
    run, moment = run_id(f"{team} payments 9"), (END - timedelta(days=3)).isoformat()
    alike = (
        (("asset", "source", "dataset", "entity", "entity_fqn", "fqn"), [dataset, "payments"]),
        (("run", "run_id"), [run]),
        (("as_of", "since", "from"), [moment]),
        (("pipeline_id", "address_id", "incident_id"), ["1", "2"]),
        (("execution_id", "number", "simulation_id", "work_id", "limit"), ["1"]),
        (("classification", "columnClassification"), ["confidential"]),
    )
    found = {name: choices for names, choices in alike for name in names}
    return found | {
        "assetName": [dataset],
        "target": [f"warehouse/{team}_mart.orders"],
        "name": [dataset, job, f"{team}_mart.payment"],
        "job": [job],
        "column": ["email"],
        "search": ["orders"],
        "q": ["orders", f"{team}_mart", "kira"],
        "team": [team],
        "namespace": [f"{team}_jobs"],
        "owner": [f"{team}-people"],
        "tag": ["classification"],
        "user": ["kira"],
        "text": ["amount_usd"],
        "trace_id": [f"{1 if team == 'ours' else 3:032x}"],
        "service": ["loader"],
    }


METRIC = "/api/v1/metrics/query"


def requests() -> Iterator[str]:
    """Each documented read without and with each of its parameters, for both teams."""
    applications = build_applications(Settings(database_url="postgresql:///unused"))
    seen: set[str] = set()
    for described in applications.documents().values():
        for path, methods in described["paths"].items():
            if "get" not in methods or path in PUBLIC:
                continue
            for team in ("ours", "theirs"):
                for one in asked_of(path, methods["get"].get("parameters", ()), values(team)):
                    if one not in seen:
                        seen.add(one)
                        yield one


def asked_of(path: str, parameters: list[dict[str, Any]], known: dict[str, list[str]]) -> Iterator[str]:
    required = [one for one in parameters if one.get("required")]
    optional = [one for one in parameters if not one.get("required") and one["name"] in known]
    if path == METRIC:
        known = known | {"name": ["span.duration"]}
    firsts = {one["name"]: known.get(one["name"], ["x"])[0] for one in required}
    yield built(path, required, firsts)
    for one in (*required, *optional):
        parts = required if one in required else [*required, one]
        for choice in known.get(one["name"], ()):
            yield built(path, parts, firsts | {one["name"]: choice})


def built(path: str, parameters: list[dict[str, Any]], chosen: dict[str, str]) -> str:
    query = {}
    for one in parameters:
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", chosen[one["name"]])
        elif one["in"] == "query":
            query[one["name"]] = chosen[one["name"]]
    return str(httpx.Request("GET", f"http://s{path}", params=query).url).removeprefix("http://s")


def told(server: RunningApi, path: str) -> tuple[int, Any]:
    reply = server.client.get(path, headers=headers(VIEWER), timeout=120)
    text = re.sub(r"hidden/[0-9a-f]+", "hidden/X", reply.text)
    text = MOMENT.sub(_without_now, re.sub(r"\*\*Log position\*\*: \d+", "", text))
    try:
        return reply.status_code, json.loads(text)
    except ValueError:
        return reply.status_code, text


def _without_now(found: re.Match[str]) -> str:
    """Both worlds are asked one after the other, and answers look back from now."""
    now = datetime.now(UTC)
    apart = abs(60 * int(found[1]) + int(found[2]) - 60 * now.hour - now.minute)
    return "NOW" if min(apart, 1440 - apart) < 60 else found[0]


def differences(one: Any, other: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from differences(one.get(key), other.get(key), f"{at}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{at}[{place}]")
    elif one != other and not NUMBERS.search(at):
        yield at, one, other


def test_whether_the_other_team_has_data_makes_no_difference(
    worlds: Worlds, request: pytest.FixtureRequest
) -> None:
    crossing, found, answered = "crossing" in request.node.name, [], 0
    for path in requests():
        if crossing and CROSSING.search(path):
            continue
        one, other = (told(server, path) for server in worlds)
        assert max(one[0], other[0]) < 500, (path, one, other)
        answered += one[0] == 200
        found += [(path, *each) for each in differences(list(one), list(other))]
    shown = [f"{path} {at}: {str(a)[:200]} | {str(b)[:200]}" for path, at, a, b in found]
    assert not shown, "\n".join(shown[:40])
    # Otherwise nothing was compared.
    assert answered > 100
