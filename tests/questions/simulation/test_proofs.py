"""What is proved after the answer is added to it, and nothing is called safe before."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.judges import Judges
from headwater.store.stored_rows import restore
from headwater.worker.handlers.proofs import prove
from tests.simulated_shop import NOTES, Shop
from tests.world import World, day

WIDER = {"change_type": "change_type", "target": "note", "new_type": "varchar(40)"}


@pytest.fixture
def shop(world: World) -> Shop:
    shop = Shop(world).fill()
    world.connection.execute("update queries set dialect = 'spark' where text = %s", [NOTES])
    world.connection.commit()
    return shop


def simulate(client: TestClient, **body: Any) -> Any:
    reply = client.post("/api/v1/simulations", json={"asset": "shop.orders", **body})
    assert reply.status_code == 200, reply.text
    return reply.json()


def item(found: Any) -> Any:
    return next(text for text in found["queries"]["items"] if text["text"] == NOTES)


class Spark:
    """Stands for the engine that only the worker has."""

    name, version = "spark", "4"

    def __init__(self, verdict: QueryVerdict) -> None:
        self.verdict = verdict

    def supports(self, dialect: str | None) -> bool:
        return True

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        assert (query.text, query.dialect) == (NOTES, "spark")
        assert [schemas.before["shop.orders"].column("note"), schemas.after["shop.orders"].column("note")]
        return Judgement(self.verdict, Reason.ENGINE_ERROR, "as Spark says", None, "spark 4")


def prove_all(shop: Shop, number: int, verdict: QueryVerdict) -> int:
    left = prove(shop.world.connection, Judges([Spark(verdict)]), number, lambda: day(20))
    shop.world.connection.commit()
    return left


class LostSpark(Spark):
    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        raise ConnectionError("gone")


def test_a_text_on_which_its_engine_failed_still_waits(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    found = simulate(asked, **WIDER)
    lost = Judges([LostSpark(QueryVerdict.SAFE)])
    assert prove(shop.world.connection, lost, found["id"], lambda: day(20)) == 1
    shop.world.connection.commit()
    now = asked.get(f"/api/v1/simulations/{found['id']}").json()
    assert (now["proofs"]["waiting"], item(now)["being_proved_by"]) == (1, "spark")


def test_a_text_of_spark_waits_for_the_worker(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), **WIDER)
    assert (item(found)["being_proved_by"], found["proofs"]["waiting"]) == ("spark", 1)
    assert (found["coverage"]["complete"], "being proved" in found["coverage"]["gaps"][0]) == (False, True)
    assert found["verdict"] != "safe"
    rows = shop.world.connection.execute("select kind, arguments from work").fetchall()
    assert rows == [("proofs", {"simulation": found["id"]})]


def test_a_proof_is_added_to_what_was_computed(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked, verdict = client(), QueryVerdict.WILL_ERROR
    found = simulate(asked, **WIDER)
    assert prove_all(shop, found["id"], verdict) == 0
    now = asked.get(f"/api/v1/simulations/{found['id']}").json()
    assert (item(now)["verdict"], item(now)["judge"]) == (verdict, "spark 4")
    assert item(now)["being_proved_by"] is None
    assert (now["proofs"]["waiting"], now["queries"]["counts"][verdict]) == (0, 1)
    assert sum(now["queries"]["counts"].values()) == now["queries"]["total"] == 2
    assert (now["verdict"], now["users"][0]["verdicts"][verdict]) == (verdict, 1)
    assert not any("being proved" in gap for gap in now["coverage"]["gaps"])
    listed = asked.get("/api/v1/simulations").json()["items"]
    assert [(one["id"], one["verdict"]) for one in listed] == [(found["id"], verdict)]
    assert (now["impact_score"], now["runbook"]) == (found["impact_score"], found["runbook"])


def test_a_silent_change_that_we_found_stands_beside_an_engine_that_sees_none(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    found = simulate(asked, change_type="change_type", target="note", new_type="int")
    assert item(found)["verdict"] == "will_silently_change"
    prove_all(shop, found["id"], QueryVerdict.SAFE)
    now = asked.get(f"/api/v1/simulations/{found['id']}").json()
    assert (item(now)["verdict"], now["proofs"]["waiting"]) == ("will_silently_change", 0)


def test_proofs_that_are_lost_come_back_from_the_log(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    found = simulate(asked, **WIDER)
    prove_all(shop, found["id"], QueryVerdict.WILL_ERROR)
    before = asked.get(f"/api/v1/simulations/{found['id']}").json()
    shop.world.connection.execute("truncate simulation, simulation_proof restart identity")
    restore(shop.world.connection)
    shop.world.connection.commit()
    assert asked.get(f"/api/v1/simulations/{found['id']}").json() == before


def test_what_is_proved_is_not_proved_again(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), **WIDER)
    prove_all(shop, found["id"], QueryVerdict.WILL_ERROR)
    prove_all(shop, found["id"], QueryVerdict.SAFE)
    rows = shop.world.connection.execute("select count(*) from simulation_proof").fetchall()
    assert rows == [(2,)]
