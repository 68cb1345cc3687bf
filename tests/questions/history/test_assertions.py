"""Results of tests over time: filtered, paged, newest first; or what fails now."""

from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.world import World, day

Start = Callable[[], TestClient]


def ask(client: TestClient, **parameters: Any) -> Any:
    reply = client.get("/api/v1/assertions", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def seen(reply: Any) -> list[tuple[str, str, bool]]:
    return [
        (one["at"][:10], f"{one['dataset']['name']}.{one['name']}", one["success"]) for one in reply["items"]
    ]


def test_all_results_of_a_test_are_listed_newest_first(world: World, client: Start) -> None:
    orders = world.dataset("orders")
    for number, success in enumerate((True, False, True), start=1):
        world.assertion(orders, "not_null", success, at=day(number), field="id")
    world.assertion(world.dataset("other"), "not_null", False, at=day(2))
    running = client()
    assert seen(ask(running, dataset="orders", test="not_null")) == [
        ("2026-04-03", "orders.not_null", True),
        ("2026-04-02", "orders.not_null", False),
        ("2026-04-01", "orders.not_null", True),
    ]
    assert [one["column"] for one in ask(running, column="id")["items"]] == ["id"] * 3


def test_what_fails_now_is_what_failed_last(world: World, client: Start) -> None:
    orders = world.dataset("orders")
    for name, results in (("mended", (False, True)), ("broken", (True, False)), ("gone", (False,))):
        for number, success in enumerate(results, start=1):
            world.assertion(orders, name, success, at=day(number))
    running = client()
    failing = ask(running, success="false", latest="true")
    assert (seen(failing), failing["total"]) == (
        [("2026-04-02", "orders.broken", False), ("2026-04-01", "orders.gone", False)],
        2,
    )
    assert ask(running, success="false")["total"] == 3


def test_a_result_comes_with_the_job_that_tested_and_what_it_expected(world: World, client: Start) -> None:
    orders, suite = world.dataset("orders"), world.job("suite")
    run = world.run(suite, day(1))
    world.assertion(orders, "row_count", False, at=day(1))
    world.connection.execute(
        """update assertions set run_id = %s, value = '{"expected": 100, "actual": "7"}'""", [run]
    )
    (item,) = ask(client())["items"]
    assert (item["expected"], item["actual"], item["job"]["name"], item["run_id"]) == (
        "100",
        "7",
        "suite",
        str(run),
    )


def test_results_are_found_by_any_name_of_their_dataset(world: World, client: Start) -> None:
    speaker, alias = world.dataset("orders"), world.dataset("orders", namespace="s3")
    world.alias(alias, speaker)
    world.assertion(alias, "not_null", True)
    running = client()
    assert ask(running, dataset="s3/orders")["items"][0]["dataset"]["namespace"] == "ecommerce_warehouse"
    assert [ask(running, namespace=name)["total"] for name in ("ecommerce_warehouse", "s3")] == [1, 0]


RESULTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.booleans(), st.integers(1, 9)), max_size=12
)


def test_pages_list_each_result_once_whatever_their_size(world: World, client: Start) -> None:
    datasets = {name: world.dataset(name) for name in "ab"}
    # One for all examples: each holds connections until the test ends.
    running = client()

    @settings(max_examples=25)
    @given(results=RESULTS, size=st.integers(1, 5))
    def check(results: list[tuple[str, str, bool, int]], size: int) -> None:
        world.connection.execute("truncate assertions")
        for dataset, name, success, number in results:
            world.assertion(datasets[dataset], name, success, at=day(number))
        _assert_listed_once(running, results, size)

    check()


def _assert_listed_once(running: TestClient, results: list[tuple[str, str, bool, int]], size: int) -> None:
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = ask(running, limit=size, **({"cursor": cursor} if cursor else {}))
        found += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert [one["at"] for one in found] == sorted((one["at"] for one in found), reverse=True)
    told = [(one["dataset"]["name"], one["name"], one["success"], int(one["at"][8:10])) for one in found]
    assert (sorted(told), page["total"]) == (sorted(results), len(results))
