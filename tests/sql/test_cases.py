"""Every case file under tests/cases/sql holds exactly; adding one needs no Python."""

from pathlib import Path

import pytest
from sqlglot.dialects.dialect import Dialect

from headwater.sql import reading
from headwater.sql.limits import Budget
from headwater.sql.lineage import Relation, analyse
from tests.sql.case_files import CASES, edges, paths, read


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_what_the_file_says_is_found_and_nothing_else(path: Path) -> None:
    case = read(path)
    found = case.analysed()
    assert edges(found) == case.edges
    assert set(found.unknown) == case.unknown
    if case.reads is not None:
        assert {name for one in found.written for name, _ in one.sources} == case.reads


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_the_problems_are_those_the_file_names(path: Path) -> None:
    case = read(path)
    problems = case.analysed().problems
    assert [wanted for wanted in case.problems if not any(wanted in one for one in problems)] == []
    assert [one for one in problems if not any(wanted in one for wanted in case.problems)] == []


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_no_analysis_changes_what_was_parsed(path: Path) -> None:
    case = read(path)
    dialect = Dialect.get_or_raise(case.dialect)
    parsed = reading.read(case.text, dialect, Budget(2)).trees
    before = [repr(tree) for tree in parsed]
    case.analysed()
    assert reading.read(case.text, dialect, Budget(2)).trees is parsed
    assert [repr(tree) for tree in parsed] == before


def test_a_text_that_comes_with_other_schemas_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = reading._parse
    monkeypatch.setattr(reading, "_parse", lambda *given: parsed.append(given[1]) or parse(*given))
    text = "insert into told_once select * from t"
    for columns in (("a",), ("a", "b"), ("c",)):
        found = analyse(
            text, dialect="spark", inputs=[Relation("t", columns)], outputs=[Relation("told_once")]
        )
        assert tuple(found.written[0].columns) == columns
    assert parsed == [text]


def test_there_are_many_cases_in_many_dialects() -> None:
    assert len(paths()) >= 80
    assert len({path.parent.name for path in paths()}) >= 5
