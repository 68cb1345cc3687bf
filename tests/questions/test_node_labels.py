"""Labels in memory are those of the store, also after batches that changed them."""

import psycopg
import pytest

from headwater.questions.node_labels import RememberedLabels, StoredLabels
from headwater.store.node_memory import NodeMemory
from tests.world import World


@pytest.fixture
def labelled(world: World) -> list[int]:
    return [
        world.dataset("crm", owners=["ann", "bob"], tags=["tier:gold", "tier:bronze"]),
        world.dataset("board", owners=["bob", "bob"], type="Dashboard", tier="silver"),
        world.dataset("plain"),
        world.job("ask", type="query", owners=["ann"]),
        world.job("refresh", type="dashboard"),
    ]


def all_of(labels: StoredLabels | RememberedLabels, ids: list[int]) -> tuple[object, ...]:
    said = {
        id: label for id, label in labels.of_nodes(ids).items() if label.type or label.owners or label.tier
    }
    return (
        labels.names(ids),
        said,
        labels.tiers_of(ids),
        set(labels.dashboards(ids)),
        set(labels.query_jobs(ids)),
        labels.owners(ids),
        labels.tiers(ids),
    )


def check(world: World, memory: NodeMemory, ids: list[int]) -> None:
    connection = world.connection
    assert all_of(RememberedLabels(connection, memory), ids) == all_of(StoredLabels(connection), ids)


def test_memory_says_what_the_store_says(world: World, labelled: list[int]) -> None:
    memory = NodeMemory()
    memory.follow(world.connection, 0)
    check(world, memory, [*labelled, 999_999])
    assert memory.dashboards == {labelled[1]}
    assert memory.query_jobs == {labelled[3]}


@pytest.mark.parametrize(
    "change",
    [
        "update nodes set owners = '{eve}', domain = 'sales' where name = 'crm'",
        "update nodes set domain = 'sales' where name = 'board'",
        "update nodes set type = null, owners = '{}', tier = null where name = 'board'",
        "update nodes set type = 'sql' where name = 'ask'",
        "delete from nodes where name = 'board'",
        "insert into nodes (key, kind, namespace, name, tier) "
        "values (md5('a')::uuid, 'dataset', 'w', 'a', '1')",
    ],
)
def test_memory_follows_what_a_batch_changed(world: World, labelled: list[int], change: str) -> None:
    memory = NodeMemory()
    memory.follow(world.connection, 0)
    # Asked for once, so that its name is kept.
    memory.names(world.connection, labelled)
    world.connection.execute(change)
    batch = publish_nothing(world.connection)
    memory.follow(world.connection, batch)
    check(world, memory, [*labelled, *newest(world.connection)])


def test_after_a_rebuild_everything_is_read_again(world: World, labelled: list[int]) -> None:
    memory = NodeMemory()
    memory.follow(world.connection, 0)
    with world.connection.transaction():
        world.connection.execute("select set_config('headwater.rebuilding', 'on', true)")
        world.connection.execute("update nodes set owners = '{zoe}'")
        world.connection.execute("insert into search_changes select batch + 1, 0 from pipeline_state")
    memory.follow(world.connection, publish_nothing(world.connection))
    check(world, memory, labelled)


def publish_nothing(connection: psycopg.Connection[object]) -> int:
    row = connection.execute("update pipeline_state set batch = batch + 1 returning batch").fetchone()
    assert isinstance(row, tuple)
    return int(row[0])


def newest(connection: psycopg.Connection[object]) -> list[int]:
    return [
        row[0] for row in connection.execute("select max(id) from nodes").fetchall() if isinstance(row, tuple)
    ]
