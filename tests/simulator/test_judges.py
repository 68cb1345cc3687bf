"""Who is asked of which text, within which time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import get_ident

import pytest

from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.judges import Judges
from headwater.simulator.proposals import ProposedChange
from headwater.simulator.schema_changes import apply
from tests.simulator.judge_contract import ERROR, SAFE, SHOP, UNKNOWN, change

DROP = change("drop_column", "amount")
WIDER = change("change_type", "amount", new_type="bigint")


@dataclass
class Engine:
    """Says the same of every text, and remembers what it was asked."""

    name: str
    verdict: QueryVerdict = SAFE
    asked: list[str] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    version = "1"

    def supports(self, dialect: str | None) -> bool:
        return True

    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        self.asked.append(query.text)
        self.threads.add(get_ident())
        return Judgement(self.verdict, Reason.NO_EFFECT, "", None, f"{self.name} 1")


def pair(*changes: ProposedChange) -> SchemaPair:
    return SchemaPair(SHOP, apply(changes, SHOP))


def asked(dialect: str | None, schemas: SchemaPair, *engines: Engine) -> list[str]:
    [found] = Judges(engines).judge_all([JudgedQuery("select amount from orders", dialect)], schemas)
    return [engine.name for engine in engines if engine.asked] + ["missing"] * (found.missing is not None)


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("postgres", ["postgres"]),
        ("redshift", ["postgres"]),
        ("duckdb", ["duckdb"]),
        ("spark", ["spark"]),
        ("databricks", ["spark"]),
        ("hive", ["spark"]),
    ],
)
def test_the_engine_of_the_dialect_is_enough(dialect: str, expected: list[str]) -> None:
    engines = (Engine("postgres"), Engine("duckdb"), Engine("spark"))
    assert asked(dialect, pair(WIDER), *engines) == expected


def test_a_text_of_another_dialect_is_shown_to_duckdb() -> None:
    assert asked("snowflake", pair(DROP), Engine("duckdb", ERROR), Engine("spark")) == ["duckdb"]


def test_where_judges_differ_spark_is_asked_as_well() -> None:
    assert asked("snowflake", pair(DROP), Engine("duckdb", SAFE), Engine("spark")) == ["duckdb", "spark"]


def test_of_a_changed_type_spark_is_asked_as_well() -> None:
    assert asked("snowflake", pair(WIDER), Engine("duckdb"), Engine("spark")) == ["duckdb", "spark"]


def test_an_engine_that_could_not_say_leaves_it_to_the_next() -> None:
    engines = (Engine("postgres", UNKNOWN), Engine("duckdb", ERROR), Engine("spark"))
    assert asked("postgres", pair(DROP), *engines) == ["postgres", "duckdb"]


def test_an_engine_that_is_not_at_hand_is_missed() -> None:
    assert asked("spark", pair(DROP), Engine("duckdb", ERROR)) == ["duckdb", "missing"]
    [found] = Judges().judge_all([JudgedQuery("select amount from orders", "spark")], pair(DROP))
    assert (found.judgement.verdict, found.missing) == (ERROR, "spark")


def test_what_the_change_does_not_touch_needs_no_proof() -> None:
    engine = Engine("postgres")
    texts = [JudgedQuery(text, "postgres") for text in ("select id from orders", "select from (")]
    found = Judges([engine]).judge_all(texts, pair(DROP))
    assert (engine.asked, [one.missing for one in found]) == ([], [None, None])


def ticking(*times: float) -> Callable[[], float]:
    left = list(times)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def test_what_does_not_fit_into_the_time_is_missing() -> None:
    engine = Engine("duckdb", ERROR)
    texts = [JudgedQuery(f"select amount, {place} from orders", "duckdb") for place in range(3)]
    found = Judges([engine], seconds=1.0, clock=ticking(0, 0.1, 0.9, 1.1)).judge_all(texts, pair(DROP))
    assert (len(engine.asked), [one.missing for one in found]) == (2, [None, None, "duckdb"])
    assert [one.judgement.verdict for one in found] == [ERROR] * 3


def test_what_came_before_the_first_text_counts_where_the_time_has_begun() -> None:
    engine = Engine("duckdb", ERROR)
    judges = Judges([engine], seconds=1.0, clock=ticking(0, 1.5)).begun()
    [found] = judges.judge_all([JudgedQuery("select amount from orders", "duckdb")], pair(DROP))
    assert found.missing == "duckdb"


def test_the_time_is_for_all_texts_together() -> None:
    engine = Engine("duckdb", ERROR)
    judges = Judges([engine], seconds=1.0, clock=ticking(0, 0.5, 2.0))
    for expected in (None, "duckdb"):
        [found] = judges.judge_all([JudgedQuery("select amount from orders", "duckdb")], pair(DROP))
        assert found.missing == expected


def test_engines_work_beside_each_other() -> None:
    engines = [Engine("postgres", ERROR), Engine("duckdb", ERROR)]
    texts = [JudgedQuery("select amount from orders", one) for one in ("postgres", "duckdb") * 3]
    Judges(engines).judge_all(texts, pair(DROP))
    assert [len(engine.asked) for engine in engines] == [3, 3]
    assert all(len(engine.threads) == 1 and get_ident() not in engine.threads for engine in engines)


class LostEngine(Engine):
    def judge(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        raise ConnectionError("gone")


def test_an_engine_that_fails_is_missing_and_stops_nothing() -> None:
    texts = [JudgedQuery("select amount from orders", one) for one in ("postgres", "duckdb")]
    found = Judges([LostEngine("postgres"), Engine("duckdb", ERROR)]).judge_all(texts, pair(DROP))
    assert [one.missing for one in found] == ["postgres", None]


def test_a_disagreement_is_kept() -> None:
    [found] = Judges([Engine("postgres", SAFE)]).judge_all(
        [JudgedQuery("select amount from orders", "postgres")], pair(DROP)
    )
    assert (found.judgement.judge, [one.verdict for one in found.others]) == ("postgres 1", [ERROR])


def test_a_real_engine_proves_what_we_say() -> None:
    engine = DuckDbEngine()
    texts: Sequence[str] = ("select amount from orders", "select id from orders where amount > 1")
    found = Judges([EngineJudge(engine)]).judge_all(
        [JudgedQuery(text, "duckdb") for text in texts], pair(DROP)
    )
    engine.close()
    assert [(one.judgement.verdict, one.others, one.missing) for one in found] == [(ERROR, (), None)] * 2
