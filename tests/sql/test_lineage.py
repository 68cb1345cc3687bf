"""Beyond the case files: descriptions, several statements, and texts that try to break the engine."""

import random
import signal
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.sql.limits import Budget, TooMuchError, guard
from headwater.sql.lineage import Analysis, Dependency, Relation, analyse
from tests.sql.case_files import edges, paths, read

T = Relation("t", ("a", "b", "email"))
U = Relation("u")
O = Relation("o")  # noqa: E741


def found(text: str, *, dialect: str | None = "snowflake", seconds: float = 2.0) -> Analysis:
    return analyse(text, dialect=dialect, inputs=[T, U], outputs=[O], seconds=seconds)


def only(text: str, column: str = "x") -> Dependency:
    (written,) = found(text).written
    (dependency,) = written.columns[column]
    return dependency


INTRUDERS = ("", "(", ")", "select", "*", "'", "from", "with", ",")
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
}
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
    assert analysis.problems or name == "only semicolons"


@pytest.mark.parametrize("name", LONG_BUT_FLAT)
def test_a_long_text_that_does_not_nest_is_read(name: str) -> None:
    analysis = found(LONG_BUT_FLAT[name], seconds=20)
    assert analysis.problems == ()
    assert "x" in analysis.written[0].columns


def test_a_text_beyond_the_limit_is_too_long() -> None:
    values = ",".join(["(1, 'some words', 3.5)"] * 20_000)
    assert found(f"insert into o values {values}").problems == (f"too long: {len(values) + 21:,} characters",)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_no_text_raises(text: str) -> None:
    assert isinstance(found(text), Analysis)


@pytest.mark.parametrize("seed", range(4))
def test_no_mutilated_case_raises(seed: int) -> None:
    rng = random.Random(seed)
    for path in paths():
        case = read(path)
        words = case.text.split()
        for _ in range(6):
            place, other = rng.randrange(len(words)), rng.randrange(len(words))
            changed = words[:]
            changed[place] = rng.choice(
                ["", "(", ")", "select", "*", "'", "from", "with", ",", changed[other]]
            )
            text = " ".join(changed)
            assert isinstance(
                analyse(text, dialect=case.dialect, inputs=case.inputs, outputs=case.outputs), Analysis
            )


@pytest.mark.parametrize("dialect", ["spark", "bigquery", "tsql", "oracle", "no such dialect", None])
def test_every_case_can_be_read_in_another_dialect_without_raising(dialect: str | None) -> None:
    for path in paths():
        case = read(path)
        assert analyse(case.text, dialect=dialect, inputs=case.inputs, outputs=case.outputs)


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


def test_a_bad_statement_leaves_the_good_ones() -> None:
    analysis = found(
        "insert into o (x) select a from t;\nselect from from;\ninsert into o (y) select b from t"
    )
    assert edges(analysis) == {"o.x <- t.a IDENTITY", "o.y <- t.b IDENTITY"}
    (problem,) = analysis.problems
    assert problem.startswith("line 2:")


def test_a_query_beside_a_write_has_no_target_of_its_own() -> None:
    analysis = found("create table o as select a from t; select b from t")
    assert edges(analysis) == {"o.a <- t.a IDENTITY"}


def test_a_plain_column_needs_no_description() -> None:
    assert only("select a as x from t").description is None


def test_the_description_is_the_expression() -> None:
    assert only("select upper( a ) as x from t").description == "UPPER(a)"


def test_the_description_is_of_the_step_that_decided_the_subtype() -> None:
    text = "with s as (select cast(a as int) as c from t) select sum(c) + 1 as x from s"
    dependency = only(text)
    assert (dependency.subtype, dependency.description) == ("AGGREGATION", "SUM(c) + 1")


def test_a_long_description_is_cut() -> None:
    description = only("select concat(a, '" + "z" * 500 + "') as x from t").description
    assert description is not None
    assert len(description) == 300


def test_a_masked_value_says_how() -> None:
    dependency = only("select sha2(email) as x from t")
    assert dependency.masking
    assert "SHA2" in (dependency.description or "")


def test_sources_name_what_is_read_even_without_columns() -> None:
    (written,) = found("create table o as select count(*) as n from t, elsewhere.v").written
    assert written.sources == (("t", True), ("elsewhere.v", False))


def test_the_answer_does_not_depend_on_earlier_texts() -> None:
    first = found("select a as x from t")
    found("create temp table t as select 1 as a; select a from t")
    assert found("select a as x from t") == first
