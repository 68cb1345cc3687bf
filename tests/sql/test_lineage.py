"""Beyond the case files: descriptions, several statements, and texts that no one would write."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@given(st.text(max_size=200))
@settings(max_examples=200)
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


@pytest.mark.parametrize(
    "query",
    [
        "select y as x, y as z from t join u on t.a = u.a",
        "select y as x, y as z from t join u on t.a = u.a where y > 1 order by y",
        "select (select max(y) from u) as x, (select min(y) from u) as z from u as w",
    ],
)
def test_a_guess_stays_a_guess_however_often_the_column_is_used(query: str) -> None:
    (written,) = found(f"create table o as {query}").written
    assert [written.columns[column][0].guessed for column in ("x", "z")] == [True, True]


def test_a_qualifier_proves_a_column_for_the_names_that_follow() -> None:
    (written,) = found("create table o as select u.y as x, y as z from t join u on t.a = u.a").written
    assert [written.columns[column][0].guessed for column in ("x", "z")] == [False, False]
