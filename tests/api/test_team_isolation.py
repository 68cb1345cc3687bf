"""Two teams on one server: every read of every document, as every role, gives nothing of the other team away.

All that is the other team's has `zebra` in it: names, columns, SQL, owners, descriptions, errors. They cross:
a job of the other team reads our table, and a job of ours reads what it wrote.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote
from uuid import UUID

import httpx
import psycopg
import pytest

from headwater.access.policy import PUBLIC
from headwater.access.scopes import AccessScope
from headwater.access.visibility import RULES
from headwater.api.server import Applications, build_applications
from headwater.settings import Settings
from headwater.store.visible_views import VIEWS
from tests.api.two_teams import BOUND, FREE, MARK, OUR_KEY, SCOPES, event, headers, serving
from tests.builders import at, dataset, run_id
from tests.databases import Databases
from tests.published import publish
from tests.running import RunningApi, until

UNKNOWN = "zebrx"
OURS, THEIRS = "warehouse/shop.orders_report", "warehouse/shop.zebra_ledger"


@pytest.fixture(scope="module")
def server(databases: Databases) -> Iterator[RunningApi]:
    with serving(databases) as running:
        yield running


@pytest.fixture(scope="module")
def applications() -> Applications:
    return build_applications(Settings(database_url="postgresql:///unused"))


def test_every_table_has_a_rule(server: RunningApi) -> None:
    there = {
        name
        for (name,) in server.rows(
            "select relname from pg_class where relnamespace = 'public'::regnamespace"
            " and relkind in ('r', 'v', 'p') and not relispartition"
        )
    }
    assert there - RULES.keys() == set(), "say in access/visibility.py whose rows these are"
    assert RULES.keys() - there == set()
    shadowed = {name for (name,) in server.rows("select viewname from pg_views where schemaname = 'visible'")}
    assert there <= shadowed
    assert set(VIEWS) <= shadowed


def test_every_view_shows_the_columns_of_its_table(server: RunningApi) -> None:
    """Otherwise a statement that works for everybody else fails for who is bound to a team."""
    columns = """
        select table_name, column_name, data_type from information_schema.columns
        where table_schema = %s and table_name not like 'metric_points_%%'
    """
    kept, shown = (set(server.rows(columns, schema)) for schema in ("public", "visible"))
    assert {one for one in kept - shown if one[0] in RULES} == set()


# What stands for each parameter: ours, theirs, and what nobody has.
NAMES = {
    "ours": {"dataset": OURS, "job": "team_a/report", "column": "total", "run": run_id("report-failed")},
    "theirs": {
        "dataset": THEIRS,
        "job": "team_b/zebra_job",
        "column": "zebra_sum",
        "run": run_id("zebra-failed"),
    },
}
KINDS = {
    "asset": "dataset",
    "name": "dataset",
    "source": "dataset",
    "target": "dataset",
    "dataset": "dataset",
    "table": "dataset",
    "entity": "dataset",
    "fqn": "dataset",
    "job": "job",
    "job_name": "job",
    "column": "column",
    "run": "run",
    "run_id": "run",
    "runId": "run",
}


def value_of(parameter: dict[str, Any], names: dict[str, str], path: str) -> str | None:
    kind = KINDS.get(parameter["name"])
    if kind == "dataset" and ("/jobs/" in path or "/pipelines/" in path):
        kind = "job"
    if kind is not None:
        return names[kind]
    if not parameter.get("required"):
        return None
    schema = parameter.get("schema", {})
    if "enum" in schema:
        return str(schema["enum"][0])
    if schema.get("type") == "integer":
        return "1"
    if schema.get("format") == "date-time":
        return at("12:00").isoformat()
    if schema.get("format") == "uuid":
        return names["run"]
    return {"q": names["dataset"].rpartition(".")[2], "at": at("12:00").isoformat()}.get(
        parameter["name"], names["dataset"]
    )


def requests(applications: Applications, names: dict[str, str], optional: bool) -> Iterator[httpx.Request]:
    """Each documented read, with the required parameters or all of those that name something."""
    for described in applications.documents().values():
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                if method != "get" or path in PUBLIC:
                    continue
                yield request(path, operation.get("parameters", ()), names, optional)


def request(path: str, parameters: Any, names: dict[str, str], optional: bool) -> httpx.Request:
    query: dict[str, str] = {}
    for parameter in parameters:
        value = value_of(parameter, names, path)
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", value or "1")
        elif parameter["in"] == "query" and value is not None and (optional or parameter.get("required")):
            query[parameter["name"]] = value
    return httpx.Request("GET", f"http://server{path}", params=query)


def asked(server: RunningApi, wanted: httpx.Request, token: Any) -> httpx.Response:
    return server.client.get(wanted.url.raw_path.decode(), headers=headers(token), timeout=60)


def own_words(wanted: httpx.Request, text: str) -> str:
    """Without what the asker wrote itself: an error repeats it."""
    said = set(re.findall(r"[\w./-]*zebra[\w./-]*", unquote(str(wanted.url))))
    for word in sorted({part for one in said for part in (one, *one.split("/"))}, key=len, reverse=True):
        text = text.replace(word, "") if MARK in word else text
    return text


@pytest.mark.parametrize("optional", [False, True], ids=["required", "all"])
@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_no_answer_gives_anything_of_another_team_away(
    server: RunningApi, applications: Applications, whose: str, optional: bool
) -> None:
    leaks, failures, tried, held = [], [], 0, 0
    for wanted in requests(applications, NAMES[whose], optional):
        held += MARK in asked(server, wanted, FREE[AccessScope.READ]).text.lower()
        # Who may not read is refused at the door, whatever is asked.
        for scope in SCOPES if optional and whose == "theirs" else (AccessScope.READ,):
            reply = asked(server, wanted, BOUND[scope])
            tried += 1
            if reply.status_code >= 500:
                failures.append((str(wanted.url), reply.status_code, reply.text[:300]))
            said = own_words(wanted, reply.text.lower() + str(reply.headers).lower())
            if MARK in said or run_id("zebra-failed") in own_run(wanted, said):
                leaks.append((str(wanted.url), scope, said[max(0, said.find(MARK) - 100) :][:250]))
    assert not failures, failures[:5]
    assert not leaks, leaks[:10]
    # Otherwise nothing could have leaked.
    assert held > 5
    assert tried > 80


def own_run(wanted: httpx.Request, text: str) -> str:
    return text.replace(run_id("zebra-failed"), "") if run_id("zebra-failed") in str(wanted.url) else text


def test_what_may_not_be_seen_answers_as_what_is_not_there(
    server: RunningApi, applications: Applications
) -> None:
    """The same status and the same words, but for the name that was asked for."""
    nobody = {kind: name.replace(MARK, UNKNOWN) for kind, name in NAMES["theirs"].items()}
    nobody["run"] = str(UUID(int=7))
    different = []
    theirs = requests(applications, NAMES["theirs"], optional=True)
    for hidden, unknown in zip(theirs, requests(applications, nobody, optional=True), strict=True):
        one, other = (asked(server, wanted, BOUND[AccessScope.READ]) for wanted in (hidden, unknown))
        if (one.status_code, alike(one.text)) != (other.status_code, alike(other.text)):
            different.append(
                (str(hidden.url), one.status_code, one.text[:200], other.status_code, other.text[:200])
            )
    assert not different, different[:5]


def alike(text: str) -> str:
    for varying in (
        NAMES["theirs"]["run"],
        str(UUID(int=7)),
        NAMES["theirs"]["run"].replace("-", ""),
        UUID(int=7).hex,
    ):
        text = text.replace(varying, "RUN")
    text = text.replace(MARK, UNKNOWN)
    # Clocks, ids of requests and durations differ between any two requests.
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)?|\d+(\.\d+)?", "N", text)


def test_a_path_across_the_border_stays_whole(server: RunningApi) -> None:
    reply = server.client.get(
        "/api/v1/upstream", params={"asset": OURS}, headers=headers(BOUND[AccessScope.READ])
    )
    assert reply.status_code == 200, reply.text
    whole = server.client.get(
        "/api/v1/upstream", params={"asset": OURS}, headers=headers(FREE[AccessScope.READ])
    )
    assert reply.json()["total"] == whole.json()["total"]
    assert "hidden/" in reply.text
    assert "warehouse/shop.orders" in reply.text


def test_a_stand_in_is_the_same_each_time_and_another_for_another_team(server: RunningApi) -> None:
    def stand_ins(token: Any) -> set[str]:
        reply = server.client.get("/api/v1/upstream", params={"asset": OURS}, headers=headers(token))
        return set(re.findall(r"hidden/\w+", reply.text))

    first = stand_ins(BOUND[AccessScope.READ])
    assert first
    assert stand_ins(BOUND[AccessScope.READ]) == first


def test_a_bound_key_sends_events_for_its_own_team_alone(server: RunningApi) -> None:
    def sent(namespace: str, **job: Any) -> int:
        one = event(f"{namespace}/new", f"new-{namespace}{job}", "12:00", [], [], "select 1")
        one["job"]["facets"] |= job
        return server.send(one, headers=headers(BOUND[AccessScope.INGEST])).status_code

    until(lambda: sent("team_a") in (200, 201))
    assert sent("team_b") == 403
    assert sent("nobody_owns_this") == 403
    # Else a job of the other team, and all it wrote, would be ours to see.
    assert sent("team_b", headwater_team={"team": "team-a"}) == 403


def test_access_is_asked_for_granted_seen_and_taken_back(server: RunningApi) -> None:
    reader, admin = headers(BOUND[AccessScope.READ]), headers(FREE[AccessScope.ADMIN])
    path = "/api/v1/datasets/" + THEIRS
    shown = server.client.get("/api/v1/upstream", params={"asset": OURS}, headers=reader).text
    known = [name for name in re.findall(r"dataset:(hidden/\w+)", shown)]
    assert known
    unknown, asked_for = (
        server.client.post(
            "/api/v1/access/requests", json={"asset": asset, "reason": "a report"}, headers=reader
        )
        for asset in ("hidden/0000000000000000", known[0])
    )
    assert asked_for.status_code == unknown.status_code == 201, asked_for.text
    assert alike(asked_for.text.replace(known[0], "")) == alike(
        unknown.text.replace("hidden/0000000000000000", "")
    )
    number = asked_for.json()["request"]["id"]
    decide = f"/api/v1/access/requests/{number}/grant"
    assert server.client.post(decide, json={}, headers=reader).status_code == 403
    assert server.client.get(path, headers=reader).status_code == 404
    assert server.client.post(decide, json={}, headers=admin).status_code == 200
    assert server.client.post(decide, json={}, headers=admin).status_code == 409
    until(lambda: server.client.get(path, headers=reader).status_code == 200)
    [grant] = server.client.get("/api/v1/access/grants", headers=reader).json()["items"]
    assert server.client.delete(f"/api/v1/access/grants/{grant['id']}", headers=admin).status_code == 200
    until(lambda: server.client.get(path, headers=reader).status_code == 404)


def test_a_grant_ends_by_itself(server: RunningApi) -> None:
    reader, admin = headers(BOUND[AccessScope.READ]), headers(FREE[AccessScope.ADMIN])
    ends = (datetime.now(UTC) + timedelta(seconds=3)).isoformat()
    given = {"team": "team-a", "asset": THEIRS, "expires_at": ends}
    assert server.client.post("/api/v1/access/grants", json=given, headers=admin).status_code == 201
    path = "/api/v1/datasets/" + THEIRS
    until(lambda: server.client.get(path, headers=reader).status_code == 200)
    until(lambda: server.client.get(path, headers=reader).status_code == 404)


def test_a_table_of_another_team_is_not_claimed_by_writing_it(server: RunningApi) -> None:
    """Nor by an alias of it, whatever time the event tells."""
    alias = {
        "symlinks": {"identifiers": [{"namespace": "warehouse", "name": "shop.zebra_deep", "type": "TABLE"}]}
    }
    mine = dataset("warehouse/shop.mine", **alias)
    stolen = event("team_a/thief", "thief", "07:00", [], [dataset(THEIRS), mine], "select 1")
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        publish(connection, [stolen])
    server.client.headers.update(headers(FREE[AccessScope.READ]))
    server.wait_until_visible()
    del server.client.headers["Authorization"]
    for claimed in (THEIRS, "warehouse/shop.zebra_deep"):
        path = f"/api/v1/datasets/{claimed}"
        assert server.client.get(path, headers=headers(FREE[AccessScope.READ])).status_code == 200
        assert server.client.get(path, headers=headers(BOUND[AccessScope.READ])).status_code == 404
    # What was theirs alone before stays so.
    assert server.client.get(f"/api/v1/datasets/{OURS}", headers=headers(BOUND[AccessScope.READ])).is_success


def test_schemas_of_one_warehouse_belong_to_different_teams(databases: Databases) -> None:
    """What is claimed by its name is seen by that team alone, whoever wrote it first."""
    with serving(databases) as running:
        admin, reader, writer = (headers(FREE[AccessScope.ADMIN]), headers(BOUND[AccessScope.READ]), OUR_KEY)

        def seen(name: str) -> bool:
            return running.client.get(f"/api/v1/datasets/{name}", headers=reader).is_success

        def claim(team: str, *patterns: str) -> None:
            body = {"name": team, "dataset_patterns": patterns}
            assert running.client.post("/api/v1/teams", json=body, headers=admin).is_success

        def register(name: str) -> int:
            body = {"type": "table", "namespace": "warehouse", "name": name}
            return running.client.post("/api/v1/assets", json=body, headers=headers(writer)).status_code

        assert (seen(THEIRS), seen(OURS), register("shop.fresh")) == (False, True, 403)
        claim("team-a", "warehouse/shop.zebra_l*", "warehouse/shop.f*")
        until(lambda: seen(THEIRS))
        assert not seen("warehouse/shop.zebra_deep")
        assert register("shop.fresh") == 201
        claim("team-zebra", "warehouse/shop.orders_*")
        until(lambda: not seen(OURS))
        listed = running.client.get("/api/v1/datasets", headers=reader).text
        assert "shop.zebra_ledger" in listed
        assert "orders_report" not in listed
        assert register("shop.orders_new") == 403
        claim("team-zebra")
        claim("team-a")
        until(lambda: seen(OURS) and not seen(THEIRS))
