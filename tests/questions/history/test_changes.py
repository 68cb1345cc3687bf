"""Schema changes across datasets, newest first, judged by who read the dataset at the time."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def changed(world: World) -> World:
    """`orders` loses a column that a report reads, then gains one; `quiet` loses one that nobody reads."""
    orders, quiet, report = (world.dataset(name) for name in ("orders", "quiet", "report"))
    world.schema(orders, "id int", "amount numeric", since=day(1), until=day(5))
    world.schema(orders, "id int", since=day(5), until=day(7))
    world.schema(orders, "id int", "vat numeric", since=day(7))
    world.schema(quiet, "id int", "old text", since=day(1), until=day(6))
    world.schema(quiet, "id int", since=day(6))
    job = world.job("report_job")
    amount, total = world.column(orders, "amount"), world.column(report, "total")
    world.reads(orders, job, until=day(5))
    world.writes(job, report, until=day(5))
    world.edge(EdgeKind.COLUMN, amount, total, owner=job, until=day(5))
    return world


def ask(client: TestClient, **parameters: Any) -> Any:
    reply = client.get("/api/v1/changes", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def seen(reply: Any) -> list[tuple[str, str, str]]:
    return [(one["dataset"]["name"], one["summary"], one["verdict"]) for one in reply["items"]]


def test_changes_come_newest_first_with_a_judgement_of_their_time(changed: World, client: Start) -> None:
    reply = ask(client())
    assert (seen(reply), reply["total"]) == (
        [
            ("orders", "added vat", "compatible"),
            ("quiet", "removed old", "compatible"),
            ("orders", "removed amount", "breaking"),
        ],
        3,
    )
    assert (
        reply["items"][2]["changes"][0]["reason"] == "`amount` is gone: the one that reads it directly fails."
    )


def test_each_of_several_changes_of_a_dataset_is_judged_by_its_own_columns(
    world: World, client: Start
) -> None:
    table, job, target = world.dataset("t"), world.job("j"), world.dataset("target")
    world.schema(table, "a int", "b int", "c int", since=day(1), until=day(2))
    world.schema(table, "b int", "c int", since=day(2), until=day(3))
    world.schema(table, "c int", since=day(3))
    for number, name in enumerate("ab", start=2):
        edge = world.column(table, name), world.column(target, name)
        world.edge(EdgeKind.COLUMN, *edge, owner=job, until=day(number))
    reply = ask(client())
    assert [verdict for *_, verdict in seen(reply)] == ["breaking", "breaking"]


def test_changes_are_filtered_by_dataset_column_time_and_verdict(changed: World, client: Start) -> None:
    running = client()
    assert seen(ask(running, breaking="true")) == [("orders", "removed amount", "breaking")]
    assert ask(running, breaking="true")["total"] is None
    assert [name for name, *_ in seen(ask(running, breaking="false"))] == ["orders", "quiet"]
    assert len(seen(ask(running, dataset="orders"))) == 2
    assert seen(ask(running, column="vat")) == [("orders", "added vat", "compatible")]
    assert len(seen(ask(running, since="2026-04-06", until="2026-04-07"))) == 1
    assert seen(ask(running, namespace="elsewhere")) == []


@pytest.mark.parametrize("breaking", [None, "true", "false"])
def test_pages_list_each_change_once(world: World, client: Start, breaking: str | None) -> None:
    for number in range(12):
        table = world.dataset(f"t{number}")
        world.schema(table, "id int", "gone text", since=day(1), until=day(2 + number % 3))
        # Without a word on readers, and with nobody that reads it, a removal breaks nobody.
        world.schema(
            table,
            *(["id int"] if number % 2 else ["id int", "gone text", "new text"]),
            since=day(2 + number % 3),
        )
    if breaking == "true":
        _read_all(world)
    running, found, cursor = client(), [], None
    for _ in range(20):
        asked = {"limit": 2, "breaking": breaking, "cursor": cursor}
        page = ask(running, **{name: value for name, value in asked.items() if value is not None})
        found += [one["dataset"]["name"] for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    expected = {f"t{number}" for number in range(12) if number % 2 or breaking != "true"}
    assert (sorted(found), cursor) == (sorted(expected), None)


def _read_all(world: World) -> None:
    job, target = world.job("reader"), world.dataset("target")
    tables = world.connection.execute(
        "select id from nodes where name like 't_' or name like 't__'"
    ).fetchall()
    for number, (table,) in enumerate(tables):
        column = world.column(table, "gone")
        world.edge(EdgeKind.COLUMN, column, world.column(target, f"c{number}"), owner=job)


def test_who_did_it_is_told(world: World, client: Start) -> None:
    table, job = world.dataset("t"), world.job("migration")
    run = world.run(job, day(2))
    world.run_facet(run, "headwater_actor", {"name": "kira"})
    world.schema(table, "id int", since=day(1), until=day(2))
    world.schema(table, "id bigint", since=day(2))
    world.connection.execute("update schema_versions set run_id = %s where valid_from = %s", [run, day(2)])
    (item,) = ask(client())["items"]
    assert (item["actor"], item["job"]["name"], item["run_id"]) == ("kira", "migration", str(run))
    assert item["summary"] == "retyped id from int to bigint"


def test_changes_of_what_feeds_a_job_leave_the_others_out(changed: World, client: Start) -> None:
    quiet = changed.connection.execute("select id from nodes where name = 'quiet'").fetchone()
    assert quiet is not None
    changed.reads(quiet[0], changed.job("copy"))
    reply = ask(client(), upstream_of="copy")
    assert seen(reply) == [("quiet", "removed old", "risky")]
