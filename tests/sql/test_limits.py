"""No text takes too long, nests too deep or leaves a signal behind."""

import signal
import threading

import pytest

from headwater.sql.limits import Budget, TooMuchError, guard
from headwater.sql.lineage import Analysis, Relation, analyse

T = Relation("t", ("a", "b", "email"))


def found(text: str, *, seconds: float = 2.0) -> Analysis:
    return analyse(
        text, dialect="snowflake", inputs=[T, Relation("u")], outputs=[Relation("o")], seconds=seconds
    )


NASTY = {
    "parentheses": "select " + "(" * 5_000 + "1" + ")" * 5_000,
    "calls": "select " + "f(" * 5_000 + "a" + ")" * 5_000 + " from t",
    "subqueries": "select * from " + "(select * from " * 3_000 + "t" + ")" * 3_000,
    "cases": "select " + "case when a then " * 3_000 + "1" + " end" * 3_000,
    "negations": "select " + "not " * 5_000 + "a from t",
    "signs": "select " + "- " * 5_000 + "a from t",
    "arrays": "select " + "[" * 5_000 + "1" + "]" * 5_000,
    "joins without a condition": "select * from t " + "join u " * 60,
    "open parentheses": "(" * 50_000,
    "a long text": "select " + "a, " * 100_000 + "b from t",
    "only semicolons": ";" * 50_000,
    "procedures without a body": "create procedure p as x; " * 10_000,
    "blocks": "begin " * 20_000,
    "declarations": "declare x int; " * 15_000,
    "views without a query": "create odd " + "view " * 40_000 + "as nothing",
    "a switch that goes nowhere": "alter table t switch partition" + " " * 200_000 + "x",
}
HARMLESS = {"only semicolons", "declarations", "a switch that goes nowhere", "blocks"}
LONG_BUT_FLAT = {
    "or terms": "select a as x from t where " + " or ".join(f"a = {number}" for number in range(10_000)),
    "unions": " union all ".join(["select a as x from t"] * 3_000),
    "a list": "select a as x from t where b in (" + ",".join(map(str, range(20_000))) + ")",
    "additions": "select " + " + ".join(["a"] * 10_000) + " as x from t",
}


@pytest.mark.parametrize("name", NASTY)
def test_a_text_that_nests_or_never_ends_is_a_problem_and_no_crash(name: str) -> None:
    # What doubles with each level would use up any time.
    analysis = found(NASTY[name], seconds=60)
    assert not any("took longer" in problem for problem in analysis.problems)
    assert analysis.written == ()
    assert analysis.problems or name in HARMLESS


@pytest.mark.parametrize("name", LONG_BUT_FLAT)
def test_a_long_text_that_does_not_nest_is_read(name: str) -> None:
    analysis = found(LONG_BUT_FLAT[name], seconds=20)
    assert analysis.problems == ()
    assert "x" in analysis.written[0].columns


def test_a_text_beyond_the_limit_is_too_long() -> None:
    values = ",".join(["(1, 'some words', 3.5)"] * 20_000)
    assert found(f"insert into o values {values}").problems == (f"too long: {len(values) + 21:,} characters",)


WIDE = "with c0 as (select a as v from t)" + "".join(
    f", c{n} as (select {', '.join(f'v + {p} as v{p}' for p in range(60))}, v from c{n - 1})"
    for n in range(1, 60)
)


def test_the_time_budget_ends_an_analysis() -> None:
    assert found(WIDE, seconds=0.02).problems == ("took longer than 0.02 s",)


def test_the_time_budget_holds_in_a_thread_too() -> None:
    problems: list[str] = []
    thread = threading.Thread(target=lambda: problems.extend(found(WIDE, seconds=0.02).problems))
    thread.start()
    thread.join()
    assert problems == ["took longer than 0.02 s"]


def _spin() -> None:
    while True:
        pass


def test_the_guard_ends_a_loop_that_never_asks_for_its_budget() -> None:
    budget = Budget(0.1)
    with pytest.raises(TooMuchError, match="took longer"), guard(budget):
        _spin()


def test_the_guard_leaves_signals_as_they_were() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    found("select a from t")
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
